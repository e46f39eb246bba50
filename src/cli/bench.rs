//! `ovolo bench`.

mod searches;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::bail;
use clap::{Args, ValueEnum};
use ovolo_bench::compare::{Comparison, compare};
use ovolo_bench::data_set::{DataSet, Sizes};
use ovolo_bench::kernels::{C_KERNELS, KERNELS, Kernel, c_kernels, kernels};
use ovolo_bench::peer::{CSource, has_clang, has_gcc, has_mlir_opt, takes_no_sizes};
use ovolo_bench::report::{Report, Search, SearchResult, record, table};
use ovolo_bench::summary::summary as summary_table;
use ovolo_extract::machine::Machine;
use ovolo_lang::bufferize::bufferize;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::specialize::specialize;
use ovolo_lower::c::c_source;
use ovolo_rewrites::forms::parse_schedule;
use ovolo_rewrites::schedule::Schedule;
use ovolo_timing::data::Argument;
use ovolo_timing::measure::Plan;

use super::c_file::{self, CArguments};
use super::input::Source;
use super::output::print;
use super::progress::Progress;
use super::{Exit, Failure, MOST_THREADS, confirmation, input, note, summary};
use ovolo::given_schedule::{Given, Others};
use ovolo::measure::made_up;
use ovolo::outcome::Validation;
use ovolo::{Optimized, Options, Unfollowed, optimize};

#[derive(Args)]
pub struct Arguments {
    /// Kernels or folders of kernels by name, `all` of them, or files: of MLIR with one function, of C with any number
    #[arg(required_unless_present = "list")]
    kernels: Vec<String>,
    /// List the kernels by name
    #[arg(long)]
    list: bool,
    /// What every side may do to floats: `strict`, or a list of `contract`, `reassoc` and `afn`
    #[arg(long, default_value = "contract", value_name = "MODEL")]
    fp: FpModel,
    /// How often each side takes its turn
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// The C compilers that take part, with commas
    #[arg(
        long,
        value_enum,
        value_name = "COMPILERS",
        value_delimiter = ',',
        default_value = "clang"
    )]
    against: Vec<Compiler>,
    /// Leave clang out
    #[arg(long, conflicts_with = "against")]
    no_clang: bool,
    /// Take the optimised form through the lowering of `mlir-opt-19` too, and compile it with clang
    #[arg(long)]
    through_mlir: bool,
    /// The threads that the optimised form runs on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MOST_THREADS))]
    threads: u32,
    /// The data sets of the kernels that have some, with commas: `MINI` to `EXTRALARGE` for those of PolyBench, `256` to
    /// `2048` and `ODD` for the products
    #[arg(long, default_value = "LARGE", value_name = "SETS", value_delimiter = ',')]
    set: Vec<String>,
    /// Do not tell the compilers the sizes of the data set
    #[arg(long)]
    symbolic: bool,
    /// The value of dynamic extents and of arguments that are sizes, of the other kernels; one with which a call takes some
    /// milliseconds where it is not given
    #[arg(long, value_parser = clap::value_parser!(i64).range(0..))]
    size: Option<i64>,
    /// Search only among schedules of this shape, as `ovolo optimize --sketch` does
    #[arg(long, value_name = "TEXT")]
    sketch: Option<String>,
    /// Take what is predicted to be the fastest without timing it first, as `ovolo optimize --no-measure` does
    #[arg(long)]
    no_measure: bool,
    /// Run nothing: print what the searches take themselves
    #[arg(long, conflicts_with_all = ["rounds", "no_clang", "through_mlir", "size", "record"])]
    search: bool,
    #[command(flatten)]
    c: CArguments,
    /// Append the measurements to a dated file in this folder
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "bench/record")]
    record: Option<PathBuf>,
}

