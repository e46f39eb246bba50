//! How a module is compiled.

use std::num::NonZeroU32;

use ovolo_lang::fp::FpModel;

/// How a module is compiled. The default is the host at full optimisation, floats untouched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub level: OptLevel,
    /// Freedoms granted to every float operation, beside those of its own `fastmath<…>`.
    pub fp: FpModel,
    pub target: Target,
    /// Whether LLVM may unroll loops.
    pub unroll: bool,
    pub parallel: Parallel,
    /// Whether functions that come from C get the parameters that they have there.
    pub c_entries: bool,
}

/// How parallel loops run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parallel {
    /// In order, on the thread that calls.
    #[default]
    Sequential,
    /// On at most so many threads of the OpenMP runtime that the object is linked with, which may give fewer.
    OpenMp { threads: NonZeroU32 },
    /// On a pool of so many threads of this process. For [`Jit`](crate::Jit) only.
    InProcess { threads: NonZeroU32 },
}

impl Parallel {
    /// In code that others link.
    pub fn linked(threads: u32) -> Parallel {
        match NonZeroU32::new(threads) {
            Some(threads) if threads.get() > 1 => Parallel::OpenMp { threads },
            _ => Parallel::Sequential,
        }
    }

    /// In this process.
    pub fn in_process(threads: u32) -> Parallel {
        match NonZeroU32::new(threads) {
            Some(threads) if threads.get() > 1 => Parallel::InProcess { threads },
            _ => Parallel::Sequential,
        }
    }
}

/// LLVM's `-O0` to `-O3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptLevel {
    O0,
    O1,
    O2,
    O3,
}

/// The processor to compile for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The processor that this runs on, with everything it has.
    Host,
    /// An x86-64 processor by LLVM's name for it: `x86-64-v3`, `znver5`. `native` is the host.
    Cpu(String),
}

impl Default for Options {
    fn default() -> Options {
        Options {
            level: OptLevel::O3,
            fp: FpModel::STRICT,
            target: Target::Host,
            unroll: true,
            parallel: Parallel::Sequential,
            c_entries: false,
        }
    }
}

impl OptLevel {
    /// The name of LLVM's pipeline.
    pub(crate) fn pipeline(self) -> &'static str {
        match self {
            OptLevel::O0 => "default<O0>",
            OptLevel::O1 => "default<O1>",
            OptLevel::O2 => "default<O2>",
            OptLevel::O3 => "default<O3>",
        }
    }
}
