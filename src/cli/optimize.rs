//! `ovolo optimize`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use ovolo_extract::machine::Machine;
use ovolo_lang::bufferize::with_buffers;
use ovolo_lang::fp::{FpModel, grant};
use ovolo_lang::ir::Module;
use ovolo_lang::krnl_loops::Reader;
use ovolo_lang::krnl_nests::convert_to_krnl;
use ovolo_lang::loops::{with_loops, with_loops_for};
use ovolo_lang::print::print_module;
use ovolo_lower::Parallel;
use ovolo_lower::c::{c_header, c_source};
use ovolo_rewrites::forms::parse_schedule;
use ovolo_verify::program::compare_programs;

use super::c_file::CArguments;
use super::input::Source;
use super::output::Destination;
use super::progress::Progress;
use super::rules::user_rules::{UserRules, user_rules};
use super::verify::write_certificates;
use super::{Exit, Failure, MOST_THREADS, PROGRAM, confirmation, input, note, opdsl, summary};
use ovolo::given_schedule::{Given, Others};
use ovolo::measure::{Measure, measurable};
use ovolo::{Optimized, Options, TextSchedule, optimize, text_schedule};

#[derive(Args)]
pub struct Arguments {
    /// The MLIR text, C where the name ends in `.c`, or OpDSL where it ends in `.py`
    file: PathBuf,
    /// Write here instead of to the standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = Emit::Mlir)]
    emit: Emit,
    /// What may be done to floats: `strict`, or a list of `contract` (fused multiply-adds), `reassoc` (reductions in any
    /// order) and `afn` (functions such as `exp` to within a few units in the last place)
    #[arg(long, default_value_t = FpModel::STRICT, value_name = "MODEL")]
    fp: FpModel,
    /// The machine to optimise for: `host`, or a file as `ovolo machine` prints it
    #[arg(long, default_value = "host", value_name = "FILE")]
    machine: PathBuf,
    /// The threads that parallel loops run on; as the machine says where it is not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_THREADS))]
    threads: Option<u32>,
    /// Apply the rules of this file beside the built-in ones; each is proved first
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// Apply rules of `--rules` that no proof was found for, too; every output says so
    #[arg(long, requires = "rules")]
    assume: bool,
    /// Describe the choice rule by rule
    #[arg(long)]
    explain: bool,
    /// Apply the schedule in this file, as `--emit schedule` prints it; what it does not mention stays as it is. `given` is
    /// the schedule that the text itself has in operations of krnl
    #[arg(long, value_name = "FILE", conflicts_with = "sketch")]
    schedule: Option<PathBuf>,
    /// Search only among schedules of this shape, such as `for i/… for j/… pack(B) …`; `given` has the loops over blocks that
    /// the text has in operations of krnl, with anything inside
    #[arg(long, value_name = "TEXT")]
    sketch: Option<String>,
    /// Write the schedule of the result here
    #[arg(long, value_name = "OUT")]
    schedule_out: Option<PathBuf>,
    /// Write here why the result is equal to what was given, as `ovolo verify --certificate` reads it
    #[arg(long, value_name = "OUT")]
    certificate: Option<PathBuf>,
    /// Time the K best on made-up data and keep the fastest, or the original where none is faster
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=64))]
    measure: Option<u8>,
    /// Do not time what is chosen against the original, which is done on made-up data in a process of its own where a call
    /// takes less than five seconds and neither `--machine` nor a schedule is given; the environment variable
    /// OVOLO_NO_MEASURE does the same
    #[arg(long, conflicts_with = "measure")]
    no_measure: bool,
    /// The value of dynamic extents and of arguments that are sizes, for what is timed
    #[arg(long, conflicts_with = "no_measure", value_parser = clap::value_parser!(i64).range(0..))]
    size: Option<i64>,
    /// Take it that no two memref arguments overlap, as if each were `llvm.noalias`
    #[arg(long)]
    assume_noalias: bool,
    #[command(flatten)]
    c: CArguments,
    /// Of a C file: the function that is wanted; all where it is not given
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// Of a file in OpDSL: the operation and the types of its operands, as `ovolo opdsl --instantiate` takes them
    #[arg(long, value_name = "INSTANCE")]
    instantiate: Option<String>,
}

