//! The memref dialect: memory, views of it and accesses.

const ALLOCATION: &str = "(dynamicSizes*: index, symbolOperands*: index) {alignment?: i64} -> (memref: memref); \
    '(' dynamicSizes ')' ['' '[' symbolOperands ']'] attr-dict ':' type(memref)";

ops! {
    dialect MemRef;

    /// Allocates on the heap; the contents are undefined.
    MemRefAlloc = "memref.alloc": Own []
        as ALLOCATION;
    /// Allocates in the enclosing automatic scope; the contents are undefined.
    MemRefAlloca = "memref.alloca": Own []
        as ALLOCATION;
    /// Frees what `memref.alloc` allocated.
    MemRefDealloc = "memref.dealloc": Own []
        as "(memref: ranked-or-unranked-memref); memref attr-dict ':' type(memref)";
    /// The extent of a dimension.
    MemRefDim = "memref.dim": Own [Pure]
        as "(source: non-0-ranked-or-unranked-memref, index: index) -> (result: index); \
            attr-dict source ',' index ':' type(source)";
    /// Reads an element.
    MemRefLoad = "memref.load": Own []
        as "<M: memref> (memref: M, indices*: index) {nontemporal: bool = false} -> (result: element(M)); \
            memref '[' indices ']' attr-dict ':' type(memref)";
    /// Writes an element.
    MemRefStore = "memref.store": Own []
        as "<M: memref> (value: element(M), memref: M, indices*: index) {nontemporal: bool = false}; \
            value ',' memref '[' indices ']' attr-dict ':' type(memref)";
    /// Another type for the same memory.
    MemRefCast = "memref.cast": Cast [Pure]
        as "(source: ranked-or-unranked-memref) -> (dest: ranked-or-unranked-memref) where same-shape; \
            source attr-dict ':' type(source) 'to' type(dest)";
    /// Copies all elements.
    MemRefCopy = "memref.copy": Own []
        as "(source: ranked-or-unranked-memref, target: ranked-or-unranked-memref) where \
            same-element(operands), same-shape(operands); \
            source ',' target attr-dict ':' type(source) 'to' type(target)";
    /// States that the memory starts at a multiple of an alignment.
    MemRefAssumeAlignment = "memref.assume_alignment": Generic []
        as "(memref: memref) {alignment: i32}; \
            memref ',' alignment attr-dict ':' type(memref)";
    /// Combines an element with a value, atomically, and gives what was there.
    MemRefAtomicRmw = "memref.atomic_rmw": Generic []
        as "<T: signless-integer | float> (value: T, memref: memref<signless-integer | float>, indices*: \
            index) {kind: atomic-kind} -> (result: T) where same-element(value, memref); \
            kind value ',' memref '[' indices ']' attr-dict ':' '(' type(value) ',' type(memref) ')' '->' \
            type(result)";
    /// Replaces an element, atomically, by what a region computes from it.
    MemRefGenericAtomicRmw = "memref.generic_atomic_rmw": Generic [SingleBlock]
        as "<M: memref<signless-integer | float>> (memref: M, indices*: index) -> (result: element(M)) \
            regions (atomic_body: any); \
            memref '[' indices ']' ':' type(memref) atomic_body attr-dict";
    /// Ends the region of a generic atomic update.
    MemRefAtomicYield = "memref.atomic_yield": Generic [Terminator]
        as "(result: any) in memref.generic_atomic_rmw; result attr-dict ':' type(result)";
    /// A region at whose end its stack allocations are freed.
    MemRefAllocaScope = "memref.alloca_scope": Generic [AutomaticAllocationScope SingleBlock NoRegionArguments RecursiveEffects]
        as "() -> (results*: any) regions (bodyRegion: block ends memref.alloca_scope.return); \
            [arrow-types(results)] bodyRegion attr-dict";
    /// Ends the region of an allocation scope.
    MemRefAllocaScopeReturn = "memref.alloca_scope.return": Generic [Terminator ReturnLike]
        as "(results*: any) in memref.alloca_scope; attr-dict [results ':' type(results)]";
    /// A view that joins groups of adjacent dimensions.
    MemRefCollapseShape = "memref.collapse_shape": Generic [Pure]
        as "(src: strided-memref) {reassociation: index-lists} -> (result: strided-memref); \
            src reassociation attr-dict ':' type(src) 'into' type(result)";
    /// A view that splits dimensions.
    MemRefExpandShape = "memref.expand_shape": Generic [Pure]
        as "(src: strided-memref, output_shape*: index) {reassociation: index-lists, static_output_shape: \
            dense-i64s} -> (result: strided-memref); \
            src reassociation 'output_shape' ' ' index-list(output_shape, static_output_shape) attr-dict ':' \
            type(src) 'into' type(result)";
    /// Starts a transfer between memories.
    MemRefDmaStart = "memref.dma_start": Generic []
        as "(operands*: any); custom";
    /// Waits for a transfer.
    MemRefDmaWait = "memref.dma_wait": Generic []
        as "(tagMemRef: memref, tagIndices*: index, numElements: index); \
            tagMemRef '[' tagIndices ']' ',' numElements attr-dict ':' type(tagMemRef)";
    /// The address of the aligned buffer.
    MemRefExtractAlignedPointer = "memref.extract_aligned_pointer_as_index": Generic [Pure]
        as "(source: ranked-or-unranked-memref) -> (aligned_pointer: index); \
            source ':' type(source) '->' type(aligned_pointer) attr-dict";
    /// The base buffer, offset, sizes and strides.
    MemRefExtractStridedMetadata = "memref.extract_strided_metadata": Generic [Pure]
        as "(source: strided-memref) -> (base_buffer: strided-memref<0>, offset: index, sizes*: index, \
            strides*: index) where equal-segments; \
            source ':' type(source) '->' type(results) attr-dict";
    /// The memory of a global.
    MemRefGetGlobal = "memref.get_global": Generic [Pure]
        as "() {name: symbol} -> (result: static-memref); name ':' type(result) attr-dict";
    /// A named memory of the module, perhaps with contents.
    MemRefGlobal = "memref.global": Generic [Symbol]
        as "() {sym_name: symbol-name, sym_visibility?: string, type: memref-type, initial_value?: any, \
            constant: unit, alignment?: i64}; \
            [sym_visibility] ['constant' constant] sym_name ':' global-type(type, initial_value) attr-dict";
    /// The same memory seen from another memory space.
    MemRefMemorySpaceCast = "memref.memory_space_cast": Generic [Pure]
        as "(source: ranked-or-unranked-memref) -> (dest: ranked-or-unranked-memref) where same-element, \
            same-shape; \
            source attr-dict ':' type(source) 'to' type(dest)";
    /// A hint that an element is soon accessed.
    MemRefPrefetch = "memref.prefetch": Generic []
        as "(memref: memref, indices*: index) {isWrite: bool, localityHint: i32, isDataCache: bool}; \
            memref '[' indices ']' ',' prefetch-hints(isWrite, localityHint, isDataCache) attr-dict ':' \
            type(memref)";
    /// The number of dimensions.
    MemRefRank = "memref.rank": Generic [Pure]
        as "(memref: ranked-or-unranked-memref) -> (result: index); \
            memref attr-dict ':' type(memref)";
    /// Another size for a one-dimensional heap allocation; the contents are kept.
    MemRefRealloc = "memref.realloc": Generic []
        as "(source: memref<any, 1>, dynamicResultSize?: index) {alignment?: i64} -> (result: memref<any, \
            1>); \
            source ['(' dynamicResultSize ')'] attr-dict ':' type(source) 'to' type(result)";
    /// The same buffer under another offset, sizes and strides.
    MemRefReinterpretCast = "memref.reinterpret_cast": Generic [Pure]
        as "(source: ranked-or-unranked-memref, offsets*: index, sizes*: index, strides*: index) \
            {static_offsets: dense-i64s, static_sizes: dense-i64s, static_strides: dense-i64s} -> (result: \
            memref); \
            source 'to' 'offset:' index-list(offsets, static_offsets) ',' 'sizes:' index-list(sizes, \
            static_sizes) ',' 'strides:' index-list(strides, static_strides) attr-dict ':' type(source) 'to' \
            type(result)";
    /// The same elements under a shape known at run time.
    MemRefReshape = "memref.reshape": Generic [Pure]
        as "(source: ranked-or-unranked-memref, shape: memref<signless-integer | index, 1>) -> (result: \
            ranked-or-unranked-memref); \
            source '(' shape ')' attr-dict ':' functional-type(operands, results)";
    /// A rectangular, strided part.
    MemRefSubView = "memref.subview": Generic [Pure]
        as "(source: memref, offsets*: index, sizes*: index, strides*: index) {static_offsets: dense-i64s, \
            static_sizes: dense-i64s, static_strides: dense-i64s} -> (result: memref); \
            source index-list(offsets, static_offsets) ' ' index-list(sizes, static_sizes) ' ' \
            index-list(strides, static_strides) attr-dict ':' type(source) 'to' type(result)";
    /// A view with the dimensions permuted.
    MemRefTranspose = "memref.transpose": Generic [Pure]
        as "(in: strided-memref) {permutation: map} -> (result: strided-memref); \
            in permutation-map(permutation) attr-dict ':' type(in) 'to' type(result)";
    /// A typed view of bytes.
    MemRefView = "memref.view": Generic [Pure]
        as "(source: memref<i8, 1>, byte_shift: index, sizes*: index) -> (result: memref); \
            source '[' byte_shift ']' '' '[' sizes ']' attr-dict ':' type(source) 'to' type(result)";
}
