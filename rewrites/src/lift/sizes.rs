//! What is taken for granted of sizes, and what would have to be: `lda >= n` where rows of `n` elements lie `lda` apart.

use std::collections::BTreeSet;
use std::sync::Arc;

use egg::Symbol;
use ovolo_lang::affine::{AffineExpr, Constraint, IntegerSet, constant, dim};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::Lifter;
use crate::dependence::{Access, Executed};
use crate::linear::{Atom, Linear};

/// The attribute of a function that says what holds of its arguments: a set whose dimensions are their numbers.
pub const WHERE: &str = "ovolo.where";

/// More than a function has arguments: the numbers from there on stand for what becomes an argument.
const ARGUMENTS: usize = 1 << 32;

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
pub fn assumed_sizes(module: &Module, function: OpId) -> Vec<SizeCondition> {
    sizes_where(module, function, WHERE)
}

/// What must hold of the arguments of a function of C for their extents to be all that is accessed of them.
pub fn sizes_of_extents(module: &Module, function: OpId) -> Vec<SizeCondition> {
    sizes_where(module, function, "c.where")
}

fn sizes_where(module: &Module, function: OpId, name: &str) -> Vec<SizeCondition> {
    let set = module
        .op(function)
        .attribute(name)
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
    /// What is taken for granted, of the symbols of the nest, and what follows from it for quotients: each is at least zero.
    pub(super) fn assumed(&self) -> Vec<Linear> {
        let mut all = self.given_conditions();
        for (definition, (dividend, by)) in &self.quotients {
            let is_natural = self.wants_natural || self.least_given(dividend, &all) >= Some(0);
            let names = self.outside.iter().filter(|(_, value)| {
                let made = self.module.defining_op(**value);
                let cast = made.map(|op| self.module.op(op));
                let cast = cast.filter(|op| op.code() == Some(OpCode::IndexCast));
                let from = cast.and_then(|op| self.module.defining_op(op.operands[0]));
                made == Some(*definition) || from == Some(*definition)
            });
            let names = names.filter(|(name, _)| is_natural || self.is_at_least_one_where_accessed(**name));
            for (name, _) in names {
                let quotient = Linear::var(*name);
                let rest = quotient.scale(*by).and_then(|whole| dividend.subtract(&whole));
                let last = Linear::constant(by - 1);
                let left = rest.as_ref().and_then(|rest| last.subtract(rest));
                all.extend([Some(quotient), rest, left].into_iter().flatten());
            }
        }
        for (inner, by) in self.whole_steps() {
            let least = all
                .iter()
                .filter_map(|known| inner.subtract(known)?.as_constant());
            let whole = least.max().and_then(|least| {
                let steps = Linear::atom(Atom::FloorDiv(Box::new(inner.clone()), by));
                steps.add(&Linear::constant(-least.div_euclid(by)))?.scale(by)
            });
            all.extend(whole);
        }
        for (name, sum) in &self.sums {
            let more = sum.subtract(&Linear::var(*name));
            all.extend(
                more.as_ref()
                    .and_then(|more| more.scale(-1))
                    .into_iter()
                    .chain(more),
            );
        }
        all
    }

    /// The quotients at whose multiples loops end.
    fn whole_steps(&self) -> BTreeSet<(Linear, i64)> {
        let ends = self.domains.values().flat_map(|domain| &domain.upper);
        let terms = ends.flat_map(|end| end.terms.keys());
        let quotients = terms.filter_map(|atom| match atom {
            Atom::FloorDiv(inner, by) => Some(((**inner).clone(), *by)),
            _ => None,
        });
        quotients.collect()
    }

    /// Whether each access stands in a loop that only runs where a symbol is at least one.
    fn is_at_least_one_where_accessed(&self, name: Symbol) -> bool {
        let least = Linear::var(name).add(&Linear::constant(-1));
        let is_less = |run: &Linear| {
            let more = least.as_ref().and_then(|least| least.subtract(run));
            more.and_then(|more| more.as_constant()) >= Some(0)
        };
        let is_access = |op: &&OpId| {
            let op = self.module.op(**op);
            let mut operands = op.operands.iter();
            op.code() != Some(OpCode::MemRefDim)
                && operands.any(|value| self.module.ty(*value).as_memref().is_some())
        };
        let mut accesses = self.inside.iter().filter(is_access);
        accesses.all(|&op| self.loops_that_run(op).iter().any(is_less))
    }

    fn given_conditions(&self) -> Vec<Linear> {
        let mut all = Vec::new();
        for condition in &self.surroundings.assumed {
            let mut sums = vec![Linear::constant(condition.constant)];
            for (argument, factor) in &condition.terms {
                // Several symbols may stand for one argument.
                let names = self.outside.keys();
                let names = names.filter(|name| self.argument_behind(**name) == Some(*argument));
                let terms: Vec<Linear> = names
                    .filter_map(|name| Linear::var(*name).scale(*factor))
                    .collect();
                sums = sums
                    .iter()
                    .flat_map(|sum| terms.iter().filter_map(move |term| sum.add(term)))
                    .take(MOST_WANTED)
                    .collect();
            }
            all.extend(sums);
        }
        all
    }

    /// The argument that a symbol is.
    fn argument_behind(&self, name: Symbol) -> Option<usize> {
        let value = *self.outside.get(&name)?;
        let is_size = |value: ValueId| matches!(self.module.ty(value), Type::Index | Type::Integer(_));
        let argument = self.argument_of(value).filter(|(value, _)| is_size(*value));
        match argument {
            None if self.surroundings.nests_become_functions && is_size(value) => {
                Some(ARGUMENTS + self.outside.get_index_of(&name)?)
            }
            argument => argument.map(|(_, number)| number),
        }
    }

    fn argument_of(&self, mut value: ValueId) -> Option<(ValueId, usize)> {
        if let Some(op) = self.module.defining_op(value).map(|op| self.module.op(op)) {
            match (op.code(), op.operands.as_slice()) {
                (Some(OpCode::IndexCast), &[from]) => value = from,
                (Some(OpCode::MemRefDim), &[memref, index]) => value = self.extent_argument(memref, index)?,
                _ => return None,
            }
        }
        Some((value, self.argument_number(value)?))
    }

    /// The number of an argument of the function.
    fn argument_number(&self, value: ValueId) -> Option<usize> {
        match self.module.value(value).def {
            ValueDef::Argument { block, index } if Some(block) == self.surroundings.body => {
                Some(index as usize)
            }
            _ => None,
        }
    }

    /// The argument that C passes for an extent of a memref.
    fn extent_argument(&self, memref: ValueId, index: ValueId) -> Option<ValueId> {
        let body = self.surroundings.body?;
        let function = self.module.op(self.module.block_parent_op(body)?);
        let extents = function.argument_attribute(self.argument_number(memref)?, "c.extents");
        let map = extents.and_then(Attribute::as_affine_map)?;
        let index = self
            .module
            .op(self.module.defining_op(index)?)
            .attribute("value")?;
        // One result an open dimension, in symbols that are the integer arguments.
        let index = usize::try_from(index.as_i64()?).ok()?;
        let shape = self.module.ty(memref).as_memref()?.shape.as_ref()?;
        let open = shape.iter().take(index).filter(|d| d.fixed().is_none()).count();
        let Some(AffineExpr::Symbol(symbol)) = map.results.get(open) else {
            return None;
        };
        let arguments = self.module.block(body).arguments.iter();
        let mut integers = arguments.filter(|a| self.module.ty(**a).is_integer());
        integers.nth(*symbol as usize).copied()
    }

    /// What would have to hold for the loops to run around an access that they have no part in. That it is inside its array is
    /// then known wherever the other loops are, so that it may be moved out of them: an array accumulated in a register, a
    /// panel copied.
    pub(super) fn wanted_iterations(&self) -> Vec<SizeCondition> {
        let assumed = self.assumed();
        let mut all = Vec::new();
        for Executed { access, loops } in &self.executed {
            if self.is_inside_by_extents(access) {
                continue;
            }
            for (name, domain) in loops {
                let is_part = |index: &Option<Linear>| index.as_ref().is_none_or(|index| index.uses(*name));
                let ([lower], [upper]) = (domain.lower.as_slice(), domain.upper.as_slice()) else {
                    continue;
                };
                if access.indices.iter().any(is_part) || domain.is_never_empty(&assumed) {
                    continue;
                }
                let last = upper.subtract(lower).and_then(|n| n.add(&Linear::constant(-1)));
                let condition = last.and_then(|last| self.condition_for(&last));
                all.extend(condition.filter(|condition| !all.contains(condition)));
            }
        }
        all.truncate(MOST_WANTED);
        all
    }

    /// Whether each subscript of an access is a variable that ends where the array does.
    fn is_inside_by_extents(&self, access: &Access) -> bool {
        let Some((buffer, _)) = self.buffers.get(&access.buffer) else {
            return false;
        };
        let is_inside = |(index, extent): (&Option<Linear>, &Option<Linear>)| {
            let (Some(index), Some(extent)) = (index, extent) else {
                return false;
            };
            let domain = index.as_var().and_then(|name| self.domains.get(&name));
            domain.is_some_and(|domain| {
                let starts = domain.lower.iter().filter_map(Linear::as_constant);
                starts.max() >= Some(0) && domain.upper.contains(extent)
            })
        };
        access.indices.len() == buffer.shape.len() && access.indices.iter().zip(&buffer.shape).all(is_inside)
    }

    /// What is to hold of the arguments for an expression to be at least zero in each iteration; `None` where none is found.
    pub(super) fn condition_for(&self, expr: &Linear) -> Option<SizeCondition> {
        let floor = self.floor_of(expr.clone())?;
        let of_arguments = self.condition_on_arguments(&floor);
        of_arguments.or_else(|| self.condition_on_arguments(&self.with_sums_open(&floor)?))
    }

    fn condition_on_arguments(&self, sum: &Linear) -> Option<SizeCondition> {
        let mut terms = Vec::new();
        if let (1, Some((Atom::FloorDiv(inner, by), &factor))) =
            (sum.terms.len(), sum.terms.first_key_value())
            && factor > 0
        {
            // So many whole ones are wanted.
            let wanted = Linear::constant(sum.constant.checked_neg()?).ceildiv(factor)?;
            return self.condition_on_arguments(&inner.subtract(&wanted.scale(*by)?)?);
        }
        for (atom, factor) in &sum.terms {
            let Atom::Var(name) = atom else { return None };
            terms.push((self.argument_behind(*name)?, *factor));
        }
        terms.sort_unstable();
        (!terms.is_empty()).then_some(SizeCondition {
            terms,
            constant: sum.constant,
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
    pub(super) fn floor_of(&self, mut expr: Linear) -> Option<Linear> {
        for _ in 0..=self.domains.len() {
            let innermost = self.domains.iter().rev().find(|(name, _)| expr.uses(**name));
            let Some((&name, domain)) = innermost else {
                return Some(expr);
            };
            let coefficient = expr.coefficient(name);
            let rest = expr.subtract(&Linear::var(name).scale(coefficient)?)?;
            let value = match (coefficient > 0, domain.lower.as_slice(), domain.upper.as_slice()) {
                (true, [lower], _) => lower.clone(),
                (false, _, [upper]) => domain.last_before(upper)?,
                _ => return None,
            };
            let value = value.scale(coefficient)?;
            expr = rest.add(&value).filter(|_| !rest.uses(name))?;
        }
        None
    }
}
