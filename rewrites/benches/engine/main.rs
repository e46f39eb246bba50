//! Our engine beside egg's `Runner`, on the same e-graphs with the same rules: `cargo bench -p ovolo-rewrites --bench engine`.
//!
//! Both sides take turns. `OVOLO_ONLY` names a part of the lines to run. What counts is the fastest of the rounds of each, the nodes of the e-graph in the end divided by
//! that time; and that both end with as many nodes and classes.

mod math;
mod tiling;

use std::time::{Duration, Instant};

use egg::{AstSize, Extractor, Id, Runner, SimpleScheduler};
use ovolo_rewrites::engine::{Limits, Rule, Stop, grow};

/// What one side came to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Size {
    nodes: usize,
    classes: usize,
    /// The size of the smallest terms of what was begun with; 0 where none is looked for.
    smallest: usize,
}

/// One side of a comparison: how long it took for what.
type Side<'a> = &'a mut dyn FnMut() -> (Duration, Size);

fn main() {
    let number = |name: &str, default: usize| {
        std::env::var(name)
            .ok()
            .and_then(|n| n.parse().ok())
            .unwrap_or(default)
    };
    let rounds = number("OVOLO_ROUNDS", 5);
    let threads = number("OVOLO_THREADS", 2);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads");
    println!("{threads} threads, the fastest of {rounds} rounds in turns");
    println!("| rules | nodes | classes | egg's Runner | our engine | nodes per second | ratio | results |");
    println!("|---|---|---|---|---|---|---|---|");
    pool.install(|| {
        for terms in [8, 9, 10] {
            let name = format!("math, a sum of {terms} terms, to saturation");
            compare(&name, rounds, &mut || sum_by_egg(terms), &mut || sum_by_us(terms));
        }
        for iterations in [6, 7] {
            compare(
                &format!("math, {iterations} iterations"),
                rounds,
                &mut || egg_math(iterations),
                &mut || our_math(iterations),
            );
        }
        for (name, levels, text) in tiling::KERNELS {
            compare(name, rounds, &mut || tiling::by_egg(text, levels), &mut || {
                tiling::by_us(text, levels)
            });
        }
    });
}

fn compare<'a>(name: &str, rounds: usize, theirs: Side<'a>, ours: Side<'a>) {
    if std::env::var("OVOLO_ONLY").is_ok_and(|part| !name.contains(&part)) {
        return;
    }
    let mut best = [Duration::MAX; 2];
    let mut sizes = [None; 2];
    for _ in 0..rounds {
        for (n, side) in [&mut *theirs, &mut *ours].into_iter().enumerate() {
            let (time, size) = side();
            best[n] = best[n].min(time);
            assert!(
                sizes[n].is_none_or(|known| known == size),
                "{name}: two runs differ"
            );
            sizes[n] = Some(size);
        }
    }
    let [Some(theirs), Some(ours)] = sizes else {
        return;
    };
    let same = match theirs == ours {
        true => "same",
        false if theirs.smallest == ours.smallest => "same smallest terms",
        false => "different",
    };
    let speed = |size: Size, time: Duration| size.nodes as f64 / time.as_secs_f64();
    println!(
        "| {name} | {} | {} | {:.1?} | {:.1?} | {:.2} M | {:.2} | {same} |",
        ours.nodes,
        ours.classes,
        best[0],
        best[1],
        speed(ours, best[1]) / 1e6,
        speed(ours, best[1]) / speed(theirs, best[0]),
    );
}

fn size_of(egraph: &math::MathGraph) -> Size {
    let roots = math::TERMS
        .iter()
        .filter_map(|term| egraph.lookup_expr(&term.parse().expect("a term")));
    size_from(egraph, &roots.collect::<Vec<Id>>())
}

fn size_from(egraph: &math::MathGraph, roots: &[Id]) -> Size {
    let extractor = Extractor::new(egraph, AstSize);
    Size {
        nodes: egraph.total_number_of_nodes(),
        classes: egraph.number_of_classes(),
        smallest: roots.iter().map(|&root| extractor.find_best_cost(root)).sum(),
    }
}

/// Sums are commuted and associated, by two of the rules, until nothing is new.
fn sum_by_egg(terms: usize) -> (Duration, Size) {
    let (egraph, root) = math::sum(terms);
    let rules: Vec<_> = math::rules_of_egg()
        .into_iter()
        .filter(|rule| math::is_of_sums(rule.name.as_str()))
        .collect();
    let start = Instant::now();
    let runner = Runner::<_, _>::new(math::Fold)
        .with_egraph(egraph)
        .with_scheduler(SimpleScheduler)
        .with_iter_limit(usize::MAX)
        .with_node_limit(usize::MAX)
        .with_time_limit(Duration::from_secs(600))
        .run(&rules);
    (start.elapsed(), size_from(&runner.egraph, &[root]))
}

fn sum_by_us(terms: usize) -> (Duration, Size) {
    let (mut egraph, root) = math::sum(terms);
    let rules: Vec<_> = math::our_rules()
        .into_iter()
        .filter(|rule| math::is_of_sums(rule.name()))
        .collect();
    let start = Instant::now();
    let (stop, _) = grow(&mut egraph, &rules, &NONE);
    assert_eq!(stop, Stop::Saturated);
    (start.elapsed(), size_from(&egraph, &[root]))
}

const NONE: Limits = Limits {
    iterations: usize::MAX,
    nodes: 1 << 40,
    bytes: usize::MAX,
    steps: usize::MAX,
    matches_per_rule: usize::MAX,
};

fn egg_math(iterations: usize) -> (Duration, Size) {
    let egraph = math::terms();
    let rules = math::rules_of_egg();
    let start = Instant::now();
    let runner = Runner::<_, _>::new(math::Fold)
        .with_egraph(egraph)
        .with_scheduler(SimpleScheduler)
        .with_iter_limit(iterations)
        .with_node_limit(usize::MAX)
        .with_time_limit(Duration::from_secs(600))
        .run(&rules);
    (start.elapsed(), size_of(&runner.egraph))
}

fn our_math(iterations: usize) -> (Duration, Size) {
    let mut egraph = math::terms();
    let rules = math::our_rules();
    let limits = Limits { iterations, ..NONE };
    let start = Instant::now();
    grow(&mut egraph, &rules, &limits);
    (start.elapsed(), size_of(&egraph))
}
