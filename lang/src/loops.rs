//! A module with loops in the place of all that states them by other means: what is searched, proved, compiled and timed.

use crate::inline::with_inlined;
use crate::ir::Module;
use crate::krnl_loops::Reader;
use crate::{krnl_loops, linalg};

/// A copy of the module with loops in the place of the operations of linalg and krnl, and of calls in loops; `None` where there
/// are none to replace. Functions keep their ids.
pub fn with_loops(module: &Module) -> Option<Module> {
    with_loops_for(module, Reader::Ovolo)
}

/// The same with what krnl says of threads, where it is to be kept.
pub fn with_loops_for(module: &Module, reader: Reader) -> Option<Module> {
    let inlined = with_inlined(module);
    let krnl = krnl_loops::with_loops(inlined.as_ref().unwrap_or(module), reader).or(inlined);
    linalg::with_loops(krnl.as_ref().unwrap_or(module)).or(krnl)
}