/// Seconds that a first call on made-up data may take.
const LONGEST_CALL: u32 = 120;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Compiler {
    Clang,
    Gcc,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if arguments.list {
        let names = KERNELS
            .iter()
            .map(|k| k.name)
            .chain(C_KERNELS.iter().map(|k| k.name));
        let names: String = names.map(|name| format!("{name}\n")).collect();
        print(names.as_bytes())?;
        return Ok(Exit::Done);
    }
    let subjects = subjects(arguments)?;
    let sketch = arguments.sketch.as_deref().map(Sketch::read).transpose()?;
    if arguments.search {
        return searches::run(&subjects, sketch.as_ref(), arguments);
    }
    let wants = |compiler| !arguments.no_clang && arguments.against.contains(&compiler);
    let with_clang = wants(Compiler::Clang) && has_clang();
    if !with_clang && wants(Compiler::Clang) {
        note("clang-19 is not installed: `./setup.sh --peers` installs it");
    }
    let with_gcc = wants(Compiler::Gcc) && has_gcc();
    if !with_gcc && wants(Compiler::Gcc) {
        note("gcc is not installed: `./setup.sh` installs it");
    }
    let with_mlir = arguments.through_mlir && has_mlir_opt();
    if arguments.through_mlir && !with_mlir {
        note("mlir-opt-19 or clang-19 is not installed: `./setup.sh --peers` installs them");
    }
    let peers = Peers {
        clang: with_clang,
        gcc: with_gcc,
        mlir: with_mlir,
    };
    let plan = Plan {
        rounds: arguments.rounds.into(),
        model: arguments.fp,
        threads: arguments.threads,
        ..Plan::default()
    };
    let mut reports = Vec::new();
    for subject in &subjects {
        match measured(subject, peers, sketch.as_ref(), arguments, &plan) {
            Ok(report) => reports.push(report),
            // The other functions of the file are measured all the same.
            Err(why) if subjects.len() > 1 && subject.function.is_some() => note(&why.message),
            Err(why) => return Err(why),
        }
    }
    print(table(&reports).as_bytes())?;
    print(summary_table(&reports).as_bytes())?;
    if let Some(folder) = &arguments.record {
        let path = record(folder, &reports).map_err(|e| Failure::bad_input(format!("error: {e:#}")))?;
        note(&format!("recorded in {}", path.display()));
    }
    let agree = reports.iter().all(Report::outputs_agree);
    Ok(if agree { Exit::Done } else { Exit::Refuted })
}

/// The other compilers that take part.
#[derive(Clone, Copy)]
struct Peers {
    clang: bool,
    gcc: bool,
    mlir: bool,
}

/// The shape of the schedules that are searched.
struct Sketch {
    source: Source,
    schedule: Schedule,
}

impl Sketch {
    fn read(text: &str) -> Result<Sketch, Failure> {
        let source = Source {
            name: "--sketch".to_string(),
            text: text.to_string(),
        };
        let schedule = parse_schedule(text).map_err(|mistake| source.failure(&[mistake]))?;
        Ok(Sketch { source, schedule })
    }

    fn given(&self) -> Given<'_> {
        Given {
            schedule: &self.schedule,
            others: Others::Searched,
            is_of_text: false,
        }
    }
}

/// Why a sketch was not followed.
fn unfollowed(sketch: Option<&Sketch>, error: &Unfollowed) -> Failure {
    match sketch {
        Some(sketch) => sketch.source.failure(&error.mistakes),
        None => Failure::bad_input(format!("error: {error}")),
    }
}

/// What is measured.
struct Subject {
    name: String,
    source: Source,
    /// The kernel as a user writes it in C.
    c: Option<String>,
    data: Option<AtSizes>,
    /// Of a file of C with several functions, or parts of one: which one of the file, and which one of those it becomes.
    function: Option<[String; 2]>,
}

impl Subject {
    /// A kernel of which nothing but the C is given.
    fn in_c(name: &str, file: String, text: String) -> Subject {
        Subject {
            name: name.to_string(),
            c: Some(text.clone()),
            source: Source { name: file, text },
            data: None,
            function: None,
        }
    }

    /// The kernels of a file of C: all functions that it has, where it has several.
    fn each_in_c(name: &str, source: &Source, c: &CArguments) -> Result<Vec<Subject>, Failure> {
        let whole = || Subject::in_c(name, source.name.clone(), source.text.clone());
        let imported = source.imported(c, None)?;
        let module = &imported.module;
        let functions = module.functions().filter(|&f| input::has_body(module, f));
        let functions: Vec<&str> = functions.map(|f| input::function_name(module, f)).collect();
        let is_whole = |function: &str| imported.parts.iter().any(|part| part.function == function);
        if let [only] = functions.as_slice()
            && is_whole(only)
        {
            return Ok(vec![whole()]);
        }
        let of_part = |part: &str| {
            let numbered = |of: &str| part.strip_prefix(of).is_some_and(|rest| rest.starts_with('_'));
            let known = imported.parts.iter().map(|part| part.function.as_str());
            known
                .filter(|of| numbered(of))
                .max_by_key(|of| of.len())
                .unwrap_or(part)
                .to_string()
        };
        let subject = |function: &&str| {
            let (own, c) = match is_whole(function) {
                true => (function.to_string(), Some(source.text.clone())),
                // C's compilers get what is printed of the part.
                false => (of_part(function), None),
            };
            Subject {
                name: format!("{name}:{function}"),
                c,
                function: Some([own, function.to_string()]),
                ..whole()
            }
        };
        Ok(functions.iter().map(subject).collect())
    }

