use egg::{AstSize, Extractor, RecExpr, Symbol};
use ovolo_lang::algebra::FastMath;
use ovolo_lang::types::FloatKind;

use super::*;
use crate::compile::expression;
use crate::facts::{Environment, FactAnalysis};
use crate::rule::{Example, builtin, parse};
use crate::term::Scalar;

/// The two sides of an example, as expressions, with what it assumes.
fn sides(text: &str, over: &str, scalar: Scalar) -> (RecExpr<Node>, RecExpr<Node>, Environment) {
    let rule = parse(&format!(
        "rule r forall x over {over}: {} example {text}",
        match over {
            "float" => "x * 1.0 => x",
            _ => "x * 1 => x",
        }
    ))
    .unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let example: &Example = &rule[0].examples[0];
    let instance = Instance::new(scalar, FastMath::NONE);
    let leaf = |i: usize| {
        let name = Symbol::from(example.names[i].name.as_str());
        match instance.scalar_of(example.names[i].sort) {
            Scalar::Index => Node::Var(name),
            scalar => Node::Outer(name, scalar),
        }
    };
    let side = |term| expression(term, instance, &leaf).unwrap();
    (
        side(&example.left),
        side(&example.right),
        example.environment().unwrap(),
    )
}

fn grown(text: &str, over: &str, scalar: Scalar) -> (EGraph<Node, FactAnalysis>, bool, Report) {
    let (left, right, environment) = sides(text, over, scalar);
    let mut egraph = EGraph::new(FactAnalysis {
        environment,
        ..FactAnalysis::default()
    });
    let left = egraph.add_expr(&left);
    let limits = Limits {
        iterations: 8,
        nodes: 6_000,
        matches_per_rule: 300,
        ..Limits::default()
    };
    let report = saturate(&mut egraph, builtin(), &limits);
    let right = egraph.add_expr(&right);
    egraph.rebuild();
    let equal = egraph.find(left) == egraph.find(right);
    (egraph, equal, report)
}

#[test]
fn tilings_simplify() {
    for text in [
        "(i * 8 + j) floordiv 8 => i where 0 <= j < 8",
        "(i * 8 + j) mod 8 => j where 0 <= j < 8",
        "((i * 4 + j) * 8 + k) floordiv 32 => i where 0 <= j < 4, 0 <= k < 8",
        "(i floordiv 8) * 8 + i mod 8 => i",
        "min(i * 8 + 8, n * 8) - i * 8 => min(i + 1, n) * 8 - i * 8",
        "(t * m + i) floordiv t => m + i floordiv t where t >= 1",
        "(i + 7) floordiv 8 => i ceildiv 8",
        "i * 3 + (j + i * 5) => i * 8 + j",
        "max(0, i) => i where 0 <= i",
    ] {
        let (_, equal, report) = grown(text, "index", Scalar::Index);
        assert!(equal, "{text}: {report:?}");
    }
}

#[test]
fn different_terms_stay_apart() {
    for (text, over, scalar) in [
        (
            "(i * 8 + j) floordiv 8 => i where 0 <= j <= 8",
            "index",
            Scalar::Index,
        ),
        ("(i floordiv 2) * 2 => i", "index", Scalar::Index),
        ("(i * n) floordiv n => i", "index", Scalar::Index),
        ("i mod 8 => i where i < 8", "index", Scalar::Index),
        ("divsi(x * 2, 2) => x", "bits", Scalar::Integer(32)),
        ("x + 0.0 => x", "float", Scalar::Float(FloatKind::F32)),
        ("x - x => 0.0", "float", Scalar::Float(FloatKind::F32)),
        (
            "(x + y) + z => x + (y + z)",
            "float",
            Scalar::Float(FloatKind::F32),
        ),
        (
            "x * y + z => fma(x, y, z)",
            "float",
            Scalar::Float(FloatKind::F32),
        ),
    ] {
        let (_, equal, report) = grown(text, over, scalar);
        assert!(!equal, "{text}: {report:?}");
        assert_ne!(report.stop, Stop::Contradiction);
    }
}

