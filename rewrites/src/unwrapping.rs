//! Unwrapping: what C computes of sizes is computed of indices where it is the same of them: a subscript without sign in fewer bits than
//! an index has, `y[i * m + j]` of `unsigned` numbers, a quotient, which C rounds to zero, and a comparison without sign.
//!
//! ```text
//! index_castui(index_cast(i * m + j : index to i32))          =>  i * m + j             (n, m <= 65535, i < n, j < m)
//! index_castui(divui(index_cast(c + 7 : index to i64), 8))    =>  (c + 7) floordiv 8    (c <= 2147483647)
//! index_cast(divsi(c, 4))                                     =>  c floordiv 4          (c >= 0)
//! cmpi ult, index_cast(b * 8 + l : index to i64), c           =>  cmpi slt, b * 8 + l, c
//! index_castui(select(p, index_cast(b + 8 : index to i64), c)) =>  select(p, b + 8, c)
//! ```
//!
//! That it fits is seen of one bound for all sizes, which is asked at run time. It is a power of two less one, so that a certificate finds
//! it again.

use std::collections::BTreeMap;

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp, symbol};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::flat_loops::operand;
use ovolo_lang::ir::{BlockId, Module, NewOp, Op, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::lift::{SizeCondition, assumed_sizes};
use crate::widening::{constant_before, insert_before};

/// Operations that a subscript is made of. Arbitrary.
const MOST_OPERATIONS: usize = 40;

/// Bits of the greatest bound of sizes that is tried where integers have at most 32 bits, and where they have more, and of the least one.
/// Arbitrary: for less there is no use.
const MOST_BITS: u32 = 16;
const MOST_OF_WIDE: u32 = 31;
const LEAST_BITS: u32 = 8;

/// The greatest bound.
const GREATEST: i64 = (1 << MOST_OF_WIDE) - 1;

/// A sum of products: each with its factor. Variables of loops stand for how far they are from where their loop begins.
type Sum = BTreeMap<Vec<ValueId>, i64>;

/// What is computed otherwise of integers than of indices.
struct Wrapped {
    op: OpId,
    fits: Fits,
    computed: Computed,
}

/// When numbers fit into the integers that they are computed in.
struct Fits {
    /// The greatest bound of all sizes for which they do.
    bound: i64,
    /// The arguments that are sizes in them, or end a loop in them.
    sizes: Vec<usize>,
}

impl Fits {
    /// When an argument is not negative.
    fn of(size: usize) -> Fits {
        Fits {
            bound: GREATEST,
            sizes: vec![size],
        }
    }
}

/// What it is of indices.
enum Computed {
    Sum(ValueId),
    /// The quotient of a sum by a constant, or the remainder.
    Quotient(Operand, AffineOp, i64),
    /// By this predicate, as MLIR numbers them.
    Comparison(i64, [Operand; 2]),
    /// What an `arith.select` chooses from.
    Choice(OpId, [Operand; 2]),
}

#[derive(Clone, Copy)]
enum Operand {
    Index(ValueId),
    Constant(i64),
    /// An argument of the function that is an integer.
    Size(ValueId),
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
        let is_known = |Wrapped { fits, .. }: &Wrapped| {
            let mut conditions = fits.sizes.iter().flat_map(|&size| bounded(size, fits.bound));
            conditions.all(|wanted| {
                let says =
                    |known: &SizeCondition| known.terms == wanted.terms && known.constant <= wanted.constant;
                assumed.iter().any(says)
            })
        };
        found.retain(is_known);
    }
    let bound = found.iter().map(|wrapped| wrapped.fits.bound).min()?;
    let mut sizes: Vec<usize> = found
        .iter()
        .flat_map(|wrapped| wrapped.fits.sizes.clone())
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut users = Vec::new();
    module.walk(function, &mut |op| users.push(op));
    for Wrapped { op, computed, .. } in found {
        let new = computed.made_before(module, op);
        let result = module.op(op).results[0];
        for &user in &users {
            let operands = module.op_mut(user).operands.iter_mut();
            operands
                .filter(|value| **value == result)
                .for_each(|value| *value = new);
        }
    }
    Some(sizes.into_iter().flat_map(|size| bounded(size, bound)).collect())
}

