//! The linalg dialect: structured operations on tensors and memrefs.

ops! {
    dialect Linalg;

    /// A perfect loop nest over index maps whose body a region computes.
    LinalgGeneric = "linalg.generic": Generic [SingleBlock];
    /// Elements computed one by one from those of the inputs.
    LinalgMap = "linalg.map": Generic [SingleBlock];
    /// Elements combined along some dimensions.
    LinalgReduce = "linalg.reduce": Generic [SingleBlock];
    /// The input repeated along new dimensions.
    LinalgBroadcast = "linalg.broadcast": Generic [SingleBlock];
    /// The input with its dimensions permuted.
    LinalgTranspose = "linalg.transpose": Generic [SingleBlock];
    /// The number of the iteration along a dimension.
    LinalgIndex = "linalg.index": Generic [Pure];
    /// Ends the body of a linalg operation.
    LinalgYield = "linalg.yield": Generic [Terminator ReturnLike];
    /// Exponentials along a dimension, scaled to sum to one.
    LinalgSoftmax = "linalg.softmax": Generic [];
    /// The filter of a Winograd convolution, transformed.
    LinalgWinogradFilterTransform = "linalg.winograd_filter_transform": Generic [];
    /// The input of a Winograd convolution, transformed.
    LinalgWinogradInputTransform = "linalg.winograd_input_transform": Generic [];
    /// The output of a Winograd convolution, transformed back.
    LinalgWinogradOutputTransform = "linalg.winograd_output_transform": Generic [];
    /// Every element set to one scalar.
    LinalgFill = "linalg.fill": Generic [SingleBlock];
    /// Every element copied.
    LinalgCopy = "linalg.copy": Generic [SingleBlock];
    /// A function of one operand, element by element.
    LinalgElemwiseUnary = "linalg.elemwise_unary": Generic [SingleBlock];
    /// A function of two operands, element by element.
    LinalgElemwiseBinary = "linalg.elemwise_binary": Generic [SingleBlock];
    /// A matrix of pseudo-random numbers.
    LinalgFillRng2D = "linalg.fill_rng_2d": Generic [SingleBlock];
    /// Absolute values.
    LinalgAbs = "linalg.abs": Generic [SingleBlock];
    /// Elements rounded up.
    LinalgCeil = "linalg.ceil": Generic [SingleBlock];
    /// Error functions.
    LinalgErf = "linalg.erf": Generic [SingleBlock];
    /// Exponentials.
    LinalgExp = "linalg.exp": Generic [SingleBlock];
    /// Elements rounded down.
    LinalgFloor = "linalg.floor": Generic [SingleBlock];
    /// Natural logarithms.
    LinalgLog = "linalg.log": Generic [SingleBlock];
    /// Negated floats.
    LinalgNegF = "linalg.negf": Generic [SingleBlock];
    /// Reciprocals.
    LinalgReciprocal = "linalg.reciprocal": Generic [SingleBlock];
    /// Elements rounded to the nearest integer.
    LinalgRound = "linalg.round": Generic [SingleBlock];
    /// Reciprocals of square roots.
    LinalgRsqrt = "linalg.rsqrt": Generic [SingleBlock];
    /// Square roots.
    LinalgSqrt = "linalg.sqrt": Generic [SingleBlock];
    /// Squares.
    LinalgSquare = "linalg.square": Generic [SingleBlock];
    /// Hyperbolic tangents.
    LinalgTanh = "linalg.tanh": Generic [SingleBlock];
    /// Sums, element by element.
    LinalgAdd = "linalg.add": Generic [SingleBlock];
    /// Differences, element by element.
    LinalgSub = "linalg.sub": Generic [SingleBlock];
    /// Products, element by element.
    LinalgMul = "linalg.mul": Generic [SingleBlock];
    /// Quotients, element by element.
    LinalgDiv = "linalg.div": Generic [SingleBlock];
    /// Unsigned quotients, element by element.
    LinalgDivUnsigned = "linalg.div_unsigned": Generic [SingleBlock];
    /// The greater elements.
    LinalgMax = "linalg.max": Generic [SingleBlock];
    /// The lesser elements.
    LinalgMin = "linalg.min": Generic [SingleBlock];
    /// Float powers, element by element.
    LinalgPowF = "linalg.powf": Generic [SingleBlock];
    /// Elements chosen by a condition.
    LinalgSelect = "linalg.select": Generic [SingleBlock];
    /// The inner product of two vectors.
    LinalgDot = "linalg.dot": Generic [SingleBlock];
    /// Matrix times vector.
    LinalgMatvec = "linalg.matvec": Generic [SingleBlock];
    /// Vector times matrix.
    LinalgVecmat = "linalg.vecmat": Generic [SingleBlock];
    /// Matrix product.
    LinalgMatmul = "linalg.matmul": Generic [SingleBlock];
    /// Matrix product, the first matrix transposed.
    LinalgMatmulTransposeA = "linalg.matmul_transpose_a": Generic [SingleBlock];
    /// Matrix product, the second matrix transposed.
    LinalgMatmulTransposeB = "linalg.matmul_transpose_b": Generic [SingleBlock];
    /// Matrix product of integers less their zero points.
    LinalgQuantizedMatmul = "linalg.quantized_matmul": Generic [SingleBlock];
    /// Product of tiled matrices, the second transposed.
    LinalgMmt4D = "linalg.mmt4d": Generic [SingleBlock];
    /// A matrix product for each of a batch.
    LinalgBatchMatmul = "linalg.batch_matmul": Generic [SingleBlock];
    /// A matrix product for each of a batch, the first matrix transposed.
    LinalgBatchMatmulTransposeA = "linalg.batch_matmul_transpose_a": Generic [SingleBlock];
    /// A matrix product for each of a batch, the second matrix transposed.
    LinalgBatchMatmulTransposeB = "linalg.batch_matmul_transpose_b": Generic [SingleBlock];
    /// Matrix times vector for each of a batch.
    LinalgBatchMatvec = "linalg.batch_matvec": Generic [SingleBlock];
    /// Vector times matrix for each of a batch.
    LinalgBatchVecmat = "linalg.batch_vecmat": Generic [SingleBlock];
    /// A product of tiled matrices for each of a batch.
    LinalgBatchMmt4D = "linalg.batch_mmt4d": Generic [SingleBlock];
    /// The sum of the matrix products of a batch.
    LinalgBatchReduceMatmul = "linalg.batch_reduce_matmul": Generic [SingleBlock];
    /// A matrix product less zero points for each of a batch.
    LinalgQuantizedBatchMatmul = "linalg.quantized_batch_matmul": Generic [SingleBlock];
    /// Convolution in one dimension.
    LinalgConv1D = "linalg.conv_1d": Generic [SingleBlock];
    /// Convolution in two dimensions.
    LinalgConv2D = "linalg.conv_2d": Generic [SingleBlock];
    /// Convolution in three dimensions.
    LinalgConv3D = "linalg.conv_3d": Generic [SingleBlock];
    /// Convolution in one dimension, channels last.
    LinalgConv1DNwcWcf = "linalg.conv_1d_nwc_wcf": Generic [SingleBlock];
    /// Convolution in one dimension, channels first.
    LinalgConv1DNcwFcw = "linalg.conv_1d_ncw_fcw": Generic [SingleBlock];
    /// Convolution in two dimensions, channels last.
    LinalgConv2DNhwcHwcf = "linalg.conv_2d_nhwc_hwcf": Generic [SingleBlock];
    /// Convolution in two dimensions, channels last, filters first.
    LinalgConv2DNhwcFhwc = "linalg.conv_2d_nhwc_fhwc": Generic [SingleBlock];
    /// Convolution in two dimensions less zero points, channels last.
    LinalgConv2DNhwcHwcfQ = "linalg.conv_2d_nhwc_hwcf_q": Generic [SingleBlock];
    /// Convolution in two dimensions less zero points, channels last, filters first.
    LinalgConv2DNhwcFhwcQ = "linalg.conv_2d_nhwc_fhwc_q": Generic [SingleBlock];
    /// Convolution in two dimensions, channels first.
    LinalgConv2DNchwFchw = "linalg.conv_2d_nchw_fchw": Generic [SingleBlock];
    /// Grouped convolution in two dimensions, filters before groups.
    LinalgConv2DNgchwFgchw = "linalg.conv_2d_ngchw_fgchw": Generic [SingleBlock];
    /// Grouped convolution in two dimensions, groups first.
    LinalgConv2DNgchwGfchw = "linalg.conv_2d_ngchw_gfchw": Generic [SingleBlock];
    /// Grouped convolution in two dimensions less zero points, groups first.
    LinalgConv2DNgchwGfchwQ = "linalg.conv_2d_ngchw_gfchw_q": Generic [SingleBlock];
    /// Convolution in three dimensions, channels last.
    LinalgConv3DNdhwcDhwcf = "linalg.conv_3d_ndhwc_dhwcf": Generic [SingleBlock];
    /// Convolution in three dimensions less zero points, channels last.
    LinalgConv3DNdhwcDhwcfQ = "linalg.conv_3d_ndhwc_dhwcf_q": Generic [SingleBlock];
    /// Convolution in three dimensions, channels first.
    LinalgConv3DNcdhwFcdhw = "linalg.conv_3d_ncdhw_fcdhw": Generic [SingleBlock];
    /// Convolution of each channel by itself in one dimension, channels last.
    LinalgDepthwiseConv1DNwcWc = "linalg.depthwise_conv_1d_nwc_wc": Generic [SingleBlock];
    /// Convolution of each channel by itself in one dimension, channels first.
    LinalgDepthwiseConv1DNcwCw = "linalg.depthwise_conv_1d_ncw_cw": Generic [SingleBlock];
    /// Convolution of each channel by several filters in one dimension, channels last.
    LinalgDepthwiseConv1DNwcWcm = "linalg.depthwise_conv_1d_nwc_wcm": Generic [SingleBlock];
    /// Convolution of each channel by itself in two dimensions, channels last.
    LinalgDepthwiseConv2DNhwcHwc = "linalg.depthwise_conv_2d_nhwc_hwc": Generic [SingleBlock];
    /// Convolution of each channel by itself in two dimensions, channels first.
    LinalgDepthwiseConv2DNchwChw = "linalg.depthwise_conv_2d_nchw_chw": Generic [SingleBlock];
    /// Convolution of each channel by itself less zero points, channels last.
    LinalgDepthwiseConv2DNhwcHwcQ = "linalg.depthwise_conv_2d_nhwc_hwc_q": Generic [SingleBlock];
    /// Convolution of each channel by several filters in two dimensions, channels last.
    LinalgDepthwiseConv2DNhwcHwcm = "linalg.depthwise_conv_2d_nhwc_hwcm": Generic [SingleBlock];
    /// Convolution of each channel by several filters less zero points, channels last.
    LinalgDepthwiseConv2DNhwcHwcmQ = "linalg.depthwise_conv_2d_nhwc_hwcm_q": Generic [SingleBlock];
    /// Convolution of each channel by itself in three dimensions, channels last.
    LinalgDepthwiseConv3DNdhwcDhwc = "linalg.depthwise_conv_3d_ndhwc_dhwc": Generic [SingleBlock];
    /// Convolution of each channel by itself in three dimensions, channels first.
    LinalgDepthwiseConv3DNcdhwCdhw = "linalg.depthwise_conv_3d_ncdhw_cdhw": Generic [SingleBlock];
    /// Convolution of each channel by several filters in three dimensions, channels last.
    LinalgDepthwiseConv3DNdhwcDhwcm = "linalg.depthwise_conv_3d_ndhwc_dhwcm": Generic [SingleBlock];
    /// The sum of each window in two dimensions, channels last.
    LinalgPoolingNhwcSum = "linalg.pooling_nhwc_sum": Generic [SingleBlock];
    /// The greatest of each window in two dimensions, channels last.
    LinalgPoolingNhwcMax = "linalg.pooling_nhwc_max": Generic [SingleBlock];
    /// The greatest unsigned of each window in two dimensions, channels last.
    LinalgPoolingNhwcMaxUnsigned = "linalg.pooling_nhwc_max_unsigned": Generic [SingleBlock];
    /// The least of each window in two dimensions, channels last.
    LinalgPoolingNhwcMin = "linalg.pooling_nhwc_min": Generic [SingleBlock];
    /// The least unsigned of each window in two dimensions, channels last.
    LinalgPoolingNhwcMinUnsigned = "linalg.pooling_nhwc_min_unsigned": Generic [SingleBlock];
    /// The sum of each window in two dimensions, channels first.
    LinalgPoolingNchwSum = "linalg.pooling_nchw_sum": Generic [SingleBlock];
    /// The greatest of each window in two dimensions, channels first.
    LinalgPoolingNchwMax = "linalg.pooling_nchw_max": Generic [SingleBlock];
    /// The sum of each window in one dimension, channels last.
    LinalgPoolingNwcSum = "linalg.pooling_nwc_sum": Generic [SingleBlock];
    /// The greatest of each window in one dimension, channels last.
    LinalgPoolingNwcMax = "linalg.pooling_nwc_max": Generic [SingleBlock];
    /// The greatest unsigned of each window in one dimension, channels last.
    LinalgPoolingNwcMaxUnsigned = "linalg.pooling_nwc_max_unsigned": Generic [SingleBlock];
    /// The least of each window in one dimension, channels last.
    LinalgPoolingNwcMin = "linalg.pooling_nwc_min": Generic [SingleBlock];
    /// The least unsigned of each window in one dimension, channels last.
    LinalgPoolingNwcMinUnsigned = "linalg.pooling_nwc_min_unsigned": Generic [SingleBlock];
    /// The sum of each window in one dimension, channels first.
    LinalgPoolingNcwSum = "linalg.pooling_ncw_sum": Generic [SingleBlock];
    /// The greatest of each window in one dimension, channels first.
    LinalgPoolingNcwMax = "linalg.pooling_ncw_max": Generic [SingleBlock];
    /// The sum of each window in three dimensions, channels last.
    LinalgPoolingNdhwcSum = "linalg.pooling_ndhwc_sum": Generic [SingleBlock];
    /// The greatest of each window in three dimensions, channels last.
    LinalgPoolingNdhwcMax = "linalg.pooling_ndhwc_max": Generic [SingleBlock];
    /// The least of each window in three dimensions, channels last.
    LinalgPoolingNdhwcMin = "linalg.pooling_ndhwc_min": Generic [SingleBlock];
}