#[test]
fn integer_chains_factor() {
    let (egraph, equal, _) = grown("a * b + a * c => a * (b + c)", "bits", Scalar::Integer(32));
    assert!(equal);
    let root = egraph
        .lookup_expr(&sides("a * b + a * c => a", "bits", Scalar::Integer(32)).0)
        .unwrap();
    let (size, best) = Extractor::new(&egraph, AstSize).find_best(root);
    assert_eq!(size, 5, "{best:?}");
}

#[test]
fn subtracted_products_fuse() {
    let contract = FastMath::parse("contract").unwrap();
    let instance = Instance::new(Scalar::Float(FloatKind::F32), contract);
    let rule = parse("rule r forall x, y, z over float under contract: z - x * y => fma(-x, y, z)").unwrap();
    let leaf = |i| Node::Outer(Symbol::from(["x", "y", "z"][i]), instance.scalar);
    let mut egraph = EGraph::new(FactAnalysis::default());
    let [left, right] =
        [&rule[0].left, &rule[0].right].map(|t| egraph.add_expr(&expression(t, instance, &leaf).unwrap()));
    saturate(&mut egraph, builtin(), &Limits::default());
    assert_eq!(egraph.find(left), egraph.find(right));
}

#[test]
fn same_result_on_any_number_of_threads() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let (egraph, _, report) = grown(
                "((i * 4 + j) * 8 + k) floordiv 32 => i where 0 <= j < 4",
                "index",
                Scalar::Index,
            );
            let nodes: Vec<String> = egraph.nodes().iter().map(|n| format!("{n:?}")).collect();
            (nodes, report.iterations, report.stop)
        })
    };
    let one = run(1);
    assert_eq!(one, run(4));
    assert_eq!(one, run(4));
}

#[test]
fn limits_hold_within_an_iteration() {
    let (left, _, environment) = sides(
        "a + b + c + d + e + f + g + h + (a * b + c * d) * (e * f + g * h) => a",
        "index",
        Scalar::Index,
    );
    for nodes in [100, 1_000, 5_000] {
        let mut egraph = EGraph::new(FactAnalysis {
            environment: environment.clone(),
            ..FactAnalysis::default()
        });
        egraph.add_expr(&left);
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        let report = saturate(&mut egraph, builtin(), &limits);
        assert_eq!(report.stop, Stop::Nodes);
        assert!(
            report.nodes <= nodes + nodes / 10,
            "{} nodes of {nodes}",
            report.nodes
        );
    }
}

#[test]
fn a_false_rule_is_noticed() {
    let rules = parse("rule wrong forall x: x * 2 => x + 1").unwrap();
    let mut egraph = EGraph::new(FactAnalysis::default());
    let (left, ..) = sides("3 * 2 => 6", "index", Scalar::Index);
    egraph.add_expr(&left);
    assert_eq!(
        saturate(&mut egraph, &rules, &Limits::default()).stop,
        Stop::Contradiction
    );
}

#[test]
fn nests_saturate_too() {
    fn accepts<A: Relates + Sync>()
    where
        A::Data: HasFact + Sync,
    {
    }
    accepts::<crate::egraph::NestAnalysis<'static>>();
}

/// `(A * B) * x = A * (B * x)` for matrices of integers: 8 multiplications for 12.
#[test]
fn matrix_chains_reassociate() {
    let row = |i: usize| {
        format!(
            "(a{i}0 * b00 + a{i}1 * b10) * x0 + (a{i}0 * b01 + a{i}1 * b11) * x1
             => a{i}0 * (b00 * x0 + b01 * x1) + a{i}1 * (b10 * x0 + b11 * x1)"
        )
    };
    let mut egraph = EGraph::new(FactAnalysis::default());
    let sides: Vec<_> = [0, 1]
        .map(|i| sides(&row(i), "bits", Scalar::Integer(32)))
        .into_iter()
        .collect();
    let left: Vec<Id> = sides.iter().map(|s| egraph.add_expr(&s.0)).collect();
    let report = saturate(&mut egraph, builtin(), &Limits::default());
    assert_eq!(report.stop, Stop::Saturated);
    let right: Vec<Id> = sides.iter().map(|s| egraph.add_expr(&s.1)).collect();
    egraph.rebuild();
    for (left, right) in left.iter().zip(&right) {
        assert_eq!(egraph.find(*left), egraph.find(*right), "{report:?}");
    }
}
