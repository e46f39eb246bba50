//! Which buffer of a memory is meant.

/// A buffer of a [`Memory`](super::Memory).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BufferId(pub(super) u32);

impl BufferId {
    /// The position among the buffers of the memory.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
