//! `ovolo simplify`.

mod egraph;
mod explain;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;
use ovolo_lang::print::print_module;
use ovolo_rewrites::expression::{Division, Expression, Kind, Parsed, Point, Sort, parse, parse_assumptions};
use ovolo_rewrites::simplify::{Effort, Truth, decide, shown, simplify, simplify_module, simplify_set};
use ovolo_verify::predicate;

use super::input::{self, Source};
use super::output::print;
use super::{Exit, Failure};
use ovolo::large_stack;

#[derive(Args)]
pub struct Arguments {
    /// An expression, a map `(d0)[s0] -> (…)` or a set `(d0)[s0] : (…)`; or the name of an `.mlir` file whose maps and
    /// sets are simplified, or of a file of expressions, one per line; without one they are read from `--file` or the
    /// standard input
    #[arg(allow_hyphen_values = true)]
    expression: Option<String>,
    /// Read expressions from this file, one per line
    #[arg(long, value_name = "FILE", conflicts_with = "expression")]
    file: Option<PathBuf>,
    /// What is known, as in `0 <= d1 < 8, n > 0, 4 | n`; may be repeated
    #[arg(long = "where", value_name = "PREDICATES", allow_hyphen_values = true)]
    known: Vec<String>,
    /// Say of predicates whether they always hold, and who decided: the e-graph, values at which it was tried, or z3
    #[arg(long)]
    prove: bool,
    /// What `/` and `%` mean: `floor` rounds down, `trunc` toward zero (neither has a value at a divisor of zero),
    /// `euclid` leaves no negative remainder, and gives zero at a divisor of zero
    #[arg(long, value_name = "ROUNDING", default_value_t = Division::Floor)]
    division: Division,
    /// Say how the result is derived, step by step, and what each rule did
    #[arg(long)]
    explain: bool,
    /// Print the e-graph of the expression instead of its simplest form
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["prove", "explain"])]
    egraph: Option<Picture>,
}

/// How an e-graph is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Picture {
    /// In the language of Graphviz
    Dot,
    /// As a picture
    Svg,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    large_stack::on_thread(|| each(arguments))
        .map_err(|error| Failure::bad_input(format!("error: no thread: {error}")))?
}

fn each(arguments: &Arguments) -> Result<Exit, Failure> {
    let known = assumptions(arguments)?;
    if let Some(path) = arguments
        .expression
        .as_deref()
        .filter(|text| text.ends_with(".mlir"))
    {
        return module(path, arguments);
    }
    match (&arguments.expression, &arguments.file) {
        (Some(text), _) if text != "-" => {
            // A name may have a dot in it, as that of a file has.
            let may_be_file = || text.contains('.') || parse(text, arguments.division).is_err();
            if Path::new(text).is_file() && may_be_file() {
                return lines(&input::read(Path::new(text))?, &known, arguments);
            }
            let source = Source {
                name: "<expression>".to_string(),
                text: text.clone(),
            };
            answer(&source, text, 0, &known, arguments)
        }
        (_, Some(file)) => lines(&input::read(file)?, &known, arguments),
        _ => lines(&input::read(Path::new("-"))?, &known, arguments),
    }
}

/// Answers to each line that is neither empty nor a comment. One that cannot be read is told of, and a comment stands
/// in the place of its answer.
fn lines(source: &Source, known: &[Expression], arguments: &Arguments) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    let mut start = 0;
    for (number, line) in source.text.split_inclusive('\n').enumerate() {
        let text = line.trim_end();
        if !text.trim_start().is_empty() && !text.trim_start().starts_with("//") {
            let answered = answer(source, text, start, known, arguments);
            exit = worse(
                exit,
                match answered {
                    Err(failure) if matches!(failure.exit, Exit::BadInput) => {
                        eprintln!("{}", failure.message);
                        print(format!("// line {} was not read\n", number + 1).as_bytes())?;
                        Exit::BadInput
                    }
                    answered => answered?,
                },
            );
        }
        start += line.len();
    }
    Ok(exit)
}

/// The maps and sets of a file of MLIR.
fn module(path: &str, arguments: &Arguments) -> Result<Exit, Failure> {
    if arguments.prove || arguments.explain || arguments.egraph.is_some() || !arguments.known.is_empty() {
        return Err(Failure::bad_usage(
            "error: --prove, --where, --explain and --egraph are about expressions, not about a module",
        ));
    }
    let module = input::read(Path::new(path))?.module()?;
    let simplest = simplify_module(&module, &Effort::default());
    print(print_module(&simplest).as_bytes())?;
    Ok(Exit::Done)
}

