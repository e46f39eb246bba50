//! Rules that are compiled once for each type, for many e-graphs.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use egg::{EGraph, Id};
use rustc_hash::FxHashMap;

use crate::compile::{Match, Rewrite, compile};
use crate::engine::{self, View};
use crate::facts::HasFact;
use crate::relates::Relates;
use crate::rule::{Instance, Rule};
use crate::term::Node;

/// Types whose compiled rules are kept. Arbitrary: those of one type take a few hundred kilobytes.
const MOST_INSTANCES: usize = 128;

/// Rules, and what was compiled of them.
#[derive(Debug)]
pub struct Library<'r> {
    rules: Vec<&'r Rule>,
    compiled: Mutex<FxHashMap<Instance, Arc<[Rewrite<'r>]>>>,
}

/// A rewrite of a library.
#[derive(Clone, Debug)]
pub struct Ready<'r> {
    all: Arc<[Rewrite<'r>]>,
    at: usize,
}

impl<'r> Library<'r> {
    /// Compiles rules for the types that most programs have.
    pub fn new(rules: impl IntoIterator<Item = &'r Rule>) -> Library<'r> {
        Library {
            rules: rules.into_iter().collect(),
            compiled: Mutex::default(),
        }
    }

    /// The rewrites of all rules for an instance, in the order of the rules.
    pub fn of(&self, instance: Instance) -> impl Iterator<Item = Ready<'r>> + use<'r> {
        let all = self.compiled(instance);
        (0..all.len()).map(move |at| Ready {
            all: Arc::clone(&all),
            at,
        })
    }

    fn compiled(&self, instance: Instance) -> Arc<[Rewrite<'r>]> {
        let locked = || self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(all) = locked().get(&instance) {
            return Arc::clone(all);
        }
        let rules = self.rules.iter();
        let all: Arc<[Rewrite<'r>]> = rules.flat_map(|rule| compile(rule, instance)).collect();
        let mut compiled = locked();
        if compiled.len() >= MOST_INSTANCES {
            compiled.clear();
        }
        compiled.insert(instance, Arc::clone(&all));
        all
    }
}

impl<A> engine::Rule<Node, A> for Ready<'_>
where
    A: Relates,
    A::Data: HasFact,
{
    type Match = Match;

    fn name(&self) -> &str {
        engine::Rule::<Node, A>::name(&self.all[self.at])
    }

    fn head(&self) -> Option<Node> {
        engine::Rule::<Node, A>::head(&self.all[self.at])
    }

    fn reach(&self) -> usize {
        engine::Rule::<Node, A>::reach(&self.all[self.at])
    }

    fn search(
        &self,
        view: &View<'_, Node, A>,
        class: Id,
        found: &mut dyn FnMut(Match) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        engine::Rule::<Node, A>::search(&self.all[self.at], view, class, found)
    }

    fn only_unites(&self, found: &Match) -> bool {
        engine::Rule::<Node, A>::only_unites(&self.all[self.at], found)
    }

    fn apply(&self, egraph: &mut EGraph<Node, A>, found: &Match) -> bool {
        engine::Rule::<Node, A>::apply(&self.all[self.at], egraph, found)
    }
}
