//! The bufferization dialect: between tensors and buffers.

ops! {
    dialect Bufferization;

    /// A tensor that becomes a buffer of its own.
    BufferizationAllocTensor = "bufferization.alloc_tensor": Generic [];
    /// A copy of a buffer, or the buffer itself where no one can tell.
    BufferizationClone = "bufferization.clone": Generic [];
    /// Frees buffers under conditions, unless a retained one shares their memory.
    BufferizationDealloc = "bufferization.dealloc": Generic [];
    /// Frees the buffer that a tensor becomes.
    BufferizationDeallocTensor = "bufferization.dealloc_tensor": Generic [];
    /// Puts the contents of a tensor into a given tensor or buffer.
    BufferizationMaterialize = "bufferization.materialize_in_destination": Generic [];
    /// The buffer that a tensor becomes.
    BufferizationToMemRef = "bufferization.to_memref": Generic [Pure];
    /// The contents of a buffer as a tensor.
    BufferizationToTensor = "bufferization.to_tensor": Generic [];
}
