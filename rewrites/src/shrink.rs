//! The same program and the same schedule at smaller sizes, for a validator that executes them.
//!
//! Constants that are sizes (extents of memrefs, loop bounds, what is added in subscripts) are grouped
//! where they are close to each other, as `n` and `n - 1` are, and each group is moved down as a whole.
//! Where a program relates its sizes otherwise (a product of extents, a row of a flat array), that small program would
//! access memory out of bounds. [`Shrink::of_loops`] moves the bounds of loops and what conditions compare with
//! only: subscripts stay as they are, and arrays are as large as those need.

mod needed;

use std::sync::Arc;

use egg::{Id, Language, RecExpr};
use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp, Constraint, IntegerSet};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, NewOp, OpId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, FunctionType, MemRefType, Type};

use crate::dependence::Domain;
use crate::instances::instances_of;
use crate::linear::{Atom, Linear};
use crate::loops::is_product;
use crate::nest::{BufferSource, Nest};
use crate::term::{IndexOp, Node};

/// Constants below this are taken to be offsets and window sizes; they stay.
const SMALLEST_SIZE: i64 = 24;

/// Two sizes that differ by no more than this move together.
const SAME_GROUP: i64 = 8;

/// How far each group of sizes moves; by default none does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shrink {
    groups: Vec<Group>,
    /// Whether nothing moves but the bounds of loops and conditions.
    only_loops: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Group {
    least: i64,
    greatest: i64,
    /// The new value of `greatest`.
    target: i64,
}

impl Shrink {
    /// The sizes of a module in groups, each as large as it is.
    pub fn of(module: &Module) -> Shrink {
        let mut sizes = Vec::new();
        module.walk(module.top(), &mut |op| {
            let op = module.op(op);
            for &value in &op.results {
                sizes.extend(extents(module.ty(value)));
            }
            for name in ["lowerBoundMap", "upperBoundMap"] {
                let map = op.attribute(name).and_then(Attribute::as_affine_map);
                map.iter()
                    .for_each(|m| m.results.iter().for_each(|e| constants(e, &mut sizes)));
            }
            if let Some(set) = op.attribute("condition").and_then(Attribute::as_integer_set) {
                set.constraints
                    .iter()
                    .for_each(|c| constants(&c.expr, &mut sizes));
            }
            if op.code() == Some(OpCode::Constant) {
                sizes.extend(
                    op.attribute("value")
                        .filter(|a| is_index(a))
                        .and_then(Attribute::as_i64),
                );
            }
        });
        for function in module.functions() {
            if let Some(block) = module.single_block(function, 0) {
                for &argument in &module.block(block).arguments {
                    sizes.extend(extents(module.ty(argument)));
                }
            }
        }
        sizes.retain(|&s| s >= SMALLEST_SIZE);
        sizes.sort_unstable();
        sizes.dedup();
        let mut groups: Vec<Group> = Vec::new();
        for size in sizes {
            match groups.last_mut() {
                Some(group) if size - group.greatest <= SAME_GROUP => {
                    group.greatest = size;
                    group.target = size;
                }
                _ => groups.push(Group {
                    least: size,
                    greatest: size,
                    target: size,
                }),
            }
        }
        Shrink {
            groups,
            only_loops: false,
        }
    }

    /// The same, of which only the bounds of loops and conditions move.
    pub fn of_loops(module: &Module) -> Shrink {
        Shrink {
            only_loops: true,
            ..Shrink::of(module)
        }
    }

    /// The greatest size of each group.
    pub fn sizes(&self) -> Vec<i64> {
        self.groups.iter().map(|g| g.greatest).collect()
    }

    /// The group that this size moves with.
    pub fn group_of(&self, size: i64) -> Option<usize> {
        let near = |g: &Group| size >= g.least - SAME_GROUP && size <= g.greatest + SAME_GROUP;
        let near = self.groups.iter().position(near);
        near.filter(|_| size >= SMALLEST_SIZE)
    }

