use super::*;

#[test]
fn printing_reads_back() {
    for rule in builtin() {
        let names: Vec<&str> = rule.variables.iter().map(|v| v.name.as_str()).collect();
        assert!(!rule.name.is_empty() && !names.is_empty());
        let clauses = rule.to_string();
        // The printed line, as a rule again.
        let (sides, rest) = clauses
            .split_once(" over ")
            .unwrap_or((clauses.as_str(), "index"));
        let declared: Vec<String> = rule
            .variables
            .iter()
            .map(|v| {
                let width = match v.sort {
                    Sort::Narrow => "narrow ",
                    Sort::Wide => "wide ",
                    Sort::Value | Sort::Truth => "",
                };
                format!("{}{width}{}", if v.constant { "const " } else { "" }, v.name)
            })
            .collect();
        let text = format!("rule again forall {} over {rest}: {sides}", declared.join(", "));
        let again = parse(&text).unwrap_or_else(|e| panic!("{}: {text}: {e:?}", rule.name));
        assert_eq!(again[0].left, rule.left, "{text}");
        assert_eq!(again[0].right, rule.right, "{text}");
        assert_eq!(again[0].conditions, rule.conditions, "{text}");
        assert_eq!(again[0].variables, rule.variables, "{text}");
        assert_eq!(again[0].gates, rule.gates, "{text}");
    }
}

#[test]
fn builtin_rules_are_documented() {
    let mut names = std::collections::BTreeSet::new();
    for rule in builtin() {
        assert!(names.insert(&rule.name), "{} is the name of two rules", rule.name);
        assert!(rule.source.is_some(), "{} has no source", rule.name);
        assert!(!rule.examples.is_empty(), "{} has no example", rule.name);
    }
}

/// Each line is a rule file with one mistake, and what is said about it.
#[test]
fn mistakes_are_explained() {
    for (source, at, message) in [
        ("rule r forall x: x + y => x", "y", "`y` is not declared"),
        (
            "rule r forall x, x: x + x => x",
            "x: x +",
            "`x` is declared twice",
        ),
        (
            "rule r forall x, y: x + 0 => x",
            "y:",
            "`y` does not occur on the left side",
        ),
        (
            "rule r forall x: x => x + 0",
            "x => x",
            "the left side of a rule is an operation",
        ),
        ("rule r forall x: x + 0 => ", "", "the file ends within a rule"),
        (
            "rule r forall x over i99: x + 0 => x",
            "i99",
            "`i99` is no domain of rules",
        ),
        (
            "rule r forall x over bits: x / 2 => x",
            "x / 2",
            "this operator has no meaning in the domain of the rule",
        ),
        (
            "rule r forall x over float: x + 1 => x",
            "1",
            "a float is expected",
        ),
        (
            "rule r forall x over float: x + 0.0 => x when x > 0.0",
            "x > 0",
            "nothing is known of floats",
        ),
        (
            "rule r forall x under nsz: x + 0 => x",
            "nsz",
            "only rules over floats have fast-math flags",
        ),
        (
            "rule r forall x over float under quick: x + 0.0 => x",
            "quick",
            "`quick` is no fast-math flag",
        ),
        (
            "rule r forall x over bits: divsi(x) => x",
            "divsi",
            "`divsi` has 2 operands, not 1",
        ),
        (
            "rule r forall x over bits: quot(x, x) => x",
            "quot",
            "`quot` is no operation of rules in this domain",
        ),
        (
            "rule r forall x over bits: extsi(x) => x",
            "extsi",
            "`extsi` has 2 operands, not 1",
        ),
        (
            "rule r forall narrow x over bits: trunci(x, width) => x",
            "x, width",
            "`trunci` does not lead from this width",
        ),
        (
            "rule r forall wide x over bits: extsi(x, width) => 0",
            "x, width",
            "`extsi` does not lead from this width",
        ),
        (
            "rule r forall narrow x, wide y over bits: x + y => x",
            "y => x",
            "this value is of another width than what is expected",
        ),
        (
            "rule r forall broad x over bits: x + 0 => x",
            "broad",
            "`broad` is no width",
        ),
        (
            "rule r forall x, y over bits: mulsi_extended(top, x, y) => x",
            "top",
            "this is no result of `mulsi_extended`",
        ),
        (
            "rule r forall wide x over bits: trunci(x, width) => 0 when wide == 3 * width",
            "3 * width",
            "the wide type has twice the bits, or any more: `wide == 2 * width`",
        ),
        (
            "rule r forall x over bits: cmpi(lt, x, x) => false",
            "lt",
            "this is no predicate of `cmpi`",
        ),
        (
            "rule r forall x over bits: cmpi(slt, x, x) => 0",
            "0",
            "this is a value of the rule's type where a truth value is expected",
        ),
        (
            "rule r forall x: x * {2} => x",
            "x * {",
            "constants are computed on the right side only",
        ),
        (
            "rule r forall x: x * 2 => x + {x}",
            "x + {",
            "a constant is computed from variables that are not constants",
        ),
        (
            "rule r forall x: x * 0 <=> 0",
            "0",
            "this side cannot be the left side of a rule",
        ),
        (
            "rule r forall x: x + 0 => x when even(x)",
            "even(x)",
            "this is no condition",
        ),
        ("rule r forall x: x + 0 => x by s", "s", "no rule is named `s`"),
        (
            "rule r forall x: x + 99999999999999999999 => x",
            "9999",
            "this integer does not fit in 64 bits",
        ),
        (
            "rule r forall x: x + 0 => x rule r forall x: x * 1 => x",
            "r forall x: x *",
            "another rule has this name",
        ),
        (
            "rule r forall x: x # 0 => x",
            "#",
            "this character begins no word of a rule",
        ),
        ("rule r forall x: x + + => x", "+ =>", "`+` is not expected here"),
    ] {
        let errors = parse(source).expect_err(source);
        assert_eq!(errors[0].message, message, "{source}");
        let found = &source[errors[0].span.start as usize..];
        assert!(found.starts_with(at), "{source}: at `{found}`");
    }
}

