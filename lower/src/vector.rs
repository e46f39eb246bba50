//! Vectors, and the constants that fill them. A vector of several dimensions is flat in row-major
//! order.

use inkwell::types::VectorType as LlvmVector;
use inkwell::values::{BasicValueEnum, IntValue, VectorValue};
use ovolo_lang::attribute::{Attribute, DenseElements};
use ovolo_lang::ir::Op;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Type, VectorType};

use crate::algebra::evaluate_flagged;
use crate::emit::{lane_count, returned};
use crate::error::{LowerError, Result};
use crate::function::{FunctionLowering, operand, single_result};
use crate::linear::Linear;

/// How `static_position` marks a position that is an operand.
const DYNAMIC_POSITION: i64 = i64::MIN;

impl<'c> FunctionLowering<'_, 'c> {
    pub fn constant(&mut self, op: &Op) -> Result<()> {
        let result = single_result(op)?;
        let attribute = op
            .attribute("value")
            .ok_or_else(|| LowerError::new("the attribute `value` is missing"))?;
        let ty = self.ir.ty(result);
        if *ty == Type::Index {
            let value = attribute
                .as_i64()
                .ok_or_else(|| LowerError::new("an index must fit 64 bits"))?;
            return self.define_linear(result, Linear::constant(value));
        }
        let value = match attribute {
            Attribute::DenseElements(dense) => self.dense(dense, ty)?,
            scalar => self.scalar_constant(scalar, ty)?,
        };
        self.define(result, value)
    }

    fn dense(&self, dense: &DenseElements, ty: &Type) -> Result<BasicValueEnum<'c>> {
        let vector = as_vector(ty)?;
        let lanes = lane_count(vector)? as usize;
        let elements = dense
            .elements
            .iter()
            .map(|e| self.scalar_constant(e, &vector.element))
            .collect::<Result<Vec<_>>>()?;
        let elements = match elements.as_slice() {
            [splat] => vec![*splat; lanes],
            all if all.len() == lanes => elements,
            _ => {
                return Err(LowerError::new(
                    "the constant has another number of elements than its type",
                ));
            }
        };
        Ok(LlvmVector::const_vector(&elements).into())
    }

    fn scalar_constant(&self, attribute: &Attribute, ty: &Type) -> Result<BasicValueEnum<'c>> {
        match attribute {
            Attribute::Integer { value, .. } if ty.is_int_or_index() => {
                let value = i128::try_from(&**value)
                    .map_err(|_| LowerError::new("the constant does not fit 128 bits"))?;
                self.emit.int_constant(ty, value)
            }
            Attribute::Bool(value) if *ty == Type::I1 => self.emit.int_constant(ty, i128::from(*value)),
            Attribute::Float(value) if *ty == Type::Float(value.kind) => self.emit.float_literal(value),
            _ => Err(LowerError::new("the constant is not one of its type")),
        }
    }

    pub fn broadcast(&mut self, op: &Op) -> Result<()> {
        let (source, result) = (operand(op, 0)?, single_result(op)?);
        let to = as_vector(self.ir.ty(result))?;
        let lanes = lane_count(to)?;
        let value = self.value(source)?;
        let vector = match self.ir.ty(source).as_vector() {
            None => self.emit.splat(value, lanes)?,
            Some(from) => {
                let mask = broadcast_mask(from, to)?;
                self.emit.shuffle(value.into_vector_value(), &mask)?
            }
        };
        self.define(result, vector.into())
    }

    /// Rows of two vectors of one type, counted through both.
    pub fn shuffle(&mut self, op: &Op) -> Result<()> {
        let (first, second, result) = (operand(op, 0)?, operand(op, 1)?, single_result(op)?);
        let vector = as_vector(self.ir.ty(first))?;
        if self.ir.ty(first) != self.ir.ty(second) {
            return Err(LowerError::new("vectors of two shapes are not shuffled"));
        }
        let width: u64 = vector.shape.iter().skip(1).map(|dim| dim.size as u64).product();
        let lanes = 2 * u64::from(lane_count(vector)?);
        let mut mask = Vec::new();
        for row in op
            .attribute("mask")
            .and_then(Attribute::as_i64_list)
            .unwrap_or_default()
        {
            let first = u64::try_from(row).ok().and_then(|row| row.checked_mul(width));
            let first = first.filter(|first| first + width <= lanes);
            let first = first.ok_or_else(|| LowerError::new("no vector has such a row"))?;
            mask.extend((first..first + width).map(|lane| lane as u32));
        }
        let [first, second] = [first, second].map(|value| self.value(value));
        let (first, second) = (first?.into_vector_value(), second?.into_vector_value());
        let shuffled = self.emit.shuffle_two(first, second, &mask)?;
        self.define(result, shuffled.into())
    }

    /// A vector of values, in row-major order.
    pub fn vector_of_elements(&mut self, op: &Op) -> Result<()> {
        let result = single_result(op)?;
        let lanes = lane_count(as_vector(self.ir.ty(result))?)?;
        let mut whole = self.emit.splat(self.value(operand(op, 0)?)?, lanes)?;
        for (lane, &element) in op.operands.iter().enumerate().skip(1) {
            let (part, lane) = (self.value(element)?, self.emit.index(lane as i64));
            whole = self.emit.builder.build_insert_element(whole, part, lane, "")?;
        }
        self.define(result, whole.into())
    }

    /// The same lanes in another shape.
    pub fn shape_cast(&mut self, op: &Op) -> Result<()> {
        let value = self.value(operand(op, 0)?)?;
        self.define(single_result(op)?, value)
    }

    pub fn extract(&mut self, op: &Op) -> Result<()> {
        let (source, result) = (operand(op, 0)?, single_result(op)?);
        let vector = as_vector(self.ir.ty(source))?;
        let width = slice_width(vector, self.ir.ty(result))?;
        let first = self.position(op, vector, op.operands.get(1..).unwrap_or_default())?;
        let value = self.value(source)?.into_vector_value();
        let extracted = if self.ir.ty(result).as_vector().is_none() {
            let lane = first.materialize(self.emit)?;
            self.emit.builder.build_extract_element(value, lane, "")?
        } else {
            let first = static_position(&first)?;
            let mask: Vec<u32> = (first..first + width).collect();
            self.emit.shuffle(value, &mask)?.into()
        };
        self.define(result, extracted)
    }

    pub fn insert(&mut self, op: &Op) -> Result<()> {
        let (source, target, result) = (operand(op, 0)?, operand(op, 1)?, single_result(op)?);
        let vector = as_vector(self.ir.ty(target))?;
        let width = slice_width(vector, self.ir.ty(source))?;
        let first = self.position(op, vector, op.operands.get(2..).unwrap_or_default())?;
        let (part, whole) = (self.value(source)?, self.value(target)?.into_vector_value());
        let inserted = if self.ir.ty(source).as_vector().is_none() {
            let lane: IntValue = first.materialize(self.emit)?;
            self.emit.builder.build_insert_element(whole, part, lane, "")?
        } else {
            let first = static_position(&first)? as usize;
            debug_assert_eq!(part.into_vector_value().get_type().get_size(), width);
            self.emit.insert_lanes(whole, part.into_vector_value(), first)?
        };
        self.define(result, inserted.into())
    }

    /// The flat lane of the position that the attribute `static_position` and the operands name.
    fn position(
        &self,
        op: &Op,
        vector: &VectorType,
        operands: &[ovolo_lang::ir::ValueId],
    ) -> Result<Linear<'c>> {
        let positions = op
            .attribute("static_position")
            .and_then(Attribute::as_i64_list)
            .ok_or_else(|| LowerError::new("the attribute `static_position` is missing"))?;
        if positions.len() > vector.shape.len() {
            return Err(LowerError::new(
                "the position has more indices than the vector has dimensions",
            ));
        }
        let mut operands = operands.iter();
        let mut lane = Linear::constant(0);
        for (dim, position) in vector
            .shape
            .iter()
            .zip(positions.iter().map(Some).chain(std::iter::repeat(None)))
        {
            let index = match position {
                None => Linear::constant(0),
                Some(&DYNAMIC_POSITION) => {
                    let operand = operands.next();
                    self.index(*operand.ok_or_else(|| LowerError::new("a position is missing"))?)?
                }
                Some(&p) if (0..dim.size).contains(&p) => Linear::constant(p),
                Some(_) => return Err(LowerError::new("the position is outside the vector")),
            };
            lane = lane.times_constant(dim.size)?.plus(&index)?;
        }
        Ok(lane)
    }

    pub fn reduction(&mut self, op: &Op) -> Result<()> {
        let (source, result) = (operand(op, 0)?, single_result(op)?);
        let ty = self.ir.ty(result).clone();
        if as_vector(self.ir.ty(source))?.element != ty {
            return Err(LowerError::new("the result is not an element of the vector"));
        }
        let kind = op.attribute("kind").and_then(combining_kind);
        let kind = kind.ok_or_else(|| LowerError::new("the attribute `kind` is missing"))?;
        let reduction = REDUCTIONS
            .iter()
            .find(|r| r.kind == kind && r.float == ty.is_float())
            .ok_or_else(|| LowerError::new(format!("no reduction <{kind}> of this type is known")))?;
        let vector = self.value(source)?;
        let start = op.operands.get(1).map(|&v| self.value(v)).transpose()?;
        let flags = op.fast_math();
        let value = match reduction.neutral {
            // Lane by lane, as LLVM's arithmetic on 16-bit floats is not exact: see `narrow`.
            _ if crate::algebra::is_narrow(&ty) => {
                let scalar = |a, b| evaluate_flagged(self.emit, reduction.scalar, &ty, flags, &[a, b]);
                self.fold_lanes(vector.into_vector_value(), start, scalar)?
            }
            // In order from the start, unless the flags allow any order.
            Some(neutral) => {
                let start = match start {
                    Some(start) => start,
                    None => self.emit.float_constant(&ty, neutral)?,
                };
                let args = [start, vector];
                let call = self
                    .emit
                    .intrinsic(reduction.intrinsic, &[vector.get_type()], &args)?;
                self.emit.with_flags(returned(call)?, flags)?
            }
            None => {
                let call = self
                    .emit
                    .intrinsic(reduction.intrinsic, &[vector.get_type()], &[vector])?;
                let value = self.emit.with_flags(returned(call)?, flags)?;
                match start {
                    Some(start) => {
                        evaluate_flagged(self.emit, reduction.scalar, &ty, flags, &[start, value])?
                    }
                    None => value,
                }
            }
        };
        self.define(result, value)
    }
}

