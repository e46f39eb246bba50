//! The threads of this process on which parallel loops run.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// What compiled code calls [`run_chunks`].
pub(crate) const RUN_CHUNKS: &str = "__ovolo_run_chunks";

/// Runs one part of the iterations of a loop.
type Chunk = extern "C" fn(*mut c_void, i64);

/// What the chunks of one loop read and write. That they may do so at the same time is what the loop promises.
#[derive(Clone, Copy)]
struct Context(*mut c_void);

// SAFETY: the chunks of a parallel loop touch no cell that another one writes.
unsafe impl Sync for Context {}

/// Calls `chunk(context, n)` for each `n` below `chunks` on a pool of so many threads, and returns when all are done.
pub(crate) extern "C" fn run_chunks(chunk: Chunk, context: *mut c_void, chunks: i64, threads: i64) {
    let context = Context(context);
    let run = |n: usize| {
        // The whole context is shared, not the pointer in it.
        let context = &context;
        chunk(context.0, n as i64);
    };
    let chunks = usize::try_from(chunks).unwrap_or(0);
    match pool(usize::try_from(threads).unwrap_or(1)) {
        Some(pool) => pool.install(|| (0..chunks).into_par_iter().with_max_len(1).for_each(run)),
        // The system gives no more threads: this one does all.
        None => (0..chunks).for_each(run),
    }
}

/// The pool of so many threads; there is one for each number that was asked for.
fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    static POOLS: Mutex<BTreeMap<usize, Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&threads) {
        return Some(Arc::clone(pool));
    }
    let pool = Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().ok()?);
    pools.insert(threads, Arc::clone(&pool));
    Some(pool)
}
