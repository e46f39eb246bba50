//! Indices: affine expressions, bounds and conditions of them.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp, Constraint, Interval, constant, dim, symbol};
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::attribute::{Attribute, DenseElements};
use ovolo_lang::ir::{Op, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::super::Refused;
use super::super::function::{Array, Guard, Operation, Symbol, Value};
use super::{Known, Reader, lane, lanes_of};

/// The predicates up to `sge` compare signed numbers.
const SIGNED: u8 = 5;

/// Bounds of one end of a loop; as arbitrary.
const MOST_BOUNDS: usize = 16;

impl Reader<'_> {
    /// The bounds of a loop: the greatest of the lower ones, the least of the upper ones. Where an operand is the greatest or the least
    /// of several indices, and that makes a result of the map the greatest or the least too, there is a bound with each of these.
    pub(super) fn bounds(
        &mut self,
        map: &AffineMap,
        operands: &[ValueId],
        is_lower: bool,
    ) -> Refused<Vec<AffineExpr>> {
        if let [operand] = operands
            && (map.is_identity() || map.results.len() == 1 && map.results[0] == symbol(0))
        {
            return self.bound(*operand, is_lower);
        }
        let mut all: Vec<Vec<AffineExpr>> = vec![Vec::new()];
        for (number, &operand) in (0..).zip(operands) {
            let values = match self.known.get(&operand) {
                Some(Known::Extreme(is_greatest, values)) => {
                    let variable = match number < map.num_dims {
                        true => dim(number),
                        false => symbol(number - map.num_dims),
                    };
                    let stays = |result: &AffineExpr| {
                        let trend = result.trend(&variable);
                        !(if *is_greatest == is_lower {
                            trend.falls
                        } else {
                            trend.rises
                        })
                    };
                    if !map.results.iter().all(stays) {
                        return Err("the least of greatest indices, or the greatest of least ones".into());
                    }
                    let values = values.clone();
                    self.keep_promised(operand);
                    values
                }
                _ => vec![self.used(operand)?],
            };
            let with = |before: &Vec<AffineExpr>| -> Vec<Vec<AffineExpr>> {
                let one = |value: &AffineExpr| [before.as_slice(), std::slice::from_ref(value)].concat();
                values.iter().map(one).collect()
            };
            all = all.iter().flat_map(with).collect();
            if all.len() > MOST_BOUNDS {
                return Err(format!("a loop with more than {MOST_BOUNDS} bounds"));
            }
        }
        let mut bounds: Vec<AffineExpr> = Vec::new();
        for operands in all {
            for bound in self.applied(map, operands)? {
                if !bounds.contains(&bound) {
                    bounds.push(bound);
                }
            }
        }
        Ok(bounds)
    }

    /// Notes what is promised of an index that is used.
    fn keep_promised(&mut self, value: ValueId) {
        let promised = self.promised.get(&value).cloned().unwrap_or_default();
        self.keep(&promised);
    }

    pub(super) fn bound(&mut self, value: ValueId, is_lower: bool) -> Refused<Vec<AffineExpr>> {
        if *self.module.ty(value) != Type::Index {
            let bound = self.used_integer(value);
            return Ok(vec![bound.ok_or("a bound of fixed width that is not followed")?]);
        }
        self.keep_promised(value);
        self.extremes(value, is_lower)
    }

    /// The greatest or the least of these is an index.
    pub(super) fn extremes(&self, value: ValueId, is_lower: bool) -> Refused<Vec<AffineExpr>> {
        match self.known.get(&value) {
            Some(Known::Extreme(is_greatest, all)) if *is_greatest == is_lower => Ok(all.clone()),
            _ => Ok(vec![self.index_or_poison(value)?]),
        }
    }

    /// A condition on indices: a comparison, or several of which all hold, or one does.
    pub(super) fn guard(&mut self, condition: ValueId) -> Option<Guard> {
        let op = self.module.op(self.module.defining_op(condition)?);
        let &[a, b] = op.operands.as_slice() else {
            let value = self.is_of_indices(condition).then(|| op.attribute("value"))??;
            return Some(match value {
                Attribute::Bool(false) => Guard::NotAll(Vec::new()),
                Attribute::Bool(true) => Guard::All(Vec::new()),
                value if value.as_i64()? == 0 => Guard::NotAll(Vec::new()),
                _ => Guard::All(Vec::new()),
            });
        };
        if let Some(code @ (OpCode::AndI | OpCode::OrI)) = op.code() {
            if !self.is_of_indices(condition) {
                return None;
            }
            return match (code, self.guard(a)?, self.guard(b)?) {
                (OpCode::AndI, Guard::All(a), Guard::All(b)) => Some(Guard::All([a, b].concat())),
                (OpCode::OrI, Guard::NotAll(a), Guard::NotAll(b)) => Some(Guard::NotAll([a, b].concat())),
                _ => None,
            };
        }
        if op.code() != Some(OpCode::CmpI) || op.predicate() > i64::from(SIGNED) {
            return None;
        }
        let (a, b) = match self.module.ty(a) {
            Type::Index => {
                self.index_or_poison(a).ok().zip(self.index_or_poison(b).ok())?;
                (self.used(a).ok()?, self.used(b).ok()?)
            }
            _ => {
                let (a, b) = (self.integer(a)?, self.integer(b)?);
                self.keep(&[a.fits, b.fits].concat());
                (a.expr, b.expr)
            }
        };
        let minus = |a: &AffineExpr, b: &AffineExpr| a + &(b * &constant(-1));
        let at_least = |expr: AffineExpr| {
            Guard::All(vec![Constraint {
                expr,
                is_equality: false,
            }])
        };
        let equal = Guard::All(vec![Constraint {
            expr: minus(&a, &b),
            is_equality: true,
        }]);
        Some(match IntPredicate::from_code(op.predicate())? {
            IntPredicate::Eq => equal,
            IntPredicate::Ne => equal.negated(),
            IntPredicate::Slt => at_least(minus(&(&b + &constant(-1)), &a)),
            IntPredicate::Sle => at_least(minus(&b, &a)),
            IntPredicate::Sgt => at_least(minus(&(&a + &constant(-1)), &b)),
            IntPredicate::Sge => at_least(minus(&a, &b)),
            _ => return None,
        })
    }

    /// Whether a condition is a constant, or made of comparisons of indices.
    fn is_of_indices(&self, condition: ValueId) -> bool {
        let Some(op) = self.module.defining_op(condition).map(|op| self.module.op(op)) else {
            return false;
        };
        let is_scalar = *self.module.ty(condition) == Type::I1;
        is_scalar
            && match (op.code(), op.operands.as_slice()) {
                (Some(OpCode::Constant), []) => true,
                (Some(OpCode::CmpI), &[a, _]) => *self.module.ty(a) == Type::Index,
                (Some(OpCode::AndI | OpCode::OrI), &[a, b]) => self.is_of_indices(a) && self.is_of_indices(b),
                _ => false,
            }
    }

    /// One of two values, by a condition on indices: the one of them where the bounds of the loops tell which; `None` for what is no such
    /// choice.
    pub(super) fn choice(&mut self, op: &Op) -> Option<Known> {
        let &[condition, then, otherwise] = op.operands.as_slice() else {
            return None;
        };
        let is_promised = [then, otherwise]
            .iter()
            .any(|value| self.promised.contains_key(value));
        if is_promised || !self.is_of_indices(condition) {
            return None;
        }
        if let Some(extreme) = self.extreme(condition, [then, otherwise]) {
            self.inherit(op);
            return Some(extreme);
        }
        let mut asked = vec![then, otherwise];
        self.compared_in(condition, &mut asked);
        self.over_choices(&asked, &mut |this| {
            this.chosen_by(op, [condition, then, otherwise])
        })
    }

    /// The least or the greatest of two indices, where a comparison of them chooses it.
    fn extreme(&self, condition: ValueId, sides: [ValueId; 2]) -> Option<Known> {
        let op = self.module.op(self.module.defining_op(condition)?);
        let &[a, b] = op.operands.as_slice() else {
            return None;
        };
        if op.code() != Some(OpCode::CmpI) || *self.module.ty(sides[0]) != Type::Index {
            return None;
        }
        let index = |value| self.index_or_poison(value).ok();
        let (a, b, x, y) = (index(a)?, index(b)?, index(sides[0])?, index(sides[1])?);
        let are_same =
            |a: &AffineExpr, b: &AffineExpr| (a + &(b * &constant(-1))).simplified() == constant(0);
        let is_straight = match (
            are_same(&a, &x) && are_same(&b, &y),
            are_same(&a, &y) && are_same(&b, &x),
        ) {
            (true, _) => true,
            (_, true) => false,
            _ => return None,
        };
        let is_less = match IntPredicate::from_code(op.predicate())? {
            IntPredicate::Slt | IntPredicate::Sle => true,
            IntPredicate::Sgt | IntPredicate::Sge => false,
            _ => return None,
        };
        Some(Known::Extreme(is_less != is_straight, vec![x, y]))
    }

    /// The indices that a condition compares.
    fn compared_in(&self, condition: ValueId, found: &mut Vec<ValueId>) {
        let Some(op) = self.module.defining_op(condition).map(|op| self.module.op(op)) else {
            return;
        };
        match op.code() {
            Some(OpCode::CmpI) => found.extend(&op.operands),
            _ => op
                .operands
                .iter()
                .for_each(|&operand| self.compared_in(operand, found)),
        }
    }

    fn chosen_by(&mut self, op: &Op, [condition, then, otherwise]: [ValueId; 3]) -> Option<Known> {
        let guard = self.guard(condition)?;
        let [then, otherwise] = [then, otherwise].map(|value| self.known.get(&value).cloned());
        match (self.decided(&guard), then?, otherwise?) {
            (Some(true), known, _) | (Some(false), _, known) => Some(known),
            (None, Known::Value(then), Known::Value(otherwise))
                if *self.module.ty(op.results[0]) != Type::Index =>
            {
                let choice = Value::Choice(Rc::new((guard, then, otherwise)));
                Some(Known::Value(choice))
            }
            (None, then @ Known::Value(_), otherwise @ Known::Value(_)) => {
                Some(Known::Chosen(Rc::new((guard, then, otherwise))))
            }
            _ => None,
        }
    }

    /// Whether a condition holds, as far as the bounds of the loops around tell.
    fn decided(&self, guard: &Guard) -> Option<bool> {
        let intervals = self.domain.intervals();
        let holds = |constraint: &Constraint| {
            let Interval { least, greatest } = constraint.expr.interval(&intervals);
            let is_less = greatest.is_some_and(|n| n < 0);
            let is_more = least.is_some_and(|n| n > 0);
            match constraint.is_equality {
                true if is_less || is_more => Some(false),
                true => (least == Some(0) && greatest == Some(0)).then_some(true),
                false if is_less => Some(false),
                false => least.is_some_and(|n| n >= 0).then_some(true),
            }
        };
        let all = |constraints: &[Constraint]| {
            let mut known = constraints.iter().map(holds);
            match constraints
                .iter()
                .all(|constraint| holds(constraint) == Some(true))
            {
                true => Some(true),
                false => known.any(|known| known == Some(false)).then_some(false),
            }
        };
        match guard {
            Guard::All(constraints) => all(constraints),
            Guard::NotAll(constraints) => all(constraints).map(|holds| !holds),
        }
    }

    /// Whether indices are expressions of symbols.
    fn are_sizes(&self, values: &[ValueId]) -> bool {
        let mut all = values.iter().map(|&value| self.index_or_poison(value));
        all.all(|index| index.is_ok_and(|index| index.is_symbolic_or_constant()))
    }

    /// An operation that gives an `index`; `None` where it is no affine expression.
    pub(super) fn index_operation(&mut self, op: &Op, code: OpCode) -> Option<Refused<Known>> {
        let operand = |this: &Self, i: usize| this.index_or_poison(*op.operands.get(i)?).ok();
        let divided = |this: &Self, division: AffineOp| {
            let (a, b) = (operand(this, 0)?, operand(this, 1)?);
            b.as_constant().filter(|&c| c > 0)?;
            Some(AffineExpr::binary(division, a, b))
        };
        if let Some(digits) = self.divided_into_digits(op, code) {
            self.inherit(op);
            return Some(Ok(Known::Value(Value::Index(digits))));
        }
        let expr = match code {
            OpCode::Constant => match op.attribute("value")? {
                Attribute::DenseElements(dense) => in_steps(dense)?,
                value => constant(value.as_i64()?),
            },
            OpCode::AffineApply => {
                let map = op.attribute("map")?.as_affine_map()?.clone();
                let applied = self.apply(&map, &op.operands);
                return Some(applied.map(|mut results| Known::Value(Value::Index(results.remove(0)))));
            }
            OpCode::AffineMax | OpCode::AffineMin => {
                let map = op.attribute("map")?.as_affine_map()?.clone();
                let applied = self.apply(&map, &op.operands);
                return Some(applied.map(|all| Known::Extreme(code == OpCode::AffineMax, all)));
            }
            OpCode::MaxSI | OpCode::MinSI => {
                let both = vec![operand(self, 0)?, operand(self, 1)?];
                self.inherit(op);
                return Some(Ok(Known::Extreme(code == OpCode::MaxSI, both)));
            }
            OpCode::AddI => &operand(self, 0)? + &operand(self, 1)?,
            OpCode::SubI => &operand(self, 0)? + &(&operand(self, 1)? * &constant(-1)),
            OpCode::MulI => &operand(self, 0)? * &operand(self, 1)?,
            OpCode::FloorDivSI => divided(self, AffineOp::FloorDiv)?,
            OpCode::CeilDivSI => divided(self, AffineOp::CeilDiv)?,
            OpCode::DivSI | OpCode::DivUI if operand(self, 1)?.as_constant() == Some(1) => operand(self, 0)?,
            OpCode::DivSI if self.are_sizes(&op.operands) && operand(self, 1)?.as_constant().is_none() => {
                let [dividend, divisor] = [operand(self, 0)?, operand(self, 1)?].map(|e| e.simplified());
                let operands = [&dividend, &divisor].map(|e| Value::Index(e.clone()));
                let key = "arith.divsi of indices".to_string();
                self.divided_by_data(
                    &Value::Op(Rc::new(Operation {
                        key,
                        is_commutative: false,
                        operands: operands.to_vec(),
                    })),
                    false,
                    &[],
                );
                self.symbol(Symbol::Quotient(dividend, divisor))
            }
            OpCode::DivSI | OpCode::RemSI if operand(self, 0)?.is_symbolic_or_constant() => {
                let (dividend, divisor) = (operand(self, 0)?, operand(self, 1)?);
                self.toward_zero(code, &dividend, divisor.as_constant().filter(|by| *by > 0)?)
            }
            OpCode::DivSI | OpCode::RemSI | OpCode::DivUI | OpCode::RemUI => {
                let is_quotient = matches!(code, OpCode::DivSI | OpCode::DivUI);
                let quotient = divided(
                    self,
                    if is_quotient {
                        AffineOp::FloorDiv
                    } else {
                        AffineOp::Mod
                    },
                )?;
                let dividend = operand(self, 0)?;
                // Rounding toward zero is rounding down of what is not negative.
                let natural = [dividend.clone(), &dividend + &constant(1)];
                self.claim_of(Array::Fits, natural, &[], None);
                quotient
            }
            OpCode::IndexCast => return self.index_of_integer(op).map(Ok),
            OpCode::IndexCastUI => return self.index_without_sign(op).map(Ok),
            _ => return None,
        };
        self.inherit(op);
        Some(Ok(Known::Value(Value::Index(expr))))
    }

    pub(super) fn apply(&mut self, map: &AffineMap, operands: &[ValueId]) -> Refused<Vec<AffineExpr>> {
        let operands = operands.iter().map(|&v| self.index(v)).collect::<Refused<_>>()?;
        self.applied(map, operands)
    }

    /// The same where memory is accessed or a loop taken by it.
    pub(super) fn apply_used(&mut self, map: &AffineMap, operands: &[ValueId]) -> Refused<Vec<AffineExpr>> {
        let operands = operands.iter().map(|&v| self.used(v)).collect::<Refused<_>>()?;
        self.applied(map, operands)
    }

    fn applied(&mut self, map: &AffineMap, operands: Vec<AffineExpr>) -> Refused<Vec<AffineExpr>> {
        if operands.len() != map.num_inputs() {
            return Err("a map with other operands".into());
        }
        let (dims, symbols) = operands.split_at(map.num_dims as usize);
        let results = map
            .results
            .iter()
            .map(|e| self.in_digits(&e.replace(dims, symbols)));
        let results: Vec<AffineExpr> = results.collect();
        for result in &results {
            self.divisors(result);
        }
        Ok(results)
    }

    /// Notes what is divided by: affine quotients and remainders by a number that is not positive have no meaning.
    pub(super) fn divisors(&mut self, expr: &AffineExpr) {
        expr.walk(&mut |e| {
            if let AffineExpr::Binary(op, ab) = e
                && op.is_division()
                && ab.1.as_constant().is_none_or(|c| c <= 0)
            {
                self.divided_by(&ab.1);
            }
        });
    }

    pub(super) fn index(&self, value: ValueId) -> Refused<AffineExpr> {
        match self.promised.contains_key(&value) {
            true => Err("an index that may be poison".into()),
            false => self.index_or_poison(value),
        }
    }

    /// An index where it is no poison.
    pub(super) fn index_or_poison(&self, value: ValueId) -> Refused<AffineExpr> {
        match self.known.get(&value) {
            Some(Known::Value(Value::Index(expr))) => Ok(expr.clone()),
            _ => Err(match self.module.value(value).def {
                ValueDef::Result { op, .. } => {
                    format!("an index that `{}` gives", self.module.op(op).name.as_str())
                }
                ValueDef::Argument { .. } => "an index that is an argument of a block".into(),
            }),
        }
    }
}

/// Operations on indices that ask for nothing, so that each lane of a vector is what it would be as a scalar.
pub(super) fn is_followed_in_lanes(code: OpCode) -> bool {
    matches!(
        code,
        OpCode::Constant | OpCode::AddI | OpCode::SubI | OpCode::MulI | OpCode::FloorDivSI
    )
}

/// The lanes of a vector whose elements are equal, or of one dimension and at one distance from each other.
fn in_steps(dense: &DenseElements) -> Option<AffineExpr> {
    let elements: Option<Vec<i64>> = dense.elements.iter().map(Attribute::as_i64).collect();
    let (first, distance) = match *elements?.as_slice() {
        [one] => return Some(constant(one)),
        [first, second, ..] if lanes_of(&dense.ty).ok()?.len() == 1 => (first, second.checked_sub(first)?),
        _ => return None,
    };
    let mut expected = Some(first);
    for element in &dense.elements {
        if element.as_i64() != expected {
            return None;
        }
        expected = expected?.checked_add(distance);
    }
    Some(&constant(first) + &(&lane(0) * &constant(distance)))
}
