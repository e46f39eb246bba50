// RUN: parse
func.func @conv_1d(%a: memref<4xf16>, %b: memref<3xf16>, %o: memref<2xf32>) {
  linalg.conv_1d ins(%a, %b : memref<4xf16>, memref<3xf16>) outs(%o : memref<2xf32>)
  return
}
// EXPECTED
// module {
//   func.func @conv_1d(%a: memref<4xf16>, %b: memref<3xf16>, %o: memref<2xf32>) {
//     linalg.conv_1d ins(%a, %b : memref<4xf16>, memref<3xf16>) outs(%o : memref<2xf32>)
//     return
//   }
// }

// -----
func.func @conv_2d(%a: tensor<5x4xf16>, %b: tensor<4x2xf16>, %o: tensor<2x3xf32>) {
  %r = linalg.conv_2d ins(%a, %b : tensor<5x4xf16>, tensor<4x2xf16>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// EXPECTED
// module {
//   func.func @conv_2d(%a: tensor<5x4xf16>, %b: tensor<4x2xf16>, %o: tensor<2x3xf32>) {
//     %r = linalg.conv_2d ins(%a, %b : tensor<5x4xf16>, tensor<4x2xf16>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
//     return
//   }
// }

// -----
func.func @conv_3d(%a: memref<3x5x7xf16>, %b: memref<2x3x4xf16>, %o: memref<2x3x4xf32>) {
  linalg.conv_3d ins(%a, %b : memref<3x5x7xf16>, memref<2x3x4xf16>) outs(%o : memref<2x3x4xf32>)
  return
}
// EXPECTED
// module {
//   func.func @conv_3d(%a: memref<3x5x7xf16>, %b: memref<2x3x4xf16>, %o: memref<2x3x4xf32>) {
//     linalg.conv_3d ins(%a, %b : memref<3x5x7xf16>, memref<2x3x4xf16>) outs(%o : memref<2x3x4xf32>)
//     return
//   }
// }

// -----
func.func @conv_1d_nwc_wcf(%a: tensor<2x6x3xf16>, %b: tensor<2x3x4xf16>, %o: tensor<2x3x4xf32>) {
  %r = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<2x6x3xf16>, tensor<2x3x4xf16>) outs(%o : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
// EXPECTED
// module {
//   func.func @conv_1d_nwc_wcf(%a: tensor<2x6x3xf16>, %b: tensor<2x3x4xf16>, %o: tensor<2x3x4xf32>) {
//     %r = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<2x6x3xf16>, tensor<2x3x4xf16>) outs(%o : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
//     return
//   }
// }

// -----
func.func @conv_1d_ncw_fcw(%a: memref<2x2x9xf16>, %b: memref<3x2x3xf16>, %o: memref<2x3x4xf32>) {
  linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x2x9xf16>, memref<3x2x3xf16>) outs(%o : memref<2x3x4xf32>)
  return
}
// EXPECTED
// module {
//   func.func @conv_1d_ncw_fcw(%a: memref<2x2x9xf16>, %b: memref<3x2x3xf16>, %o: memref<2x3x4xf32>) {
//     linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x2x9xf16>, memref<3x2x3xf16>) outs(%o : memref<2x3x4xf32>)
//     return
//   }
// }

// -----
func.func @conv_2d_nhwc_hwcf(%a: tensor<2x7x10x2xf16>, %b: tensor<3x4x2x2xf16>, %o: tensor<2x3x4x2xf32>) {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x7x10x2xf16>, tensor<3x4x2x2xf16>) outs(%o : tensor<2x3x4x2xf32>) -> tensor<2x3x4x2xf32>
  return
}
// EXPECTED
// module {
//   func.func @conv_2d_nhwc_hwcf(%a: tensor<2x7x10x2xf16>, %b: tensor<3x4x2x2xf16>, %o: tensor<2x3x4x2xf32>) {
//     %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x7x10x2xf16>, tensor<3x4x2x2xf16>) outs(%o : tensor<2x3x4x2xf32>) -> tensor<2x3x4x2xf32>
//     return
//   }
// }

// -----
func.func @conv_2d_nhwc_fhwc(%a: memref<2x7x10x2xf16>, %b: memref<2x3x4x2xf16>, %o: memref<2x3x4x2xf32>) {
  linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x7x10x2xf16>, memref<2x3x4x2xf16>) outs(%o : memref<2x3x4x2xf32>)
  return
}
// EXPECTED
// module {
//   func.func @conv_2d_nhwc_fhwc(%a: memref<2x7x10x2xf16>, %b: memref<2x3x4x2xf16>, %o: memref<2x3x4x2xf32>) {
//     linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x7x10x2xf16>, memref<2x3x4x2xf16>) outs(%o : memref<2x3x4x2xf32>)
//     return
//   }
// }