/// The forms of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// MLIR text
    Mlir,
    /// The functions as they are given, not optimised, with loops in the place of operations of krnl and linalg
    Affine,
    /// MLIR text whose nests are scheduled loops of the krnl dialect, for onnx-mlir
    Krnl,
    /// LLVM IR text
    Llvm,
    /// Assembly of this machine
    Asm,
    /// A relocatable object
    #[value(alias = "object")]
    Obj,
    /// A shared library
    Shared,
    /// What was chosen, as `--schedule` reads it
    Schedule,
    /// The C header of the functions
    Header,
    /// C with the same loops, for gcc and clang
    C,
    /// The functions as they are given, not optimised, as C
    COriginal,
}

/// What stands for the schedule of the text itself.
const GIVEN: &str = "given";

/// Refusals that are shown where a schedule cannot be applied.
const REFUSED: usize = 12;

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let destination = Destination::new(arguments.output.as_deref())?;
    if matches!(arguments.emit, Emit::Obj | Emit::Shared) && destination.is_terminal() {
        return Err(Failure::bad_usage(
            "error: machine code is not for a terminal: use -o",
        ));
    }
    if matches!(arguments.emit, Emit::Header | Emit::C | Emit::Affine) && arguments.certificate.is_some() {
        return Err(Failure::bad_usage(
            "error: nothing is optimised of what `--emit header`, `--emit c` and `--emit affine` print: there is no certificate",
        ));
    }
    let own = user_rules(&arguments.rules, arguments.assume)?;
    if !own.assumed.is_empty() && matches!(arguments.emit, Emit::Obj | Emit::Shared) {
        return Err(Failure::bad_usage(format!(
            "error: machine code cannot say that it rests on rules that are not proved ({}): emit text",
            own.assumed.join(", ")
        )));
    }
    let mut machine = input::machine(&arguments.machine)?;
    machine.threads = arguments.threads.unwrap_or(machine.threads);
    let mut source = input::read(&arguments.file)?;
    match (&arguments.instantiate, opdsl::is_opdsl(&source.name)) {
        (Some(instance), true) => source = opdsl::instance_source(&source, instance)?,
        (None, false) => {}
        (None, true) => {
            return Err(Failure::bad_usage(
                "error: the file defines operations: say with --instantiate which of them, on operands of which types",
            ));
        }
        (Some(_), false) => {
            return Err(Failure::bad_usage(
                "error: --instantiate is for files in OpDSL, whose names end in `.py`",
            ));
        }
    }
    let mut module = source.module_with(&arguments.c, arguments.function.as_deref())?;
    if arguments.assume_noalias {
        module.assume_noalias();
    }
    let bytes = match arguments.emit {
        // These say what is given.
        Emit::Header | Emit::COriginal | Emit::Affine => emitted(&source, &module, arguments, &machine)?,
        emit => {
            let beside = arguments
                .schedule_out
                .as_deref()
                .map(|path| Destination::new(Some(path)));
            let beside = beside.transpose()?;
            let certificate = arguments.certificate.as_deref();
            let certificate = certificate.map(|path| Destination::new(Some(path))).transpose()?;
            let outcome = optimized(&source, &module, &machine, &own, arguments)?;
            if let Some(certificate) = certificate {
                certify(&certificate, [&module, &outcome.module], arguments.fp)?;
            }
            let schedule = outcome.schedule().to_string().into_bytes();
            if let Some(beside) = beside {
                beside.write(&schedule, false)?;
            }
            let bytes = match emit {
                Emit::Schedule => schedule,
                _ => emitted(&source, &outcome.module, arguments, &machine)?,
            };
            [reservation(emit, &own.assumed).into_bytes(), bytes].concat()
        }
    };
    destination.write(&bytes, arguments.emit == Emit::Shared)?;
    Ok(Exit::Done)
}

