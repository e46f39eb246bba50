//! Nests with other arrays: `tests/forms/*.mlir`, one file a rule, cases apart by `// -----`.
//!
//! A case is a module, then a line `// becomes` and the module with each nest in the form that the rule of the
//! file's name gives it, or `// stays` and why when it gives none. `OVOLO_BLESS=1` writes what is found into the
//! files. Whatever the outcome is, the two programs are proved equal.

use std::collections::BTreeMap;
use std::path::Path;

use ovolo_lang::diagnostic::line_column;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Span;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_rewrites::forms::{NEST_TRANSFORMATIONS, NestTransformation};
use ovolo_rewrites::lift::lift_function;
use ovolo_rewrites::materialize::materialize;
use ovolo_rewrites::nest::{Choice, Nest};
use ovolo_rewrites::refusal::Refusals;
use ovolo_verify::emptiness::Z3Emptiness;
use ovolo_verify::program::{Options, verify_programs};

const BECOMES: &str = "// becomes\n";
const STAYS: &str = "// stays\n";

#[test]
fn forms_are_equal_to_their_nests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/forms");
    let bless = std::env::var_os("OVOLO_BLESS").is_some();
    for rule in NEST_TRANSFORMATIONS {
        let file = folder.join(format!("{}.mlir", rule.name));
        let text = std::fs::read_to_string(&file).unwrap();
        let cases: Vec<String> = text
            .split("// -----\n")
            .map(|case| with_outcome(rule, case))
            .collect();
        let found = cases.join("// -----\n");
        if bless {
            std::fs::write(&file, &found).unwrap();
        } else {
            assert_eq!(found, text, "with OVOLO_BLESS=1 {} changes", file.display());
        }
    }
}

/// A rule of this kind is in the table with a case in which it must not apply.
#[test]
fn every_form_has_a_case_that_is_refused() {
    for rule in NEST_TRANSFORMATIONS {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/forms/{}.mlir", rule.name));
        let text = std::fs::read_to_string(&file).unwrap();
        let mut refused = text.lines().filter(|line| line.contains(": refused, "));
        assert!(
            refused.next().is_some(),
            "add a case to {} in which {} would be wrong, and end it with `// stays`",
            file.display(),
            rule.name
        );
    }
}

fn with_outcome(rule: &NestTransformation, case: &str) -> String {
    let end = [BECOMES, STAYS].iter().filter_map(|mark| case.find(mark)).min();
    let source = &case[..end.unwrap_or(case.len())];
    let module = parse_module(source).unwrap_or_else(|d| panic!("{}\n{source}", d[0]));
    let oracle = Z3Emptiness::new();
    let lifted = module
        .functions()
        .flat_map(|function| lift_function(&module, function, FpModel::STRICT));
    let mut refused = Vec::new();
    let nests: Vec<Nest> = lifted
        .filter_map(|(_, nest)| {
            let nest = nest.expect("the nest is lifted");
            let mut refusals = Refusals::new(nest.places.clone());
            let found = (rule.apply)(&nest, &oracle, &mut refusals);
            refused.extend(refusals.found);
            found
        })
        .collect();
    if nests.is_empty() {
        let position = |span: Span| {
            let (line, column) = line_column(source, span.start);
            format!("{line}:{column}")
        };
        let refused = refused
            .iter()
            .map(|refusal| format!("// {}\n", refusal.text(&position)));
        return format!("{source}{STAYS}{}", refused.collect::<String>());
    }
    let choices: Vec<Choice> = nests
        .iter()
        .map(|nest| Choice {
            term: nest.term.clone(),
            tiles: BTreeMap::new(),
        })
        .collect();
    let pairs: Vec<_> = nests.iter().zip(&choices).collect();
    let made = materialize(&module, &pairs).unwrap_or_else(|reason| panic!("{reason}\n{source}"));
    let verdict = verify_programs(&module, &made, &Options::default());
    assert!(verdict.is_accepted(), "{verdict}\n{source}");
    format!("{source}{BECOMES}{}", print_module(&made))
}
