//! The search of one iteration: which rule looks where, in tasks that threads share.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use egg::{Analysis, EClass, EGraph, Id, Language};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{Changes, Rule, View};

/// What is searched, and by what.
pub(super) struct Search<'s, L: Language, N: Analysis<L>, R> {
    pub egraph: &'s EGraph<L, N>,
    /// The classes of the e-graph, in their order there.
    pub classes: &'s [&'s EClass<L, N::Data>],
    pub changes: &'s Changes<L, N>,
    pub rules: &'s [R],
    /// Which rules search everything, not only what has changed.
    pub is_new: &'s [bool],
    /// Nodes and matches that may be looked at, but for those of the tasks that are under way then.
    pub steps: usize,
}

/// Matches of one rule, found by one task.
pub(super) struct Found<M> {
    pub rule: usize,
    /// Those that only unite classes.
    pub unions: Vec<M>,
    pub additions: Vec<M>,
    /// Whether all classes of the task were searched.
    pub is_whole: bool,
    /// Nodes and matches that were looked at.
    pub steps: usize,
    pub time: Duration,
}

/// Classes for a rule to search.
struct Task {
    rule: usize,
    classes: Vec<Id>,
}

/// Nodes of the classes that one task searches: few enough that threads are evenly loaded, and many enough that handing
/// out tasks does not count.
const NODES_OF_TASK: usize = 512;

/// Where the classes of all tasks have fewer nodes, waking another thread would take longer than searching.
const NODES_FOR_THREADS: usize = 1_500;

/// Tasks after which it is seen which rules have found enough, at first: twice as many after each time that all have found
/// little, for threads wait for each other there. The number does not depend on the threads, lest the result did.
const TASKS_AT_ONCE: usize = 16;

/// Little is this part of what a rule may find, or less.
const LITTLE: usize = 8;

impl<M> Found<M> {
    fn cut_off(rule: usize) -> Found<M> {
        Found {
            rule,
            unions: Vec::new(),
            additions: Vec::new(),
            is_whole: false,
            steps: 0,
            time: Duration::ZERO,
        }
    }

    pub fn len(&self) -> usize {
        self.unions.len() + self.additions.len()
    }

    /// Keeps so many matches, and memory for no more.
    fn truncate(&mut self, room: usize) {
        self.unions.truncate(room);
        self.additions.truncate(room - self.unions.len());
        self.unions.shrink_to_fit();
        self.additions.shrink_to_fit();
    }
}

impl<L, N, R> Search<'_, L, N, R>
where
    L: Language + Sync,
    L::Discriminant: Sync,
    N: Analysis<L> + Sync,
    N::Data: Sync,
    R: Rule<L, N>,
{
    /// What the tasks found, in an order that does not depend on threads, at most so many matches of each rule.
    pub fn run(&self, most: usize) -> Vec<Found<R::Match>> {
        let (tasks, nodes) = self.tasks();
        let mut left = vec![most; self.rules.len()];
        let mut steps = self.steps;
        let mut found = Vec::new();
        let mut at_once = TASKS_AT_ONCE;
        let mut tasks = tasks.as_slice();
        while !tasks.is_empty() {
            let (wave, later) = tasks.split_at(at_once.min(tasks.len()));
            tasks = later;
            let search = |task: &Task| match (left[task.rule], steps) {
                (0, _) | (_, 0) => Found::cut_off(task.rule),
                (room, _) => self.of_task(task, room),
            };
            let of_wave: Vec<Found<R::Match>> = match nodes < NODES_FOR_THREADS {
                true => wave.iter().map(search).collect(),
                false => wave.par_iter().with_max_len(1).map(search).collect(),
            };
            for mut task in of_wave {
                steps = steps.saturating_sub(task.steps);
                let room = &mut left[task.rule];
                task.is_whole &= task.len() <= *room;
                task.truncate(*room);
                *room -= task.len();
                found.push(task);
            }
            if left.iter().all(|&room| most - room <= most / LITTLE) {
                at_once *= 2;
            }
        }
        found
    }

    /// The tasks, and the nodes of their classes.
    fn tasks(&self) -> (Vec<Task>, usize) {
        let mut of_heads: FxHashMap<Option<L::Discriminant>, Vec<Id>> = FxHashMap::default();
        let mut tasks = Vec::new();
        let mut all_nodes = 0;
        for (n, rule) in self.rules.iter().enumerate() {
            let reach = rule.reach();
            let of_head = of_heads.entry(rule.head()).or_insert_with_key(|head| {
                let mut ids: Vec<Id> = match head {
                    Some(head) => self
                        .egraph
                        .classes_for_op(head)
                        .map_or(Vec::new(), Iterator::collect),
                    None => self.classes.iter().map(|class| class.id).collect(),
                };
                ids.sort_unstable();
                ids
            });
            let mut nodes = 0;
            let mut task = Vec::new();
            for &class in of_head.iter() {
                if !self.is_new[n] && !self.changes.touches(class, reach) {
                    continue;
                }
                task.push(class);
                nodes += self.classes[self.changes.place(class)].len();
                if nodes >= NODES_OF_TASK {
                    all_nodes += std::mem::take(&mut nodes);
                    tasks.push(Task {
                        rule: n,
                        classes: std::mem::take(&mut task),
                    });
                }
            }
            if !task.is_empty() {
                all_nodes += nodes;
                tasks.push(Task {
                    rule: n,
                    classes: task,
                });
            }
        }
        (tasks, all_nodes)
    }

    /// Searches classes until there are more matches than there is room for.
    fn of_task(&self, task: &Task, room: usize) -> Found<R::Match> {
        let began = Instant::now();
        let rule = &self.rules[task.rule];
        let view = View::new(self.egraph, self.classes, self.changes, self.is_new[task.rule]);
        let (mut unions, mut additions) = (Vec::new(), Vec::new());
        let mut nodes = 0;
        let is_whole = task.classes.iter().all(|&class| {
            nodes += self.classes[self.changes.place(class)].len();
            let ended = rule.search(&view, class, &mut |found| {
                match rule.only_unites(&found) {
                    true => unions.push(found),
                    false => additions.push(found),
                }
                match unions.len() + additions.len() > room {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            ended.is_continue()
        });
        Found {
            rule: task.rule,
            steps: nodes + unions.len() + additions.len(),
            unions,
            additions,
            is_whole,
            time: began.elapsed(),
        }
    }
}
