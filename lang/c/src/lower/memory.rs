//! Arrays, pointers into them, and the cells that are read and written.

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::diagnostic::Span;
use ovolo_lang::ir::{NewOp, ValueId};
use ovolo_lang::op::OpCode;

use super::{Key, Lowering, Result, Value, fail};
use crate::ast::*;

/// A memref: its number in the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArrayId(pub usize);

/// A memref.
#[derive(Clone, Debug)]
pub struct Array {
    pub value: ValueId,
    /// The type of its scalars.
    pub element: Ty,
    pub rank: usize,
}

/// A place in an array: as many subscripts as dimensions, or fewer for a part of it.
#[derive(Clone, Debug)]
pub struct Pointer {
    pub array: ArrayId,
    pub indices: Vec<AffineExpr>,
}

/// What can be assigned.
#[derive(Clone, Debug)]
pub enum Place {
    Scalar(Key),
    Cell(Pointer),
}

impl Lowering<'_> {
    pub(super) fn add_array(&mut self, value: ValueId, element: Ty, rank: usize) -> ArrayId {
        self.arrays.push(Array { value, element, rank });
        ArrayId(self.arrays.len() - 1)
    }

    /// The pointer that an expression is, arrays being pointers to their first elements.
    pub(super) fn pointer(&mut self, e: &Expr) -> Result<Pointer> {
        if let Ty::Array(..) = e.ty {
            return match self.place(e)? {
                Place::Cell(mut pointer) => {
                    pointer.indices.push(AffineExpr::Constant(0));
                    Ok(pointer)
                }
                Place::Scalar(_) => fail(e.span, "this array is not understood"),
            };
        }
        match self.expression(e)? {
            Value::Pointer(pointer) => Ok(pointer),
            Value::Undefined => fail(e.span, "this pointer is not assigned"),
            _ => fail(e.span, "this is no pointer into an array that is understood"),
        }
    }

    /// A pointer moved by a number of what it points to.
    pub(super) fn moved(&mut self, mut pointer: Pointer, by: &AffineExpr) -> Pointer {
        if let Some(last) = pointer.indices.last_mut() {
            *last = self.shortened(last.clone() + by.clone());
        }
        pointer
    }

    /// How many dimensions an array has.
    pub(super) fn rank(&self, array: ArrayId) -> usize {
        self.arrays[array.0].rank
    }

    /// What an expression names.
    pub(super) fn place(&mut self, e: &Expr) -> Result<Place> {
        match &e.kind {
            ExprKind::Var(id) => match self.place_of(*id, e.span)? {
                Some(array) => {
                    let indices = match e.ty {
                        Ty::Array(..) => Vec::new(),
                        _ => vec![AffineExpr::Constant(0)],
                    };
                    Ok(Place::Cell(Pointer { array, indices }))
                }
                None => Ok(Place::Scalar((*id, 0))),
            },
            ExprKind::Member(base, member) => match self.place(base)? {
                Place::Scalar((id, 0)) => Ok(Place::Scalar((id, *member))),
                _ => fail(e.span, "a struct in memory is not understood"),
            },
            ExprKind::Index(base, index) => {
                let (base, index) = match (&base.ty, &index.ty) {
                    (Ty::Int(_), _) => (index, base),
                    _ => (base, index),
                };
                let pointer = self.pointer(base)?;
                let index = self.int(index)?;
                let by = self.index_of(&index);
                Ok(Place::Cell(self.moved(pointer, &by)))
            }
            ExprKind::Deref(base) => Ok(Place::Cell(self.pointer(base)?)),
            ExprKind::Unknown(what) => fail(e.span, format!("{what} is not understood")),
            _ => fail(e.span, "this is no place that is understood"),
        }
    }

    /// The operands and the map of an access, or the operands alone where its subscripts are not affine.
    fn subscripts(
        &mut self,
        pointer: &Pointer,
        span: Span,
    ) -> Result<(Vec<ValueId>, Option<ovolo_lang::affine::AffineMap>)> {
        let array = &self.arrays[pointer.array.0];
        if array.rank != pointer.indices.len() {
            return fail(span, "a part of an array is no number");
        }
        Ok(match self.map(&pointer.indices) {
            Some((map, operands)) => (operands, Some(map)),
            None => (
                pointer.indices.iter().map(|i| self.index_value(i)).collect(),
                None,
            ),
        })
    }

    /// Reads a cell.
    pub(super) fn load(&mut self, pointer: &Pointer, span: Span) -> Result<Value> {
        let (operands, map) = self.subscripts(pointer, span)?;
        let Array {
            value: memref,
            element,
            ..
        } = self.arrays[pointer.array.0].clone();
        let same = |k: &&(ArrayId, Vec<ValueId>, Option<_>, ValueId)| {
            k.0 == pointer.array && k.1 == operands && k.2 == map
        };
        let value = match self.known.iter().find(same) {
            Some(known) => known.3,
            None => {
                let ty = self.scalar_type(&element, span)?;
                let all = [memref].into_iter().chain(operands.iter().copied());
                let new = match &map {
                    Some(map) => {
                        NewOp::new(OpCode::AffineLoad).attribute("map", Attribute::affine_map(map.clone()))
                    }
                    None => NewOp::new(OpCode::MemRefLoad),
                };
                let outer = std::mem::replace(&mut self.span, span);
                let value = self.append_value(new.operands(all).result(ty));
                self.span = outer;
                self.known.push((pointer.array, operands, map, value));
                value
            }
        };
        Ok(match element {
            Ty::Float(kind) => Value::Float(value, kind),
            Ty::Int(ty) => Value::Int(self.int_of(value, ty)),
            _ => Value::Undefined,
        })
    }

    /// Writes a cell, a value of its type.
    pub(super) fn store(&mut self, pointer: &Pointer, value: &Value, ty: &Ty, span: Span) -> Result<()> {
        let (operands, map) = self.subscripts(pointer, span)?;
        let memref = self.arrays[pointer.array.0].value;
        let scalar = self.scalar_type(ty, span)?;
        let value = self.materialized(value, ty, &scalar)?;
        let new = match map {
            Some(map) => NewOp::new(OpCode::AffineStore).attribute("map", Attribute::affine_map(map)),
            None => NewOp::new(OpCode::MemRefStore),
        };
        let outer = std::mem::replace(&mut self.span, span);
        self.append(new.operands([value, memref].into_iter().chain(operands)));
        self.span = outer;
        self.known.clear();
        self.stores += 1;
        Ok(())
    }
}
