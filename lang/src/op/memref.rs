//! The memref dialect: memory, views of it and accesses.

ops! {
    dialect MemRef;

    /// Allocates on the heap; the contents are undefined.
    MemRefAlloc = "memref.alloc": Own [];
    /// Allocates in the enclosing automatic scope; the contents are undefined.
    MemRefAlloca = "memref.alloca": Own [];
    /// Frees what `memref.alloc` allocated.
    MemRefDealloc = "memref.dealloc": Own [];
    /// The extent of a dimension.
    MemRefDim = "memref.dim": Own [Pure];
    /// Reads an element.
    MemRefLoad = "memref.load": Own [];
    /// Writes an element.
    MemRefStore = "memref.store": Own [];
    /// Another type for the same memory.
    MemRefCast = "memref.cast": Cast [Pure];
    /// Copies all elements.
    MemRefCopy = "memref.copy": Own [];
    /// States that the memory starts at a multiple of an alignment.
    MemRefAssumeAlignment = "memref.assume_alignment": Generic [];
    /// Combines an element with a value, atomically, and gives what was there.
    MemRefAtomicRmw = "memref.atomic_rmw": Generic [];
    /// Replaces an element, atomically, by what a region computes from it.
    MemRefGenericAtomicRmw = "memref.generic_atomic_rmw": Generic [SingleBlock];
    /// Ends the region of a generic atomic update.
    MemRefAtomicYield = "memref.atomic_yield": Generic [Terminator];
    /// A region at whose end its stack allocations are freed.
    MemRefAllocaScope = "memref.alloca_scope": Generic [AutomaticAllocationScope SingleBlock NoRegionArguments RecursiveEffects];
    /// Ends the region of an allocation scope.
    MemRefAllocaScopeReturn = "memref.alloca_scope.return": Generic [Terminator ReturnLike];
    /// A view that joins groups of adjacent dimensions.
    MemRefCollapseShape = "memref.collapse_shape": Generic [Pure];
    /// A view that splits dimensions.
    MemRefExpandShape = "memref.expand_shape": Generic [Pure];
    /// Starts a transfer between memories.
    MemRefDmaStart = "memref.dma_start": Generic [];
    /// Waits for a transfer.
    MemRefDmaWait = "memref.dma_wait": Generic [];
    /// The address of the aligned buffer.
    MemRefExtractAlignedPointer = "memref.extract_aligned_pointer_as_index": Generic [Pure];
    /// The base buffer, offset, sizes and strides.
    MemRefExtractStridedMetadata = "memref.extract_strided_metadata": Generic [Pure];
    /// The memory of a global.
    MemRefGetGlobal = "memref.get_global": Generic [Pure];
    /// A named memory of the module, perhaps with contents.
    MemRefGlobal = "memref.global": Generic [Symbol];
    /// The same memory seen from another memory space.
    MemRefMemorySpaceCast = "memref.memory_space_cast": Generic [Pure];
    /// A hint that an element is soon accessed.
    MemRefPrefetch = "memref.prefetch": Generic [];
    /// The number of dimensions.
    MemRefRank = "memref.rank": Generic [Pure];
    /// Another size for a one-dimensional heap allocation; the contents are kept.
    MemRefRealloc = "memref.realloc": Generic [];
    /// The same buffer under another offset, sizes and strides.
    MemRefReinterpretCast = "memref.reinterpret_cast": Generic [Pure];
    /// The same elements under a shape known at run time.
    MemRefReshape = "memref.reshape": Generic [Pure];
    /// A rectangular, strided part.
    MemRefSubView = "memref.subview": Generic [Pure];
    /// A view with the dimensions permuted.
    MemRefTranspose = "memref.transpose": Generic [Pure];
    /// A typed view of bytes.
    MemRefView = "memref.view": Generic [Pure];
}