    /// The module, and the function that is measured.
    fn module(&self, c: &CArguments) -> Result<(Module, OpId), Failure> {
        let [of_file, name] = match &self.function {
            Some([of_file, name]) => [of_file, name].map(|name| Some(name.as_str())),
            None => [None; 2],
        };
        let mut module = match self.function {
            Some(_) => self.source.imported_quietly(c, of_file)?.module,
            None => self.source.module_with(c, None)?,
        };
        // Code is called with memory.
        bufferize(&mut module);
        let function = input::function(&module, name)?;
        Ok((module, function))
    }

    /// Whether the functions have the parameters that C gives them.
    fn is_c(&self) -> bool {
        c_file::is_c(&self.source.name)
    }
}

/// Data at the sizes of one of their sets.
struct AtSizes {
    data: DataSet,
    set: Sizes,
}

fn subjects(arguments: &Arguments) -> Result<Vec<Subject>, Failure> {
    let mut subjects = Vec::new();
    for name in &arguments.kernels {
        let before = subjects.len();
        for kernel in kernels(name) {
            subjects.extend(built_in(kernel, &arguments.set)?);
        }
        subjects.extend(c_kernels(name).map(|kernel| {
            let file = format!("{}.c", kernel.name);
            Subject::in_c(kernel.name, file, kernel.text.to_string())
        }));
        if subjects.len() > before {
            continue;
        }
        if !Path::new(name).exists() {
            return Err(Failure::bad_input(format!(
                "error: `{name}` is neither a file nor a kernel that `ovolo bench --list` names"
            )));
        }
        let source = input::read(Path::new(name))?;
        match c_file::is_c(&source.name) {
            true => subjects.extend(Subject::each_in_c(name, &source, &arguments.c)?),
            false => subjects.push(Subject {
                name: name.clone(),
                source,
                c: None,
                data: None,
                function: None,
            }),
        }
    }
    Ok(subjects)
}

/// A kernel, once for each of the sets where it has some.
fn built_in(kernel: &Kernel, sets: &[String]) -> Result<Vec<Subject>, Failure> {
    let subject = |name: String, data: Option<AtSizes>| Subject {
        name,
        source: Source {
            name: format!("{}.mlir", kernel.name),
            text: kernel.text.to_string(),
        },
        c: kernel.c.map(str::to_string),
        data,
        function: None,
    };
    let Some(text) = kernel.data else {
        return Ok(vec![subject(kernel.name.to_string(), None)]);
    };
    let sized = |set: &String| -> anyhow::Result<Subject> {
        let data = DataSet::parse(text)?;
        let set = sizes_of_set(&data, set)?.clone();
        let name = match sets {
            [_] => kernel.name.to_string(),
            _ => format!("{} {}", kernel.name, set.name),
        };
        Ok(subject(name, Some(AtSizes { data, set })))
    };
    let all: anyhow::Result<Vec<Subject>> = sets.iter().map(sized).collect();
    all.map_err(|e| failure(kernel.name, &e))
}

fn failure(kernel: &str, error: &anyhow::Error) -> Failure {
    Failure::bad_input(format!("error: {kernel}: {error:#}"))
}

/// Makes the arguments of one measurement.
fn data(
    subject: &Subject,
    module: &Module,
    function: OpId,
    options: &Arguments,
) -> anyhow::Result<Vec<Argument>> {
    if let Some(AtSizes { data, set }) = &subject.data {
        return data.filled(set);
    }
    let mut made = made_up(module, function, options.size, &[]).map_err(anyhow::Error::msg)?;
    for argument in &mut made {
        if let Argument::Buffer(buffer) = argument
            && subject.is_c()
        {
            buffer.dynamic.fill(false);
        }
    }
    Ok(made)
}

