//! How many nodes the e-graph of all orders of all tilings takes. The class of a nest is determined by the loops
//! that remain in it, so n! orders are 2^n classes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ovolo_lang::fp::FpModel;
use ovolo_lang::parse::parse_module;
use ovolo_rewrites::egraph::of_nest;
use ovolo_rewrites::lift::lift_function;
use ovolo_rewrites::loops::{LoopLimits, ORDERS_OF_TILINGS, saturate_with};
use ovolo_rewrites::term::Node;
use ovolo_verify::emptiness::Z3Emptiness;

const MATMUL: &str = include_str!("nests/matmul.mlir");
const BATCHED: &str = include_str!("nests/batched.mlir");

/// What saturation with one or two levels of tiles came to.
struct Space {
    nodes: usize,
    classes: usize,
    /// The orders with every loop on every level, each counted once.
    orders: u64,
}

fn space(text: &str, levels: usize, loops: usize) -> Space {
    let module = parse_module(text).expect("the kernel is well formed");
    let function = module.functions().next().expect("there is a function");
    let nest = lift_function(&module, function, FpModel::STRICT).remove(0).1;
    let oracle = Z3Emptiness::new();
    let (mut egraph, root) = of_nest(&nest.expect("the nest is understood"), &oracle);
    let limits = LoopLimits {
        nodes: 50_000,
        to_the_end: true,
        ..LoopLimits::default()
    };
    let report = saturate_with(&mut egraph, ORDERS_OF_TILINGS[levels - 1], &limits);
    assert!(report.saturated, "{:?}", report.stop);
    let mut inside: HashMap<usize, Vec<(String, usize)>> = HashMap::new();
    for class in egraph.classes() {
        let heads = class.nodes.iter().filter_map(|node| match node {
            Node::For(head, [_, _, body]) => Some((head.iv.to_string(), usize::from(egraph.find(*body)))),
            _ => None,
        });
        inside.insert(usize::from(class.id), heads.collect());
    }
    let start = BTreeSet::from([usize::from(egraph.find(root))]);
    Space {
        nodes: egraph.total_number_of_nodes(),
        classes: egraph.number_of_classes(),
        orders: orders(&start, loops, &inside, &mut HashMap::new()),
    }
}

/// How many sequences of so many loops lead from some of the classes to what has no loop in it. Each counts
/// once, by whatever classes it leads.
fn orders(
    classes: &BTreeSet<usize>,
    loops: usize,
    inside: &HashMap<usize, Vec<(String, usize)>>,
    known: &mut HashMap<(BTreeSet<usize>, usize), u64>,
) -> u64 {
    if let Some(count) = known.get(&(classes.clone(), loops)) {
        return *count;
    }
    let mut next: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (head, body) in classes.iter().flat_map(|class| &inside[class]) {
        next.entry(head).or_default().insert(*body);
    }
    let count = match (loops, next.is_empty()) {
        (0, is_end) => u64::from(is_end),
        (_, true) => 0,
        _ => next
            .values()
            .map(|bodies| orders(bodies, loops - 1, inside, known))
            .sum(),
    };
    known.insert((classes.clone(), loops), count);
    count
}

/// Six loops of which each pair has one order: 6! / 2^3.
#[test]
fn one_level_of_tiles_of_a_product() {
    let space = space(MATMUL, 1, 6);
    assert_eq!(space.orders, 720 / 8);
    assert!(space.nodes < 1_000, "{} nodes", space.nodes);
    assert!(space.classes < space.nodes);
}

/// Twelve loops of which each three have one order: 12! / 6^4.
#[test]
fn two_levels_of_tiles_of_a_batched_product() {
    let space = space(BATCHED, 2, 12);
    assert_eq!(space.orders, 479_001_600 / 1_296);
    assert!(space.nodes < 20_000, "{} nodes", space.nodes);
    assert!(space.classes < space.nodes);
}
