# Convolutions. `I` is the image, `K` the kernel, `O` the output; in the names of layouts N counts
# images, C channels of the image, F features of the output, G groups, and D, H, W are depth,
# height and width.

T1 = TV.T1
T2 = TV.T2


@linalg_structured_op
def conv_1d(
    I=TensorDef(T1, S.OW + S.KW),
    K=TensorDef(T2, S.KW),
    O=TensorDef(U, S.OW, output=True),
):
    """Convolution in one dimension, of one channel.

    The factors are converted to the output's type before they are multiplied.
    """
    implements(ConvolutionOpInterface)
    domain(D.ow, D.kw)
    image = TypeFn.cast_signed(U, I[D.ow + D.kw])
    kernel = TypeFn.cast_signed(U, K[D.kw])
    O[D.ow] += image * kernel


@linalg_structured_op
def conv_2d(
    I=TensorDef(T1, S.OH + S.KH, S.OW + S.KW),
    K=TensorDef(T2, S.KH, S.KW),
    O=TensorDef(U, S.OH, S.OW, output=True),
):
    """Convolution in two dimensions, of one channel.

    The factors are converted to the output's type before they are multiplied.
    """
    implements(ConvolutionOpInterface)
    domain(D.oh, D.ow, D.kh, D.kw)
    image = TypeFn.cast_signed(U, I[D.oh + D.kh, D.ow + D.kw])
    kernel = TypeFn.cast_signed(U, K[D.kh, D.kw])
    O[D.oh, D.ow] += image * kernel


@linalg_structured_op
def conv_3d(
    I=TensorDef(T1, S.OD + S.KD, S.OH + S.KH, S.OW + S.KW),
    K=TensorDef(T2, S.KD, S.KH, S.KW),
    O=TensorDef(U, S.OD, S.OH, S.OW, output=True),
):
    """Convolution in three dimensions, of one channel.

    The factors are converted to the output's type before they are multiplied.
    """
    implements(ConvolutionOpInterface)
    domain(D.od, D.oh, D.ow, D.kd, D.kh, D.kw)
    image = TypeFn.cast_signed(U, I[D.od + D.kd, D.oh + D.kh, D.ow + D.kw])
    kernel = TypeFn.cast_signed(U, K[D.kd, D.kh, D.kw])
    O[D.od, D.oh, D.ow] += image * kernel


@linalg_structured_op
def conv_1d_nwc_wcf(
    I=TensorDef(T1, S.N, S.OW * S.SW + S.KW * S.DW, S.C),
    K=TensorDef(T2, S.KW, S.C, S.F),
    O=TensorDef(U, S.N, S.OW, S.F, output=True),
    strides=IndexAttrDef(S.SW, default=[1]),
    dilations=IndexAttrDef(S.DW, default=[1]),
):
    """Convolution in one dimension.

    Layouts: image NWC, kernel WCF, output NWF.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.ow, D.f, D.kw, D.c)
    image = TypeFn.cast_signed(U, I[D.n, D.ow * S.SW + D.kw * S.DW, D.c])
    kernel = TypeFn.cast_signed(U, K[D.kw, D.c, D.f])
    O[D.n, D.ow, D.f] += image * kernel


@linalg_structured_op
def conv_1d_ncw_fcw(
    I=TensorDef(T1, S.N, S.C, S.OW * S.SW + S.KW * S.DW),
    K=TensorDef(T2, S.F, S.C, S.KW),
    O=TensorDef(U, S.N, S.F, S.OW, output=True),
    strides=IndexAttrDef(S.SW, default=[1]),
    dilations=IndexAttrDef(S.DW, default=[1]),
):
    """Convolution in one dimension.

    Layouts: image NCW, kernel FCW, output NFW.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.f, D.ow, D.c, D.kw)
    image = TypeFn.cast_signed(U, I[D.n, D.c, D.ow * S.SW + D.kw * S.DW])
    kernel = TypeFn.cast_signed(U, K[D.f, D.c, D.kw])
    O[D.n, D.f, D.ow] += image * kernel


@linalg_structured_op
def conv_2d_nhwc_hwcf(
    I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
    K=TensorDef(T2, S.KH, S.KW, S.C, S.F),
    O=TensorDef(U, S.N, S.OH, S.OW, S.F, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions.

    Layouts: image NHWC, kernel HWCF, output NHWF.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.oh, D.ow, D.f, D.kh, D.kw, D.c)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c],
    )
    kernel = TypeFn.cast_signed(U, K[D.kh, D.kw, D.c, D.f])
    O[D.n, D.oh, D.ow, D.f] += image * kernel


