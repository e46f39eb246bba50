//! The timing of what may stand for a function.

use std::time::Instant;

use ovolo_lang::ir::Module;

use crate::measure::{Measure, Run, Timings, timings};
use crate::outcome::Choice;
use crate::request::Request;

/// Times modules beside the original by calls of the function of this name, and notes how long that takes.
pub fn timed(
    request: &Request<'_>,
    measure: &Measure,
    name: &str,
    modules: &[Module],
    choice: &mut Choice,
) -> Result<Timings, String> {
    (request.progress)("measuring");
    let start = Instant::now();
    let run = Run {
        function: name,
        model: request.model,
        threads: request.machine.threads,
    };
    let measured = timings(measure, run, request.original, modules);
    choice.timing_seconds += start.elapsed().as_secs_f64();
    measured
}
