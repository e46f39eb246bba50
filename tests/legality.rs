//! When the loop rules apply: `tests/legality/*.mlir`, one file a rule, cases apart by `// -----`.
//!
//! A case says `// fires: rules` for rules that must rewrite something in it, `// not: rules` for those
//! that must rewrite nothing, and `// not lifted: text` when the nest must stay as it is for that reason.

use std::collections::BTreeMap;
use std::path::Path;

use ovolo_lang::fp::FpModel;
use ovolo_lang::parse::parse_module;
use ovolo_rewrites::egraph::of_nest;
use ovolo_rewrites::lift::lift_function;
use ovolo_rewrites::loops::{LOOP_RULES, LoopLimits, saturate_loops};
use ovolo_verify::emptiness::Z3Emptiness;

#[test]
fn loop_rules_fire_where_they_may() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/legality");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut failures = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        for (n, case) in text.split("// -----\n").enumerate() {
            failures.extend(
                check(case)
                    .into_iter()
                    .map(|f| format!("{name}, case {}: {f}", n + 1)),
            );
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check(text: &str) -> Vec<String> {
    let module = parse_module(text)
        .unwrap_or_else(|d| panic!("{}", ovolo_lang::diagnostic::render("case", text, &d, false)));
    let oracle = Z3Emptiness::new();
    let mut unions: BTreeMap<&str, usize> = LOOP_RULES.iter().map(|rule| (rule.name, 0)).collect();
    let mut reasons = Vec::new();
    for function in module.functions() {
        for (_, nest) in lift_function(&module, function, FpModel::STRICT) {
            match nest {
                Ok(nest) => {
                    let (mut egraph, _) = of_nest(&nest, &oracle);
                    for (name, count) in saturate_loops(&mut egraph, &LoopLimits::default()).unions {
                        *unions.entry(name).or_default() += count;
                    }
                }
                Err(reason) => reasons.push(reason.reason),
            }
        }
    }
    let mut failures = Vec::new();
    let mut says = 0;
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
        for rule in rest.split(' ').filter(|_| what == "fires" || what == "not") {
            says += 1;
            match unions.get(rule) {
                None => failures.push(format!("there is no rule {rule}")),
                Some(0) if what == "fires" => failures.push(format!("{rule} does not fire")),
                Some(1..) if what == "not" => failures.push(format!("{rule} fires")),
                Some(_) => {}
            }
        }
    }
    if says == 0 {
        failures.push("expects nothing".to_string());
    }
    failures
}
