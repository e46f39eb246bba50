//! Which of several compiled forms of one function is the fastest.

use std::arch::x86_64::{_mm_clflush, _mm_mfence};
use std::time::Instant;

use anyhow::Result;

use crate::agreement::{Agreement, agreement};
use crate::call::{Frame, Function, Passed};
use crate::data::Argument;
use crate::measure::{Plan, buffers, outputs, restore, timed};
use crate::pin::Pin;
use crate::results::Results;

/// How one form did.
#[derive(Clone, Copy, Debug)]
pub struct Lap {
    /// Of the fastest call, where the calls before it left in the caches what they touched.
    pub seconds: f64,
    /// Of the fastest call that found nothing of the arguments in the caches; `None` where none was made.
    pub cold: Option<f64>,
    /// How the outputs compare with those of the first form.
    pub agreement: Agreement,
}

/// A form that takes this many times as long as the fastest, once all were called, is not called again.
const HOPELESS: f64 = 3.0;

/// A form that is called in less than so many seconds is called again before it is judged, and so many times where that is
/// short: the first calls wait for memory that the system hands out, which later ones find in the process.
const WARM: f64 = 0.1;
const AGAIN: usize = 3;

/// Rounds in which each form has a call with cold caches, and the seconds up to which that is worth it: what takes longer
/// finds little of its arguments in the caches anyway.
const COLD_ROUNDS: usize = 5;
const COLD: f64 = 0.02;

/// Times the forms one at a time, in turns, on these arguments. `watch` is told whose turn it is before each.
///
/// # Safety
/// Every form is a function that takes these arguments and has these results.
pub unsafe fn race(
    forms: &[Function],
    arguments: &mut [Argument],
    results: &Results,
    plan: &Plan,
    watch: &dyn Fn(usize),
) -> Result<Vec<Lap>> {
    // Threads that the code starts would inherit the core.
    let _pin = (plan.threads == 1).then(Pin::to_one_core);
    let frame = Frame::returning(arguments, &Passed::default(), results)?;
    let start = Instant::now();
    let mut laps: Vec<Lap> = Vec::new();
    let mut reference: Vec<Vec<u8>> = Vec::new();
    for (n, &form) in forms.iter().enumerate() {
        watch(n);
        // SAFETY: as the caller promises; the frame points into `arguments`.
        let seconds = unsafe {
            restore(arguments, &frame);
            timed(form, &frame, 1)
        };
        // SAFETY: as above.
        let outputs = unsafe { outputs(arguments, &frame) };
        let agreement = agreement(&outputs, &reference, plan.model);
        if reference.is_empty() {
            reference = outputs.iter().map(|output| output.bytes.to_vec()).collect();
        }
        laps.push(Lap {
            seconds,
            cold: None,
            agreement,
        });
    }
    let mut turn = |lap: &mut Lap, n: usize, calls: usize, is_cold: bool| {
        watch(n);
        // SAFETY: as above.
        unsafe { restore(arguments, &frame) };
        if is_cold {
            buffers(arguments).for_each(|buffer| flush(buffer.bytes()));
            // SAFETY: as above.
            let seconds = unsafe { timed(forms[n], &frame, 1) };
            lap.cold = Some(lap.cold.map_or(seconds, |cold| cold.min(seconds)));
        }
        // SAFETY: as above.
        let seconds = unsafe { timed(forms[n], &frame, calls) };
        lap.seconds = lap.seconds.min(seconds);
    };
    for (n, lap) in laps.iter_mut().enumerate().filter(|(_, lap)| lap.seconds < WARM) {
        let is_short = lap.seconds < plan.least_sample.as_secs_f64();
        turn(lap, n, if is_short { AGAIN } else { 1 }, false);
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
        for place in 0..hopeful.len() {
            let n = hopeful[(round + place) % hopeful.len()];
            turn(
                &mut laps[n],
                n,
                calls,
                !is_decided && round < COLD_ROUNDS && fastest < COLD,
            );
        }
    }
    Ok(laps)
}

/// Bytes of a line of the caches, or a part of one.
const LINE: usize = 64;

/// Takes what lies here out of all caches.
fn flush(bytes: &[u8]) {
    for line in bytes.chunks(LINE) {
        // SAFETY: every x86-64 has the instruction, which changes no contents.
        unsafe { _mm_clflush(line.as_ptr()) };
    }
    // SAFETY: as above.
    unsafe { _mm_mfence() };
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use ovolo_lang::types::{Dim, Type};

    use super::*;
    use crate::data::{Parameter, arguments};

    static CALLS: AtomicUsize = AtomicUsize::new(0);

    /// Its first call waits for what later ones find.
    unsafe extern "C" fn once_late(_: *mut f32, _: i64) {
        if CALLS.fetch_add(1, Ordering::Relaxed) == 0 {
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    #[test]
    fn a_first_call_that_is_late_says_nothing() {
        let buffer = Parameter::Buffer {
            element: Type::F32,
            extents: vec![Dim::Dynamic],
        };
        let mut arguments = arguments(&[buffer], 100, 1).expect("arguments");
        // SAFETY: the function outlives the test.
        let function = unsafe { Function::new(once_late as *const u8) };
        let plan = Plan {
            rounds: 2,
            least_sample: Duration::from_micros(1),
            ..Plan::default()
        };
        // SAFETY: the function takes a buffer and its extent.
        let laps = unsafe {
            race(
                &[function; 2],
                &mut arguments,
                &Results::default(),
                &plan,
                &|_| (),
            )
        }
        .expect("laps");
        assert!(laps[0].seconds < 0.025, "{laps:?}");
        assert!(laps.iter().all(|lap| lap.cold.is_some()), "{laps:?}");
    }
}
