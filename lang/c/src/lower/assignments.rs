//! Assignments: places that are computed once, read and written.

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::integers::Int;
use super::memory::Place;
use super::{Lowering, Result, Value, fail};
use crate::ast::*;

impl Lowering<'_> {
    /// What a place holds, which is the one that an expression names.
    pub(super) fn read_place(&mut self, place: &Place, e: &Expr) -> Result<Value> {
        if let Ty::Struct(of) = &e.ty {
            let mut values = Vec::new();
            for (place, scalar) in self.scalars_of(place, of, e)? {
                values.push(self.read_place(&place, &scalar)?);
            }
            return Ok(Value::Struct(values));
        }
        match place {
            Place::Cell(pointer) => self.load(pointer, e.span),
            Place::Scalar(key) => {
                let variable = self.variable(key.0);
                if variable.is_volatile {
                    return fail(e.span, format!("`{}` is volatile", variable.name));
                }
                Ok(self.scalars.get(key).cloned().unwrap_or(Value::Undefined))
            }
        }
    }

    /// Assigns a value that has the type of the place.
    pub(super) fn assign(&mut self, place: &Expr, value: Value) -> Result<()> {
        let target = self.place(place)?;
        self.write_place(target, place, value)
    }

    /// The scalars of a struct that is a place, each with an expression of its type.
    fn scalars_of(&mut self, place: &Place, of: &Struct, e: &Expr) -> Result<Vec<(Place, Expr)>> {
        let Some(scalars) = of.scalars() else {
            return fail(e.span, format!("a value of type `{}` is not understood", of.name));
        };
        let mut found = Vec::new();
        if let (Place::Cell(_), None) = (place, of.as_array()) {
            let message = format!(
                "`{}` as a whole, in memory, whose members are of several types",
                of.name
            );
            return fail(e.span, message);
        }
        for (number, ty) in scalars.into_iter().enumerate() {
            let place = match place {
                Place::Scalar((id, first)) => Place::Scalar((*id, first + number)),
                Place::Cell(cell) => Place::Cell(self.scalar_of(cell.clone(), number)),
            };
            found.push((place, Expr::new(e.kind.clone(), ty, e.span)));
        }
        Ok(found)
    }

    pub(super) fn write_place(&mut self, target: Place, place: &Expr, value: Value) -> Result<()> {
        if let Ty::Struct(of) = &place.ty {
            let mut values = match value {
                Value::Struct(values) => values,
                _ => Vec::new(),
            }
            .into_iter();
            for (target, scalar) in self.scalars_of(&target, of, place)? {
                self.write_place(target, &scalar, values.next().unwrap_or(Value::Undefined))?;
            }
            return Ok(());
        }
        match target {
            Place::Cell(pointer) => self.store(&pointer, &value, &place.ty, place.span),
            Place::Scalar(key) => {
                let variable = self.variable(key.0);
                if variable.is_volatile {
                    return fail(place.span, format!("`{}` is volatile", variable.name));
                }
                if variable.is_global {
                    return fail(
                        place.span,
                        format!("the global pointer `{}` is assigned", variable.name),
                    );
                }
                // What is read of a variable that was not assigned may be anything, so zero.
                let value = match (&value, &place.ty) {
                    (Value::Undefined, Ty::Int(ty)) => Value::Int(Int::constant(0, *ty)),
                    (Value::Int(int), _) => Value::Int(self.as_variable(int.clone())),
                    _ => value,
                };
                self.scalars.insert(key, value);
                Ok(())
            }
        }
    }

    /// `place op= operand`; the place is computed once.
    pub(super) fn update(&mut self, op: BinaryOp, place: &Expr, operand: &Expr, e: &Expr) -> Result<Value> {
        let target = self.place(place)?;
        let old = self.read_place(&target, place)?;
        let new = match (&place.ty, &operand.ty, &old) {
            (Ty::Pointer(_), Ty::Int(_), Value::Pointer(pointer)) => {
                let by = self.int(operand)?;
                let by = self.index_of(&by);
                let by = if op == BinaryOp::Sub {
                    by * AffineExpr::Constant(-1)
                } else {
                    by
                };
                Value::Pointer(self.moved(pointer.clone(), &by))
            }
            (Ty::Int(ty), Ty::Int(other), _) => {
                let common = match op {
                    BinaryOp::Shl | BinaryOp::Shr => ty.promoted(),
                    _ => ty.common(*other),
                };
                let old = self.convert_value(old, &place.ty, &Ty::Int(common))?;
                let by = self.int(operand)?;
                let Value::Int(old) = old else {
                    return fail(place.span, "this is no integer");
                };
                let new = self.arithmetic(op, old, by, common)?;
                Value::Int(self.convert_int(&new, *ty))
            }
            (Ty::Int(_) | Ty::Float(_), Ty::Int(_) | Ty::Float(_), _) => {
                // Both are converted to the type that C computes in, and the result back.
                let kind = match (&place.ty, &operand.ty) {
                    (Ty::Float(a), Ty::Float(b)) if a.bit_width() < b.bit_width() => *b,
                    (Ty::Float(a), _) | (_, Ty::Float(a)) => *a,
                    _ => return fail(e.span, "this assignment is not understood"),
                };
                let common = Ty::Float(kind);
                let by = self.expression(operand)?;
                let by = self.convert_value(by, &operand.ty, &common)?;
                let old = self.convert_value(old, &place.ty, &common)?;
                let (Value::Float(x, _), Value::Float(y, _)) = (old, by) else {
                    return fail(e.span, "this assignment is not understood");
                };
                let new = self.float_arithmetic(op, x, y, kind, e)?;
                self.convert_value(new, &common, &place.ty)?
            }
            _ => return fail(e.span, "this assignment is not understood"),
        };
        self.write_place(target, place, new.clone())?;
        Ok(new)
    }

    /// `++` and `--`.
    pub(super) fn step(&mut self, place: &Expr, by: i64, is_postfix: bool) -> Result<Value> {
        let target = self.place(place)?;
        let old = self.read_place(&target, place)?;
        let new = match (&old, &place.ty) {
            (Value::Pointer(pointer), _) => {
                Value::Pointer(self.moved(pointer.clone(), &AffineExpr::Constant(by)))
            }
            (Value::Float(value, kind), _) => {
                let one = self.float_constant(by as f64, *kind);
                Value::Float(
                    self.compute(OpCode::AddF, &[*value, one], Type::Float(*kind)),
                    *kind,
                )
            }
            (Value::Int(int), Ty::Int(ty)) => {
                let common = ty.promoted();
                let old = self.convert_int(int, common);
                let (op, size) = if by < 0 {
                    (BinaryOp::Sub, -by)
                } else {
                    (BinaryOp::Add, by)
                };
                let new = self.arithmetic(op, old, Int::constant(size.into(), common), common)?;
                Value::Int(self.convert_int(&new, *ty))
            }
            _ => return fail(place.span, "this is not assigned before"),
        };
        self.write_place(target, place, new.clone())?;
        Ok(if is_postfix { old } else { new })
    }
}
