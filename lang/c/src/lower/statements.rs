//! Statements.

use ovolo_lang::ir::ValueId;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::{Key, Lowering, Result, Value, fail};
use crate::ast::*;
use crate::live::{self, Vars};

impl Lowering<'_> {
    /// The statements of a function's body; gives the value of the `return` at its end.
    pub(super) fn body(&mut self, body: &[Stmt], after: &Vars) -> Result<Option<Value>> {
        let (last, rest) = match body.split_last() {
            Some((
                Stmt {
                    kind: StmtKind::Return(value),
                    ..
                },
                rest,
            )) => (value.as_ref(), rest),
            _ => (None, body),
        };
        let mut live = after.clone();
        live.extend(last.iter().flat_map(|e| live::mentioned(e)));
        self.statements(rest, &live)?;
        last.map(|e| self.expression(e)).transpose()
    }

    /// Statements, behind which the variables `after` are read.
    pub(super) fn statements(&mut self, body: &[Stmt], after: &Vars) -> Result<()> {
        let before = live::before_each(body, after);
        for (at, stmt) in body.iter().enumerate() {
            self.statement(stmt, before.get(at + 1).unwrap_or(after))?;
        }
        Ok(())
    }

    pub(super) fn statement(&mut self, stmt: &Stmt, after: &Vars) -> Result<()> {
        let outer = std::mem::replace(&mut self.span, stmt.span);
        let done = self.statement_here(stmt, after);
        self.span = outer;
        done
    }

    fn statement_here(&mut self, stmt: &Stmt, after: &Vars) -> Result<()> {
        match &stmt.kind {
            StmtKind::Expr(e) => self.expression(e).map(|_| ()),
            StmtKind::Declare(id, value) => self.declare(*id, value.as_ref()),
            StmtKind::Block(body) => self.statements(body, after),
            StmtKind::If(condition, then, otherwise) => {
                self.if_statement(condition, then, otherwise.as_deref(), after)
            }
            StmtKind::For {
                init,
                condition,
                advance,
                body,
            } => self.for_statement(init.as_deref(), condition.as_ref(), advance.as_ref(), body, after),
            StmtKind::While(condition, body) => self.for_statement(None, Some(condition), None, body, after),
            StmtKind::DoWhile(body, condition) => self.do_while(body, condition, after),
            StmtKind::Return(_) => fail(stmt.span, "a `return` here is not understood"),
            StmtKind::Break | StmtKind::Continue => fail(stmt.span, "a jump out of no loop"),
            StmtKind::Goto(label) | StmtKind::Labelled(label, _) => fail(
                stmt.span,
                format!("`goto {label}`, which jumps back or into a block, is not understood"),
            ),
            StmtKind::Label(_) => Ok(()),
            StmtKind::Unknown(what) => fail(stmt.span, format!("{what} is not understood")),
        }
    }

    fn declare(&mut self, id: VarId, value: Option<&Expr>) -> Result<()> {
        let variable = self.variable(id);
        if variable.is_volatile {
            return fail(variable.span, format!("`{}` is volatile", variable.name));
        }
        match (&variable.ty, value) {
            (Ty::Array(..), value) => {
                let array = self.local_array(id)?;
                match value {
                    Some(value) => self.initialize(array, value),
                    None => Ok(()),
                }
            }
            (Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_) | Ty::Struct(_), value) => {
                let has_arrays = matches!(&variable.ty, Ty::Struct(of) if !of.is_of_scalars());
                if self.addressed.contains(&id) || has_arrays {
                    self.local_array(id)?;
                } else {
                    let count = variable.ty.scalars().map_or(0, |scalars| scalars.len());
                    self.scalars
                        .extend((0..count).map(|number| ((id, number), Value::Undefined)));
                }
                match value {
                    Some(value) => {
                        let place = Expr::new(ExprKind::Var(id), variable.ty.clone(), variable.span);
                        let value = self.expression(value)?;
                        self.assign(&place, value)
                    }
                    None => Ok(()),
                }
            }
            (other, _) => fail(
                variable.span,
                format!("a variable of type `{}` is not understood", other.describe()),
            ),
        }
    }

    fn if_statement(
        &mut self,
        condition: &Expr,
        then: &Stmt,
        otherwise: Option<&Stmt>,
        after: &Vars,
    ) -> Result<()> {
        // `if (a && b) s` tests `b` where `a` holds.
        if let (ExprKind::Binary(BinaryOp::LogicalAnd, a, b), None) = (&condition.kind, otherwise)
            && self.is_guarding(b)
        {
            let inner = StmtKind::If((**b).clone(), Box::new(then.clone()), None);
            let inner = Stmt {
                kind: inner,
                span: condition.span,
            };
            return self.if_statement(a, &inner, None, after);
        }
        let condition = self.condition(condition)?;
        if let Some(known) = condition.known() {
            return match (known, otherwise) {
                (true, _) => self.statement(then, after),
                (false, Some(otherwise)) => self.statement(otherwise, after),
                (false, None) => Ok(()),
            };
        }
        let mut assigned = live::assigned(then);
        assigned.extend(otherwise.into_iter().flat_map(live::assigned));
        let keys = self.carried(&assigned, |id| after.contains(&id));
        let before = self.scalars.clone();
        let a = self.detached_block();
        self.apart(a, |this| this.statement(then, after))?;
        let first = std::mem::replace(&mut self.scalars, before.clone());
        let b = self.detached_block();
        if let Some(otherwise) = otherwise {
            self.apart(b, |this| this.statement(otherwise, after))?;
        }
        let second = std::mem::replace(&mut self.scalars, before);
        let is_free = !self.is_open && self.is_free(a) && self.is_free(b);
        if is_free {
            self.splice(a);
            self.splice(b);
        }
        let (mut x, mut y, mut types, mut kept) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for key in keys {
            let (one, other) = (first.get(&key).cloned(), second.get(&key).cloned());
            let (one, other) = (one.unwrap_or(Value::Undefined), other.unwrap_or(Value::Undefined));
            if is_free && let Some(index) = self.chosen_index(&condition, &one, &other) {
                self.scalars.insert(key, Value::Int(index));
                continue;
            }
            let handed = self.handed(key, &[&one, &other])?;
            let Some(handed) = handed else { continue };
            for (block, value, values) in [(a, &one, &mut x), (b, &other, &mut y)] {
                values.push(match is_free {
                    true => self.handed_value(value, &handed)?,
                    false => self.apart(block, |this| this.handed_value(value, &handed))?,
                });
            }
            types.push(handed.ty.clone());
            kept.push((key, handed));
        }
        let results = match !types.is_empty() && is_free {
            true => {
                let flag = self.flag_of(&condition);
                let choices = x.into_iter().zip(y).zip(&types);
                choices
                    .map(|((x, y), ty)| self.compute(OpCode::Select, &[flag, x, y], ty.clone()))
                    .collect()
            }
            false => self.branch(&condition, [a, b], [x, y], &types),
        };
        for ((key, handed), value) in kept.into_iter().zip(results) {
            let value = self.received(value, &handed);
            self.scalars.insert(key, value);
        }
        Ok(())
    }

    /// Whether an expression must not be computed where what stands before it in a `&&` is false.
    fn is_guarding(&self, e: &Expr) -> bool {
        let mut found = false;
        e.walk(&mut |inner| {
            found |= matches!(
                inner.kind,
                ExprKind::Index(..) | ExprKind::Deref(_) | ExprKind::Call(..)
            ) || matches!(inner.kind, ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..));
        });
        found
    }

    /// The scalars, and members of structs, of these variables that must be handed on.
    pub(super) fn carried(&self, assigned: &Vars, is_read: impl Fn(VarId) -> bool) -> Vec<Key> {
        let mut keys = Vec::new();
        for &id in assigned {
            let variable = self.variable(id);
            if self.places.contains_key(&id) || variable.is_global || !is_read(id) {
                continue;
            }
            match &variable.ty {
                Ty::Struct(of) => {
                    let count = of.scalars().map_or(0, |scalars| scalars.len());
                    keys.extend((0..count).map(|number| (id, number)));
                }
                Ty::Array(..) => {}
                _ => keys.push((id, 0)),
            }
        }
        keys
    }

    /// How a scalar is handed on, given values that it may have there; `None` for one that never has any.
    pub(super) fn handed(&mut self, key: Key, values: &[&Value]) -> Result<Option<Handed>> {
        let variable = self.variable(key.0);
        let c_ty = match &variable.ty {
            Ty::Struct(of) => of
                .scalars()
                .and_then(|all| all.get(key.1).cloned())
                .unwrap_or(Ty::Void),
            other => other.clone(),
        };
        if let Ty::Pointer(_) = c_ty {
            let mut pointers = values.iter().filter_map(|value| match value {
                Value::Pointer(pointer) => Some(pointer),
                _ => None,
            });
            let Some(first) = pointers.next() else {
                return Ok(None);
            };
            let outer = |p: &super::memory::Pointer| p.indices[..p.indices.len() - 1].to_vec();
            if pointers.any(|other| other.array != first.array || outer(other) != outer(first)) {
                return fail(
                    self.span,
                    format!("`{}` points into one array or another", variable.name),
                );
            }
            return Ok(Some(Handed {
                c_ty,
                ty: Type::Index,
                pointer: Some((*first).clone()),
            }));
        }
        let ty = self.scalar_type(&c_ty, self.span)?;
        Ok(Some(Handed {
            c_ty,
            ty,
            pointer: None,
        }))
    }

    /// The value that is handed on.
    pub(super) fn handed_value(&mut self, value: &Value, handed: &Handed) -> Result<ValueId> {
        match value {
            Value::Pointer(pointer) => {
                let last = pointer.indices.last().cloned().unwrap_or(0.into());
                Ok(self.index_value(&last))
            }
            other => self.materialized(other, &handed.c_ty, &handed.ty),
        }
    }

    /// The scalar that was handed on as this value.
    pub(super) fn received(&mut self, value: ValueId, handed: &Handed) -> Value {
        match &handed.pointer {
            Some(pointer) => {
                let kind = match self.block == self.entry {
                    true => super::integers::AtomKind::Symbol,
                    false => super::integers::AtomKind::Opaque,
                };
                let at = self.atom(value, kind, (-(1 << 62), 1 << 62));
                let mut pointer = pointer.clone();
                if let Some(last) = pointer.indices.last_mut() {
                    *last = at;
                }
                Value::Pointer(pointer)
            }
            None => self.value_of(value, &handed.c_ty),
        }
    }
}

/// How a scalar is handed on by a loop or a condition.
#[derive(Clone, Debug)]
pub struct Handed {
    pub c_ty: Ty,
    pub ty: Type,
    /// A pointer, of which the last subscript is handed on.
    pub pointer: Option<super::memory::Pointer>,
}
