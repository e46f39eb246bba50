//! Expressions.

use ovolo_lang::ir::{BlockId, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::Type;

use super::integers::Int;
use super::memory::Place;
use super::{Lowering, Result, Value, fail};
use crate::ast::*;

impl<'a> Lowering<'a> {
    /// The value of an expression.
    pub(super) fn expression(&mut self, e: &Expr) -> Result<Value> {
        let outer = std::mem::replace(&mut self.span, e.span);
        let value = self.expression_here(e);
        self.span = outer;
        value
    }

    fn expression_here(&mut self, e: &Expr) -> Result<Value> {
        match &e.kind {
            ExprKind::Int(value) => match &e.ty {
                Ty::Int(ty) => Ok(Value::Int(Int::constant(*value, *ty))),
                _ => fail(e.span, "a number that is no integer"),
            },
            ExprKind::Float(value) => match e.ty {
                Ty::Float(kind) => Ok(Value::Float(self.float_constant(*value, kind), kind)),
                _ => fail(e.span, "a number of a type that is not understood"),
            },
            ExprKind::Var(id) if self.constant_of(*id).is_some() => match self.constant_of(*id) {
                Some(initial) => self.expression(initial),
                None => Ok(Value::Undefined),
            },
            ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Member(..) | ExprKind::Deref(_) => {
                self.read(e)
            }
            ExprKind::Address(inner) => match self.place(inner)? {
                Place::Cell(pointer) if self.is_inside_struct(&pointer) => {
                    self.to_scalar(pointer, &inner.ty, e.span).map(Value::Pointer)
                }
                Place::Cell(pointer) => Ok(Value::Pointer(pointer)),
                Place::Scalar(_) => fail(e.span, "the address of this variable is not understood"),
            },
            ExprKind::Unary(op, operand) => self.unary(*op, operand, e),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e),
            ExprKind::Assign(place, value) => {
                let value = self.expression(value)?;
                self.assign(place, value.clone())?;
                Ok(value)
            }
            ExprKind::Update(op, place, operand) => self.update(*op, place, operand, e),
            ExprKind::Step {
                place,
                by,
                is_postfix,
            } => self.step(place, *by, *is_postfix),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, e)
            }
            ExprKind::Comma(first, second) => {
                self.expression(first)?;
                self.expression(second)
            }
            ExprKind::Convert(inner) => self.convert(inner, &e.ty),
            ExprKind::Call(name, arguments) => self.call(name, arguments, e),
            ExprKind::List(items) if matches!(e.ty, Ty::Struct(_)) => self.struct_of(items, e),
            ExprKind::List(_) => fail(e.span, "a list of values is not understood here"),
            ExprKind::Unknown(what) => fail(e.span, format!("{what} is not understood")),
        }
    }

    /// The struct with members that are given in braces, zeros for what is not.
    fn struct_of(&mut self, items: &[Expr], e: &Expr) -> Result<Value> {
        let Ty::Struct(of) = &e.ty else {
            return fail(e.span, "this is no struct");
        };
        let mut items = items.iter();
        let mut values = Vec::new();
        for (_, ty) in &of.members {
            let is_scalar = matches!(ty, Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_));
            let value = match items.next() {
                Some(item) => Some((self.expression(item)?, item)),
                None => None,
            };
            match (value, ty.scalars()) {
                (Some((Value::Struct(all), _)), Some(scalars)) if all.len() == scalars.len() => {
                    values.extend(all)
                }
                (Some((Value::Struct(_), item)), _) => {
                    return fail(item.span, "these braces are not understood");
                }
                (Some((value, _)), _) if is_scalar => values.push(value),
                (Some((_, item)), _) => {
                    return fail(item.span, "braces that are left out are not understood here");
                }
                (None, Some(scalars)) => values.extend(scalars.iter().map(|ty| match ty {
                    Ty::Int(ty) => Value::Int(Int::constant(0, *ty)),
                    _ => Value::Undefined,
                })),
                (None, None) => return fail(e.span, "a member that is not given is not understood"),
            }
        }
        match items.next() {
            Some(item) => fail(item.span, "there are more values than the struct has members"),
            None => Ok(Value::Struct(values)),
        }
    }

    /// The value of a global scalar that is `const`.
    fn constant_of(&self, id: VarId) -> Option<&'a Expr> {
        let unit = self.unit;
        let variable = &unit.variables[id.0 as usize];
        let is_scalar = matches!(variable.ty, Ty::Int(_) | Ty::Float(_));
        variable
            .initial
            .as_ref()
            .filter(|_| is_scalar && !variable.is_volatile)
    }

    fn read(&mut self, e: &Expr) -> Result<Value> {
        if let (Ty::Array(..), _) = (&e.ty, ()) {
            return self.pointer(e).map(Value::Pointer);
        }
        let place = self.place(e)?;
        self.read_place(&place, e)
    }

    /// An expression of an integer type.
    pub(super) fn int(&mut self, e: &Expr) -> Result<Int> {
        match (self.expression(e)?, &e.ty) {
            (Value::Int(int), _) => Ok(int),
            (Value::Undefined, Ty::Int(ty)) => Ok(Int::constant(0, *ty)),
            _ => fail(e.span, "this is no integer that is understood"),
        }
    }

    /// An expression of a floating type.
    pub(super) fn float(&mut self, e: &Expr) -> Result<ValueId> {
        match (self.expression(e)?, &e.ty) {
            (Value::Float(value, _), _) => Ok(value),
            (Value::Undefined, Ty::Float(kind)) => Ok(self.float_constant(0.0, *kind)),
            _ => fail(e.span, "this is no number that is understood"),
        }
    }

    fn unary(&mut self, op: char, operand: &Expr, e: &Expr) -> Result<Value> {
        match (op, &e.ty) {
            ('!', _) => {
                let condition = self.condition(e)?;
                let flag = self.flag_of(&condition);
                Ok(Value::Int(self.flag_as_int(flag)))
            }
            ('-', Ty::Float(kind)) => {
                let value = self.float(operand)?;
                Ok(Value::Float(
                    self.compute(OpCode::NegF, &[value], Type::Float(*kind)),
                    *kind,
                ))
            }
            ('-', Ty::Int(ty)) => {
                let zero = Int::constant(0, *ty);
                let value = self.int(operand)?;
                self.arithmetic(BinaryOp::Sub, zero, value, *ty).map(Value::Int)
            }
            ('~', Ty::Int(ty)) => {
                let ones = Int::constant(-1, IntTy { signed: true, ..*ty });
                let ones = Int {
                    ty: *ty,
                    is_exact: ty.signed,
                    ..ones
                };
                let value = self.int(operand)?;
                self.arithmetic(BinaryOp::Xor, value, ones, *ty).map(Value::Int)
            }
            _ => fail(e.span, "this operator is not understood here"),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, e: &Expr) -> Result<Value> {
        if op.is_comparison() || matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr) {
            let condition = self.condition(e)?;
            let flag = self.flag_of(&condition);
            return Ok(Value::Int(self.flag_as_int(flag)));
        }
        match (&e.ty, &a.ty, &b.ty) {
            (Ty::Pointer(_), Ty::Int(_), _) => self.pointer_sum(b, a, false),
            (Ty::Pointer(_), ..) => self.pointer_sum(a, b, op == BinaryOp::Sub),
            (Ty::Int(_), Ty::Pointer(_) | Ty::Array(..), _) => {
                let (p, q) = (self.pointer(a)?, self.pointer(b)?);
                let difference = self.distance(&p, &q, e)?;
                Ok(Value::Int(self.int_from(
                    difference,
                    IntTy {
                        bits: 64,
                        signed: true,
                    },
                )))
            }
            (Ty::Float(kind), ..) => {
                let (x, y) = (self.float(a)?, self.float(b)?);
                self.float_arithmetic(op, x, y, *kind, e)
            }
            (Ty::Int(ty), ..) => {
                let (x, y) = (self.int(a)?, self.int(b)?);
                self.arithmetic(op, x, y, *ty).map(Value::Int)
            }
            _ => fail(e.span, "this operator is not understood here"),
        }
    }

    fn conditional(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, e: &Expr) -> Result<Value> {
        let ty = self.scalar_type(&e.ty, e.span)?;
        let condition = self.condition(condition)?;
        if let Some(known) = condition.known() {
            return self.expression(if known { then } else { otherwise });
        }
        for arm in [then, otherwise] {
            if !crate::live::assigned_by(arm).is_empty() {
                return fail(arm.span, "an assignment in a part of `?:` is not understood");
            }
        }
        let (a, one) = self.arm(then)?;
        let (b, other) = self.arm(otherwise)?;
        let value = if self.is_free(a) && self.is_free(b) {
            self.splice(a);
            self.splice(b);
            if let Some(index) = self.chosen_index(&condition, &one, &other) {
                return Ok(Value::Int(index));
            }
            let flag = self.flag_of(&condition);
            let x = self.materialized(&one, &e.ty, &ty)?;
            let y = self.materialized(&other, &e.ty, &ty)?;
            match self.extreme_of(flag, x, y) {
                Some(code) => self.compute(code, &[x, y], ty),
                None => self.compute(OpCode::Select, &[flag, x, y], ty),
            }
        } else {
            let x = self.apart(a, |this| this.materialized(&one, &e.ty, &ty))?;
            let y = self.apart(b, |this| this.materialized(&other, &e.ty, &ty))?;
            self.branch(&condition, [a, b], [vec![x], vec![y]], &[ty])[0]
        };
        Ok(self.value_of(value, &e.ty))
    }

    /// The operation that gives the greater or the lesser of two integers, where that is what is chosen.
    fn extreme_of(&self, flag: ValueId, x: ValueId, y: ValueId) -> Option<OpCode> {
        let op = self.module.op(self.module.defining_op(flag)?);
        if op.code() != Some(OpCode::CmpI) || *self.module.ty(x) == Type::Index {
            return None;
        }
        let is_straight = match *op.operands.as_slice() {
            [a, b] if a == x && b == y => true,
            [a, b] if a == y && b == x => false,
            _ => return None,
        };
        match (op.predicate(), is_straight) {
            (2 | 3, true) | (4 | 5, false) => Some(OpCode::MinSI),
            (4 | 5, true) | (2 | 3, false) => Some(OpCode::MaxSI),
            (6 | 7, true) | (8 | 9, false) => Some(OpCode::MinUI),
            (8 | 9, true) | (6 | 7, false) => Some(OpCode::MaxUI),
            _ => None,
        }
    }

    /// An arm of `?:` in a block that no region holds, and its value.
    fn arm(&mut self, e: &Expr) -> Result<(BlockId, Value)> {
        let block = self.detached_block();
        let value = self.apart(block, |this| this.expression(e))?;
        Ok((block, value))
    }

    /// Whether what a block does may be done where it is not needed.
    pub(super) fn is_free(&self, block: BlockId) -> bool {
        self.module.block(block).ops.iter().all(|&op| {
            let code = self.module.op(op).code();
            let has = |code: OpCode, it| code.has_trait(it);
            code.is_some_and(|c| {
                matches!(c, OpCode::AffineApply)
                    || has(c, Trait::Pure) && !has(c, Trait::Partial) && !has(c, Trait::Library)
            })
        })
    }

    /// Appends what a block holds here.
    pub(super) fn splice(&mut self, block: BlockId) {
        for op in std::mem::take(&mut self.module.block_mut(block).ops) {
            let here = self.block;
            self.module.attach(here, op);
        }
    }

    /// An i1 as C's `int`.
    pub(super) fn flag_as_int(&mut self, flag: ValueId) -> Int {
        let value = self.compute(OpCode::ExtUI, &[flag], Type::I32);
        self.int_of(value, IntTy::INT)
    }
}