impl Computed {
    fn made_before(self, module: &mut Module, op: OpId) -> ValueId {
        match self {
            Computed::Sum(sum) => sum,
            Computed::Quotient(sum, division, by) => {
                let map = AffineMap::new(
                    0,
                    1,
                    vec![AffineExpr::binary(division, symbol(0), AffineExpr::Constant(by))],
                );
                let sum = sum.made_before(module, op);
                let apply = NewOp::new(OpCode::AffineApply)
                    .operands([sum])
                    .attribute("map", Attribute::affine_map(map))
                    .result(Type::Index);
                insert_before(module, op, apply)
            }
            Computed::Comparison(predicate, sides) => {
                let sides = sides.map(|side| side.made_before(module, op));
                let compare = NewOp::new(OpCode::CmpI)
                    .operands(sides)
                    .attribute("predicate", Attribute::integer(predicate, Type::I64))
                    .result(Type::I1);
                insert_before(module, op, compare)
            }
            Computed::Choice(select, sides) => {
                let [one, other] = sides.map(|side| side.made_before(module, op));
                let condition = module.op(select).operands[0];
                let choice = NewOp::new(OpCode::Select)
                    .operands([condition, one, other])
                    .result(Type::Index);
                insert_before(module, op, choice)
            }
        }
    }
}

