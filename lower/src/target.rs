//! The processor, LLVM's passes, and what comes out of them.

use std::ffi::CStr;
use std::sync::{Once, PoisonError, RwLock};

use inkwell::OptimizationLevel;
use inkwell::llvm_sys::support::LLVMParseCommandLineOptions;
use inkwell::module::Module as LlvmModule;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{
    CodeModel, FileType, InitializationConfig, RelocMode, Target as LlvmTarget, TargetMachine,
};

use crate::error::{LowerError, Result};
use crate::options::{OptLevel, Options, Target};
use crate::registers::Registers::{self, Avx2, Avx512, Narrow};
use crate::tuning::Tuning;

/// A processor by LLVM's name, and what it has beyond (or lacks of) what the name implies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Processor {
    pub name: String,
    pub features: String,
}

/// What is loaded and stored element by element stays so where a function does not ask for gathers: LLVM would make gathers and
/// scatters of it, which take several times as long on a core of AMD, and gathers on one of Intel's where they wait for what they
/// must not leak. Shuffles of two whole registers are one operation there.
const AS_WRITTEN: &str = if cfg!(target_arch = "x86_64") {
    ",+prefer-no-gather,+prefer-no-scatter,+fast-variable-crosslane-shuffle,+fast-variable-perlane-shuffle"
} else {
    ""
};

impl Target {
    /// The bits of the widest vectors.
    pub fn vector_bits(&self) -> i64 {
        8 * Processor::of(self).registers().of_vectors().1
    }
}

impl Processor {
    pub fn of(target: &Target) -> Processor {
        match target {
            Target::Host => Processor {
                name: TargetMachine::get_host_cpu_name().to_string(),
                features: TargetMachine::get_host_cpu_features().to_string() + AS_WRITTEN,
            },
            Target::Cpu(name) if name == "native" => Processor::of(&Target::Host),
            Target::Cpu(name) => Processor {
                name: name.clone(),
                features: String::new(),
            },
        }
    }

    /// The features with which a function is compiled.
    pub fn features_of(&self, tuning: Tuning) -> &str {
        match tuning.gathers {
            true => self.features.strip_suffix(AS_WRITTEN).unwrap_or(&self.features),
            false => &self.features,
        }
    }

    pub fn machine(&self, level: OptLevel) -> Result<TargetMachine> {
        // LLVM aborts on some names that it does not know and ignores others. The host's is its own.
        if self.features.is_empty() && self.known().is_none() {
            return Err(LowerError::new(format!("no processor is called `{}`", self.name)));
        }
        initialize();
        let triple = TargetMachine::get_default_triple();
        let target = LlvmTarget::from_triple(&triple).map_err(LowerError::internal)?;
        let level = match level {
            OptLevel::O0 => OptimizationLevel::None,
            OptLevel::O1 => OptimizationLevel::Less,
            OptLevel::O2 => OptimizationLevel::Default,
            OptLevel::O3 => OptimizationLevel::Aggressive,
        };
        target
            .create_target_machine(
                &triple,
                &self.name,
                &self.features,
                level,
                RelocMode::PIC,
                CodeModel::Default,
            )
            .ok_or_else(|| LowerError::internal("LLVM makes no machine for the host"))
    }

    /// The vector registers that are there to be used.
    pub fn registers(&self) -> Registers {
        let has = |feature: &str| self.features.split(',').any(|f| f == feature);
        match () {
            () if self.features.is_empty() => self.known().unwrap_or(Narrow),
            () if has("+avx512f") => Avx512,
            () if has("+avx2") && has("+fma") => Avx2,
            () => Narrow,
        }
    }

    fn known(&self) -> Option<Registers> {
        let mut known = PROCESSORS.iter();
        known
            .find(|(name, _)| *name == self.name)
            .map(|(_, registers)| *registers)
    }
}

/// The 64-bit x86 processors of LLVM 19, and the vector registers that each has with fused operations.
const PROCESSORS: &[(&str, Registers)] = &[
    ("x86-64", Narrow),
    ("x86-64-v2", Narrow),
    ("x86-64-v3", Avx2),
    ("x86-64-v4", Avx512),
    ("alderlake", Avx2),
    ("arrowlake", Avx2),
    ("arrowlake-s", Avx2),
    ("barcelona", Narrow),
    ("bdver1", Narrow),
    ("bdver2", Narrow),
    ("bdver3", Narrow),
    ("bdver4", Avx2),
    ("broadwell", Avx2),
    ("btver1", Narrow),
    ("btver2", Narrow),
    ("cannonlake", Avx512),
    ("cascadelake", Avx512),
    ("clearwaterforest", Avx2),
    ("cooperlake", Avx512),
    ("core2", Narrow),
    ("emeraldrapids", Avx512),
    ("goldmont", Narrow),
    ("goldmont-plus", Narrow),
    ("gracemont", Avx2),
    ("grandridge", Avx2),
    ("graniterapids", Avx512),
    ("graniterapids-d", Avx512),
    ("haswell", Avx2),
    ("icelake-client", Avx512),
    ("icelake-server", Avx512),
    ("ivybridge", Narrow),
    ("knl", Avx512),
    ("knm", Avx512),
    ("lunarlake", Avx2),
    ("meteorlake", Avx2),
    ("nehalem", Narrow),
    ("pantherlake", Avx2),
    ("penryn", Narrow),
    ("raptorlake", Avx2),
    ("rocketlake", Avx512),
    ("sandybridge", Narrow),
    ("sapphirerapids", Avx512),
    ("sierraforest", Avx2),
    ("silvermont", Narrow),
    ("skylake", Avx2),
    ("skylake-avx512", Avx512),
    ("tigerlake", Avx512),
    ("tremont", Narrow),
    ("westmere", Narrow),
    ("znver1", Avx2),
    ("znver2", Avx2),
    ("znver3", Avx2),
    ("znver4", Avx512),
    ("znver5", Avx512),
];

