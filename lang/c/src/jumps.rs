//! Writes `break`, `continue`, early `return` and `goto` as variables and conditions.
//!
//! ```text
//! for (init; c; adv) { a; if (x) break; b; }   becomes   stop = 0;
//!                                                        for (init; !stop && c; ) {
//!                                                          a; if (x) stop = 1; else { b; adv; }
//!                                                        }
//! ```

use std::rc::Rc;

use ovolo_lang::diagnostic::Span;

use crate::ast::*;
use crate::labels;
use crate::leaves::{self, Jump, Leaves};

/// Rewrites every function of a file.
pub fn remove(unit: &mut Unit) {
    for function in &mut unit.functions {
        let body = std::mem::take(&mut function.body);
        function.body = remove_from_function(body, &function.result, &mut unit.variables);
    }
}

/// Rewrites the body of a function with such a result.
pub fn remove_from_function(body: Vec<Stmt>, result: &Ty, variables: &mut Vec<Variable>) -> Vec<Stmt> {
    Rewriter::of(variables, result.clone()).function(body)
}

/// Rewrites statements that no jump leaves.
pub fn remove_from_part(body: &[Stmt], variables: &mut Vec<Variable>) -> Vec<Stmt> {
    Rewriter::of(variables, Ty::Void).sequence(body)
}

/// The variables that say that a loop is left, and that an iteration is.
#[derive(Clone, Copy)]
struct Target {
    stop: VarId,
    skip: VarId,
}

struct Rewriter<'a> {
    variables: &'a mut Vec<Variable>,
    targets: Vec<Target>,
    /// The labels behind what is rewritten, and the variables that say that they are jumped to.
    labels: Vec<(Rc<str>, VarId)>,
    returned: Option<VarId>,
    result: Option<VarId>,
    result_ty: Ty,
}

