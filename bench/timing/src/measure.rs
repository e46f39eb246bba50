//! Times several compiled forms of one kernel in turns, on the same buffers, and compares what they compute.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ovolo_lang::fp::FpModel;
use ovolo_lang::types::{FloatKind, Type};

use crate::agreement::{Agreement, agreement};
use crate::call::{Frame, Function, Passed};
use crate::data::{Argument, Buffer, Output};
use crate::limits::tried;
use crate::peak::fma_peak;
use crate::pin::Pin;
use crate::reading::reading_seconds;
use crate::results::Results;
use crate::statistics::{Interval, median, median_interval};

/// One compiled form of the kernel.
#[derive(Clone, Debug)]
pub struct Side {
    pub name: String,
    /// How it was compiled, as far as floats are concerned.
    pub model: String,
    pub function: Function,
    pub passed: Passed,
}

#[derive(Clone, Debug)]
pub struct Plan {
    /// How often each side takes its turn.
    pub rounds: usize,
    /// A turn repeats calls until it has taken about this long.
    pub least_sample: Duration,
    /// A race begins no more rounds after this time.
    pub longest: Duration,
    /// Outputs are equal bit by bit under the strict model, within rounding otherwise.
    pub model: FpModel,
    /// Threads that the sides may use. With one the measuring thread keeps to its core.
    pub threads: u32,
    /// Seconds that a call of each side may take in a copy of the process, before it is called in this one, where nobody
    /// knows what the data do to it. Not asked with several threads, of which a copy has one.
    pub trial: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct Measurement {
    pub sides: Vec<SideMeasurement>,
    /// Those of which a trial did not return; never the first.
    pub stopped: Vec<Stopped>,
    /// The peak of fused multiply-adds in each round, in operations per second, of the widest use the kernel
    /// makes of floats; empty for a kernel of integers.
    pub peak: Vec<f64>,
    /// The seconds in which the core reads all arrays once, in each round; empty where they are short.
    pub reading: Vec<f64>,
}

/// A side that is not measured because a call of it does not return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Of the side.
    pub name: String,
    pub how: String,
}

#[derive(Clone, Debug)]
pub struct SideMeasurement {
    pub side: Side,
    /// Seconds of one call in each round.
    pub seconds: Vec<f64>,
    /// How the outputs compare with those of the first side.
    pub agreement: Agreement,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            rounds: 5,
            least_sample: Duration::from_millis(2),
            longest: Duration::from_secs(10),
            model: FpModel::STRICT,
            threads: 1,
            trial: None,
        }
    }
}

/// Times the sides in turns. The first side is the reference for the outputs.
///
/// # Safety
/// Every side is a function that takes what it is passed of these arguments, and has these results.
pub unsafe fn measure(
    sides: &[Side],
    arguments: &mut [Argument],
    results: &Results,
    plan: &Plan,
) -> Result<Measurement> {
    // Threads that the code starts would inherit the core.
    let _pin = (plan.threads == 1).then(Pin::to_one_core);
    let kind = arguments.iter().find_map(float_kind);
    let mut running: Vec<Running> = Vec::new();
    let mut stopped = Vec::new();
    let mut reference: Vec<Vec<u8>> = Vec::new();
    let trial = plan.trial.filter(|_| plan.threads == 1);
    for side in sides {
        // SAFETY: as the caller promises.
        let returned = trial.map_or(Ok(()), |seconds| unsafe {
            side.tried(arguments, results, seconds)
        });
        if let Err(how) = returned {
            if running.is_empty() {
                bail!("a call of the side `{}` is {how}", side.name);
            }
            let name = side.name.clone();
            stopped.push(Stopped { name, how });
            continue;
        }
        let frame = Frame::returning(arguments, &side.passed, results)?;
        // SAFETY: as the caller promises; the frame points into `arguments`.
        let seconds = unsafe { side.turn(arguments, &frame, 1) };
        // SAFETY: as above.
        let outputs = unsafe { outputs(arguments, &frame) };
        let agreement = agreement(&outputs, &reference, plan.model);
        if reference.is_empty() {
            reference = outputs.iter().map(|output| output.bytes.to_vec()).collect();
        }
        let calls = plan.least_sample.as_secs_f64() / seconds.max(1e-9);
        running.push(Running {
            frame,
            calls: calls.ceil().max(1.0) as usize,
            measured: SideMeasurement {
                side: side.clone(),
                seconds: Vec::new(),
                agreement,
            },
        });
    }
    let mut peak = Vec::new();
    let mut reading = Vec::new();
    for round in 0..plan.rounds {
        for turn in 0..running.len() {
            let index = (round + turn) % running.len();
            let Running {
                frame,
                calls,
                measured,
            } = &mut running[index];
            // SAFETY: as above.
            let seconds = unsafe { measured.side.turn(arguments, frame, *calls) };
            measured.seconds.push(seconds);
        }
        peak.extend(kind.and_then(fma_peak));
        let arrays: Vec<&[u8]> = buffers(arguments).map(Buffer::bytes).collect();
        reading.extend(reading_seconds(&arrays));
    }
    Ok(Measurement {
        sides: running.into_iter().map(|running| running.measured).collect(),
        stopped,
        peak,
        reading,
    })
}

