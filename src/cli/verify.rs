//! `ovolo verify`.

use std::path::{Path, PathBuf};

use clap::Args;
use ovolo::pipeline::assume_noalias;
use ovolo_lang::fp::FpModel;
use ovolo_verify::program::{Check, Options, Verdict, verify_programs};

use super::input::Source;
use super::output::print;
use super::progress::Progress;
use super::{Exit, Failure, input};

#[derive(Args)]
pub struct Arguments {
    /// The first program: what is meant
    a: PathBuf,
    /// The second program: what is claimed to be equal
    b: PathBuf,
    /// What may differ between floats: `strict`, or a list of `contract`, `reassoc` and `afn`
    #[arg(long, default_value_t = FpModel::STRICT, value_name = "MODEL")]
    fp: FpModel,
    /// A size to try beside those that the programs suggest; may be repeated
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..))]
    size: Vec<i64>,
    /// Begin no further sizes after this many operations, of all runs together
    #[arg(long, value_name = "N", default_value_t = Options::default().total_steps)]
    steps: u64,
    /// Take for granted that no two arguments share memory, as if all were `llvm.noalias`
    #[arg(long)]
    assume_noalias: bool,
    /// Exit with 0 where the programs are equal at the sizes tried, which proves nothing of others
    #[arg(long)]
    accept_checked: bool,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let stdin = Path::new("-");
    if arguments.a == stdin && arguments.b == stdin {
        return Err(Failure::bad_usage(
            "error: only one program can be the standard input",
        ));
    }
    let (a, b) = (input::read(&arguments.a)?, input::read(&arguments.b)?);
    let sources = [&a, &b];
    let (mut a, mut b) = (a.module()?, b.module()?);
    if arguments.assume_noalias {
        assume_noalias(&mut a);
        assume_noalias(&mut b);
    }
    let options = Options {
        model: arguments.fp,
        sizes: arguments.size.clone(),
        total_steps: arguments.steps,
        ..Options::default()
    };
    let progress = Progress::new();
    progress.say("comparing");
    let mut verdict = verify_programs(&a, &b, &options);
    drop(progress);
    let preconditions = match &mut verdict {
        Verdict::Proved(proof) => Some(&mut proof.preconditions),
        Verdict::Checked(check) => Some(&mut check.preconditions),
        _ => None,
    };
    if let Some(preconditions) = preconditions.filter(|_| arguments.assume_noalias) {
        preconditions.push("no two arguments overlap".to_string());
    }
    let missed = match &verdict {
        Verdict::Checked(check) => missed(check, sources),
        _ => String::new(),
    };
    print(format!("{verdict}\n{missed}").as_bytes())?;
    Ok(match &verdict {
        Verdict::Proved(_) => Exit::Done,
        Verdict::Checked(_) if arguments.accept_checked => Exit::Done,
        Verdict::Refuted(_) => Exit::Refuted,
        Verdict::Checked(_) | Verdict::Unknown(_) => Exit::Unknown,
    })
}

/// Loop bodies and branches that are shown of those that never ran.
const SHOWN: usize = 8;

/// Where the blocks stand that no run entered, one a line.
fn missed(check: &Check, sources: [&Source; 2]) -> String {
    let mut text = String::new();
    for (source, spans) in sources.iter().zip(&check.never_entered) {
        let shown = spans.iter().take(SHOWN);
        shown.for_each(|span| text += &format!("    never ran: {}\n", source.position(*span)));
        if spans.len() > SHOWN {
            text += &format!("    … and {} more\n", spans.len() - SHOWN);
        }
    }
    text
}
