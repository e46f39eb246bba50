//! Runs the filetests: `// RUN: parse` prints what was read, in custom form; `// RUN: parse-error`
//! lists the diagnostics. `OVOLO_BLESS=1` rewrites the expectations.

mod cases;

use cases::Case;
use ovolo_lang::diagnostic::line_column;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::{print_generic, print_module};

#[test]
fn what_is_read_is_printed() {
    check("parse", |case| match parse_module(&case.input) {
        Ok(module) => print_module(&module),
        Err(diagnostics) => ovolo_lang::diagnostic::render(&case.name(), &case.input, &diagnostics, false),
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

/// What is printed reads back to the same module, from both forms.
#[test]
fn printing_reads_back() {
    for file in cases::files("parse") {
        for case in cases::cases(&file) {
            let Ok(module) = parse_module(&case.input) else {
                continue;
            };
            let generic = print_generic(&module);
            for text in [print_module(&module), generic.clone()] {
                match parse_module(&text) {
                    Ok(again) => assert_eq!(print_generic(&again), generic, "{}", case.name()),
                    Err(diagnostics) => panic!(
                        "{}",
                        ovolo_lang::diagnostic::render(&case.name(), &text, &diagnostics, false)
                    ),
                }
            }
        }
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