/// A side that is measured.
struct Running {
    frame: Frame,
    /// In each turn.
    calls: usize,
    measured: SideMeasurement,
}

impl Side {
    /// Whether a call returns, as a copy of the process finds out in so many seconds; how it ended where it does not.
    ///
    /// # Safety
    /// As for [`measure`]; one thread calls the function.
    unsafe fn tried(
        &self,
        arguments: &mut [Argument],
        results: &Results,
        seconds: u32,
    ) -> Result<(), String> {
        let call = || {
            for argument in &mut *arguments {
                if let Argument::Buffer(buffer) = argument {
                    buffer.fence();
                }
            }
            if let Ok(frame) = Frame::returning(arguments, &self.passed, results) {
                // SAFETY: as the caller promises.
                unsafe { self.turn(arguments, &frame, 1) };
            }
        };
        // SAFETY: as the caller promises.
        unsafe { tried(seconds, call) }
    }

    /// Seconds of one call of so many, of which the first finds what all sides find.
    ///
    /// # Safety
    /// As for [`measure`]; the frame is that of the side.
    unsafe fn turn(&self, arguments: &mut [Argument], frame: &Frame, calls: usize) -> f64 {
        // SAFETY: as the caller promises.
        unsafe {
            restore(arguments, frame);
            self.passed
                .globals()
                .iter()
                .for_each(|global| global.enter(arguments));
            let seconds = timed(self.function, frame, calls);
            self.passed
                .globals()
                .iter()
                .for_each(|global| global.leave(arguments));
            seconds
        }
    }
}

/// How much the outputs of two forms differ that are the same but for the roundings that the model of the plan leaves
/// free.
///
/// # Safety
/// Both are functions that take these arguments and have these results.
pub unsafe fn rounding_alone(
    sides: [Side; 2],
    arguments: &mut [Argument],
    results: &Results,
    plan: &Plan,
) -> Result<f64> {
    let once = Plan {
        rounds: 0,
        ..plan.clone()
    };
    // SAFETY: as the caller promises.
    let measurement = unsafe { measure(&sides, arguments, results, &once)? };
    Ok(measurement.sides[1].agreement.difference())
}

/// Seconds of one call, in which its caller frees what the call before has returned. What the last returns is left.
///
/// # Safety
/// The frame holds the arguments that the function expects, and results of a function like it, if any.
pub(crate) unsafe fn timed(function: Function, frame: &Frame, calls: usize) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        // SAFETY: as the caller promises.
        unsafe {
            frame.results.free();
            function.call(frame);
        }
    }
    start.elapsed().as_secs_f64() / calls as f64
}

/// Lets the next call find what the first one found.
///
/// # Safety
/// The frame holds results of a function that was called with it, if any.
pub(crate) unsafe fn restore(arguments: &mut [Argument], frame: &Frame) {
    // SAFETY: as the caller promises.
    unsafe { frame.results.forget() };
    for argument in arguments {
        if let Argument::Buffer(buffer) = argument {
            buffer.restore();
        }
    }
}

/// What a call has computed: what the arrays among the arguments hold, and the results.
///
/// # Safety
/// The frame holds results of a function that was called with it.
pub(crate) unsafe fn outputs<'a>(arguments: &'a [Argument], frame: &'a Frame) -> Vec<Output<'a>> {
    let mut all: Vec<Output<'a>> = buffers(arguments).map(Buffer::output).collect();
    // SAFETY: as the caller promises.
    all.extend(unsafe { frame.results.outputs() });
    all
}

pub(crate) fn buffers(arguments: &[Argument]) -> impl Iterator<Item = &Buffer> {
    arguments.iter().filter_map(|argument| match argument {
        Argument::Buffer(buffer) => Some(buffer),
        Argument::Scalar { .. } => None,
    })
}

fn float_kind(argument: &Argument) -> Option<FloatKind> {
    match argument {
        Argument::Buffer(buffer) => match buffer.element {
            Type::Float(kind) => Some(kind),
            _ => None,
        },
        Argument::Scalar { .. } => None,
    }
}