impl<'a> Rewriter<'a> {
    fn of(variables: &'a mut Vec<Variable>, result_ty: Ty) -> Rewriter<'a> {
        Rewriter {
            variables,
            targets: Vec::new(),
            labels: Vec::new(),
            returned: None,
            result: None,
            result_ty,
        }
    }

    fn function(&mut self, mut body: Vec<Stmt>) -> Vec<Stmt> {
        // A `return` as the last statement stays.
        let last = match body.last().map(|s| &s.kind) {
            Some(StmtKind::Return(_)) => body.pop(),
            _ => None,
        };
        let is_plain = !leaves::of_all(&body).jumps.contains(&Jump::Return);
        if !is_plain {
            body.extend(last.clone());
        }
        let span = body.last().map(|s| s.span).unwrap_or_default();
        let mut body = self.sequence(&body);
        if is_plain {
            body.extend(last);
            return body;
        }
        let mut head = Vec::new();
        for id in self.returned.iter().chain(&self.result) {
            let zero = match Some(*id) == self.returned {
                true => Some(number(0, span)),
                false => None,
            };
            head.push(Stmt {
                kind: StmtKind::Declare(*id, zero),
                span,
            });
        }
        head.append(&mut body);
        let value = self.result.map(|id| variable(id, self.result_ty.clone(), span));
        head.push(Stmt {
            kind: StmtKind::Return(value),
            span,
        });
        head
    }

    fn fresh(&mut self, name: &str, ty: Ty) -> VarId {
        self.variables
            .push(Variable::own(name.to_string(), ty, Span::default()));
        VarId(self.variables.len() as u32 - 1)
    }

    fn flag(&mut self, name: &str) -> VarId {
        self.fresh(name, Ty::Int(FLAG))
    }

    fn sequence(&mut self, body: &[Stmt]) -> Vec<Stmt> {
        let body = labels::grouped(body, self.variables);
        let mut done = Vec::new();
        for (at, stmt) in body.iter().enumerate() {
            let left = leaves::of(stmt);
            if !left.any() {
                done.extend(self.statement(stmt));
                continue;
            }
            let rest = &body[at + 1..];
            let span = stmt.span;
            if let StmtKind::If(condition, then, otherwise) = &stmt.kind {
                let (a, b) = (
                    leaves::of(then),
                    otherwise.as_deref().map(leaves::of).unwrap_or_default(),
                );
                let mut then = then.items().to_vec();
                let mut otherwise = otherwise
                    .iter()
                    .flat_map(|s| s.items())
                    .cloned()
                    .collect::<Vec<_>>();
                if a.always && !b.any() {
                    otherwise.extend_from_slice(rest);
                } else if b.always && !a.any() {
                    then.extend_from_slice(rest);
                } else {
                    done.extend(self.statement(stmt));
                    done.extend(self.guarded(&left, rest, span));
                    return done;
                }
                let (then, otherwise) = (self.sequence(&then), self.sequence(&otherwise));
                let block = |items| {
                    Box::new(Stmt {
                        kind: StmtKind::Block(items),
                        span,
                    })
                };
                let kind = StmtKind::If(condition.clone(), block(then), Some(block(otherwise)));
                done.push(Stmt { kind, span });
                return done;
            }
            done.extend(self.statement(stmt));
            if !left.always {
                done.extend(self.guarded(&left, rest, span));
            }
            return done;
        }
        done
    }

    /// What follows a statement that may have left.
    fn guarded(&mut self, left: &Leaves, rest: &[Stmt], span: Span) -> Option<Stmt> {
        if rest.is_empty() {
            return None;
        }
        let flags: Vec<VarId> = left.jumps.iter().filter_map(|jump| self.flag_of(jump)).collect();
        let kind = StmtKind::Block(self.sequence(rest));
        let body = Stmt { kind, span };
        let condition = flags.into_iter().map(|flag| is_clear(flag, span)).reduce(and);
        Some(match condition {
            Some(condition) => Stmt {
                kind: StmtKind::If(condition, Box::new(body), None),
                span,
            },
            None => body,
        })
    }

    /// The variable that says that a jump was made; `None` for one that is not rewritten.
    fn flag_of(&self, jump: &Jump) -> Option<VarId> {
        match jump {
            Jump::Break => self.targets.last().map(|target| target.stop),
            Jump::Continue => self.targets.last().map(|target| target.skip),
            Jump::Return => self.returned,
            Jump::Goto(label) => {
                let mut labels = self.labels.iter().rev();
                labels.find(|(name, _)| name == label).map(|(_, flag)| *flag)
            }
        }
    }

    fn block(&mut self, stmt: &Stmt) -> Box<Stmt> {
        let items = self.sequence(stmt.items());
        Box::new(Stmt {
            kind: StmtKind::Block(items),
            span: stmt.span,
        })
    }

    fn statement(&mut self, stmt: &Stmt) -> Vec<Stmt> {
        let span = stmt.span;
        let made = |kind| vec![Stmt { kind, span }];
        match &stmt.kind {
            StmtKind::Block(items) => made(StmtKind::Block(self.sequence(items))),
            StmtKind::If(condition, then, otherwise) => {
                let then = self.block(then);
                let otherwise = otherwise.as_ref().map(|s| self.block(s));
                made(StmtKind::If(condition.clone(), then, otherwise))
            }
            StmtKind::For {
                init,
                condition,
                advance,
                body,
            } => {
                let init = init.clone();
                let jumps = leaves::of(body).jumps;
                // An advance that nothing jumps to is the last that an iteration does, if it comes to that.
                let is_last = jumps.iter().any(leaves_loop) && !jumps.contains(&Jump::Continue);
                let step = advance.as_ref().map(|advance| Stmt {
                    kind: StmtKind::Expr(advance.clone()),
                    span,
                });
                let mut items = body.items().to_vec();
                items.extend(step.clone().filter(|_| is_last));
                let body = Stmt {
                    kind: StmtKind::Block(items),
                    span: body.span,
                };
                self.a_loop(&body, span, |head, mut body, stop| {
                    let advance = match (stop, step) {
                        (Some(_), Some(_)) if is_last => None,
                        (Some(flags), Some(step)) => {
                            let step = StmtKind::If(flags, Box::new(step), None);
                            body.push(Stmt { kind: step, span });
                            None
                        }
                        _ => advance.clone(),
                    };
                    let condition = match (head, condition) {
                        (Some(head), Some(condition)) => Some(and(head, condition.clone())),
                        (head, condition) => head.or(condition.clone()),
                    };
                    let body = Box::new(Stmt {
                        kind: StmtKind::Block(body),
                        span,
                    });
                    StmtKind::For {
                        init,
                        condition,
                        advance,
                        body,
                    }
                })
            }
            StmtKind::While(condition, body) => self.a_loop(body, span, |head, body, _| {
                let condition = match head {
                    Some(head) => and(head, condition.clone()),
                    None => condition.clone(),
                };
                StmtKind::While(
                    condition,
                    Box::new(Stmt {
                        kind: StmtKind::Block(body),
                        span,
                    }),
                )
            }),
            StmtKind::DoWhile(body, condition) => self.a_loop(body, span, |head, body, _| {
                let condition = match head {
                    Some(head) => and(head, condition.clone()),
                    None => condition.clone(),
                };
                StmtKind::DoWhile(
                    Box::new(Stmt {
                        kind: StmtKind::Block(body),
                        span,
                    }),
                    condition,
                )
            }),
            StmtKind::Break => self.jump(&Jump::Break, stmt),
            StmtKind::Continue => self.jump(&Jump::Continue, stmt),
            StmtKind::Goto(label) => self.jump(&Jump::Goto(label.clone()), stmt),
            StmtKind::Labelled(label, items) => {
                let flag = self.flag(label);
                self.labels.push((label.clone(), flag));
                let mut done = vec![declare_clear(flag, span)];
                done.extend(self.sequence(items));
                self.labels.pop();
                done
            }
            StmtKind::Return(value) => {
                let mut done = Vec::new();
                if let Some(value) = value {
                    let ty = self.result_ty.clone();
                    let id = match self.result {
                        Some(id) => id,
                        None => {
                            let id = self.fresh("result", ty.clone());
                            *self.result.insert(id)
                        }
                    };
                    let place = Box::new(variable(id, ty.clone(), span));
                    let kind = ExprKind::Assign(place, Box::new(value.clone()));
                    done.push(Stmt {
                        kind: StmtKind::Expr(Expr { kind, ty, span }),
                        span,
                    });
                }
                let id = self.returned();
                done.push(set(id, span));
                done
            }
            _ => vec![stmt.clone()],
        }
    }

    fn jump(&self, jump: &Jump, stmt: &Stmt) -> Vec<Stmt> {
        match self.flag_of(jump) {
            Some(flag) => vec![set(flag, stmt.span)],
            None => vec![stmt.clone()],
        }
    }

    fn returned(&mut self) -> VarId {
        match self.returned {
            Some(id) => id,
            None => {
                let id = self.flag("returned");
                *self.returned.insert(id)
            }
        }
    }

    /// A loop: `make` gets what its condition must say first, its body, and under what the advance is made.
    fn a_loop(
        &mut self,
        body: &Stmt,
        span: Span,
        make: impl FnOnce(Option<Expr>, Vec<Stmt>, Option<Expr>) -> StmtKind,
    ) -> Vec<Stmt> {
        let left = leaves::of(body).jumps;
        let target = Target {
            stop: self.flag("stop"),
            skip: self.flag("skip"),
        };
        if left.contains(&Jump::Return) {
            self.returned();
        }
        self.targets.push(target);
        let mut inner = self.sequence(body.items());
        let flags: Vec<VarId> = left
            .iter()
            .filter(|jump| leaves_loop(jump))
            .filter_map(|jump| self.flag_of(jump))
            .collect();
        self.targets.pop();
        let mut done = Vec::new();
        if left.contains(&Jump::Break) {
            done.push(declare_clear(target.stop, span));
        }
        if left.contains(&Jump::Continue) {
            inner.insert(0, declare_clear(target.skip, span));
        }
        let go_on = flags.into_iter().map(|flag| is_clear(flag, span)).reduce(and);
        done.push(Stmt {
            kind: make(go_on.clone(), inner, go_on),
            span,
        });
        done
    }
}

/// Whether a jump out of an iteration is one out of its loop.
fn leaves_loop(jump: &Jump) -> bool {
    *jump != Jump::Continue
}

/// The type of the variables that are made here.
const FLAG: IntTy = IntTy {
    bits: 1,
    signed: false,
};

fn variable(id: VarId, ty: Ty, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Var(id),
        ty,
        span,
    }
}

fn number(value: i128, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Int(value),
        ty: Ty::Int(FLAG),
        span,
    }
}

fn set(flag: VarId, span: Span) -> Stmt {
    let place = Box::new(variable(flag, Ty::Int(FLAG), span));
    let kind = ExprKind::Assign(place, Box::new(number(1, span)));
    let ty = Ty::Int(FLAG);
    Stmt {
        kind: StmtKind::Expr(Expr { kind, ty, span }),
        span,
    }
}

fn declare_clear(flag: VarId, span: Span) -> Stmt {
    Stmt {
        kind: StmtKind::Declare(flag, Some(number(0, span))),
        span,
    }
}

fn is_clear(flag: VarId, span: Span) -> Expr {
    let flag = Box::new(variable(flag, Ty::Int(FLAG), span));
    Expr {
        kind: ExprKind::Unary('!', flag),
        ty: Ty::Int(IntTy::INT),
        span,
    }
}

fn and(a: Expr, b: Expr) -> Expr {
    let span = b.span;
    let kind = ExprKind::Binary(BinaryOp::LogicalAnd, Box::new(a), Box::new(b));
    Expr {
        kind,
        ty: Ty::Int(IntTy::INT),
        span,
    }
}