@linalg_structured_op
def conv_2d_nhwc_fhwc(
    I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
    K=TensorDef(T2, S.F, S.KH, S.KW, S.C),
    O=TensorDef(U, S.N, S.OH, S.OW, S.F, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions.

    Layouts: image NHWC, kernel FHWC, output NHWF.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.oh, D.ow, D.f, D.kh, D.kw, D.c)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c],
    )
    kernel = TypeFn.cast_signed(U, K[D.f, D.kh, D.kw, D.c])
    O[D.n, D.oh, D.ow, D.f] += image * kernel


@linalg_structured_op
def conv_2d_nchw_fchw(
    I=TensorDef(T1, S.N, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW),
    K=TensorDef(T2, S.F, S.C, S.KH, S.KW),
    O=TensorDef(U, S.N, S.F, S.OH, S.OW, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions.

    Layouts: image NCHW, kernel FCHW, output NFHW.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.f, D.oh, D.ow, D.c, D.kh, D.kw)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW],
    )
    kernel = TypeFn.cast_signed(U, K[D.f, D.c, D.kh, D.kw])
    O[D.n, D.f, D.oh, D.ow] += image * kernel


@linalg_structured_op
def conv_2d_nhwc_hwcf_q(
    I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
    K=TensorDef(T2, S.KH, S.KW, S.C, S.F),
    IZp=ScalarDef(I32),
    KZp=ScalarDef(I32),
    O=TensorDef(U, S.N, S.OH, S.OW, S.F, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions of quantized numbers.

    Layouts: image NHWC, kernel HWCF, output NHWF.

    The zero points `IZp` and `KZp` are subtracted from the elements of the image and of the
    kernel.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.oh, D.ow, D.f, D.kh, D.kw, D.c)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c],
    )
    kernel = TypeFn.cast_signed(U, K[D.kh, D.kw, D.c, D.f])
    image = image - TypeFn.cast_signed(U, IZp)
    kernel = kernel - TypeFn.cast_signed(U, KZp)
    O[D.n, D.oh, D.ow, D.f] += image * kernel


@linalg_structured_op
def conv_2d_nhwc_fhwc_q(
    I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
    K=TensorDef(T2, S.F, S.KH, S.KW, S.C),
    IZp=ScalarDef(I32),
    KZp=ScalarDef(I32),
    O=TensorDef(U, S.N, S.OH, S.OW, S.F, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions of quantized numbers.

    Layouts: image NHWC, kernel FHWC, output NHWF.

    The zero points `IZp` and `KZp` are subtracted from the elements of the image and of the
    kernel.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.oh, D.ow, D.f, D.kh, D.kw, D.c)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c],
    )
    kernel = TypeFn.cast_signed(U, K[D.f, D.kh, D.kw, D.c])
    image = image - TypeFn.cast_signed(U, IZp)
    kernel = kernel - TypeFn.cast_signed(U, KZp)
    O[D.n, D.oh, D.ow, D.f] += image * kernel


@linalg_structured_op
def conv_2d_ngchw_fgchw(
    I=TensorDef(
        T1, S.N, S.G, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW,
    ),
    K=TensorDef(T2, S.F, S.G, S.C, S.KH, S.KW),
    O=TensorDef(U, S.N, S.G, S.F, S.OH, S.OW, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions, of groups of channels by themselves.

    Layouts: image NGCHW, kernel FGCHW, output NGFHW.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.g, D.f, D.oh, D.ow, D.c, D.kh, D.kw)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.g, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW],
    )
    kernel = TypeFn.cast_signed(U, K[D.f, D.g, D.c, D.kh, D.kw])
    O[D.n, D.g, D.f, D.oh, D.ow] += image * kernel


@linalg_structured_op
def conv_2d_ngchw_gfchw(
    I=TensorDef(
        T1, S.N, S.G, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW,
    ),
    K=TensorDef(T2, S.G, S.F, S.C, S.KH, S.KW),
    O=TensorDef(U, S.N, S.G, S.F, S.OH, S.OW, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions, of groups of channels by themselves.

    Layouts: image NGCHW, kernel GFCHW, output NGFHW.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.g, D.f, D.oh, D.ow, D.c, D.kh, D.kw)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.g, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW],
    )
    kernel = TypeFn.cast_signed(U, K[D.g, D.f, D.c, D.kh, D.kw])
    O[D.n, D.g, D.f, D.oh, D.ow] += image * kernel


