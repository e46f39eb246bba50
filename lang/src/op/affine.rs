//! The affine dialect: loops, conditions and accesses whose indices are affine maps.

ops! {
    dialect Affine;

    /// The value of a one-dimensional affine map.
    AffineApply = "affine.apply": Own [Pure];
    /// The least result of an affine map.
    AffineMin = "affine.min": Own [Pure];
    /// The greatest result of an affine map.
    AffineMax = "affine.max": Own [Pure];
    /// A loop with affine bounds and a constant positive step.
    AffineFor = "affine.for": Own [AutomaticAllocationScope SingleBlock RecursiveEffects];
    /// A condition that is an integer set.
    AffineIf = "affine.if": Own [SingleBlock NoRegionArguments RecursiveEffects];
    /// Ends the body of an affine loop or condition.
    AffineYield = "affine.yield": Own [Terminator ReturnLike];
    /// Reads an element at affine indices.
    AffineLoad = "affine.load": Own [];
    /// Writes an element at affine indices.
    AffineStore = "affine.store": Own [];
    /// Reads consecutive elements of the innermost dimension.
    AffineVectorLoad = "affine.vector_load": Own [];
    /// Writes consecutive elements of the innermost dimension.
    AffineVectorStore = "affine.vector_store": Own [];
    /// A nest of loops whose iterations may run in any order, with optional reductions.
    AffineParallel = "affine.parallel": Generic [AutomaticAllocationScope SingleBlock RecursiveEffects];
    /// A hint that an element at affine indices is soon accessed.
    AffinePrefetch = "affine.prefetch": Generic [];
    /// The coordinates of a linear index in a basis.
    AffineDelinearizeIndex = "affine.delinearize_index": Generic [Pure];
    /// Starts a transfer between memories at affine indices.
    AffineDmaStart = "affine.dma_start": Generic [];
    /// Waits for a transfer that an affine dma_start began.
    AffineDmaWait = "affine.dma_wait": Generic [];
}
