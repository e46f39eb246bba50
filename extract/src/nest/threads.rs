//! Loops whose iterations run on the threads of a machine.

use ovolo_rewrites::term::LoopKind;

use super::Model;
use super::site::Work;

/// Cycles to take up the partial result of one iteration: each waits for the one before it, through memory. Typical of
/// today's cores.
const COMBINE: f64 = 10.0;

impl Model<'_, '_> {
    /// A loop of so many iterations, run by one thread or by all.
    pub(super) fn run_by(&self, kind: LoopKind, work: Work, trip: f64, lines: &mut [f64]) -> Work {
        match kind {
            LoopKind::Parallel => self.on_threads(work, trip, lines),
            LoopKind::Reduced => {
                let work = self.on_threads(work, trip, lines);
                Work {
                    core: work.core + trip * COMBINE,
                    ..work
                }
            }
            _ => work,
        }
    }

    /// A loop of so many iterations on the threads of the machine: each has as many iterations as any, and the caches
    /// of its own core; the memory is for all.
    fn on_threads(&self, work: Work, trip: f64, lines: &mut [f64]) -> Work {
        let threads = f64::from(self.machine.threads);
        let speed = trip.max(1.0) / (trip / threads).ceil().max(1.0);
        let levels = self.machine.caches.len();
        let buffers = self.egraph.analysis.dependences.buffers.len();
        for (at, lines) in lines.iter_mut().enumerate() {
            let is_memory = at / buffers + 1 == levels;
            *lines /= match is_memory {
                true => speed.min(self.machine.memory_cores),
                false => speed,
            };
        }
        Work {
            core: work.core / speed + self.machine.fork_cycles,
            parallel: true,
            ..work
        }
    }
}
