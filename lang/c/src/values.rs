//! Values of a module as sums of products of arguments and variables of loops.

use std::collections::HashMap;

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp};
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, Op, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::entry::EXTENTS;
use crate::polynomial::{Polynomial, constant, sum, times};

/// The variable of a loop, and its bounds, of which the greatest lower and the least upper one count.
#[derive(Clone)]
pub(crate) struct Around {
    pub variable: ValueId,
    pub lower: Vec<Polynomial>,
    pub upper: Vec<Polynomial>,
    /// The variables of loops around that are in the upper ones.
    pub moving: Vec<ValueId>,
    /// Whether these are all its bounds.
    pub is_complete: bool,
    /// Whether it is counted up by one.
    pub is_unit_step: bool,
}

/// The polynomials of values of a module, each found once.
pub(crate) struct Values<'m> {
    pub module: &'m Module,
    known: HashMap<ValueId, Option<Polynomial>>,
    /// Sums of arguments that have a name, by which something may be multiplied.
    sums: Vec<(ValueId, Polynomial)>,
}

impl Around {
    /// The loop with a bound of its variable that conditions tell in the place of its own.
    pub fn under(&self, conditions: &[Polynomial]) -> Around {
        let mut around = self.clone();
        let own = vec![self.variable];
        for condition in conditions {
            let uses = condition
                .keys()
                .filter(|product| product.contains(&self.variable))
                .count();
            let mut rest = condition.clone();
            match (uses, rest.remove(&own)) {
                // At most the rest.
                (1, Some(-1)) => around.upper = sum(rest, &constant(1)).map_or(around.upper, |end| vec![end]),
                // At least what the rest lacks.
                (1, Some(1)) => {
                    around.lower = times(&rest, &constant(-1)).map_or(around.lower, |start| vec![start]);
                }
                _ => {}
            }
        }
        around
    }
}

impl<'m> Values<'m> {
    pub fn new(module: &'m Module) -> Values<'m> {
        Values {
            module,
            known: HashMap::new(),
            sums: Vec::new(),
        }
    }
}

impl Values<'_> {
    /// Whether a polynomial is one of arguments, and of quotients of such.
    pub fn is_given(&self, polynomial: &Polynomial) -> bool {
        let mut values = polynomial.keys().flatten();
        values.all(|value| is_given(self.module, *value) || is_quotient(self.module, *value))
    }

    /// The loops around an operation, the outermost first.
    pub fn loops(&mut self, inner: OpId) -> Option<Vec<Around>> {
        let module = self.module;
        let mut found = Vec::new();
        let mut around = module.parent_op(inner);
        while let Some(id) = around {
            let op = module.op(id);
            if op.code() == Some(OpCode::AffineFor) {
                let (lower, all_lower) = self.limits(op, true)?;
                let (upper, all_upper) = self.limits(op, false)?;
                found.push(Around {
                    variable: *module.block(module.single_block(id, 0)?).arguments.first()?,
                    lower,
                    upper,
                    moving: Vec::new(),
                    is_complete: all_lower && all_upper,
                    is_unit_step: op.attribute("step").and_then(Attribute::as_i64) == Some(1),
                });
            }
            if op.code() == Some(OpCode::ScfFor) {
                let [lower, upper] = [0, 1].map(|n| op.operands.get(n).copied());
                found.push(Around {
                    variable: *module.block(module.single_block(id, 0)?).arguments.first()?,
                    lower: vec![self.of_value(lower?)?],
                    upper: self.least_of(upper?)?,
                    moving: Vec::new(),
                    is_complete: true,
                    is_unit_step: self.of_value(*op.operands.get(2)?) == Some(constant(1)),
                });
            }
            around = module.parent_op(id);
        }
        found.reverse();
        // Of several ends one that stays is closest to how far all iterations reach: `min(i_t + 32, n)` in loops over tiles.
        let mut variables: Vec<ValueId> = Vec::new();
        for around in &mut found {
            let moves = |limit: &Polynomial| limit.keys().flatten().any(|v| variables.contains(v));
            around.upper.sort_by_key(moves);
            let used = around.upper.iter().flat_map(|end| end.keys().flatten().copied());
            around.moving = used.filter(|value| variables.contains(value)).collect();
            variables.push(around.variable);
        }
        Some(found)
    }

