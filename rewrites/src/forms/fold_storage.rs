//! A few rows of an array in turns, where all of its rows were: storage folding.
//!
//! ```text
//! for i { t[i + 2, p] = e; y[i] = f(t[i, q], t[i + 1, q], t[i + 2, q]) }
//!   =>  for i { t[(i + 2) mod 4, p] = e; y[i] = f(t[i mod 4, q], t[(i + 1) mod 4, q], t[(i + 2) mod 4, q]) }
//! ```
//!
//! The array lives for the nest only. Its rows are written in their order, and none is written while one that is `n` rows or more
//! before it is read later. Then of the rows with one remainder by `n` only the last that was written is read. Elements of the last
//! dimension stay where they are, so that rows are vectors. After Lefebvre and Feautrier, *Automatic storage management for parallel
//! programs*, 1998.

use std::collections::HashMap;

use egg::{Id, Language, Symbol};

use super::arena::Arena;
use super::cover::{Touch, same_iteration};
use crate::dependence::{Direction, Emptiness, Relation};
use crate::linear::Linear;
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::Node;

/// Rows that are kept; powers of two, whose remainders are cheap.
const ROWS: [i64; 4] = [2, 4, 8, 16];

/// Accesses of one array that are looked at.
const MOST_TOUCHES: usize = 24;

/// The nest with folded arrays. `None` where none can be.
pub fn fold_storage(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut folded: HashMap<Symbol, (usize, i64)> = HashMap::new();
    let all: Vec<Touch> = arena.touches(root);
    for (&array, (buffer, _)) in &nest.buffers {
        let outer = buffer.shape.len().saturating_sub(1);
        if !arena.is_local(array) || outer == 0 {
            continue;
        }
        let touches: Vec<Touch> = (all.iter().filter(|touch| touch.access.buffer == array))
            .cloned()
            .collect();
        if touches.len() > MOST_TOUCHES {
            continue;
        }
        let rows = |dim: usize| buffer.shape[dim].as_ref().and_then(Linear::as_constant);
        let mut why = None;
        let found = (0..outer).find_map(|dim| {
            let rows = rows(dim).unwrap_or(i64::MAX);
            match arena.enough_rows(&touches, dim) {
                Ok(enough) => (enough < rows).then_some((dim, enough)),
                Err(ahead) => {
                    why = why.take().or(ahead);
                    None
                }
            }
        });
        if let Some(found) = found {
            folded.insert(array, found);
        } else if let Some(Ahead { store, other, rows }) = why {
            let [store, other] = [store, other].map(|n| Box::new(refusals.touch(&touches[n].access)));
            refusals.note(Refusal {
                rule: "fold_storage",
                loops: Vec::new(),
                why: Why::Ahead { store, other, rows },
            });
        }
    }
    if folded.is_empty() {
        return None;
    }
    let new = arena.with_folded(root, &folded, &mut HashMap::new())?;
    Some(arena.into_nest(new))
}

/// A store, by its place among the accesses, that comes before another access of a row so many before its own, or more.
struct Ahead {
    store: usize,
    other: usize,
    rows: i64,
}

impl Arena<'_> {
    /// How many rows of an array along a dimension are enough; where as many as are tried are not, what is ahead by more, if that is
    /// known. The accesses are all of the array, in the order in which one iteration makes them.
    fn enough_rows(&mut self, touches: &[Touch], dim: usize) -> Result<i64, Option<Ahead>> {
        let rows: Option<Vec<Linear>> = touches.iter().map(|t| t.access.indices[dim].clone()).collect();
        let rows = rows.filter(|rows| rows.iter().any(|row| row.as_constant().is_none()));
        let rows = rows.ok_or(None)?;
        let (stores, loads): (Vec<usize>, Vec<usize>) =
            (0..touches.len()).partition(|&n| touches[n].access.is_write);
        let mut first_ahead = |others: &[usize], count: i64| {
            let pairs = others
                .iter()
                .flat_map(|&other| stores.iter().map(move |&store| (store, other)));
            let ahead = |&(store, other): &(usize, usize)| {
                self.is_ahead([store, other].map(|n| (n, &touches[n], &rows[n])), dim, count)
            };
            pairs.into_iter().find(ahead).map(|(store, other)| Ahead {
                store,
                other,
                rows: count,
            })
        };
        let mut enough = Err(None);
        for count in ROWS.into_iter().rev() {
            match first_ahead(&loads, count) {
                None => enough = Ok(count),
                Some(ahead) => {
                    enough = enough.map_err(|_: Option<Ahead>| Some(ahead));
                    break;
                }
            }
        }
        let enough = enough?;
        match first_ahead(&stores, 1) {
            Some(ahead) => Err(Some(ahead)),
            None => Ok(enough),
        }
    }

    /// Whether an instance of a store may come before one of another access with a row that is less by so many or more; each with its
    /// place among the accesses and its row.
    fn is_ahead(&mut self, pair: [(usize, &Touch, &Linear); 2], dim: usize, rows: i64) -> bool {
        let [(_, _, stored), (_, _, other)] = pair;
        let Some(least) = other.add(&Linear::constant(rows - 1)) else {
            return true;
        };
        let accesses = pair.map(|(_, touch, _)| {
            let mut access = touch.access.clone();
            access.indices[dim] = Some(Linear::constant(0));
            self.dependences.intern(access)
        });
        let [a, b] = accesses;
        let orders = orders(pair.map(|(_, touch, _)| touch), pair[0].0 < pair[1].0);
        orders.iter().any(|order| {
            let answer = self.dependences.depend_backwards(a, b, order, [stored, &least]);
            !answer.is_no()
        })
    }

    /// The term with remainders for the rows.
    fn with_folded(
        &mut self,
        id: Id,
        folded: &HashMap<Symbol, (usize, i64)>,
        done: &mut HashMap<Id, Id>,
    ) -> Option<Id> {
        if let Some(new) = done.get(&id) {
            return Some(*new);
        }
        let mut node = self.node(id).clone();
        for child in node.children_mut() {
            *child = self.with_folded(*child, folded, done)?;
        }
        if let Node::Load(array, _, children) | Node::Store(array, children) = &mut node
            && let Some(&(dim, rows)) = folded.get(array)
        {
            let row = self.linear(children[dim])?.modulo(rows)?;
            children[dim] = self.index(&row);
        }
        let new = self.add(node);
        done.insert(id, new);
        Some(new)
    }
}

/// The relations of iterations under which an instance of the first access comes before one of the second: that which is less in one of
/// the loops around both, and the same in those outside it; or the same in all, where the first stands before the second.
fn orders([first, second]: [&Touch; 2], is_before: bool) -> Vec<Relation> {
    let pairs = first.loops.iter().zip(&second.loops);
    let common: Vec<Symbol> = pairs.take_while(|(a, b)| a == b).map(|(a, _)| *a).collect();
    let mut all: Vec<Relation> = (0..common.len())
        .map(|depth| {
            let mut order = same_iteration(&common[..depth]);
            order.insert(common[depth], Direction::Less);
            order
        })
        .collect();
    if is_before {
        all.push(same_iteration(&common));
    }
    all
}
