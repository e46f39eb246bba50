//! Whether what one access touches has been written by another before.

use std::collections::BTreeMap;

use egg::{Id, Language, Symbol};

use super::arena::Arena;
use crate::dependence::{Access, Direction, Domain, Relation};
use crate::guard::{Condition, Guard};
use crate::linear::Linear;
use crate::term::{Node, branches};

/// An access inside a statement.
#[derive(Clone, Debug)]
pub struct Touch {
    pub access: Access,
    /// The loops of the statement around it, outermost first.
    pub loops: Vec<Symbol>,
    /// Whether the conditions of the access are all there are: it is executed wherever they hold.
    pub is_certain: bool,
}

/// Whether two iterations of all loops that are named are one.
pub fn same_iteration(around: &[Symbol]) -> Relation {
    around.iter().map(|name| (*name, Direction::Equal)).collect()
}

impl Arena<'_> {
    /// The accesses of a statement or a value, in the order in which one of its iterations makes them.
    pub fn touches(&self, id: Id) -> Vec<Touch> {
        let mut found = Vec::new();
        self.touch(id, &mut Vec::new(), &Guard::new(), true, &mut found);
        found
    }

    fn touch(
        &self,
        id: Id,
        loops: &mut Vec<Symbol>,
        guard: &Guard,
        is_certain: bool,
        found: &mut Vec<Touch>,
    ) {
        let new = |buffer: &Symbol, indices: &[Id], is_write, loops: &[Symbol]| Touch {
            access: Access {
                buffer: *buffer,
                indices: indices.iter().map(|&i| self.linear(i).cloned()).collect(),
                is_write,
                guard: guard.clone(),
            },
            loops: loops.to_vec(),
            is_certain,
        };
        match self.node(id) {
            Node::Load(buffer, _, indices) => found.push(new(buffer, indices, false, loops)),
            Node::Store(buffer, children) => {
                let (&value, indices) = children.split_last().expect("a store has a value");
                self.loads(value, &mut |buffer, indices| {
                    found.push(new(&buffer, indices, false, loops))
                });
                found.push(new(buffer, indices, true, loops));
            }
            Node::Seq(statements) => {
                for &statement in statements {
                    self.touch(statement, loops, guard, is_certain, found);
                }
            }
            Node::For(head, [_, _, body]) => {
                loops.push(head.iv);
                self.touch(*body, loops, guard, is_certain, found);
                loops.pop();
            }
            Node::If(comparisons, children) => {
                let (ids, [then, otherwise]) = branches(children);
                let conditions = self.conditions(comparisons, ids);
                let mut inner = guard.clone();
                let is_known = conditions.is_some();
                inner.extend(conditions.into_iter().flatten());
                self.touch(then, loops, &inner, is_certain && is_known, found);
                self.touch(otherwise, loops, guard, false, found);
            }
            Node::Panels(_, [body]) | Node::Early(_, [body]) => {
                self.touch(*body, loops, guard, is_certain, found)
            }
            _ => self.loads(id, &mut |buffer, indices| {
                found.push(new(&buffer, indices, false, loops))
            }),
        }
    }

    /// The loads of a value, each once.
    fn loads(&self, value: Id, each: &mut dyn FnMut(Symbol, &[Id])) {
        let mut seen = std::collections::BTreeSet::from([value]);
        let mut pending = vec![value];
        while let Some(id) = pending.pop() {
            if let Node::Load(buffer, _, indices) = self.node(id) {
                each(*buffer, indices);
            }
            let children = self.node(id).children();
            pending.extend(children.iter().copied().filter(|child| seen.insert(*child)));
        }
    }

    /// Whether every cell that an access touches is one that `store` writes in the same iteration of the loops around
    /// both statements. The variables of the loops of `store` are solved for the cell; none may be outside its bounds.
    pub fn covers(&mut self, store: &Touch, access: &Access) -> bool {
        let written = &store.access;
        if !store.is_certain || written.buffer != access.buffer {
            return false;
        }
        let cells: Option<Vec<(Linear, Linear)>> = written
            .indices
            .iter()
            .zip(&access.indices)
            .map(|(mine, theirs)| Some((mine.clone()?, theirs.clone()?)))
            .collect();
        let Some(cells) = cells else { return false };
        let Some(loops) = self.untiled_loops(store) else {
            return false;
        };
        let Some(values) = solved(&loops, &cells) else {
            return false;
        };
        outside(store, &loops, &cells, &values).is_some_and(|outside| {
            outside.into_iter().all(|condition| {
                let known = access.guard.iter().cloned();
                condition.known() == Some(false) || self.never(known.chain([condition]))
            })
        })
    }

    /// The loops of a store with what their variables run through. Of a loop over tiles, and one over what is in a tile, there is one: it
    /// reaches the end of the last tile at least.
    fn untiled_loops(&self, store: &Touch) -> Option<Vec<(Symbol, Domain)>> {
        let mut loops: Vec<(Symbol, Domain)> = (store.loops.iter())
            .map(|v| Some((*v, self.domain(*v)?.clone())))
            .collect::<Option<_>>()?;
        let is_subscript = |v: Symbol| {
            let guard = store.access.guard.iter().map(|condition| &condition.expr);
            let mut known = store.access.indices.iter().flatten().chain(guard);
            known.any(|known| known.uses(v))
        };
        for &tile in &store.loops {
            let place = loops.iter().position(|(v, _)| *v == tile)?;
            let (_, tiles) = &loops[place];
            let uses = |(_, domain): &(Symbol, Domain)| {
                let mut bounds = domain.lower.iter().chain(&domain.upper);
                bounds.any(|bound| bound.uses(tile))
            };
            let mut users = (0..loops.len()).filter(|&n| uses(&loops[n]));
            let (Some(user), None, false) = (users.next(), users.next(), is_subscript(tile)) else {
                continue;
            };
            let inside = &loops[user].1;
            let start = Linear::var(tile);
            let end = start.add(&Linear::constant(tiles.step))?;
            let (of_tile, others): (Vec<Linear>, Vec<Linear>) =
                inside.upper.iter().cloned().partition(|bound| bound.uses(tile));
            if inside.step != 1 || inside.lower != [start] || of_tile != [end] {
                continue;
            }
            let all = Domain {
                lower: tiles.lower.clone(),
                upper: tiles.upper.iter().cloned().chain(others).collect(),
                step: 1,
            };
            loops[user].1 = all;
            loops.remove(place);
        }
        Some(loops)
    }
}