/// Writes why a result is equal to what was given.
fn certify(destination: &Destination, [given, result]: [&Module; 2], model: FpModel) -> Result<(), Failure> {
    let options = ovolo_verify::program::Options {
        model,
        ..Default::default()
    };
    let mut result = result.clone();
    grant(&mut result, model);
    let comparison = compare_programs(given, &result, &options);
    write_certificates(
        destination,
        &comparison.certificates(),
        &comparison.clone().verdict(),
    )?;
    for (name, verdict) in comparison
        .functions
        .iter()
        .filter(|(_, verdict)| !verdict.is_proved())
    {
        note(&format!("  note    @{name} has no certificate: {verdict}"));
    }
    Ok(())
}

fn optimized(
    source: &Source,
    module: &Module,
    machine: &Machine,
    own: &UserRules,
    arguments: &Arguments,
) -> Result<Optimized, Failure> {
    let of_text = match (&arguments.schedule, &arguments.sketch) {
        (Some(path), _) if path == Path::new(GIVEN) => Some(TextSchedule::Whole),
        (None, Some(text)) if text == GIVEN => Some(TextSchedule::Blocks),
        _ => None,
    };
    let text = match (&arguments.schedule, &arguments.sketch) {
        _ if of_text.is_some() => {
            let (name, text) = (source.name.clone(), source.text.clone());
            let others = match of_text {
                Some(TextSchedule::Blocks) => Others::Searched,
                _ => Others::Kept,
            };
            Some((Source { name, text }, others))
        }
        (Some(path), _) => Some((input::read(path)?, Others::Kept)),
        (None, Some(text)) => {
            let (name, text) = ("--sketch".to_string(), text.clone());
            Some((Source { name, text }, Others::Searched))
        }
        (None, None) => None,
    };
    let schedule = match (&text, of_text) {
        (_, Some(wanted)) => text_schedule(module, arguments.fp, wanted),
        (Some((text, _)), None) => parse_schedule(&text.text).map_err(|mistake| text.failure(&[mistake]))?,
        (None, None) => Default::default(),
    };
    if of_text.is_some()
        && schedule
            .functions
            .iter()
            .all(|function| function.nests.is_empty())
    {
        return Err(Failure::bad_input(format!(
            "error: {}: no function has a schedule of krnl operations that can be taken apart from its loops",
            source.name
        )));
    }
    let measure = measure(module, source, machine, arguments)?;
    let progress = Progress::new();
    let options = Options {
        fp: arguments.fp,
        machine: machine.clone(),
        given: text.as_ref().map(|(_, others)| Given {
            schedule: &schedule,
            others: *others,
            is_of_text: of_text.is_some(),
        }),
        rules: &own.rules,
        measure: measure.as_ref(),
        forms: 0,
        derive: arguments.explain,
        progress: &|what| progress.say(what),
    };
    let optimized = optimize(module, &options);
    drop(progress);
    let optimized = optimized.map_err(|error| {
        let (text, _) = text.as_ref().expect("only what is given cannot be followed");
        let mut failure = text.failure(&error.mistakes);
        let refused = summary::refused(&error.refused, source, REFUSED);
        failure
            .message
            .extend(refused.into_iter().map(|line| format!("  {line}\n")));
        failure
    })?;
    summary::print(&optimized, source, arguments.fp, arguments.explain);
    if !own.assumed.is_empty() {
        note(&format!("  note    {}", rests_on(&own.assumed)));
    }
    Ok(optimized)
}

