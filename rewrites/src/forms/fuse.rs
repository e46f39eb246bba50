//! Neighbouring loops as one.
//!
//! ```text
//! for i in a..b { S(i) }; for k in a..b { R(k) }  =>  for i in a..b { S(i); R(i) }
//! for i in 1..n { S(i) }; for k in 1..n { R(k) }
//!   =>  S(1); for i in 2..n { S(i); R(i - 1) }; for k in max(2, n) - 1..n { R(k) }     (R shifted by one)
//! ```
//!
//! Iteration `k` of the second loop is executed in iteration `k + s` of the fused one, after what the first does there.
//! That is right where no instance of `R` depends on one of `S` with a greater `i` than `k + s`; `s` is the least shift
//! for which none does. Iterations that only one of the loops has are peeled ([`regions`]). Statements between the
//! loops that depend on neither side are moved out of the way; where the loops have bodies that are loops, the inner
//! ones may change places with them first. After Megiddo and Sarkar, *Optimal weighted loop fusion for parallel
//! programs*, 1997, and, for shifts, Manjikian and Abdelrahman, *Fusion of loops for parallelism and locality*, 1997.

mod join;
mod regions;

use egg::{Id, Symbol};

use super::accesses::Accesses;
use super::arena::Arena;
use crate::dependence::{Direction, Domain, Emptiness, Relation};
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals};
use crate::term::{Loop, Node, branches};

/// Statements that one is moved over to come to a loop that it may be fused with.
const MOST_MOVED_OVER: usize = 3;

/// Dependence questions about one nest after which no more loops are looked at.
const MOST_QUESTIONS: usize = 4_000;

/// The nest with its neighbouring loops fused, from outside in. `None` where no two can be, or none share an array.
pub fn fuse(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut fusion = Fusion::default();
    let fused = arena.fused(root, &mut fusion)?;
    if fusion.fused > 0 {
        return Some(arena.into_nest(fused));
    }
    note(&arena, fusion, refusals);
    None
}

/// Whether all outermost loops of a nest become one, but for iterations that are peeled; why not is noted.
pub fn becomes_one(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> bool {
    let (mut arena, root) = Arena::of(nest, oracle);
    let Node::Seq(statements) = arena.node(root).clone() else {
        return false;
    };
    let mut fusion = Fusion::default();
    let items = arena.grouped(&statements, &mut fusion);
    note(&arena, fusion, refusals);
    let mut groups = items.iter().filter_map(|item| match item {
        Item::Loops(members) => Some(members.len()),
        Item::Other(_) => None,
    });
    groups.next().is_some_and(|first| first > 1) && groups.next().is_none()
}

/// Notes what keeps loops apart.
fn note(arena: &Arena<'_>, fusion: Fusion, refusals: &mut Refusals) {
    if let Some(forbidding) = fusion.forbidding {
        let (loops, why) = forbidding.why(arena, refusals);
        refusals.note(Refusal {
            rule: "fuse",
            loops,
            why,
        });
    }
}

/// The loops around the place that is looked at, what was done, and what keeps the first two loops apart that are.
#[derive(Default)]
struct Fusion {
    around: Vec<Symbol>,
    fused: usize,
    forbidding: Option<join::Forbidding>,
}

impl Fusion {
    /// One iteration of all loops around.
    fn same(&self) -> Relation {
        self.around.iter().map(|name| (*name, Direction::Equal)).collect()
    }

    fn forbid(&mut self, loops: [Symbol; 2], by: join::By) {
        self.forbidding.get_or_insert(join::Forbidding { loops, by });
    }
}

/// A loop that is one of several to be fused.
#[derive(Clone)]
struct Member {
    head: Loop,
    bounds: [Id; 2],
    body: Id,
    domain: Domain,
    /// An iteration of this loop is executed in that of the fused one which is so much greater.
    shift: i64,
}

/// What a sequence is made of.
enum Item {
    Loops(Vec<Member>),
    Other(Id),
}

impl Arena<'_> {
    fn fused(&mut self, id: Id, fusion: &mut Fusion) -> Option<Id> {
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let mut all = Vec::new();
                for item in self.grouped(&statements, fusion) {
                    match item {
                        Item::Loops(members) if members.len() > 1 => {
                            fusion.fused += 1;
                            for statement in regions::joined(self, &members)? {
                                all.push(self.fused(statement, fusion)?);
                            }
                        }
                        Item::Loops(mut members) => {
                            let only = members.remove(0);
                            let only =
                                self.add(Node::For(only.head, [only.bounds[0], only.bounds[1], only.body]));
                            all.push(self.fused(only, fusion)?);
                        }
                        Item::Other(statement) => all.push(self.fused(statement, fusion)?),
                    }
                }
                Some(self.sequence(all))
            }
            Node::For(head, [lo, hi, body]) => {
                fusion.around.push(head.iv);
                let body = self.fused(body, fusion)?;
                fusion.around.pop();
                Some(self.for_loop(head, [lo, hi], body))
            }
            Node::If(comparisons, children) => {
                let (ids, [then, otherwise]) = branches(&children);
                let then = self.fused(then, fusion)?;
                let otherwise = self.fused(otherwise, fusion)?;
                let children = ids.iter().copied().chain([then, otherwise]).collect();
                Some(self.add(Node::If(comparisons, children)))
            }
            _ => Some(id),
        }
    }

    /// The statements of a sequence, loops that can be fused together. What is moved over what depends on nothing that
    /// it is moved over.
    fn grouped(&mut self, statements: &[Id], fusion: &mut Fusion) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        for &statement in statements {
            let member = match self.node(statement) {
                Node::For(head, [lo, hi, body]) => self.domain(head.iv).map(|domain| Member {
                    head: *head,
                    bounds: [*lo, *hi],
                    body: *body,
                    domain: domain.clone(),
                    shift: 0,
                }),
                _ => None,
            };
            match member {
                Some(member) => self.place(&mut items, statement, member, fusion),
                // What stands between two loops is better off before them.
                None => {
                    let is_free = match items.last() {
                        Some(Item::Loops(_)) => self.commutes(statement, &items[items.len() - 1], fusion),
                        _ => false,
                    };
                    items.insert(items.len() - usize::from(is_free), Item::Other(statement));
                }
            }
        }
        items
    }

    /// Puts a loop to those it can be fused with, or at the end.
    fn place(&mut self, items: &mut Vec<Item>, statement: Id, member: Member, fusion: &mut Fusion) {
        for n in (0..items.len()).rev().take(MOST_MOVED_OVER + 1) {
            if let Item::Loops(group) = &items[n]
                && let Some(joined) = self.join(group, &member, fusion)
            {
                items[n] = Item::Loops(joined);
                return;
            }
            if !self.commutes(statement, &items[n], fusion) {
                break;
            }
        }
        items.push(Item::Loops(vec![member]));
    }

    /// Whether a statement may be executed before another that stands before it.
    fn commutes(&mut self, statement: Id, item: &Item, fusion: &Fusion) -> bool {
        let mine = self.accesses_of(statement);
        let others: Vec<Accesses> = match item {
            Item::Other(other) => vec![self.accesses_of(*other)],
            Item::Loops(members) => members.iter().map(|m| self.accesses_of(m.body)).collect(),
        };
        let same = fusion.same();
        others.iter().all(|other| {
            join::pairs(self, other, &mine).is_some_and(|pairs| {
                pairs
                    .into_iter()
                    .all(|[a, b]| self.dependences.depend(a, b, &same).is_no())
            })
        })
    }
}
