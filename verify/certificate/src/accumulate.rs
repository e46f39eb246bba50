//! Updates of a cell in any order: what a cell holds, as what it held before and the terms of all updates since.
//!
//! **Theorem.** Let *updates* be statements `X[c] = X[c] ⊕ t` with one operation ⊕ that is associative and commutative, of one array.
//! Let, for each two stores to one cell of which one is of an update,
//!
//! 1. of two updates the one load `X[c]` after the other has stored it, and
//! 2. of an update and any other store the one be after the whole of the other.
//!
//! Then a load of the cell, before or after each store to it, reads `r ⊕ Σ t`, with `r` what the last store before it
//! that is of no update has stored, or what the cell held in the beginning, and the sum over all updates of the cell between the two.
//! *Proof.* By 1 and 2 the stores to the cell are in one order, and each update in it loads what the store before it has left. By induction
//! along that order.
//!
//! So sources of loads of such an array (`sources`) are stores of other statements only. What a statement loads of the array, but for the
//! load that is updated, goes through a register of its own: a lemma about the statement that fills it is about what is loaded.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, Constraint, constant, dim};
use ovolo_lang::fp::FpModel;
use z3::ast::{Bool, Int};

use super::Refused;
use super::ask::Asked;
use super::certificate::unfit;
use super::equal::is_same;
use super::function::{Access, Array, Domain, Function, Guard, Operation, Statement, Time, Update, Value};
use super::reductions::Reduction;
use super::sources::{moment, variables};
use super::terms::Moment;

impl Update {
    fn of(statement: &Statement, model: FpModel) -> Option<Update> {
        let Value::Op(op) = &statement.value else {
            return None;
        };
        let reduction = Reduction::of_operation(&op.key, model)?;
        let mut all = Vec::new();
        terms(&statement.value, reduction, model, &mut all);
        let mut own = all.iter().filter_map(|term| match term.as_slice() {
            [Value::Load(access)] => Some(access),
            _ => None,
        });
        let target = &statement.target;
        let is_target = |load: &&Rc<Access>| {
            let mut pairs = load.subscripts.iter().zip(&target.subscripts);
            load.array == target.array && pairs.all(|(a, b)| is_same(a, b))
        };
        let own = own.find(is_target)?;
        let mut loads = Vec::new();
        statement.value.loads(&mut loads);
        let is_used_once = loads.iter().filter(|load| std::ptr::eq(**load, &**own)).count() == 1;
        is_used_once.then(|| Update {
            reduction,
            own: own.clone(),
        })
    }

    /// What the statement combines with what the cell holds: terms as products.
    pub fn terms<'v>(&self, value: &'v Value, model: FpModel) -> Vec<Vec<&'v Value>> {
        let mut all = Vec::new();
        terms(value, self.reduction, model, &mut all);
        let is_own = |term: &Vec<&Value>| matches!(term.as_slice(), [Value::Load(access)] if Rc::ptr_eq(access, &self.own));
        if let Some(own) = all.iter().position(is_own) {
            all.remove(own);
        }
        all
    }
}

/// The operands of nested operations, the first two of a fused one as a product.
fn terms<'v>(value: &'v Value, reduction: Reduction, model: FpModel, found: &mut Vec<Vec<&'v Value>>) {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Value::Op(op) if reduction.is(&op.key) => pending.extend(op.operands.iter().rev()),
            Value::Op(op) if reduction.is_fused(&op.key, model) => {
                found.push(op.operands[..2].iter().collect());
                pending.extend(op.operands.get(2));
            }
            value => found.push(vec![value]),
        }
    }
}

impl Function {
    /// Whether it has operations that may be taken in any order.
    pub fn reduces(&self, model: FpModel) -> bool {
        let reduces = |statement: &Statement| {
            let mut found = false;
            let mut of = |op: &Operation| found |= Reduction::of(&op.key, model).is_some();
            statement.value.operations(&mut of);
            found
        };
        self.statements.iter().any(reduces)
    }

