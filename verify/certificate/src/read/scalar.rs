//! Operations on scalars, in a form in which floats that are equal to the bit look alike.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, constant, dim};
use ovolo_lang::algebra::FastMath;
use ovolo_lang::attribute::{Attribute, FloatValue};
use ovolo_lang::float::decode;
use ovolo_lang::ir::{BlockId, Op, OpId, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::{FloatKind, Type};

use super::super::Refused;
use super::super::function::{Access, Array, Guard, Operation, SELECT, Value};
use super::super::reductions::Reduction;
use super::compared::{asked_as, extreme, is_true, opposite, truth_as_number, unwidened, with_lesser_first};
use super::decided::{combined, decided, is_false};
use super::index::is_followed_in_lanes;
use super::narrowed::narrowed;
use super::{AFTER, Known, MOST_IN_PRODUCT, MOST_INLINE, Reader, lane, lanes_of};

impl Reader<'_> {
    /// One of two vectors in each lane, by a mask that has lanes by their numbers.
    fn choice_by_lanes(&self, op: &Op) -> Option<Known> {
        let &[mask, then, otherwise] = op.operands.as_slice() else {
            return None;
        };
        let Some(Known::Mask(lanes, by_data)) = self.known.get(&mask) else {
            return None;
        };
        let [then, otherwise] = [self.value(then).ok()?, self.value(otherwise).ok()?];
        let then = match by_data {
            Some(data) => select(data, then, otherwise.clone()),
            None => then,
        };
        let choice = (Guard::All(lanes.clone()), then, otherwise);
        Some(Known::Value(Value::Choice(Rc::new(choice))))
    }

    /// An operation on scalars, or on vectors lane by lane.
    pub(super) fn scalar(&mut self, id: OpId, code: OpCode, block: BlockId) -> Refused<()> {
        let op = self.module.op(id);
        let refused = || format!("`{}`", code.name());
        let (&[result], true) = (op.results.as_slice(), op.regions.is_empty()) else {
            return Err(refused());
        };
        let ty = self.module.ty(result).clone();
        let by_lanes = (code == OpCode::Select)
            .then(|| self.choice_by_lanes(op))
            .flatten();
        let choice = |this: &mut Self| (code == OpCode::Select).then(|| this.choice(op)).flatten();
        if let Some(known) = by_lanes.or_else(|| choice(self)) {
            let nodes = op
                .operands
                .iter()
                .map(|v| self.sizes.get(v).copied().unwrap_or(1));
            self.sizes.insert(result, nodes.fold(1, usize::saturating_add));
            self.known.insert(result, known);
            return Ok(());
        }
        let mut failed = None;
        let is_chosen = self.is_chosen(&op.operands);
        let is_index = ty == Type::Index || *ty.element() == Type::Index && is_followed_in_lanes(code);
        let index = is_index.then(|| {
            self.over_choices(&op.operands, &mut |this| match this.index_operation(op, code) {
                Some(Ok(known)) => Some(known),
                Some(Err(why)) => {
                    failed.get_or_insert(why);
                    None
                }
                // Of one of several indices it may be a function of data.
                None if is_chosen => this.of_data(op, code),
                None => None,
            })
        });
        if let Some(why) = failed {
            return Err(why);
        }
        if let Some(known) = index.flatten() {
            self.known.insert(result, known);
            return Ok(());
        }
        let element = ty.element().clone();
        let is_scalar = matches!(element, Type::Integer(_) | Type::Float(_) | Type::Index);
        if !is_scalar || lanes_of(&ty).is_err() || !code.has_trait(Trait::Pure) || code == OpCode::Bitcast {
            return Err(refused());
        }
        let is_lane_by_lane =
            ty.as_vector().is_none() || code.has_trait(Trait::Elementwise) || op.operands.is_empty();
        if !is_lane_by_lane {
            return Err(refused());
        }
        let mut operands: Vec<Value> = op
            .operands
            .iter()
            .map(|&v| self.value(v))
            .collect::<Refused<_>>()?;
        let is_partial = code.has_trait(Trait::Partial) && !divides_by_constant(&operands);
        let divisor = match operands.last() {
            Some(Value::Index(divisor)) if is_partial && ty == Type::Index => Some(divisor.clone()),
            _ => None,
        };
        if let Some(divisor) = &divisor {
            self.divided_by(divisor);
        }
        let types = op
            .operands
            .iter()
            .map(|&v| self.module.ty(v).element().to_string());
        let mut types: Vec<String> = types.collect();
        let mut attributes = Vec::new();
        for (name, value) in op.attributes.iter() {
            match (&**name, value) {
                ("fastmath", _) => attributes.extend(self.flags(op.fast_math())),
                ("value", Attribute::DenseElements(dense)) => match dense.elements.as_slice() {
                    [one] => attributes.push(format!(" value = {one}")),
                    _ => return Err("a vector of different constants".into()),
                },
                ("predicate", _) => {
                    let mut predicate = op.predicate();
                    if let (OpCode::CmpI, [a, b]) = (code, operands.as_slice())
                        && let Some((of_narrow, narrow, ty)) = unwidened(predicate, [a, b])
                    {
                        (predicate, operands, types) = (of_narrow, narrow.to_vec(), vec![ty; 2]);
                    }
                    let (predicate, is_swapped) = with_lesser_first(code, predicate);
                    if is_swapped {
                        operands.reverse();
                    }
                    attributes.push(format!(" predicate = {predicate}"));
                }
                _ => attributes.push(format!(" {name} = {value}")),
            }
        }
        attributes.sort();
        let name = match code {
            OpCode::VectorFma => OpCode::Fma.name(),
            _ => code.name(),
        };
        let mut key = name.to_string();
        key.extend(attributes);
        types.iter().for_each(|ty| key += &format!(" {ty}"));
        key += &format!(" -> {element}");
        let mut moved = None;
        if let (OpCode::Select, [condition, then, otherwise]) = (code, operands.as_slice()) {
            moved = Some(select(condition, then.clone(), otherwise.clone()));
        }
        if let (OpCode::AndI | OpCode::OrI, [a, b]) = (code, operands.as_slice())
            && element == Type::I1
        {
            // What the first decides is left open of the second.
            let b = decided(b, a, code == OpCode::AndI);
            moved = Some(combined(code, [a, &b]));
        }
        if let (OpCode::TruncI, [wide]) = (code, operands.as_slice()) {
            moved = narrowed(wide, &element.to_string(), &key);
        }
        if let (OpCode::XOrI, [a, b]) = (code, operands.as_slice()) {
            let of = |condition, other| opposite(condition).filter(|_| is_true(other));
            moved = of(a, b).or_else(|| of(b, a));
        }
        let nodes = op
            .operands
            .iter()
            .map(|v| self.sizes.get(v).copied().unwrap_or(1));
        let nodes = nodes.fold(1usize, usize::saturating_add);
        let may_move_signs = element.is_float() && !self.shows_bits;
        let is_plain = plain_key(code.name(), operands.len(), &element) == key;
        let moved = moved.or_else(|| match key.strip_prefix(NEGATIVE) {
            _ if !may_move_signs => None,
            Some(rest) => Some(negative(leaf(format!("{POSITIVE}{rest}")), &element)),
            None if is_plain => signs_outside(code, &operands, &element),
            None => None,
        });
        let value = moved.unwrap_or_else(|| {
            Value::Op(Rc::new(Operation {
                key,
                is_commutative: code.has_trait(Trait::Commutative)
                    && !(element.is_float() && self.shows_bits),
                operands,
            }))
        });
        let is_register = self.shared.contains(&result) && !self.is_read_back(result, &value);
        if is_partial && divisor.is_none() {
            let is_unsigned = matches!(code, OpCode::DivUI | OpCode::RemUI | OpCode::CeilDivUI);
            self.divided_by_data(&value, is_unsigned, &lanes_of(&ty)?);
        }
        // What a sum is fused with is seen in it.
        let most_inline = match &value {
            Value::Op(op) if op.key.starts_with("arith.mulf ") || op.key.starts_with("arith.negf ") => {
                MOST_INLINE + MOST_IN_PRODUCT
            }
            _ => MOST_INLINE,
        };
        if nodes == 1 || !is_register && nodes <= most_inline {
            return self.define(result, value, nodes);
        }
        let access = self.number(block, lanes_of(&ty)?.len());
        self.statement(
            value,
            access.array,
            access.subscripts.clone(),
            &lanes_of(&ty)?,
            None,
        )?;
        let access = Access {
            time: self.at(AFTER),
            ..access
        };
        self.define(result, Value::Load(Rc::new(access)), 1)
    }

    /// Whether a value is read from where it has been stored, as if it had been updated there.
    pub(super) fn is_read_back(&self, result: ValueId, value: &Value) -> bool {
        let is_of_any_order = match value {
            Value::Op(op) => Reduction::of_operation(&op.key, self.model).is_some(),
            _ => false,
        };
        is_of_any_order && self.conditions.is_empty() && self.read_back.contains(&result)
    }

    /// A register for a value of this block.
    fn number(&mut self, block: BlockId, lanes: usize) -> Access {
        let registers = &mut self.registers;
        let (array, count) = self.numbered.entry(block).or_insert_with(|| {
            *registers += 1;
            (*registers - 1, 0)
        });
        *count += 1;
        let (array, number) = (*array, *count - 1);
        let mut subscripts: Vec<AffineExpr> = (0..self.depth()).map(|i| dim(i as u32)).collect();
        subscripts.push(constant(number));
        subscripts.extend((0..lanes).map(lane));
        Access {
            array: Array::Register(array),
            subscripts,
            time: self.time.clone(),
        }
    }

    /// The flags of an operation that the model of the comparison does not give to all.
    fn flags(&self, flags: FastMath) -> Option<String> {
        let left = FastMath {
            contract: flags.contract && !self.model.contract,
            reassoc: flags.reassoc && !self.model.reassoc,
            afn: flags.afn && !self.model.afn,
            ..flags
        };
        (left != FastMath::NONE).then(|| format!(" {}", left.words()))
    }
}