@linalg_structured_op
def conv_2d_ngchw_gfchw_q(
    I=TensorDef(
        T1, S.N, S.G, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW,
    ),
    K=TensorDef(T2, S.G, S.F, S.C, S.KH, S.KW),
    IZp=ScalarDef(I32),
    KZp=ScalarDef(I32),
    O=TensorDef(U, S.N, S.G, S.F, S.OH, S.OW, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions, of groups of channels by themselves, quantized.

    Layouts: image NGCHW, kernel GFCHW, output NGFHW.

    The zero points `IZp` and `KZp` are subtracted from the elements of the image and of the
    kernel.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.g, D.f, D.oh, D.ow, D.c, D.kh, D.kw)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.g, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW],
    )
    kernel = TypeFn.cast_signed(U, K[D.g, D.f, D.c, D.kh, D.kw])
    image = image - TypeFn.cast_signed(U, IZp)
    kernel = kernel - TypeFn.cast_signed(U, KZp)
    O[D.n, D.g, D.f, D.oh, D.ow] += image * kernel


@linalg_structured_op
def conv_3d_ndhwc_dhwcf(
    I=TensorDef(
        T1, S.N, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C,
    ),
    K=TensorDef(T2, S.KD, S.KH, S.KW, S.C, S.F),
    O=TensorDef(U, S.N, S.OD, S.OH, S.OW, S.F, output=True),
    strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
    dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1]),
):
    """Convolution in three dimensions.

    Layouts: image NDHWC, kernel DHWCF, output NDHWF.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.od, D.oh, D.ow, D.f, D.kd, D.kh, D.kw, D.c)
    image = TypeFn.cast_signed(
        U,
        I[
            D.n,
            D.od * S.SD + D.kd * S.DD,
            D.oh * S.SH + D.kh * S.DH,
            D.ow * S.SW + D.kw * S.DW,
            D.c,
        ],
    )
    kernel = TypeFn.cast_signed(U, K[D.kd, D.kh, D.kw, D.c, D.f])
    O[D.n, D.od, D.oh, D.ow, D.f] += image * kernel


@linalg_structured_op
def conv_3d_ndhwc_dhwcf_q(
    I=TensorDef(
        T1, S.N, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C,
    ),
    K=TensorDef(T2, S.KD, S.KH, S.KW, S.C, S.F),
    IZp=ScalarDef(I32),
    KZp=ScalarDef(I32),
    O=TensorDef(U, S.N, S.OD, S.OH, S.OW, S.F, output=True),
    strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
    dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1]),
):
    """Convolution in three dimensions of quantized numbers.

    Layouts: image NDHWC, kernel DHWCF, output NDHWF.

    The zero points `IZp` and `KZp` are subtracted from the elements of the image and of the
    kernel.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.od, D.oh, D.ow, D.f, D.kd, D.kh, D.kw, D.c)
    image = TypeFn.cast_signed(
        U,
        I[
            D.n,
            D.od * S.SD + D.kd * S.DD,
            D.oh * S.SH + D.kh * S.DH,
            D.ow * S.SW + D.kw * S.DW,
            D.c,
        ],
    )
    kernel = TypeFn.cast_signed(U, K[D.kd, D.kh, D.kw, D.c, D.f])
    image = image - TypeFn.cast_signed(U, IZp)
    kernel = kernel - TypeFn.cast_signed(U, KZp)
    O[D.n, D.od, D.oh, D.ow, D.f] += image * kernel


@linalg_structured_op
def conv_3d_ncdhw_fcdhw(
    I=TensorDef(
        T1, S.N, S.C, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW,
    ),
    K=TensorDef(T2, S.F, S.C, S.KD, S.KH, S.KW),
    O=TensorDef(U, S.N, S.F, S.OD, S.OH, S.OW, output=True),
    strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
    dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1]),
):
    """Convolution in three dimensions.

    Layouts: image NCDHW, kernel FCDHW, output NFDHW.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.od, D.oh, D.ow, D.f, D.kd, D.kh, D.kw, D.c)
    image = TypeFn.cast_signed(
        U,
        I[
            D.n,
            D.c,
            D.od * S.SD + D.kd * S.DD,
            D.oh * S.SH + D.kh * S.DH,
            D.ow * S.SW + D.kw * S.DW,
        ],
    )
    kernel = TypeFn.cast_signed(U, K[D.f, D.c, D.kd, D.kh, D.kw])
    O[D.n, D.f, D.od, D.oh, D.ow] += image * kernel
