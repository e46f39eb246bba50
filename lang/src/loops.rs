//! A module with loops in the place of all that states them by other means: what is proved, compiled and timed.

use crate::in_sequence::Reductions;
use crate::inline::with_inlined;
use crate::ir::Module;
use crate::krnl_loops::Reader;
use crate::{krnl_loops, linalg};

/// A copy of the module with loops in the place of the operations of linalg and krnl; `None` where there are none to replace.
/// Functions keep their ids.
pub fn with_loops(module: &Module) -> Option<Module> {
    with_loops_for(module, Reader::Ovolo)
}

/// The same with what krnl says of threads, where it is to be kept.
pub fn with_loops_for(module: &Module, reader: Reader) -> Option<Module> {
    let krnl = krnl_loops::with_loops(module, reader);
    linalg::with_loops(krnl.as_ref().unwrap_or(module)).or(krnl)
}

/// A module as it is proved: the same, with copies of memrefs as loops and, where that is asked for, with what is called in loops in
/// the place of calls, and these reductions of parallel loops in sequence.
pub fn with_plain_loops(module: &Module, inlined: Option<Reductions>) -> Option<Module> {
    let inlined = inlined.and_then(|reductions| with_inlined(module, reductions));
    let krnl = krnl_loops::with_loops(inlined.as_ref().unwrap_or(module), Reader::Ovolo).or(inlined);
    linalg::with_loops_for_copies(krnl.as_ref().unwrap_or(module)).or(krnl)
}