// -----
func.func @conv_2d_nhwc_hwcf_q(%a: tensor<2x7x10x2xi8>, %b: tensor<3x4x2x2xi8>, %c: i32, %d: i32, %o: tensor<2x3x4x2xi32>) {
  %r = linalg.conv_2d_nhwc_hwcf_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b, %c, %d : tensor<2x7x10x2xi8>, tensor<3x4x2x2xi8>, i32, i32) outs(%o : tensor<2x3x4x2xi32>) -> tensor<2x3x4x2xi32>
  return
}
// EXPECTED
// module {
//   func.func @conv_2d_nhwc_hwcf_q(%a: tensor<2x7x10x2xi8>, %b: tensor<3x4x2x2xi8>, %c: i32, %d: i32, %o: tensor<2x3x4x2xi32>) {
//     %r = linalg.conv_2d_nhwc_hwcf_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b, %c, %d : tensor<2x7x10x2xi8>, tensor<3x4x2x2xi8>, i32, i32) outs(%o : tensor<2x3x4x2xi32>) -> tensor<2x3x4x2xi32>
//     return
//   }
// }

// -----
func.func @conv_2d_nhwc_fhwc_q(%a: memref<2x7x10x2xi8>, %b: memref<2x3x4x2xi8>, %c: i32, %d: i32, %o: memref<2x3x4x2xi32>) {
  linalg.conv_2d_nhwc_fhwc_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b, %c, %d : memref<2x7x10x2xi8>, memref<2x3x4x2xi8>, i32, i32) outs(%o : memref<2x3x4x2xi32>)
  return
}
// EXPECTED
// module {
//   func.func @conv_2d_nhwc_fhwc_q(%a: memref<2x7x10x2xi8>, %b: memref<2x3x4x2xi8>, %c: i32, %d: i32, %o: memref<2x3x4x2xi32>) {
//     linalg.conv_2d_nhwc_fhwc_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b, %c, %d : memref<2x7x10x2xi8>, memref<2x3x4x2xi8>, i32, i32) outs(%o : memref<2x3x4x2xi32>)
//     return
//   }
// }

// -----
func.func @conv_2d_nchw_fchw(%a: tensor<2x3x10x4xf16>, %b: tensor<3x3x4x2xf16>, %o: tensor<2x3x4x2xf32>) {
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x3x10x4xf16>, tensor<3x3x4x2xf16>) outs(%o : tensor<2x3x4x2xf32>) -> tensor<2x3x4x2xf32>
  return
}
// EXPECTED
// module {
//   func.func @conv_2d_nchw_fchw(%a: tensor<2x3x10x4xf16>, %b: tensor<3x3x4x2xf16>, %o: tensor<2x3x4x2xf32>) {
//     %r = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x3x10x4xf16>, tensor<3x3x4x2xf16>) outs(%o : tensor<2x3x4x2xf32>) -> tensor<2x3x4x2xf32>
//     return
//   }
// }

// -----
func.func @conv_2d_ngchw_fgchw(%a: memref<2x3x4x4x7xf16>, %b: memref<4x3x4x2x3xf16>, %o: memref<2x3x4x2x3xf32>) {
  linalg.conv_2d_ngchw_fgchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x3x4x4x7xf16>, memref<4x3x4x2x3xf16>) outs(%o : memref<2x3x4x2x3xf32>)
  return
}
// EXPECTED
// module {
//   func.func @conv_2d_ngchw_fgchw(%a: memref<2x3x4x4x7xf16>, %b: memref<4x3x4x2x3xf16>, %o: memref<2x3x4x2x3xf32>) {
//     linalg.conv_2d_ngchw_fgchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x3x4x4x7xf16>, memref<4x3x4x2x3xf16>) outs(%o : memref<2x3x4x2x3xf32>)
//     return
//   }
// }