    /// Of what an index is the least: of itself, or of two that a comparison of them chooses from.
    fn least_of(&mut self, value: ValueId) -> Option<Vec<Polynomial>> {
        if let Some(only) = self.of_value(value) {
            return Some(vec![only]);
        }
        let module = self.module;
        let op = module.op(module.defining_op(value)?);
        let &[truth, then, otherwise] = op.operands.as_slice() else {
            return None;
        };
        let compare = module.op(module.defining_op(truth)?);
        let &[a, b] = compare.operands.as_slice() else {
            return None;
        };
        let is_choice = (op.code(), compare.code()) == (Some(OpCode::Select), Some(OpCode::CmpI));
        if !is_choice || *module.ty(value) != Type::Index {
            return None;
        }
        let [a, b, then, otherwise] = [a, b, then, otherwise].map(|value| self.of_value(value));
        let (a, b, then, otherwise) = (a?, b?, then?, otherwise?);
        let chosen = match IntPredicate::from_code(compare.predicate())? {
            IntPredicate::Slt | IntPredicate::Sle => (a, b),
            IntPredicate::Sgt | IntPredicate::Sge => (b, a),
            _ => return None,
        };
        (chosen == (then.clone(), otherwise.clone())).then(|| vec![then, otherwise])
    }

    /// The bounds that are understood, and whether these are all.
    fn limits(&mut self, op: &Op, is_lower: bool) -> Option<(Vec<Polynomial>, bool)> {
        let segments = op
            .attribute("operandSegmentSizes")
            .and_then(Attribute::as_i64_list)?;
        let middle = usize::try_from(*segments.first()?).ok()?;
        let end = middle + usize::try_from(*segments.get(1)?).ok()?;
        let (name, operands) = match is_lower {
            true => ("lowerBoundMap", op.operands.get(..middle)?),
            false => ("upperBoundMap", op.operands.get(middle..end)?),
        };
        let map = op.attribute(name).and_then(Attribute::as_affine_map)?;
        let results = map.results.iter().map(|expr| self.of_expr(expr, map, operands));
        let results: Vec<Polynomial> = results.flatten().collect();
        let results: Vec<Polynomial> = results.into_iter().map(|limit| self.named(limit)).collect();
        let is_complete = results.len() == map.results.len();
        (!results.is_empty()).then_some((results, is_complete))
    }

    pub fn of_expr(
        &mut self,
        expr: &AffineExpr,
        map: &AffineMap,
        operands: &[ValueId],
    ) -> Option<Polynomial> {
        match expr {
            AffineExpr::Constant(c) => Some(constant(*c)),
            AffineExpr::Dim(i) => self.of_value(*operands.get(*i as usize)?),
            AffineExpr::Symbol(i) => self.of_value(*operands.get((map.num_dims + *i) as usize)?),
            AffineExpr::Binary(op, parts) => {
                let [a, b] = [&parts.0, &parts.1].map(|part| self.of_expr(part, map, operands));
                match op {
                    AffineOp::Add => sum(a?, &b?),
                    AffineOp::Mul => times(&a?, &b?),
                    _ => None,
                }
            }
        }
    }

    pub fn of_value(&mut self, value: ValueId) -> Option<Polynomial> {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        let found = self.computed(value);
        self.known.insert(value, found.clone());
        found
    }

    /// The argument that a value is a quotient of, and the divisor.
    pub fn quotient(&mut self, value: ValueId) -> Option<(ValueId, i64)> {
        let (dividend, by) = quotient(self.module, value)?;
        let dividend = self.of_value(dividend)?;
        let (product, factor) = dividend.first_key_value()?;
        match product.as_slice() {
            &[size] if dividend.len() == 1 && *factor == 1 => Some((size, by)),
            _ => None,
        }
    }

    /// What must not be negative for a quotient to be rounded down: what is divided, and what it is divided by less one where that is an
    /// argument.
    pub fn rounded_down_where(&mut self, value: ValueId) -> Option<Vec<Polynomial>> {
        let (dividend, by) = match quotient(self.module, value) {
            Some((dividend, _)) => (dividend, None),
            None => {
                let (dividend, by) = quotient_by_argument(self.module, value)?;
                (dividend, Some(by))
            }
        };
        let dividend = self.of_value(dividend)?;
        let at_least_one = by.map(|by| [(vec![by], 1), (Vec::new(), -1)].into());
        Some(
            std::iter::once(self.expanded(&dividend)?)
                .chain(at_least_one)
                .collect(),
        )
    }

