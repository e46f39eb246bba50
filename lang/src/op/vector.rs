//! The vector dialect: vectors of any number of dimensions.

use super::cost::{Cost, Latency};

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
        costs [Cost::float(1.0, Latency::Fma)]
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
    VectorBitcast = "vector.bitcast": Generic [Pure]
        as "(source: vector-of-any-rank) -> (result: vector-of-any-rank) where same-rank(source, \
            result); source attr-dict ':' type(source) 'to' type(result)";
    /// Writes the lanes whose mask is true to consecutive elements.
    VectorCompressStore = "vector.compressstore": Generic []
        as "(base: memref, indices*: index, mask: vector<i1, 1>, valueToStore: vector<1>); base '[' \
            indices ']' ',' mask ',' valueToStore attr-dict ':' type(base) ',' type(mask) ',' \
            type(valueToStore)";
    /// A mask that is true below constant extents.
    VectorConstantMask = "vector.constant_mask": Generic [Pure]
        as "() {mask_dim_sizes: i64s} -> (result: vector-of-any-rank<i1>); mask_dim_sizes attr-dict ':' \
            type(result)";
    /// A sum of products over index maps.
    VectorContract = "vector.contract": Generic [Pure]
        as "(lhs: vector, rhs: vector, acc: any) {indexing_maps: array, iterator_types: array, kind: \
            combining-kind = add} -> (result: any) where same-element(lhs, rhs), same-element(acc, \
            result); custom";
    /// A mask that is true below extents known at run time.
    VectorCreateMask = "vector.create_mask": Generic [Pure]
        as "(operands*: index) -> (result: vector-of-any-rank<i1>); operands attr-dict ':' type(result)";
    /// The even and the odd lanes.
    VectorDeinterleave = "vector.deinterleave": Generic [Pure]
        as "<T: vector> (source: T) -> (res1: half-vector(T), res2: half-vector(T)); source attr-dict \
            ':' type(source) '->' type(res1)";
    /// Reads consecutive elements into the lanes whose mask is true.
    VectorExpandLoad = "vector.expandload": Generic []
        as "(base: memref, indices*: index, mask: vector<i1, 1>, pass_thru: vector<1>) -> (result: \
            vector<1>); base '[' indices ']' ',' mask ',' pass_thru attr-dict ':' type(base) ',' \
            type(mask) ',' type(pass_thru) 'into' type(result)";
    /// One lane of a vector of at most one dimension.
    VectorExtractElement = "vector.extractelement": Generic [Pure]
        as "<T: vector-of-any-rank> (vector: T, position?: signless-integer | index) -> (result: \
            element(T)); vector '[' [position ':' type(position)] ']' attr-dict ':' type(vector)";
    /// A rectangular part at constant offsets.
    VectorExtractStridedSlice = "vector.extract_strided_slice": Generic [Pure]
        as "(vector: vector) {offsets: i64s, sizes: i64s, strides: i64s} -> (result: vector) where \
            same-element(vector, result); vector attr-dict ':' type(vector) 'to' type(result)";
    /// The transpose of a matrix flattened into one dimension.
    VectorFlatTranspose = "vector.flat_transpose": Generic [Pure]
        as "(matrix: vector<signless-integer | signed-integer | index | float, 1>) {rows: i32, columns: \
            i32} -> (res: vector<signless-integer | signed-integer | index | float, 1>) where \
            same-element(matrix, res); matrix attr-dict ':' type(matrix) '->' type(res)";
    /// A vector of the given scalars.
    VectorFromElements = "vector.from_elements": Generic [Pure]
        as "<T: vector-of-any-rank> (elements*: element(T)) -> (result: T); elements attr-dict ':' \
            type(result)";
    /// Reads the elements at a vector of indices, where the mask is true.
    VectorGather = "vector.gather": Generic []
        as "(base: shaped, indices*: index, index_vec: vector<integer | index>, mask: vector<i1>, \
            pass_thru: vector) -> (result: vector); base '[' indices ']' '[' index_vec ']' ',' mask ',' \
            pass_thru attr-dict ':' type(base) ',' type(index_vec) ',' type(mask) ',' type(pass_thru) \
            'into' type(result)";
    /// The vector, of at most one dimension, with one lane replaced.
    VectorInsertElement = "vector.insertelement": Generic [Pure]
        as "<T: vector-of-any-rank> (source: element(T), dest: T, position?: signless-integer | index) \
            -> (result: T); source ',' dest '[' [position ':' type(position)] ']' attr-dict ':' \
            type(result)";
    /// The vector with a rectangular part replaced.
    VectorInsertStridedSlice = "vector.insert_strided_slice": Generic [Pure]
        as "<T: vector> (source: vector, dest: T) {offsets: i64s, strides: i64s} -> (res: T) where \
            same-element(source, res); source ',' dest attr-dict ':' type(source) 'into' type(dest)";
    /// The lanes of two vectors, alternating.
    VectorInterleave = "vector.interleave": Generic [Pure]
        as "<T: vector-of-any-rank> (lhs: T, rhs: T) -> (result: double-vector(T)); lhs ',' rhs \
            attr-dict ':' type(lhs) '->' type(result)";
    /// One operation restricted to the lanes of a mask.
    VectorMask = "vector.mask": Generic [SingleBlock NoRegionArguments RecursiveEffects]
        as "(mask: vector<i1>, passthru?: any) -> (results*: any) regions (maskRegion: block ends \
            vector.yield); custom";
    /// Reads consecutive elements where the mask is true.
    VectorMaskedLoad = "vector.maskedload": Generic []
        as "(base: memref, indices*: index, mask: vector<i1, 1>, pass_thru: vector<1>) -> (result: \
            vector<1>); base '[' indices ']' ',' mask ',' pass_thru attr-dict ':' type(base) ',' \
            type(mask) ',' type(pass_thru) 'into' type(result)";
    /// Writes consecutive elements where the mask is true.
    VectorMaskedStore = "vector.maskedstore": Generic []
        as "(base: memref, indices*: index, mask: vector<i1, 1>, valueToStore: vector<1>); base '[' \
            indices ']' ',' mask ',' valueToStore attr-dict ':' type(base) ',' type(mask) ',' \
            type(valueToStore)";
    /// The product of two matrices flattened into one dimension.
    VectorMatrixMultiply = "vector.matrix_multiply": Generic [Pure]
        as "(lhs: vector<signless-integer | signed-integer | index | float, 1>, rhs: \
            vector<signless-integer | signed-integer | index | float, 1>) {lhs_rows: i32, lhs_columns: i32, rhs_columns: \
            i32} -> (res: vector<signless-integer | signed-integer | index | float, 1>) where \
            same-element; lhs ',' rhs attr-dict ':' '(' type(lhs) ',' type(rhs) ')' '->' type(res)";
    /// Combines the lanes along some dimensions.
    VectorMultiReduction = "vector.multi_reduction": Generic [Pure]
        as "<T: any> (source: vector, acc: T) {kind: combining-kind, reduction_dims: i64s} -> (dest: T) \
            where same-element(source, dest); kind ',' source ',' acc attr-dict reduction_dims ':' \
            type(source) 'to' type(dest)";
    /// All products of the lanes of two vectors, perhaps accumulated.
    VectorOuterProduct = "vector.outerproduct": Generic [Pure]
        as "(lhs: vector, rhs: any, acc?: vector) {kind: combining-kind = add} -> (result: vector) where \
            same-element(lhs, rhs, result); custom";
    /// Prints a value, or punctuation.
    VectorPrint = "vector.print": Generic []
        as "(source?: vector-of-any-rank | integer | index | float) {punctuation: punctuation = newline, \
            stringLiteral?: string}; [source ':' type(source)] ['str' stringLiteral] ['punctuation' \
            punctuation] attr-dict";
    /// The same elements under another shape known at run time.
    VectorReshape = "vector.reshape": Generic [Pure]
        as "(vector: vector, input_shape*: index, output_shape*: index) {fixed_vector_sizes: i64s} -> \
            (result: vector); vector ',' '[' input_shape ']' ',' '[' output_shape ']' ',' \
            fixed_vector_sizes attr-dict ':' type(vector) 'to' type(result)";
    /// A fixed-length part of a scalable vector.
    VectorScalableExtract = "vector.scalable.extract": Generic [Pure]
        as "(source: scalable-vector<1>) {pos: i64} -> (res: vector<1>) where same-element(source, res); \
            source '[' pos ']' attr-dict ':' type(res) 'from' type(source)";
    /// The scalable vector with a fixed-length part replaced.
    VectorScalableInsert = "vector.scalable.insert": Generic [Pure]
        as "<T: scalable-vector<1>> (source: vector<1>, dest: T) {pos: i64} -> (res: T) where \
            same-element(source, dest); source ',' dest '[' pos ']' attr-dict ':' type(source) 'into' \
            type(dest)";
    /// Partial combinations along one dimension.
    VectorScan = "vector.scan": Generic [Pure]
        as "<T: vector, U: vector-of-any-rank> (source: T, initial_value: U) {kind: combining-kind, \
            reduction_dim: i64, inclusive: bool} -> (dest: T, accumulated_value: U); kind ',' source ',' \
            initial_value attr-dict ':' type(source) ',' type(initial_value)";
    /// Writes lanes to the elements at a vector of indices, where the mask is true.
    VectorScatter = "vector.scatter": Generic []
        as "(base: memref, indices*: index, index_vec: vector<integer | index, 1>, mask: vector<i1, 1>, \
            valueToStore: vector<1>); base '[' indices ']' '[' index_vec ']' ',' mask ',' valueToStore \
            attr-dict ':' type(base) ',' type(index_vec) ',' type(mask) ',' type(valueToStore)";
    /// The same elements in row-major order under another shape.
    VectorShapeCast = "vector.shape_cast": Generic [Pure]
        as "(source: vector-of-any-rank) -> (result: vector-of-any-rank); source attr-dict ':' \
            type(source) 'to' type(result)";
    /// Lanes of two vectors at constant positions.
    VectorShuffle = "vector.shuffle": Generic [Pure]
        as "(v1: fixed-vector, v2: fixed-vector) {mask: i64s} -> (vector: vector) where same-element(v1, \
            v2, vector); v1 ',' v2 mask attr-dict ':' shuffle-types(v1, v2, mask, vector)";
    /// All lanes equal to a scalar.
    VectorSplat = "vector.splat": Generic [Pure]
        as "<T: vector-of-any-rank> (input: element(T)) -> (aggregate: T); input attr-dict ':' \
            type(aggregate)";
    /// The vector 0, 1, 2, …
    VectorStep = "vector.step": Generic [Pure]
        as "() -> (result: vector<index, 1>); attr-dict ':' type(result)";
    /// Reads a vector through a permutation map, with padding out of bounds.
    VectorTransferRead = "vector.transfer_read": Generic []
        as "(source: shaped, indices*: index, padding: any, mask?: vector<i1>) {permutation_map: map, \
            in_bounds: bools} -> (vector: vector-of-any-rank); custom";
    /// Writes a vector through a permutation map, nothing out of bounds.
    VectorTransferWrite = "vector.transfer_write": Generic []
        as "(vector: vector-of-any-rank, source: shaped, indices*: index, mask?: vector<i1>) \
            {permutation_map: map, in_bounds: bools} -> (result?: ranked-tensor); custom";
    /// The vector with its dimensions permuted.
    VectorTranspose = "vector.transpose": Generic [Pure]
        as "(vector: vector-of-any-rank) {permutation: dense-i64s} -> (result: vector-of-any-rank) where \
            same-element(vector, result); vector ',' permutation attr-dict ':' type(vector) 'to' \
            type(result)";
    /// A memref of scalars as a memref of one vector.
    VectorTypeCast = "vector.type_cast": Generic [Pure]
        as "(memref: static-memref) -> (result: memref); memref attr-dict ':' type(memref) 'to' \
            type(result)";
    /// The multiple by which scalable extents grow at run time.
    VectorVScale = "vector.vscale": Generic [Pure]
        as "() -> (res: index); attr-dict";
    /// A region that the first lane of a warp runs for all.
    VectorWarpExecuteOnLane0 = "vector.warp_execute_on_lane_0": Generic [SingleBlock RecursiveEffects]
        as "(laneid: index, args*: any) {warp_size: i64} -> (results*: any) regions (warpRegion: block \
            ends vector.yield); custom";
    /// Ends a region of the vector dialect.
    VectorYield = "vector.yield": Generic [Terminator ReturnLike]
        as "(operands*: any); attr-dict [operands ':' type(operands)]";
}
