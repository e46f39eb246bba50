//! Every order of every tiling of a product, by strip-mining and interchange, to saturation.

use std::time::{Duration, Instant};

use egg::{
    Applier, EGraph, Id, PatternAst, Rewrite, Runner, SearchMatches, Searcher, SimpleScheduler, Subst,
    Symbol, Var,
};
use ovolo_lang::affine::IntegerSet;
use ovolo_lang::fp::FpModel;
use ovolo_lang::parse::parse_module;
use ovolo_rewrites::answer::Answer;
use ovolo_rewrites::dependence::Emptiness;
use ovolo_rewrites::egraph::{NestAnalysis, of_nest};
use ovolo_rewrites::lift::lift_function;
use ovolo_rewrites::loops::{LoopLimits, LoopRewrite, ORDERS_OF_TILINGS, apply_in, saturate_with};
use ovolo_rewrites::nest::Nest;
use ovolo_rewrites::term::Node;

use super::Size;

/// A name, the levels of tiles, and the text.
pub const KERNELS: [(&str, usize, &str); 2] = [
    (
        "tilings of a product, two levels",
        2,
        include_str!("../../../tests/nests/matmul.mlir"),
    ),
    (
        "tilings of a batched product, two levels",
        2,
        include_str!("../../../tests/nests/batched.mlir"),
    ),
];

/// Integer sets, by what the reader of affine sets knows itself.
struct Exact;

impl Emptiness for Exact {
    fn is_empty(&self, set: &IntegerSet) -> Answer {
        match set.is_empty() {
            ovolo_lang::affine::Emptiness::Empty => Answer::Yes,
            ovolo_lang::affine::Emptiness::NonEmpty(_) => Answer::No,
            _ => Answer::Unknown,
        }
    }
}

fn nest(text: &str) -> Nest {
    let module = parse_module(text).expect("the kernel is well formed");
    let function = module.functions().next().expect("there is a function");
    lift_function(&module, function, FpModel::STRICT)
        .remove(0)
        .1
        .expect("the nest is understood")
}

fn size(egraph: &EGraph<Node, NestAnalysis<'_>>) -> Size {
    Size {
        nodes: egraph.total_number_of_nodes(),
        classes: egraph.number_of_classes(),
        smallest: 0,
    }
}

pub fn by_us(text: &str, levels: usize) -> (Duration, Size) {
    let nest = nest(text);
    let (mut egraph, _) = of_nest(&nest, &Exact);
    let limits = LoopLimits {
        nodes: 1_000_000,
        questions: usize::MAX,
        to_the_end: true,
        ..LoopLimits::default()
    };
    let start = Instant::now();
    let report = saturate_with(&mut egraph, ORDERS_OF_TILINGS[levels - 1], &limits);
    assert!(report.saturated);
    (start.elapsed(), size(&egraph))
}

pub fn by_egg(text: &str, levels: usize) -> (Duration, Size) {
    let nest = nest(text);
    let (egraph, _) = of_nest(&nest, &Exact);
    let rules = ORDERS_OF_TILINGS[levels - 1].iter();
    let rules: Vec<_> = rules
        .map(|rule| Rewrite::new(rule.name, AnyLoop, Loops(*rule)).expect("a rule"))
        .collect();
    let start = Instant::now();
    let (other, _) = of_nest(&nest, &Exact);
    let runner = Runner::<_, _>::new(other.analysis)
        .with_egraph(egraph)
        .with_scheduler(SimpleScheduler)
        .with_iter_limit(100)
        .with_node_limit(1_000_000)
        .with_time_limit(Duration::from_secs(600))
        .run(&rules);
    (start.elapsed(), size(&runner.egraph))
}

/// Finds every class with a loop in it.
struct AnyLoop;

impl<'a> Searcher<Node, NestAnalysis<'a>> for AnyLoop {
    fn search_eclass_with_limit(
        &self,
        egraph: &EGraph<Node, NestAnalysis<'a>>,
        class: Id,
        _: usize,
    ) -> Option<SearchMatches<'_, Node>> {
        let is_loop = egraph[class]
            .nodes
            .iter()
            .any(|node| matches!(node, Node::For(..)));
        is_loop.then(|| SearchMatches {
            eclass: class,
            substs: vec![Subst::default()],
            ast: None,
        })
    }

    fn vars(&self) -> Vec<Var> {
        Vec::new()
    }
}

/// Applies a rule to the loops of a class.
struct Loops(LoopRewrite);

impl<'a> Applier<Node, NestAnalysis<'a>> for Loops {
    fn apply_one(
        &self,
        egraph: &mut EGraph<Node, NestAnalysis<'a>>,
        class: Id,
        _: &Subst,
        _: Option<&PatternAst<Node>>,
        _: Symbol,
    ) -> Vec<Id> {
        match apply_in(egraph, &self.0, class) {
            0 => Vec::new(),
            _ => vec![class],
        }
    }
}
