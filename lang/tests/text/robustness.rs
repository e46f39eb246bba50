//! Nothing that a person types makes the reader panic, overflow the stack or run long.

use std::time::{Duration, Instant};

use ovolo_lang::diagnostic::render;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use proptest::prelude::*;

use crate::cases;
use crate::property::survives;

/// The text is rejected by a diagnostic that holds this.
fn rejected(text: &str, message: &str) {
    let diagnostics = parse_module(text).expect_err("the text is wrong");
    let rendered = render("input.mlir", text, &diagnostics, false);
    assert!(rendered.contains(message), "{rendered}");
    assert!(rendered.contains("input.mlir:"), "{rendered}");
}

/// What a person sees: the place of the mistake, the line, a caret, the help, other places.
#[test]
fn a_mistake_is_shown_in_its_line() {
    let text = "func.func @f(%x: f32) {\n  %0 = arith.negf %x : f64\n  return\n}\n";
    let diagnostics = parse_module(text).expect_err("a type that differs");
    let expected = "  × `%x` has the type `f32`
   ╭─[input.mlir:2:19]
 1 │ func.func @f(%x: f32) {
   ·              ─┬
   ·               ╰── defined here
 2 │   %0 = arith.negf %x : f64
   ·                   ─┬
   ·                    ╰── here
 3 │   return
   ╰────
  help: expected `f64`, the type that the operation states: a use expects the same type as prior uses
";
    assert_eq!(render("input.mlir", text, &diagnostics, false), expected);
}

const DEEP: usize = 10_000;

#[test]
fn deep_nesting_is_diagnosed() {
    let deep = |open: &str, close: &str| open.repeat(DEEP) + &close.repeat(DEEP);
    let nested = "nested too deeply";
    rejected(&deep("(", ")"), "expected");
    rejected(
        &format!(
            "#m = affine_map<(d0) -> ({}d0{})>",
            "(".repeat(DEEP),
            ")".repeat(DEEP)
        ),
        nested,
    );
    rejected(&format!("!t = {}", deep("tuple<", ">")), nested);
    rejected(&format!("#a = {}", deep("[", "]")), nested);
    rejected(&format!("#a = {}", deep("{a = ", "}")), nested);
    rejected(&deep("\"a\"() ({ ", " }) : () -> ()"), nested);
    rejected(&deep("module { ", " }"), nested);
    rejected(&deep("affine.if affine_set<() : (0 >= 0)>() { ", " }"), nested);
    rejected(&format!("#a = dense<{}> : tensor<1xi8>", deep("[", "]")), nested);
    rejected(
        &format!("#m = affine_map<(d0) -> ({}d0)>", "-".repeat(DEEP)),
        "too deep",
    );
    rejected(
        &format!("#m = affine_map<(d0) -> (d0{})>", " + d0".repeat(DEEP)),
        "too deep",
    );
    rejected(
        &format!("#m = affine_map<(d0) -> (d0{})>", " floordiv 2".repeat(DEEP)),
        "too deep",
    );
    rejected(
        &format!("#l = {}unknown{}", "loc(".repeat(DEEP), ")".repeat(DEEP)),
        nested,
    );
    rejected(&"<".repeat(DEEP), "expected");
    rejected(&format!("#a = #b{}", "<".repeat(DEEP)), "do not balance");
}

#[test]
fn broken_texts_are_diagnosed() {
    rejected("\"unterminated", "does not end");
    rejected("func.func @\"unterminated", "does not end");
    rejected("{-# unterminated", "the end of the text");
    rejected("func.func @f(", "the end of the text");
    rejected("\"a\\q\"() : () -> ()", "unknown escape");
    rejected("\"a\\FF\"() : () -> ()", "not UTF-8");
    rejected("é", "begins no token");
    rejected("module {", "the end of the text");
    rejected("}", "found `}`");
    rejected("#", "begins no token");
    rejected("%", "begins no token");
    let digits = "9".repeat(100_000);
    rejected(&format!("\"a\"() {{x = {digits}}} : () -> ()"), "too long");
    rejected(&format!("#m = affine_map<() -> ({digits})>"), "too large");
    rejected(&format!("!t = memref<{digits}xf32>"), "too large");
    rejected(&format!("\"a\"() : () -> i{digits}"), "too wide");
    rejected(&format!("%x#{digits} = \"a\"() : () -> i1"), "found");
    rejected(&format!("%x:{digits} = \"a\"() : () -> i1"), "too many");
    rejected("%x:4294967295 = \"a\"() : () -> i1", "too many");
}

#[test]
fn an_empty_text_is_an_empty_module() {
    for text in ["", "\n", "// nothing", "module {}", "builtin.module {\n}"] {
        let module = parse_module(text).expect("an empty module");
        assert_eq!(print_module(&module), "module {\n}\n");
    }
}

/// A chain in which each `affine.apply` uses the one before twice.
#[test]
fn chains_of_uses_take_linear_time() {
    let mut text = String::from(
        "#map = affine_map<(d0, d1) -> (d0 + d1)>\nfunc.func @f(%m: memref<4xf32>) {\naffine.for %i = 0 to 4 {\n\
         %0 = affine.apply #map(%i, %i)\n",
    );
    for i in 1..2000 {
        text.push_str(&format!("%{i} = affine.apply #map(%{0}, %{0})\n", i - 1));
    }
    text.push_str("%x = affine.load %m[%1999] : memref<4xf32>\n}\nreturn\n}\n");
    let start = Instant::now();
    parse_module(&text).expect("a valid chain");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn forward_references_take_linear_time() {
    let mut text = String::from("module {\n");
    for i in 0..20_000 {
        text.push_str(&format!("\"use\"(%v{i}) : (i32) -> ()\n"));
    }
    for i in 0..20_000 {
        text.push_str(&format!("%v{i} = \"def\"() : () -> i32\n"));
    }
    text.push_str("}\n");
    let start = Instant::now();
    parse_module(&text).expect("a valid graph region");
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// Texts of the filetests, as seeds for mutation.
fn seeds() -> Vec<String> {
    let files = ["parse", "parse-error", "legacy"]
        .into_iter()
        .flat_map(cases::files);
    let cases = files.flat_map(|file| cases::cases(&file));
    cases.map(|case| case.input).collect()
}

/// One change: at a relative position, delete some bytes and insert some text.
fn mutation() -> impl Strategy<Value = (f64, usize, String)> {
    let snippets = prop::sample::select(vec![
        "",
        "(",
        ")",
        "{",
        "}",
        "<",
        ">",
        "[",
        "]",
        ",",
        ":",
        "->",
        "=",
        "%x",
        "#map",
        "!t",
        "\"",
        "0",
        "-1",
        "9999999999999999999999",
        "1.0",
        "0x",
        "affine.for",
        "affine_map<",
        "f32",
        "index",
        "memref<",
        "loc(",
        "symbol(",
        "mod",
        "//",
        "\0",
        "é",
        "^bb0",
        "@f",
        "?",
        "*",
        "x",
        "{-#",
        "#-}",
        "return",
        "\n",
        "dense<",
    ]);
    (0.0..1.0, 0..12usize, snippets.prop_map(str::to_string))
}

fn mutate(text: &str, changes: &[(f64, usize, String)]) -> String {
    let mut text = text.to_string();
    for (at, deleted, inserted) in changes {
        let floor = |mut i: usize| {
            while !text.is_char_boundary(i) {
                i -= 1;
            }
            i
        };
        let start = floor((at * text.len() as f64) as usize);
        let end = floor((start + deleted).min(text.len())).max(start);
        text.replace_range(start..end, inserted);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A mutated text is read or diagnosed; what is read prints and reads back.
    #[test]
    fn mutations_do_not_panic(
        seed in prop::sample::select(seeds()),
        changes in prop::collection::vec(mutation(), 1..6),
    ) {
        let text = mutate(&seed, &changes);
        survives(&text).map_err(TestCaseError::fail)?;
    }
}
