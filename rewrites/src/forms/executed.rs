//! A nest as a choice for it executes it, its loops over tiles among the others.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use egg::{Id, Language, RecExpr, Symbol};
use indexmap::IndexMap;

use super::expand::root;
use crate::dependence::Domain;
use crate::linear::{Linear, linear_of};
use crate::nest::{Choice, Nest};
use crate::term::{IndexOp, LoopKind, Node, Step};

/// The nest as a choice for it executes it: each loop has a name of its own, and tile sizes are numbers. `None` where a bound
/// is not affine, where iterations run at the same time, whose arrays are theirs already, and where tiles are packed, which are
/// known by the names of their loops.
pub fn executed(nest: &Nest, choice: &Choice) -> Option<Nest> {
    let mut copy = Executed {
        choice,
        term: RecExpr::default(),
        linear: Vec::new(),
        domains: IndexMap::new(),
        taken: nest.buffers.keys().chain(nest.values.keys()).copied().collect(),
    };
    copy.copied(root(&choice.term), &BTreeMap::new(), &mut HashMap::new())?;
    let mut nest = nest.clone();
    nest.term = copy.term;
    nest.domains = copy.domains;
    Some(nest)
}

/// A copy of the term of a choice.
struct Executed<'c> {
    choice: &'c Choice,
    term: RecExpr<Node>,
    linear: Vec<Option<Linear>>,
    domains: IndexMap<Symbol, Domain>,
    taken: BTreeSet<Symbol>,
}

impl Executed<'_> {
    fn copied(&mut self, id: Id, names: &BTreeMap<Symbol, Symbol>, done: &mut HashMap<Id, Id>) -> Option<Id> {
        if let Some(new) = done.get(&id) {
            return Some(*new);
        }
        let renamed = |name: &Symbol| names.get(name).copied().unwrap_or(*name);
        let mut node = self.choice.term[id].clone();
        match &mut node {
            Node::Panels(..) => return None,
            Node::For(head, _) if matches!(head.kind, LoopKind::Parallel | LoopKind::Reduced) => return None,
            Node::Var(name) => {
                node = match self.choice.tiles.get(name) {
                    Some(size) => Node::Int(*size),
                    None => Node::Var(renamed(name)),
                }
            }
            Node::For(head, [lo, hi, body]) => {
                let (source, step) = (head.iv, head.step);
                [*lo, *hi] = [self.copied(*lo, names, done)?, self.copied(*hi, names, done)?];
                head.iv = self.own_name(source);
                let domain = Domain {
                    lower: self.parts(*lo, IndexOp::Max)?,
                    upper: self.parts(*hi, IndexOp::Min)?,
                    step: match step {
                        Step::Fixed(step) => step,
                        Step::Tile(size) => *self.choice.tiles.get(&size)?,
                    },
                };
                self.domains.insert(head.iv, domain);
                let mut names = names.clone();
                names.insert(source, head.iv);
                *body = self.copied(*body, &names, &mut HashMap::new())?;
            }
            other => {
                for child in other.children_mut() {
                    *child = self.copied(*child, names, done)?;
                }
                if let Node::Early(early, _) = other {
                    early.iv = renamed(&early.iv);
                }
            }
        }
        let linear = linear_of(&node, |child| self.linear[usize::from(child)].as_ref());
        self.linear.push(linear);
        let new = self.term.add(node);
        done.insert(id, new);
        Some(new)
    }

    fn own_name(&mut self, base: Symbol) -> Symbol {
        let mut names = std::iter::once(base).chain((1..).map(|n| Symbol::from(format!("{base}_{n}"))));
        let name = names.find(|name| !self.taken.contains(name) && !self.domains.contains_key(name));
        name.expect("there are more names than are taken")
    }

    /// The expressions of which a bound is the greatest, or the least.
    fn parts(&self, bound: Id, op: IndexOp) -> Option<Vec<Linear>> {
        match &self.term[bound] {
            Node::Index(own, sides) if *own == op => {
                let [mut all, more] = [self.parts(sides[0], op)?, self.parts(sides[1], op)?];
                all.extend(more);
                Some(all)
            }
            _ => Some(vec![self.linear[usize::from(bound)].clone()?]),
        }
    }
}