    /// Whether a value is the name of a sum of arguments.
    pub fn is_sum(&self, value: ValueId) -> bool {
        self.sums.iter().any(|(name, _)| *name == value)
    }

    /// A polynomial, or the sum that it is if that has a name.
    pub fn named(&self, polynomial: Polynomial) -> Polynomial {
        let name = self.sums.iter().find(|(_, sum)| *sum == polynomial);
        name.map_or(polynomial, |(name, _)| [(vec![*name], 1)].into())
    }

    /// A polynomial with the sums in it in the place of their names.
    pub fn expanded(&self, polynomial: &Polynomial) -> Option<Polynomial> {
        let mut total = Polynomial::new();
        for (product, n) in polynomial {
            let mut term = constant(*n);
            for value in product {
                let named = self.sums.iter().find(|(name, _)| name == value);
                let factor = named.map_or_else(|| [(vec![*value], 1)].into(), |(_, sum)| sum.clone());
                term = times(&term, &factor)?;
            }
            total = sum(total, &term)?;
        }
        Some(total)
    }

    /// A variable of a loop, an integer argument behind its conversion, or what is made of them.
    fn computed(&mut self, value: ValueId) -> Option<Polynomial> {
        let module = self.module;
        let ValueDef::Result { op, .. } = module.value(value).def else {
            return Some([(vec![value], 1)].into());
        };
        let op = module.op(op);
        match (op.code(), op.operands.as_slice()) {
            (Some(OpCode::Constant), _) => {
                let value = op.attribute("value").and_then(Attribute::as_i64)?;
                Some(constant(value))
            }
            (Some(OpCode::IndexCast), &[from]) if *module.ty(value) == Type::Index => self.of_value(from),
            (Some(OpCode::MemRefDim), &[memref, dimension]) => {
                Some([(vec![given_extent(module, memref, dimension)?], 1)].into())
            }
            (Some(OpCode::IndexCastUI), &[from]) => match module.value(from).def {
                ValueDef::Argument { .. } => Some([(vec![from], 1)].into()),
                ValueDef::Result { .. } => None,
            },
            (Some(code @ (OpCode::AddI | OpCode::SubI | OpCode::MulI)), &[a, b])
                if op.is_nsw() || *module.ty(value) == Type::Index =>
            {
                let (a, b) = (self.of_value(a)?, self.of_value(b)?);
                match code {
                    OpCode::AddI => sum(a, &b),
                    OpCode::SubI => sum(a, &times(&b, &constant(-1))?),
                    _ => times(&a, &b),
                }
            }
            (Some(OpCode::DivSI), &[a, _]) if is_quotient(module, value) => {
                let are_given = |product: &Vec<ValueId>| product.iter().all(|v| is_given(module, *v));
                let dividend = self.of_value(a)?;
                self.expanded(&dividend)?
                    .keys()
                    .all(are_given)
                    .then(|| [(vec![value], 1)].into())
            }
            (Some(OpCode::AffineApply), operands) => {
                let map = op.attribute("map").and_then(Attribute::as_affine_map)?;
                let sum = self.of_expr(map.results.first()?, map, operands)?;
                let is_of_arguments = || sum.keys().flatten().all(|v| is_given(module, *v));
                if sum.len() > 1 && is_of_arguments() && self.sums.iter().all(|(_, known)| *known != sum) {
                    self.sums.push((value, sum.clone()));
                }
                Some(self.named(sum))
            }
            _ => is_given(module, value).then(|| [(vec![value], 1)].into()),
        }
    }
}

/// Whether a value is an argument of a function, or an integer that it reads in front of its loops.
pub(crate) fn is_given(module: &Module, value: ValueId) -> bool {
    let ValueDef::Result { op, .. } = module.value(value).def else {
        return is_parameter(module, value);
    };
    let data = module.op(op);
    let is_read = matches!(
        data.code(),
        Some(OpCode::AffineLoad | OpCode::MemRefLoad | OpCode::AffineIf | OpCode::ScfIf)
    );
    let parent = module.parent_op(op).map(|parent| module.op(parent).code());
    is_read && module.ty(value).is_integer() && parent == Some(Some(OpCode::Func))
}

/// Whether a value is an argument of a function.
pub(crate) fn is_parameter(module: &Module, value: ValueId) -> bool {
    let ValueDef::Argument { block, .. } = module.value(value).def else {
        return false;
    };
    let parent = module.block_parent_op(block).map(|op| module.op(op).code());
    parent == Some(Some(OpCode::Func))
}