/// What is timed, if anything is.
fn measure(
    module: &Module,
    source: &Source,
    machine: &Machine,
    arguments: &Arguments,
) -> Result<Option<Measure>, Failure> {
    let Some(candidates) = arguments.measure else {
        let is_host = arguments.machine == Path::new("host");
        let is_free = arguments.schedule.is_none() && arguments.sketch.is_none();
        let is_wanted = is_host && is_free && !arguments.no_measure;
        return Ok(match is_wanted {
            true => confirmation(machine.threads, arguments.size),
            false => None,
        });
    };
    let Some(program) = PROGRAM.get().cloned() else {
        return Err(Failure::bad_input("error: only the program `ovolo` measures"));
    };
    let measure = Measure {
        program,
        candidates: Some(candidates.into()),
        size: arguments.size,
    };
    let memrefs = with_buffers(module).map(|(memrefs, _)| memrefs);
    let module = memrefs.as_ref().unwrap_or(module);
    for function in module.functions() {
        let name = input::function_name(module, function);
        measurable(module, function, &measure).map_err(|reason| {
            let position = source.position(module.op(function).span);
            Failure::bad_input(format!("error: {position}: @{name} cannot be measured: {reason}"))
        })?;
    }
    Ok(Some(measure))
}

/// The module with scheduled loops; a word on each nest that has none.
fn krnl(source: &Source, module: &Module) -> String {
    let mut module = with_loops(module).unwrap_or_else(|| module.clone());
    for kept in convert_to_krnl(&mut module) {
        note(&format!(
            "  kept    {}: {}",
            source.position(kept.span),
            kept.reason
        ));
    }
    print_module(&module)
}

/// A comment that says which rules are assumed, in the language of the output; nothing where none are.
fn reservation(emit: Emit, assumed: &[String]) -> String {
    let mark = match emit {
        Emit::Llvm => ";",
        Emit::Asm => "#",
        _ => "//",
    };
    match assumed {
        [] => String::new(),
        names => format!("{mark} {}\n", rests_on(names)),
    }
}

/// What a C compiler is to be told: both contract where nothing is said.
fn contraction(model: FpModel) -> &'static str {
    match model.contract {
        true => "",
        false => "/* Compile with -ffp-contract=off: the program is equal under strict floats. */\n",
    }
}

fn rests_on(assumed: &[String]) -> String {
    format!(
        "This rests on rules that are assumed, not proved: {}",
        assumed.join(", ")
    )
}

fn emitted(
    source: &Source,
    module: &Module,
    arguments: &Arguments,
    machine: &Machine,
) -> Result<Vec<u8>, Failure> {
    let model = arguments.fp;
    let options = ovolo_lower::Options {
        fp: model,
        parallel: Parallel::linked(machine.threads),
        c_entries: true,
        ..ovolo_lower::Options::default()
    };
    let compiled = || ovolo_lower::compile(module, &options);
    let bytes = match arguments.emit {
        Emit::Mlir | Emit::Schedule => {
            let mut module = module.clone();
            grant(&mut module, model);
            return Ok(print_module(&module).into_bytes());
        }
        Emit::Krnl => return Ok(krnl(source, module).into_bytes()),
        Emit::Affine => {
            let loops = with_loops_for(module, Reader::Mlir);
            return Ok(print_module(loops.as_ref().unwrap_or(module)).into_bytes());
        }
        Emit::Header => return Ok(c_header(module).into_bytes()),
        Emit::C | Emit::COriginal => {
            let text = c_source(module).map_err(|e| source.unprintable_failure(&e))?;
            return Ok((contraction(model).to_string() + &text).into_bytes());
        }
        Emit::Llvm => compiled().map(|c| c.llvm_ir().into_bytes()),
        Emit::Asm => compiled().and_then(|c| c.assembly()).map(String::into_bytes),
        Emit::Obj => compiled().and_then(|c| c.object()),
        Emit::Shared => {
            let unwritten = |error: std::io::Error| Failure::bad_input(format!("error: {error}"));
            let folder = tempfile::tempdir().map_err(unwritten)?;
            let path = folder.path().join("kernel.so");
            let linked = compiled().and_then(|c| c.shared_library(&path));
            linked.map_err(|e| source.lower_failure(&e))?;
            return std::fs::read(&path).map_err(unwritten);
        }
    };
    bytes.map_err(|e| source.lower_failure(&e))
}
