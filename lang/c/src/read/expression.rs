//! Expressions.

use ovolo_lang::types::FloatKind;

use super::{DEEPEST, Reader};
use crate::ast::*;
use crate::clang::{Constant, Cursor, raw};

impl<'u> Reader<'u> {
    pub(super) fn expression(&mut self, cursor: Cursor<'u>, depth: u32) -> Expr {
        let span = cursor.span();
        let ty = match (self.ty(cursor.ty(), &mut Vec::new()), cursor.kind()) {
            // No sum is an array: the type is that of a parameter as it is written.
            (Ty::Array(of, _), raw::CXCursor_BinaryOperator) => Ty::Pointer(of),
            (ty, _) => ty,
        };
        let kind = match depth > DEEPEST {
            true => ExprKind::Unknown("an expression that is nested too deeply".to_string()),
            false => self.expression_kind(cursor, &ty, depth + 1),
        };
        Expr { kind, ty, span }
    }

    fn boxed(&mut self, cursor: Cursor<'u>, depth: u32) -> Box<Expr> {
        Box::new(self.expression(cursor, depth))
    }

    fn expression_kind(&mut self, cursor: Cursor<'u>, ty: &Ty, depth: u32) -> ExprKind {
        let unknown = |what: &str| ExprKind::Unknown(what.to_string());
        let mut parts = cursor.children();
        parts.retain(|part| part.is_expression());
        match (cursor.kind(), parts.as_slice()) {
            (raw::CXCursor_IntegerLiteral | raw::CXCursor_CharacterLiteral | raw::CXCursor_UnaryExpr, _) => {
                match cursor.evaluate() {
                    Some(Constant::Int(value)) => ExprKind::Int(value),
                    _ => self
                        .size(&parts, ty, depth)
                        .unwrap_or_else(|| unknown("an operator whose value is no constant")),
                }
            }
            (raw::CXCursor_FloatingLiteral, _) => match cursor.evaluate() {
                Some(Constant::Float(value)) => ExprKind::Float(value),
                _ => unknown("this number"),
            },
            (raw::CXCursor_ParenExpr, [inner]) => self.expression(*inner, depth).kind,
            // The constants of a type come before what is converted to it.
            (raw::CXCursor_UnexposedExpr, [inner]) | (raw::CXCursor_CStyleCastExpr, [.., inner]) => {
                let inner = self.expression(*inner, depth);
                let is_decay = matches!((&inner.ty, ty), (Ty::Array(..), Ty::Pointer(_)));
                match inner.ty.is_same(ty) && !is_decay && cursor.kind() == raw::CXCursor_UnexposedExpr {
                    true => inner.kind,
                    false => ExprKind::Convert(Box::new(inner)),
                }
            }
            (raw::CXCursor_DeclRefExpr, _) => {
                let declaration = cursor.declaration();
                match declaration.kind() {
                    raw::CXCursor_VarDecl | raw::CXCursor_ParmDecl => match constant_of(declaration, ty) {
                        Some(value) => ExprKind::Int(value),
                        None => ExprKind::Var(self.variable(declaration)),
                    },
                    raw::CXCursor_EnumConstantDecl => match cursor.evaluate() {
                        Some(Constant::Int(value)) => ExprKind::Int(value),
                        _ => unknown("this constant"),
                    },
                    _ => unknown("a function that is not called"),
                }
            }
            (raw::CXCursor_ArraySubscriptExpr, [base, index]) => {
                ExprKind::Index(self.boxed(*base, depth), self.boxed(*index, depth))
            }
            (raw::CXCursor_MemberRefExpr, [base]) => self.member(cursor, *base, depth),
            (raw::CXCursor_UnaryOperator, [operand]) => {
                let operand = self.boxed(*operand, depth);
                unary(cursor.unary_operator(), operand)
            }
            (raw::CXCursor_BinaryOperator, [left, right]) => {
                let (left, right) = (self.boxed(*left, depth), self.boxed(*right, depth));
                let operator = cursor.binary_operator();
                match (operator.as_str(), BinaryOp::parse(&operator)) {
                    ("=", _) => ExprKind::Assign(left, right),
                    (",", _) => ExprKind::Comma(left, right),
                    (_, Some(op)) => ExprKind::Binary(op, left, right),
                    _ => ExprKind::Unknown(format!("the operator `{operator}`")),
                }
            }
            (raw::CXCursor_CompoundAssignOperator, [left, right]) => {
                let (left, right) = (self.boxed(*left, depth), self.boxed(*right, depth));
                let operator = cursor.binary_operator();
                match BinaryOp::parse(operator.trim_end_matches('=')) {
                    Some(op) => ExprKind::Update(op, left, right),
                    None => ExprKind::Unknown(format!("the operator `{operator}`")),
                }
            }
            (raw::CXCursor_ConditionalOperator, [condition, then, otherwise]) => ExprKind::Conditional(
                self.boxed(*condition, depth),
                self.boxed(*then, depth),
                self.boxed(*otherwise, depth),
            ),
            (raw::CXCursor_CallExpr, [callee, arguments @ ..]) => {
                let name = callee.name();
                let operands = arguments.iter().map(|a| self.expression(*a, depth));
                match special_float(&name, arguments) {
                    Some(value) => ExprKind::Float(value),
                    None if name.is_empty() => unknown("a call of a function that is computed"),
                    None => ExprKind::Call(name, operands.collect()),
                }
            }
            (raw::CXCursor_InitListExpr, items) => {
                ExprKind::List(items.iter().map(|item| self.expression(*item, depth)).collect())
            }
            (raw::CXCursor_StringLiteral, _) => unknown("a string"),
            (raw::CXCursor_CompoundLiteralExpr, [list]) if matches!(ty, Ty::Struct(_)) => {
                self.expression(*list, depth).kind
            }
            (raw::CXCursor_CompoundLiteralExpr, _) => unknown("a compound literal"),
            (raw::CXCursor_StmtExpr, _) => {
                unknown("a statement as an expression, which `assert` is without `-DNDEBUG`,")
            }
            _ => unknown("this expression"),
        }
    }

