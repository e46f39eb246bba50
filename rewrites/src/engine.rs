//! The engine: any e-graph, grown by rules to saturation or to a limit.
//!
//! Each iteration searches the e-graph for matches, on all threads, while nothing changes, and then applies what was found,
//! one after the other. A class is searched again by a rule only when something within the rule's reach below it has
//! changed since. The result does not depend on the number of threads.
//!
//! ```
//! use egg::{EGraph, SymbolLang};
//! use ovolo_rewrites::engine::{Limits, PatternRule, Stop, grow};
//!
//! let rules = [PatternRule::new("commute", "(+ ?a ?b)", "(+ ?b ?a)").unwrap()];
//! let mut egraph: EGraph<SymbolLang, ()> = EGraph::default();
//! let sum = egraph.add_expr(&"(+ x y)".parse().unwrap());
//! assert_eq!(grow(&mut egraph, &rules, &Limits::default()).0, Stop::Saturated);
//! assert_eq!(egraph.lookup_expr(&"(+ y x)".parse().unwrap()), Some(sum));
//! ```

mod changes;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use egg::{Analysis, EGraph, FromOp, Id, Language, Pattern, PatternAst, Symbol, Var};
use rayon::prelude::*;
use smallvec::SmallVec;

use crate::matcher::{Matcher, Template};
pub(crate) use changes::Changes;

/// What the engine asks of a rule.
pub trait Rule<L: Language, N: Analysis<L>>: Sync {
    /// A place where the rule applies, with all that applying it takes.
    type Match: Send;

    fn name(&self) -> &str;

    /// The operator at the top of the left side; `None` where any class may match.
    fn head(&self) -> Option<L::Discriminant>;

    /// How many levels below a class what changes may give it a new match.
    fn reach(&self) -> usize;

    /// Hands the matches in a class that would change something to `found`, which may end the search.
    fn search(
        &self,
        egraph: &EGraph<L, N>,
        class: Id,
        found: &mut dyn FnMut(Self::Match) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Whether the e-graph learned something.
    fn apply(&self, egraph: &mut EGraph<L, N>, found: &Self::Match) -> bool;
}

/// When to stop. All limits hold during an iteration, not only between two.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub iterations: usize,
    /// Nodes in the e-graph.
    pub nodes: usize,
    /// Bytes of the e-graph and of the matches that are kept.
    pub bytes: usize,
    pub time: Duration,
    /// Applications of one rule within one iteration. What exceeds them is found again by the next.
    pub matches_per_rule: usize,
}

/// The figures are arbitrary: a second's work for the algebra of one kernel. Those of PolyBench and of the deep
/// learning kernels saturate with less than 300 nodes, or not with any number.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            iterations: 30,
            nodes: 5_000,
            bytes: 1 << 30,
            time: Duration::from_secs(20),
            matches_per_rule: 1_000,
        }
    }
}

/// Why the growth ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// No rule has anything to add.
    Saturated,
    Iterations,
    Nodes,
    Memory,
    Time,
}

/// What was done.
#[derive(Clone, Debug)]
pub struct Report {
    pub iterations: usize,
    pub time: Duration,
    /// By the name of the rule; those that found nothing are left out.
    pub rules: BTreeMap<String, Profile>,
}

/// The work of one rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    pub matches: usize,
    pub unions: usize,
    /// Of searching and applying, summed over threads.
    pub time: Duration,
}

impl Profile {
    pub fn add(&mut self, other: &Profile) {
        self.matches += other.matches;
        self.unions += other.unions;
        self.time += other.time;
    }
}

/// Grows the e-graph by the rules. It is left rebuilt.
pub fn grow<L, N, R>(egraph: &mut EGraph<L, N>, rules: &[R], limits: &Limits) -> (Stop, Report)
where
    L: Language + Sync,
    L::Discriminant: Sync,
    N: Analysis<L> + Sync,
    N::Data: Clone + PartialEq + Sync,
    R: Rule<L, N>,
{
    let mut growth = Growth::new(egraph, *limits);
    let stop = loop {
        match growth.step(egraph, rules) {
            Some(stop) => break stop,
            None => continue,
        }
    };
    (stop, growth.finish())
}

/// Growth from one iteration to the next, for who wants to look at the e-graph in between.
pub struct Growth<L: Language, N: Analysis<L>> {
    limits: Limits,
    start: Instant,
    iterations: usize,
    changes: Changes<L, N>,
    /// How many rules have been searched everywhere; the others are new.
    known: usize,
    /// Rules that may have matches beyond those that were applied, by their place.
    unfinished: Vec<bool>,
    profiles: BTreeMap<String, Profile>,
    /// What restoring the invariants took for each node of the e-graph, at most.
    rebuilding: f64,
}