/// What LLVM has no other interface for than switches that hold for the whole process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Switches {
    /// Values that neighbouring iterations load in common are handed on. Else they stay separate loads: handed on from one
    /// iteration to the next they would, in vectors, be shuffles of two registers, which take longer than the loads.
    pub carried_loads: bool,
    /// Loops have as many lanes as the narrowest of their types has in a register. Else as many as the widest has.
    pub narrow_lanes: bool,
    /// Straight-line code stays as it is. Else it becomes vectors, where LLVM finds that these pay. (What the options of passes
    /// say of this `default<O3>` overwrites.)
    pub only_loops: bool,
    /// Accesses in which branches end stay where they are. Else those of two branches to different arrays become one, to either of
    /// them: that such a store and a load from the other array in the same iteration are apart LLVM 19 takes to be so for all
    /// iterations, and makes vectors of loops in which one iteration reads what the one before it wrote.
    pub accesses_apart: bool,
    /// Loops that sum floats in order become vectors where LLVM finds that this pays, the lanes added one after the other. Else
    /// such a loop stays one of scalars, as LLVM has it on x86.
    pub ordered_sums: bool,
    /// Whether the memory of a loop overlaps is tested in front of it. Else, where LLVM can, in front of the loop around, for all of
    /// its iterations together: then a row that changes is never apart from another of the same array that is read in each.
    pub inner_tests: bool,
}

impl Switches {
    fn texts(self) -> [&'static CStr; 6] {
        [
            match self.accesses_apart {
                true => c"-simplifycfg-sink-common=false",
                false => c"-simplifycfg-sink-common=true",
            },
            match self.carried_loads {
                true => c"-enable-load-in-loop-pre=true",
                false => c"-enable-load-in-loop-pre=false",
            },
            match self.narrow_lanes {
                true => c"-vectorizer-maximize-bandwidth=true",
                false => c"-vectorizer-maximize-bandwidth=false",
            },
            match self.only_loops {
                true => c"-vectorize-slp=false",
                false => c"-vectorize-slp=true",
            },
            match self.ordered_sums {
                true => c"-force-ordered-reductions=true",
                false => c"-force-ordered-reductions=false",
            },
            match self.inner_tests {
                true => c"-hoist-runtime-checks=false",
                false => c"-hoist-runtime-checks=true",
            },
        ]
    }
}

/// Locked for writing while the switches are not as usual.
static SWITCHES: RwLock<()> = RwLock::new(());

fn initialize() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        LlvmTarget::initialize_x86(&InitializationConfig::default());
        set(Switches::default());
    });
}

fn set(switches: Switches) {
    let texts = switches.texts();
    let switches: Vec<_> = [c"ovolo"]
        .iter()
        .chain(&texts)
        .map(|text| text.as_ptr())
        .collect();
    // SAFETY: as many strings as are counted, and no text above the help, which nobody asks for. That no passes run
    // meanwhile is seen to by the callers.
    unsafe {
        LLVMParseCommandLineOptions(switches.len() as i32, switches.as_ptr(), std::ptr::null());
    }
}

/// Runs LLVM's passes with these switches. Whatever runs passes runs here: the switches hold for the passes of all threads.
pub(crate) fn with_switches<T>(switches: Switches, run: impl FnOnce() -> T) -> T {
    // A thread that panicked left the switches as they must be, or set them here.
    if switches != Switches::default() {
        let _alone = SWITCHES.write().unwrap_or_else(PoisonError::into_inner);
        set(switches);
        let done = run();
        set(Switches::default());
        done
    } else {
        let _shared = SWITCHES.read().unwrap_or_else(PoisonError::into_inner);
        run()
    }
}

/// Runs the pipeline of the options' level.
pub(crate) fn optimize(module: &LlvmModule<'_>, machine: &TargetMachine, options: &Options) -> Result<()> {
    let passes = PassBuilderOptions::create();
    passes.set_loop_interleaving(options.unroll);
    passes.set_loop_unrolling(options.unroll);
    module
        .run_passes(options.level.pipeline(), machine, passes)
        .map_err(LowerError::internal)
}

/// Makes one function of each that C calls and the one inside of it, which has been compiled.
pub(crate) fn inline_entries(
    module: &LlvmModule<'_>,
    machine: &TargetMachine,
    options: &Options,
) -> Result<()> {
    if options.level == OptLevel::O0 {
        return Ok(());
    }
    module
        .run_passes("cgscc(inline),globaldce", machine, PassBuilderOptions::create())
        .map_err(LowerError::internal)
}

pub(crate) fn emit(module: &LlvmModule<'_>, machine: &TargetMachine, kind: FileType) -> Result<Vec<u8>> {
    let buffer = machine
        .write_to_memory_buffer(module, kind)
        .map_err(LowerError::internal)?;
    Ok(buffer.as_slice().to_vec())
}
