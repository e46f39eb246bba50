//! Arithmetic of images in 16 bits: what C computes with `int` from bytes and stores as bytes again has values for which 16 bits
//! are enough, and vectors of them have twice the lanes. LLVM does not look at the ranges of values for this.
//!
//! A value in 16 bits is the one in 32 bits modulo 2^16. Sums, products and left shifts of such values are right modulo 2^16
//! whatever their ranges are; where an operation looks at the whole value (a comparison, a right shift, a quotient), its
//! operands must all fit in 16 bits, with or without sign, and it is the signed or unsigned one. A right shift of which nobody asks
//! for more bits than were among the low 16 before is right in those. A value is narrowed where all that it is made of is, up to
//! extended integers of at most 16 bits and constants, and all that is made of it, down to truncations and comparisons.

use std::collections::BTreeSet;

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, NewOp, Op, OpId, OpName, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;
use rustc_hash::FxHashMap;

const NARROW: Type = Type::integer(16);

/// The least and the greatest value, as a number with sign.
type Range = (i64, i64);

const WIDE: Range = (i32::MIN as i64, i32::MAX as i64);
const SIGNED: Range = (-(1 << 15), (1 << 15) - 1);
const UNSIGNED: Range = (0, (1 << 16) - 1);

/// The module with values of 32 bits in 16 where these are enough; `None` where there are none.
pub(crate) fn narrowed(module: &Module) -> Option<Module> {
    let values = Values::of(module);
    let narrow = values.narrow();
    if !narrow.iter().any(|&op| values.has_narrow_result(op)) {
        return None;
    }
    let mut result = module.clone();
    // An integer of 16 bits that was extended, or to which a narrow one was truncated, is that one.
    let mut same = FxHashMap::default();
    for op in narrow {
        let data = module.op(op);
        let ends = data.operands.iter().chain(&data.results);
        let is_conversion = matches!(data.code(), Some(OpCode::ExtUI | OpCode::ExtSI | OpCode::TruncI));
        if is_conversion && ends.copied().any(|value| *module.ty(value) == NARROW) {
            let operand = data.operands[0];
            let value = match values.constants.get(&operand) {
                Some(value) => narrow_constant(&mut result, op, *value),
                None => operand,
            };
            same.insert(data.results[0], value);
            if let Some(block) = data.parent {
                result.block_mut(block).ops.retain(|other| *other != op);
            }
            continue;
        }
        values.rewrite(&mut result, op);
    }
    replace(&mut result, &same);
    Some(result)
}

/// Puts values in the place of others, which may be in the place of others again.
fn replace(module: &mut Module, same: &FxHashMap<ValueId, ValueId>) {
    let mut users = Vec::new();
    module.walk(module.top(), &mut |op| {
        if module
            .op(op)
            .operands
            .iter()
            .any(|value| same.contains_key(value))
        {
            users.push(op);
        }
    });
    for user in users {
        for operand in &mut module.op_mut(user).operands {
            while let Some(other) = same.get(operand) {
                *operand = *other;
            }
        }
    }
}

/// What is known of the values of 32 bits of a module.
struct Values<'m> {
    module: &'m Module,
    ranges: FxHashMap<ValueId, Range>,
    constants: FxHashMap<ValueId, i64>,
    users: FxHashMap<ValueId, Vec<OpId>>,
    /// How many of the low bits of a value matter.
    demanded: FxHashMap<ValueId, u32>,
    /// Operations that may be narrow as far as their own operands and results go.
    candidates: BTreeSet<OpId>,
}

