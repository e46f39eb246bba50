//! What is taken for granted of sizes, and what would have to be: `lda >= n` where rows of `n` elements lie `lda` apart.

use std::sync::Arc;

use egg::Symbol;
use ovolo_lang::affine::{AffineExpr, Constraint, IntegerSet, constant, dim};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId, ValueDef};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::Lifter;
use crate::dependence::Domain;
use crate::linear::{Atom, Linear};

/// The attribute of a function that says what holds of its arguments: a set whose dimensions are their numbers.
pub const WHERE: &str = "ovolo.where";

/// Conditions that are asked of the sizes of one nest. Arbitrary: each is compared at run time.
const MOST_WANTED: usize = 8;

/// That a sum of arguments with coefficients, and a constant, is at least zero. Arguments are indices, or integers as signed
/// numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeCondition {
    pub terms: Vec<(usize, i64)>,
    pub constant: i64,
}

/// The attribute that says so much of the arguments of a function with so many.
pub fn where_attribute(conditions: &[SizeCondition], arguments: usize) -> Attribute {
    let expr = |condition: &SizeCondition| {
        let terms = condition.terms.iter();
        terms.fold(constant(condition.constant), |sum, (argument, factor)| {
            &sum + &(&dim(*argument as u32) * &constant(*factor))
        })
    };
    let constraints = conditions.iter().map(|condition| Constraint {
        expr: expr(condition),
        is_equality: false,
    });
    let set = IntegerSet::new(arguments as u32, 0, constraints.collect());
    Attribute::IntegerSet(Arc::new(set))
}

/// What a function says of its arguments.
pub(super) fn assumed_sizes(module: &Module, function: OpId) -> Vec<SizeCondition> {
    let set = module
        .op(function)
        .attribute(WHERE)
        .and_then(Attribute::as_integer_set);
    let Some(set) = set else { return Vec::new() };
    let arguments = set.num_dims as usize;
    let condition = |expr: &AffineExpr| {
        let at = |one: Option<usize>| {
            let dims: Vec<i64> = (0..arguments).map(|n| i64::from(one == Some(n))).collect();
            expr.evaluate(&dims, &[])
        };
        let constant = at(None)?;
        let mut terms = Vec::new();
        for argument in 0..arguments {
            let factor = at(Some(argument))?.checked_sub(constant)?;
            if factor != 0 {
                terms.push((argument, factor));
            }
        }
        Some(SizeCondition { terms, constant })
    };
    let constraints = set
        .constraints
        .iter()
        .filter(|constraint| !constraint.is_equality);
    constraints
        .filter_map(|constraint| condition(&constraint.expr))
        .collect()
}

impl Lifter<'_> {
    /// What is taken for granted, of the symbols of the nest.
    pub(super) fn assumed(&self) -> impl Iterator<Item = Linear> {
        self.surroundings.assumed.iter().filter_map(|condition| {
            let mut sum = Linear::constant(condition.constant);
            for (argument, factor) in &condition.terms {
                let mut names = self.outside.keys();
                let name = names.find(|name| self.argument_behind(**name) == Some(*argument))?;
                sum = sum.add(&Linear::var(*name).scale(*factor)?)?;
            }
            Some(sum)
        })
    }

    /// The argument that a symbol is.
    fn argument_behind(&self, name: Symbol) -> Option<usize> {
        let mut value = *self.outside.get(&name)?;
        if let Some(cast) = self.module.defining_op(value).map(|op| self.module.op(op)) {
            value = *cast
                .operands
                .first()
                .filter(|_| cast.code() == Some(OpCode::IndexCast))?;
        }
        let is_size = matches!(self.module.ty(value), Type::Index | Type::Integer(_));
        match self.module.value(value).def {
            ValueDef::Argument { block, index } if Some(block) == self.surroundings.body && is_size => {
                Some(index as usize)
            }
            _ => None,
        }
    }

    /// What is to hold of the arguments for an expression to be at least zero in each iteration; `None` where none is found.
    pub(super) fn condition_for(&self, expr: &Linear) -> Option<SizeCondition> {
        let floor = self.floor_of(expr.clone())?;
        let mut terms = Vec::new();
        for (atom, factor) in &floor.terms {
            let Atom::Var(name) = atom else { return None };
            terms.push((self.argument_behind(*name)?, *factor));
        }
        terms.sort_unstable();
        (!terms.is_empty()).then_some(SizeCondition {
            terms,
            constant: floor.constant,
        })
    }

    /// A condition as text: `%lda >= %n`.
    pub(super) fn told(&self, condition: &SizeCondition) -> String {
        let arguments = self
            .surroundings
            .body
            .map(|body| &self.module.block(body).arguments);
        let name = |argument: usize| {
            let value = arguments.and_then(|all| all.get(argument));
            let given = value.and_then(|value| self.module.value(*value).name.as_deref());
            given.map_or(format!("argument {}", argument + 1), |name| format!("%{name}"))
        };
        let side = |sign: i64| {
            let terms = condition
                .terms
                .iter()
                .filter(|(_, factor)| factor.signum() == sign);
            let mut parts: Vec<String> = terms
                .map(|&(argument, factor)| match factor.unsigned_abs() {
                    1 => name(argument),
                    factor => format!("{factor} * {}", name(argument)),
                })
                .collect();
            if condition.constant.signum() == sign {
                parts.push(condition.constant.unsigned_abs().to_string());
            }
            if parts.is_empty() {
                "0".to_string()
            } else {
                parts.join(" + ")
            }
        };
        format!("{} >= {}", side(1), side(-1))
    }

    /// Notes a condition under which the nest would be understood.
    pub(super) fn want(&mut self, condition: SizeCondition) {
        if !self.wanted.contains(&condition) && self.wanted.len() < MOST_WANTED {
            self.wanted.push(condition);
        }
    }

    /// An expression of sizes that an expression is never less than.
    fn floor_of(&self, mut expr: Linear) -> Option<Linear> {
        for _ in 0..=self.domains.len() {
            let innermost = self.domains.iter().rev().find(|(name, _)| expr.uses(**name));
            let Some((&name, Domain { lower, upper, .. })) = innermost else {
                return Some(expr);
            };
            let coefficient = expr.coefficient(name);
            let rest = expr.subtract(&Linear::var(name).scale(coefficient)?)?;
            let (extremes, last) = match coefficient > 0 {
                true => (lower, 0),
                false => (upper, -1),
            };
            let [extreme] = extremes.as_slice() else {
                return None;
            };
            let value = extreme.add(&Linear::constant(last))?.scale(coefficient)?;
            expr = rest.add(&value).filter(|_| !rest.uses(name))?;
        }
        None
    }
}
