//! Reading and printing. The cases are the lines of `text.txt`; `OVOLO_BLESS=1` writes what is printed.

use std::fmt::Display;
use std::str::FromStr;

use ovolo_lang::affine::{AffineExpr, AffineMap, IntegerSet};
use ovolo_lang::diagnostic::Diagnostic;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/affine/text.txt");

#[test]
fn texts() {
    let file = std::fs::read_to_string(FILE).expect("the cases are beside this file");
    let actual: Vec<String> = file.lines().map(line).collect();
    let actual = actual.join("\n") + "\n";
    if std::env::var_os("OVOLO_BLESS").is_some() {
        std::fs::write(FILE, actual).expect("the cases can be written");
    } else {
        assert_eq!(file, actual);
    }
}

/// The line with what its text comes to.
fn line(line: &str) -> String {
    if line.starts_with('#') || line.is_empty() {
        return line.to_string();
    }
    let end = line.find(" => ").or(line.find(" !! ")).unwrap_or(line.len());
    let input = &line[..end];
    let outcome = match input.split_once(' ') {
        Some(("expr", text)) => outcome::<AffineExpr>(text),
        Some(("map", text)) => outcome::<AffineMap>(text),
        Some(("set", text)) => outcome::<IntegerSet>(text),
        _ => panic!("{line}: expected expr, map or set, and a text"),
    };
    format!("{input}{outcome}")
}

fn outcome<T: FromStr<Err = Diagnostic> + Display + PartialEq + std::fmt::Debug>(text: &str) -> String {
    match text.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            assert_eq!(
                printed.parse().as_ref(),
                Ok(&value),
                "{text} is printed as {printed}"
            );
            format!(" => {printed}")
        }
        Err(diagnostic) => {
            let span = diagnostic.span.start as usize..diagnostic.span.end as usize;
            let at = text.get(span).expect("the span lies in the text");
            format!(" !! {diagnostic} [{at}]")
        }
    }
}

#[test]
fn nesting_is_limited() {
    let nested = |open: &str, close: &str, n: usize| format!("{}d0{}", open.repeat(n), close.repeat(n));
    for (open, close) in [
        ("(", ")"),
        ("-", ""),
        ("1 + ", ""),
        ("", " + d1"),
        ("(", " mod s0)"),
    ] {
        assert!(nested(open, close, 200).parse::<AffineExpr>().is_ok());
        let error = nested(open, close, 100_000).parse::<AffineExpr>();
        let message = error.expect_err("too deep").message;
        assert!(message.contains("too deep"), "{open} {close}: {message}");
    }
}
