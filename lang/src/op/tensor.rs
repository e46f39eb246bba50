//! The tensor dialect: immutable arrays.

ops! {
    dialect Tensor;

    /// The same bits as a tensor of another element type.
    TensorBitcast = "tensor.bitcast": Generic [Pure];
    /// The same tensor under a more or less static type.
    TensorCast = "tensor.cast": Generic [Pure];
    /// The tensor with groups of adjacent dimensions joined.
    TensorCollapseShape = "tensor.collapse_shape": Generic [Pure];
    /// Tensors one after another along a dimension.
    TensorConcat = "tensor.concat": Generic [Pure];
    /// The extent of a dimension.
    TensorDim = "tensor.dim": Generic [Pure];
    /// A tensor of some shape, with any contents.
    TensorEmpty = "tensor.empty": Generic [Pure];
    /// The tensor with dimensions split.
    TensorExpandShape = "tensor.expand_shape": Generic [Pure];
    /// One element.
    TensorExtract = "tensor.extract": Generic [Pure];
    /// A rectangular, strided part.
    TensorExtractSlice = "tensor.extract_slice": Generic [Pure];
    /// A tensor of the given scalars.
    TensorFromElements = "tensor.from_elements": Generic [Pure];
    /// Slices at a tensor of coordinates.
    TensorGather = "tensor.gather": Generic [Pure];
    /// A tensor whose elements a region computes from their indices.
    TensorGenerate = "tensor.generate": Generic [SingleBlock RecursiveEffects];
    /// The tensor with one element replaced.
    TensorInsert = "tensor.insert": Generic [Pure];
    /// The tensor with a rectangular, strided part replaced.
    TensorInsertSlice = "tensor.insert_slice": Generic [Pure];
    /// The tensor in tiles, padded if need be.
    TensorPack = "tensor.pack": Generic [Pure];
    /// The tensor with borders whose elements a region computes.
    TensorPad = "tensor.pad": Generic [Pure SingleBlock];
    /// What one iteration of a forall writes into a shared tensor.
    TensorParallelInsertSlice = "tensor.parallel_insert_slice": Generic [];
    /// The number of dimensions.
    TensorRank = "tensor.rank": Generic [Pure];
    /// The same elements under a shape known at run time.
    TensorReshape = "tensor.reshape": Generic [Pure];
    /// The tensor with slices at a tensor of coordinates replaced.
    TensorScatter = "tensor.scatter": Generic [Pure];
    /// A tensor of one repeated scalar.
    TensorSplat = "tensor.splat": Generic [Pure];
    /// The tensor back from its tiles.
    TensorUnpack = "tensor.unpack": Generic [Pure];
    /// Ends a region of the tensor dialect.
    TensorYield = "tensor.yield": Generic [Terminator ReturnLike];
}
