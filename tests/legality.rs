//! When the loop rules apply: `tests/legality/*.mlir`, one file a rule, cases apart by `// -----`.
//!
//! A case says `// fires: rules` for rules that must rewrite something in it, `// not: rules` for those
//! that must rewrite nothing, and `// not lifted: text` when the nest must stay as it is for that reason. It ends
//! with why the rules that it says must not fire were refused, as `--explain` prints it; `OVOLO_BLESS=1` writes
//! that into the files. `// equal: rules` is for rules that are right wherever they apply: they fire, and many
//! forms of the nest are proved equal to it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ovolo_extract::sample::sample;
use ovolo_lang::diagnostic::line_column;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, Span};
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_rewrites::egraph::of_nest;
use ovolo_rewrites::forms::mark_private_arrays;
use ovolo_rewrites::lift::lift_function;
use ovolo_rewrites::loops::{LOOP_REWRITES, LoopLimits, saturate_loops};
use ovolo_rewrites::materialize::materialize;
use ovolo_rewrites::nest::Nest;
use ovolo_rewrites::refusal::{Refusal, Refusals};
use ovolo_verify::emptiness::Z3Emptiness;
use ovolo_verify::program::{Options, verify_programs};

const REFUSED: &str = "// refused: ";

fn files() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/legality");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).unwrap();
        (file, text)
    };
    files.into_iter().map(read).collect()
}

#[test]
fn loop_rules_fire_where_they_may() {
    let mut failures = Vec::new();
    for (file, text) in files() {
        let mut blessed = Vec::new();
        for (n, case) in text.split("// -----\n").enumerate() {
            let (refused, found) = check(case);
            let name = file.file_name().unwrap().to_string_lossy();
            failures.extend(found.into_iter().map(|f| format!("{name}, case {}: {f}", n + 1)));
            let lines = case.lines().filter(|line| !line.starts_with(REFUSED));
            let lines = lines.map(str::to_string).chain(refused);
            blessed.push(lines.map(|line| line + "\n").collect::<String>());
        }
        let blessed = blessed.join("// -----\n");
        if std::env::var_os("OVOLO_BLESS").is_some() {
            std::fs::write(&file, &blessed).unwrap();
        } else if blessed != text {
            failures.push(format!(
                "with OVOLO_BLESS=1 {} becomes\n{blessed}",
                file.display()
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A rule is in the table with a case in which it must not apply, or must be right where that is not obvious.
#[test]
fn every_rule_has_a_case_in_which_it_would_be_wrong() {
    let mut seen = BTreeSet::new();
    for (_, text) in files() {
        for line in text.lines() {
            if let Some(refusal) = line.strip_prefix(REFUSED) {
                seen.extend(refusal.split([' ', ':']).next().map(str::to_string));
            }
            if let Some(rules) = line.strip_prefix("// equal: ") {
                seen.extend(rules.split(' ').map(str::to_string));
            }
        }
    }
    for rule in LOOP_REWRITES {
        assert!(
            seen.contains(rule.name),
            "no case of tests/legality shows {0} refused: add one on which it would be wrong in a subtle way, \
             with `// not: {0}`, and run this test with OVOLO_BLESS=1; for a rule that is right wherever it \
             applies, add one with a loop that may not run and `// equal: {0}`",
            rule.name
        );
    }
}

/// The lines that say what was refused, and what is not as the case says.
fn check(text: &str) -> (Vec<String>, Vec<String>) {
    let module = parse_module(text)
        .unwrap_or_else(|d| panic!("{}", ovolo_lang::diagnostic::render("case", text, &d, false)));
    let oracle = Z3Emptiness::new();
    let mut unions: BTreeMap<&str, usize> = LOOP_REWRITES.iter().map(|rule| (rule.name, 0)).collect();
    let mut reasons = Vec::new();
    let mut failures = Vec::new();
    let mut refusals: Vec<Refusal> = Vec::new();
    let is_equal = text.contains("// equal: ");
    for function in module.functions() {
        for (_, nest) in lift_function(&module, function, FpModel::STRICT) {
            match nest {
                Ok(mut nest) => {
                    mark_private_arrays(&mut nest, &oracle, &mut Refusals::default());
                    let (mut egraph, _) = of_nest(&nest, &oracle);
                    egraph.analysis.runs_on_threads = on_threads(text);
                    egraph.analysis.asked.all = reads_early(text);
                    for (name, count) in saturate_loops(&mut egraph, &LoopLimits::default()).unions {
                        *unions.entry(name).or_default() += count;
                    }
                    refusals.append(&mut egraph.analysis.refusals.found);
                    if is_equal {
                        failures.extend(unequal(&module, &nest, text));
                    }
                }
                Err(reason) => reasons.push(reason.reason),
            }
        }
    }
    let position = |span: Span| {
        let (line, column) = line_column(text, span.start);
        format!("{line}:{column}")
    };
    let mut says = 0;
    let mut refused = Vec::new();
    for line in text.lines() {
        let Some((what, rest)) = line.strip_prefix("// ").and_then(|l| l.split_once(": ")) else {
            continue;
        };
        if what == "not lifted" {
            says += 1;
            if !reasons.iter().any(|reason| reason.contains(rest)) {
                failures.push(format!("`{rest}` is not the reason: {reasons:?}"));
            }
            continue;
        }
        for rule in rest
            .split(' ')
            .filter(|_| ["fires", "not", "equal"].contains(&what))
        {
            says += 1;
            match unions.get(rule) {
                None => failures.push(format!("there is no rule {rule}")),
                Some(0) if what != "not" => failures.push(format!("{rule} does not fire")),
                Some(1..) if what == "not" => failures.push(format!("{rule} fires")),
                Some(_) => {}
            }
            if what == "not" {
                let about = refusals.iter().filter(|refusal| refusal.rule == rule);
                refused.extend(about.map(|refusal| format!("{REFUSED}{}", refusal.text(&position))));
            }
        }
    }
    if says == 0 {
        failures.push("expects nothing".to_string());
    }
    (refused, failures)
}

/// Whether a case is for a machine of several threads: if it says anything of parallel loops.
fn on_threads(case: &str) -> bool {
    case.contains("parallelize") || case.contains("collapse")
}

/// Whether a case is about what is read early.
fn reads_early(case: &str) -> bool {
    case.contains("hoist") || case.contains("prefetch")
}

/// Forms of a nest that are looked at.
const SAMPLED: usize = 28;

/// Forms of a nest that are not proved equal to it.
fn unequal(module: &Module, nest: &Nest, case: &str) -> Option<String> {
    let oracle = Z3Emptiness::new();
    let (mut egraph, root) = of_nest(nest, &oracle);
    egraph.analysis.runs_on_threads = on_threads(case);
    egraph.analysis.asked.all = reads_early(case);
    saturate_loops(&mut egraph, &LoopLimits::default());
    let mut state = 1u64;
    let mut choose = |n: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    let mut seen = BTreeSet::new();
    for _ in 0..SAMPLED {
        let Some(choice) = sample(&egraph, root, &mut choose) else {
            continue;
        };
        let Ok(made) = materialize(module, &[(nest, &choice)]) else {
            continue;
        };
        let text = print_module(&made);
        if !seen.insert(text.clone()) {
            continue;
        }
        let verdict = verify_programs(module, &made, &runs());
        if !verdict.is_accepted() {
            return Some(format!("{verdict}\n{text}"));
        }
    }
    (seen.len() < 5).then(|| format!("only {} forms have been looked at", seen.len()))
}

/// The runs alone are to tell.
fn runs() -> Options {
    Options {
        proof_steps: 0,
        ..Options::default()
    }
}
