//! Operations of linalg that multiply two operands and sum over the loops that only these share.

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::algebra::FastMath;
use ovolo_lang::ir::{BlockId, Module, Op, OpId, RegionId, ValueId};
use ovolo_lang::linalg::{Iteration, structured};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::fixed_shape;

/// What a loop of a product subscripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// All three.
    Batch,
    /// The left operand and the result: its rows.
    Left,
    /// The right operand and the result: its columns.
    Right,
    /// Both operands: what is summed over.
    Inner,
}

/// A product as an operation says it.
#[derive(Clone, Debug)]
pub struct Contraction {
    pub block: BlockId,
    pub inputs: [ValueId; 2],
    /// What is accumulated into.
    pub output: ValueId,
    /// The loop of each dimension of the inputs and of the output.
    pub loops: [Vec<usize>; 3],
    pub groups: Vec<Group>,
    /// Whether all extents are known.
    pub is_static: bool,
    /// What all operations of the body allow.
    pub flags: FastMath,
}

/// An operation that takes two operands and accumulates.
#[derive(Clone, Debug)]
pub enum Reading {
    Product(Contraction),
    /// One that subscripts its operands as a product does, and why it is none.
    Other {
        inputs: [ValueId; 2],
        output: ValueId,
        reason: &'static str,
    },
}

impl Reading {
    pub fn inputs(&self) -> [ValueId; 2] {
        match self {
            Reading::Product(product) => product.inputs,
            Reading::Other { inputs, .. } => *inputs,
        }
    }

    pub fn output(&self) -> ValueId {
        match self {
            Reading::Product(product) => product.output,
            Reading::Other { output, .. } => *output,
        }
    }
}

impl Contraction {
    /// Whether this product, of which a value is an operand, sums over the rows or over the columns of the product that
    /// makes it, in the same batches.
    pub fn continues(&self, value: ValueId, made: &Contraction) -> bool {
        let Some(n) = self.inputs.iter().position(|input| *input == value) else {
            return false;
        };
        let [rows, columns] = [Group::Left, Group::Right].map(|group| made.dims(2, group));
        let own = self.dims(n, [Group::Left, Group::Right][n]);
        let inner = self.dims(n, Group::Inner);
        let sides = [own, inner];
        self.dims(n, Group::Batch) == made.dims(2, Group::Batch)
            && (sides == [rows.clone(), columns.clone()] || sides == [columns, rows])
    }

    /// The dimensions of an operand (0 and 1 the inputs, 2 the output) that loops of a group subscript.
    pub fn dims(&self, operand: usize, group: Group) -> Vec<usize> {
        let loops = self.loops[operand].iter().enumerate();
        loops
            .filter(|&(_, &n)| self.groups[n] == group)
            .map(|(dim, _)| dim)
            .collect()
    }
}

/// The product that an operation is, or why it is none though its subscripts are those of one; `None` for any other
/// operation.
pub fn reading(module: &Module, op: OpId) -> Option<Reading> {
    let data = module.op(op);
    let nest = structured(module, op)?;
    let (&[left, right], &[output]) = (nest.inputs.as_slice(), nest.outputs.as_slice()) else {
        return None;
    };
    let values = [left, right, output];
    let loops: Vec<Vec<usize>> = nest
        .maps
        .iter()
        .map(|map| dims(&map.results))
        .collect::<Option<_>>()?;
    let loops: [Vec<usize>; 3] = loops.try_into().ok()?;
    let groups = groups(&loops, nest.iterations.len())?;
    if groups.iter().all(|group| *group == Group::Batch) {
        return None;
    }
    let is_sum = groups.contains(&Group::Inner);
    let ranks = values.map(|v| super::shape(module.ty(v)).map(<[_]>::len));
    if (0..3).any(|n| ranks[n] != Some(loops[n].len())) {
        return None;
    }
    let refused = |reason| {
        is_sum.then_some(Reading::Other {
            inputs: [left, right],
            output,
            reason,
        })
    };
    let kinds = groups.iter().map(|group| match group {
        Group::Inner => Iteration::Reduction,
        _ => Iteration::Parallel,
    });
    if !kinds.eq(nest.iterations.iter().copied()) {
        return refused("its loops are not those of a product: each that no result has is a reduction");
    }
    if !says_no_more(data) {
        return refused("it has attributes that a product has not");
    }
    let is_tensor = |v: &ValueId| matches!(module.ty(*v), Type::Tensor(_));
    if values.iter().any(|v| is_tensor(v) != is_tensor(&output)) {
        return refused("its operands are tensors and memrefs");
    }
    let elements = values.map(|v| module.ty(v).element());
    if elements.iter().any(|ty| *ty != elements[0]) {
        return refused("products of elements of several types are not reassociated");
    }
    let &[region] = data.regions.as_slice() else {
        return None;
    };
    let Some(flags) = product_and_sum(module, region) else {
        return refused("what it computes is not a product that is added to what was there");
    };
    Some(Reading::Product(Contraction {
        block: data.parent?,
        inputs: [left, right],
        output,
        loops,
        groups,
        is_static: values.iter().all(|&v| fixed_shape(module.ty(v)).is_some()),
        flags,
    }))
}

