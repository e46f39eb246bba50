//! The types of expressions, as far as they show.

use super::calls::{CARRY, cast_of, extended_of};
use super::{Kind, Scope, is_order, is_truth, width_sort};
use crate::rule::Sort;
use crate::rule::syntax::{BinaryOp, Comparison, Expr, ExprKind};

impl Scope<'_> {
    /// The type of an expression where it shows; `None` where it may still be either.
    pub(super) fn sort_of(&self, expr: &Expr) -> Option<Sort> {
        match &expr.kind {
            ExprKind::Name(name) if is_truth(name) => Some(Sort::Truth),
            ExprKind::Name(name) => {
                let i = self.find(name)?;
                self.settled[i].then_some(self.variables[i].sort)
            }
            ExprKind::Integer(_) if self.reading.truths_are_numbers && is_bit(expr) => None,
            // Numbers are of the type of what is beside them.
            ExprKind::Integer(_) | ExprKind::Computed(_) if self.kind == Kind::Bits => None,
            ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Computed(_) => Some(Sort::Value),
            ExprKind::Negate(_) if self.kind == Kind::Index => Some(Sort::Value),
            ExprKind::Negate(a) => self.sort_of(a),
            ExprKind::Not(_)
            | ExprKind::Binary(BinaryOp::Both | BinaryOp::Either | BinaryOp::Compare(_), _) => {
                Some(Sort::Truth)
            }
            ExprKind::Binary(op, _) if self.kind == Kind::Index => Some(match op {
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Sort::Truth,
                _ => Sort::Value,
            }),
            ExprKind::Binary(_, ab) => self.sort_of(&ab[0]).or_else(|| self.sort_of(&ab[1])),
            ExprKind::Call(name, _) if name.text == "cmpi" || name.text == "cmpf" => Some(Sort::Truth),
            ExprKind::Call(name, args) if cast_of(name).is_some() => match args.as_slice() {
                [
                    _,
                    Expr {
                        kind: ExprKind::Name(width),
                        ..
                    },
                ] => width_sort(width),
                _ => None,
            },
            ExprKind::Call(name, args) if extended_of(name).is_some() => match args.as_slice() {
                [
                    Expr {
                        kind: ExprKind::Name(word),
                        ..
                    },
                    ..,
                ] if word == CARRY => Some(Sort::Truth),
                [_, a, b] => self.sort_of(a).or_else(|| self.sort_of(b)),
                _ => None,
            },
            ExprKind::Call(name, args) if name.text == "select" => {
                args.iter().skip(1).find_map(|a| self.sort_of(a))
            }
            ExprKind::Call(_, args) => args.iter().find_map(|a| self.sort_of(a)),
        }
    }

    /// Gives the variables the types that their uses show, wherever the uses stand.
    pub(super) fn settle(&mut self, sides: &[&Expr]) {
        if self.reading.truths_are_numbers {
            // What is compared with a number is one, however the comparison is used.
            self.settle_all(sides, None);
            sides.iter().for_each(|side| self.settle_compared(side));
        }
        let sort = sides.iter().find_map(|side| self.sort_of(side));
        self.settle_all(sides, sort);
    }

    fn settle_all(&mut self, sides: &[&Expr], sort: Option<Sort>) {
        // Every round but the last settles a variable.
        for _ in 0..=self.variables.len() {
            let before = self.settled.clone();
            for side in sides {
                self.settle_within(side, sort);
            }
            if self.settled == before {
                return;
            }
        }
    }

    fn settle_compared(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Compare(comparison), ab) => {
                let sort = self.operand_sort(*comparison, ab).unwrap_or(Sort::Value);
                for a in ab.iter() {
                    self.settle_within(a, Some(sort));
                    self.settle_compared(a);
                }
            }
            ExprKind::Binary(_, ab) => ab.iter().for_each(|a| self.settle_compared(a)),
            ExprKind::Call(_, args) => args.iter().for_each(|a| self.settle_compared(a)),
            ExprKind::Negate(a) | ExprKind::Not(a) | ExprKind::Computed(a) => self.settle_compared(a),
            ExprKind::Name(_) | ExprKind::Integer(_) | ExprKind::Float(_) => {}
        }
    }

    fn settle_within(&mut self, expr: &Expr, expected: Option<Sort>) {
        match &expr.kind {
            ExprKind::Name(name) => {
                let unsettled = self.find(name).filter(|i| !self.settled[*i]);
                if let (Some(i), Some(sort)) = (unsettled, expected) {
                    self.variables[i].sort = sort;
                    self.settled[i] = true;
                }
            }
            ExprKind::Integer(_) | ExprKind::Float(_) => {}
            ExprKind::Negate(a) | ExprKind::Computed(a) => self.settle_within(a, Some(Sort::Value)),
            ExprKind::Not(a) => self.settle_within(a, Some(Sort::Truth)),
            ExprKind::Binary(op, ab) => {
                let sort = match op {
                    BinaryOp::Both | BinaryOp::Either => Some(Sort::Truth),
                    BinaryOp::Compare(comparison) => self.operand_sort(*comparison, ab),
                    BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if self.kind == Kind::Index => {
                        Some(Sort::Truth)
                    }
                    BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => expected.or_else(|| self.sort_of(expr)),
                    _ if self.kind == Kind::Index => Some(Sort::Value),
                    _ => expected.or_else(|| self.sort_of(expr)),
                };
                ab.iter().for_each(|a| self.settle_within(a, sort));
            }
            ExprKind::Call(name, args) => match (name.text.as_str(), args.as_slice()) {
                ("cmpi" | "cmpf", [_, a, b]) => {
                    let sort = self.compared_sort(a, b);
                    [a, b].into_iter().for_each(|x| self.settle_within(x, sort));
                }
                ("select", [condition, a, b]) => {
                    self.settle_within(condition, Some(Sort::Truth));
                    let sort = expected.or_else(|| self.compared_sort(a, b));
                    [a, b].into_iter().for_each(|x| self.settle_within(x, sort));
                }
                (_, [a, _]) if cast_of(name).is_some() => self.settle_within(a, None),
                (_, [_, a, b]) if extended_of(name).is_some() => {
                    let sort = self.compared_sort(a, b);
                    [a, b].into_iter().for_each(|x| self.settle_within(x, sort));
                }
                (_, args) => {
                    let value = self.kind == Kind::Index;
                    let sort = if value { Some(Sort::Value) } else { expected };
                    args.iter().for_each(|a| self.settle_within(a, sort));
                }
            },
        }
    }

    /// The type of two things that are of one, where it shows. Where truth values are numbers, they are numbers beside
    /// any number but 0 and 1.
    pub(super) fn compared_sort(&self, a: &Expr, b: &Expr) -> Option<Sort> {
        match (self.sort_of(a), self.sort_of(b)) {
            (Some(Sort::Truth), Some(Sort::Value)) if self.reading.truths_are_numbers => Some(Sort::Value),
            (a_sort, b_sort) => a_sort.or(b_sort),
        }
    }

    /// The type of what is compared. Only numbers have an order, where truth values may stand for them.
    pub(super) fn operand_sort(&self, comparison: Comparison, ab: &[Expr; 2]) -> Option<Sort> {
        if self.reading.truths_are_numbers && is_order(comparison) {
            return Some(Sort::Value);
        }
        self.compared_sort(&ab[0], &ab[1])
    }
}

/// Whether the expression is a number that a truth value may be.
fn is_bit(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Integer(digits) if digits == "0" || digits == "1")
}