impl<'c> FunctionLowering<'_, 'c> {
    /// Combines the lanes one after the other.
    fn fold_lanes(
        &self,
        vector: VectorValue<'c>,
        start: Option<BasicValueEnum<'c>>,
        combine: impl Fn(BasicValueEnum<'c>, BasicValueEnum<'c>) -> Result<BasicValueEnum<'c>>,
    ) -> Result<BasicValueEnum<'c>> {
        let mut value = start;
        for lane in 0..vector.get_type().get_size() {
            let lane = self.emit.index(i64::from(lane));
            let element = self.emit.builder.build_extract_element(vector, lane, "")?;
            value = Some(match value {
                Some(value) => combine(value, element)?,
                None => element,
            });
        }
        value.ok_or_else(|| LowerError::internal("a vector without lanes"))
    }
}

/// How one kind of reduction is spelled.
struct Reduction {
    kind: &'static str,
    float: bool,
    intrinsic: &'static str,
    scalar: OpCode,
    /// What leaves every float as it is, for an intrinsic that takes a start.
    neutral: Option<f64>,
}

const fn reduction(kind: &'static str, float: bool, intrinsic: &'static str, scalar: OpCode) -> Reduction {
    Reduction {
        kind,
        float,
        intrinsic,
        scalar,
        neutral: None,
    }
}

