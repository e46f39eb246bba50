//! The array of a part of a statement, and the loops that fill it.

use std::collections::{BTreeSet, HashMap};

use egg::{Id, Language, RecExpr, Symbol};

use super::{LINE, LONG_ROW, Part, Use, copied, is_crowded};
use crate::dependence::{Access, Addressing, Buffer, Dependences, Emptiness};
use crate::forms::extent::Extent;
use crate::forms::reach::{Around, reached};
use crate::guard::{Condition, Guard};
use crate::linear::Linear;
use crate::nest::{BufferSource, Nest};
use crate::refusal::{Refusals, Why};
use crate::term::{Loop, LoopKind, Node, Scalar, Step};

#[derive(Clone)]
pub struct Array {
    name: Symbol,
    value: Id,
    scalar: Scalar,
    /// For each dimension: the loop of the source, the loop of the copy, and the values of both.
    dims: Vec<(Symbol, Symbol, Extent)>,
    /// The extents, with what keeps rows apart.
    pub shape: Vec<Linear>,
    /// The copy is made where these hold, and is not used where they do not.
    conditions: Vec<Condition>,
}

/// The extents of an array whose rows are not crowded, and start where lines do if they are long.
fn padded(mut shape: Vec<Linear>, element: Scalar) -> Vec<Linear> {
    if let [_, .., row] = shape.as_mut_slice()
        && let Some(mut n) = row.as_constant()
    {
        let in_line = (LINE / element.byte_size()).max(1) as i64;
        let is_long = u64::try_from(n).is_ok_and(|n| n.saturating_mul(element.byte_size()) >= LONG_ROW);
        if is_long {
            n = n.saturating_add(in_line - 1) / in_line * in_line;
        }
        if is_crowded(n, element) {
            n = n.saturating_add(in_line);
        }
        *row = Linear::constant(n);
    }
    shape
}

impl Array {
    /// The array of a part that the statements at `uses` read. An error, with the reason where it is of interest, when what
    /// the copy reads may lie outside its buffers.
    pub(super) fn of(
        nest: &Nest,
        part: &Part,
        uses: &[Use],
        linear: &[Option<Linear>],
        oracle: &dyn Emptiness,
        refusals: &Refusals,
    ) -> Result<Array, Option<Why>> {
        let number = nest.buffers.len();
        let mut dims = Vec::new();
        for &v in &part.variables {
            let is_plain = nest.domains.get(&v).is_some_and(|domain| domain.step == 1);
            let extent = Extent::of(nest, v).filter(|_| is_plain).ok_or(None)?;
            dims.push((v, extent));
        }
        let conditions = match outside(nest, part, &dims, linear, oracle) {
            None => Vec::new(),
            Some(access) => {
                let all: Vec<Around> = uses.iter().map(|at| at.around.clone()).collect();
                let mut plain = uses.iter().filter(|at| !at.is_under_condition);
                let conditions = plain.find_map(|at| reached(nest, &at.around, &all, &dims, oracle));
                conditions.ok_or_else(|| Some(Why::Outside(refusals.touch(&access))))?
            }
        };
        let shape = dims.iter().map(|(_, extent)| extent.count.clone()).collect();
        let copies = dims
            .into_iter()
            .map(|(v, extent)| (v, Symbol::from(format!("{v}'{number}")), extent));
        Ok(Array {
            // No name of MLIR has an apostrophe, so the new names clash with none of the source.
            name: Symbol::from(format!("part'{number}")),
            value: part.value,
            scalar: part.scalar,
            dims: copies.collect(),
            shape: padded(shape, part.scalar),
            conditions,
        })
    }

    /// Adds the array and the loops of its copy to what the nest knows.
    pub fn declare(&self, nest: &mut Nest) {
        let buffer = Buffer {
            element: self.scalar,
            shape: self.shape.iter().cloned().map(Some).collect(),
            addressing: Addressing::Same,
            overlap_group: None,
        };
        nest.buffers.insert(self.name, (buffer, BufferSource::Temporary));
        for (_, copy, extent) in &self.dims {
            nest.domains.insert(*copy, extent.domain());
        }
    }

    /// The loops that fill the array.
    pub fn copy(&self, nest: &Nest, term: &mut RecExpr<Node>) -> Id {
        let names: HashMap<Symbol, Symbol> = self.dims.iter().map(|(v, copy, _)| (*v, *copy)).collect();
        let dims = self.dims.iter();
        let mut children: Vec<Id> = dims.map(|(_, copy, extent)| extent.offset(*copy, term)).collect();
        let rename = |id: Id, term: &mut RecExpr<Node>| match &nest.term[id] {
            Node::Var(name) => names.get(name).map(|name| term.add(Node::Var(*name))),
            _ => None,
        };
        children.push(copied(&nest.term, self.value, &rename, &mut HashMap::new(), term));
        let mut body = term.add(Node::Store(self.name, children.into()));
        for (_, copy, extent) in self.dims.iter().rev() {
            let head = Loop {
                iv: *copy,
                step: Step::Fixed(1),
                kind: LoopKind::Sequential,
            };
            let [lo, hi] = [&extent.low, &extent.high].map(|end| end.nodes(&mut |node| term.add(node)));
            body = term.add(Node::For(head, [lo, hi, body]));
        }
        if self.conditions.is_empty() {
            return body;
        }
        let comparisons = self.conditions.iter().map(|c| c.comparison).collect();
        let exprs = self.conditions.iter().map(|c| &c.expr);
        let mut children: Vec<Id> = exprs.map(|e| e.nodes(&mut |node| term.add(node))).collect();
        children.extend([body, term.add(Node::Seq([].into()))]);
        term.add(Node::If(comparisons, children.into()))
    }

    /// The element at the place of the source's loops.
    pub fn load(&self, term: &mut RecExpr<Node>) -> Id {
        let dims = self.dims.iter();
        let indices: Vec<Id> = dims.map(|(v, _, extent)| extent.offset(*v, term)).collect();
        term.add(Node::Load(self.name, self.scalar, indices.into()))
    }
}

/// An access of the part that may be outside its buffer at some point of the box.
fn outside(
    nest: &Nest,
    part: &Part,
    dims: &[(Symbol, Extent)],
    linear: &[Option<Linear>],
    oracle: &dyn Emptiness,
) -> Option<Access> {
    let mut dependences = Dependences::new(oracle);
    let buffers = nest.buffers.iter();
    dependences.buffers = buffers
        .map(|(name, (buffer, _))| (*name, buffer.clone()))
        .collect();
    for (v, extent) in dims {
        dependences.domains.insert(*v, extent.domain());
    }
    let mut pending = vec![part.value];
    let mut seen = BTreeSet::from([part.value]);
    while let Some(id) = pending.pop() {
        if let Node::Load(buffer, _, indices) = &nest.term[id] {
            let access = Access {
                buffer: *buffer,
                indices: indices.iter().map(|&i| linear[usize::from(i)].clone()).collect(),
                is_write: false,
                guard: Guard::new(),
            };
            let id = dependences.intern(access.clone());
            if !dependences.always_in_bounds(id).is_yes() {
                return Some(access);
            }
        }
        pending.extend(nest.term[id].children().iter().filter(|c| seen.insert(**c)));
    }
    None
}
