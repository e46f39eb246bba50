//! Growth from one iteration to the next.

use std::collections::BTreeMap;
use std::time::Instant;

use egg::{Analysis, EClass, EGraph, Language};

use super::search::{Found, Search};
use super::{Changes, Limits, Profile, Report, Rule, Stop};

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
    /// What [`Limits::steps`] counts.
    steps: usize,
}

/// Bytes of a node in the e-graph, with its entries in the hash table, its class, the lists of parents and of what is
/// known of the class, and of the matches that are kept for each: as measured for nodes with two children, when the
/// tables have just grown.
const NODE_BYTES: usize = 480;

/// Matches that every rule may have in an iteration, however little room is left.
const LEAST_SHARE: usize = 256;

impl<L, N> Growth<L, N>
where
    L: Language + Sync,
    L::Discriminant: Sync,
    N: Analysis<L> + Sync,
    N::Data: Clone + PartialEq + Sync,
{
    /// Begins to grow an e-graph, which is rebuilt first.
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
            steps: 0,
        }
    }

    /// Iterations so far.
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    pub(crate) fn profiles_mut(&mut self) -> &mut BTreeMap<String, Profile> {
        &mut self.profiles
    }

    /// What came of it.
    pub fn finish(self) -> Report {
        Report {
            iterations: self.iterations,
            steps: self.steps,
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
        if !egraph.clean {
            egraph.rebuild();
        }
        let levels = rules.iter().map(Rule::reach).max().unwrap_or(0);
        let classes: Vec<&EClass<L, N::Data>> = egraph.classes().collect();
        self.changes.update(egraph, &classes, levels);
        let size = (egraph.total_number_of_nodes(), egraph.number_of_classes());
        let mut found = self.search(egraph, &classes, rules);
        // Rules that find little tend to be those that simplify. They come first, so that when a limit cuts
        // the iteration short it is the reorderings that are missing.
        let mut counts = vec![0; rules.len()];
        for task in &found {
            counts[task.rule] += task.len();
        }
        found.sort_by_key(|task| (counts[task.rule], task.rule));
        let mut profiles = vec![Profile::default(); rules.len()];
        let stopped = self.apply_all(egraph, rules, &found, &mut profiles);
        egraph.rebuild();
        self.note(rules, &found, profiles);
        if stopped.is_some() {
            return stopped;
        }
        let is_finished = !self.unfinished.contains(&true);
        let is_same = size == (egraph.total_number_of_nodes(), egraph.number_of_classes());
        let is_over = self.steps >= self.limits.steps;
        match (is_over, is_same, is_finished) {
            (true, ..) => Some(Stop::Steps),
            (_, true, true) => Some(Stop::Saturated),
            // What was applied taught nothing, and what is left would not either.
            (_, true, false) if counts.iter().all(|&count| count == 0) => Some(Stop::Saturated),
            _ => None,
        }
    }

    /// The matches of all rules that have something new in them.
    fn search<R: Rule<L, N>>(
        &mut self,
        egraph: &EGraph<L, N>,
        classes: &[&EClass<L, N::Data>],
        rules: &[R],
    ) -> Vec<Found<R::Match>> {
        self.unfinished.resize(rules.len(), true);
        self.unfinished[self.known..].fill(true);
        self.known = rules.len();
        let search = Search {
            egraph,
            classes,
            changes: &self.changes,
            rules,
            is_new: &self.unfinished,
            steps: self.limits.steps.saturating_sub(self.steps),
        };
        // No more matches can teach something than there are nodes to add and classes to unite: each rule has its share.
        let useful = self.nodes_left(egraph).saturating_add(egraph.number_of_classes());
        let share = (useful / rules.len().max(1)).max(LEAST_SHARE);
        let found = search.run(self.limits.matches_per_rule.min(share));
        self.unfinished.fill(false);
        for task in &found {
            self.unfinished[task.rule] |= !task.is_whole;
            self.steps = self.steps.saturating_add(task.steps);
        }
        found
    }

    /// Applies what was found. What only unites classes comes first: where classes are one by then, other matches find
    /// what they would add.
    fn apply_all<R: Rule<L, N>>(
        &mut self,
        egraph: &mut EGraph<L, N>,
        rules: &[R],
        found: &[Found<R::Match>],
        profiles: &mut [Profile],
    ) -> Option<Stop> {
        let mut has_united = false;
        for task in found {
            let profile = &mut profiles[task.rule];
            let before = profile.unions;
            let stopped = self.apply(egraph, &rules[task.rule], &task.unions, profile);
            if stopped.is_some() {
                return stopped;
            }
            has_united |= profile.unions > before;
        }
        if has_united && found.iter().any(|task| !task.additions.is_empty()) {
            egraph.rebuild();
        }
        found.iter().find_map(|task| {
            self.apply(
                egraph,
                &rules[task.rule],
                &task.additions,
                &mut profiles[task.rule],
            )
        })
    }

    /// Applies matches of a rule until a limit is met.
    fn apply<R: Rule<L, N>>(
        &mut self,
        egraph: &mut EGraph<L, N>,
        rule: &R,
        matches: &[R::Match],
        profile: &mut Profile,
    ) -> Option<Stop> {
        if matches.is_empty() {
            return None;
        }
        let began = Instant::now();
        let mut stopped = None;
        for found in matches {
            profile.unions += usize::from(rule.apply(egraph, found));
            self.steps = self.steps.saturating_add(1);
            stopped = self.exceeded(egraph);
            if stopped.is_some() {
                break;
            }
        }
        profile.time += began.elapsed();
        stopped
    }

    /// Adds the work of an iteration to what is told in the end.
    fn note<R: Rule<L, N>>(&mut self, rules: &[R], found: &[Found<R::Match>], mut profiles: Vec<Profile>) {
        for task in found {
            profiles[task.rule].matches += task.len();
            profiles[task.rule].time += task.time;
        }
        for (rule, profile) in rules.iter().zip(profiles) {
            if let Some(known) = self.profiles.get_mut(rule.name()) {
                known.add(&profile);
            } else if profile.matches > 0 {
                self.profiles.insert(rule.name().to_string(), profile);
            }
        }
    }

    fn most_nodes(&self) -> usize {
        self.limits.nodes.min(self.limits.bytes / NODE_BYTES)
    }

    fn nodes_left(&self, egraph: &EGraph<L, N>) -> usize {
        self.most_nodes().saturating_sub(egraph.total_size())
    }

    /// The limit that has been met.
    fn exceeded(&self, egraph: &EGraph<L, N>) -> Option<Stop> {
        let size = egraph.total_size();
        if size >= self.limits.nodes {
            Some(Stop::Nodes)
        } else if size >= self.limits.bytes / NODE_BYTES {
            Some(Stop::Memory)
        } else {
            (self.steps >= self.limits.steps).then_some(Stop::Steps)
        }
    }
}