// -----
func.func @conv_2d_ngchw_gfchw(%a: tensor<2x3x4x4x7xf16>, %b: tensor<3x4x4x2x3xf16>, %o: tensor<2x3x4x2x3xf32>) {
  %r = linalg.conv_2d_ngchw_gfchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x3x4x4x7xf16>, tensor<3x4x4x2x3xf16>) outs(%o : tensor<2x3x4x2x3xf32>) -> tensor<2x3x4x2x3xf32>
  return
}
// EXPECTED
// module {
//   func.func @conv_2d_ngchw_gfchw(%a: tensor<2x3x4x4x7xf16>, %b: tensor<3x4x4x2x3xf16>, %o: tensor<2x3x4x2x3xf32>) {
//     %r = linalg.conv_2d_ngchw_gfchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x3x4x4x7xf16>, tensor<3x4x4x2x3xf16>) outs(%o : tensor<2x3x4x2x3xf32>) -> tensor<2x3x4x2x3xf32>
//     return
//   }
// }

// -----
func.func @conv_2d_ngchw_gfchw_q(%a: memref<2x3x4x4x7xi8>, %b: memref<3x4x4x2x3xi8>, %c: i32, %d: i32, %o: memref<2x3x4x2x3xi32>) {
  linalg.conv_2d_ngchw_gfchw_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b, %c, %d : memref<2x3x4x4x7xi8>, memref<3x4x4x2x3xi8>, i32, i32) outs(%o : memref<2x3x4x2x3xi32>)
  return
}
// EXPECTED
// module {
//   func.func @conv_2d_ngchw_gfchw_q(%a: memref<2x3x4x4x7xi8>, %b: memref<3x4x4x2x3xi8>, %c: i32, %d: i32, %o: memref<2x3x4x2x3xi32>) {
//     linalg.conv_2d_ngchw_gfchw_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b, %c, %d : memref<2x3x4x4x7xi8>, memref<3x4x4x2x3xi8>, i32, i32) outs(%o : memref<2x3x4x2x3xi32>)
//     return
//   }
// }

// -----
func.func @conv_3d_ndhwc_dhwcf(%a: tensor<2x8x6x6x4xf16>, %b: tensor<4x2x3x4x3xf16>, %o: tensor<2x3x4x2x3xf32>) {
  %r = linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : tensor<2x8x6x6x4xf16>, tensor<4x2x3x4x3xf16>) outs(%o : tensor<2x3x4x2x3xf32>) -> tensor<2x3x4x2x3xf32>
  return
}
// EXPECTED
// module {
//   func.func @conv_3d_ndhwc_dhwcf(%a: tensor<2x8x6x6x4xf16>, %b: tensor<4x2x3x4x3xf16>, %o: tensor<2x3x4x2x3xf32>) {
//     %r = linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : tensor<2x8x6x6x4xf16>, tensor<4x2x3x4x3xf16>) outs(%o : tensor<2x3x4x2x3xf32>) -> tensor<2x3x4x2x3xf32>
//     return
//   }
// }

// -----
func.func @conv_3d_ndhwc_dhwcf_q(%a: memref<2x8x6x6x4xi8>, %b: memref<4x2x3x4x3xi8>, %c: i32, %d: i32, %o: memref<2x3x4x2x3xi32>) {
  linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b, %c, %d : memref<2x8x6x6x4xi8>, memref<4x2x3x4x3xi8>, i32, i32) outs(%o : memref<2x3x4x2x3xi32>)
  return
}
// EXPECTED
// module {
//   func.func @conv_3d_ndhwc_dhwcf_q(%a: memref<2x8x6x6x4xi8>, %b: memref<4x2x3x4x3xi8>, %c: i32, %d: i32, %o: memref<2x3x4x2x3xi32>) {
//     linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b, %c, %d : memref<2x8x6x6x4xi8>, memref<4x2x3x4x3xi8>, i32, i32) outs(%o : memref<2x3x4x2x3xi32>)
//     return
//   }
// }

// -----
func.func @conv_3d_ncdhw_fcdhw(%a: tensor<2x4x8x6x6xf16>, %b: tensor<3x4x4x2x3xf16>, %o: tensor<2x3x3x4x2xf32>) {
  %r = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : tensor<2x4x8x6x6xf16>, tensor<3x4x4x2x3xf16>) outs(%o : tensor<2x3x3x4x2xf32>) -> tensor<2x3x3x4x2xf32>
  return
}
// EXPECTED
// module {
//   func.func @conv_3d_ncdhw_fcdhw(%a: tensor<2x4x8x6x6xf16>, %b: tensor<3x4x4x2x3xf16>, %o: tensor<2x3x3x4x2xf32>) {
//     %r = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : tensor<2x4x8x6x6xf16>, tensor<3x4x4x2x3xf16>) outs(%o : tensor<2x3x3x4x2xf32>) -> tensor<2x3x3x4x2xf32>
//     return
//   }
// }

