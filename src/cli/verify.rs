//! `ovolo verify`.

mod against;
mod replay;
mod report;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use ovolo_certificate::text::Certificates;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_verify::program::{
    APART, Assumption, Options, Verdict, compare_programs, equal_when, may_be_left_out,
};

use super::c_file::CArguments;
use super::output::{Destination, print};
use super::progress::Progress;
use super::{Exit, Failure, input};
use replay::{Program, Replay};
use report::{Judged, Report};

#[derive(Args)]
pub struct Arguments {
    /// The first program: what is meant. With `--against` a file, or a folder of files
    a: PathBuf,
    /// The second program: what is claimed to be equal
    #[arg(required_unless_present = "against", conflicts_with = "against")]
    b: Option<PathBuf>,
    /// Run this command of the shell on each file, its name for `{}` or at the end, and compare what the command prints
    #[arg(long, value_name = "COMMAND")]
    against: Option<String>,
    #[command(flatten)]
    c: CArguments,
    /// What may differ between floats: `strict`, or a list of `contract`, `reassoc` and `afn`
    #[arg(long, default_value_t = FpModel::STRICT, value_name = "MODEL")]
    fp: FpModel,
    /// Take a condition on sizes for granted, as `%n >= 1` or `dim(%A, 0) mod 4 == 0`; may be repeated
    #[arg(long, value_name = "CONDITION")]
    assume: Vec<Assumption>,
    /// Take for granted that no two arguments share memory, as if all were `llvm.noalias`
    #[arg(long)]
    assume_noalias: bool,
    /// A size to try beside those that the programs suggest; may be repeated
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..))]
    size: Vec<i64>,
    /// Begin no further sizes after this many operations, of all runs together
    #[arg(long, value_name = "N", default_value_t = Options::default().total_steps)]
    steps: u64,
    /// Exit with 0 where the programs are equal at the sizes tried, which proves nothing of others
    #[arg(long)]
    accept_checked: bool,
    /// Give up after this many seconds, with `--against` a command. Otherwise the work is bounded in steps, so that the verdict is the same on every
    /// machine
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// Write the data of a counterexample into this folder, as files of NumPy, and show the commands that run both
    /// programs on them
    #[arg(long, value_name = "FOLDER", conflicts_with = "against")]
    witness: Option<PathBuf>,
    /// Prove by the certificates in this file alone, and search for no other proof
    #[arg(long, value_name = "FILE", conflicts_with = "against")]
    certificate: Option<PathBuf>,
    /// Write why the functions that are proved are equal, as `--certificate` reads it
    #[arg(long, value_name = "OUT", conflicts_with = "against")]
    write_certificate: Option<PathBuf>,
    /// Print the verdicts as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if let Some(command) = &arguments.against {
        return against::run(&arguments.a, command, arguments);
    }
    if let Some(seconds) = arguments.timeout {
        let report = Report::of_none(format!("more than {seconds} s, as `--timeout` allows"));
        let text = report.text(arguments.json);
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(seconds));
            // Whoever reads may be gone; the process ends anyway.
            let _ = print(text.as_bytes());
            std::process::exit(Exit::Unknown as i32);
        });
    }
    let second = arguments.b.as_deref().unwrap_or(Path::new("-"));
    let stdin = Path::new("-");
    if arguments.a == stdin && second == stdin {
        return Err(Failure::bad_usage(
            "error: only one program can be the standard input",
        ));
    }
    let (a, b) = (input::read(&arguments.a)?, input::read(second)?);
    let modules = [
        a.module_with(&arguments.c, None)?,
        b.module_with(&arguments.c, None)?,
    ];
    let replay = Replay {
        programs: [(arguments.a.as_path(), &modules[0]), (second, &modules[1])]
            .map(|(file, module)| Program::new(file, module)),
        folder: arguments.witness.as_deref(),
    };
    let given = arguments.certificate.as_deref().map(certificates);
    let written = arguments.write_certificate.as_deref();
    let written = written.map(|path| Destination::new(Some(path))).transpose()?;
    let (mut report, found) = compared(modules, arguments, given.transpose()?);
    if let Some(written) = written {
        write_certificates(&written, &found, &report.verdict)?;
    }
    for judged in &mut report.functions {
        if let Verdict::Refuted(counterexample) = &judged.verdict {
            judged.replay = replay.commands(counterexample)?;
        }
    }
    report.may_be_written = true;
    let missed = report.missed([&a, &b]);
    print(format!("{}{missed}", report.text(arguments.json)).as_bytes())?;
    Ok(report.exit(arguments.accept_checked))
}

/// Reads certificates.
fn certificates(path: &Path) -> Result<Arc<Certificates>, Failure> {
    let source = input::read(path)?;
    let read = Certificates::parse(&source.text);
    read.map(Arc::new).map_err(|mistake| source.failure(&[mistake]))
}

/// Writes certificates; none of programs of which nothing is proved.
pub fn write_certificates(
    destination: &Destination,
    found: &Certificates,
    verdict: &Verdict,
) -> Result<(), Failure> {
    if found.functions.is_empty() && !verdict.is_proved() {
        let reason = format!("error: nothing is proved, so that there is no certificate to write: {verdict}");
        return Err(Failure::bad_input(reason));
    }
    destination.write(found.to_string().as_bytes(), false)
}

/// Compares two modules, by certificates where they are given, and says where they would be equal. Gives the certificates too.
fn compared(
    modules: [Module; 2],
    arguments: &Arguments,
    given: Option<Arc<Certificates>>,
) -> (Report, Certificates) {
    let mut modules = modules;
    if arguments.assume_noalias {
        modules.iter_mut().for_each(Module::assume_noalias);
    }
    let [a, b] = &modules;
    let options = Options {
        model: arguments.fp,
        sizes: arguments.size.clone(),
        total_steps: arguments.steps,
        assumptions: arguments.assume.clone(),
        certificates: given,
        ..Options::default()
    };
    let progress = Progress::new();
    progress.say("comparing");
    let comparison = compare_programs(a, b, &options);
    let judged = comparison.functions.iter().map(|(name, verdict)| {
        let mut verdict = verdict.clone();
        let preconditions = match &mut verdict {
            Verdict::Proved(proof) => Some(&mut proof.preconditions),
            Verdict::Checked(check) => Some(&mut check.preconditions),
            _ => None,
        };
        if let Some(preconditions) = preconditions.filter(|_| arguments.assume_noalias) {
            preconditions.push(APART.to_string());
        }
        let stays = matches!(&verdict, Verdict::Refuted(counterexample) if !may_be_left_out(counterexample));
        let conditions = match verdict.is_proved() || stays {
            true => None,
            false => equal_when([a, b], name, &options),
        };
        // What is taken for granted is a condition too.
        let apart = arguments.assume_noalias.then(|| APART.to_string());
        let granted = arguments.assume.iter().map(Assumption::to_string).chain(apart);
        let equal_when = match conditions {
            Some(conditions) => granted.chain(conditions).collect(),
            None => Vec::new(),
        };
        Judged {
            function: name.clone(),
            verdict,
            equal_when,
            replay: Vec::new(),
        }
    });
    let report = Report {
        functions: judged.collect(),
        interface: comparison.interface.clone(),
        verdict: comparison.clone().verdict(),
        may_be_written: false,
    };
    (report, comparison.certificates())
}