    /// The operation by which updates of an array are taken together.
    pub fn accumulates(&self, array: Array) -> Option<Reduction> {
        let mut updates = self.updates.iter();
        let known = updates.find(|&(&number, _)| self.statements[number].target.array == array);
        known.map(|(_, update)| update.reduction)
    }

    /// The statements that may be updates.
    pub fn may_accumulate(&self, model: FpModel) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut operations: BTreeMap<Array, Reduction> = BTreeMap::new();
        for (number, statement) in self.statements.iter().enumerate() {
            if let Some(update) = Update::of(statement, model)
                && *operations
                    .entry(statement.target.array)
                    .or_insert(update.reduction)
                    == update.reduction
            {
                found.insert(number);
            }
        }
        found
    }

    /// The first of some updates whose order with another store is open, if one is.
    pub fn unordered(
        &self,
        updates: &BTreeSet<usize>,
        model: FpModel,
        asked: &mut Asked,
    ) -> Refused<Option<usize>> {
        for &number in updates {
            let statement = self.statements.get(number);
            let update = statement.and_then(|statement| Update::of(statement, model));
            let (statement, update) = statement
                .zip(update)
                .ok_or_else(|| unfit("a statement is no update"))?;
            for (other, store) in self.statements.iter().enumerate() {
                let is_update = updates.contains(&other);
                if is_update && other < number
                    || !self.may_overlap(store.target.array, statement.target.array)
                {
                    continue;
                }
                let loaded = match is_update {
                    true => {
                        Update::of(store, model)
                            .ok_or_else(|| unfit("a statement is no update"))?
                            .own
                    }
                    false => Rc::new(store.target.clone()),
                };
                let (x, y) = (variables("x", &statement.domain), variables("y", &store.domain));
                let mut conditions = asked.sizes.domain(&statement.domain, &x)?;
                conditions.extend(asked.sizes.domain(&store.domain, &y)?);
                conditions.extend(same_cell((&statement.target, &x), (&store.target, &y), asked)?);
                if other == number {
                    let differ: Vec<Bool> = x.iter().zip(&y).map(|(x, y)| x.eq(y).not()).collect();
                    conditions.push(Bool::or(&differ));
                }
                let (own, written) = (at(&update.own, &statement.domain, &x), moment(store, &y));
                conditions.push(asked.sizes.before(&written, &own)?.not());
                let (written, own) = (moment(statement, &x), at(&loaded, &store.domain, &y));
                conditions.push(asked.sizes.before(&written, &own)?.not());
                if !asked.is_impossible(&conditions)? {
                    return Ok(Some(number));
                }
            }
        }
        Ok(None)
    }

    /// Takes the updates of some statements together.
    pub fn accumulate(
        &mut self,
        updates: &BTreeSet<usize>,
        model: FpModel,
        asked: &mut Asked,
    ) -> Refused<()> {
        if self.unordered(updates, model, asked)?.is_some() {
            return Err(unfit("an update whose order with another store is open"));
        }
        for &number in updates {
            let statement = &self.statements[number];
            let update = Update::of(statement, model).ok_or_else(|| unfit("a statement is no update"))?;
            let known = self.accumulates(statement.target.array);
            if known.is_some_and(|known| known != update.reduction) {
                return Err(unfit("updates of one array by two operations"));
            }
            self.updates.insert(number, update);
        }
        let registers = self.statements.iter().filter_map(|s| match s.target.array {
            Array::Register(number) => Some(number + 1),
            _ => None,
        });
        let mut holds = Holds {
            register: registers.max().unwrap_or(0),
            statements: Vec::new(),
        };
        for number in 0..self.statements.len() {
            let statement = &self.statements[number];
            if !matches!(statement.value, Value::Load(_)) {
                self.statements[number].value =
                    holds.through(self, number, &statement.domain, &statement.value);
            }
        }
        self.statements.extend(holds.statements);
        Ok(())
    }

    /// Whether each load by an access, in instances of a domain, is before or after each update of the cell.
    pub fn is_settled(&self, access: &Access, domain: &Domain, asked: &mut Asked) -> Refused<bool> {
        for &number in self.updates.keys() {
            let store = &self.statements[number];
            if store.target.array != access.array {
                continue;
            }
            let (x, y) = (variables("x", domain), variables("y", &store.domain));
            let mut conditions = asked.sizes.domain(domain, &x)?;
            conditions.extend(asked.sizes.domain(&store.domain, &y)?);
            conditions.extend(same_cell((access, &x), (&store.target, &y), asked)?);
            let (read, written) = (at(access, domain, &x), moment(store, &y));
            conditions.push(asked.sizes.before(&written, &read)?.not());
            conditions.push(asked.sizes.before(&read, &written)?.not());
            if !asked.is_impossible(&conditions)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Statements that fill registers with what is loaded.
struct Holds {
    register: usize,
    statements: Vec<Statement>,
}

impl Holds {
    /// The value with loads of arrays that are updated, but for those that the updates are of, through registers.
    fn through(&mut self, function: &Function, number: usize, domain: &Domain, value: &Value) -> Value {
        let under = |guard: Guard| {
            let mut domain = domain.clone();
            domain.guards.push(guard);
            domain
        };
        match value {
            Value::Load(access) => {
                let update = function.updates.get(&number);
                let is_own = update.is_some_and(|update| Rc::ptr_eq(access, &update.own));
                match is_own || function.accumulates(access.array).is_none() {
                    true => value.clone(),
                    false => self.hold(domain, access),
                }
            }
            Value::Op(op) => {
                let operands = op.operands.iter();
                op.with(
                    operands
                        .map(|v| self.through(function, number, domain, v))
                        .collect(),
                )
            }
            Value::Choice(choice) => {
                let (guard, then, otherwise) = &**choice;
                let then = self.through(function, number, &under(guard.clone()), then);
                let otherwise = self.through(function, number, &under(guard.negated()), otherwise);
                Value::Choice(Rc::new((guard.clone(), then, otherwise)))
            }
            Value::OneOf(which, values) => {
                let of = |(n, value): (usize, &Value)| {
                    let is_it = Constraint {
                        expr: which + &constant(-(n as i64)),
                        is_equality: true,
                    };
                    self.through(function, number, &under(Guard::All(vec![is_it])), value)
                };
                Value::OneOf(
                    which.clone(),
                    Rc::new(values.iter().enumerate().map(of).collect()),
                )
            }
            Value::Index(_) | Value::Argument(_) => value.clone(),
        }
    }

    fn hold(&mut self, domain: &Domain, access: &Rc<Access>) -> Value {
        let register = |place| Access {
            array: Array::Register(self.register),
            subscripts: (0..domain.loops.len()).map(|i| dim(i as u32)).collect(),
            time: [&access.time[..], &[Time::At(constant(place))]].concat(),
        };
        self.statements.push(Statement {
            domain: domain.clone(),
            target: register(0),
            value: Value::Load(access.clone()),
        });
        let load = register(1);
        self.register += 1;
        Value::Load(load.into())
    }
}

fn at<'t>(access: &'t Access, domain: &'t Domain, at: &'t [Int]) -> Moment<'t> {
    Moment {
        time: &access.time,
        loops: &domain.loops,
        at,
    }
}

/// That two accesses of one array are of one cell.
pub fn same_cell(a: (&Access, &[Int]), b: (&Access, &[Int]), asked: &Asked) -> Refused<Vec<Bool>> {
    if a.0.array != b.0.array {
        return Ok(Vec::new());
    }
    let pairs = a.0.subscripts.iter().zip(&b.0.subscripts);
    let same = |(x, y): (&AffineExpr, &AffineExpr)| {
        Ok(asked.sizes.encode(x, a.1)?.eq(&asked.sizes.encode(y, b.1)?))
    };
    pairs.map(same).collect()
}
