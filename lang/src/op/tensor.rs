//! The tensor dialect: immutable arrays.

ops! {
    dialect Tensor;

    /// The same bits as a tensor of another element type.
    TensorBitcast = "tensor.bitcast": Own [Pure]
        as "(source: tensor) -> (dest: tensor); source attr-dict ':' type(source) 'to' type(dest)";
    /// The same tensor under a more or less static type.
    TensorCast = "tensor.cast": Own [Pure]
        as "(source: tensor) -> (dest: tensor); source attr-dict ':' type(source) 'to' type(dest)";
    /// The tensor with groups of adjacent dimensions joined.
    TensorCollapseShape = "tensor.collapse_shape": Own [Pure]
        as "(src: tensor) {reassociation: index-lists} -> (result: tensor); \
            src reassociation attr-dict ':' type(src) 'into' type(result)";
    /// Tensors one after another along a dimension.
    TensorConcat = "tensor.concat": Own [Pure]
        as "(inputs*: ranked-tensor) {dim: i64} -> (result: ranked-tensor); \
            'dim' '(' dim ')' inputs attr-dict ':' functional-type(operands, results)";
    /// The extent of a dimension.
    TensorDim = "tensor.dim": Own [Pure]
        as "(source: non-0-ranked-or-unranked-tensor, index: index) -> (result: index); \
            attr-dict source ',' index ':' type(source)";
    /// A tensor of some shape, with any contents.
    TensorEmpty = "tensor.empty": Own [Pure]
        as "(dynamicSizes*: index) -> (result: ranked-tensor); \
            '(' dynamicSizes ')' attr-dict ':' type(result)";
    /// The tensor with dimensions split.
    TensorExpandShape = "tensor.expand_shape": Own [Pure]
        as "(src: tensor, output_shape*: index) {reassociation: index-lists, static_output_shape: dense-i64s} -> \
            (result: tensor); \
            src reassociation 'output_shape' ' ' index-list(output_shape, static_output_shape) attr-dict ':' \
            type(src) 'into' type(result)";
    /// One element.
    TensorExtract = "tensor.extract": Own [Pure]
        as "<T: ranked-tensor> (tensor: T, indices*: index) -> (result: element(T)); \
            tensor '[' indices ']' attr-dict ':' type(tensor)";
    /// A rectangular, strided part.
    TensorExtractSlice = "tensor.extract_slice": Own [Pure]
        as "(source: ranked-tensor, offsets*: index, sizes*: index, strides*: index) {static_offsets: dense-i64s, \
            static_sizes: dense-i64s, static_strides: dense-i64s} -> (result: ranked-tensor); \
            source '' index-list(offsets, static_offsets) ' ' index-list(sizes, static_sizes) ' ' \
            index-list(strides, static_strides) attr-dict ':' type(source) 'to' type(result)";
    /// A tensor of the given scalars.
    TensorFromElements = "tensor.from_elements": Own [Pure]
        as "<T: static-tensor> (elements*: element(T)) -> (result: T); elements attr-dict ':' type(result)";
    /// Slices at a tensor of coordinates.
    TensorGather = "tensor.gather": Own [Pure]
        as "(source: ranked-tensor, indices: ranked-tensor<signless-integer | index>) {gather_dims: dense-i64s, \
            unique: unit} -> (result: ranked-tensor); \
            source '[' indices ']' 'gather_dims' '(' gather_dims ')' ['unique' unique] attr-dict ':' \
            functional-type(operands, results)";
    /// A tensor whose elements a region computes from their indices.
    TensorGenerate = "tensor.generate": Own [SingleBlock RecursiveEffects]
        as "(dynamicExtents*: index) -> (result: ranked-tensor) regions (body: block ends tensor.yield); \
            dynamicExtents body attr-dict ':' type(result)";
    /// The tensor with one element replaced.
    TensorInsert = "tensor.insert": Own [Pure]
        as "<T: ranked-tensor> (scalar: element(T), dest: T, indices*: index) -> (result: T); \
            scalar 'into' dest '[' indices ']' attr-dict ':' type(dest)";
    /// The tensor with a rectangular, strided part replaced.
    TensorInsertSlice = "tensor.insert_slice": Own [Pure]
        as "<D: ranked-tensor> (source: ranked-tensor, dest: D, offsets*: index, sizes*: index, strides*: index) \
            {static_offsets: dense-i64s, static_sizes: dense-i64s, static_strides: dense-i64s} -> (result: D); \
            source 'into' dest '' index-list(offsets, static_offsets) ' ' index-list(sizes, static_sizes) ' ' \
            index-list(strides, static_strides) attr-dict ':' type(source) 'into' type(dest)";
    /// The tensor in tiles, padded if need be.
    TensorPack = "tensor.pack": Own [Pure]
        as "<D: ranked-tensor> (source: ranked-tensor, dest: D, padding_value?: any, inner_tiles*: index) \
            {outer_dims_perm?: dense-i64s, inner_dims_pos: dense-i64s, static_inner_tiles: dense-i64s} -> \
            (result: D); \
            source ['padding_value' '(' padding_value ':' type(padding_value) ')'] \
            ['outer_dims_perm' '=' outer_dims_perm] 'inner_dims_pos' '=' inner_dims_pos 'inner_tiles' '=' ' ' \
            index-list(inner_tiles, static_inner_tiles) 'into' dest attr-dict ':' type(source) '->' type(dest)";
    /// The tensor with borders whose elements a region computes.
    TensorPad = "tensor.pad": Own [Pure SingleBlock]
        as "(source: ranked-tensor, low*: index, high*: index) {static_low: dense-i64s, static_high: dense-i64s, \
            nofold: unit} -> (result: ranked-tensor) regions (region: block ends tensor.yield); \
            source ['nofold' nofold] 'low' '' index-list(low, static_low) 'high' '' index-list(high, \
            static_high) region attr-dict ':' type(source) 'to' type(result)";
    /// What one iteration of a forall writes into a shared tensor.
    TensorParallelInsertSlice = "tensor.parallel_insert_slice": Own []
        as "(source: ranked-tensor, dest: ranked-tensor, offsets*: index, sizes*: index, strides*: index) \
            {static_offsets: dense-i64s, static_sizes: dense-i64s, static_strides: dense-i64s}; \
            source 'into' dest '' index-list(offsets, static_offsets) ' ' index-list(sizes, static_sizes) ' ' \
            index-list(strides, static_strides) attr-dict ':' type(source) 'into' type(dest)";
    /// The number of dimensions.
    TensorRank = "tensor.rank": Own [Pure]
        as "(tensor: tensor) -> (result: index); tensor attr-dict ':' type(tensor)";
    /// The same elements under a shape known at run time.
    TensorReshape = "tensor.reshape": Own [Pure]
        as "(source: tensor, shape: ranked-tensor<signless-integer | index, 1>) -> (result: tensor); \
            source '(' shape ')' attr-dict ':' functional-type(operands, results)";
    /// The tensor with slices at a tensor of coordinates replaced.
    TensorScatter = "tensor.scatter": Own [Pure]
        as "(source: ranked-tensor, dest: ranked-tensor, indices: ranked-tensor<signless-integer | index>) \
            {scatter_dims: dense-i64s, unique: unit} -> (result: ranked-tensor); \
            source 'into' dest '[' indices ']' 'scatter_dims' '(' scatter_dims ')' ['unique' unique] attr-dict \
            ':' functional-type(operands, results)";
    /// A tensor of one repeated scalar.
    TensorSplat = "tensor.splat": Own [Pure]
        as "<T: ranked-tensor<signless-integer | index | float>> (input: element(T), dynamicSizes*: index) -> \
            (aggregate: T); \
            input ['[' dynamicSizes ']'] attr-dict ':' type(aggregate)";
    /// The tensor back from its tiles.
    TensorUnpack = "tensor.unpack": Own [Pure]
        as "<D: ranked-tensor> (source: ranked-tensor, dest: D, inner_tiles*: index) {outer_dims_perm?: dense-i64s, \
            inner_dims_pos: dense-i64s, static_inner_tiles: dense-i64s} -> (result: D); \
            source ['outer_dims_perm' '=' outer_dims_perm] 'inner_dims_pos' '=' inner_dims_pos \
            'inner_tiles' '=' ' ' index-list(inner_tiles, static_inner_tiles) 'into' dest attr-dict ':' \
            type(source) '->' type(dest)";
    /// Ends a region of the tensor dialect.
    TensorYield = "tensor.yield": Own [Terminator ReturnLike]
        as "(value: any) in tensor.generate, tensor.pad; value attr-dict ':' type(value)";
}
