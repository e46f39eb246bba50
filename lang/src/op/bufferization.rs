//! The bufferization dialect: between tensors and buffers.

ops! {
    dialect Bufferization;

    /// A tensor that becomes a buffer of its own.
    BufferizationAllocTensor = "bufferization.alloc_tensor": Own []
        as "<T: tensor> (dynamic_sizes*: index, copy?: T, size_hint?: index) {memory_space?: any} -> (result: T); \
            '(' dynamic_sizes ')' ['copy' '(' copy ')'] ['size_hint=' '' size_hint] attr-dict ':' type(result)";
    /// A copy of a buffer, or the buffer itself where no one can tell.
    BufferizationClone = "bufferization.clone": Own []
        as "(input: ranked-or-unranked-memref) -> (output: ranked-or-unranked-memref); \
            input attr-dict ':' type(input) 'to' type(output)";
    /// Frees buffers under conditions, unless a retained one shares their memory.
    BufferizationDealloc = "bufferization.dealloc": Own []
        as "(memrefs*: ranked-or-unranked-memref, conditions*: i1, retained*: ranked-or-unranked-memref) -> \
            (updatedConditions*: i1); \
            [' ' '(' memrefs ':' type(memrefs) ')' 'if' ' ' '(' conditions ')'] \
            ['retain' ' ' '(' retained ':' type(retained) ')'] one-for-each(retained, updatedConditions) attr-dict";
    /// Frees the buffer that a tensor becomes.
    BufferizationDeallocTensor = "bufferization.dealloc_tensor": Own []
        as "(tensor: tensor); tensor attr-dict ':' type(tensor)";
    /// Puts the contents of a tensor into a given tensor or buffer.
    BufferizationMaterialize = "bufferization.materialize_in_destination": Own []
        as "(source: tensor, dest: shaped) {restrict: unit, writable: unit} -> (result?: tensor) where \
            same-element(source, dest); \
            source 'in' ['restrict' restrict] ['writable' writable] dest attr-dict ':' \
            functional-type(operands, results)";
    /// The buffer that a tensor becomes.
    BufferizationToMemRef = "bufferization.to_memref": Own [Pure]
        as "<M: ranked-or-unranked-memref> (tensor: tensor-of(M)) {read_only: unit} -> (memref: M); \
            tensor ['read_only' read_only] attr-dict ':' type(memref)";
    /// The contents of a buffer as a tensor.
    BufferizationToTensor = "bufferization.to_tensor": Own []
        as "<M: ranked-or-unranked-memref> (memref: M) {restrict: unit, writable: unit} -> (result: tensor-of(M)); \
            memref ['restrict' restrict] ['writable' writable] attr-dict ':' type(memref)";
}
