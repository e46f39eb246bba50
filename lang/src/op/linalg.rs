//! The linalg dialect: structured operations on tensors and memrefs.

/// Any number of inputs, of which the definition of each operation says more.
const NAMED: &str =
    "(inputs*: any, outputs*: shaped) -> (result_tensors*: ranked-tensor) regions (region: any); custom";
/// As [`NAMED`], with a choice of how elements are converted.
const CAST: &str = "(inputs*: any, outputs*: shaped) {cast?: cast-function} -> (result_tensors*: ranked-tensor) \
    regions (region: any); custom";
/// As [`NAMED`], with the steps of a window.
const WINDOW: &str = "(inputs*: any, outputs*: shaped) {strides?: integer-elements, dilations?: integer-elements} -> \
    (result_tensors*: ranked-tensor) regions (region: any); custom";

ops! {
    dialect Linalg;

    /// A perfect loop nest over index maps whose body a region computes.
    LinalgGeneric = "linalg.generic": Own [SingleBlock]
        as "(inputs*: any, outputs*: shaped) {indexing_maps: maps, iterator_types: array, doc?: string, \
            library_call?: string} -> (result_tensors*: ranked-tensor) regions (region: any); custom";
    /// Elements computed one by one from those of the inputs.
    LinalgMap = "linalg.map": Own [SingleBlock]
        as "(inputs*: memref | ranked-tensor, init: memref | ranked-tensor) -> (result*: tensor) regions (mapper: \
            block); custom";
    /// Elements combined along some dimensions.
    LinalgReduce = "linalg.reduce": Own [SingleBlock]
        as "(inputs*: memref | ranked-tensor, inits*: memref | ranked-tensor) {dimensions: dense-i64s} -> \
            (result*: tensor) regions (combiner: block) where equal-segments(inputs, inits); custom";
    /// The input repeated along new dimensions.
    LinalgBroadcast = "linalg.broadcast": Own [SingleBlock]
        as "(input: memref | ranked-tensor, init: memref | ranked-tensor) {dimensions: dense-i64s} -> \
            (result*: tensor) regions (region: block); custom";
    /// The input with its dimensions permuted.
    LinalgTranspose = "linalg.transpose": Own [SingleBlock]
        as "(input: memref | ranked-tensor, init: memref | ranked-tensor) {permutation: dense-i64s} -> \
            (result*: tensor) regions (region: block); custom";
    /// The number of the iteration along a dimension.
    LinalgIndex = "linalg.index": Own [Pure]
        as "() {dim: i64} -> (result: index); dim attr-dict ':' type(result)";
    /// Ends the body of a linalg operation.
    LinalgYield = "linalg.yield": Own [Terminator ReturnLike]
        as "(values*: any); values attr-dict [':' type(values)]";
    /// Exponentials along a dimension, scaled to sum to one.
    LinalgSoftmax = "linalg.softmax": Own []
        as "(input: shaped, output: shaped) {dimension: i64} -> (result*: ranked-tensor) where \
            same-element(input, output); \
            attr-dict 'dimension' '(' dimension ')' 'ins' '(' input ':' type(input) ')' \
            'outs' '(' output ':' type(output) ')' ['->' type(result)]";
    /// The filter of a Winograd convolution, transformed.
    LinalgWinogradFilterTransform = "linalg.winograd_filter_transform": Own []
        as "(filter: ranked-tensor<any, 4>, output: ranked-tensor<any, 4>) {m: i64, r: i64} -> (result: \
            ranked-tensor<any, 4>) where same-element(filter, output); \
            attr-dict 'm' '(' m ')' 'r' '(' r ')' 'ins' '(' filter ':' type(filter) ')' \
            'outs' '(' output ':' type(output) ')' '->' type(result)";
    /// The input of a Winograd convolution, transformed.
    LinalgWinogradInputTransform = "linalg.winograd_input_transform": Own []
        as "(input: ranked-tensor<any, 4>, output: ranked-tensor<any, 6>) {m: i64, r: i64} -> (result: \
            ranked-tensor<any, 6>) where same-element(input, output); \
            attr-dict 'm' '(' m ')' 'r' '(' r ')' 'ins' '(' input ':' type(input) ')' \
            'outs' '(' output ':' type(output) ')' '->' type(result)";
    /// The output of a Winograd convolution, transformed back.
    LinalgWinogradOutputTransform = "linalg.winograd_output_transform": Own []
        as "(value: ranked-tensor<any, 6>, output: ranked-tensor<any, 4>) {m: i64, r: i64} -> (result: \
            ranked-tensor<any, 4>) where same-element(value, output); \
            attr-dict 'm' '(' m ')' 'r' '(' r ')' 'ins' '(' value ':' type(value) ')' \
            'outs' '(' output ':' type(output) ')' '->' type(result)";
    /// Every element set to one scalar.
    LinalgFill = "linalg.fill": Own [SingleBlock]
        as NAMED;
    /// Every element copied.
    LinalgCopy = "linalg.copy": Own [SingleBlock]
        as CAST;
    /// A function of one operand, element by element.
    LinalgElemwiseUnary = "linalg.elemwise_unary": Own [SingleBlock]
        as "(inputs*: any, outputs*: shaped) {fun?: unary-function, cast?: cast-function} -> \
            (result_tensors*: ranked-tensor) regions (region: any); custom";
    /// A function of two operands, element by element.
    LinalgElemwiseBinary = "linalg.elemwise_binary": Own [SingleBlock]
        as "(inputs*: any, outputs*: shaped) {fun?: binary-function, cast?: cast-function} -> \
            (result_tensors*: ranked-tensor) regions (region: any); custom";
    /// A matrix of pseudo-random numbers.
    LinalgFillRng2D = "linalg.fill_rng_2d": Own [SingleBlock]
        as NAMED;
    /// Absolute values.
    LinalgAbs = "linalg.abs": Own [SingleBlock]
        as NAMED;
    /// Elements rounded up.
    LinalgCeil = "linalg.ceil": Own [SingleBlock]
        as NAMED;
    /// Error functions.
    LinalgErf = "linalg.erf": Own [SingleBlock]
        as NAMED;
    /// Exponentials.
    LinalgExp = "linalg.exp": Own [SingleBlock]
        as NAMED;
    /// Elements rounded down.
    LinalgFloor = "linalg.floor": Own [SingleBlock]
        as NAMED;
    /// Natural logarithms.
    LinalgLog = "linalg.log": Own [SingleBlock]
        as NAMED;
    /// Negated floats.
    LinalgNegF = "linalg.negf": Own [SingleBlock]
        as NAMED;
    /// Reciprocals.
    LinalgReciprocal = "linalg.reciprocal": Own [SingleBlock]
        as NAMED;
    /// Elements rounded to the nearest integer.
    LinalgRound = "linalg.round": Own [SingleBlock]
        as NAMED;
    /// Reciprocals of square roots.
    LinalgRsqrt = "linalg.rsqrt": Own [SingleBlock]
        as NAMED;
    /// Square roots.
    LinalgSqrt = "linalg.sqrt": Own [SingleBlock]
        as NAMED;
    /// Squares.
    LinalgSquare = "linalg.square": Own [SingleBlock]
        as NAMED;
    /// Hyperbolic tangents.
    LinalgTanh = "linalg.tanh": Own [SingleBlock]
        as NAMED;
    /// Sums, element by element.
    LinalgAdd = "linalg.add": Own [SingleBlock]
        as NAMED;
    /// Differences, element by element.
    LinalgSub = "linalg.sub": Own [SingleBlock]
        as NAMED;
    /// Products, element by element.
    LinalgMul = "linalg.mul": Own [SingleBlock]
        as NAMED;
    /// Quotients, element by element.
    LinalgDiv = "linalg.div": Own [SingleBlock]
        as NAMED;
    /// Unsigned quotients, element by element.
    LinalgDivUnsigned = "linalg.div_unsigned": Own [SingleBlock]
        as NAMED;
    /// The greater elements.
    LinalgMax = "linalg.max": Own [SingleBlock]
        as NAMED;
    /// The lesser elements.
    LinalgMin = "linalg.min": Own [SingleBlock]
        as NAMED;
    /// Float powers, element by element.
    LinalgPowF = "linalg.powf": Own [SingleBlock]
        as NAMED;
    /// Elements chosen by a condition.
    LinalgSelect = "linalg.select": Own [SingleBlock]
        as NAMED;
    /// The inner product of two vectors.
    LinalgDot = "linalg.dot": Own [SingleBlock]
        as NAMED;
    /// Matrix times vector.
    LinalgMatvec = "linalg.matvec": Own [SingleBlock]
        as NAMED;
    /// Vector times matrix.
    LinalgVecmat = "linalg.vecmat": Own [SingleBlock]
        as NAMED;
    /// Matrix product.
    LinalgMatmul = "linalg.matmul": Own [SingleBlock]
        as CAST;
    /// Matrix product, the first matrix transposed.
    LinalgMatmulTransposeA = "linalg.matmul_transpose_a": Own [SingleBlock]
        as CAST;
    /// Matrix product, the second matrix transposed.
    LinalgMatmulTransposeB = "linalg.matmul_transpose_b": Own [SingleBlock]
        as CAST;
    /// Matrix product of integers less their zero points.
    LinalgQuantizedMatmul = "linalg.quantized_matmul": Own [SingleBlock]
        as NAMED;
    /// Product of tiled matrices, the second transposed.
    LinalgMmt4D = "linalg.mmt4d": Own [SingleBlock]
        as NAMED;
    /// A matrix product for each of a batch.
    LinalgBatchMatmul = "linalg.batch_matmul": Own [SingleBlock]
        as NAMED;
    /// A matrix product for each of a batch, the first matrix transposed.
    LinalgBatchMatmulTransposeA = "linalg.batch_matmul_transpose_a": Own [SingleBlock]
        as NAMED;
    /// A matrix product for each of a batch, the second matrix transposed.
    LinalgBatchMatmulTransposeB = "linalg.batch_matmul_transpose_b": Own [SingleBlock]
        as NAMED;
    /// Matrix times vector for each of a batch.
    LinalgBatchMatvec = "linalg.batch_matvec": Own [SingleBlock]
        as NAMED;
    /// Vector times matrix for each of a batch.
    LinalgBatchVecmat = "linalg.batch_vecmat": Own [SingleBlock]
        as NAMED;
    /// A product of tiled matrices for each of a batch.
    LinalgBatchMmt4D = "linalg.batch_mmt4d": Own [SingleBlock]
        as NAMED;
    /// The sum of the matrix products of a batch.
    LinalgBatchReduceMatmul = "linalg.batch_reduce_matmul": Own [SingleBlock]
        as NAMED;
    /// A matrix product less zero points for each of a batch.
    LinalgQuantizedBatchMatmul = "linalg.quantized_batch_matmul": Own [SingleBlock]
        as NAMED;
    /// Convolution in one dimension.
    LinalgConv1D = "linalg.conv_1d": Own [SingleBlock]
        as NAMED;
    /// Convolution in two dimensions.
    LinalgConv2D = "linalg.conv_2d": Own [SingleBlock]
        as NAMED;
    /// Convolution in three dimensions.
    LinalgConv3D = "linalg.conv_3d": Own [SingleBlock]
        as NAMED;
    /// Convolution in one dimension, channels last.
    LinalgConv1DNwcWcf = "linalg.conv_1d_nwc_wcf": Own [SingleBlock]
        as WINDOW;
    /// Convolution in one dimension, channels first.
    LinalgConv1DNcwFcw = "linalg.conv_1d_ncw_fcw": Own [SingleBlock]
        as WINDOW;
    /// Convolution in two dimensions, channels last.
    LinalgConv2DNhwcHwcf = "linalg.conv_2d_nhwc_hwcf": Own [SingleBlock]
        as WINDOW;
    /// Convolution in two dimensions, channels last, filters first.
    LinalgConv2DNhwcFhwc = "linalg.conv_2d_nhwc_fhwc": Own [SingleBlock]
        as WINDOW;
    /// Convolution in two dimensions less zero points, channels last.
    LinalgConv2DNhwcHwcfQ = "linalg.conv_2d_nhwc_hwcf_q": Own [SingleBlock]
        as WINDOW;
    /// Convolution in two dimensions less zero points, channels last, filters first.
    LinalgConv2DNhwcFhwcQ = "linalg.conv_2d_nhwc_fhwc_q": Own [SingleBlock]
        as WINDOW;
    /// Convolution in two dimensions, channels first.
    LinalgConv2DNchwFchw = "linalg.conv_2d_nchw_fchw": Own [SingleBlock]
        as WINDOW;
    /// Grouped convolution in two dimensions, filters before groups.
    LinalgConv2DNgchwFgchw = "linalg.conv_2d_ngchw_fgchw": Own [SingleBlock]
        as WINDOW;
    /// Grouped convolution in two dimensions, groups first.
    LinalgConv2DNgchwGfchw = "linalg.conv_2d_ngchw_gfchw": Own [SingleBlock]
        as WINDOW;
    /// Grouped convolution in two dimensions less zero points, groups first.
    LinalgConv2DNgchwGfchwQ = "linalg.conv_2d_ngchw_gfchw_q": Own [SingleBlock]
        as WINDOW;
    /// Convolution in three dimensions, channels last.
    LinalgConv3DNdhwcDhwcf = "linalg.conv_3d_ndhwc_dhwcf": Own [SingleBlock]
        as WINDOW;
    /// Convolution in three dimensions less zero points, channels last.
    LinalgConv3DNdhwcDhwcfQ = "linalg.conv_3d_ndhwc_dhwcf_q": Own [SingleBlock]
        as WINDOW;
    /// Convolution in three dimensions, channels first.
    LinalgConv3DNcdhwFcdhw = "linalg.conv_3d_ncdhw_fcdhw": Own [SingleBlock]
        as WINDOW;
    /// Convolution of each channel by itself in one dimension, channels last.
    LinalgDepthwiseConv1DNwcWc = "linalg.depthwise_conv_1d_nwc_wc": Own [SingleBlock]
        as WINDOW;
    /// Convolution of each channel by itself in one dimension, channels first.
    LinalgDepthwiseConv1DNcwCw = "linalg.depthwise_conv_1d_ncw_cw": Own [SingleBlock]
        as WINDOW;
    /// Convolution of each channel by several filters in one dimension, channels last.
    LinalgDepthwiseConv1DNwcWcm = "linalg.depthwise_conv_1d_nwc_wcm": Own [SingleBlock]
        as WINDOW;
    /// Convolution of each channel by itself in two dimensions, channels last.
    LinalgDepthwiseConv2DNhwcHwc = "linalg.depthwise_conv_2d_nhwc_hwc": Own [SingleBlock]
        as WINDOW;
    /// Convolution of each channel by itself in two dimensions, channels first.
    LinalgDepthwiseConv2DNchwChw = "linalg.depthwise_conv_2d_nchw_chw": Own [SingleBlock]
        as WINDOW;
    /// Convolution of each channel by itself less zero points, channels last.
    LinalgDepthwiseConv2DNhwcHwcQ = "linalg.depthwise_conv_2d_nhwc_hwc_q": Own [SingleBlock]
        as WINDOW;
    /// Convolution of each channel by several filters in two dimensions, channels last.
    LinalgDepthwiseConv2DNhwcHwcm = "linalg.depthwise_conv_2d_nhwc_hwcm": Own [SingleBlock]
        as WINDOW;
    /// Convolution of each channel by several filters less zero points, channels last.
    LinalgDepthwiseConv2DNhwcHwcmQ = "linalg.depthwise_conv_2d_nhwc_hwcm_q": Own [SingleBlock]
        as WINDOW;
    /// Convolution of each channel by itself in three dimensions, channels last.
    LinalgDepthwiseConv3DNdhwcDhwc = "linalg.depthwise_conv_3d_ndhwc_dhwc": Own [SingleBlock]
        as WINDOW;
    /// Convolution of each channel by itself in three dimensions, channels first.
    LinalgDepthwiseConv3DNcdhwCdhw = "linalg.depthwise_conv_3d_ncdhw_cdhw": Own [SingleBlock]
        as WINDOW;
    /// Convolution of each channel by several filters in three dimensions, channels last.
    LinalgDepthwiseConv3DNdhwcDhwcm = "linalg.depthwise_conv_3d_ndhwc_dhwcm": Own [SingleBlock]
        as WINDOW;
    /// The sum of each window in two dimensions, channels last.
    LinalgPoolingNhwcSum = "linalg.pooling_nhwc_sum": Own [SingleBlock]
        as WINDOW;
    /// The greatest of each window in two dimensions, channels last.
    LinalgPoolingNhwcMax = "linalg.pooling_nhwc_max": Own [SingleBlock]
        as WINDOW;
    /// The greatest unsigned of each window in two dimensions, channels last.
    LinalgPoolingNhwcMaxUnsigned = "linalg.pooling_nhwc_max_unsigned": Own [SingleBlock]
        as WINDOW;
    /// The least of each window in two dimensions, channels last.
    LinalgPoolingNhwcMin = "linalg.pooling_nhwc_min": Own [SingleBlock]
        as WINDOW;
    /// The least unsigned of each window in two dimensions, channels last.
    LinalgPoolingNhwcMinUnsigned = "linalg.pooling_nhwc_min_unsigned": Own [SingleBlock]
        as WINDOW;
    /// The sum of each window in two dimensions, channels first.
    LinalgPoolingNchwSum = "linalg.pooling_nchw_sum": Own [SingleBlock]
        as WINDOW;
    /// The greatest of each window in two dimensions, channels first.
    LinalgPoolingNchwMax = "linalg.pooling_nchw_max": Own [SingleBlock]
        as WINDOW;
    /// The sum of each window in one dimension, channels last.
    LinalgPoolingNwcSum = "linalg.pooling_nwc_sum": Own [SingleBlock]
        as WINDOW;
    /// The greatest of each window in one dimension, channels last.
    LinalgPoolingNwcMax = "linalg.pooling_nwc_max": Own [SingleBlock]
        as WINDOW;
    /// The greatest unsigned of each window in one dimension, channels last.
    LinalgPoolingNwcMaxUnsigned = "linalg.pooling_nwc_max_unsigned": Own [SingleBlock]
        as WINDOW;
    /// The least of each window in one dimension, channels last.
    LinalgPoolingNwcMin = "linalg.pooling_nwc_min": Own [SingleBlock]
        as WINDOW;
    /// The least unsigned of each window in one dimension, channels last.
    LinalgPoolingNwcMinUnsigned = "linalg.pooling_nwc_min_unsigned": Own [SingleBlock]
        as WINDOW;
    /// The sum of each window in one dimension, channels first.
    LinalgPoolingNcwSum = "linalg.pooling_ncw_sum": Own [SingleBlock]
        as WINDOW;
    /// The greatest of each window in one dimension, channels first.
    LinalgPoolingNcwMax = "linalg.pooling_ncw_max": Own [SingleBlock]
        as WINDOW;
    /// The sum of each window in three dimensions, channels last.
    LinalgPoolingNdhwcSum = "linalg.pooling_ndhwc_sum": Own [SingleBlock]
        as WINDOW;
    /// The greatest of each window in three dimensions, channels last.
    LinalgPoolingNdhwcMax = "linalg.pooling_ndhwc_max": Own [SingleBlock]
        as WINDOW;
    /// The least of each window in three dimensions, channels last.
    LinalgPoolingNdhwcMin = "linalg.pooling_ndhwc_min": Own [SingleBlock]
        as WINDOW;
}
