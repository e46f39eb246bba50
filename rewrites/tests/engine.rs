//! The engine beside egg's `Runner`, on any number of threads, and under rules that would grow without end.

#[path = "../benches/engine/math.rs"]
mod math;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use egg::{EGraph, Runner, SimpleScheduler, SymbolLang};
use ovolo_rewrites::engine::{Limits, PatternRule, Report, Stop, grow};

/// The system's memory, with a count of what is in use and the most there was.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all is left to the system's allocator; counting touches no memory that it hands out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promises are those that the system asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static MEMORY: Counting = Counting;

/// Tests that count memory or time run one after the other.
static ALONE: Mutex<()> = Mutex::new(());

const NONE: Limits = Limits {
    iterations: usize::MAX,
    nodes: usize::MAX,
    bytes: usize::MAX,
    steps: usize::MAX,
    matches_per_rule: usize::MAX,
};

#[test]
fn as_many_nodes_and_classes_as_eggs_runner() {
    let _alone = ALONE.lock();
    for iterations in 1..=5 {
        let theirs = Runner::<_, _>::new(math::Fold)
            .with_egraph(math::terms())
            .with_scheduler(SimpleScheduler)
            .with_iter_limit(iterations)
            .with_node_limit(usize::MAX)
            .run(&math::rules_of_egg());
        let mut ours = math::terms();
        grow(&mut ours, &math::our_rules(), &Limits { iterations, ..NONE });
        let size = |egraph: &math::MathGraph| (egraph.total_number_of_nodes(), egraph.number_of_classes());
        assert_eq!(size(&ours), size(&theirs.egraph), "{iterations} iterations");
        for term in math::TERMS {
            let term = term.parse().expect("a term");
            assert!(ours.lookup_expr(&term).is_some());
        }
    }
}

#[test]
fn one_result_on_any_number_of_threads() {
    let _alone = ALONE.lock();
    let run = |threads, limits: &Limits| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| {
            let mut egraph = math::terms();
            let (stop, report) = grow(&mut egraph, &math::our_rules(), limits);
            let nodes: Vec<String> = egraph.nodes().iter().map(|node| format!("{node:?}")).collect();
            let counts: Vec<(String, usize, usize)> = report
                .rules
                .into_iter()
                .map(|(name, p)| (name, p.matches, p.unions))
                .collect();
            (nodes, counts, stop, report.iterations)
        })
    };
    for limits in [
        Limits {
            iterations: 5,
            ..NONE
        },
        Limits { nodes: 3_000, ..NONE },
        Limits {
            iterations: 6,
            matches_per_rule: 40,
            ..NONE
        },
    ] {
        let one = run(1, &limits);
        for threads in [2, 8, 2] {
            assert!(one == run(threads, &limits), "{threads} threads, {limits:?}");
        }
    }
}

type Sums = EGraph<SymbolLang, ()>;

/// Sums of many terms, commuted and associated: 3ⁿ nodes.
fn exploding(limits: &Limits) -> (Sums, Stop, Report) {
    let rules = [
        PatternRule::new("commute", "(+ ?a ?b)", "(+ ?b ?a)").expect("a rule"),
        PatternRule::new("associate", "(+ ?a (+ ?b ?c))", "(+ (+ ?a ?b) ?c)").expect("a rule"),
        PatternRule::new("distribute", "(* ?a (+ ?b ?c))", "(+ (* ?a ?b) (* ?a ?c))").expect("a rule"),
    ];
    let term = |n: usize| (0..n).fold("(* u v)".to_string(), |sum, i| format!("(+ x{i} {sum})"));
    let mut egraph = Sums::default();
    egraph.add_expr(&format!("(* {} {})", term(14), term(12)).parse().expect("a term"));
    egraph.rebuild();
    let (stop, report) = grow(&mut egraph, &rules, limits);
    (egraph, stop, report)
}