fn worse(a: Exit, b: Exit) -> Exit {
    match (a, b) {
        (Exit::BadInput, _) | (_, Exit::BadInput) => Exit::BadInput,
        (Exit::Refuted, _) | (_, Exit::Refuted) => Exit::Refuted,
        (Exit::Unknown, _) | (_, Exit::Unknown) => Exit::Unknown,
        _ => Exit::Done,
    }
}

fn assumptions(arguments: &Arguments) -> Result<Vec<Expression>, Failure> {
    let mut known = Vec::new();
    for text in &arguments.known {
        let read = parse_assumptions(text, arguments.division);
        known.extend(read.map_err(|error| {
            let source = Source {
                name: "<where>".to_string(),
                text: text.clone(),
            };
            source.failure(&[error])
        })?);
    }
    Ok(known)
}

/// Answers to one expression, which starts at the offset of the source.
fn answer(
    source: &Source,
    text: &str,
    start: usize,
    known: &[Expression],
    arguments: &Arguments,
) -> Result<Exit, Failure> {
    let failure = |error: Diagnostic| source.failure(&[error.shifted(start)]);
    let parsed = parse(text, arguments.division).map_err(failure)?;
    if let Some(picture) = arguments.egraph {
        let [expression] = parsed.results.as_slice() else {
            let whole = Span {
                start: 0,
                end: u32::try_from(text.len()).unwrap_or(u32::MAX),
            };
            return Err(failure(Diagnostic::new(
                whole,
                "only one expression can be shown",
            )));
        };
        let shown = shown(expression, known, &Effort::default());
        let drawn = match picture {
            Picture::Dot => egraph::dot(&shown),
            Picture::Svg => egraph::svg(&shown)?,
        };
        print(drawn.as_bytes())?;
        return Ok(Exit::Done);
    }
    if !arguments.prove {
        if arguments.explain {
            explain::explain(&parsed.results, known);
        }
        print(format!("{}\n", simplest(parsed, known)).as_bytes())?;
        return Ok(Exit::Done);
    }
    let whole = Span {
        start: 0,
        end: u32::try_from(text.len()).unwrap_or(u32::MAX),
    };
    let [predicate] = parsed.results.as_slice() else {
        return Err(failure(Diagnostic::new(whole, "only a predicate can be proved")));
    };
    if parsed.kind != Kind::Expression || predicate.sort() != Sort::Truth {
        let error = Diagnostic::new(whole, "only a predicate can be proved");
        return Err(failure(
            error.help("a comparison, or several joined by &&, || and !"),
        ));
    }
    let (exit, verdict) = proved(predicate, known);
    if arguments.explain {
        explain::explain(&parsed.results, known);
    }
    print(format!("{verdict}\n").as_bytes())?;
    Ok(exit)
}

/// The expression, or all of a map or a set, in the simplest form that was found.
fn simplest(parsed: Parsed, known: &[Expression]) -> Parsed {
    let effort = Effort::default();
    let simpler = parsed.results.iter().map(|e| simplify(e, known, &effort));
    match parsed.kind {
        Kind::Set { .. } => simplify_set(&parsed, known, &effort),
        _ => Parsed {
            results: simpler.collect(),
            ..parsed
        },
    }
}

fn proved(predicate: &Expression, known: &[Expression]) -> (Exit, String) {
    let decision = decide(predicate, known, &Effort::default());
    if decision.is_vacuous {
        return (
            Exit::Done,
            "true, since nothing satisfies what is known (e-graph)".to_string(),
        );
    }
    match decision.truth {
        Truth::Always => (Exit::Done, "true (e-graph)".to_string()),
        Truth::Fails { at, nowhere: true } => (
            Exit::Refuted,
            format!("false everywhere{} (e-graph)", point(", as at ", &at)),
        ),
        Truth::Fails { at, nowhere: false } => {
            (Exit::Refuted, format!("false{} (values)", point(" at ", &at)))
        }
        Truth::Unknown => match predicate::decide(predicate, known) {
            predicate::Verdict::True => (Exit::Done, "true (z3)".to_string()),
            predicate::Verdict::False(at) => (Exit::Refuted, format!("false{} (z3)", point(" at ", &at))),
            predicate::Verdict::Unknown => (Exit::Unknown, "unknown".to_string()),
        },
    }
}

/// `at x = 1, y = 2`; nothing where there are no variables.
fn point(before: &str, at: &Point) -> String {
    let mut text = String::new();
    for (i, (name, value)) in at.iter().enumerate() {
        let separator = if i == 0 { before } else { ", " };
        let _ = write!(text, "{separator}{name} = {value}");
    }
    text
}