impl<'m> Values<'m> {
    fn of(module: &'m Module) -> Values<'m> {
        let mut values = Values {
            module,
            ranges: FxHashMap::default(),
            constants: FxHashMap::default(),
            users: FxHashMap::default(),
            demanded: FxHashMap::default(),
            candidates: BTreeSet::new(),
        };
        values.demand();
        module.walk(module.top(), &mut |id| {
            let op = module.op(id);
            for &operand in op.operands.iter().filter(|v| *module.ty(**v) == Type::I32) {
                values.users.entry(operand).or_default().push(id);
            }
            values.look_at(id, op);
        });
        values
    }

    /// Finds how many bits of each value matter, from its users, which follow it in the text.
    fn demand(&mut self) {
        let module = self.module;
        let mut all = Vec::new();
        module.walk(module.top(), &mut |op| all.push(op));
        for id in all.into_iter().rev() {
            let op = module.op(id);
            let result = op.results.first().copied();
            let bits = result.and_then(|result| module.ty(result).bit_width());
            let own = result.map_or(32, |result| self.demanded.get(&result).copied().unwrap_or(0));
            for (n, &operand) in op.operands.iter().enumerate() {
                let needed = match op.code() {
                    Some(OpCode::TruncI) => bits.unwrap_or(32),
                    Some(
                        OpCode::AddI
                        | OpCode::SubI
                        | OpCode::MulI
                        | OpCode::AndI
                        | OpCode::OrI
                        | OpCode::XOrI,
                    ) => own,
                    Some(OpCode::Select) if n > 0 => own,
                    Some(OpCode::ShLI) if n == 0 => own,
                    Some(OpCode::ShRUI | OpCode::ShRSI) if n == 0 => {
                        let by = module.as_constant(op.operands[1]);
                        by.and_then(|by| u32::try_from(by).ok())
                            .map_or(32, |by| own.saturating_add(by))
                    }
                    _ => 32,
                };
                let known = self.demanded.entry(operand).or_default();
                *known = needed.min(32).max(*known);
            }
        }
    }

    fn look_at(&mut self, id: OpId, op: &Op) {
        let Some(code) = op.code() else { return };
        let result = op.results.first().copied();
        let is_wide = |value: ValueId| *self.module.ty(value) == Type::I32;
        match (code, result) {
            (OpCode::Constant, Some(result)) if is_wide(result) => {
                if let Some(value) = op.attribute("value").and_then(Attribute::as_i64) {
                    // The bits of a negative number are given with or without its sign.
                    let value = i64::from(value as i32);
                    self.constants.insert(result, value);
                    self.ranges.insert(result, (value, value));
                }
            }
            (OpCode::TruncI, Some(result)) => {
                let bits = self.module.ty(result).bit_width();
                let is_of_wide = op.operands.first().is_some_and(|v| is_wide(*v));
                if is_of_wide && bits.is_some_and(|bits| bits <= 16) {
                    self.candidates.insert(id);
                }
            }
            (OpCode::CmpI, Some(_)) if self.domain(&op.operands).is_some() => {
                self.candidates.insert(id);
            }
            (_, Some(result)) if is_wide(result) => {
                if let Some(range) = self.range(op, code, result) {
                    let fits = WIDE.0 <= range.0 && range.1 <= WIDE.1;
                    self.ranges.insert(result, if fits { range } else { WIDE });
                    self.candidates.insert(id);
                }
            }
            _ => {}
        }
    }

    /// The range in which all of these values lie; `None` where they fit in no 16 bits.
    fn domain(&self, operands: &[ValueId]) -> Option<Range> {
        let fits = |domain: &Range| {
            operands.iter().all(|value| {
                let range = self.ranges.get(value);
                range.is_some_and(|range| domain.0 <= range.0 && range.1 <= domain.1)
            })
        };
        [SIGNED, UNSIGNED].into_iter().find(fits)
    }

    /// The range of the result, where the operation can be done in 16 bits.
    fn range(&self, op: &Op, code: OpCode, result: ValueId) -> Option<Range> {
        let operands = op.operands.as_slice();
        let range = |n: usize| self.ranges.get(operands.get(n)?).copied();
        let constant = |n: usize| self.constants.get(operands.get(n)?).copied();
        let is_whole = || self.domain(operands);
        Some(match code {
            OpCode::ExtUI | OpCode::ExtSI => {
                let bits = self.module.ty(*operands.first()?).bit_width()?;
                if bits > 16 {
                    return None;
                }
                match code {
                    OpCode::ExtUI => (0, (1 << bits) - 1),
                    _ => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
                }
            }
            OpCode::AddI => (range(0)?.0 + range(1)?.0, range(0)?.1 + range(1)?.1),
            OpCode::SubI => (range(0)?.0 - range(1)?.1, range(0)?.1 - range(1)?.0),
            OpCode::MulI => product(range(0)?, range(1)?),
            OpCode::ShLI => {
                let by = constant(1).filter(|by| (0..16).contains(by))?;
                product(range(0)?, (1 << by, 1 << by))
            }
            OpCode::ShRSI | OpCode::ShRUI => {
                let by = constant(1).filter(|by| (0..16).contains(by))?;
                let (low, high) = range(0)?;
                let is_whole = self.domain(&operands[..1]).is_some() && (code == OpCode::ShRSI || low >= 0);
                let demanded = i64::from(self.demanded.get(&result).copied().unwrap_or(0));
                match is_whole {
                    true => (low >> by, high >> by),
                    false if demanded + by <= 16 => WIDE,
                    false => return None,
                }
            }
            OpCode::DivSI => {
                let by = constant(1).filter(|by| *by > 0)?;
                is_whole()?;
                (range(0)?.0 / by, range(0)?.1 / by)
            }
            OpCode::AndI => {
                let mask = constant(0).or(constant(1));
                range(0).and(range(1))?;
                match mask.filter(|mask| *mask >= 0) {
                    Some(mask) => (0, mask),
                    None => WIDE,
                }
            }
            OpCode::OrI | OpCode::XOrI => {
                let (a, b) = (range(0)?, range(1)?);
                match a.0 >= 0 && b.0 >= 0 {
                    true => (0, (a.1.max(b.1) as u64 + 1).next_power_of_two() as i64 - 1),
                    false => WIDE,
                }
            }
            OpCode::MinSI => {
                is_whole()?;
                (range(0)?.0.min(range(1)?.0), range(0)?.1.min(range(1)?.1))
            }
            OpCode::MaxSI => {
                is_whole()?;
                (range(0)?.0.max(range(1)?.0), range(0)?.1.max(range(1)?.1))
            }
            OpCode::AbsI => {
                let (low, high) = range(0)?;
                // The least number has no magnitude in 16 bits.
                if low <= SIGNED.0 || self.domain(operands)? != SIGNED {
                    return None;
                }
                (0, high.max(-low))
            }
            OpCode::Select => {
                let (a, b) = (range(1)?, range(2)?);
                (a.0.min(b.0), a.1.max(b.1))
            }
            _ => return None,
        })
    }

    /// The operations that are narrow together.
    fn narrow(&self) -> BTreeSet<OpId> {
        let mut narrow = self.candidates.clone();
        let mut pending: Vec<OpId> = narrow.iter().copied().collect();
        while let Some(op) = pending.pop() {
            if !narrow.contains(&op) || self.fits_among(op, &narrow) {
                continue;
            }
            narrow.remove(&op);
            pending.extend(self.wide_operands(op).filter_map(|v| self.module.defining_op(v)));
            let results = self.module.op(op).results.iter();
            pending.extend(results.filter_map(|result| self.users.get(result)).flatten());
        }
        narrow
    }

    fn wide_operands(&self, op: OpId) -> impl Iterator<Item = ValueId> + '_ {
        let operands = self.module.op(op).operands.iter().copied();
        operands.filter(|value| *self.module.ty(*value) == Type::I32)
    }

