//! Constants as bits, and operations on nothing but constants.

use ovolo_lang::attribute::{Attribute, DenseElements, FloatValue};
use ovolo_lang::interpret::concrete::{mask, signed};
use ovolo_lang::interpret::{Concrete, Scalar as Bits, float};
use ovolo_lang::ir::{Module, Op, ValueDef, ValueId};
use ovolo_lang::op::{self, MixedScalars, OpCode, Scalars, Trait, evaluate_mixed, has_mixed_meaning};
use ovolo_lang::types::{Dim, Type};

/// Lanes beyond which a constant is not computed. Arbitrary.
const MOST_LANES: usize = 1 << 12;

/// The lanes of a constant: one that stands for all, or all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lanes {
    Splat(u128),
    Each(Vec<u128>),
}

impl Lanes {
    fn lane(&self, i: usize) -> u128 {
        match self {
            Lanes::Splat(bits) => *bits,
            Lanes::Each(lanes) => lanes[i],
        }
    }

    /// How many lanes are told apart.
    fn len(&self) -> usize {
        match self {
            Lanes::Splat(_) => 1,
            Lanes::Each(lanes) => lanes.len(),
        }
    }

    fn of(lanes: Vec<u128>) -> Lanes {
        match lanes.split_first() {
            Some((first, rest)) if rest.iter().all(|lane| lane == first) => Lanes::Splat(*first),
            _ => Lanes::Each(lanes),
        }
    }
}

/// The lanes of the constant that defines a value.
pub fn constant(module: &Module, value: ValueId) -> Option<Lanes> {
    let ValueDef::Result { op, .. } = module.value(value).def else {
        return None;
    };
    let op = module.op(op);
    match op.code()? {
        OpCode::Constant => lanes(op.attribute("value")?),
        _ => None,
    }
}

fn lanes(attribute: &Attribute) -> Option<Lanes> {
    let Attribute::DenseElements(dense) = attribute else {
        return bits(attribute).map(Lanes::Splat);
    };
    if dense.elements.is_empty() || dense.elements.len() > MOST_LANES {
        return None;
    }
    dense
        .elements
        .iter()
        .map(bits)
        .collect::<Option<_>>()
        .map(Lanes::of)
}

fn bits(attribute: &Attribute) -> Option<u128> {
    match attribute {
        Attribute::Bool(value) => Some(u128::from(*value)),
        Attribute::Integer { value, ty } => {
            // Unsigned numbers of 128 bits are no `i128`.
            let value = i128::try_from(&**value).ok()?;
            (ty.bit_width()? <= 64).then_some(value as u128 & mask(ty))
        }
        Attribute::Float(value) => Some(value.bits),
        _ => None,
    }
}

/// The attribute of a constant of the type; `None` where its lanes cannot be listed.
pub fn attribute(ty: &Type, lanes: &Lanes) -> Option<Attribute> {
    let element = ty.element();
    let elements = match lanes {
        Lanes::Splat(bits) => vec![scalar_attribute(element, *bits)?],
        Lanes::Each(lanes) => (lanes.iter())
            .map(|bits| scalar_attribute(element, *bits))
            .collect::<Option<_>>()?,
    };
    match ty {
        Type::Vector(_) => {}
        Type::Tensor(tensor) => {
            let shape = tensor.shape.as_ref()?;
            shape
                .iter()
                .copied()
                .map(Dim::fixed)
                .collect::<Option<Vec<_>>>()?;
        }
        _ => return elements.into_iter().next(),
    }
    Some(Attribute::DenseElements(
        DenseElements {
            ty: ty.clone(),
            elements,
        }
        .into(),
    ))
}

fn scalar_attribute(ty: &Type, bits: u128) -> Option<Attribute> {
    Some(match ty {
        Type::Integer(integer) if integer.width == 1 => Attribute::Bool(bits == 1),
        Type::Index | Type::Integer(_) => Attribute::integer(signed(ty, bits), ty.clone()),
        Type::Float(kind) => Attribute::Float(FloatValue { bits, kind: *kind }),
        _ => return None,
    })
}

/// The results of an operation whose operands are constants; `None` where one has no value, or where the value may
/// depend on the machine.
pub fn folded(module: &Module, op: &Op) -> Option<Vec<Attribute>> {
    let code = op.code()?;
    if !is_exactly_specified(code) || op.operands.is_empty() {
        return None;
    }
    let operands: Vec<Lanes> = (op.operands.iter())
        .map(|&operand| constant(module, operand))
        .collect::<Option<_>>()?;
    let width = operands.iter().map(Lanes::len).max()?;
    if operands.iter().any(|o| o.len() != 1 && o.len() != width) {
        return None;
    }
    let results: Vec<Type> = op.results.iter().map(|&r| module.ty(r).clone()).collect();
    let types: Vec<Type> = op.operands.iter().map(|&o| module.ty(o).clone()).collect();
    let mut lanes: Vec<Vec<u128>> = vec![Vec::with_capacity(width); results.len()];
    for i in 0..width {
        let args: Vec<Bits> = operands.iter().map(|o| Bits::Bits(o.lane(i))).collect();
        let values = evaluate(code, op, &args, &types, &results)?;
        for ((lanes, value), ty) in lanes.iter_mut().zip(values).zip(&results) {
            let bits = value.bits()?;
            let is_nan = matches!(ty.element(), Type::Float(kind) if float::is_nan(*kind, bits));
            if is_nan && !keeps_nans(code) {
                return None;
            }
            lanes.push(bits);
        }
    }
    let attributes = results.iter().zip(lanes);
    attributes
        .map(|(ty, lanes)| attribute(ty, &Lanes::of(lanes)))
        .collect()
}

fn evaluate(code: OpCode, op: &Op, args: &[Bits], types: &[Type], results: &[Type]) -> Option<Vec<Bits>> {
    let elements = |types: &[Type]| types.iter().map(|ty| ty.element().clone()).collect::<Vec<_>>();
    let (types, results) = (elements(types), elements(results));
    if has_mixed_meaning(code) {
        let scalars = MixedScalars {
            args,
            types: &types,
            results: &results,
            flags: op.fast_math(),
        };
        return evaluate_mixed(code, &mut Concrete::default(), &scalars)?.ok();
    }
    let scalars = Scalars {
        args,
        ty: types.get(usize::from(code == OpCode::Select))?,
        result: results.first()?,
        flags: op.fast_math(),
        predicate: op.predicate(),
        rounding: op.rounding(),
    };
    let value = op::evaluate(code, &mut Concrete::default(), &scalars)?.ok()?;
    Some(vec![value])
}

/// Whether IEEE or the op table says every bit of the result but those of a NaN.
fn is_exactly_specified(code: OpCode) -> bool {
    const FUNCTIONS: [&str; 12] = [
        "math.absf",
        "math.absi",
        "math.ceil",
        "math.copysign",
        "math.ctlz",
        "math.ctpop",
        "math.cttz",
        "math.floor",
        "math.fma",
        "math.roundeven",
        "math.sqrt",
        "math.trunc",
    ];
    let name = code.name();
    // Which of two zeros these pick is not specified.
    let picks_a_zero = matches!(code, OpCode::MaxNumF | OpCode::MinNumF);
    code.has_trait(Trait::Pure)
        && code.has_trait(Trait::Elementwise)
        && !picks_a_zero
        && (name.starts_with("arith.") || FUNCTIONS.contains(&name))
}

/// Whether the bits of a NaN are those of an operand.
fn keeps_nans(code: OpCode) -> bool {
    matches!(
        code,
        OpCode::Select | OpCode::Bitcast | OpCode::NegF | OpCode::AbsF
    )
}