#[test]
fn deep_nesting_is_refused() {
    for text in [
        format!("rule r forall x: {}x", "(".repeat(100_000)),
        format!("rule r forall x: {}x => x", "- ".repeat(100_000)),
        format!("rule r forall x: x{} => x", " + x".repeat(100_000)),
    ] {
        assert_eq!(
            parse(&text).unwrap_err()[0].message,
            "this expression is too large"
        );
    }
}

/// The rule shown in the documentation is the built-in one.
#[test]
fn documented_rules_are_rules() {
    let text = include_str!("../../rules/README.md");
    let blocks: Vec<&str> = text
        .split("```rules\n")
        .skip(1)
        .filter_map(|b| b.split("```").next())
        .collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        for rule in parse(block).unwrap() {
            let same = builtin()
                .iter()
                .find(|b| b.name == rule.name)
                .expect("a built-in rule");
            assert_eq!(same.to_string(), rule.to_string());
            assert_eq!(same.documentation, rule.documentation);
        }
    }
}

/// What is written with operators of comparison and logic is what is written with names.
#[test]
fn signs_are_names_of_operations() {
    for (signs, names) in [
        (
            "forall x, y: x < y => y > x",
            "forall x, y: cmpi(slt, x, y) => cmpi(sgt, y, x)",
        ),
        (
            "forall p, q: p && q => !(q || p)",
            "forall p, q: p & q => (q | p) ^ true",
        ),
        (
            "forall x, y over bits: x == y => x <= y",
            "forall x, y over bits: cmpi(eq, x, y) => cmpi(sle, x, y)",
        ),
        (
            "forall x, y over float: x != y => x >= y",
            "forall x, y over float: cmpf(une, x, y) => cmpf(oge, x, y)",
        ),
        (
            "forall p, q: p == q => q == (p == true)",
            "forall p, q: cmpi(eq, p, q) => cmpi(eq, q, cmpi(eq, p, true))",
        ),
        (
            "forall x, y: x / y => x % y",
            "forall x, y: x floordiv y => x mod y",
        ),
        ("forall x, y: abs(x) + y => y", "forall x, y: max(x, -x) + y => y"),
        // The type of a variable is settled by any of its uses.
        (
            "forall p, q: p == q => q && p",
            "forall p, q: cmpi(eq, p, q) => q & p",
        ),
    ] {
        let [a, b] = [signs, names].map(|text| {
            let rules = parse(&format!("rule r {text}"));
            rules.unwrap_or_else(|e| panic!("{text}: {e:?}")).remove(0)
        });
        assert_eq!(
            (a.left, a.right, a.variables),
            (b.left, b.right, b.variables),
            "{signs}"
        );
    }
}

#[test]
fn conditions_may_be_joined() {
    let conditions = |when: &str| {
        let text = format!("rule r forall x, a: x floordiv a => x when {when}");
        let rule = parse(&text).unwrap_or_else(|e| panic!("{text}: {e:?}")).remove(0);
        let shown: Vec<String> = rule
            .conditions
            .iter()
            .map(|c| c.display(&rule.variables).to_string())
            .collect();
        shown.join(", ")
    };
    assert_eq!(conditions("a > 0 && 0 <= x < a"), "a > 0, x >= 0, x < a");
    assert_eq!(conditions("(a > 0 && x < a)"), "a > 0, x < a");
    assert_eq!(conditions("2 | x && a != 0, x > 3"), "2 | x, a != 0, x > 3");
    assert_eq!(
        conditions("a > 0 && x < a || a | x"),
        "(cmpi(sgt, a, 0) & cmpi(slt, x, a) | cmpi(eq, x mod a, 0))"
    );
}

#[test]
fn lists_of_rules_are_read() {
    let read = |text: &str| {
        let rules = parse_to_prove(text, &Reading::default()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        rules
            .into_iter()
            .map(|r| format!("{}: {r}", r.name))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        read("; a comment\n(/ (* ?x ?a) ?a) ==> ?x if (!= ?a 0)\n\n(min a b) <=> (min b a)\n"),
        [
            "line_2: (x * a) floordiv a => x when a != 0",
            "line_4: min(a, b) <=> min(b, a)"
        ]
    );
    // Truth values and numbers stand for each other.
    assert_eq!(
        read("(&& ?x 1) ==> ?x\n?a ==> (- 1 (< ?a 0)) if (|| (< ?a 2) (\"%\" ?a 2))"),
        [
            "line_1: x & true => x",
            "line_2: a => 1 - select(cmpi(slt, a, 0), 1, 0) when (cmpi(slt, a, 2) | cmpi(ne, a mod 2, 0))"
        ]
    );
    for (text, message) in [
        ("(+ ?x) ==> ?x", "`+` has 2 operands, not 1"),
        ("(+ ?x ?y ==> ?x", "this list is not closed"),
        ("(+ ?x ?y)) ==> ?x", "`)` is not expected here"),
        ("(likely ?x) ==> ?x", "`likely` is no operator of rules"),
        ("(+ ?x 0) ==> ?x if", "`if` is not expected here"),
        ("(+ ?x 0) ==> ?x\n(+ ?x 0) ?x", "a rule has an arrow"),
    ] {
        let errors = parse_to_prove(text, &Reading::default()).expect_err(text);
        assert_eq!(errors[0].message, message, "{text}");
    }
}
