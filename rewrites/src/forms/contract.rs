//! An array of which each iteration uses a part of its own, as that part.
//!
//! ```text
//! for i { for j { t[i, j] = e }; for j { y[i, j] = f(t[i, j]) } }
//!   =>  for i { for j { t[0, j] = e }; for j { y[i, j] = f(t[0, j]) } }
//! for i { t[i] = 0; for k { t[i] += e }; y[i] = t[i] }  =>  for i { t'[] = 0; for k { t'[] += e }; y[i] = t'[] }
//! for i step 8 { for v in i..i + 8 { t[v] = e }; for v in i..i + 8 { y[v] = f(t[v]) } }
//!   =>  for i step 8 { for v in i..i + 8 { t'[v - i] = e }; for v in i..i + 8 { y[v] = f(t'[v - i]) } }
//! ```
//!
//! The array lives for the nest only. A part of the nest needs nothing of what the array holds before it where every cell that it
//! reads was written in it before; where the same is true of each iteration of a loop, what an earlier iteration left is of no
//! matter. Such a part gets an array of its own, as large as the constant window in which an iteration of the loops around it
//! accesses the array. After Sarkar and Gao, *Optimization of array accesses by collective loop transformations*, 1991.

use std::collections::HashMap;

use egg::{Id, Language, Symbol};

use super::arena::Arena;
use super::cover::Touch;
use super::executed::executed;
use crate::dependence::{Buffer, Emptiness};
use crate::linear::Linear;
use crate::nest::{BufferSource, Choice, Nest};
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{LoopKind, Node, branches};

/// Accesses of one array that are looked at.
const MOST_TOUCHES: usize = 40;

/// Expressions that may bound a subscript.
const MOST_BOUNDS: usize = 8;

/// The nest with smaller arrays. `None` where none can be.
pub fn contract(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let (mut arena, mut root) = Arena::of(nest, oracle);
    let arrays: Vec<Symbol> = (nest.buffers.iter())
        .filter(|(name, (buffer, _))| !buffer.shape.is_empty() && arena.is_local(**name))
        .map(|(name, _)| *name)
        .collect();
    let mut is_smaller = false;
    for array in arrays {
        let mut search = Search {
            array,
            around: Vec::new(),
            parts: 0,
            unwritten: None,
        };
        root = arena.contracted(root, &mut search);
        if search.parts > 0 {
            is_smaller = true;
            if !arena.touches_array(root, array) {
                arena.forget_array(array);
            }
        } else if arena.touches_array(root, array) {
            refusals.note(Refusal {
                rule: "contract",
                loops: Vec::new(),
                why: match search.unwritten {
                    Some(read) => Why::Unwritten(refusals.touch(&read.access)),
                    None => Why::Stated(format!(
                        "no subscript of {array} stays, or stays in a constant window, wherever it is used"
                    )),
                },
            });
        }
    }
    is_smaller.then(|| arena.into_nest(root))
}

/// The same of what was chosen for a nest, whose loops run through tiles.
pub fn contract_chosen(nest: &Nest, choice: &Choice, oracle: &dyn Emptiness) -> Option<(Nest, Choice)> {
    let is_array = |(name, (buffer, _)): (&Symbol, &(Buffer, BufferSource))| {
        !buffer.shape.is_empty() && nest.holds_locally(*name)
    };
    if !nest.buffers.iter().any(is_array) {
        return None;
    }
    let smaller = contract(&executed(nest, choice)?, oracle, &mut Refusals::default())?;
    let choice = Choice {
        term: smaller.term.clone(),
        tiles: choice.tiles.clone(),
    };
    Some((smaller, choice))
}

/// The loops around the place that is looked at, and what was found of an array.
struct Search {
    array: Symbol,
    around: Vec<Symbol>,
    /// The parts of the nest with an array of their own.
    parts: usize,
    /// What keeps the first part that may need what another leaves.
    unwritten: Option<Touch>,
}

/// Where a subscript is: from this on, so many.
struct Window {
    from: Linear,
    count: i64,
}