// -----
func.func @depthwise_conv_1d_nwc_wc(%a: memref<2x6x4xf16>, %b: memref<2x4xf16>, %o: memref<2x3x4xf32>) {
  linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x6x4xf16>, memref<2x4xf16>) outs(%o : memref<2x3x4xf32>)
  return
}
// EXPECTED
// module {
//   func.func @depthwise_conv_1d_nwc_wc(%a: memref<2x6x4xf16>, %b: memref<2x4xf16>, %o: memref<2x3x4xf32>) {
//     linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x6x4xf16>, memref<2x4xf16>) outs(%o : memref<2x3x4xf32>)
//     return
//   }
// }

// -----
func.func @depthwise_conv_1d_ncw_cw(%a: tensor<2x4x6xf16>, %b: tensor<4x2xf16>, %o: tensor<2x4x3xf32>) {
  %r = linalg.depthwise_conv_1d_ncw_cw {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<2x4x6xf16>, tensor<4x2xf16>) outs(%o : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}
// EXPECTED
// module {
//   func.func @depthwise_conv_1d_ncw_cw(%a: tensor<2x4x6xf16>, %b: tensor<4x2xf16>, %o: tensor<2x4x3xf32>) {
//     %r = linalg.depthwise_conv_1d_ncw_cw {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<2x4x6xf16>, tensor<4x2xf16>) outs(%o : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
//     return
//   }
// }

// -----
func.func @depthwise_conv_1d_nwc_wcm(%a: memref<2x7x4xf16>, %b: memref<3x4x2xf16>, %o: memref<2x3x4x2xf32>) {
  linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x7x4xf16>, memref<3x4x2xf16>) outs(%o : memref<2x3x4x2xf32>)
  return
}
// EXPECTED
// module {
//   func.func @depthwise_conv_1d_nwc_wcm(%a: memref<2x7x4xf16>, %b: memref<3x4x2xf16>, %o: memref<2x3x4x2xf32>) {
//     linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x7x4xf16>, memref<3x4x2xf16>) outs(%o : memref<2x3x4x2xf32>)
//     return
//   }
// }

// -----
func.func @depthwise_conv_2d_nhwc_hwc(%a: tensor<2x7x10x2xf16>, %b: tensor<3x4x2xf16>, %o: tensor<2x3x4x2xf32>) {
  %r = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x7x10x2xf16>, tensor<3x4x2xf16>) outs(%o : tensor<2x3x4x2xf32>) -> tensor<2x3x4x2xf32>
  return
}
// EXPECTED
// module {
//   func.func @depthwise_conv_2d_nhwc_hwc(%a: tensor<2x7x10x2xf16>, %b: tensor<3x4x2xf16>, %o: tensor<2x3x4x2xf32>) {
//     %r = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x7x10x2xf16>, tensor<3x4x2xf16>) outs(%o : tensor<2x3x4x2xf32>) -> tensor<2x3x4x2xf32>
//     return
//   }
// }

// -----
func.func @depthwise_conv_2d_nchw_chw(%a: memref<2x2x7x10xf16>, %b: memref<2x3x4xf16>, %o: memref<2x2x3x4xf32>) {
  linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x2x7x10xf16>, memref<2x3x4xf16>) outs(%o : memref<2x2x3x4xf32>)
  return
}
// EXPECTED
// module {
//   func.func @depthwise_conv_2d_nchw_chw(%a: memref<2x2x7x10xf16>, %b: memref<2x3x4xf16>, %o: memref<2x2x3x4xf32>) {
//     linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x2x7x10xf16>, memref<2x3x4xf16>) outs(%o : memref<2x2x3x4xf32>)
//     return
//   }
// }

// -----
func.func @depthwise_conv_2d_nhwc_hwc_q(%a: tensor<2x7x10x2xi8>, %b: tensor<3x4x2xi8>, %c: i32, %d: i32, %o: tensor<2x3x4x2xi32>) {
  %r = linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b, %c, %d : tensor<2x7x10x2xi8>, tensor<3x4x2xi8>, i32, i32) outs(%o : tensor<2x3x4x2xi32>) -> tensor<2x3x4x2xi32>
  return
}
// EXPECTED
// module {
//   func.func @depthwise_conv_2d_nhwc_hwc_q(%a: tensor<2x7x10x2xi8>, %b: tensor<3x4x2xi8>, %c: i32, %d: i32, %o: tensor<2x3x4x2xi32>) {
//     %r = linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b, %c, %d : tensor<2x7x10x2xi8>, tensor<3x4x2xi8>, i32, i32) outs(%o : tensor<2x3x4x2xi32>) -> tensor<2x3x4x2xi32>
//     return
//   }
// }