fn sizes_of_set<'d>(data: &'d DataSet, set: &str) -> anyhow::Result<&'d Sizes> {
    let names = || data.sets.iter().map(|set| set.name.as_str()).collect::<Vec<_>>();
    match data.set(set) {
        Some(sizes) => Ok(sizes),
        None => bail!("no data set `{set}`, only {}", names().join(", ")),
    }
}

/// The kernel for the sizes of a set, as PolyBench's C programs know them when they are compiled.
fn for_sizes(
    AtSizes { data, set }: &AtSizes,
    module: &Module,
    function: OpId,
    arguments: &mut [Argument],
) -> anyhow::Result<Module> {
    let module = specialize(module, function, &data.known(set)?).map_err(anyhow::Error::msg)?;
    for argument in arguments {
        if let Argument::Buffer(buffer) = argument {
            buffer.dynamic.fill(false);
        }
    }
    Ok(module)
}

fn measured(
    subject: &Subject,
    peers: Peers,
    sketch: Option<&Sketch>,
    options: &Arguments,
    plan: &Plan,
) -> Result<Report, Failure> {
    let kernel = subject.name.as_str();
    let (mut module, function) = subject.module(&options.c)?;
    let progress = Progress::new();
    progress.say(&format!("{kernel}: making data"));
    let mut arguments = data(subject, &module, function, options).map_err(|e| failure(kernel, &e))?;
    if let (Some(sized), false) = (&subject.data, options.symbolic) {
        module = for_sizes(sized, &module, function, &mut arguments).map_err(|e| failure(kernel, &e))?;
    }
    let machine = Machine {
        threads: options.threads,
        ..Machine::host()
    };
    let size = match subject.data {
        Some(_) => None,
        None => options.size,
    };
    let measure = match sketch.is_none() && !options.no_measure {
        true => confirmation(options.threads, size),
        false => None,
    };
    let start = Instant::now();
    let asked = Options {
        fp: plan.model,
        machine,
        given: sketch.map(Sketch::given),
        measure: measure.as_ref(),
        progress: &|what| progress.say(&format!("{kernel}: {what}")),
        ..Options::default()
    };
    let outcome = optimize(&module, &asked).map_err(|error| unfollowed(sketch, &error))?;
    let timing: f64 = outcome.functions.iter().map(|choice| choice.timing_seconds).sum();
    let search = Search {
        seconds: start.elapsed().as_secs_f64() - timing,
        result: search_result(&outcome),
    };
    progress.say(&format!("{kernel}: measuring"));
    let with_mlir = peers.mlir && takes_no_sizes(&module, function);
    if peers.mlir && !with_mlir {
        note(&format!(
            "{kernel}: not through MLIR, for which an array of unknown size is no bare pointer"
        ));
    }
    let printed = match subject.c.is_none() && (peers.clang || peers.gcc) {
        true => c_source(&module).map(drop),
        false => Ok(()),
    };
    if let Err(error) = &printed {
        note(&format!("{kernel}: not through clang and gcc: {error}"));
    }
    let c_arguments = c_arguments(subject, options);
    let comparison = Comparison {
        kernel,
        function: input::function_name(&module, function),
        original: &module,
        optimized: &outcome.module,
        c: subject.c.as_deref().map(|text| CSource {
            text,
            arguments: &c_arguments,
        }),
        with_clang: peers.clang && printed.is_ok(),
        with_gcc: peers.gcc && printed.is_ok(),
        with_mlir,
        search,
    };
    let plan = Plan {
        trial: subject.data.is_none().then_some(LONGEST_CALL),
        ..plan.clone()
    };
    let report = compare(&comparison, arguments, &plan);
    drop(progress);
    summary::print(&outcome, &subject.source, plan.model, false);
    report.map_err(|e| failure(kernel, &e))
}

/// What the compilers of a file of C are told: its own headers lie beside it.
fn c_arguments(subject: &Subject, options: &Arguments) -> Vec<String> {
    let folder = Path::new(&subject.source.name).parent();
    let folder = folder
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut all = options.c.arguments();
    all.push(format!("-iquote{}", folder.display()));
    all
}

fn search_result(outcome: &Optimized) -> SearchResult {
    let mut validations = outcome.functions.iter().map(|choice| &choice.validation);
    if validations.clone().all(|v| matches!(v, Validation::Unchanged)) {
        SearchResult::Kept
    } else if validations.clone().all(Validation::is_proved) {
        SearchResult::Proved
    } else if validations.all(Validation::is_accepted) {
        SearchResult::Checked
    } else {
        SearchResult::Unproved
    }
}
