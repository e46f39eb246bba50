//! Expressions.

use ovolo_lang::affine::{AffineExpr, AffineOp};
use ovolo_lang::ir::{BlockId, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::{FloatKind, Type};

use super::integers::Int;
use super::memory::{Place, Pointer};
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
            ExprKind::Address(place) => match self.place(place)? {
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
            ExprKind::List(_) => fail(e.span, "a list of values is not understood here"),
            ExprKind::Unknown(what) => fail(e.span, format!("{what} is not understood")),
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

    /// What a place holds, which is the one that an expression names.
    fn read_place(&mut self, place: &Place, e: &Expr) -> Result<Value> {
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
        if let Ty::Struct(_) = place.ty {
            return fail(place.span, "the assignment of a whole struct is not understood");
        }
        let target = self.place(place)?;
        self.write_place(target, place, value)
    }

    fn write_place(&mut self, target: Place, place: &Expr, value: Value) -> Result<()> {
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
                    _ => value,
                };
                self.scalars.insert(key, value);
                Ok(())
            }
        }
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

    fn pointer_sum(&mut self, pointer: &Expr, by: &Expr, is_back: bool) -> Result<Value> {
        let pointer = self.pointer(pointer)?;
        let by = self.int(by)?;
        let by = self.index_of(&by);
        let by = if is_back {
            by * AffineExpr::Constant(-1)
        } else {
            by
        };
        Ok(Value::Pointer(self.moved(pointer, &by)))
    }

    /// How far one pointer lies behind another.
    pub(super) fn distance(&mut self, p: &Pointer, q: &Pointer, e: &Expr) -> Result<AffineExpr> {
        match (p.indices.split_last(), q.indices.split_last()) {
            (Some((a, outer)), Some((b, other))) if p.array == q.array && outer == other => {
                Ok(a.clone() - b.clone())
            }
            _ => fail(e.span, "pointers into different arrays are compared"),
        }
    }

    fn float_arithmetic(
        &mut self,
        op: BinaryOp,
        x: ValueId,
        y: ValueId,
        kind: FloatKind,
        e: &Expr,
    ) -> Result<Value> {
        let code = match op {
            BinaryOp::Add => OpCode::AddF,
            BinaryOp::Sub => OpCode::SubF,
            BinaryOp::Mul => OpCode::MulF,
            BinaryOp::Div => OpCode::DivF,
            _ => return fail(e.span, "this operator is not understood here"),
        };
        Ok(Value::Float(self.compute(code, &[x, y], Type::Float(kind)), kind))
    }

    /// An operation on integers that have, or are taken to, the type of the result.
    pub(super) fn arithmetic(&mut self, op: BinaryOp, a: Int, b: Int, ty: IntTy) -> Result<Int> {
        let linear = match (&a.linear, &b.linear) {
            (Some(x), Some(y)) => self.linear_arithmetic(op, (&a, x), (&b, y), ty),
            _ => None,
        };
        if let Some(linear) = linear {
            let is_exact = self.has(ty, &linear) || ty.signed && a.is_exact && b.is_exact;
            return Ok(Int {
                ty,
                linear: Some(linear),
                is_exact,
                value: None,
            });
        }
        let (x, y) = (self.int_value(&a), self.int_value(&b));
        let code = match (op, ty.signed) {
            (BinaryOp::Add, _) => OpCode::AddI,
            (BinaryOp::Sub, _) => OpCode::SubI,
            (BinaryOp::Mul, _) => OpCode::MulI,
            (BinaryOp::Div, true) => OpCode::DivSI,
            (BinaryOp::Div, false) => OpCode::DivUI,
            (BinaryOp::Rem, true) => OpCode::RemSI,
            (BinaryOp::Rem, false) => OpCode::RemUI,
            (BinaryOp::And, _) => OpCode::AndI,
            (BinaryOp::Or, _) => OpCode::OrI,
            (BinaryOp::Xor, _) => OpCode::XOrI,
            (BinaryOp::Shl, _) => OpCode::ShLI,
            (BinaryOp::Shr, true) => OpCode::ShRSI,
            (BinaryOp::Shr, false) => OpCode::ShRUI,
            _ => return fail(self.span, "this operator is not understood here"),
        };
        // The amount of a shift has its own type.
        let y = match op {
            BinaryOp::Shl | BinaryOp::Shr => self.resized(y, b.ty, ty.bits),
            _ => y,
        };
        let value = self.compute(code, &[x, y], Type::integer(ty.bits));
        Ok(self.int_of(value, ty))
    }

    /// The affine expression of a result, where there is one.
    fn linear_arithmetic(
        &self,
        op: BinaryOp,
        (a, x): (&Int, &AffineExpr),
        (b, y): (&Int, &AffineExpr),
        ty: IntTy,
    ) -> Option<AffineExpr> {
        let exact_constant = b.as_constant();
        let is_natural = || a.is_exact && self.is_natural(x);
        match op {
            BinaryOp::Add => Some(x.clone() + y.clone()),
            BinaryOp::Sub => Some(x.clone() - y.clone()),
            BinaryOp::Mul => Some(AffineExpr::binary(AffineOp::Mul, x.clone(), y.clone())),
            BinaryOp::Div if exact_constant? > 0 && is_natural() => Some(x.floordiv(exact_constant?)),
            BinaryOp::Rem if exact_constant? > 0 && is_natural() => Some(x.modulo(exact_constant?)),
            BinaryOp::Shl if (0..i64::from(ty.bits).min(63)).contains(&exact_constant?) => {
                Some(x.clone() * AffineExpr::Constant(1i64.checked_shl(exact_constant? as u32)?))
            }
            // The shift of a negative number rounds down, as gcc and clang have it.
            BinaryOp::Shr if (0..i64::from(ty.bits).min(63)).contains(&exact_constant?) && a.is_exact => {
                Some(x.floordiv(1i64.checked_shl(exact_constant? as u32)?))
            }
            BinaryOp::And if a.is_exact => {
                let size = exact_constant?.checked_add(1)?;
                (size > 0 && size.count_ones() == 1).then(|| x.modulo(size))
            }
            _ => None,
        }
    }

    fn resized(&mut self, value: ValueId, from: IntTy, bits: u32) -> ValueId {
        let code = match (from.bits < bits, from.signed) {
            _ if from.bits == bits => return value,
            (true, true) => OpCode::ExtSI,
            (true, false) => OpCode::ExtUI,
            (false, _) => OpCode::TruncI,
        };
        self.compute(code, &[value], Type::integer(bits))
    }

    fn convert(&mut self, inner: &Expr, to: &Ty) -> Result<Value> {
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
            _ => fail(
                self.span,
                format!(
                    "the conversion of `{}` to `{}` is not understood",
                    from.describe(),
                    to.describe()
                ),
            ),
        }
    }

    /// C's conversion between types of numbers, other than to `_Bool`.
    fn convert_value(&mut self, value: Value, from: &Ty, to: &Ty) -> Result<Value> {
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
            _ => fail(
                self.span,
                format!(
                    "the conversion of `{}` to `{}` is not understood",
                    from.describe(),
                    to.describe()
                ),
            ),
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

    /// `place op= operand`; the place is computed once.
    fn update(&mut self, op: BinaryOp, place: &Expr, operand: &Expr, e: &Expr) -> Result<Value> {
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
    fn step(&mut self, place: &Expr, by: i64, is_postfix: bool) -> Result<Value> {
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
        let (a, x) = self.arm(then, &e.ty, &ty)?;
        let (b, y) = self.arm(otherwise, &e.ty, &ty)?;
        let value = if self.is_free(a) && self.is_free(b) {
            self.splice(a);
            self.splice(b);
            let flag = self.flag_of(&condition);
            match self.extreme_of(flag, x, y) {
                Some(code) => self.compute(code, &[x, y], ty),
                None => self.compute(OpCode::Select, &[flag, x, y], ty),
            }
        } else {
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
    fn arm(&mut self, e: &Expr, c_ty: &Ty, ty: &Type) -> Result<(BlockId, ValueId)> {
        let block = self.detached_block();
        let value = self.apart(block, |this| {
            let value = this.expression(e)?;
            this.materialized(&value, c_ty, ty)
        })?;
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
    fn flag_as_int(&mut self, flag: ValueId) -> Int {
        let value = self.compute(OpCode::ExtUI, &[flag], Type::I32);
        self.int_of(value, IntTy::INT)
    }
}

fn is_same_scalar(a: &Ty, b: &Ty) -> bool {
    match (a, b) {
        (Ty::Int(a), Ty::Int(b)) => a == b,
        (Ty::Float(a), Ty::Float(b)) => a == b,
        _ => false,
    }
}

/// Whether two pointers point to the same type.
fn is_same_target(a: &Ty, b: &Ty) -> bool {
    let (Some(a), Some(b)) = (a.target(), b.target()) else {
        return false;
    };
    match (a.as_ref(), b.as_ref()) {
        (Ty::Array(a, _), Ty::Array(b, _)) => is_same_scalar(a.scalar(), b.scalar()) && a.rank() == b.rank(),
        (a, b) => is_same_scalar(a, b),
    }
}