/// The loops that are the subscripts, each a different one.
fn dims(subscripts: &[AffineExpr]) -> Option<Vec<usize>> {
    let mut dims = Vec::with_capacity(subscripts.len());
    for subscript in subscripts {
        let AffineExpr::Dim(dim) = subscript else {
            return None;
        };
        if dims.contains(&(*dim as usize)) {
            return None;
        }
        dims.push(*dim as usize);
    }
    Some(dims)
}

/// What each loop subscripts, unless it is one operand alone or the result alone.
fn groups(loops: &[Vec<usize>; 3], count: usize) -> Option<Vec<Group>> {
    let group = |n: usize| match [0, 1, 2].map(|operand: usize| loops[operand].contains(&n)) {
        [true, true, true] => Some(Group::Batch),
        [true, false, true] => Some(Group::Left),
        [false, true, true] => Some(Group::Right),
        [true, true, false] => Some(Group::Inner),
        _ => None,
    };
    (0..count).map(group).collect()
}

/// Whether an operation has no attribute but those that make it one.
fn says_no_more(op: &Op) -> bool {
    let allowed: &[&str] = match op.code() {
        Some(OpCode::LinalgGeneric) => &["operandSegmentSizes", "indexing_maps", "iterator_types"],
        _ => &["operandSegmentSizes", "linalg.memoized_indexing_maps"],
    };
    op.attributes.iter().all(|(name, _)| allowed.contains(&&**name))
}

/// What both operations of a body allow that adds the product of its first two arguments to the third.
fn product_and_sum(module: &Module, region: RegionId) -> Option<FastMath> {
    let [block] = module.region(region).blocks.as_slice() else {
        return None;
    };
    let block = module.block(*block);
    let &[mul, add, end] = block.ops.as_slice() else {
        return None;
    };
    let &[a, b, accumulated] = block.arguments.as_slice() else {
        return None;
    };
    let [product, sum] = [mul, add].map(|op| module.op(op).results.first().copied());
    let (product, sum) = (product?, sum?);
    let is_of = |op: OpId, [x, y]: [ValueId; 2]| {
        let operands = module.op(op).operands.as_slice();
        operands == [x, y] || operands == [y, x]
    };
    let codes = [mul, add].map(|op| module.op(op).code());
    let is_mul_add = matches!(
        codes,
        [Some(OpCode::MulI), Some(OpCode::AddI)] | [Some(OpCode::MulF), Some(OpCode::AddF)]
    );
    let end = module.op(end);
    let is_sum = is_mul_add
        && is_of(mul, [a, b])
        && is_of(add, [accumulated, product])
        && end.code() == Some(OpCode::LinalgYield)
        && end.operands.as_slice() == [sum];
    is_sum.then(|| {
        let [first, second] = [mul, add].map(|op| module.op(op).fast_math());
        common(first, second)
    })
}

/// The order of sums and their contraction, where both allow it. What flags promise of values does not hold of the
/// intermediate results of another order.
pub fn common(a: FastMath, b: FastMath) -> FastMath {
    FastMath {
        reassoc: a.reassoc && b.reassoc,
        contract: a.contract && b.contract,
        ..FastMath::NONE
    }
}
