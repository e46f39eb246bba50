//! The arrays of a function: parameters, globals, constants and its own.

use std::iter::Peekable;
use std::slice;

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::diagnostic::{Diagnostic, Span};
use ovolo_lang::ir::{NewOp, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, Type};

use super::memory::{ArrayId, Pointer};
use super::{Lowering, Result, Value, fail};
use crate::ast::*;
use crate::reach::UNKNOWN_EXTENT;
use crate::rows;

impl Lowering<'_> {
    /// Makes an array or what a pointer points to an argument of the function.
    pub(super) fn array_argument(&mut self, id: VarId) -> Result<ArrayId> {
        let variable = self.variable(id);
        let (ty, outer) = match &variable.ty {
            Ty::Pointer(to) => (to.as_ref(), Some(Dim::Dynamic)),
            ty => (ty, None),
        };
        let mut shape: Vec<Dim> = outer.into_iter().collect();
        shape.extend(dims(ty));
        let Some((element, members)) = ty.cells() else {
            let message = format!(
                "`{}` points to `{}`, which is not understood",
                variable.name,
                ty.scalar().describe()
            );
            let why = Diagnostic::new(variable.span, message);
            return Err(Box::new(match ty.scalar() {
                Ty::Struct(_) => {
                    why.help("a struct in memory is understood where its members are numbers, pointers, arrays and structs of these")
                }
                Ty::Pointer(_) if rows::is_table(&variable.ty) => why.help(
                    "a nest of loops that only reads or writes elements becomes a function for rows that are equally far apart",
                ),
                _ => why,
            }));
        };
        shape.extend(members.map(Dim::Fixed));
        let scalar = self.scalar_type(&element, variable.span)?;
        let value = self.argument(variable, Type::memref(shape.clone(), scalar));
        let array = self.add_array(value, element, shape.len());
        self.arrays[array.0].is_of_structs = members.is_some();
        let at = self.module.block(self.entry).arguments.len() - 1;
        if variable.is_restrict {
            self.entry_facts.add(at, "llvm.noalias", Attribute::Unit);
        }
        if self.objects.contains(&id) {
            self.entry_facts.objects.push(at);
        }
        match &variable.ty {
            Ty::Pointer(_) => {
                let indices = vec![AffineExpr::Constant(0)];
                self.scalars
                    .insert((id, 0), Value::Pointer(Pointer { array, indices }));
            }
            _ => {
                self.places.insert(id, array);
            }
        }
        Ok(array)
    }

    /// Says which extents a parameter's declaration gives its memref, once all parameters are known.
    pub(super) fn extents_of(&mut self, id: VarId) -> Result<()> {
        let variable = self.variable(id);
        let (mut extents, mut dimensions) = (Vec::new(), Vec::new());
        let mut dimension = 0;
        let mut ty = &variable.ty;
        if let Ty::Pointer(to) = ty {
            extents.push(AffineExpr::Constant(UNKNOWN_EXTENT));
            dimension += 1;
            ty = to;
        }
        while let Ty::Array(of, extent) = ty {
            match extent {
                Extent::Fixed(_) => {}
                Extent::Open => extents.push(AffineExpr::Constant(UNKNOWN_EXTENT)),
                Extent::Variable(e) => {
                    let int = self.int(e)?;
                    let extent = self.index_of(&int);
                    dimensions.push((dimension, extent.clone()));
                    extents.push(extent);
                }
            }
            dimension += 1;
            ty = of;
        }
        if extents.is_empty() {
            return Ok(());
        }
        let array = match self.places.get(&id) {
            Some(array) => *array,
            None => match self.scalars.get(&(id, 0)) {
                Some(Value::Pointer(pointer)) => pointer.array,
                _ => return Ok(()),
            },
        };
        let value = self.arrays[array.0].value;
        let arguments = self.module.block(self.entry).arguments.clone();
        let integers: Vec<ValueId> = arguments
            .iter()
            .copied()
            .filter(|&a| self.module.ty(a).is_integer())
            .collect();
        let symbol = |atom: u32| {
            let (from, _) = self.atoms[atom as usize].converted?;
            let at = integers.iter().position(|&i| i == from)?;
            Some(AffineExpr::Symbol(at as u32))
        };
        let symbols: Option<Vec<_>> = extents.iter().map(|e| substituted(e, &symbol)).collect();
        let Some(results) = symbols else {
            return fail(
                variable.span,
                format!(
                    "the extents of `{}` are not sums and products of the integer parameters",
                    variable.name
                ),
            );
        };
        let at = arguments.iter().position(|&a| a == value).unwrap_or_default();
        let map = ovolo_lang::affine::AffineMap::new(0, integers.len() as u32, results);
        self.entry_facts.extents(at, map);
        self.sizes.extend(
            dimensions
                .into_iter()
                .map(|(dimension, extent)| (value, dimension, extent)),
        );
        Ok(())
    }

    /// Takes parameters that are extents of arrays for what the arrays have, so that it is known that subscripts below
    /// them are inside.
    pub(super) fn take_extents(&mut self) {
        let mut sizes = std::mem::take(&mut self.sizes);
        // C promises the extents of inner dimensions, and those of the outer ones are taken for granted.
        sizes.sort_by_key(|(_, dimension, _)| *dimension == 0);
        for (array, dimension, extent) in sizes {
            let AffineExpr::Dim(atom) = extent else { continue };
            if self.atoms[atom as usize].value.is_some() {
                continue;
            }
            let index = self.index_constant(dimension);
            let new = NewOp::new(OpCode::MemRefDim)
                .operands([array, index])
                .result(Type::Index);
            let value = self.given(new);
            if let Some((from, _)) = self.atoms[atom as usize].converted {
                let name = self.module.value(from).name.clone();
                self.module.value_mut(value).name = name;
            }
            self.atoms[atom as usize].value = Some(value);
        }
    }

    /// Makes a local array.
    pub(super) fn local_array(&mut self, id: VarId) -> Result<ArrayId> {
        let variable = self.variable(id);
        let Some((element, members)) = variable.ty.cells() else {
            let ty = variable.ty.describe();
            return fail(
                variable.span,
                format!("a variable of type `{ty}` is not understood"),
            );
        };
        let scalar = self.scalar_type(&element, variable.span)?;
        let (mut shape, mut sizes) = (Vec::new(), Vec::new());
        let mut ty = &variable.ty;
        while let Ty::Array(of, extent) = ty {
            shape.push(match extent {
                Extent::Fixed(n) => Dim::Fixed(*n),
                Extent::Open => return fail(variable.span, "an array without an extent"),
                Extent::Variable(e) => {
                    let int = self.int(e)?;
                    let linear = self.index_of(&int);
                    sizes.push(self.index_value(&linear));
                    Dim::Dynamic
                }
            });
            ty = of;
        }
        // A scalar whose address is taken is an array of one element.
        if shape.is_empty() {
            shape.push(Dim::Fixed(1));
        }
        shape.extend(members.map(Dim::Fixed));
        let rank = shape.len();
        let new = NewOp::new(OpCode::MemRefAlloca)
            .attribute(
                "operandSegmentSizes",
                Attribute::i32_array(&[sizes.len() as i64, 0]),
            )
            .operands(sizes)
            .result(Type::memref(shape, scalar));
        let value = self.append_value(new);
        self.module.value_mut(value).name = Some(variable.name.as_str().into());
        let array = self.add_array(value, element, rank);
        self.arrays[array.0].is_of_structs = members.is_some();
        self.places.insert(id, array);
        Ok(array)
    }

    /// The array that a variable is or lives in; a global one becomes an argument when it is first used.
    pub(super) fn place_of(&mut self, id: VarId, span: Span) -> Result<Option<ArrayId>> {
        if let Some(array) = self.places.get(&id) {
            return Ok(Some(*array));
        }
        let variable = self.variable(id);
        if !variable.is_global || self.scalars.contains_key(&(id, 0)) {
            return Ok(None);
        }
        if variable.is_volatile {
            return fail(span, format!("`{}` is volatile", variable.name));
        }
        if let Some(initial) = &variable.initial {
            return self.constant_array(id, initial).map(Some);
        }
        if variable.is_static {
            return fail(
                span,
                format!(
                    "`{}` is `static`, so code outside this file cannot reach it",
                    variable.name
                ),
            )
            .map_err(|e: super::Failure| Box::new(e.help("make it a parameter, or drop `static`")));
        }
        let at = self.module.block(self.entry).arguments.len();
        match &variable.ty {
            Ty::Array(..) => {
                let array = self.array_argument(id)?;
                self.entry_facts
                    .add(at, "c.global", Attribute::string(&variable.name));
                Ok(Some(array))
            }
            Ty::Pointer(_) => {
                self.array_argument(id)?;
                self.entry_facts
                    .add(at, "c.pointer", Attribute::string(&variable.name));
                self.entry_facts.extents(
                    at,
                    ovolo_lang::affine::AffineMap::new(0, 0, vec![AffineExpr::Constant(UNKNOWN_EXTENT)]),
                );
                Ok(None)
            }
            ty => {
                let scalar = self.scalar_type(ty, span)?;
                let value = self.argument(variable, Type::memref(vec![Dim::Fixed(1)], scalar));
                self.entry_facts
                    .add(at, "c.global", Attribute::string(&variable.name));
                let array = self.add_array(value, ty.clone(), 1);
                self.places.insert(id, array);
                Ok(Some(array))
            }
        }
    }

    /// A constant outside of functions: a constant of the module, or a copy of it that is made where the function begins.
    fn constant_array(&mut self, id: VarId, initial: &Expr) -> Result<ArrayId> {
        let span = self.span;
        self.span = self.variable(id).span;
        let rest = std::mem::replace(&mut self.block, self.entry);
        let before = std::mem::take(&mut self.module.block_mut(self.entry).ops);
        let array = self.local_array(id).and_then(|array| {
            self.initialize(array, initial)?;
            Ok(array)
        });
        let mut made = std::mem::replace(&mut self.module.block_mut(self.entry).ops, before);
        if let Ok(array) = array
            && let Some(get) = self.constant_of_module(array, &made)
        {
            made = vec![get];
        }
        self.prologue.extend(made);
        self.known.clear();
        self.block = rest;
        self.span = span;
        array
    }

    /// Stores what `{…}` says, and zeros for the rest.
    pub(super) fn initialize(&mut self, array: ArrayId, initial: &Expr) -> Result<()> {
        let ty = self.module.ty(self.arrays[array.0].value).clone();
        let shape: Option<Vec<i64>> = ty
            .as_memref()
            .and_then(|m| m.shape.clone())
            .into_iter()
            .flatten()
            .map(Dim::fixed)
            .collect();
        let total = shape.as_ref().map(|s| s.iter().product::<i64>());
        let (Some(shape), Some(0..=MOST_INITIALIZED)) = (shape, total) else {
            return fail(initial.span, "an array this large is not initialised so");
        };
        let ExprKind::List(items) = &initial.kind else {
            return fail(
                initial.span,
                "an array that is not initialised by `{…}` is not understood",
            );
        };
        self.initialize_by(array, items, &shape, Vec::new())
    }

    /// The part of an array with these first indices, from the items of its braces.
    fn initialize_by(
        &mut self,
        array: ArrayId,
        items: &[Expr],
        shape: &[i64],
        at: Vec<AffineExpr>,
    ) -> Result<()> {
        let mut items = items.iter().peekable();
        self.initialize_part(array, &mut items, shape, at)?;
        match items.next() {
            Some(item) => fail(item.span, "there are more values than the array has elements"),
            None => Ok(()),
        }
    }

    /// The same from the next items of braces around it: an inner array has braces of its own, or takes as many of these as it
    /// has elements.
    fn initialize_part(
        &mut self,
        array: ArrayId,
        items: &mut Peekable<slice::Iter<'_, Expr>>,
        shape: &[i64],
        at: Vec<AffineExpr>,
    ) -> Result<()> {
        if let Some(&extent) = shape.get(at.len()) {
            for i in 0..extent {
                let mut inner = at.clone();
                inner.push(AffineExpr::Constant(i));
                let is_braced = |item: &&Expr| matches!(item.kind, ExprKind::List(_));
                match items.next_if(is_braced).map(|item| &item.kind) {
                    Some(ExprKind::List(own)) => self.initialize_by(array, own, shape, inner)?,
                    _ => self.initialize_part(array, items, shape, inner)?,
                }
            }
            return Ok(());
        }
        let element = self.arrays[array.0].element.clone();
        let item = items.next();
        let value = match item {
            Some(e) => self.expression(e)?,
            None => Value::Undefined,
        };
        let span = item.map_or(self.span, |e| e.span);
        self.store(&Pointer { array, indices: at }, &value, &element, span)
    }

    /// Gives every scalar whose address is taken in a body a place in memory.
    pub(super) fn in_memory(&mut self, body: &[Stmt]) {
        for stmt in body {
            stmt.for_each_expr(&mut |e| {
                e.walk(&mut |inner| {
                    if let ExprKind::Address(place) = &inner.kind
                        && let Some(id) = place.var()
                        && !matches!(place.ty, Ty::Array(..))
                    {
                        self.addressed.insert(id);
                    }
                });
            });
        }
    }
}

/// Cells that an initialiser may have.
const MOST_INITIALIZED: i64 = 4096;

fn dims(ty: &Ty) -> Vec<Dim> {
    match ty {
        Ty::Array(of, extent) => {
            let mut all = vec![match extent {
                Extent::Fixed(n) => Dim::Fixed(*n),
                _ => Dim::Dynamic,
            }];
            all.extend(dims(of));
            all
        }
        _ => Vec::new(),
    }
}

/// The expression with every atom replaced, if every one can be.
fn substituted(e: &AffineExpr, f: &impl Fn(u32) -> Option<AffineExpr>) -> Option<AffineExpr> {
    match e {
        AffineExpr::Dim(atom) => f(*atom),
        AffineExpr::Binary(op, parts) => Some(AffineExpr::binary(
            *op,
            substituted(&parts.0, f)?,
            substituted(&parts.1, f)?,
        )),
        other => Some(other.clone()),
    }
}