impl Measurement {
    /// The median over the rounds of `other`'s time divided by `side`'s: above one, `side` is faster.
    pub fn speed_up(&self, side: usize, other: usize) -> f64 {
        let rounds = self.sides[side].seconds.iter().zip(&self.sides[other].seconds);
        median(rounds.map(|(mine, theirs)| theirs / mine).collect())
    }

    /// The least time in which all arrays were read once.
    pub fn least_reading(&self) -> Option<f64> {
        self.reading.iter().copied().reduce(f64::min)
    }

    /// The best of the peak over the rounds.
    pub fn best_peak(&self) -> Option<f64> {
        self.peak.iter().copied().reduce(f64::max)
    }
}

impl SideMeasurement {
    pub fn median(&self) -> f64 {
        median(self.seconds.clone())
    }

    /// Where the median lies; `None` where nothing was measured.
    pub fn interval(&self) -> Option<Interval> {
        median_interval(&self.seconds)
    }

    pub fn minimum(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Parameter, arguments};
    use ovolo_lang::types::Dim;

    unsafe extern "C" fn doubled(data: *mut f32, n: i64) {
        for i in 0..n as usize {
            // SAFETY: the test hands over a buffer of `n` elements.
            unsafe { *data.add(i) *= 2.0 };
        }
    }

    unsafe extern "C" fn nearly_doubled(data: *mut f32, n: i64) {
        for i in 0..n as usize {
            // SAFETY: as above.
            unsafe { *data.add(i) *= 2.000_000_5 };
        }
    }

    unsafe extern "C" fn left_alone(_: *mut f32, _: i64) {}

    /// Writes far beyond the elements that are handed over: where nothing is fenced that is memory of others, or of nobody.
    unsafe extern "C" fn goes_beyond(data: *mut f32, _: i64) {
        // SAFETY: none; the test calls it where a copy of the process ends by it.
        unsafe { data.add(5_000).write_volatile(1.0) };
    }

    type Doubling = unsafe extern "C" fn(*mut f32, i64);

    fn measured(functions: &[Doubling], plan: &Plan) -> Result<Measurement> {
        let buffer = Parameter::Buffer {
            element: Type::F32,
            extents: vec![Dim::Dynamic],
        };
        let mut arguments = arguments(&[buffer], 100, 1).expect("arguments");
        let sides = functions.iter().map(|&function| Side {
            name: String::new(),
            model: String::new(),
            // SAFETY: the functions outlive the test.
            function: unsafe { Function::new(function as *const u8) },
            passed: Passed::default(),
        });
        let sides: Vec<Side> = sides.collect();
        // SAFETY: the functions take a buffer and its extent, or are tried first.
        unsafe { measure(&sides, &mut arguments, &Results::default(), plan) }
    }

    fn agreements(model: FpModel) -> Vec<Agreement> {
        let plan = Plan {
            rounds: 1,
            least_sample: Duration::from_micros(1),
            model,
            ..Plan::default()
        };
        let measured = measured(&[doubled, doubled, nearly_doubled, left_alone], &plan);
        let sides = measured.expect("a measurement").sides;
        sides.iter().map(|side| side.agreement).collect()
    }

    #[test]
    fn what_goes_beyond_its_array_is_told_and_not_run() {
        let plan = Plan {
            rounds: 0,
            trial: Some(5),
            ..Plan::default()
        };
        let both = measured(&[doubled, goes_beyond, doubled], &plan).expect("a measurement");
        let stopped = Stopped {
            name: String::new(),
            how: "ended by signal 11 on made-up data".to_string(),
        };
        assert_eq!((both.sides.len(), both.stopped), (2, vec![stopped]));
        let told = measured(&[goes_beyond], &plan).err().map(|why| why.to_string());
        assert_eq!(
            told.as_deref(),
            Some("a call of the side `` is ended by signal 11 on made-up data")
        );
    }

    #[test]
    fn the_model_decides_what_counts_as_equal() {
        let contract = FpModel {
            contract: true,
            ..FpModel::STRICT
        };
        assert!(matches!(
            agreements(contract)[..],
            [
                Agreement::Exact,
                Agreement::Exact,
                Agreement::Within(_),
                Agreement::Differs(_)
            ]
        ));
        assert!(matches!(
            agreements(FpModel::STRICT)[..],
            [
                Agreement::Exact,
                Agreement::Exact,
                Agreement::Differs(_),
                Agreement::Differs(_)
            ]
        ));
    }
}
