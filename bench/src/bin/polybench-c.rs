//! Holds the kernels of PolyBench against its C programs: `polybench-c DIR [--set SET] [KERNEL…]`.
//!
//! DIR is where PolyBench 4.2.1 was unpacked. Without `--set` the data set is `MINI`, and the kernels are run
//! by the interpreter and compiled, the C programs compiled with and without optimisation. At the other data
//! sets all are compiled with it.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use ovolo_bench::kernels::kernels;
use ovolo_bench::polybench::{Engine, Programs, compare};

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether all kernels agree.
fn run(mut words: impl Iterator<Item = String>) -> Result<bool> {
    let folder = words
        .next()
        .context("usage: polybench-c DIR [--set SET] [KERNEL…]")?;
    let programs = Programs::below(Path::new(&folder))?;
    let mut set = "MINI".to_string();
    let mut names = Vec::new();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--set" => set = words.next().context("--set needs the name of a data set")?,
            _ => names.push(word),
        }
    }
    let (engines, levels): (&[Engine], &[&str]) = if set == "MINI" {
        (&[Engine::Interpreter, Engine::Jit], &["-O0", "-O2"])
    } else {
        (&[Engine::Jit], &["-O2"])
    };
    let chosen = kernels("polybench")
        .filter(|k| names.is_empty() || names.iter().any(|n| k.name.ends_with(&format!("/{n}"))));
    let (mut agreeing, mut total) = (0, 0);
    for kernel in chosen {
        let start = Instant::now();
        let result = compare(&programs, kernel, &set, engines, levels);
        let seconds = start.elapsed().as_secs_f64();
        total += 1;
        match result {
            Ok(count) => {
                agreeing += 1;
                println!("{}: {count} numbers agree, {seconds:.1} s", kernel.name);
            }
            Err(error) => println!("{}: {error:#}", kernel.name),
        }
    }
    ensure!(total > 0, "no kernel of this name");
    println!("{agreeing} of {total} agree at {set}");
    Ok(agreeing == total)
}
