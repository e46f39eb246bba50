use super::*;
use crate::expression::{Division, parse, parse_assumptions};

fn read(text: &str) -> Expression {
    parse(text, Division::Floor).unwrap().results.remove(0)
}

fn simplest(text: &str, known: &str) -> String {
    let known = match known {
        "" => Vec::new(),
        known => parse_assumptions(known, Division::Floor).unwrap(),
    };
    simplify(&read(text), &known, &Effort::default()).to_string()
}

fn check(cases: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (text, known, expected) in cases {
        let found = simplest(text, known);
        if found != *expected {
            wrong.push(format!("{text}  where {known}: {found}, expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn index_arithmetic() {
    check(&[
        ("(i * 8 + j) floordiv 8", "0 <= j < 8", "i"),
        ("(i * 8 + j) mod 8", "0 <= j < 8", "j"),
        ("(i * 8 + j) floordiv 8", "0 <= j <= 8", "j floordiv 8 + i"),
        ("(i * 32 + j * 8 + k) floordiv 8", "0 <= k < 8", "i * 4 + j"),
        (
            "((i * 32 + j * 8 + k) mod 32) floordiv 8",
            "0 <= k < 8, 0 <= j < 4",
            "j",
        ),
        ("(i floordiv 8) * 8 + i mod 8", "", "i"),
        ("i - (i floordiv 8) * 8", "", "i mod 8"),
        ("j + i - (i floordiv 8) * 8", "", "i mod 8 + j"),
        ("x + y * 2 - x - y", "", "y"),
        ("(i * n + j) floordiv n", "0 <= j < n", "i"),
        ("(i * n + j) floordiv n", "0 <= j <= n, n > 0", "j floordiv n + i"),
        ("(i * n + j) mod n", "0 <= j < n", "j"),
        ("min(i * 8 + 7, n * 8)", "i < n", "i * 8 + 7"),
        ("min(i + 8, n) - i", "i + 8 <= n", "8"),
        ("max(x, y) + min(x, y)", "", "x + y"),
        ("min(x + 3, y + 3) - 3", "", "min(x, y)"),
        ("(x + 7) floordiv 8 * 8 ceildiv 8", "", "x ceildiv 8"),
        ("(i * 4 + 12) floordiv 4", "", "i + 3"),
        ("select(x < y, x, y)", "", "min(x, y)"),
        ("(x * 4) mod 2", "", "0"),
        ("x * (y + 1) - x * y", "", "x"),
    ]);
}

#[test]
fn predicates() {
    check(&[
        ("max(x * 16, y) <= x * 16 + 15", "", "y < x * 16 + 16"),
        ("x < y && y < z && x < z", "", "x < y && y < z"),
        ("x < y || x >= y", "", "true"),
        ("x < 3 && x > 5", "", "false"),
        ("x * 4 < y * 4 + 3", "", "x <= y"),
        ("x * 4 + 3 < y * 4", "", "x < y"),
        ("!(x < y)", "", "y <= x"),
        ("x * 2 == y * 2 + 1", "", "false"),
        ("x floordiv 8 < 4", "", "x < 32"),
        ("x mod 4 < 4", "", "true"),
        ("x < y", "x + 1 <= y", "true"),
        ("x < y && p == q && x < y + 1", "", "x < y && p == q"),
    ]);
}

/// What holds in one branch must not become known in the other one, or outside.
#[test]
fn facts_stay_in_their_branch() {
    check(&[
        (
            "select(x < 8, max(x, 8), max(x, 8) + 1)",
            "",
            "select(x < 8, 8, x + 1)",
        ),
        ("select(0 <= x && x < 8, x mod 8, x mod 8)", "", "x mod 8"),
        (
            "select(0 <= x && x < 8, x mod 8, y) * (x mod 8)",
            "",
            "(x mod 8) * select(0 <= x && x < 8, x, y)",
        ),
        ("(x < 8 && max(x, 8) == 8) || max(x, 8) == x", "", "true"),
        ("(x < 8 && y < x) || y < 8", "", "y < 8"),
        ("(x < 8 || y < x) && y < 8", "", "y < 8"),
        ("(x < 8 || y < x) && y < 9", "", "(x < 8 || y < x) && y < 9"),
    ]);
}

#[test]
fn decisions() {
    let decided = |text: &str, known: &str| {
        let known = match known {
            "" => Vec::new(),
            known => parse_assumptions(known, Division::Floor).unwrap(),
        };
        let decision = decide(&read(text), &known, &Effort::default());
        match decision.truth {
            Truth::Always if decision.is_vacuous => "vacuous",
            Truth::Always => "always",
            Truth::Fails { nowhere: true, .. } => "never",
            Truth::Fails { .. } => "fails",
            Truth::Unknown => "unknown",
        }
    };
    for (text, known, expected) in [
        ("x + 1 > x", "", "always"),
        ("max(x * 16, y) <= x * 16 + 15", "", "fails"),
        ("(x + 7) / 8 * 8 >= x", "", "always"),
        ("(x / 8) * 8 > x", "", "never"),
        ("min(x, y) <= max(x, z)", "", "always"),
        ("x % 8 + (x / 8) * 8 == x", "", "always"),
        ("x < 0", "x > 3, x < 2", "vacuous"),
        ("(x * 8 + y) / 8 == x", "0 <= y, y < 8", "always"),
        ("x / n <= x", "x >= 0, n > 0", "unknown"),
    ] {
        assert_eq!(decided(text, known), expected, "{text} where {known}");
    }
}
