//! Loops whose iterations run on the threads of a machine.

use ovolo_rewrites::term::LoopKind;

use super::{Model, Nest};

/// Cycles to take up the partial result of one iteration: each waits for the one before it, through memory. Typical of
/// today's cores.
const COMBINE: f64 = 10.0;

impl Model<'_, '_> {
    /// A loop of so many iterations, run by one thread or by all.
    pub(super) fn run_by(&self, kind: LoopKind, nest: Nest, trip: f64) -> Nest {
        match kind {
            LoopKind::Parallel => self.on_threads(nest, trip),
            LoopKind::Reduced => {
                let nest = self.on_threads(nest, trip);
                let core = nest.core + trip * COMBINE;
                Nest {
                    parallel: true,
                    ..self.nest(core, nest.lines, nest.scatter)
                }
            }
            _ => nest,
        }
    }

    /// A loop of so many iterations on the threads of the machine: each has as many iterations as any, and the caches
    /// of its own core; the memory is for all.
    fn on_threads(&self, nest: Nest, trip: f64) -> Nest {
        let threads = f64::from(self.machine.threads);
        let speed = trip.max(1.0) / (trip / threads).ceil().max(1.0);
        let last = self.machine.caches.len() - 1;
        let shared = |level: usize| match level == last {
            true => speed.min(self.machine.memory_cores),
            false => speed,
        };
        let levels = nest.lines.iter().enumerate();
        let lines = levels
            .map(|(level, lines)| lines.iter().map(|n| n / shared(level)).collect())
            .collect();
        let core = nest.core / speed + self.machine.fork_cycles;
        Nest {
            parallel: true,
            ..self.nest(core, lines, nest.scatter)
        }
    }
}
