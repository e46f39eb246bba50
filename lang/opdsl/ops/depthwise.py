# Convolutions of each channel by itself. Letters of layouts are those of `convolutions.py`; M
# counts the outputs of a channel.

T1 = TV.T1
T2 = TV.T2


@linalg_structured_op
def depthwise_conv_1d_nwc_wc(
    I=TensorDef(T1, S.N, S.OW * S.SW + S.KW * S.DW, S.C),
    K=TensorDef(T2, S.KW, S.C),
    O=TensorDef(U, S.N, S.OW, S.C, output=True),
    strides=IndexAttrDef(S.SW, default=[1]),
    dilations=IndexAttrDef(S.DW, default=[1]),
):
    """Convolution in one dimension of each channel by itself.

    Layouts: image NWC, kernel WC, output NWC.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.ow, D.c, D.kw)
    image = TypeFn.cast_signed(U, I[D.n, D.ow * S.SW + D.kw * S.DW, D.c])
    kernel = TypeFn.cast_signed(U, K[D.kw, D.c])
    O[D.n, D.ow, D.c] += image * kernel


@linalg_structured_op
def depthwise_conv_1d_ncw_cw(
    I=TensorDef(T1, S.N, S.C, S.OW * S.SW + S.KW * S.DW),
    K=TensorDef(T2, S.C, S.KW),
    O=TensorDef(U, S.N, S.C, S.OW, output=True),
    strides=IndexAttrDef(S.SW, default=[1]),
    dilations=IndexAttrDef(S.DW, default=[1]),
):
    """Convolution in one dimension of each channel by itself.

    Layouts: image NCW, kernel CW, output NCW.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.ow, D.c, D.kw)
    image = TypeFn.cast_signed(U, I[D.n, D.c, D.ow * S.SW + D.kw * S.DW])
    kernel = TypeFn.cast_signed(U, K[D.c, D.kw])
    O[D.n, D.c, D.ow] += image * kernel


@linalg_structured_op
def depthwise_conv_1d_nwc_wcm(
    I=TensorDef(T1, S.N, S.OW * S.SW + S.KW * S.DW, S.C),
    K=TensorDef(T2, S.KW, S.C, S.CM),
    O=TensorDef(U, S.N, S.OW, S.C, S.CM, output=True),
    strides=IndexAttrDef(S.SW, default=[1]),
    dilations=IndexAttrDef(S.DW, default=[1]),
):
    """Convolution in one dimension of each channel by itself, with several outputs a channel.

    Layouts: image NWC, kernel WCM, output NWCM.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.ow, D.c, D.cm, D.kw)
    image = TypeFn.cast_signed(U, I[D.n, D.ow * S.SW + D.kw * S.DW, D.c])
    kernel = TypeFn.cast_signed(U, K[D.kw, D.c, D.cm])
    O[D.n, D.ow, D.c, D.cm] += image * kernel


@linalg_structured_op
def depthwise_conv_2d_nhwc_hwc(
    I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
    K=TensorDef(T2, S.KH, S.KW, S.C),
    O=TensorDef(U, S.N, S.OH, S.OW, S.C, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions of each channel by itself.

    Layouts: image NHWC, kernel HWC, output NHWC.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.oh, D.ow, D.c, D.kh, D.kw)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c],
    )
    kernel = TypeFn.cast_signed(U, K[D.kh, D.kw, D.c])
    O[D.n, D.oh, D.ow, D.c] += image * kernel


@linalg_structured_op
def depthwise_conv_2d_nchw_chw(
    I=TensorDef(T1, S.N, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW),
    K=TensorDef(T2, S.C, S.KH, S.KW),
    O=TensorDef(U, S.N, S.C, S.OH, S.OW, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions of each channel by itself.

    Layouts: image NCHW, kernel CHW, output NCHW.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.oh, D.ow, D.c, D.kh, D.kw)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW],
    )
    kernel = TypeFn.cast_signed(U, K[D.c, D.kh, D.kw])
    O[D.n, D.c, D.oh, D.ow] += image * kernel


@linalg_structured_op
def depthwise_conv_2d_nhwc_hwc_q(
    I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
    K=TensorDef(T2, S.KH, S.KW, S.C),
    IZp=ScalarDef(I32),
    KZp=ScalarDef(I32),
    O=TensorDef(U, S.N, S.OH, S.OW, S.C, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions of each channel by itself, quantized.

    Layouts: image NHWC, kernel HWC, output NHWC.

    The zero points `IZp` and `KZp` are subtracted from the elements of the image and of the
    kernel.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.oh, D.ow, D.c, D.kh, D.kw)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c],
    )
    kernel = TypeFn.cast_signed(U, K[D.kh, D.kw, D.c])
    image = image - TypeFn.cast_signed(U, IZp)
    kernel = kernel - TypeFn.cast_signed(U, KZp)
    O[D.n, D.oh, D.ow, D.c] += image * kernel


@linalg_structured_op
def depthwise_conv_2d_nhwc_hwcm(
    I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
    K=TensorDef(T2, S.KH, S.KW, S.C, S.CM),
    O=TensorDef(U, S.N, S.OH, S.OW, S.C, S.CM, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions of each channel by itself, with several outputs a channel.

    Layouts: image NHWC, kernel HWCM, output NHWCM.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.oh, D.ow, D.c, D.cm, D.kh, D.kw)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c],
    )
    kernel = TypeFn.cast_signed(U, K[D.kh, D.kw, D.c, D.cm])
    O[D.n, D.oh, D.ow, D.c, D.cm] += image * kernel


@linalg_structured_op
def depthwise_conv_2d_nhwc_hwcm_q(
    I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
    K=TensorDef(T2, S.KH, S.KW, S.C, S.CM),
    IZp=ScalarDef(I32),
    KZp=ScalarDef(I32),
    O=TensorDef(U, S.N, S.OH, S.OW, S.C, S.CM, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    """Convolution in two dimensions of each channel by itself, with several outputs a channel, quantized.

    Layouts: image NHWC, kernel HWCM, output NHWCM.

    The zero points `IZp` and `KZp` are subtracted from the elements of the image and of the
    kernel.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.oh, D.ow, D.c, D.cm, D.kh, D.kw)
    image = TypeFn.cast_signed(
        U,
        I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c],
    )
    kernel = TypeFn.cast_signed(U, K[D.kh, D.kw, D.c, D.cm])
    image = image - TypeFn.cast_signed(U, IZp)
    kernel = kernel - TypeFn.cast_signed(U, KZp)
    O[D.n, D.oh, D.ow, D.c, D.cm] += image * kernel