// -----
func.func @depthwise_conv_2d_nhwc_hwcm(%a: memref<2x8x6x2xf16>, %b: memref<4x2x2x3xf16>, %o: memref<2x3x4x2x3xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x8x6x2xf16>, memref<4x2x2x3xf16>) outs(%o : memref<2x3x4x2x3xf32>)
  return
}
// EXPECTED
// module {
//   func.func @depthwise_conv_2d_nhwc_hwcm(%a: memref<2x8x6x2xf16>, %b: memref<4x2x2x3xf16>, %o: memref<2x3x4x2x3xf32>) {
//     linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x8x6x2xf16>, memref<4x2x2x3xf16>) outs(%o : memref<2x3x4x2x3xf32>)
//     return
//   }
// }

// -----
func.func @depthwise_conv_2d_nhwc_hwcm_q(%a: tensor<2x8x6x2xi8>, %b: tensor<4x2x2x3xi8>, %c: i32, %d: i32, %o: tensor<2x3x4x2x3xi32>) {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b, %c, %d : tensor<2x8x6x2xi8>, tensor<4x2x2x3xi8>, i32, i32) outs(%o : tensor<2x3x4x2x3xi32>) -> tensor<2x3x4x2x3xi32>
  return
}
// EXPECTED
// module {
//   func.func @depthwise_conv_2d_nhwc_hwcm_q(%a: tensor<2x8x6x2xi8>, %b: tensor<4x2x2x3xi8>, %c: i32, %d: i32, %o: tensor<2x3x4x2x3xi32>) {
//     %r = linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b, %c, %d : tensor<2x8x6x2xi8>, tensor<4x2x2x3xi8>, i32, i32) outs(%o : tensor<2x3x4x2x3xi32>) -> tensor<2x3x4x2x3xi32>
//     return
//   }
// }

// -----
func.func @depthwise_conv_3d_ndhwc_dhwc(%a: memref<2x7x10x5x3xf16>, %b: memref<3x4x2x3xf16>, %o: memref<2x3x4x2x3xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : memref<2x7x10x5x3xf16>, memref<3x4x2x3xf16>) outs(%o : memref<2x3x4x2x3xf32>)
  return
}
// EXPECTED
// module {
//   func.func @depthwise_conv_3d_ndhwc_dhwc(%a: memref<2x7x10x5x3xf16>, %b: memref<3x4x2x3xf16>, %o: memref<2x3x4x2x3xf32>) {
//     linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : memref<2x7x10x5x3xf16>, memref<3x4x2x3xf16>) outs(%o : memref<2x3x4x2x3xf32>)
//     return
//   }
// }

// -----
func.func @depthwise_conv_3d_ncdhw_cdhw(%a: tensor<2x3x7x10x5xf16>, %b: tensor<3x3x4x2xf16>, %o: tensor<2x3x3x4x2xf32>) {
  %r = linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : tensor<2x3x7x10x5xf16>, tensor<3x3x4x2xf16>) outs(%o : tensor<2x3x3x4x2xf32>) -> tensor<2x3x3x4x2xf32>
  return
}
// EXPECTED
// module {
//   func.func @depthwise_conv_3d_ncdhw_cdhw(%a: tensor<2x3x7x10x5xf16>, %b: tensor<3x3x4x2xf16>, %o: tensor<2x3x3x4x2xf32>) {
//     %r = linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : tensor<2x3x7x10x5xf16>, tensor<3x3x4x2xf16>) outs(%o : tensor<2x3x3x4x2xf32>) -> tensor<2x3x3x4x2xf32>
//     return
//   }
// }

// -----
func.func @depthwise_conv_3d_ndhwc_dhwcm(%a: memref<2x8x6x6x4xf16>, %b: memref<4x2x3x4x3xf16>, %o: memref<2x3x4x2x4x3xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : memref<2x8x6x6x4xf16>, memref<4x2x3x4x3xf16>) outs(%o : memref<2x3x4x2x4x3xf32>)
  return
}
// EXPECTED
// module {
//   func.func @depthwise_conv_3d_ndhwc_dhwcm(%a: memref<2x8x6x6x4xf16>, %b: memref<4x2x3x4x3xf16>, %o: memref<2x3x4x2x4x3xf32>) {
//     linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : memref<2x8x6x6x4xf16>, memref<4x2x3x4x3xf16>) outs(%o : memref<2x3x4x2x4x3xf32>)
//     return
//   }
// }

