//! Work that walks by recursion what has a limit on its depth.

use std::io;
use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// Ample for what the limits allow.
const STACK: usize = 256 << 20;

/// Does it on a thread with a large stack; an error where there can be no such thread.
pub fn deep<R: Send>(work: impl FnOnce() -> R + Send) -> io::Result<R> {
    scope(|scope| {
        let worker = Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        Ok(worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
