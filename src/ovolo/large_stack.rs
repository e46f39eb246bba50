//! Work that walks by recursion what has a limit on its depth runs on threads with large stacks.

use std::io;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::thread::{Builder, scope};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Bytes; ample for what the limits allow.
const STACK: usize = 256 << 20;

/// Bytes of the stack of a thread of the pool. One that waits for its own work takes up other work on top of it, as
/// often as there is some; memory is only taken where that happens.
const STACK_OF_POOL: usize = 64 << 20;

static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();

/// Does work on a thread of its own with a large stack.
///
/// # Errors
/// Where there can be no such thread.
pub fn on_thread<R: Send>(work: impl FnOnce() -> R + Send) -> io::Result<R> {
    scope(|scope| {
        let worker = Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        Ok(worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Does work on a pool of threads with large stacks, one for each core, which parallel iterators inside run on too. Where
/// there can be no such pool, the work is done where it is asked for.
pub fn on_pool<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let pool = POOL.get_or_init(|| ThreadPoolBuilder::new().stack_size(STACK_OF_POOL).build().ok());
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
