//! Which of several compiled forms of one function is the fastest.

use std::time::Instant;

use anyhow::Result;

use crate::call::{Frame, Function};
use crate::data::Argument;
use crate::measure::{Agreement, Pin, Plan, agreement, buffers, restore, timed};

/// How one form did.
#[derive(Clone, Copy, Debug)]
pub struct Lap {
    /// Of the fastest call.
    pub seconds: f64,
    /// How the outputs compare with those of the first form.
    pub agreement: Agreement,
}

/// A form whose first call takes this many times as long as the fastest first call is not called again.
const HOPELESS: f64 = 3.0;

/// Calls that follow a first one that was short, and the seconds up to which one call follows: in the first one neither
/// the code nor the memory that it takes were at hand.
const AGAIN: usize = 3;
const WARM: f64 = 0.1;

/// Times the forms one at a time, in turns, on these arguments. `watch` is told whose turn it is before each.
///
/// # Safety
/// Every form is a function that takes these arguments.
pub unsafe fn race(
    forms: &[Function],
    arguments: &mut [Argument],
    plan: &Plan,
    watch: &dyn Fn(usize),
) -> Result<Vec<Lap>> {
    // Threads that the code starts would inherit the core.
    let _pin = (plan.threads == 1).then(Pin::to_one_core);
    let frame = Frame::new(arguments)?;
    let start = Instant::now();
    let mut laps: Vec<Lap> = Vec::new();
    let mut reference: Vec<Vec<u8>> = Vec::new();
    for (n, &form) in forms.iter().enumerate() {
        restore(arguments);
        watch(n);
        // SAFETY: as the caller promises; the frame points into `arguments`.
        let mut seconds = unsafe { timed(form, &frame, 1) };
        let agreement = agreement(arguments, &reference, plan.model);
        if reference.is_empty() {
            reference = buffers(arguments).map(|b| b.bytes().to_vec()).collect();
        }
        if seconds < WARM {
            let calls = if seconds < plan.least_sample.as_secs_f64() {
                AGAIN
            } else {
                1
            };
            // SAFETY: as above.
            seconds = seconds.min(unsafe { timed(form, &frame, calls) });
        }
        laps.push(Lap { seconds, agreement });
    }
    let fastest = laps.iter().map(|lap| lap.seconds).fold(f64::INFINITY, f64::min);
    let hopeful: Vec<usize> = (0..forms.len())
        .filter(|&n| laps[n].seconds <= HOPELESS * fastest)
        .collect();
    let calls = (plan.least_sample.as_secs_f64() / fastest.max(1e-9))
        .ceil()
        .max(1.0) as usize;
    // Where one form is far ahead of all others, more rounds say nothing new.
    let is_decided = hopeful.len() == 1;
    for round in 0..plan.rounds {
        if start.elapsed() > plan.longest && (is_decided || round > 0) {
            break;
        }
        for turn in 0..hopeful.len() {
            let n = hopeful[(round + turn) % hopeful.len()];
            restore(arguments);
            watch(n);
            // SAFETY: as above.
            let seconds = unsafe { timed(forms[n], &frame, calls) };
            laps[n].seconds = laps[n].seconds.min(seconds);
        }
    }
    Ok(laps)
}