// -----
func.func @pooling_nhwc_sum(%a: tensor<2x7x10x2xf16>, %b: tensor<3x4xf16>, %o: tensor<2x3x4x2xf32>) {
  %r = linalg.pooling_nhwc_sum {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x7x10x2xf16>, tensor<3x4xf16>) outs(%o : tensor<2x3x4x2xf32>) -> tensor<2x3x4x2xf32>
  return
}
// EXPECTED
// module {
//   func.func @pooling_nhwc_sum(%a: tensor<2x7x10x2xf16>, %b: tensor<3x4xf16>, %o: tensor<2x3x4x2xf32>) {
//     %r = linalg.pooling_nhwc_sum {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x7x10x2xf16>, tensor<3x4xf16>) outs(%o : tensor<2x3x4x2xf32>) -> tensor<2x3x4x2xf32>
//     return
//   }
// }

// -----
func.func @pooling_nhwc_max(%a: memref<2x7x10x2xf16>, %b: memref<3x4xf16>, %o: memref<2x3x4x2xf32>) {
  linalg.pooling_nhwc_max {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x7x10x2xf16>, memref<3x4xf16>) outs(%o : memref<2x3x4x2xf32>)
  return
}
// EXPECTED
// module {
//   func.func @pooling_nhwc_max(%a: memref<2x7x10x2xf16>, %b: memref<3x4xf16>, %o: memref<2x3x4x2xf32>) {
//     linalg.pooling_nhwc_max {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x7x10x2xf16>, memref<3x4xf16>) outs(%o : memref<2x3x4x2xf32>)
//     return
//   }
// }

// -----
func.func @pooling_nhwc_max_unsigned(%a: tensor<2x7x10x2xi8>, %b: tensor<3x4xi8>, %o: tensor<2x3x4x2xi32>) {
  %r = linalg.pooling_nhwc_max_unsigned {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x7x10x2xi8>, tensor<3x4xi8>) outs(%o : tensor<2x3x4x2xi32>) -> tensor<2x3x4x2xi32>
  return
}
// EXPECTED
// module {
//   func.func @pooling_nhwc_max_unsigned(%a: tensor<2x7x10x2xi8>, %b: tensor<3x4xi8>, %o: tensor<2x3x4x2xi32>) {
//     %r = linalg.pooling_nhwc_max_unsigned {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x7x10x2xi8>, tensor<3x4xi8>) outs(%o : tensor<2x3x4x2xi32>) -> tensor<2x3x4x2xi32>
//     return
//   }
// }

// -----
func.func @pooling_nhwc_min(%a: memref<2x7x10x2xf16>, %b: memref<3x4xf16>, %o: memref<2x3x4x2xf32>) {
  linalg.pooling_nhwc_min {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x7x10x2xf16>, memref<3x4xf16>) outs(%o : memref<2x3x4x2xf32>)
  return
}
// EXPECTED
// module {
//   func.func @pooling_nhwc_min(%a: memref<2x7x10x2xf16>, %b: memref<3x4xf16>, %o: memref<2x3x4x2xf32>) {
//     linalg.pooling_nhwc_min {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x7x10x2xf16>, memref<3x4xf16>) outs(%o : memref<2x3x4x2xf32>)
//     return
//   }
// }

// -----
func.func @pooling_nhwc_min_unsigned(%a: tensor<2x7x10x2xi8>, %b: tensor<3x4xi8>, %o: tensor<2x3x4x2xi32>) {
  %r = linalg.pooling_nhwc_min_unsigned {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x7x10x2xi8>, tensor<3x4xi8>) outs(%o : tensor<2x3x4x2xi32>) -> tensor<2x3x4x2xi32>
  return
}
// EXPECTED
// module {
//   func.func @pooling_nhwc_min_unsigned(%a: tensor<2x7x10x2xi8>, %b: tensor<3x4xi8>, %o: tensor<2x3x4x2xi32>) {
//     %r = linalg.pooling_nhwc_min_unsigned {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x7x10x2xi8>, tensor<3x4xi8>) outs(%o : tensor<2x3x4x2xi32>) -> tensor<2x3x4x2xi32>
//     return
//   }
// }

