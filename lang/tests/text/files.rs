//! Runs the filetests: `// RUN: parse` prints what was read, in custom form, and so does `// RUN: legacy` for
//! texts that were written before 2022, and `// RUN: newer` for forms that MLIR 19 does not have; `// RUN: loops` prints the
//! loops of operations of linalg and krnl, of copies and of calls in loops, `// RUN: krnl` nests as scheduled loops, `// RUN: plain` functions without their schedule, `// RUN: bufferize` functions of tensors as functions of memrefs, `// RUN: simplify` functions of tensors with fewer operations; `// RUN: parse-error` lists the diagnostics. `OVOLO_BLESS=1` rewrites the expectations.

use std::collections::BTreeSet;
use std::path::Path;

use crate::cases::{self, Case};
use crate::property::reads_back;
use ovolo_lang::bufferize::{bufferize, inline_calls, restore_tensors};
use ovolo_lang::diagnostic::{line_column, render};
use ovolo_lang::in_sequence::Reductions;
use ovolo_lang::inline::{inline_in_loops, restore_calls};
use ovolo_lang::krnl_loops;
use ovolo_lang::krnl_nests::convert_to_krnl;
use ovolo_lang::linalg::{convert_to_loops, restore_operations};
use ovolo_lang::op::{OpCode, Shape};
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_lang::resources::resolve;
use ovolo_lang::simplify_tensors::simplify_tensors;
use ovolo_lang::structure::verify;

#[test]
fn what_is_read_is_printed() {
    check("parse", printed);
}

#[test]
fn old_texts_are_printed_as_those_of_today() {
    check("legacy", printed);
}

#[test]
fn newer_texts_are_printed_as_those_of_today() {
    check("newer", printed);
}

fn printed(case: &Case) -> String {
    match parse_module(&case.input) {
        Ok(module) => print_module(&module),
        Err(diagnostics) => panic!("{}", render(&case.name(), &case.input, &diagnostics, false)),
    }
}

#[test]
fn operations_become_loops() {
    check("loops", |case| {
        let mut module = match parse_module(&case.input) {
            Ok(module) => module,
            Err(diagnostics) => panic!("{}", render(&case.name(), &case.input, &diagnostics, false)),
        };
        let before = print_module(&module);
        let scheduled = krnl_loops::convert_to_loops(&mut module);
        let inlined = inline_in_loops(&mut module, Reductions::InOneOrder);
        let top = module.top();
        let converted = convert_to_loops(&mut module, top);
        verify(&module).unwrap_or_else(|d| panic!("{}: {d:?}\n{}", case.name(), print_module(&module)));
        let loops = print_module(&module);
        restore_operations(&mut module, &converted);
        inlined.iter().for_each(|own| restore_calls(&mut module, own));
        scheduled
            .iter()
            .for_each(|own| krnl_loops::restore(&mut module, own));
        assert_eq!(print_module(&module), before, "{} restored", case.name());
        loops
    });
}

#[test]
fn nests_become_scheduled_loops() {
    check("krnl", |case| {
        let mut module = match parse_module(&case.input) {
            Ok(module) => module,
            Err(diagnostics) => panic!("{}", render(&case.name(), &case.input, &diagnostics, false)),
        };
        let kept = convert_to_krnl(&mut module);
        let mut text: String = kept
            .iter()
            .map(|kept| format!("kept: {}\n", kept.reason))
            .collect();
        verify(&module).unwrap_or_else(|d| panic!("{}: {d:?}\n{}", case.name(), print_module(&module)));
        reads_back(&module).unwrap_or_else(|error| panic!("{}: {error}", case.name()));
        let scheduled = print_module(&module);
        krnl_loops::convert_to_loops(&mut module);
        verify(&module).unwrap_or_else(|d| panic!("{}: {d:?}\n{}", case.name(), print_module(&module)));
        text += &scheduled;
        text
    });
}

#[test]
fn schedules_are_left_out() {
    check("plain", |case| {
        let mut module = match parse_module(&case.input) {
            Ok(module) => module,
            Err(diagnostics) => panic!("{}", render(&case.name(), &case.input, &diagnostics, false)),
        };
        let scheduled = krnl_loops::convert_to_loops(&mut module);
        let plain = scheduled
            .iter()
            .find_map(|own| krnl_loops::without_schedule(&module, own));
        let Some(plain) = plain else {
            return "none\n".to_string();
        };
        verify(&plain).unwrap_or_else(|d| panic!("{}: {d:?}\n{}", case.name(), print_module(&plain)));
        print_module(&plain)
    });
}