@linalg_structured_op
def depthwise_conv_3d_ndhwc_dhwc(
    I=TensorDef(
        T1, S.N, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C,
    ),
    K=TensorDef(T2, S.KD, S.KH, S.KW, S.C),
    O=TensorDef(U, S.N, S.OD, S.OH, S.OW, S.C, output=True),
    strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
    dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1]),
):
    """Convolution in three dimensions of each channel by itself.

    Layouts: image NDHWC, kernel DHWC, output NDHWC.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.od, D.oh, D.ow, D.kd, D.kh, D.kw, D.c)
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
    kernel = TypeFn.cast_signed(U, K[D.kd, D.kh, D.kw, D.c])
    O[D.n, D.od, D.oh, D.ow, D.c] += image * kernel


@linalg_structured_op
def depthwise_conv_3d_ncdhw_cdhw(
    I=TensorDef(
        T1, S.N, S.C, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW,
    ),
    K=TensorDef(T2, S.C, S.KD, S.KH, S.KW),
    O=TensorDef(U, S.N, S.C, S.OD, S.OH, S.OW, output=True),
    strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
    dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1]),
):
    """Convolution in three dimensions of each channel by itself.

    Layouts: image NCDHW, kernel CDHW, output NCDHW.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.od, D.oh, D.ow, D.kd, D.kh, D.kw, D.c)
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
    kernel = TypeFn.cast_signed(U, K[D.c, D.kd, D.kh, D.kw])
    O[D.n, D.c, D.od, D.oh, D.ow] += image * kernel


@linalg_structured_op
def depthwise_conv_3d_ndhwc_dhwcm(
    I=TensorDef(
        T1, S.N, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C,
    ),
    K=TensorDef(T2, S.KD, S.KH, S.KW, S.C, S.CM),
    O=TensorDef(U, S.N, S.OD, S.OH, S.OW, S.C, S.CM, output=True),
    strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
    dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1]),
):
    """Convolution in three dimensions of each channel by itself, with several outputs a channel.

    Layouts: image NDHWC, kernel DHWCM, output NDHWCM.

    The window moves by `strides` and its elements are `dilations` apart.
    """
    implements(ConvolutionOpInterface)
    domain(D.n, D.od, D.oh, D.ow, D.cm, D.kd, D.kh, D.kw, D.c)
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
    kernel = TypeFn.cast_signed(U, K[D.kd, D.kh, D.kw, D.c, D.cm])
    O[D.n, D.od, D.oh, D.ow, D.c, D.cm] += image * kernel