// -----
func.func @pooling_nchw_sum(%a: memref<2x3x9x8xf16>, %b: memref<3x4xf16>, %o: memref<2x3x4x2xf32>) {
  linalg.pooling_nchw_sum {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x3x9x8xf16>, memref<3x4xf16>) outs(%o : memref<2x3x4x2xf32>)
  return
}
// EXPECTED
// module {
//   func.func @pooling_nchw_sum(%a: memref<2x3x9x8xf16>, %b: memref<3x4xf16>, %o: memref<2x3x4x2xf32>) {
//     linalg.pooling_nchw_sum {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : memref<2x3x9x8xf16>, memref<3x4xf16>) outs(%o : memref<2x3x4x2xf32>)
//     return
//   }
// }

// -----
func.func @pooling_nchw_max(%a: tensor<2x3x9x8xf16>, %b: tensor<3x4xf16>, %o: tensor<2x3x4x2xf32>) {
  %r = linalg.pooling_nchw_max {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x3x9x8xf16>, tensor<3x4xf16>) outs(%o : tensor<2x3x4x2xf32>) -> tensor<2x3x4x2xf32>
  return
}
// EXPECTED
// module {
//   func.func @pooling_nchw_max(%a: tensor<2x3x9x8xf16>, %b: tensor<3x4xf16>, %o: tensor<2x3x4x2xf32>) {
//     %r = linalg.pooling_nchw_max {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x3x9x8xf16>, tensor<3x4xf16>) outs(%o : tensor<2x3x4x2xf32>) -> tensor<2x3x4x2xf32>
//     return
//   }
// }

// -----
func.func @pooling_nwc_sum(%a: memref<2x6x4xf16>, %b: memref<2xf16>, %o: memref<2x3x4xf32>) {
  linalg.pooling_nwc_sum {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x6x4xf16>, memref<2xf16>) outs(%o : memref<2x3x4xf32>)
  return
}
// EXPECTED
// module {
//   func.func @pooling_nwc_sum(%a: memref<2x6x4xf16>, %b: memref<2xf16>, %o: memref<2x3x4xf32>) {
//     linalg.pooling_nwc_sum {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x6x4xf16>, memref<2xf16>) outs(%o : memref<2x3x4xf32>)
//     return
//   }
// }

