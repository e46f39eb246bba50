//! Prints how fast `ovolo parse` and `mlir-opt-19` read, verify and print one large file.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail, ensure};
use ovolo_conformance::read_speed::report::{MOST_GROWTH, Row, growth, missed, table};
use ovolo_conformance::read_speed::{program, run::run};

const REFEREE: &str = "mlir-opt-19";

const HELP: &str = "\
Times `ovolo parse` and mlir-opt-19 on one generated file of affine functions, in turns and on one core.
Needs `cargo build --release` before.

Usage: read-speed [options]

  --megabytes N      the size of the file (100); a tenth of it is timed too
  --rounds N         runs of each (3)
  --core N           the core that both run on (0)
  --ovolo FILE       the program (ovolo beside this one)
  --write FILE       write the file there and do nothing else
  --check            exit with 1 where ovolo is too slow or needs too much memory";

struct Options {
    megabytes: u64,
    rounds: usize,
    core: usize,
    ovolo: PathBuf,
    write: Option<PathBuf>,
    check: bool,
}

fn main() -> ExitCode {
    let result = options(std::env::args().skip(1)).and_then(|options| match options {
        Some(options) => measure(&options),
        None => {
            println!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
    });
    result.unwrap_or_else(|error| {
        eprintln!("read-speed: {error:#}");
        ExitCode::from(2)
    })
}

/// `None` where help is asked for.
fn options(mut arguments: impl Iterator<Item = String>) -> Result<Option<Options>> {
    let mut options = Options {
        megabytes: 100,
        rounds: 3,
        core: 0,
        ovolo: std::env::current_exe()?.with_file_name("ovolo"),
        write: None,
        check: false,
    };
    while let Some(argument) = arguments.next() {
        let mut value = || {
            arguments
                .next()
                .with_context(|| format!("{argument} needs a value"))
        };
        match argument.as_str() {
            "--megabytes" => options.megabytes = value()?.parse()?,
            "--rounds" => options.rounds = value()?.parse()?,
            "--core" => options.core = value()?.parse()?,
            "--ovolo" => options.ovolo = value()?.into(),
            "--write" => options.write = Some(value()?.into()),
            "--check" => options.check = true,
            "--help" | "-h" => return Ok(None),
            other => bail!("unexpected argument {other}"),
        }
    }
    Ok(Some(options))
}

fn measure(options: &Options) -> Result<ExitCode> {
    if let Some(file) = &options.write {
        write(file, options.megabytes * 1_000_000)?;
        return Ok(ExitCode::SUCCESS);
    }
    ensure!(
        options.ovolo.is_file(),
        "{} is not there: run `cargo build --release` first",
        options.ovolo.display()
    );
    let folder = tempfile::tempdir()?;
    let has_referee = Command::new(REFEREE)
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok();
    let mut rows = Vec::new();
    for (name, bytes) in [
        ("small", options.megabytes * 100_000),
        ("large", options.megabytes * 1_000_000),
    ] {
        let file = folder.path().join(format!("{name}.mlir"));
        write(&file, bytes)?;
        if has_referee && name == "small" {
            ensure!(
                means_the_same(options, &file)?,
                "the referee reads something else in what ovolo printed"
            );
        }
        rows.extend(rounds(options, &file, has_referee)?);
    }
    println!("{}", table(&rows));
    let per_file = rows.len() / 2;
    for (small, large) in rows.iter().zip(&rows[per_file..]) {
        let growth = growth(small, large);
        println!(
            "{}: a byte of the large file takes {growth:.2} times as long",
            large.program
        );
    }
    if !has_referee {
        println!("skipped: {REFEREE} is not installed");
        return Ok(ExitCode::from(u8::from(options.check)));
    }
    let mut missed = missed(&rows[per_file], &rows[per_file + 1]);
    let growth = growth(&rows[1], &rows[per_file + 1]);
    if growth > MOST_GROWTH {
        missed.push(format!(
            "not linear: a byte takes {growth:.2} times as long, at most {MOST_GROWTH} is asked"
        ));
    }
    for target in &missed {
        println!("missed: {target}");
    }
    Ok(ExitCode::from(u8::from(options.check && !missed.is_empty())))
}

fn write(file: &Path, bytes: u64) -> Result<()> {
    let mut out = BufWriter::new(File::create(file).with_context(|| file.display().to_string())?);
    let functions = program::write(&mut out, bytes)?;
    eprintln!("{}: {functions} functions", file.display());
    Ok(())
}

/// The command line that reads a file with Ovolo.
fn ovolo(options: &Options, file: &Path) -> Vec<String> {
    [
        &options.ovolo.display().to_string(),
        "parse",
        &file.display().to_string(),
    ]
    .map(str::to_string)
    .to_vec()
}

/// Whether the generic form of what Ovolo prints is that of the file.
fn means_the_same(options: &Options, file: &Path) -> Result<bool> {
    let (print, ours, theirs) = (
        file.with_extension("print"),
        file.with_extension("ours"),
        file.with_extension("theirs"),
    );
    let to_file = |command: &[String], out: &Path| -> Result<()> {
        let status = Command::new(&command[0])
            .args(&command[1..])
            .stdout(File::create(out)?)
            .status()?;
        ensure!(status.success(), "{} failed", command.join(" "));
        Ok(())
    };
    let generic =
        |file: &Path| [REFEREE, "--mlir-print-op-generic", &file.display().to_string()].map(str::to_string);
    to_file(&ovolo(options, file), &print)?;
    to_file(&generic(&print), &ours)?;
    to_file(&generic(file), &theirs)?;
    let same = Command::new("cmp")
        .arg("--silent")
        .args([&ours, &theirs])
        .status()?;
    Ok(same.success())
}

/// The programs on one file, in turns: the referee and Ovolo on one core, Ovolo on all.
fn rounds(options: &Options, file: &Path, has_referee: bool) -> Result<Vec<Row>> {
    let bytes = file.metadata()?.len();
    let mut sides = Vec::new();
    if has_referee {
        let command = [REFEREE, "--mlir-disable-threading", &file.display().to_string()];
        sides.push((REFEREE, command.map(str::to_string).to_vec(), Some(options.core)));
    }
    sides.push(("ovolo parse", ovolo(options, file), Some(options.core)));
    sides.push(("ovolo parse, all cores", ovolo(options, file), None));
    let row = |&(program, _, core): &(&str, Vec<String>, Option<usize>)| Row {
        program: program.to_string(),
        bytes,
        on_one_core: core.is_some(),
        runs: Vec::new(),
    };
    let mut rows: Vec<Row> = sides.iter().map(row).collect();
    for _ in 0..options.rounds {
        for (row, (_, command, core)) in rows.iter_mut().zip(&sides) {
            row.runs.push(run(command, *core)?);
        }
    }
    Ok(rows)
}