/// Matches of one rule, found by one task.
struct Found<M> {
    rule: usize,
    matches: Vec<M>,
    /// Whether all classes of the task were searched.
    is_whole: bool,
    time: Duration,
}

impl<M: Send> Found<M> {
    fn cut_off(rule: usize) -> Found<M> {
        Found {
            rule,
            matches: Vec::new(),
            is_whole: false,
            time: Duration::ZERO,
        }
    }

    /// Searches classes until there are more matches than there is room for, or it is late.
    fn of<L, N, R>(
        egraph: &EGraph<L, N>,
        rule: &R,
        number: usize,
        classes: &[Id],
        room: usize,
        deadline: Instant,
    ) -> Found<M>
    where
        L: Language,
        N: Analysis<L>,
        R: Rule<L, N, Match = M>,
    {
        let began = Instant::now();
        let mut matches = Vec::new();
        let is_whole = classes.iter().all(|&class| {
            let ended = rule.search(egraph, class, &mut |found| {
                matches.push(found);
                match matches.len() > room {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            ended.is_continue() && Instant::now() < deadline
        });
        Found {
            rule: number,
            matches,
            is_whole,
            time: began.elapsed(),
        }
    }
}

/// Bytes of a node in the e-graph, with its entries in the hash table, its class, and the lists of parents, and of the
/// matches that are kept for each: as measured for nodes with two children, when the tables have just grown.
const NODE_BYTES: usize = 420;

/// Seconds that restoring the invariants takes for each node, before it is known: more than it should be.
const REBUILDING: f64 = 1e-6;

/// Classes that one task searches: few enough that threads are evenly loaded, and many enough that handing out tasks
/// does not count.
const CLASSES_OF_TASK: usize = 256;

/// Tasks after which it is seen which rules have found enough. The number does not depend on the threads, lest the result
/// did.
const TASKS_AT_ONCE: usize = 64;

/// Matches that every rule may have in an iteration, however little room is left.
const LEAST_SHARE: usize = 256;

impl<L, N> Growth<L, N>
where
    L: Language + Sync,
    L::Discriminant: Sync,
    N: Analysis<L> + Sync,
    N::Data: Clone + PartialEq + Sync,
{
    pub fn new(egraph: &mut EGraph<L, N>, limits: Limits) -> Growth<L, N> {
        let start = Instant::now();
        egraph.rebuild();
        Growth {
            limits,
            start,
            iterations: 0,
            changes: Changes::default(),
            known: 0,
            unfinished: Vec::new(),
            profiles: BTreeMap::new(),
            rebuilding: REBUILDING,
        }
    }

    pub fn iterations(&self) -> usize {
        self.iterations
    }

    pub fn profiles_mut(&mut self) -> &mut BTreeMap<String, Profile> {
        &mut self.profiles
    }

    pub fn finish(self) -> Report {
        Report {
            iterations: self.iterations,
            time: self.start.elapsed(),
            rules: self.profiles,
        }
    }

    /// One iteration; why it was the last, if it was. Rules may be added at the end between iterations.
    pub fn step<R: Rule<L, N>>(&mut self, egraph: &mut EGraph<L, N>, rules: &[R]) -> Option<Stop> {
        if let Some(stop) = self.exceeded(egraph) {
            return Some(stop);
        }
        if self.iterations == self.limits.iterations {
            return Some(Stop::Iterations);
        }
        self.iterations += 1;
        self.changes.update(egraph);
        let size = (egraph.total_number_of_nodes(), egraph.number_of_classes());
        let (mut found, is_late) = self.search(egraph, rules);
        // Rules that find little tend to be those that simplify. They come first, so that when a limit cuts
        // the iteration short it is the reorderings that are missing.
        let mut counts = vec![0; rules.len()];
        for task in &found {
            counts[task.rule] += task.matches.len();
        }
        found.sort_by_key(|task| (counts[task.rule], task.rule));
        let stopped = self.apply(egraph, rules, found);
        let began = Instant::now();
        egraph.rebuild();
        let rate = began.elapsed().as_secs_f64() / egraph.total_size().max(1) as f64;
        self.rebuilding = self.rebuilding.max(rate);
        if stopped.is_some() {
            return stopped;
        }
        let is_finished = !self.unfinished.contains(&true);
        let is_same = size == (egraph.total_number_of_nodes(), egraph.number_of_classes());
        match (is_late, is_same, is_finished) {
            (true, ..) => Some(Stop::Time),
            (_, true, true) => Some(Stop::Saturated),
            // What was applied taught nothing, and what is left would not either.
            (_, true, false) if counts.iter().all(|&count| count == 0) => Some(Stop::Saturated),
            _ => None,
        }
    }

    /// The matches of all rules in what has changed, in an order that does not depend on threads; and whether the time
    /// ran out.
    fn search<R: Rule<L, N>>(&mut self, egraph: &EGraph<L, N>, rules: &[R]) -> (Vec<Found<R::Match>>, bool) {
        // What is found later could not be applied.
        let kept = Duration::from_secs_f64(self.rebuilding * egraph.total_size() as f64);
        let deadline = self.start + self.limits.time.saturating_sub(kept);
        self.unfinished.resize(rules.len(), true);
        let mut tasks: Vec<(usize, Vec<Id>)> = Vec::new();
        for (n, rule) in rules.iter().enumerate() {
            let is_new = n >= self.known || self.unfinished[n];
            let reach = rule.reach();
            let mut classes: Vec<Id> = match rule.head() {
                Some(head) => egraph.classes_for_op(&head).map_or(Vec::new(), Iterator::collect),
                None => egraph.classes().map(|class| class.id).collect(),
            };
            if !is_new {
                classes.retain(|&class| self.changes.touches(egraph, class, reach));
            }
            classes.sort_unstable();
            tasks.extend(classes.chunks(CLASSES_OF_TASK).map(|chunk| (n, chunk.to_vec())));
        }
        // No more matches can teach something than there are nodes to add and classes to unite: each rule has its share.
        let useful = self.nodes_left(egraph).saturating_add(egraph.number_of_classes());
        let share = (useful / rules.len().max(1)).max(LEAST_SHARE);
        let most = self.limits.matches_per_rule.min(share);
        let mut left = vec![most; rules.len()];
        let mut found = Vec::new();
        self.unfinished.fill(false);
        self.known = rules.len();
        for wave in tasks.chunks(TASKS_AT_ONCE) {
            let search = |(rule, classes): &(usize, Vec<Id>)| match left[*rule] {
                0 => Found::cut_off(*rule),
                room => Found::of(egraph, &rules[*rule], *rule, classes, room, deadline),
            };
            let of_wave: Vec<Found<R::Match>> = wave.par_iter().map(search).collect();
            for mut task in of_wave {
                let room = &mut left[task.rule];
                let is_cut = task.matches.len() > *room;
                task.matches.truncate(*room);
                *room -= task.matches.len();
                self.unfinished[task.rule] |= is_cut || !task.is_whole;
                let profile = self.profile(rules[task.rule].name());
                profile.time += task.time;
                profile.matches += task.matches.len();
                if !task.matches.is_empty() {
                    found.push(task);
                }
            }
        }
        (found, Instant::now() >= deadline)
    }

    fn apply<R: Rule<L, N>>(
        &mut self,
        egraph: &mut EGraph<L, N>,
        rules: &[R],
        found: Vec<Found<R::Match>>,
    ) -> Option<Stop> {
        for task in found {
            let rule = &rules[task.rule];
            let began = Instant::now();
            let mut unions = 0;
            let mut stopped = None;
            for found in &task.matches {
                unions += usize::from(rule.apply(egraph, found));
                stopped = self.exceeded(egraph);
                if stopped.is_some() {
                    break;
                }
            }
            let profile = self.profile(rule.name());
            profile.unions += unions;
            profile.time += began.elapsed();
            if stopped.is_some() {
                return stopped;
            }
        }
        self.profiles.retain(|_, profile| profile.matches > 0);
        None
    }

    fn profile(&mut self, name: &str) -> &mut Profile {
        if !self.profiles.contains_key(name) {
            self.profiles.insert(name.to_string(), Profile::default());
        }
        self.profiles.get_mut(name).expect("it was inserted")
    }

    fn most_nodes(&self) -> usize {
        self.limits.nodes.min(self.limits.bytes / NODE_BYTES)
    }

    fn nodes_left(&self, egraph: &EGraph<L, N>) -> usize {
        self.most_nodes().saturating_sub(egraph.total_size())
    }

    /// The limit that has been met. Time is kept for restoring the invariants.
    fn exceeded(&self, egraph: &EGraph<L, N>) -> Option<Stop> {
        let size = egraph.total_size();
        if size >= self.limits.nodes {
            return Some(Stop::Nodes);
        }
        if size >= self.limits.bytes / NODE_BYTES {
            return Some(Stop::Memory);
        }
        let kept = Duration::from_secs_f64(self.rebuilding * size as f64);
        (self.start.elapsed() + kept >= self.limits.time).then_some(Stop::Time)
    }
}

/// A rule of two patterns, for e-graphs of any language.
pub struct PatternRule<L: Language, N: Analysis<L>> {
    name: String,
    symbol: Symbol,
    left: PatternAst<L>,
    right: PatternAst<L>,
    matcher: Matcher<L>,
    template: Template<L>,
    variables: Vec<Var>,
    condition: Option<Condition<L, N>>,
}

type Condition<L, N> = Box<dyn Fn(&EGraph<L, N>, &Bindings<'_>) -> bool + Send + Sync>;

/// The classes of the variables of a match.
pub struct Bindings<'m> {
    variables: &'m [Var],
    classes: &'m [Id],
}

impl Bindings<'_> {
    /// The class of a variable.
    ///
    /// # Panics
    /// Where the left side of the rule has no such variable.
    pub fn class(&self, name: &str) -> Id {
        let var: Var = name.parse().expect("the name of a variable");
        let place = self.variables.iter().position(|v| *v == var);
        self.classes[place.expect("a variable of the left side")]
    }
}

impl<L, N> PatternRule<L, N>
where
    L: Language + FromOp + Sync,
    N: Analysis<L>,
{
    /// The rule that adds `right` where it finds `left`; what is wrong with them, otherwise.
    pub fn new(name: &str, left: &str, right: &str) -> Result<PatternRule<L, N>, String> {
        let read = |text: &str| {
            text.parse::<Pattern<L>>()
                .map_err(|error| format!("{text}: {error:?}"))
        };
        let (left, right) = (read(left)?.ast, read(right)?.ast);
        let matcher = Matcher::new(&left);
        let variables: Vec<Var> = matcher.variables().collect();
        let unbound = || format!("{name}: the right side has a variable that the left has not");
        Ok(PatternRule {
            name: name.to_string(),
            symbol: Symbol::from(name),
            template: Template::new(&right, &variables).ok_or_else(unbound)?,
            left,
            right,
            matcher,
            variables,
            condition: None,
        })
    }

    /// The rule, where this holds too. The condition may look at the classes of variables, their data and their nodes.
    pub fn when(
        self,
        condition: impl Fn(&EGraph<L, N>, &Bindings<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        PatternRule {
            condition: Some(Box::new(condition)),
            ..self
        }
    }
}

/// The class where a pattern was found, and the classes of its variables.
type PatternMatch = (Id, SmallVec<[Id; 6]>);

impl<L, N> Rule<L, N> for PatternRule<L, N>
where
    L: Language + Send + Sync,
    N: Analysis<L>,
{
    type Match = PatternMatch;

    fn name(&self) -> &str {
        &self.name
    }

    fn head(&self) -> Option<L::Discriminant> {
        match self.left.as_ref().last()? {
            egg::ENodeOrVar::ENode(node) => Some(node.discriminant()),
            egg::ENodeOrVar::Var(_) => None,
        }
    }

    fn reach(&self) -> usize {
        self.matcher.reach(self.condition.is_some())
    }

    fn search(
        &self,
        egraph: &EGraph<L, N>,
        class: Id,
        found: &mut dyn FnMut(PatternMatch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let class = egraph.find(class);
        self.matcher.search(egraph, class, &mut |classes| {
            let bindings = Bindings {
                variables: &self.variables,
                classes,
            };
            let holds = self
                .condition
                .as_ref()
                .is_none_or(|condition| condition(egraph, &bindings));
            if !holds || self.template.look_up(egraph, classes).map(|id| egraph.find(id)) == Some(class) {
                return ControlFlow::Continue(());
            }
            found((class, classes.into()))
        })
    }

    fn apply(&self, egraph: &mut EGraph<L, N>, (class, classes): &PatternMatch) -> bool {
        if egraph.are_explanations_enabled() {
            let subst = self.matcher.substitution(classes);
            return egraph
                .union_instantiations(&self.left, &self.right, &subst, self.symbol)
                .1;
        }
        let right = self.template.add(egraph, classes);
        egraph.union(*class, right)
    }
}
