//! What a subscript may be: one sum of products or another, by conditions on indices.

use ovolo_lang::affine::{AffineMap, IntegerSet};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::polynomial::{Polynomial, constant, difference, sum, times};
use crate::values::Values;

/// The most that one subscript may be. Arbitrary: one that is clamped in two dimensions is one of nine.
const MOST_ENDS: usize = 64;

/// A subscript where conditions hold.
#[derive(Clone)]
pub(crate) struct End {
    pub subscript: Polynomial,
    /// What is at least zero there.
    pub conditions: Vec<Polynomial>,
}

impl Values<'_> {
    /// All that an index may be. `None` where one of them is no sum of products, or there are too many.
    pub fn ends(&mut self, value: ValueId) -> Option<Vec<End>> {
        let module = self.module;
        if let Some(subscript) = self.of_value(value) {
            let conditions = Vec::new();
            return Some(vec![End {
                subscript,
                conditions,
            }]);
        }
        let op = module.op(module.defining_op(value)?);
        let all = match (op.code(), op.operands.as_slice()) {
            (Some(OpCode::Select), &[truth, then, otherwise]) if *module.ty(value) == Type::Index => {
                let mut all = Vec::new();
                for (side, holds) in [(then, true), (otherwise, false)] {
                    let asked = self.held(truth, holds);
                    for end in self.ends(side)? {
                        for conditions in &asked {
                            let mut end = end.clone();
                            end.conditions.extend(conditions.iter().cloned());
                            all.push(end);
                        }
                    }
                }
                all
            }
            (Some(code @ (OpCode::AddI | OpCode::SubI | OpCode::MulI)), &[a, b])
                if *module.ty(value) == Type::Index =>
            {
                let (a, b) = (self.ends(a)?, self.ends(b)?);
                let mut all = Vec::new();
                for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
                    all.push(End {
                        subscript: match code {
                            OpCode::AddI => sum(a.subscript.clone(), &b.subscript)?,
                            OpCode::SubI => difference(&a.subscript, &b.subscript)?,
                            _ => times(&a.subscript, &b.subscript)?,
                        },
                        conditions: [&a.conditions[..], &b.conditions[..]].concat(),
                    });
                }
                all
            }
            // What is wrapped around is anything less than the divisor.
            (Some(OpCode::IndexCast), &[from]) => {
                let op = module.op(module.defining_op(from)?);
                let (Some(OpCode::RemSI), &[dividend, divisor]) = (op.code(), op.operands.as_slice()) else {
                    return None;
                };
                let divisor = self.of_value(divisor)?;
                if !self.is_not_behind_zero(dividend, &divisor)? {
                    return None;
                }
                let last = sum(divisor, &constant(-1))?;
                let of = |subscript| End {
                    subscript,
                    conditions: Vec::new(),
                };
                vec![of(Polynomial::new()), of(last)]
            }
            _ => return None,
        };
        (all.len() <= MOST_ENDS).then_some(all)
    }

    /// Whether an integer is a sum of what is taken not to be negative, and a number that is negative only where a divisor is in the sum
    /// too, as in `(i + n - 1) % n`.
    fn is_not_behind_zero(&mut self, value: ValueId, divisor: &Polynomial) -> Option<bool> {
        let module = self.module;
        let made = module.defining_op(value).map(|op| module.op(op));
        let index = match made {
            Some(op) if op.code() == Some(OpCode::IndexCast) => *op.operands.first()?,
            _ => value,
        };
        let mut sum = self.of_value(index)?;
        let number = sum.remove(&Vec::new()).unwrap_or(0);
        let has_divisor = divisor.keys().all(|product| sum.contains_key(product));
        let is_positive = sum.values().all(|factor| *factor > 0);
        Some(is_positive && (number >= 0 || has_divisor && divisor.len() == 1))
    }

    /// What is at least zero where a truth value is this, for each of several cases of which one applies. Nothing where it is not
    /// understood.
    fn held(&mut self, truth: ValueId, holds: bool) -> Vec<Vec<Polynomial>> {
        let cases = self.compared(truth, holds);
        cases
            .filter(|cases| cases.len() <= MOST_ENDS)
            .unwrap_or_else(|| vec![Vec::new()])
    }

    fn compared(&mut self, truth: ValueId, holds: bool) -> Option<Vec<Vec<Polynomial>>> {
        let module = self.module;
        let op = module.op(module.defining_op(truth)?);
        let (Some(OpCode::CmpI), &[a, b]) = (op.code(), op.operands.as_slice()) else {
            return None;
        };
        if *module.ty(a) != Type::Index {
            return None;
        }
        let (a, b) = (self.ends(a)?, self.ends(b)?);
        let mut cases = Vec::new();
        for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
            let (x, y) = (&a.subscript, &b.subscript);
            // slt, sle, sgt and sge, each next to or opposite of its negation.
            let gap = match (op.predicate(), holds) {
                (2, true) | (5, false) => sum(difference(y, x)?, &constant(-1)),
                (3, true) | (4, false) => difference(y, x),
                (4, true) | (3, false) => sum(difference(x, y)?, &constant(-1)),
                (5, true) | (2, false) => difference(x, y),
                _ => return None,
            };
            let mut conditions = [&a.conditions[..], &b.conditions[..]].concat();
            conditions.push(gap?);
            cases.push(conditions);
        }
        Some(cases)
    }

    /// What is at least zero wherever an operation is executed, as conditions around it tell.
    pub fn conditions_around(&mut self, inner: OpId) -> Vec<Polynomial> {
        let module = self.module;
        let mut found = Vec::new();
        let mut inner = inner;
        while let Some(around) = module.parent_op(inner) {
            let op = module.op(around);
            let region = op.regions.iter().position(|&region| {
                module
                    .region(region)
                    .blocks
                    .iter()
                    .any(|b| Some(*b) == module.op(inner).parent)
            });
            let holds = region == Some(0);
            match op.code() {
                Some(OpCode::AffineIf) => {
                    if let Some(set) = op.attribute("condition").and_then(Attribute::as_integer_set) {
                        found.extend(self.told(set, &op.operands, holds));
                    }
                }
                Some(OpCode::ScfIf) => {
                    if let [only] = self.held(op.operands[0], holds).as_slice() {
                        found.extend(only.iter().cloned());
                    }
                }
                _ => {}
            }
            inner = around;
        }
        found
    }

    fn told(&mut self, set: &IntegerSet, operands: &[ValueId], holds: bool) -> Vec<Polynomial> {
        let constraints = set
            .constraints
            .iter()
            .filter(|constraint| !constraint.is_equality);
        let exprs = constraints.map(|constraint| constraint.expr.clone());
        let map = AffineMap::new(set.num_dims, set.num_symbols, exprs.collect());
        if !holds && set.constraints.len() != 1 {
            return Vec::new();
        }
        let found = map.results.iter().filter_map(|expr| {
            let expr = self.of_expr(expr, &map, operands)?;
            match holds {
                true => Some(expr),
                false => difference(&constant(-1), &expr),
            }
        });
        found.collect()
    }
}
