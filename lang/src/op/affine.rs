//! The affine dialect: loops, conditions and accesses whose indices are affine maps.

const MAP: &str = "(mapOperands*: index) {map: map} -> (result: index); custom";

ops! {
    dialect Affine;

    /// The value of a one-dimensional affine map.
    AffineApply = "affine.apply": Own [Pure]
        as MAP;
    /// The least result of an affine map.
    AffineMin = "affine.min": Own [Pure]
        as MAP;
    /// The greatest result of an affine map.
    AffineMax = "affine.max": Own [Pure]
        as MAP;
    /// A loop with affine bounds and a constant positive step.
    AffineFor = "affine.for": Own [AutomaticAllocationScope SingleBlock RecursiveEffects]
        as "(lowerBoundOperands*: index, upperBoundOperands*: index, inits*: any) {lowerBoundMap: map, \
            upperBoundMap: map, step: index} -> (results*: any) regions (region: block ends affine.yield); \
            custom";
    /// A condition that is an integer set.
    AffineIf = "affine.if": Own [SingleBlock NoRegionArguments RecursiveEffects]
        as "(operands*: any) {condition: set} -> (results*: any) regions (thenRegion: block ends \
            affine.yield, elseRegion: any ends affine.yield); \
            custom";
    /// Ends the body of an affine loop or condition.
    AffineYield = "affine.yield": Own [Terminator ReturnLike]
        as "(operands*: any); attr-dict [operands ':' type(operands)]";
    /// Reads an element at affine indices.
    AffineLoad = "affine.load": Own []
        as "(memref: memref, indices*: index) {map: map} -> (result: any); custom";
    /// Writes an element at affine indices.
    AffineStore = "affine.store": Own []
        as "(value: any, memref: memref, indices*: index) {map: map}; custom";
    /// Reads consecutive elements of the innermost dimension.
    AffineVectorLoad = "affine.vector_load": Own []
        as "(memref: memref, indices*: index) {map: map} -> (result: vector); custom";
    /// Writes consecutive elements of the innermost dimension.
    AffineVectorStore = "affine.vector_store": Own []
        as "(value: vector, memref: memref, indices*: index) {map: map}; custom";
    /// A nest of loops whose iterations may run in any order, with optional reductions.
    AffineParallel = "affine.parallel": Generic [AutomaticAllocationScope SingleBlock RecursiveEffects]
        as "(mapOperands*: index) {reductions: i64s, lowerBoundsMap: map, lowerBoundsGroups: \
            integer-elements, upperBoundsMap: map, upperBoundsGroups: integer-elements, steps: i64s} -> \
            (results*: any) regions (region: block ends affine.yield); \
            custom";
    /// A hint that an element at affine indices is soon accessed.
    AffinePrefetch = "affine.prefetch": Generic []
        as "(memref: memref, indices*: index) {isWrite: bool, localityHint: i32, isDataCache: bool, map: \
            map}; \
            custom";
    /// The coordinates of a linear index in a basis.
    AffineDelinearizeIndex = "affine.delinearize_index": Generic [Pure]
        as "(linear_index: index, basis*: index) -> (multi_index*: index); \
            linear_index 'into' ' ' '(' basis ')' attr-dict ':' type(multi_index)";
    /// Starts a transfer between memories at affine indices.
    AffineDmaStart = "affine.dma_start": Generic []
        as "(operands*: any) {src_map: map, dst_map: map, tag_map: map}; custom";
    /// Waits for a transfer that an affine dma_start began.
    AffineDmaWait = "affine.dma_wait": Generic []
        as "(operands*: any) {tag_map: map}; custom";
}