#[test]
fn tensors_become_memrefs() {
    check("bufferize", |case| {
        let mut module = match parse_module(&case.input) {
            Ok(module) => module,
            Err(diagnostics) => panic!("{}", render(&case.name(), &case.input, &diagnostics, false)),
        };
        inline_calls(&mut module);
        let before = print_module(&module);
        let (done, kept) = bufferize(&mut module);
        verify(&module).unwrap_or_else(|d| panic!("{}: {d:?}\n{}", case.name(), print_module(&module)));
        let mut text: String = kept
            .iter()
            .map(|(_, kept)| format!("kept: {}\n", kept.reason))
            .collect();
        text += &print_module(&module);
        done.iter()
            .for_each(|function| restore_tensors(&mut module, function));
        assert_eq!(print_module(&module), before, "{} restored", case.name());
        text
    });
}

#[test]
fn tensors_are_simplified() {
    check("simplify", |case| {
        let mut module = match parse_module(&case.input) {
            Ok(module) => module,
            Err(diagnostics) => panic!("{}", render(&case.name(), &case.input, &diagnostics, false)),
        };
        let functions: Vec<_> = module.functions().collect();
        for function in functions {
            resolve(&mut module, function);
            simplify_tensors(&mut module, function);
        }
        verify(&module).unwrap_or_else(|d| panic!("{}: {d:?}\n{}", case.name(), print_module(&module)));
        print_module(&module)
    });
}

#[test]
fn mistakes_are_diagnosed() {
    check("parse-error", |case| match parse_module(&case.input) {
        Ok(module) => format!("accepted:\n{}", print_module(&module)),
        Err(diagnostics) => {
            let lines = diagnostics.iter().map(|d| {
                let (line, column) = line_column(&case.input, d.span.start);
                let mut text = format!("{line}:{column}: {d}\n");
                for (span, note) in &d.notes {
                    let (line, column) = line_column(&case.input, span.start);
                    text.push_str(&format!("  {line}:{column}: {note}\n"));
                }
                text
            });
            lines.collect()
        }
    });
}

#[test]
fn printing_reads_back() {
    for file in ["parse", "legacy", "newer"].into_iter().flat_map(cases::files) {
        for case in cases::cases(&file) {
            if let Ok(module) = parse_module(&case.input) {
                reads_back(&module).unwrap_or_else(|error| panic!("{}: {error}", case.name()));
            }
        }
    }
}

/// A row of the op table is not done before a filetest shows its custom form.
#[test]
fn every_row_of_the_table_has_a_case() {
    let texts: String = cases::files("parse")
        .iter()
        .flat_map(|file| cases::cases(file))
        .filter_map(|case| case.expected)
        .collect();
    let words: BTreeSet<&str> = texts.split([' ', '\n', '(']).collect();
    let missing: Vec<&str> = OpCode::table()
        .filter(|row| !matches!(row.shape, Shape::Generic) && !words.contains(row.name))
        .map(|row| row.name)
        .filter(|name| *name != "func.return")
        .collect();
    assert!(missing.is_empty(), "no filetest prints {missing:?}");
}

#[test]
fn the_kernels_of_the_benchmark_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench/kernels");
    for entry in std::fs::read_dir(folder).expect("the folder of the kernels") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "mlir") {
            continue;
        }
        let name = path.to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a kernel");
        let module = parse_module(&text).unwrap_or_else(|d| panic!("{}", render(&name, &text, &d, false)));
        reads_back(&module).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

fn check(run: &str, output: impl Fn(&Case) -> String) {
    let mut wrong = Vec::new();
    let files = cases::files(run);
    assert!(!files.is_empty(), "no filetest has the header `// RUN: {run}`");
    for file in files {
        let cases = cases::cases(&file);
        let outputs: Vec<String> = cases.iter().map(&output).collect();
        if cases::blessing() {
            cases::bless(&file, &outputs);
            continue;
        }
        for (case, output) in cases.iter().zip(&outputs) {
            if case.expected.as_ref() != Some(output) {
                wrong.push(format!(
                    "{}: expected\n{}found\n{output}",
                    case.name(),
                    case.expected.as_deref().unwrap_or("nothing\n")
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} cases differ\n\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