pub(super) fn select(condition: &Value, then: Value, otherwise: Value) -> Value {
    if let Some(condition) = asked_as(condition) {
        return select(&condition, otherwise, then);
    }
    let then = decided(&then, condition, true);
    let otherwise = decided(&otherwise, condition, false);
    if is_false(&otherwise) {
        return combined(OpCode::AndI, [condition, &then]);
    }
    if is_true(&then) {
        return combined(OpCode::OrI, [condition, &otherwise]);
    }
    let extreme = extreme([condition, &then, &otherwise]);
    let known = extreme.or_else(|| truth_as_number([condition, &then, &otherwise]));
    known.unwrap_or_else(|| {
        Value::Op(Rc::new(Operation {
            key: SELECT.into(),
            is_commutative: false,
            operands: vec![condition.clone(), then, otherwise],
        }))
    })
}

/// An index as an integer.
pub(super) fn index_cast(ty: &Type, index: AffineExpr) -> Value {
    Value::Op(Rc::new(Operation {
        key: format!("{} index -> {ty}", OpCode::IndexCast.name()),
        is_commutative: false,
        operands: vec![Value::Index(index)],
    }))
}

/// The key of an operation on operands of one type without attributes.
pub(super) fn plain_key(name: &str, operands: usize, ty: &Type) -> String {
    let mut key = name.to_string();
    for _ in 0..operands {
        key += &format!(" {ty}");
    }
    key + &format!(" -> {ty}")
}

