//! The rules of real functions, derivatives and integrals that egg's own tests and benchmarks use (`tests/math.rs` of
//! egg 0.11), as data: for our engine and for egg's `Runner`.

use std::fmt;
use std::str::FromStr;

use egg::{
    Analysis, ConditionalApplier, DidMerge, EGraph, Id, Language, Pattern, Rewrite, Subst, Symbol, Var,
    define_language, merge_option,
};
use ovolo_rewrites::engine::{Bindings, PatternRule};

define_language! {
    pub enum Math {
        "d" = Diff([Id; 2]),
        "i" = Integral([Id; 2]),
        "+" = Add([Id; 2]),
        "-" = Sub([Id; 2]),
        "*" = Mul([Id; 2]),
        "/" = Div([Id; 2]),
        "pow" = Pow([Id; 2]),
        "ln" = Ln(Id),
        "sqrt" = Sqrt(Id),
        "sin" = Sin(Id),
        "cos" = Cos(Id),
        Constant(Number),
        Symbol(Symbol),
    }
}

/// A number with an order, by its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Number(u64);

impl Number {
    fn new(value: f64) -> Number {
        // Both zeros are one number.
        Number((value + 0.0).to_bits())
    }

    fn value(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl FromStr for Number {
    type Err = std::num::ParseFloatError;

    fn from_str(text: &str) -> Result<Number, Self::Err> {
        text.parse().map(Number::new)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

/// Computes with constants, and leaves a class with a value nothing but the value.
#[derive(Clone, Default)]
pub struct Fold;

pub type MathGraph = EGraph<Math, Fold>;

impl Analysis<Math> for Fold {
    type Data = Option<Number>;

    fn make(egraph: &mut MathGraph, node: &Math, _: Id) -> Option<Number> {
        let value = |id: &Id| egraph[*id].data.map(Number::value);
        Some(Number::new(match node {
            Math::Constant(value) => return Some(*value),
            Math::Add([a, b]) => value(a)? + value(b)?,
            Math::Sub([a, b]) => value(a)? - value(b)?,
            Math::Mul([a, b]) => value(a)? * value(b)?,
            Math::Div([a, b]) if value(b) != Some(0.0) => value(a)? / value(b)?,
            _ => return None,
        }))
    }

    fn merge(&mut self, to: &mut Option<Number>, from: Option<Number>) -> DidMerge {
        merge_option(to, from, |a, b| {
            // Rounding may tell apart what is equal; the lesser value stays.
            let least = (*a).min(b);
            let did = DidMerge(least != *a, least != b);
            *a = least;
            did
        })
    }

    fn modify(egraph: &mut MathGraph, id: Id) {
        if let Some(value) = egraph[id].data {
            let leaf = egraph.add(Math::Constant(value));
            egraph.union(id, leaf);
            egraph[id].nodes.retain(|node| node.is_leaf());
        }
    }
}

/// What a rule asks of the classes of its variables.
#[derive(Clone, Copy)]
pub enum Asks {
    NotZero(&'static str),
    Symbol(&'static str),
    Constant(&'static str),
    /// A constant, or another symbol than the second.
    Apart(&'static str, &'static str),
}

type Line = (&'static str, &'static str, &'static str, &'static [Asks]);

use Asks::{Apart, Constant, NotZero};

#[rustfmt::skip]
pub static RULES: &[Line] = &[
    ("comm-add", "(+ ?a ?b)", "(+ ?b ?a)", &[]),
    ("comm-mul", "(* ?a ?b)", "(* ?b ?a)", &[]),
    ("assoc-add", "(+ ?a (+ ?b ?c))", "(+ (+ ?a ?b) ?c)", &[]),
    ("assoc-mul", "(* ?a (* ?b ?c))", "(* (* ?a ?b) ?c)", &[]),
    ("sub-canon", "(- ?a ?b)", "(+ ?a (* -1 ?b))", &[]),
    ("div-canon", "(/ ?a ?b)", "(* ?a (pow ?b -1))", &[NotZero("?b")]),
    ("zero-add", "(+ ?a 0)", "?a", &[]),
    ("zero-mul", "(* ?a 0)", "0", &[]),
    ("one-mul", "(* ?a 1)", "?a", &[]),
    ("add-zero", "?a", "(+ ?a 0)", &[]),
    ("mul-one", "?a", "(* ?a 1)", &[]),
    ("cancel-sub", "(- ?a ?a)", "0", &[]),
    ("cancel-div", "(/ ?a ?a)", "1", &[NotZero("?a")]),
    ("distribute", "(* ?a (+ ?b ?c))", "(+ (* ?a ?b) (* ?a ?c))", &[]),
    ("factor", "(+ (* ?a ?b) (* ?a ?c))", "(* ?a (+ ?b ?c))", &[]),
    ("pow-mul", "(* (pow ?a ?b) (pow ?a ?c))", "(pow ?a (+ ?b ?c))", &[]),
    ("pow0", "(pow ?x 0)", "1", &[NotZero("?x")]),
    ("pow1", "(pow ?x 1)", "?x", &[]),
    ("pow2", "(pow ?x 2)", "(* ?x ?x)", &[]),
    ("pow-recip", "(pow ?x -1)", "(/ 1 ?x)", &[NotZero("?x")]),
    ("recip-mul-div", "(* ?x (/ 1 ?x))", "1", &[NotZero("?x")]),
    ("d-variable", "(d ?x ?x)", "1", &[Asks::Symbol("?x")]),
    ("d-constant", "(d ?x ?c)", "0", &[Asks::Symbol("?x"), Apart("?c", "?x")]),
    ("d-add", "(d ?x (+ ?a ?b))", "(+ (d ?x ?a) (d ?x ?b))", &[]),
    ("d-mul", "(d ?x (* ?a ?b))", "(+ (* ?a (d ?x ?b)) (* ?b (d ?x ?a)))", &[]),
    ("d-sin", "(d ?x (sin ?x))", "(cos ?x)", &[]),
    ("d-cos", "(d ?x (cos ?x))", "(* -1 (sin ?x))", &[]),
    ("d-ln", "(d ?x (ln ?x))", "(/ 1 ?x)", &[NotZero("?x")]),
    ("d-power", "(d ?x (pow ?f ?g))",
     "(* (pow ?f ?g) (+ (* (d ?x ?f) (/ ?g ?f)) (* (d ?x ?g) (ln ?f))))", &[NotZero("?f"), NotZero("?g")]),
    ("i-one", "(i 1 ?x)", "?x", &[]),
    ("i-power-const", "(i (pow ?x ?c) ?x)", "(/ (pow ?x (+ ?c 1)) (+ ?c 1))", &[Constant("?c")]),
    ("i-cos", "(i (cos ?x) ?x)", "(sin ?x)", &[]),
    ("i-sin", "(i (sin ?x) ?x)", "(* -1 (cos ?x))", &[]),
    ("i-sum", "(i (+ ?f ?g) ?x)", "(+ (i ?f ?x) (i ?g ?x))", &[]),
    ("i-dif", "(i (- ?f ?g) ?x)", "(- (i ?f ?x) (i ?g ?x))", &[]),
    ("i-parts", "(i (* ?a ?b) ?x)", "(- (* ?a (i ?b ?x)) (i (* (d ?x ?a) (i ?b ?x)) ?x))", &[]),
];

pub static TERMS: &[&str] = &[
    "(i (ln x) x)",
    "(i (+ x (cos x)) x)",
    "(i (* (cos x) x) x)",
    "(d x (+ 1 (* 2 x)))",
    "(d x (- (pow x 3) (* 7 (pow x 2))))",
    "(+ (* y (+ x y)) (- (+ x 2) (+ x x)))",
    "(/ 1 (- (/ (+ 1 (sqrt five)) 2) (/ (- 1 (sqrt five)) 2)))",
];

/// All terms, in one e-graph.
pub fn terms() -> MathGraph {
    let mut egraph = MathGraph::new(Fold);
    for term in TERMS {
        egraph.add_expr(&term.parse().expect("a term"));
    }
    egraph.rebuild();
    egraph
}

/// A sum of so many symbols.
#[allow(dead_code, reason = "the tests take other terms")]
pub fn sum(terms: usize) -> (MathGraph, Id) {
    let mut egraph = MathGraph::new(Fold);
    let term = (1..terms).fold("x0".to_string(), |sum, n| format!("(+ x{n} {sum})"));
    let root = egraph.add_expr(&term.parse().expect("a term"));
    egraph.rebuild();
    (egraph, root)
}

/// Whether a rule says that sums commute or associate.
#[allow(dead_code, reason = "the tests take all rules")]
pub fn is_of_sums(name: &str) -> bool {
    matches!(name, "comm-add" | "assoc-add")
}

fn holds(egraph: &MathGraph, asks: &Asks, class: impl Fn(&str) -> Id) -> bool {
    let is_symbol = |id: Id| {
        egraph[id]
            .nodes
            .iter()
            .any(|node| matches!(node, Math::Symbol(_)))
    };
    match asks {
        Asks::NotZero(a) => egraph[class(a)].data.is_none_or(|value| value.value() != 0.0),
        Asks::Symbol(a) => is_symbol(class(a)),
        Asks::Constant(a) => egraph[class(a)].data.is_some(),
        Asks::Apart(a, b) => {
            let (a, b) = (egraph.find(class(a)), egraph.find(class(b)));
            a != b && (egraph[a].data.is_some() || is_symbol(a))
        }
    }
}

/// The rules for our engine.
pub fn our_rules() -> Vec<PatternRule<Math, Fold>> {
    let rule = |&(name, left, right, asks): &Line| {
        let rule = PatternRule::new(name, left, right).expect("a rule");
        match asks {
            [] => rule,
            _ => rule.when(move |egraph: &MathGraph, bindings: &Bindings<'_>| {
                asks.iter()
                    .all(|asks| holds(egraph, asks, |name| bindings.class(name)))
            }),
        }
    };
    RULES.iter().map(rule).collect()
}

/// The rules for egg's `Runner`.
pub fn rules_of_egg() -> Vec<Rewrite<Math, Fold>> {
    let rule = |&(name, left, right, asks): &Line| {
        let read = |text: &str| text.parse::<Pattern<Math>>().expect("a pattern");
        let (left, right) = (read(left), read(right));
        let condition = move |egraph: &mut MathGraph, _: Id, subst: &Subst| {
            let class = |name: &str| subst[name.parse::<Var>().expect("a variable")];
            asks.iter().all(|asks| holds(egraph, asks, class))
        };
        let made = match asks {
            [] => Rewrite::new(name, left, right),
            _ => Rewrite::new(
                name,
                left,
                ConditionalApplier {
                    condition,
                    applier: right,
                },
            ),
        };
        made.expect("a rule")
    };
    RULES.iter().map(rule).collect()
}