// -----
func.func @pooling_nwc_max(%a: tensor<2x6x4xf16>, %b: tensor<2xf16>, %o: tensor<2x3x4xf32>) {
  %r = linalg.pooling_nwc_max {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<2x6x4xf16>, tensor<2xf16>) outs(%o : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
// EXPECTED
// module {
//   func.func @pooling_nwc_max(%a: tensor<2x6x4xf16>, %b: tensor<2xf16>, %o: tensor<2x3x4xf32>) {
//     %r = linalg.pooling_nwc_max {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<2x6x4xf16>, tensor<2xf16>) outs(%o : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
//     return
//   }
// }

// -----
func.func @pooling_nwc_max_unsigned(%a: memref<2x6x4xi8>, %b: memref<2xi8>, %o: memref<2x3x4xi32>) {
  linalg.pooling_nwc_max_unsigned {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x6x4xi8>, memref<2xi8>) outs(%o : memref<2x3x4xi32>)
  return
}
// EXPECTED
// module {
//   func.func @pooling_nwc_max_unsigned(%a: memref<2x6x4xi8>, %b: memref<2xi8>, %o: memref<2x3x4xi32>) {
//     linalg.pooling_nwc_max_unsigned {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x6x4xi8>, memref<2xi8>) outs(%o : memref<2x3x4xi32>)
//     return
//   }
// }

// -----
func.func @pooling_nwc_min(%a: tensor<2x6x4xf16>, %b: tensor<2xf16>, %o: tensor<2x3x4xf32>) {
  %r = linalg.pooling_nwc_min {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<2x6x4xf16>, tensor<2xf16>) outs(%o : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
// EXPECTED
// module {
//   func.func @pooling_nwc_min(%a: tensor<2x6x4xf16>, %b: tensor<2xf16>, %o: tensor<2x3x4xf32>) {
//     %r = linalg.pooling_nwc_min {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<2x6x4xf16>, tensor<2xf16>) outs(%o : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
//     return
//   }
// }

// -----
func.func @pooling_nwc_min_unsigned(%a: memref<2x6x4xi8>, %b: memref<2xi8>, %o: memref<2x3x4xi32>) {
  linalg.pooling_nwc_min_unsigned {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x6x4xi8>, memref<2xi8>) outs(%o : memref<2x3x4xi32>)
  return
}
// EXPECTED
// module {
//   func.func @pooling_nwc_min_unsigned(%a: memref<2x6x4xi8>, %b: memref<2xi8>, %o: memref<2x3x4xi32>) {
//     linalg.pooling_nwc_min_unsigned {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x6x4xi8>, memref<2xi8>) outs(%o : memref<2x3x4xi32>)
//     return
//   }
// }

// -----
func.func @pooling_ncw_sum(%a: tensor<2x3x8xf16>, %b: tensor<2xf16>, %o: tensor<2x3x4xf32>) {
  %r = linalg.pooling_ncw_sum {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<2x3x8xf16>, tensor<2xf16>) outs(%o : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
// EXPECTED
// module {
//   func.func @pooling_ncw_sum(%a: tensor<2x3x8xf16>, %b: tensor<2xf16>, %o: tensor<2x3x4xf32>) {
//     %r = linalg.pooling_ncw_sum {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<2x3x8xf16>, tensor<2xf16>) outs(%o : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
//     return
//   }
// }

// -----
func.func @pooling_ncw_max(%a: memref<2x3x8xf16>, %b: memref<2xf16>, %o: memref<2x3x4xf32>) {
  linalg.pooling_ncw_max {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x3x8xf16>, memref<2xf16>) outs(%o : memref<2x3x4xf32>)
  return
}
// EXPECTED
// module {
//   func.func @pooling_ncw_max(%a: memref<2x3x8xf16>, %b: memref<2xf16>, %o: memref<2x3x4xf32>) {
//     linalg.pooling_ncw_max {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %b : memref<2x3x8xf16>, memref<2xf16>) outs(%o : memref<2x3x4xf32>)
//     return
//   }
// }

// -----
func.func @pooling_ndhwc_sum(%a: tensor<2x8x6x6x3xf16>, %b: tensor<4x2x3xf16>, %o: tensor<2x3x4x2x3xf32>) {
  %r = linalg.pooling_ndhwc_sum {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : tensor<2x8x6x6x3xf16>, tensor<4x2x3xf16>) outs(%o : tensor<2x3x4x2x3xf32>) -> tensor<2x3x4x2x3xf32>
  return
}
// EXPECTED
// module {
//   func.func @pooling_ndhwc_sum(%a: tensor<2x8x6x6x3xf16>, %b: tensor<4x2x3xf16>, %o: tensor<2x3x4x2x3xf32>) {
//     %r = linalg.pooling_ndhwc_sum {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : tensor<2x8x6x6x3xf16>, tensor<4x2x3xf16>) outs(%o : tensor<2x3x4x2x3xf32>) -> tensor<2x3x4x2x3xf32>
//     return
//   }
// }

// -----
func.func @pooling_ndhwc_max(%a: memref<2x8x6x6x3xf16>, %b: memref<4x2x3xf16>, %o: memref<2x3x4x2x3xf32>) {
  linalg.pooling_ndhwc_max {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : memref<2x8x6x6x3xf16>, memref<4x2x3xf16>) outs(%o : memref<2x3x4x2x3xf32>)
  return
}
// EXPECTED
// module {
//   func.func @pooling_ndhwc_max(%a: memref<2x8x6x6x3xf16>, %b: memref<4x2x3xf16>, %o: memref<2x3x4x2x3xf32>) {
//     linalg.pooling_ndhwc_max {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : memref<2x8x6x6x3xf16>, memref<4x2x3xf16>) outs(%o : memref<2x3x4x2x3xf32>)
//     return
//   }
// }

// -----
func.func @pooling_ndhwc_min(%a: tensor<2x8x6x6x3xf16>, %b: tensor<4x2x3xf16>, %o: tensor<2x3x4x2x3xf32>) {
  %r = linalg.pooling_ndhwc_min {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : tensor<2x8x6x6x3xf16>, tensor<4x2x3xf16>) outs(%o : tensor<2x3x4x2x3xf32>) -> tensor<2x3x4x2x3xf32>
  return
}
// EXPECTED
// module {
//   func.func @pooling_ndhwc_min(%a: tensor<2x8x6x6x3xf16>, %b: tensor<4x2x3xf16>, %o: tensor<2x3x4x2x3xf32>) {
//     %r = linalg.pooling_ndhwc_min {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 1, 3]> : tensor<3xi64>} ins(%a, %b : tensor<2x8x6x6x3xf16>, tensor<4x2x3xf16>) outs(%o : tensor<2x3x4x2x3xf32>) -> tensor<2x3x4x2x3xf32>
//     return
//   }
// }