/// Operations on constants as constants, and floats with signs where they are looked for: a difference as a sum, and the sign of a product or quotient outside of it
/// (that of a constant is an operation of its own). All of it holds to the bit, but for the sign of NaN.
fn signs_outside(code: OpCode, operands: &[Value], ty: &Type) -> Option<Value> {
    let build = |code: OpCode, operands: Vec<Value>| plain(code, operands, ty);
    let negative = |value: Value| negative(value, ty);
    if let [x, y] = operands
        && let Some(folded) = folded(code, [x, y], ty)
    {
        return Some(folded);
    }
    match (code, operands) {
        (OpCode::NegF, [x]) => negated(x),
        (OpCode::Fma | OpCode::VectorFma, [x, one, y] | [one, x, y]) if one.is_one() => {
            Some(build(OpCode::AddF, vec![x.clone(), y.clone()]))
        }
        (OpCode::SubF, [x, y]) => Some(build(OpCode::AddF, vec![x.clone(), negative(y.clone())])),
        (OpCode::MulF | OpCode::DivF, [x, y]) => match (negated(x), negated(y)) {
            (Some(x), Some(y)) => Some(build(code, vec![x, y])),
            (Some(x), None) => Some(negative(build(code, vec![x, y.clone()]))),
            (None, Some(y)) => Some(negative(build(code, vec![x.clone(), y]))),
            (None, None) if code == OpCode::DivF => {
                let inverse = inverse_of(y, ty)?;
                Some(build(OpCode::MulF, vec![x.clone(), inverse]))
            }
            (None, None) => None,
        },
        _ => None,
    }
}