impl Operand {
    fn made_before(self, module: &mut Module, op: OpId) -> ValueId {
        match self {
            Operand::Index(value) => value,
            Operand::Constant(n) => constant_before(module, op, n),
            Operand::Size(value) => {
                let cast = NewOp::new(OpCode::IndexCast)
                    .operands([value])
                    .result(Type::Index);
                insert_before(module, op, cast)
            }
        }
    }
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
        let (fits, computed) = match data.code()? {
            OpCode::IndexCastUI | OpCode::IndexCast => self.converted(data)?,
            OpCode::DivSI | OpCode::RemSI if *self.module.ty(data.results[0]) == Type::Index => {
                self.quotient(data)?
            }
            OpCode::CmpI => self.compared(data)?,
            _ => return None,
        };
        Some(Wrapped { op, fits, computed })
    }

    fn converted(&self, conversion: &Op) -> Option<(Fits, Computed)> {
        let integer = conversion.operands[0];
        let definition = self.module.defining_op(integer)?;
        let op = self.module.op(definition);
        match (op.code()?, conversion.code()?) {
            (OpCode::Select, OpCode::IndexCastUI) => {
                let (fits, sides) = self.sides([op.operands[1], op.operands[2]])?;
                Some((fits, Computed::Choice(definition, sides)))
            }
            (OpCode::DivUI | OpCode::RemUI, OpCode::IndexCastUI)
            | (OpCode::DivSI | OpCode::RemSI, OpCode::IndexCast) => self.quotient(op),
            (_, OpCode::IndexCastUI) => {
                let (fits, sum) = self.cut(integer).filter(|_| self.bits(integer) <= 32)?;
                Some((fits, Computed::Sum(sum)))
            }
            _ => None,
        }
    }

    fn quotient(&self, op: &Op) -> Option<(Fits, Computed)> {
        let division = match op.code()? {
            OpCode::DivUI | OpCode::DivSI => AffineOp::FloorDiv,
            _ => AffineOp::Mod,
        };
        let [dividend, by] = *op.operands.as_slice() else {
            return None;
        };
        let by = self.module.as_constant(by).filter(|by| *by > 0)?;
        let (fits, sum) = match (self.argument(dividend), self.module.ty(dividend)) {
            (Some(size), Type::Integer(_)) => (Fits::of(size), Operand::Size(dividend)),
            (_, Type::Index) => (self.fits(dividend, 64)?, Operand::Index(dividend)),
            _ => {
                let (fits, sum) = self.cut(dividend)?;
                (fits, Operand::Index(sum))
            }
        };
        Some((fits, Computed::Quotient(sum, division, by)))
    }

    fn compared(&self, op: &Op) -> Option<(Fits, Computed)> {
        // `slt`, `sle`, `sgt` and `sge` come in front of `ult`, `ule`, `ugt` and `uge`.
        let unsigned = op.attribute("predicate")?.as_i64()?;
        let signed = (6..=9).contains(&unsigned).then_some(unsigned - 4)?;
        let (fits, sides) = self.sides([op.operands[0], op.operands[1]])?;
        Some((fits, Computed::Comparison(signed, sides)))
    }

    /// Two integers of one width as indices, one of them computed of indices, and when both are.
    fn sides(&self, values: [ValueId; 2]) -> Option<(Fits, [Operand; 2])> {
        let mut all = Fits {
            bound: i64::MAX,
            sizes: Vec::new(),
        };
        let mut side = |value: ValueId| {
            if let Some(n) = self.module.as_constant(value) {
                return (n >= 0).then_some(Operand::Constant(n));
            }
            if let Some(size) = self.argument(value) {
                all.sizes.push(size);
                all.bound = all.bound.min(GREATEST);
                return Some(Operand::Size(value));
            }
            let (fits, sum) = self.cut(value)?;
            all.sizes.extend(fits.sizes);
            all.bound = all.bound.min(fits.bound);
            Some(Operand::Index(sum))
        };
        let sides = [side(values[0])?, side(values[1])?];
        let is_of_indices = sides.iter().any(|side| matches!(side, Operand::Index(_)));
        is_of_indices.then_some((all, sides))
    }

    fn bits(&self, integer: ValueId) -> u32 {
        self.module.ty(integer).bit_width().unwrap_or(u32::MAX)
    }

    /// The index that an integer is cut off, and when it fits.
    fn cut(&self, integer: ValueId) -> Option<(Fits, ValueId)> {
        let cut = self.module.op(self.module.defining_op(integer)?);
        let bits = self.bits(integer);
        let sum = *cut.operands.first()?;
        if cut.code() != Some(OpCode::IndexCast) || *self.module.ty(sum) != Type::Index {
            return None;
        }
        Some((self.fits(sum, bits)?, sum))
    }

    /// When an index is not negative and fits into so many bits.
    fn fits(&self, sum: ValueId, bits: u32) -> Option<Fits> {
        let products = self.sum(sum, &mut MOST_OPERATIONS.clone())?;
        let mut sizes = Vec::new();
        for leaf in products.keys().flatten() {
            match self.variable(*leaf) {
                Some((_, end)) => sizes.extend(end),
                None => sizes.push(self.size(*leaf)?),
            }
        }
        // An index has a sign.
        let values = bits.min(63);
        let fits = |bound: i64| {
            let term = |(product, factor): (&Vec<ValueId>, &i64)| {
                i128::from(bound)
                    .checked_pow(product.len() as u32)?
                    .checked_mul(i128::from(*factor))
            };
            let all: Option<Vec<i128>> = products.iter().map(term).collect();
            all.is_some_and(|all| all.iter().sum::<i128>() < 1 << values)
        };
        let most = if bits > 32 { MOST_OF_WIDE } else { MOST_BITS };
        let mut bounds = (LEAST_BITS..=most).rev().map(|bits| (1i64 << bits) - 1);
        let bound = bounds.find(|bound| fits(*bound))?;
        let is_natural = products.values().all(|factor| *factor >= 0);
        is_natural.then_some(Fits { bound, sizes })
    }

    /// The argument that a size is, or is not greater than: `(n + 7) / 8` is not greater than `n`.
    fn size(&self, value: ValueId) -> Option<usize> {
        let op = self.module.op(self.module.defining_op(value)?);
        if !matches!(op.code(), Some(OpCode::IndexCast | OpCode::IndexCastUI)) {
            return None;
        }
        if let Some(size) = self.argument(op.operands[0]) {
            return Some(size);
        }
        let (_, computed) = self.converted(op)?;
        let Computed::Quotient(Operand::Index(sum), AffineOp::FloorDiv, by) = computed else {
            return None;
        };
        let mut terms = self.sum(sum, &mut MOST_OPERATIONS.clone())?;
        let beyond = terms.remove(&Vec::new()).unwrap_or(0);
        match terms.into_iter().collect::<Vec<_>>().as_slice() {
            [(leaves, 1)] if (0..by).contains(&beyond) && leaves.len() == 1 => self.size(leaves[0]),
            _ => None,
        }
    }

    /// The argument of the function that a value is.
    fn argument(&self, value: ValueId) -> Option<usize> {
        match self.module.value(value).def {
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
