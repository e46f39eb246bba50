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
    /// Whether the last dimension counts the scalars of a struct.
    pub is_of_structs: bool,
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
        let is_of_structs = false;
        self.arrays.push(Array {
            value,
            element,
            rank,
            is_of_structs,
        });
        ArrayId(self.arrays.len() - 1)
    }

    /// Whether the subscripts of a pointer go as far as to a scalar of a struct.
    pub(super) fn is_inside_struct(&self, pointer: &Pointer) -> bool {
        let array = &self.arrays[pointer.array.0];
        array.is_of_structs && array.rank == pointer.indices.len()
    }

    /// A place inside of a struct, of which a scalar has the type of the cells.
    fn inside_struct(&self, pointer: Pointer, ty: &Ty, span: Span) -> Result<Pointer> {
        let element = &self.arrays[pointer.array.0].element;
        let is_scalar = matches!(ty, Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_));
        match !is_scalar || ty.is_same(element) {
            true => Ok(pointer),
            false => {
                let message = format!(
                    "a member of type `{}`, in a struct in memory of which the members of type `{}` are understood",
                    ty.describe(),
                    element.describe()
                );
                fail(span, message)
            }
        }
    }

    /// Bytes of the cells of an array.
    fn bytes_of_cells(&self, array: ArrayId) -> i128 {
        self.arrays[array.0].element.bytes().unwrap_or(1)
    }

    /// A pointer inside of a struct to what has this type, which must be a scalar.
    pub(super) fn to_scalar(&self, pointer: Pointer, ty: &Ty, span: Span) -> Result<Pointer> {
        match ty {
            Ty::Int(_) | Ty::Float(_) => self.inside_struct(pointer, ty, span),
            _ => fail(
                span,
                "a pointer to an array or a struct inside of a struct is not understood",
            ),
        }
    }

    /// The place of a scalar of a struct that is a cell, counted from its first one.
    pub(super) fn scalar_of(&mut self, mut cell: Pointer, number: usize) -> Pointer {
        let number = AffineExpr::Constant(number as i64);
        if self.is_inside_struct(&cell) {
            return self.moved(cell, &number);
        }
        cell.indices.push(number);
        cell
    }

    /// The pointer that an expression is, arrays being pointers to their first elements.
    pub(super) fn pointer(&mut self, e: &Expr) -> Result<Pointer> {
        // An array of what is `const` here.
        if let (Ty::Array(..), ExprKind::Convert(array)) = (&e.ty, &e.kind) {
            return self.pointer(array);
        }
        if let Ty::Array(of, _) = &e.ty {
            if let ExprKind::Var(id) = e.kind
                && let Some(Value::Pointer(first)) = self.scalars.get(&(id, 0))
            {
                return Ok(first.clone());
            }
            return match self.place(e)? {
                Place::Cell(pointer) if self.is_inside_struct(&pointer) => {
                    self.to_scalar(pointer, of, e.span)
                }
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
            ExprKind::Member(base, member) => {
                let unknown = || fail(e.span, "the members before this one are not understood");
                let Ty::Struct(of) = &base.ty else {
                    return unknown();
                };
                match self.place(base)? {
                    Place::Scalar((id, first)) => match of.offset(*member) {
                        Some(offset) => Ok(Place::Scalar((id, first + offset))),
                        None => unknown(),
                    },
                    Place::Cell(cell) => match of.cell_of(*member, self.bytes_of_cells(cell.array)) {
                        Some(number) => {
                            let place = self.scalar_of(cell, number);
                            self.inside_struct(place, &e.ty, e.span).map(Place::Cell)
                        }
                        None => unknown(),
                    },
                }
            }
            ExprKind::Index(base, index) => {
                let (base, index) = match (&base.ty, &index.ty) {
                    (Ty::Int(_), _) => (index, base),
                    _ => (base, index),
                };
                let pointer = match self.array_inside_struct(base)? {
                    Some(array) => array,
                    None => self.pointer(base)?,
                };
                let index = self.int(index)?;
                let by = self.index_of(&index);
                if !self.is_inside_struct(&pointer) {
                    return Ok(Place::Cell(self.moved(pointer, &by)));
                }
                let Some(cells) = e.ty.cells_of(self.bytes_of_cells(pointer.array)) else {
                    return fail(e.span, "this part of a struct is not understood");
                };
                let place = self.moved(pointer, &(by * AffineExpr::Constant(cells)));
                self.inside_struct(place, &e.ty, e.span).map(Place::Cell)
            }
            ExprKind::Deref(base) => Ok(Place::Cell(self.pointer(base)?)),
            ExprKind::Unknown(what) => fail(e.span, format!("{what} is not understood")),
            _ => fail(e.span, "this is no place that is understood"),
        }
    }

    /// The first scalar of an array that is a member of a struct in memory; `None` of any other array or pointer.
    fn array_inside_struct(&mut self, e: &Expr) -> Result<Option<Pointer>> {
        let array = e.undecayed();
        let mut inner = array;
        while let ExprKind::Index(base, _) = &inner.kind {
            inner = base.undecayed();
        }
        if !matches!((&array.ty, &inner.kind), (Ty::Array(..), ExprKind::Member(..))) {
            return Ok(None);
        }
        match self.place(array)? {
            Place::Cell(pointer) if self.is_inside_struct(&pointer) => Ok(Some(pointer)),
            _ => fail(e.span, "this array is not understood"),
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
