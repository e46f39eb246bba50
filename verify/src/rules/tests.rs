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

/// The interpreter finds most counterexamples first; z3 must find them too.
#[test]
fn z3_refutes_by_itself() {
    let rules = parse(include_str!("../../tests/false.rules")).unwrap();
    let quick = |name: &str| {
        name.starts_with("bits_")
            || [
                "float_add_zero",
                "float_times_zero",
                "float_select_is_no_maximum",
                "least_of_shifted_down",
            ]
            .contains(&name)
    };
    for rule in rules.iter().filter(|r| quick(&r.name)) {
        let refuted = worlds(rule).into_iter().any(|world| {
            matches!(
                decide(rule, &rules, world, Options::default().steps),
                Decision::Fails(_)
            )
        });
        assert!(refuted, "{}", rule.name);
    }
}

#[test]
fn verdicts_do_not_depend_on_threads() {
    let rules = parse(include_str!("../../tests/false.rules")).unwrap();
    let verdicts = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let proofs = pool.install(|| prove_all(&rules, &Options::default()));
        proofs
            .into_iter()
            .map(|p| p.verdict.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(verdicts(1), verdicts(3));
}

/// A proof is worth no more than its lemmas.
#[test]
fn lemmas_are_proved_first() {
    let mod_small = "forall x, a, b: (x mod a) mod b => x mod b when a > 0, b > 0, b | a";
    let verdict = |source: &str| {
        let rules = parse(source).unwrap();
        prove(
            &rules[0],
            &rules,
            &Options {
                steps: 200_000,
                ..Options::default()
            },
        )
        .to_string()
    };
    let wrong = "rule wrong forall x, a: x floordiv a => x";
    assert_eq!(
        verdict(&format!("rule r {mod_small} by wrong {wrong}")),
        "unknown: the lemma `wrong` is not proved"
    );
    assert_eq!(
        verdict("rule r forall x, y: x * y => y * x by s rule s forall x, y: x + y => y + x by r"),
        "unknown: the lemma `s` is not proved"
    );
    let exp = "rule exp_sum forall x, y over f64: exp(x) * exp(y) => exp(x + y) assumed \"for the test\"";
    let by_exp = "rule r forall x, y over f64: exp(y) * exp(x) => exp(x) * exp(y) by exp_sum";
    assert_eq!(
        verdict(&format!("{by_exp} {exp}")),
        "proved in every float format, given `exp_sum`, which is assumed"
    );
}

#[test]
fn the_z3_of_the_set_up_is_linked() {
    // Debian's 4.8 would do: it is two orders of magnitude slower on floats, and its lemmas differ.
    assert!(z3::full_version().contains("5."), "{}", z3::full_version());
}

#[test]
fn lemmas_must_be_equations_of_the_same_numbers() {
    let rules = parse(
        "rule exact forall x, y over float: x * y => y * x
         rule no_sign forall x, y over float under nsz: -(x - y) => y - x
         rule real forall x, y, z over float under reassoc: (x + y) + z => x + (y + z)
         rule integer forall x, y over bits: x * y => y * x",
    )
    .unwrap();
    let admitted = |rule: usize| -> Vec<&str> {
        let world = worlds(&rules[rule])[0];
        rules
            .iter()
            .filter(|lemma| world.admits(lemma))
            .map(|lemma| lemma.name.as_str())
            .collect()
    };
    assert_eq!(admitted(0), ["exact"]);
    assert_eq!(admitted(1), ["exact"]);
    assert_eq!(admitted(3), ["integer"]);
}
