//! The vector dialect: vectors of any number of dimensions.

ops! {
    dialect Vector;

    /// Repeats a scalar, or a vector along new leading dimensions.
    VectorBroadcast = "vector.broadcast": Own [Pure]
        as "(source: any) -> (vector: vector-of-any-rank) where same-element(source, vector); \
            source attr-dict ':' type(source) 'to' type(vector)";
    /// Reads consecutive elements of the innermost dimension.
    VectorLoad = "vector.load": Own []
        as "(base: memref, indices*: index) {nontemporal: bool = false} -> (result: vector-of-any-rank); \
            base '[' indices ']' attr-dict ':' type(base) ',' type(result)";
    /// Writes consecutive elements of the innermost dimension.
    VectorStore = "vector.store": Own []
        as "(valueToStore: vector-of-any-rank, base: memref, indices*: index) {nontemporal: bool = false}; \
            valueToStore ',' base '[' indices ']' attr-dict ':' type(base) ',' type(valueToStore)";
    /// a * b + c rounded once, lane by lane.
    VectorFma = "vector.fma": Ternary [Pure Elementwise FloatLike]
        as "<T: vector-of-any-rank<float>> (lhs: T, rhs: T, acc: T) -> (result: T); \
            lhs ',' rhs ',' acc attr-dict ':' type(lhs)"
        means |k, x| Some(k.fma(x.ty, x.flags, &x.args[0], &x.args[1], &x.args[2]));
    /// One lane, or a sub-vector, at a static or dynamic position.
    VectorExtract = "vector.extract": Own [Pure]
        as "(vector: vector-of-any-rank, dynamic_position*: index) {static_position: dense-i64s} -> (result: \
            any) where same-element(vector, result); \
            vector index-list(dynamic_position, static_position) attr-dict ':' type(result) 'from' \
            type(vector)";
    /// The vector with one lane or sub-vector replaced.
    VectorInsert = "vector.insert": Own [Pure]
        as "<T: vector-of-any-rank> (source: any, dest: T, dynamic_position*: index) {static_position: \
            dense-i64s} -> (result: T) where same-element(source, dest); \
            source ',' dest ' ' index-list(dynamic_position, static_position) attr-dict ':' type(source) \
            'into' type(dest)";
    /// Combines all lanes into one scalar; floats in order unless `reassoc`.
    VectorReduction = "vector.reduction": Own [Pure FastMath]
        as "<T: any> (vector: vector-of-any-rank, acc?: T) {kind: combining-kind, fastmath: fastmath = none} \
            -> (dest: T) where same-element(vector, dest); \
            kind ',' vector [',' acc] ['fastmath' fastmath] attr-dict ':' type(vector) 'into' type(dest)";
    /// The same bits as a vector of another element type.
    VectorBitcast = "vector.bitcast": Generic [Pure];
    /// Writes the lanes whose mask is true to consecutive elements.
    VectorCompressStore = "vector.compressstore": Generic [];
    /// A mask that is true below constant extents.
    VectorConstantMask = "vector.constant_mask": Generic [Pure];
    /// A sum of products over index maps.
    VectorContract = "vector.contract": Generic [Pure];
    /// A mask that is true below extents known at run time.
    VectorCreateMask = "vector.create_mask": Generic [Pure];
    /// The even and the odd lanes.
    VectorDeinterleave = "vector.deinterleave": Generic [Pure];
    /// Reads consecutive elements into the lanes whose mask is true.
    VectorExpandLoad = "vector.expandload": Generic [];
    /// One lane of a vector of at most one dimension.
    VectorExtractElement = "vector.extractelement": Generic [Pure];
    /// A rectangular part at constant offsets.
    VectorExtractStridedSlice = "vector.extract_strided_slice": Generic [Pure];
    /// The transpose of a matrix flattened into one dimension.
    VectorFlatTranspose = "vector.flat_transpose": Generic [Pure];
    /// A vector of the given scalars.
    VectorFromElements = "vector.from_elements": Generic [Pure];
    /// Reads the elements at a vector of indices, where the mask is true.
    VectorGather = "vector.gather": Generic [];
    /// The vector, of at most one dimension, with one lane replaced.
    VectorInsertElement = "vector.insertelement": Generic [Pure];
    /// The vector with a rectangular part replaced.
    VectorInsertStridedSlice = "vector.insert_strided_slice": Generic [Pure];
    /// The lanes of two vectors, alternating.
    VectorInterleave = "vector.interleave": Generic [Pure];
    /// One operation restricted to the lanes of a mask.
    VectorMask = "vector.mask": Generic [SingleBlock NoRegionArguments RecursiveEffects];
    /// Reads consecutive elements where the mask is true.
    VectorMaskedLoad = "vector.maskedload": Generic [];
    /// Writes consecutive elements where the mask is true.
    VectorMaskedStore = "vector.maskedstore": Generic [];
    /// The product of two matrices flattened into one dimension.
    VectorMatrixMultiply = "vector.matrix_multiply": Generic [Pure];
    /// Combines the lanes along some dimensions.
    VectorMultiReduction = "vector.multi_reduction": Generic [Pure];
    /// All products of the lanes of two vectors, perhaps accumulated.
    VectorOuterProduct = "vector.outerproduct": Generic [Pure];
    /// Prints a value, or punctuation.
    VectorPrint = "vector.print": Generic [];
    /// The same elements under another shape known at run time.
    VectorReshape = "vector.reshape": Generic [Pure];
    /// A fixed-length part of a scalable vector.
    VectorScalableExtract = "vector.scalable.extract": Generic [Pure];
    /// The scalable vector with a fixed-length part replaced.
    VectorScalableInsert = "vector.scalable.insert": Generic [Pure];
    /// Partial combinations along one dimension.
    VectorScan = "vector.scan": Generic [Pure];
    /// Writes lanes to the elements at a vector of indices, where the mask is true.
    VectorScatter = "vector.scatter": Generic [];
    /// The same elements in row-major order under another shape.
    VectorShapeCast = "vector.shape_cast": Generic [Pure];
    /// Lanes of two vectors at constant positions.
    VectorShuffle = "vector.shuffle": Generic [Pure];
    /// All lanes equal to a scalar.
    VectorSplat = "vector.splat": Generic [Pure];
    /// The vector 0, 1, 2, …
    VectorStep = "vector.step": Generic [Pure];
    /// Reads a vector through a permutation map, with padding out of bounds.
    VectorTransferRead = "vector.transfer_read": Generic [];
    /// Writes a vector through a permutation map, nothing out of bounds.
    VectorTransferWrite = "vector.transfer_write": Generic [];
    /// The vector with its dimensions permuted.
    VectorTranspose = "vector.transpose": Generic [Pure];
    /// A memref of scalars as a memref of one vector.
    VectorTypeCast = "vector.type_cast": Generic [Pure];
    /// The multiple by which scalable extents grow at run time.
    VectorVScale = "vector.vscale": Generic [Pure];
    /// A region that the first lane of a warp runs for all.
    VectorWarpExecuteOnLane0 = "vector.warp_execute_on_lane_0": Generic [SingleBlock RecursiveEffects];
    /// Ends a region of the vector dialect.
    VectorYield = "vector.yield": Generic [Terminator ReturnLike]
        as "(operands*: any); attr-dict [operands ':' type(operands)]";
}