    /// The same groups, the greatest size of each at `target(group)`; a group never grows.
    pub fn with_targets(&self, target: impl Fn(usize) -> i64) -> Shrink {
        let groups = self.groups.iter().enumerate();
        let groups = groups
            .map(|(n, g)| Group {
                target: target(n).clamp(g.greatest - g.least + 1, g.greatest),
                ..*g
            })
            .collect();
        Shrink { groups, ..*self }
    }

    /// How often the statements of a nest run, loops with symbols for bounds taken to run once.
    pub fn instances(&self, nest: &Nest) -> i64 {
        instances_of(nest, |iv| {
            nest.domains.get(&iv).map_or(1, |domain| self.trip(domain))
        })
    }

    fn trip(&self, domain: &Domain) -> i64 {
        let bounds = |list: &[Linear]| list.iter().filter_map(Linear::as_constant).collect::<Vec<_>>();
        let upper = bounds(&domain.upper).into_iter().min();
        let lower = bounds(&domain.lower).into_iter().max().unwrap_or(0);
        let extent = upper.map_or(1, |upper| self.size(upper).saturating_sub(lower));
        (extent.max(1) / domain.step).max(1)
    }

    /// What a constant of the program becomes; one that is subtracted moves with the size that it is.
    pub fn size(&self, c: i64) -> i64 {
        if c < 0 {
            return c.checked_neg().map_or(c, |size| -self.size(size));
        }
        match self.group_of(c).map(|group| self.groups[group]) {
            Some(group) => c - group.greatest + group.target,
            None => c,
        }
    }

    /// The module with its sizes moved; ids stay as they are. `nests` are those of it that are looked at, with their
    /// sizes moved.
    pub fn module(&self, module: &Module, nests: &[Nest]) -> Module {
        let mut small = module.clone();
        let mut ops = Vec::new();
        let mut values = Vec::new();
        module.walk(module.top(), &mut |op| {
            ops.push(op);
            values.extend(module.op(op).results.iter().copied());
            for &region in &module.op(op).regions {
                for &block in &module.region(region).blocks {
                    values.extend(module.block(block).arguments.iter().copied());
                }
            }
        });
        if self.only_loops {
            for op in ops {
                self.move_bounds(module, op, &mut small);
            }
            needed::fit_arrays(&mut small, nests);
            return small;
        }
        for value in values {
            let ty = self.ty(module.ty(value));
            small.value_mut(value).ty = ty;
        }
        for &op in &ops {
            let is_constant = module.op(op).code() == Some(OpCode::Constant);
            for (name, attribute) in &mut small.op_mut(op).attributes {
                match attribute {
                    Attribute::AffineMap(map) => *attribute = Attribute::affine_map(self.map(map)),
                    Attribute::IntegerSet(set) => *attribute = Attribute::IntegerSet(Arc::new(self.set(set))),
                    Attribute::Type(ty) => *attribute = Attribute::Type(self.ty(ty)),
                    other if is_constant && &**name == "value" && is_index(other) => {
                        if let Some(c) = other.as_i64() {
                            *other = Attribute::index(self.size(c));
                        }
                    }
                    _ => {}
                }
            }
        }
        for op in ops {
            self.keep_steps(module, op, &mut small);
        }
        small
    }

    /// Moves what an operation says of how often something runs, where that is a constant.
    fn move_bounds(&self, module: &Module, op: OpId, small: &mut Module) {
        let data = module.op(op);
        let operands = match data.code() {
            Some(OpCode::ScfFor) => 0..2,
            Some(OpCode::ScfParallel) => 0..2 * dimensions(module, op),
            Some(OpCode::CmpI) => 0..2,
            Some(OpCode::AffineFor | OpCode::AffineParallel | OpCode::AffineIf) => {
                for (name, attribute) in &mut small.op_mut(op).attributes {
                    match attribute {
                        Attribute::AffineMap(map) if BOUNDS.contains(&&**name) => {
                            *attribute = Attribute::affine_map(self.map(map));
                        }
                        Attribute::IntegerSet(set) => {
                            *attribute = Attribute::IntegerSet(Arc::new(self.set(set)));
                        }
                        _ => {}
                    }
                }
                return;
            }
            _ => return,
        };
        for n in operands {
            if let Some(value) = index_operand(module, op, n) {
                self.replace_constant(op, n, self.size(value), small);
            }
        }
    }

