//! C's conversions.

use ovolo_lang::ir::ValueId;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{FloatKind, Type};

use super::integers::Int;
use super::{Lowering, Result, Value, fail};
use crate::ast::*;

impl Lowering<'_> {
    fn no_conversion<T>(&self, from: &Ty, to: &Ty) -> Result<T> {
        let [from, to] = [from, to].map(Ty::describe);
        fail(
            self.span,
            format!("the conversion of `{from}` to `{to}` is not understood"),
        )
    }

    pub(super) fn convert(&mut self, inner: &Expr, to: &Ty) -> Result<Value> {
        let from = &inner.ty;
        match (from, to) {
            (_, Ty::Void) => self.expression(inner).map(|_| Value::Nothing),
            (Ty::Int(_), Ty::Int(IntTy { bits: 1, .. })) | (Ty::Float(_), Ty::Int(IntTy { bits: 1, .. })) => {
                let condition = self.condition(inner)?;
                let flag = self.flag_of(&condition);
                Ok(Value::Int(self.int_of(
                    flag,
                    IntTy {
                        bits: 1,
                        signed: false,
                    },
                )))
            }
            (Ty::Float(a), Ty::Float(b)) if matches!(inner.kind, ExprKind::Float(_)) => {
                let ExprKind::Float(value) = inner.kind else {
                    return Ok(Value::Undefined);
                };
                // A number is rounded as its own type has it, and then as the other.
                let value = match a {
                    FloatKind::F32 => f64::from(value as f32),
                    _ => value,
                };
                Ok(Value::Float(self.float_constant(value, *b), *b))
            }
            (Ty::Int(_) | Ty::Float(_), Ty::Int(_) | Ty::Float(_)) => {
                let value = self.expression(inner)?;
                self.convert_value(value, from, to)
            }
            // Nothing is behind a null pointer, as behind one that is not assigned.
            (_, Ty::Pointer(_)) if inner.is_null() => Ok(Value::Undefined),
            (_, Ty::Pointer(element)) if matches!(inner.kind, ExprKind::Call(..)) => {
                match self.allocated(inner, element)? {
                    Some(memory) => Ok(memory),
                    None => self.no_conversion(from, to),
                }
            }
            (Ty::Array(..) | Ty::Pointer(_), Ty::Pointer(_)) => {
                let pointer = self.pointer(inner)?;
                match is_same_target(from, to) {
                    true => Ok(Value::Pointer(pointer)),
                    false => fail(
                        self.span,
                        format!(
                            "the memory of `{}` is seen as `{}`",
                            from.describe(),
                            to.describe()
                        ),
                    ),
                }
            }
            _ => self.no_conversion(from, to),
        }
    }

    /// C's conversion between types of numbers, other than to `_Bool`.
    pub(super) fn convert_value(&mut self, value: Value, from: &Ty, to: &Ty) -> Result<Value> {
        let value = match (value, from) {
            (Value::Undefined, Ty::Int(ty)) => Value::Int(Int::constant(0, *ty)),
            (Value::Undefined, Ty::Float(kind)) => Value::Float(self.float_constant(0.0, *kind), *kind),
            (value, _) => value,
        };
        match (value, to) {
            (Value::Int(int), Ty::Int(ty)) => Ok(Value::Int(self.convert_int(&int, *ty))),
            (Value::Int(int), Ty::Float(kind)) => {
                if let Some(constant) = int.as_constant() {
                    let value = match kind {
                        FloatKind::F32 => f64::from(constant as f32),
                        _ => constant as f64,
                    };
                    return Ok(Value::Float(self.float_constant(value, *kind), *kind));
                }
                let value = self.int_value(&int);
                let code = match int.ty.signed {
                    true => OpCode::SIToFP,
                    false => OpCode::UIToFP,
                };
                Ok(Value::Float(
                    self.compute(code, &[value], Type::Float(*kind)),
                    *kind,
                ))
            }
            (Value::Float(value, _), Ty::Int(ty)) if ty.bits > 1 => {
                let code = match ty.signed {
                    true => OpCode::FPToSI,
                    false => OpCode::FPToUI,
                };
                let value = self.compute(code, &[value], Type::integer(ty.bits));
                Ok(Value::Int(self.int_of(value, *ty)))
            }
            (Value::Float(value, a), Ty::Float(b)) => {
                let code = match a.bit_width().cmp(&b.bit_width()) {
                    std::cmp::Ordering::Less => OpCode::ExtF,
                    std::cmp::Ordering::Equal => return Ok(Value::Float(value, *b)),
                    std::cmp::Ordering::Greater => OpCode::TruncF,
                };
                Ok(Value::Float(self.compute(code, &[value], Type::Float(*b)), *b))
            }
            _ => self.no_conversion(from, to),
        }
    }

    /// C's conversion between integers.
    pub(super) fn convert_int(&mut self, int: &Int, ty: IntTy) -> Int {
        if int.ty == ty {
            return int.clone();
        }
        let value = int.value.filter(|_| int.ty.bits == ty.bits);
        if let Some(linear) = &int.linear
            && (int.is_exact || ty.bits <= int.ty.bits)
        {
            let is_exact = self.has(ty, linear);
            return Int {
                ty,
                linear: Some(linear.clone()),
                is_exact,
                value,
            };
        }
        let value = self.int_value(int);
        let value = self.resized(value, int.ty, ty.bits);
        self.int_of(value, ty)
    }

    pub(super) fn resized(&mut self, value: ValueId, from: IntTy, bits: u32) -> ValueId {
        let code = match (from.bits < bits, from.signed) {
            _ if from.bits == bits => return value,
            (true, true) => OpCode::ExtSI,
            (true, false) => OpCode::ExtUI,
            (false, _) => OpCode::TruncI,
        };
        self.compute(code, &[value], Type::integer(bits))
    }
}

/// Whether two pointers point to the same type.
fn is_same_target(a: &Ty, b: &Ty) -> bool {
    match (a.target(), b.target()) {
        (Some(a), Some(b)) => is_same_memory(a, b),
        _ => false,
    }
}

/// Whether what is accessed as one type lies where it does as the other. Extents that are computed are the same: C takes that for
/// granted.
fn is_same_memory(a: &Ty, b: &Ty) -> bool {
    match (a, b) {
        (Ty::Int(a), Ty::Int(b)) => a == b,
        (Ty::Float(a), Ty::Float(b)) => a == b,
        (Ty::Array(_, Extent::Fixed(a)), Ty::Array(_, Extent::Fixed(b))) if a != b => false,
        (Ty::Array(a, _), Ty::Array(b, _)) => is_same_memory(a, b),
        (Ty::Struct(a), Ty::Struct(b)) => match (a.as_array(), b.as_array()) {
            (Some((a, first)), Some((b, second))) => first == second && is_same_memory(&a, &b),
            _ => false,
        },
        _ => false,
    }
}
