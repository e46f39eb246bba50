//! The kernels of `bench/kernels`: each reads, prints, and reads back; the reference compilers accept the MLIR
//! and the C that are printed.

use std::io::Write;
use std::process::{Command, Stdio};

use ovolo::outcome::Outcome;
use ovolo::pipeline::optimize;
use ovolo::request::Request;
use ovolo_bench::kernels::KERNELS;
use ovolo_extract::machine::Machine;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::{print_generic, print_module};
use ovolo_lower::c::c_source;

fn modules() -> impl Iterator<Item = (&'static str, Module)> {
    KERNELS.iter().map(|kernel| {
        let module = parse_module(kernel.text);
        (
            kernel.name,
            module.unwrap_or_else(|d| panic!("{}: {}", kernel.name, d[0])),
        )
    })
}

#[test]
fn printing_reads_back() {
    for (name, module) in modules() {
        let text = print_module(&module);
        let again = parse_module(&text).unwrap_or_else(|d| panic!("{name}: {}\n{text}", d[0]));
        assert_eq!(print_generic(&again), print_generic(&module), "{name}");
    }
}

#[test]
fn mlir_opt_accepts_what_is_printed() {
    for (name, module) in modules() {
        for text in [print_module(&module), print_generic(&module)] {
            accepts("mlir-opt-19", &["-o", "/dev/null"], &text, name);
        }
    }
}

#[test]
fn clang_accepts_the_c_form() {
    for (name, module) in modules() {
        let text = c_source(&module).unwrap_or_else(|e| panic!("{name}: {e}"));
        accepts(
            "clang-19",
            &["-x", "c", "-fsyntax-only", "-Wall", "-Werror", "-"],
            &text,
            name,
        );
    }
}

#[test]
fn what_kernels_are_optimised_to_is_proved() {
    // What is done to the others is told by `ovolo bench all`; it takes too long here.
    let quick = |name: &str| !name.contains('/') || name == "dl/matmul-bias-relu";
    for (name, module) in modules().filter(|(name, _)| quick(name)) {
        let outcome = optimized(&module);
        let text = print_module(&outcome.module);
        for choice in &outcome.functions {
            let is_accepted = choice.is_changed() && choice.validation.is_accepted();
            assert!(
                is_accepted,
                "{name}: {}: {:?}",
                choice.validation, choice.rejected
            );
        }
        accepts("mlir-opt-19", &["-o", "/dev/null"], &text, name);
        assert_eq!(
            text,
            print_module(&optimized(&module).module),
            "{name}: another result"
        );
    }
}

/// For a described machine, so that the result does not depend on where the test runs.
fn optimized(module: &Module) -> Outcome {
    optimize(&Request {
        module,
        original: module,
        model: FpModel {
            contract: true,
            ..FpModel::STRICT
        },
        machine: &Machine::generic(),
        given: None,
        rules: &[],
        measure: None,
        forms: 0,
        derive: false,
        progress: &|_| {},
    })
}

/// Runs a compiler on a text, where it is installed.
fn accepts(program: &str, arguments: &[&str], text: &str, name: &str) {
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        eprintln!("{program} is not installed: `./setup.sh --peers` installs it");
        return;
    };
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(text.as_bytes())
        .expect("the compiler reads its input");
    drop(stdin);
    let output = child.wait_with_output().expect("the compiler ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{program} rejects {name}:\n{errors}\n{text}"
    );
}