/// How constants are spelled in keys.
const POSITIVE: &str = "arith.constant value = ";
const NEGATIVE: &str = "arith.constant value = -";

fn leaf(key: String) -> Value {
    Value::Op(Rc::new(Operation {
        key,
        is_commutative: false,
        operands: Vec::new(),
    }))
}

fn plain(code: OpCode, operands: Vec<Value>, ty: &Type) -> Value {
    Value::Op(Rc::new(Operation {
        key: plain_key(code.name(), operands.len(), ty),
        is_commutative: code.has_trait(Trait::Commutative),
        operands,
    }))
}

fn negated(value: &Value) -> Option<Value> {
    match value {
        Value::Op(op) if op.key.starts_with("arith.negf ") => op.operands.first().cloned(),
        _ => None,
    }
}

fn negative(value: Value, ty: &Type) -> Value {
    negated(&value).unwrap_or_else(|| plain(OpCode::NegF, vec![value], ty))
}

/// The sum, difference, product or quotient of two constants, where it is zero or a normal number: then rounding to 53 bits and from
/// these to 24 is rounding at once (Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 30(3), 1995).
fn folded(code: OpCode, [x, y]: [&Value; 2], ty: &Type) -> Option<Value> {
    let Type::Float(kind @ (FloatKind::F32 | FloatKind::F64)) = ty else {
        return None;
    };
    let (x, y) = (number(x, *kind)?, number(y, *kind)?);
    let double = match code {
        OpCode::AddF => x + y,
        OpCode::SubF => x - y,
        OpCode::MulF => x * y,
        OpCode::DivF => x / y,
        _ => return None,
    };
    let rounded = FloatValue::from_f64(double.abs(), *kind);
    let is_normal = match kind {
        FloatKind::F32 => (decode(*kind, rounded.bits) as f32).is_normal(),
        _ => double.is_normal(),
    };
    let positive = leaf(format!("{POSITIVE}{} -> {ty}", Attribute::Float(rounded)));
    (is_normal || double == 0.0).then(|| match double.is_sign_negative() {
        true => negative(positive, ty),
        false => positive,
    })
}

/// The finite number that a constant is, told by how it is spelled: a decimal is read as a double, which is rounded.
fn number(value: &Value, kind: FloatKind) -> Option<f64> {
    if let Some(positive) = negated(value) {
        return Some(-number(&positive, kind)?);
    }
    let Value::Op(op) = value else { return None };
    let decimal = op.key.strip_prefix(POSITIVE)?.split_whitespace().next()?;
    let decimal = decimal.parse().ok().filter(|number: &f64| number.is_finite())?;
    Some(decode(kind, FloatValue::from_f64(decimal, kind).bits))
}

/// The inverse of a constant where it is exact: of a power of two.
fn inverse_of(value: &Value, ty: &Type) -> Option<Value> {
    let Value::Op(op) = value else { return None };
    let number = op.key.strip_prefix(POSITIVE)?.split_whitespace().next()?;
    let number: f64 = number.parse().ok()?;
    let is_power = number.is_normal() && number.to_bits() << 12 == 0 && number.abs().log2().abs() < 100.0;
    let inverse = match ty {
        _ if !is_power => return None,
        Type::Float(FloatKind::F64) => FloatValue::f64(number.recip()),
        Type::Float(FloatKind::F32) => FloatValue::f32(number.recip() as f32),
        _ => return None,
    };
    Some(leaf(format!("{POSITIVE}{} -> {ty}", Attribute::Float(inverse))))
}

/// Whether the last operand is a constant by which every division is defined.
pub(super) fn divides_by_constant(operands: &[Value]) -> bool {
    let Some(Value::Op(divisor)) = operands.last() else {
        return false;
    };
    let Some(value) = divisor.key.strip_prefix(POSITIVE) else {
        return false;
    };
    let number = value
        .split_whitespace()
        .next()
        .and_then(|n| n.parse::<i64>().ok());
    number.is_some_and(|n| n > 0)
}