const fn ordered(kind: &'static str, intrinsic: &'static str, scalar: OpCode, neutral: f64) -> Reduction {
    Reduction {
        neutral: Some(neutral),
        ..reduction(kind, true, intrinsic, scalar)
    }
}

const REDUCTIONS: &[Reduction] = &[
    ordered("add", "llvm.vector.reduce.fadd", OpCode::AddF, -0.0),
    ordered("mul", "llvm.vector.reduce.fmul", OpCode::MulF, 1.0),
    reduction("minimumf", true, "llvm.vector.reduce.fminimum", OpCode::MinimumF),
    reduction("maximumf", true, "llvm.vector.reduce.fmaximum", OpCode::MaximumF),
    reduction("minnumf", true, "llvm.vector.reduce.fmin", OpCode::MinNumF),
    reduction("maxnumf", true, "llvm.vector.reduce.fmax", OpCode::MaxNumF),
    reduction("add", false, "llvm.vector.reduce.add", OpCode::AddI),
    reduction("mul", false, "llvm.vector.reduce.mul", OpCode::MulI),
    reduction("and", false, "llvm.vector.reduce.and", OpCode::AndI),
    reduction("or", false, "llvm.vector.reduce.or", OpCode::OrI),
    reduction("xor", false, "llvm.vector.reduce.xor", OpCode::XOrI),
    reduction("minsi", false, "llvm.vector.reduce.smin", OpCode::MinSI),
    reduction("maxsi", false, "llvm.vector.reduce.smax", OpCode::MaxSI),
    reduction("minui", false, "llvm.vector.reduce.umin", OpCode::MinUI),
    reduction("maxui", false, "llvm.vector.reduce.umax", OpCode::MaxUI),
];