    /// What `sizeof` says of a part of the variable that is declared around it, whose extents are no constants: a product of them.
    fn size(&mut self, parts: &[Cursor<'u>], to: &Ty, depth: u32) -> Option<ExprKind> {
        let &[operand] = parts else { return None };
        let operand = self.expression(operand, depth);
        let ty = self.declared_type(&operand)?;
        let span = operand.span;
        let mut size = Expr::new(ExprKind::Int(ty.scalar().bytes()?), to.clone(), span);
        let mut of = &ty;
        while let Ty::Array(element, extent) = of {
            let extent = match extent {
                Extent::Fixed(n) => Expr::new(ExprKind::Int(i128::from(*n)), to.clone(), span),
                Extent::Variable(e) => {
                    Expr::new(ExprKind::Convert(Box::new((**e).clone())), to.clone(), span)
                }
                Extent::Open => return None,
            };
            let product = ExprKind::Binary(BinaryOp::Mul, Box::new(extent), Box::new(size));
            size = Expr::new(product, to.clone(), span);
            of = element;
        }
        Some(size.kind)
    }

    /// The type of a part of the variable that is declared around it, with its extents.
    fn declared_type(&self, e: &Expr) -> Option<Ty> {
        match &e.kind {
            ExprKind::Var(id) if self.declared == Some(*id) => {
                Some(self.unit.variables[id.0 as usize].ty.clone())
            }
            ExprKind::Deref(base) | ExprKind::Index(base, _) => {
                let base = self.declared_type(base.undecayed())?;
                base.target().map(|target| (**target).clone())
            }
            _ => None,
        }
    }

    fn member(&mut self, cursor: Cursor<'u>, base: Cursor<'u>, depth: u32) -> ExprKind {
        let mut base = self.expression(base, depth);
        let name = cursor.name();
        if let Some(to) = base.ty.target() {
            let (to, span) = ((**to).clone(), base.span);
            base = Expr::new(ExprKind::Deref(Box::new(base)), to, span);
        }
        match &base.ty {
            Ty::Struct(of) => match of.members.iter().position(|(member, _)| *member == name) {
                Some(member) => ExprKind::Member(Box::new(base), member),
                None => ExprKind::Unknown(format!("the member `{name}`")),
            },
            _ => ExprKind::Unknown("a member of this".to_string()),
        }
    }
}

fn unary(operator: i32, operand: Box<Expr>) -> ExprKind {
    let step = |by, is_postfix, place| ExprKind::Step {
        place,
        by,
        is_postfix,
    };
    match operator {
        raw::CXUnaryOperator_PostInc => step(1, true, operand),
        raw::CXUnaryOperator_PostDec => step(-1, true, operand),
        raw::CXUnaryOperator_PreInc => step(1, false, operand),
        raw::CXUnaryOperator_PreDec => step(-1, false, operand),
        raw::CXUnaryOperator_AddrOf => ExprKind::Address(operand),
        raw::CXUnaryOperator_Deref => ExprKind::Deref(operand),
        raw::CXUnaryOperator_Plus | raw::CXUnaryOperator_Extension => operand.kind,
        raw::CXUnaryOperator_Minus => match (&operand.kind, &operand.ty) {
            (ExprKind::Float(value), Ty::Float(FloatKind::F64 | FloatKind::F32)) => ExprKind::Float(-value),
            _ => ExprKind::Unary('-', operand),
        },
        raw::CXUnaryOperator_Not => ExprKind::Unary('~', operand),
        raw::CXUnaryOperator_LNot => ExprKind::Unary('!', operand),
        _ => ExprKind::Unknown("this operator".to_string()),
    }
}

/// What `INFINITY`, `HUGE_VAL` and `NAN` of `math.h` stand for.
fn special_float(name: &str, arguments: &[Cursor<'_>]) -> Option<f64> {
    match (name, arguments) {
        ("__builtin_inf" | "__builtin_inff" | "__builtin_huge_val" | "__builtin_huge_valf", []) => {
            Some(f64::INFINITY)
        }
        ("__builtin_nan" | "__builtin_nanf", [payload]) => {
            let mut text = *payload;
            while let [inner] = text.children().as_slice() {
                text = *inner;
            }
            (text.name() == "\"\"").then_some(f64::NAN)
        }
        _ => None,
    }
}

/// The value of a `const` integer of a function that begins with a constant: nothing may write it.
fn constant_of(declaration: Cursor<'_>, ty: &Ty) -> Option<i128> {
    let is_own = declaration.kind() == raw::CXCursor_VarDecl
        && !declaration.is_global()
        && declaration.ty().is_const()
        && !declaration.ty().is_volatile();
    let Some(Constant::Int(value)) = declaration.initializer().filter(|_| is_own)?.evaluate() else {
        return None;
    };
    let Ty::Int(int) = ty else { return None };
    let (least, greatest) = int.range();
    (least..=greatest).contains(&value).then_some(value)
}