impl Arena<'_> {
    /// The statement with arrays in the place of one for the parts of it that need nothing of what that holds before them.
    fn contracted(&mut self, id: Id, search: &mut Search) -> Id {
        let array = search.array;
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let users: Vec<Id> = statements
                    .iter()
                    .copied()
                    .filter(|&s| self.touches_array(s, array))
                    .collect();
                if users.len() != 1 && !users.iter().all(|&user| self.needs_nothing(user, search)) {
                    return self.windowed(id, search);
                }
                let parts: Vec<Id> = statements
                    .iter()
                    .map(|s| match users.contains(s) {
                        true => self.contracted(*s, search),
                        false => *s,
                    })
                    .collect();
                self.sequence(parts)
            }
            Node::For(head, [lo, hi, body])
                if matches!(head.kind, LoopKind::Sequential | LoopKind::Kept)
                    && self.needs_nothing(body, search) =>
            {
                search.around.push(head.iv);
                let body = self.contracted(body, search);
                search.around.pop();
                self.for_loop(head, [lo, hi], body)
            }
            Node::Early(early, [body]) if !early.buffers.contains(&array) => {
                let body = self.contracted(body, search);
                self.add(Node::Early(early, [body]))
            }
            _ => self.windowed(id, search),
        }
    }

    /// Whether all that a statement reads of the array was written in it before.
    fn needs_nothing(&mut self, id: Id, search: &mut Search) -> bool {
        let read = self.unwritten(id, search.array, &mut Vec::new());
        let needs_nothing = read.is_none();
        if search.unwritten.is_none() {
            search.unwritten = read;
        }
        needs_nothing
    }

    /// The statement with an array of its own, as large as what an iteration of the loops around it accesses.
    fn windowed(&mut self, id: Id, search: &mut Search) -> Id {
        let Some(windows) = self.windows(id, search) else {
            return id;
        };
        let is_scalar = windows
            .iter()
            .all(|window| window.as_ref().is_ok_and(|w| w.count == 1));
        let shape: Vec<Linear> = windows
            .iter()
            .map(|window| match window {
                Ok(window) => Linear::constant(window.count),
                Err(extent) => extent.clone(),
            })
            .collect();
        search.parts += 1;
        let own = match is_scalar {
            true => self.fresh_scalar(search.array),
            false => self.fresh_array(search.array, shape),
        };
        let windows = windows.iter().map(|window| window.as_ref().ok());
        let windows: Vec<Option<&Window>> = windows.collect();
        self.with_array(id, [search.array, own], &windows, &mut HashMap::new())
    }

    /// The window of each subscript, or the extent where there is none that is less. `None` where all are so.
    fn windows(&self, id: Id, search: &Search) -> Option<Vec<Result<Window, Linear>>> {
        let all = self.touches(id);
        let touches: Vec<&Touch> = all.iter().filter(|t| t.access.buffer == search.array).collect();
        if search.around.is_empty() || touches.len() > MOST_TOUCHES {
            return None;
        }
        let shape = self.shape(search.array)?;
        let is_less = |window: &Window, extent: &Linear| {
            let moves = search.around.iter().any(|v| window.from.uses(*v));
            moves && extent.as_constant().is_none_or(|n| window.count < n)
        };
        let own = |(dim, extent): (usize, Linear)| {
            let window = self.window(&touches, dim);
            window.filter(|window| is_less(window, &extent)).ok_or(extent)
        };
        let windows: Vec<Result<Window, Linear>> = shape.into_iter().enumerate().map(own).collect();
        windows.iter().any(Result::is_ok).then_some(windows)
    }

    /// The least constant window of a subscript that all accesses are seen to stay in.
    fn window(&self, touches: &[&Touch], dim: usize) -> Option<Window> {
        let ranges: Option<Vec<[Vec<Linear>; 2]>> = touches
            .iter()
            .map(|touch| self.range(touch.access.indices[dim].as_ref()?, &touch.loops))
            .collect();
        let ranges = ranges?;
        let least = |from: &Linear| -> Option<i64> {
            let distances = |ends: &[Linear]| -> Vec<i64> {
                ends.iter()
                    .filter_map(|end| end.subtract(from)?.as_constant())
                    .collect()
            };
            let mut count = 0;
            for [lows, highs] in &ranges {
                if *distances(lows).iter().max()? < 0 {
                    return None;
                }
                count = count.max(distances(highs).into_iter().min()?.checked_add(1)?);
            }
            Some(count)
        };
        let starts = ranges.first()?[0].iter();
        let windows = starts.filter_map(|from| {
            let count = least(from).filter(|&count| count > 0)?;
            Some(Window {
                from: from.clone(),
                count,
            })
        });
        windows.min_by_key(|window| window.count)
    }

    /// What a subscript is at least, and at most, by variables of loops other than these.
    fn range(&self, subscript: &Linear, loops: &[Symbol]) -> Option<[Vec<Linear>; 2]> {
        let mut ends = [vec![subscript.clone()], vec![subscript.clone()]];
        for v in loops.iter().rev() {
            let domain = self.domain(*v)?;
            let last: Vec<Linear> = domain
                .upper
                .iter()
                .filter_map(|end| domain.last_before(end))
                .collect();
            for (is_upper, list) in ends.iter_mut().enumerate() {
                let mut found = Vec::new();
                for end in list.iter() {
                    let factor = end.coefficient(*v);
                    let rest = end.subtract(&Linear::var(*v).scale(factor)?)?;
                    if rest.uses(*v) {
                        return None;
                    }
                    if factor == 0 {
                        found.push(rest);
                        continue;
                    }
                    let bounds = match (factor > 0) == (is_upper == 1) {
                        true => &last,
                        false => &domain.lower,
                    };
                    let values = bounds.iter().filter_map(|bound| rest.add(&bound.scale(factor)?));
                    found.extend(values);
                }
                found.truncate(MOST_BOUNDS);
                *list = found;
            }
        }
        Some(ends)
    }

    /// A read of a cell of an array that nothing before it in a statement is known to have written. `before` are the
    /// stores before the statement.
    fn unwritten(&mut self, id: Id, array: Symbol, before: &mut Vec<Touch>) -> Option<Touch> {
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let kept = before.len();
                for &statement in &statements {
                    let found = self.unwritten(statement, array, before);
                    if found.is_some() {
                        return found;
                    }
                    let stores = self.touches(statement).into_iter();
                    before.extend(stores.filter(|t| t.access.is_write && t.access.buffer == array));
                }
                before.truncate(kept);
                None
            }
            Node::For(_, [_, _, body]) | Node::Early(_, [body]) => self.unwritten(body, array, before),
            Node::If(_, children) => {
                let (_, statements) = branches(&children);
                statements
                    .into_iter()
                    .find_map(|statement| self.unwritten(statement, array, before))
            }
            _ => {
                let touches = self.touches(id).into_iter();
                let mut reads = touches.filter(|t| !t.access.is_write && t.access.buffer == array);
                reads.find(|read| {
                    let written = before.clone();
                    !written.iter().any(|store| self.covers(store, &read.access))
                })
            }
        }
    }

    /// The statement with another array in the place of one: subscripts count from the start of their window, where they have
    /// one. One cell has no subscripts.
    fn with_array(
        &mut self,
        id: Id,
        [from, to]: [Symbol; 2],
        windows: &[Option<&Window>],
        done: &mut HashMap<Id, Id>,
    ) -> Id {
        if let Some(new) = done.get(&id) {
            return *new;
        }
        let mut node = self.node(id).clone();
        for child in node.children_mut() {
            *child = self.with_array(*child, [from, to], windows, done);
        }
        if let Node::Load(array, _, children) | Node::Store(array, children) = &mut node
            && *array == from
        {
            *array = to;
            if self.shape(to).is_some_and(|shape| shape.is_empty()) {
                *children = children[windows.len()..].into();
            } else {
                let moved = children.iter_mut().zip(windows);
                for (child, window) in moved.filter_map(|(child, window)| Some((child, (*window)?))) {
                    *child = self.offset(*child, &window.from);
                }
            }
        }
        let new = self.add(node);
        done.insert(id, new);
        new
    }

    /// How far an index is behind another; the least window has them all, so that both have normal forms.
    fn offset(&mut self, index: Id, from: &Linear) -> Id {
        let offset = self.linear(index).and_then(|index| index.subtract(from));
        let offset = offset.expect("a subscript with a window is affine");
        self.index(&offset)
    }
}