/// The integer argument that C hands over for an extent of an array.
fn given_extent(module: &Module, memref: ValueId, dimension: ValueId) -> Option<ValueId> {
    let ValueDef::Argument { block, index } = module.value(memref).def else {
        return None;
    };
    let function = module.op(module.block_parent_op(block)?);
    let extents = function
        .argument_attribute(index as usize, EXTENTS)?
        .as_affine_map()?;
    let dimension = module
        .op(module.defining_op(dimension)?)
        .attribute("value")?
        .as_i64()?;
    let shape = module.ty(memref).as_memref()?.shape.as_ref()?;
    let open = shape.iter().take(usize::try_from(dimension).ok()?);
    let open = open.filter(|extent| extent.fixed().is_none()).count();
    let Some(AffineExpr::Symbol(symbol)) = extents.results.get(open) else {
        return None;
    };
    let arguments = module.block(block).arguments.iter().copied();
    let mut integers = arguments.filter(|argument| module.ty(*argument).is_integer());
    integers.nth(*symbol as usize)
}

/// What an integer is divided by a positive constant to give a value.
pub(crate) fn quotient(module: &Module, value: ValueId) -> Option<(ValueId, i64)> {
    let op = module.op(module.defining_op(value)?);
    let &[dividend, divisor] = op.operands.as_slice() else {
        return None;
    };
    let divisor = module.op(module.defining_op(divisor)?);
    let constant = divisor.attribute("value")?.as_i64()?;
    let is_quotient = op.code() == Some(OpCode::DivSI) && divisor.code() == Some(OpCode::Constant);
    (is_quotient && constant > 0).then_some((dividend, constant))
}

/// What is divided by an argument in front of all loops to give a value, and the argument.
pub(crate) fn quotient_by_argument(module: &Module, value: ValueId) -> Option<(ValueId, ValueId)> {
    let id = module.defining_op(value)?;
    let op = module.op(id);
    let &[dividend, mut divisor] = op.operands.as_slice() else {
        return None;
    };
    let cast = module.defining_op(divisor).map(|cast| module.op(cast));
    if let Some(cast) = cast.filter(|cast| cast.code() == Some(OpCode::IndexCast)) {
        divisor = *cast.operands.first()?;
    }
    let parent = module.parent_op(id).map(|parent| module.op(parent).code());
    let is_in_front = parent == Some(Some(OpCode::Func));
    (op.code() == Some(OpCode::DivSI) && is_in_front && is_parameter(module, divisor))
        .then_some((dividend, divisor))
}

/// Whether a value is what something divided by a positive constant or by an argument is.
pub(crate) fn is_quotient(module: &Module, value: ValueId) -> bool {
    quotient(module, value).is_some() || quotient_by_argument(module, value).is_some()
}

/// A polynomial of integer arguments, and of quotients of such, as an expression of symbols, which are the arguments in their order.
pub(crate) fn expr(
    values: &mut Values<'_>,
    arguments: &[ValueId],
    polynomial: &Polynomial,
) -> Option<AffineExpr> {
    let module = values.module;
    let symbol = |value: ValueId| {
        let mut integers = arguments.iter().filter(|a| module.ty(**a).is_integer());
        Some(AffineExpr::Symbol(
            integers.position(|integer| *integer == value)? as u32,
        ))
    };
    let mut total = AffineExpr::Constant(0);
    for (product, n) in polynomial {
        let mut term = AffineExpr::Constant(*n);
        for value in product {
            let of_constant =
                quotient(module, *value).map(|(dividend, by)| (dividend, Some(AffineExpr::Constant(by))));
            let of_quotient = of_constant.or_else(|| {
                quotient_by_argument(module, *value).map(|(dividend, by)| (dividend, symbol(by)))
            });
            let factor = match of_quotient {
                Some((dividend, divisor)) => {
                    let dividend = values.of_value(dividend)?;
                    let dividend = values.expanded(&dividend)?;
                    expr(values, arguments, &dividend)?.floordiv(divisor?)
                }
                None => symbol(*value)?,
            };
            term = match term {
                AffineExpr::Constant(1) => factor,
                term => factor * term,
            };
        }
        total = match total {
            AffineExpr::Constant(0) => term,
            total => total + term,
        };
    }
    Some(total)
}