/// What combines two lanes in a `vector.reduction`.
pub(crate) fn combining(op: &Op, is_float: bool) -> Option<OpCode> {
    let kind = op.attribute("kind").and_then(combining_kind)?;
    let known = REDUCTIONS.iter().find(|r| r.kind == kind && r.float == is_float);
    known.map(|reduction| reduction.scalar)
}

/// The word in `#vector.kind<add>`.
fn combining_kind(attribute: &Attribute) -> Option<&str> {
    match attribute {
        Attribute::Opaque(text) => text.strip_prefix("#vector.kind<")?.strip_suffix('>'),
        _ => None,
    }
}

fn as_vector(ty: &Type) -> Result<&VectorType> {
    ty.as_vector()
        .ok_or_else(|| LowerError::new("a vector is needed here"))
}

/// Lanes of an element or a trailing sub-vector of `vector`.
fn slice_width(vector: &VectorType, slice: &Type) -> Result<u32> {
    let (trailing, width) = match slice.as_vector() {
        Some(part) => (vector.shape.ends_with(&part.shape), lane_count(part)?),
        None => (true, 1),
    };
    if trailing && *slice.element() == vector.element {
        Ok(width)
    } else {
        Err(LowerError::new(
            "the smaller vector is not a slice of the larger one",
        ))
    }
}

fn static_position(lane: &Linear<'_>) -> Result<u32> {
    lane.as_constant()
        .and_then(|p| u32::try_from(p).ok())
        .ok_or_else(|| LowerError::new("the position of a sub-vector must be static"))
}

/// For each lane of `to`, the lane of `from` that it repeats: shapes are aligned at the innermost
/// dimension, and an extent of 1 is repeated.
fn broadcast_mask(from: &VectorType, to: &VectorType) -> Result<Vec<u32>> {
    let mismatch = || LowerError::new("the source does not broadcast to the result");
    let new_dims = to
        .shape
        .len()
        .checked_sub(from.shape.len())
        .ok_or_else(mismatch)?;
    let mut mask = vec![0u32];
    let padded = std::iter::repeat_n(1, new_dims).chain(from.shape.iter().map(|d| d.size));
    for (size, dim) in padded.zip(&to.shape) {
        if size != 1 && size != dim.size {
            return Err(mismatch());
        }
        mask = mask
            .iter()
            .flat_map(|&m| (0..dim.size).map(move |i| m * size as u32 + if size == 1 { 0 } else { i as u32 }))
            .collect();
    }
    Ok(mask)
}