#[test]
fn nodes_end_where_the_limit_is() {
    let _alone = ALONE.lock();
    for nodes in [100, 1_000, 20_000] {
        let (egraph, stop, _) = exploding(&Limits { nodes, ..NONE });
        assert_eq!(stop, Stop::Nodes);
        assert!(
            egraph.total_size() <= nodes + nodes / 10,
            "{} of {nodes}",
            egraph.total_size()
        );
    }
}

#[test]
fn memory_ends_where_the_limit_is() {
    let _alone = ALONE.lock();
    for megabytes in [4, 20, 60] {
        let bytes = megabytes << 20;
        let before = IN_USE.load(Ordering::Relaxed);
        MOST.store(before, Ordering::Relaxed);
        let (egraph, stop, _) = exploding(&Limits { bytes, ..NONE });
        let most = MOST.load(Ordering::Relaxed) - before;
        assert_eq!(stop, Stop::Memory);
        assert!(
            most <= bytes + bytes / 10,
            "{most} of {bytes} bytes, {} nodes",
            egraph.total_size()
        );
        assert!(most >= bytes / 8, "{most} of {bytes} bytes are little");
    }
}

#[test]
fn steps_end_where_the_limit_is() {
    let _alone = ALONE.lock();
    for steps in [1_000, 30_000, 300_000] {
        let (egraph, stop, report) = exploding(&Limits { steps, ..NONE });
        assert_eq!(stop, Stop::Steps);
        let done = report.steps;
        assert!((steps..=2 * steps).contains(&done), "{done} of {steps}");
        let again = exploding(&Limits { steps, ..NONE });
        assert_eq!((again.0.total_size(), again.2.steps), (egraph.total_size(), done));
    }
}

#[test]
fn what_exceeds_a_limit_on_matches_is_found_again() {
    let _alone = ALONE.lock();
    let rules = [
        PatternRule::<SymbolLang, ()>::new("commute", "(+ ?a ?b)", "(+ ?b ?a)").expect("a rule"),
        PatternRule::new("associate", "(+ ?a (+ ?b ?c))", "(+ (+ ?a ?b) ?c)").expect("a rule"),
    ];
    let grown = |matches_per_rule| {
        let mut egraph = Sums::default();
        egraph.add_expr(&"(+ a (+ b (+ c (+ d (+ e f)))))".parse().expect("a term"));
        let (stop, report) = grow(
            &mut egraph,
            &rules,
            &Limits {
                matches_per_rule,
                ..NONE
            },
        );
        assert_eq!(stop, Stop::Saturated);
        (
            egraph.total_number_of_nodes(),
            egraph.number_of_classes(),
            report.iterations,
        )
    };
    let (nodes, classes, iterations) = grown(usize::MAX);
    // Every set of terms is a class, every way to part it a node.
    assert_eq!(
        (nodes, classes),
        (6 + 3usize.pow(6) - 2 * 2usize.pow(6) + 1, 2usize.pow(6) - 1)
    );
    let few = grown(7);
    assert_eq!((few.0, few.1), (nodes, classes));
    assert!(few.2 > iterations);
}

/// Two classes that become one make a pattern match that asks for one class twice, however far below.
#[test]
fn classes_that_become_one_are_searched_again() {
    let _alone = ALONE.lock();
    let rules = [
        PatternRule::<SymbolLang, ()>::new("same", "(f (g ?x) (h ?x))", "yes").expect("a rule"),
        PatternRule::new("slow", "(s ?x)", "?x").expect("a rule"),
        PatternRule::new("slower", "(t (s (s ?x)))", "(t ?x)").expect("a rule"),
        PatternRule::new("known", "(t ?x)", "?x").expect("a rule"),
    ];
    let mut egraph = Sums::default();
    let root = egraph.add_expr(&"(f (g (t (s (s a)))) (h a))".parse().expect("a term"));
    let (stop, _) = grow(&mut egraph, &rules, &NONE);
    assert_eq!(stop, Stop::Saturated);
    let yes = egraph
        .lookup_expr(&"yes".parse().expect("a term"))
        .expect("it was found");
    assert_eq!(egraph.find(root), egraph.find(yes));
}