/// The iteration of the loops of a store that writes the cell.
fn solved(loops: &[(Symbol, Domain)], cells: &[(Linear, Linear)]) -> Option<BTreeMap<Symbol, Linear>> {
    let mut values: BTreeMap<Symbol, Linear> = BTreeMap::new();
    for (v, domain) in loops {
        let solution = cells.iter().find_map(|(mine, theirs)| {
            let c = mine.coefficient(*v);
            let rest = mine.subtract(&Linear::var(*v).scale(c)?)?;
            let is_free = !loops.iter().any(|(other, _)| rest.uses(*other));
            // c·v + rest = theirs.
            let value = theirs.subtract(&rest)?.scale(c)?;
            ((c == 1 || c == -1) && is_free && domain.step == 1).then_some(value)
        });
        let value = match solution {
            Some(value) => value,
            // The cell is written in the first iteration.
            None if !cells.iter().any(|(mine, _)| mine.uses(*v)) => {
                let [first] = domain.lower.as_slice() else {
                    return None;
                };
                first.substitute(&|name| values.get(&name).cloned().unwrap_or(Linear::var(name)))?
            }
            None => return None,
        };
        values.insert(*v, value);
    }
    Some(values)
}

/// What holds where that iteration is none, or writes another cell.
fn outside(
    store: &Touch,
    loops: &[(Symbol, Domain)],
    cells: &[(Linear, Linear)],
    values: &BTreeMap<Symbol, Linear>,
) -> Option<Vec<Condition>> {
    let at = |l: &Linear| l.substitute(&|v| values.get(&v).cloned().unwrap_or(Linear::var(v)));
    let one = Linear::constant(-1);
    let mut found = Vec::new();
    for (mine, theirs) in cells {
        let gap = at(mine)?.subtract(theirs)?;
        found.push(Condition::at_least_zero(gap.add(&one)?));
        found.push(Condition::at_least_zero(gap.scale(-1)?.add(&one)?));
    }
    for (v, domain) in loops {
        let value = &values[v];
        for bound in &domain.lower {
            found.push(Condition::at_least_zero(at(bound)?.subtract(value)?.add(&one)?));
        }
        for bound in &domain.upper {
            found.push(Condition::at_least_zero(value.subtract(&at(bound)?)?));
        }
    }
    for condition in &store.access.guard {
        let condition = Condition {
            expr: at(&condition.expr)?,
            comparison: condition.comparison,
        };
        found.extend(condition.opposites()?);
    }
    Some(found)
}
