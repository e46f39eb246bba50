//! What must hold for a rule to apply.

use ovolo_lang::diagnostic::Diagnostic;

use super::{Kind, Scope};
use crate::relates::{Relation, Signs};
use crate::rule::syntax::{BinaryOp, Chain, Checked, Comparison, Expr, ExprKind};
use crate::rule::{Condition, Sort, wrapping};

impl Scope<'_> {
    pub(in crate::rule) fn conditions(&mut self, chains: &[Chain]) -> Checked<Vec<Condition>> {
        let mut conditions = Vec::new();
        self.computing = true;
        for chain in chains {
            if self.kind == Kind::Float {
                return Err(Diagnostic::new(chain.first.span, "nothing is known of floats")
                    .help("gate the rule with `under` a fast-math flag"));
            }
            if chain.rest.is_empty() {
                self.truth(&chain.first, &mut conditions)?;
            }
            let mut left = &chain.first;
            for (comparison, right) in &chain.rest {
                conditions.push(self.compared(left, *comparison, right)?);
                left = right;
            }
        }
        self.computing = false;
        Ok(conditions)
    }

    /// The conditions that a truth value is made of.
    fn truth(&mut self, expr: &Expr, conditions: &mut Vec<Condition>) -> Checked<()> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Both, ab) => {
                ab.iter().try_for_each(|a| self.truth(a, conditions))?;
            }
            ExprKind::Binary(BinaryOp::Compare(comparison), ab) => {
                conditions.push(self.compared(&ab[0], *comparison, &ab[1])?);
            }
            _ => conditions.push(self.named_fact(expr)?),
        }
        Ok(())
    }

    fn named_fact(&mut self, expr: &Expr) -> Checked<Condition> {
        if let ExprKind::Call(name, args) = &expr.kind {
            match (name.text.as_str(), args.as_slice()) {
                ("power_of_two", [a]) if self.kind == Kind::Bits => {
                    let sort = self.sort_of(a).unwrap_or(Sort::Value);
                    return Ok(Condition::PowerOfTwo(self.term(a, sort)?));
                }
                ("ult", [a, b]) if self.kind == Kind::Bits => {
                    let sort = self.compared_sort(a, b).unwrap_or(Sort::Value);
                    return Ok(Condition::UnsignedLess(self.term(a, sort)?, self.term(b, sort)?));
                }
                ("no_signed_wrap" | "no_unsigned_wrap", [a]) if self.kind == Kind::Bits => {
                    let signs = match name.text.as_str() {
                        "no_signed_wrap" => Signs::Signed,
                        _ => Signs::Unsigned,
                    };
                    let sort = self.sort_of(a).unwrap_or(Sort::Value);
                    let term = self.term(a, sort)?;
                    return match wrapping(&term) {
                        Some(_) => Ok(Condition::NoWrap(signs, term)),
                        None => Err(Diagnostic::new(a.span, "this does not wrap around")
                            .help("expected a sum, a difference, a product or a shift to the left")),
                    };
                }
                _ => {}
            }
        }
        let is_truth = self.sort_of(expr) == Some(Sort::Truth) || self.reading.truths_are_numbers;
        if is_truth {
            return Ok(Condition::Holds(self.term(expr, Sort::Truth)?));
        }
        Err(Diagnostic::new(expr.span, "this is no condition").help(
            "expected a comparison (==, !=, <, <=, >, >=), `a | b` (a divides b), and over bits power_of_two(a), \
             ult(a, b), no_signed_wrap(a + b), no_unsigned_wrap(a + b) or width >= n; or these joined by && and ||",
        ))
    }

    fn compared(&mut self, left: &Expr, comparison: Comparison, right: &Expr) -> Checked<Condition> {
        if self.kind == Kind::Bits && is_name(left, "wide") && comparison == Comparison::Equal {
            return match &right.kind {
                ExprKind::Binary(BinaryOp::Multiply, ab)
                    if matches!(&ab[0].kind, ExprKind::Integer(two) if two == "2")
                        && is_name(&ab[1], "width") =>
                {
                    Ok(Condition::Doubled)
                }
                _ => Err(Diagnostic::new(
                    right.span,
                    "the wide type has twice the bits, or any more: `wide == 2 * width`",
                )),
            };
        }
        if matches!(&left.kind, ExprKind::Name(name) if name == "width") {
            let n = match &right.kind {
                ExprKind::Integer(digits) => digits.parse::<u32>().ok().filter(|n| *n <= 64),
                _ => None,
            };
            return match (comparison, n) {
                (Comparison::GreaterEqual, Some(n)) => Ok(Condition::MinimumWidth(n)),
                (Comparison::Greater, Some(n)) => Ok(Condition::MinimumWidth(n + 1)),
                _ => Err(Diagnostic::new(
                    left.span,
                    "the width has a least value: `width >= n`",
                )),
            };
        }
        let ab = self.with_plain_remainder(comparison, &[left.clone(), right.clone()]);
        let [left, right] = &ab;
        if comparison != Comparison::Divides && self.operand_sort(comparison, &ab) == Some(Sort::Truth) {
            return Ok(Condition::Holds(self.comparison_sign(comparison, &ab)?));
        }
        let sort = match self.kind {
            Kind::Bits => self.compared_sort(left, right).unwrap_or(Sort::Value),
            _ => Sort::Value,
        };
        let (a, b) = (self.term(left, sort)?, self.term(right, sort)?);
        Ok(match comparison {
            Comparison::Equal => Condition::Compare(Relation::Equal, a, b),
            Comparison::NotEqual => Condition::Compare(Relation::NotEqual, a, b),
            Comparison::Less => Condition::Compare(Relation::Less, a, b),
            Comparison::LessEqual => Condition::Compare(Relation::LessEqual, a, b),
            Comparison::Greater => Condition::Compare(Relation::Less, b, a),
            Comparison::GreaterEqual => Condition::Compare(Relation::LessEqual, b, a),
            Comparison::Divides => Condition::Divides(a, b),
        })
    }
}

fn is_name(expr: &Expr, wanted: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name == wanted)
}