    /// Gives an operation back the constants that are no sizes: steps, and what indices are divided by.
    fn keep_steps(&self, module: &Module, op: OpId, small: &mut Module) {
        let kept = match module.op(op).code() {
            Some(OpCode::ScfFor) => 2..3,
            Some(OpCode::ScfParallel) => 2 * dimensions(module, op)..3 * dimensions(module, op),
            Some(OpCode::FloorDivSI | OpCode::CeilDivSI | OpCode::RemSI) => 1..2,
            _ => return,
        };
        for n in kept {
            if let Some(value) = index_operand(module, op, n)
                && self.size(value) != value
            {
                self.replace_constant(op, n, value, small);
            }
        }
    }

    /// Makes an operand of an operation a constant of its own.
    fn replace_constant(&self, op: OpId, operand: usize, value: i64, small: &mut Module) {
        let Some(block) = small.op(op).parent else {
            return;
        };
        let new = NewOp::new(OpCode::Constant)
            .attribute("value", Attribute::index(value))
            .result(Type::Index);
        let constant = small.append_value(block, new);
        small.op_mut(op).operands[operand] = constant;
        let ops = &mut small.block_mut(block).ops;
        let made = ops.pop().expect("the constant is the last");
        let place = ops.iter().position(|&other| other == op).unwrap_or(0);
        ops.insert(place, made);
    }

    /// The nest with its bounds, and the arrays that lifting or a rule made, at their new sizes.
    pub fn nest(&self, nest: &Nest) -> Nest {
        let mut small = nest.clone();
        for (buffer, source) in small.buffers.values_mut() {
            if *source == BufferSource::Temporary && !self.only_loops {
                for extent in buffer.shape.iter_mut().flatten() {
                    extent.constant = self.size(extent.constant);
                }
            }
        }
        for domain in small.domains.values_mut() {
            for bound in domain.lower.iter_mut().chain(&mut domain.upper) {
                *bound = self.linear(bound);
            }
        }
        small
    }

    fn linear(&self, linear: &Linear) -> Linear {
        let terms = linear.terms.iter().map(|(atom, c)| {
            let atom = match atom {
                Atom::Var(_) => atom.clone(),
                Atom::FloorDiv(inner, d) => Atom::FloorDiv(Box::new(self.linear(inner)), *d),
                Atom::Mod(inner, d) => Atom::Mod(Box::new(self.linear(inner)), *d),
            };
            (atom, self.size(*c))
        });
        Linear {
            terms: terms.collect(),
            constant: self.size(linear.constant),
        }
    }

    /// The term with its sizes moved.
    pub fn term(&self, term: &RecExpr<Node>) -> RecExpr<Node> {
        let mut small = RecExpr::default();
        let mut done: Vec<[Option<Id>; 2]> = vec![[None; 2]; term.as_ref().len()];
        let root = Id::from(term.as_ref().len() - 1);
        self.copy(term, root, !self.only_loops, &mut small, &mut done);
        small
    }

    fn copy(
        &self,
        term: &RecExpr<Node>,
        id: Id,
        moves: bool,
        to: &mut RecExpr<Node>,
        done: &mut Vec<[Option<Id>; 2]>,
    ) -> Id {
        if let Some(id) = done[usize::from(id)][usize::from(moves)] {
            return id;
        }
        let mut node = term[id].clone();
        let bounds = match &node {
            Node::For(..) => 0..2,
            Node::If(comparisons, _) => 0..comparisons.len(),
            _ => 0..0,
        };
        if let Node::Int(c) = &mut node
            && moves
        {
            *c = self.size(*c);
        }
        let divides = matches!(
            node,
            Node::Index(IndexOp::FloorDiv | IndexOp::CeilDiv | IndexOp::Mod, _)
        );
        // The pairs of iterations of two loops are numbered by the size of one of them.
        let is_pair = matches!(&node, Node::Index(_, [pair, _]) if matches!(&term[*pair], Node::Var(v) if is_product(*v)));
        for (n, child) in node.children_mut().iter_mut().enumerate() {
            let moves = match self.only_loops {
                true => (moves || bounds.contains(&n)) && (!(divides && n == 1) || is_pair),
                false => !(divides && n == 1) || is_pair,
            };
            *child = self.copy(term, *child, moves, to, done);
        }
        let new = to.add(node);
        done[usize::from(id)][usize::from(moves)] = Some(new);
        new
    }

    fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::MemRef(memref) => {
                let shape = memref
                    .shape
                    .as_ref()
                    .map(|s| s.iter().map(|d| self.dim(*d)).collect());
                Type::MemRef(Arc::new(MemRefType {
                    shape,
                    ..(**memref).clone()
                }))
            }
            Type::Function(f) => Type::Function(Arc::new(FunctionType {
                inputs: f.inputs.iter().map(|t| self.ty(t)).collect(),
                results: f.results.iter().map(|t| self.ty(t)).collect(),
            })),
            _ => ty.clone(),
        }
    }

    fn dim(&self, dim: Dim) -> Dim {
        match dim {
            Dim::Fixed(n) => Dim::Fixed(self.size(n)),
            Dim::Dynamic => Dim::Dynamic,
        }
    }

    fn map(&self, map: &AffineMap) -> AffineMap {
        let results = map.results.iter().map(|e| self.expr(e)).collect();
        AffineMap::new(map.num_dims, map.num_symbols, results)
    }

    fn set(&self, set: &IntegerSet) -> IntegerSet {
        let constraints = set.constraints.iter().map(|c| Constraint {
            expr: self.expr(&c.expr),
            is_equality: c.is_equality,
        });
        IntegerSet::new(set.num_dims, set.num_symbols, constraints.collect())
    }

    fn expr(&self, expr: &AffineExpr) -> AffineExpr {
        match expr {
            AffineExpr::Constant(c) => AffineExpr::Constant(self.size(*c)),
            AffineExpr::Binary(op @ (AffineOp::Add | AffineOp::Mul), ab) => {
                AffineExpr::binary(*op, self.expr(&ab.0), self.expr(&ab.1))
            }
            AffineExpr::Binary(op, ab) => AffineExpr::binary(*op, self.expr(&ab.0), ab.1.clone()),
            _ => expr.clone(),
        }
    }
}

/// The attributes that hold bounds of loops.
const BOUNDS: [&str; 4] = [
    "lowerBoundMap",
    "upperBoundMap",
    "lowerBoundsMap",
    "upperBoundsMap",
];

fn dimensions(module: &Module, op: OpId) -> usize {
    module
        .single_block(op, 0)
        .map_or(0, |b| module.block(b).arguments.len())
}

/// The value of an operand that is a constant index.
fn index_operand(module: &Module, op: OpId, operand: usize) -> Option<i64> {
    let definition = module.defining_op(*module.op(op).operands.get(operand)?)?;
    let data = module.op(definition);
    let value = data.attribute("value").filter(|a| is_index(a))?;
    (data.code() == Some(OpCode::Constant)).then(|| value.as_i64())?
}

fn is_index(attribute: &Attribute) -> bool {
    matches!(attribute, Attribute::Integer { ty: Type::Index, .. })
}

fn extents(ty: &Type) -> Vec<i64> {
    let shape = ty.as_memref().and_then(|m| m.shape.as_ref());
    shape.into_iter().flatten().filter_map(|d| d.fixed()).collect()
}

fn constants(expr: &AffineExpr, to: &mut Vec<i64>) {
    expr.walk(&mut |e| to.extend(e.as_constant().and_then(i64::checked_abs)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_sizes_move_together() {
        let group = |least, greatest| Group {
            least,
            greatest,
            target: greatest,
        };
        let sizes = Shrink {
            groups: vec![group(517, 517), group(1299, 1300)],
            only_loops: false,
        };
        let small = sizes.with_targets(|n| [9, 20][n]);
        assert_eq!([1, 3, 16].map(|c| small.size(c)), [1, 3, 16]);
        assert_eq!([517, 1300, 1299, 1298].map(|c| small.size(c)), [9, 20, 19, 18]);
        assert_eq!(small.size(700), 700);
        assert_eq!(
            [-517, -1298, -3, i64::MIN].map(|c| small.size(c)),
            [-9, -18, -3, i64::MIN]
        );
    }
}