    /// Whether all that an operation uses, and all that uses it, is narrow.
    fn fits_among(&self, op: OpId, narrow: &BTreeSet<OpId>) -> bool {
        let is_made_narrow = |value: ValueId| {
            let maker = self.module.defining_op(value);
            self.constants.contains_key(&value) || maker.is_some_and(|maker| narrow.contains(&maker))
        };
        let is_used_narrow = |value: &ValueId| {
            let users = self.users.get(value).map_or(&[][..], Vec::as_slice);
            users.iter().all(|user| narrow.contains(user))
        };
        self.wide_operands(op).all(is_made_narrow) && self.module.op(op).results.iter().all(is_used_narrow)
    }

    fn has_narrow_result(&self, op: OpId) -> bool {
        let mut results = self.module.op(op).results.iter();
        results.any(|&result| *self.module.ty(result) == Type::I32)
    }

    fn rewrite(&self, module: &mut Module, id: OpId) {
        let op = self.module.op(id);
        for (n, operand) in op.operands.iter().enumerate() {
            if let Some(value) = self.constants.get(operand) {
                let constant = narrow_constant(module, id, *value);
                module.op_mut(id).operands[n] = constant;
            }
        }
        for &result in op.results.iter().filter(|r| *self.module.ty(**r) == Type::I32) {
            module.value_mut(result).ty = NARROW;
        }
        let whole = match op.code() {
            Some(OpCode::ShRSI) => &op.operands[..1],
            _ => &op.operands[..],
        };
        let is_unsigned = self.domain(whole) == Some(UNSIGNED);
        let op = module.op_mut(id);
        op.attributes.retain(|(name, _)| &**name != "overflowFlags");
        let Some(code) = op.code().filter(|_| is_unsigned) else {
            return;
        };
        let unsigned = match code {
            OpCode::ShRSI => OpCode::ShRUI,
            OpCode::DivSI => OpCode::DivUI,
            OpCode::MinSI => OpCode::MinUI,
            OpCode::MaxSI => OpCode::MaxUI,
            OpCode::CmpI => {
                // The predicates from `slt` to `sge` have unsigned ones four further on.
                let predicate = op.predicate();
                if (2..6).contains(&predicate) {
                    op.set_attribute("predicate", Attribute::integer(predicate + 4, Type::I64));
                }
                return;
            }
            _ => return,
        };
        op.name = OpName::Known(unsigned);
    }
}

/// A constant modulo 2^16, right before the operation.
fn narrow_constant(module: &mut Module, before: OpId, value: i64) -> ValueId {
    let value = i64::from(value as i16);
    let constant = NewOp::new(OpCode::Constant)
        .result(NARROW)
        .attribute("value", Attribute::integer(value, NARROW));
    let constant = module.create(constant);
    if let Some(block) = module.op(before).parent {
        module.op_mut(constant).parent = Some(block);
        let ops = &mut module.block_mut(block).ops;
        let place = ops.iter().position(|&op| op == before).unwrap_or(ops.len());
        ops.insert(place, constant);
    }
    module.op(constant).results[0]
}

fn product(a: Range, b: Range) -> Range {
    let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
    let low = corners.into_iter().fold(i64::MAX, i64::min);
    (low, corners.into_iter().fold(i64::MIN, i64::max))
}
