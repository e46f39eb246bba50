//! Unwrapping: a subscript that C computes without sign in fewer bits than an index has, `y[i * m + j]` of `unsigned` numbers, is the sum
//! itself where that fits.
//!
//! ```text
//! index_castui(index_cast(i * m + j : index to i32))  =>  i * m + j      (n, m <= 65535, i < n, j < m)
//! ```
//!
//! That it fits is seen of one bound for all sizes, which is asked at run time. It is a power of two less one, so that a certificate finds
//! it again.

use std::collections::BTreeMap;

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::flat_loops::operand;
use ovolo_lang::ir::{BlockId, Module, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::lift::{SizeCondition, assumed_sizes};

/// Operations that a subscript is made of. Arbitrary.
const MOST_OPERATIONS: usize = 40;

/// Bits of the greatest and the least bound of sizes that is tried. Arbitrary: for less there is no use.
const MOST_BITS: u32 = 16;
const LEAST_BITS: u32 = 8;

/// A sum of products: each with its factor. Variables of loops stand for how far they are from where their loop begins.
type Sum = BTreeMap<Vec<ValueId>, i64>;

/// What is made of a conversion without sign.
struct Wrapped {
    result: ValueId,
    sum: ValueId,
    /// The greatest bound of all sizes for which it fits.
    bound: i64,
    /// The arguments that are sizes in it, or end a loop in it.
    sizes: Vec<usize>,
}

/// Unwraps the subscripts of a function that fit, or may be promised to. Gives the conditions on its arguments that are promised so;
/// `None` where there are no such subscripts.
pub(crate) fn unwrap(module: &mut Module, function: OpId, may_promise: bool) -> Option<Vec<SizeCondition>> {
    let assumed = assumed_sizes(module, function);
    let reader = Reader {
        module,
        arguments: module.single_block(function, 0)?,
    };
    let mut found = Vec::new();
    module.walk(function, &mut |op| found.extend(reader.wrapped(op)));
    if !may_promise {
        let is_known = |wrapped: &Wrapped| {
            let mut conditions = wrapped
                .sizes
                .iter()
                .flat_map(|&size| bounded(size, wrapped.bound));
            conditions.all(|wanted| {
                let says =
                    |known: &SizeCondition| known.terms == wanted.terms && known.constant <= wanted.constant;
                assumed.iter().any(says)
            })
        };
        found.retain(is_known);
    }
    let bound = found.iter().map(|wrapped| wrapped.bound).min()?;
    let mut sizes: Vec<usize> = found.iter().flat_map(|wrapped| wrapped.sizes.clone()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut users = Vec::new();
    module.walk(function, &mut |op| users.push(op));
    for Wrapped { result, sum, .. } in found {
        for &user in &users {
            let operands = module.op_mut(user).operands.iter_mut();
            operands
                .filter(|value| **value == result)
                .for_each(|value| *value = sum);
        }
    }
    Some(sizes.into_iter().flat_map(|size| bounded(size, bound)).collect())
}

/// That an argument, as a signed number, is not negative and at most a bound.
fn bounded(argument: usize, bound: i64) -> [SizeCondition; 2] {
    [(1, 0), (-1, bound)].map(|(factor, constant)| SizeCondition {
        terms: vec![(argument, factor)],
        constant,
    })
}

struct Reader<'m> {
    module: &'m Module,
    /// The block whose arguments those of the function are.
    arguments: BlockId,
}

impl Reader<'_> {
    fn wrapped(&self, op: OpId) -> Option<Wrapped> {
        let data = self.module.op(op);
        if data.code() != Some(OpCode::IndexCastUI) {
            return None;
        }
        let cut = self.module.op(self.module.defining_op(data.operands[0])?);
        let bits = self.module.ty(data.operands[0]).bit_width()?;
        let sum = *cut.operands.first()?;
        if cut.code() != Some(OpCode::IndexCast) || *self.module.ty(sum) != Type::Index || bits > 32 {
            return None;
        }
        let products = self.sum(sum, &mut MOST_OPERATIONS.clone())?;
        let mut sizes = Vec::new();
        for leaf in products.keys().flatten() {
            match self.variable(*leaf) {
                Some((_, end)) => sizes.extend(end),
                None => sizes.push(self.size(*leaf)?),
            }
        }
        let fits = |bound: i64| {
            let term = |(product, factor): (&Vec<ValueId>, &i64)| {
                i128::from(bound)
                    .checked_pow(product.len() as u32)?
                    .checked_mul(i128::from(*factor))
            };
            let all: Option<Vec<i128>> = products.iter().map(term).collect();
            all.is_some_and(|all| all.iter().sum::<i128>() < 1 << bits)
        };
        let mut bounds = (LEAST_BITS..=MOST_BITS).rev().map(|bits| (1i64 << bits) - 1);
        let bound = bounds.find(|bound| fits(*bound))?;
        let is_natural = products.values().all(|factor| *factor >= 0);
        is_natural.then_some(Wrapped {
            result: data.results[0],
            sum,
            bound,
            sizes,
        })
    }

    /// The argument that a size is.
    fn size(&self, value: ValueId) -> Option<usize> {
        let op = self.module.op(self.module.defining_op(value)?);
        if !matches!(op.code(), Some(OpCode::IndexCast | OpCode::IndexCastUI)) {
            return None;
        }
        match self.module.value(op.operands[0]).def {
            ValueDef::Argument { block, index } if block == self.arguments => Some(index as usize),
            _ => None,
        }
    }

    /// Where the loop of a variable begins, and the size that is no less than any value of it; `None` of both where that is a constant
    /// which is below the least bound.
    fn variable(&self, value: ValueId) -> Option<(i64, Option<usize>)> {
        let ValueDef::Argument { block, index: 0 } = self.module.value(value).def else {
            return None;
        };
        let op = self.module.op(self.module.block_parent_op(block)?);
        if op.code() != Some(OpCode::AffineFor) {
            return None;
        }
        let map = |name: &str| op.attribute(name).and_then(Attribute::as_affine_map);
        let (lower, upper) = (map("lowerBoundMap")?, map("upperBoundMap")?);
        let begin = lower.single_constant().filter(|begin| *begin >= 0)?;
        let operands = op.operands.get(lower.num_inputs()..)?;
        let ends = upper.results.iter().find_map(|end| {
            let (leaf, beyond) = match end {
                AffineExpr::Constant(n) if *n < 1 << LEAST_BITS => return Some(None),
                AffineExpr::Binary(AffineOp::Add, ab) => (&ab.0, ab.1.as_constant()?),
                leaf => (leaf, 0),
            };
            let size = self.size(operand(leaf, upper, operands)?)?;
            (beyond <= begin).then_some(Some(size))
        });
        Some((begin, ends?))
    }

    fn sum(&self, value: ValueId, left: &mut usize) -> Option<Sum> {
        *left = left.checked_sub(1)?;
        if let Some((begin, _)) = self.variable(value) {
            return plus(Sum::from([(vec![value], 1)]), &constant(begin));
        }
        if self.size(value).is_some() {
            return Some(Sum::from([(vec![value], 1)]));
        }
        let op = self.module.op(self.module.defining_op(value)?);
        match (op.code()?, op.operands.as_slice()) {
            (OpCode::Constant, []) => Some(constant(self.module.as_constant(value)?)),
            (OpCode::AddI, &[a, b]) => plus(self.sum(a, left)?, &self.sum(b, left)?),
            (OpCode::MulI, &[a, b]) => times(&self.sum(a, left)?, &self.sum(b, left)?),
            (OpCode::SubI, &[a, b]) => plus(self.sum(a, left)?, &times(&self.sum(b, left)?, &constant(-1))?),
            (OpCode::AffineApply, operands) => {
                let map = op.attribute("map").and_then(Attribute::as_affine_map)?;
                let [expr] = map.results.as_slice() else {
                    return None;
                };
                self.sum_of(expr, (map, operands), left)
            }
            _ => None,
        }
    }

    fn sum_of(&self, expr: &AffineExpr, of: (&AffineMap, &[ValueId]), left: &mut usize) -> Option<Sum> {
        match expr {
            AffineExpr::Constant(n) => Some(constant(*n)),
            AffineExpr::Binary(op, ab) => {
                let (a, b) = (self.sum_of(&ab.0, of, left)?, self.sum_of(&ab.1, of, left)?);
                match op {
                    AffineOp::Add => plus(a, &b),
                    AffineOp::Mul => times(&a, &b),
                    _ => None,
                }
            }
            leaf => self.sum(operand(leaf, of.0, of.1)?, left),
        }
    }
}

fn constant(n: i64) -> Sum {
    match n {
        0 => Sum::new(),
        n => Sum::from([(Vec::new(), n)]),
    }
}

fn plus(mut a: Sum, b: &Sum) -> Option<Sum> {
    for (product, factor) in b {
        let known = a.entry(product.clone()).or_insert(0);
        *known = known.checked_add(*factor)?;
    }
    a.retain(|_, factor| *factor != 0);
    Some(a)
}

fn times(a: &Sum, b: &Sum) -> Option<Sum> {
    let mut all = Sum::new();
    for (first, x) in a {
        for (second, y) in b {
            let mut product = [&first[..], &second[..]].concat();
            product.sort_unstable();
            all = plus(all, &Sum::from([(product, x.checked_mul(*y)?)]))?;
        }
    }
    Some(all)
}
