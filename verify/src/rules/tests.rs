use ovolo_rewrites::rule::{builtin, builtin_sources, parse};

use super::*;

#[test]
fn builtin_rules_are_proved() {
    let mut failed = Vec::new();
    for (_, source) in builtin_sources() {
        for proof in prove_all(&parse(source).unwrap(), &Options::default()) {
            let slow = if proof.time.as_secs_f64() > 1.0 {
                " SLOW"
            } else {
                ""
            };
            println!(
                "{:30} {:8.3} {}{slow}",
                proof.rule.name,
                proof.time.as_secs_f64(),
                proof.verdict
            );
            let accepted = match proof.verdict {
                Verdict::Proved { .. } => true,
                Verdict::Refuted(_) => false,
                Verdict::Unknown { .. } => proof.rule.assumed.is_some(),
            };
            if !accepted {
                failed.push(format!(
                    "{}: {}\n    {}",
                    proof.rule.name, proof.rule, proof.verdict
                ));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(builtin().len() > 150);
}

#[test]
fn false_rules_are_refuted() {
    let rules = parse(include_str!("../../tests/false.rules")).unwrap();
    assert!(rules.len() >= 20);
    let mut missed = Vec::new();
    for proof in prove_all(&rules, &Options::default()) {
        println!(
            "{:30} {:8.3} {}",
            proof.rule.name,
            proof.time.as_secs_f64(),
            proof.verdict
        );
        match &proof.verdict {
            Verdict::Refuted(found) => {
                assert_ne!(found.left, found.right, "{}: {found}", proof.rule.name);
                // The documentation of a false rule is its expected counterexample, where that is unique.
                let expected = &proof.rule.documentation;
                if !expected.is_empty() && *expected != found.to_string() {
                    missed.push(format!("{}: expected {expected}, found {found}", proof.rule.name));
                }
            }
            verdict => missed.push(format!("{}: {verdict}", proof.rule.name)),
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn what_is_not_modelled_is_unknown() {
    let rules = parse("rule r forall x, y over float: remf(x, y) => remf(y, x)").unwrap();
    let verdict = prove(&rules[0], &rules, &Options::default());
    assert!(!matches!(verdict, Verdict::Proved { .. }), "{verdict}");
}
