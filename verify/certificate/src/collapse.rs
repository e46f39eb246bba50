//! Loops that update one cell, as one statement that takes all updates at once.
//!
//! **Theorem.** Take a statement `X[c] = X[c] ⊕ t`, where ⊕ is associative and commutative, and *summed* loops on which `c`
//! does not depend, so that the updates that differ in these alone form a group. Let
//!
//! 1. of two updates of a group the one load `X[c]` after the other has stored it, and
//! 2. nothing else, nor `t`, access the cell between the load of one update of a group and the store of any.
//!
//! Then `X[c] = X[c] ⊕ Σ t`, with the sum over the summed loops, does what the group does. *Proof.* By 1 and 2 the first update
//! loads what the cell held before, each other one what the update before it stored, and nobody sees what those but the last
//! store. Where a group is empty, so is the sum, and the statement stores what is there.
//!
//! The load and the store of the sum are placed at the outermost summed loop: what is certainly before or after that loop is
//! before or after the group. Of what is inside the loop the order is open, so that a load there of the cell has no source.
//! What `t` loads it loads at the time when the update did.

use std::collections::BTreeMap;
use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, constant, dim};
use ovolo_lang::fp::FpModel;
use z3::ast::{Bool, Int};

use super::Refused;
use super::ask::Asked;
use super::certificate::unfit;
use super::function::{Access, Domain, Function, Guard, Operation, Statement, Sum, Time, Value};
use super::reductions::Reduction;
use super::sources::variables;
use super::terms::Moment;

/// A statement that updates a cell.
struct Update {
    key: String,
    /// The load of the cell that it stores to.
    own: Rc<Access>,
    terms: Vec<Value>,
}

impl Function {
    /// Whether it has operations that may be taken in any order.
    pub fn reduces(&self, model: FpModel) -> bool {
        let reduces = |statement: &Statement| {
            let mut found = false;
            statement
                .value
                .operations(&mut |op| found |= Reduction::of(&op.key, model).is_some());
            found
        };
        self.statements.iter().any(reduces)
    }

    /// Makes one statement of loops that only update a cell: for statements by number, of the loops from a variable on.
    pub fn collapse(
        &mut self,
        from: &BTreeMap<usize, usize>,
        model: FpModel,
        asked: &mut Asked,
    ) -> Refused<()> {
        let all = from.iter().map(|(&number, &first)| {
            let collapsed = self.collapsed(number, first, model, asked)?;
            collapsed.ok_or_else(|| unfit("a loop does not only update a cell"))
        });
        let all = all.collect::<Refused<Vec<Statement>>>()?;
        for (&number, collapsed) in from.keys().zip(all) {
            self.statements[number] = collapsed;
        }
        Ok(())
    }

    /// The variables from which on the loops of a statement may be summed over.
    pub fn collapsible(&self, number: usize) -> Vec<usize> {
        let statement = &self.statements[number];
        let loops = &statement.domain.loops;
        let is_in_cell = |v: usize| statement.target.subscripts.iter().any(|e| uses(e, v));
        let open = (0..loops.len()).filter(|&v| !is_in_cell(v) && !loops[v].is_parallel);
        open.collect()
    }

    /// The statement with the sum over its loops from a variable on; `None` where they do not only update a cell.
    pub fn collapsed(
        &self,
        number: usize,
        first: usize,
        model: FpModel,
        asked: &mut Asked,
    ) -> Refused<Option<Statement>> {
        let statement = self.statements.get(number);
        let statement = statement.ok_or_else(|| unfit("a sum of a statement that there is not"))?;
        let Some(update) = Update::of(statement, model) else {
            return Ok(None);
        };
        let loops = &statement.domain.loops;
        let open = self.collapsible(number);
        let Some(place) = open.iter().position(|&v| v == first) else {
            return Ok(None);
        };
        let summed = &open[place..];
        let is_summed = |v: usize| summed.contains(&v);
        let kept = (0..loops.len()).filter(|&v| !is_summed(v));
        let mut bounds = kept.flat_map(|v| loops[v].lower.iter().chain(&loops[v].upper));
        let is_group = bounds.all(|bound| !summed.iter().any(|&v| uses(bound, v)))
            && is_placed(statement, summed)
            && self.is_chained(statement, &update, summed, asked)?
            && self.is_undisturbed(number, &update, summed, asked)?;
        Ok(is_group.then(|| update.collapsed(statement, summed)))
    }

    /// Whether of two updates that differ in some loops alone one loads the cell after the other has stored it.
    fn is_chained(
        &self,
        statement: &Statement,
        update: &Update,
        summed: &[usize],
        asked: &mut Asked,
    ) -> Refused<bool> {
        let domain = &statement.domain;
        let x = variables("x", domain);
        let y = others_of_group(domain, &x, summed);
        let mut conditions = asked.sizes.domain(domain, &x)?;
        conditions.extend(asked.sizes.domain(domain, &y)?);
        let differ: Vec<Bool> = summed.iter().map(|&v| x[v].eq(&y[v]).not()).collect();
        conditions.push(Bool::or(&differ));
        for [first, second] in [[&x, &y], [&y, &x]] {
            let [stored, loaded] =
                [(&statement.target, first), (&*update.own, second)].map(|(access, at)| Moment {
                    time: &access.time,
                    loops: &domain.loops,
                    at,
                });
            conditions.push(asked.sizes.before(&stored, &loaded)?.not());
        }
        asked.is_impossible(&conditions)
    }

    /// Whether nothing else accesses a cell between two updates that differ in some loops.
    fn is_undisturbed(
        &self,
        number: usize,
        update: &Update,
        summed: &[usize],
        asked: &mut Asked,
    ) -> Refused<bool> {
        let statement = &self.statements[number];
        let domain = &statement.domain;
        let x = variables("x", domain);
        let later = others_of_group(domain, &x, summed);
        let mut conditions = asked.sizes.domain(domain, &x)?;
        conditions.extend(asked.sizes.domain(domain, &later)?);
        let first = Moment {
            time: &update.own.time,
            loops: &domain.loops,
            at: &x,
        };
        let last = Moment {
            time: &statement.target.time,
            loops: &domain.loops,
            at: &later,
        };
        conditions.push(asked.sizes.before(&first, &last)?);
        for (other, at) in self.statements.iter().enumerate() {
            let z = variables("z", &at.domain);
            let inside = asked.sizes.domain(&at.domain, &z)?;
            let mut accesses = vec![&at.target];
            at.value.loads(&mut accesses);
            for access in accesses {
                if !self.may_overlap(access.array, statement.target.array) {
                    continue;
                }
                let mut all = [&conditions[..], &inside].concat();
                if access.array == statement.target.array {
                    for (a, b) in statement.target.subscripts.iter().zip(&access.subscripts) {
                        all.push(asked.sizes.encode(a, &x)?.eq(&asked.sizes.encode(b, &z)?));
                    }
                }
                if other == number && (std::ptr::eq(access, &at.target) || std::ptr::eq(access, &*update.own))
                {
                    let kept = (0..x.len()).filter(|v| !summed.contains(v));
                    let differ: Vec<Bool> = kept.map(|v| x[v].eq(&z[v]).not()).collect();
                    all.push(Bool::or(&differ));
                }
                let between = Moment {
                    time: &access.time,
                    loops: &at.domain.loops,
                    at: &z,
                };
                all.push(asked.sizes.before(&between, &first)?.not());
                all.push(asked.sizes.before(&last, &between)?.not());
                if !asked.is_impossible(&all)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

impl Update {
    fn of(statement: &Statement, model: FpModel) -> Option<Update> {
        let Value::Op(op) = &statement.value else {
            return None;
        };
        let types = op.key.strip_prefix("math.fma ");
        let of_floats = |name: &str, types: &str| {
            let (operand, result) = (types.split(' ').next()?, types.rsplit(' ').next()?);
            Some(format!("{name} {operand} {operand} -> {result}"))
        };
        let key = match types {
            Some(types) => of_floats("arith.addf", types)?,
            None => op.key.clone(),
        };
        let reduction = Reduction::of(&key, model)?;
        let mut terms = Vec::new();
        let mut pending = vec![statement.value.clone()];
        while let Some(value) = pending.pop() {
            match &value {
                Value::Op(op) if reduction.is(&op.key) => pending.extend(op.operands.iter().cloned()),
                Value::Op(op) if reduction.is_fused(&op.key, model) => {
                    let product = Operation {
                        key: of_floats("arith.mulf", op.key.strip_prefix("math.fma ")?)?,
                        is_commutative: true,
                        operands: op.operands[..2].to_vec(),
                    };
                    terms.push(Value::Op(product.into()));
                    pending.extend(op.operands.get(2).cloned());
                }
                _ => terms.push(value),
            }
        }
        let is_own = |value: &Value| match value {
            Value::Load(access) => {
                access.array == statement.target.array && access.subscripts == statement.target.subscripts
            }
            _ => false,
        };
        let own = terms.iter().position(is_own)?;
        let Value::Load(own) = terms.swap_remove(own) else {
            return None;
        };
        (!terms.is_empty() && !terms.iter().any(is_own)).then_some(Update { key, own, terms })
    }

    /// The statement with the sum of its terms over some loops, which come last.
    fn collapsed(self, statement: &Statement, summed: &[usize]) -> Statement {
        let loops = &statement.domain.loops;
        let kept: Vec<usize> = (0..loops.len()).filter(|v| !summed.contains(v)).collect();
        let order: Vec<usize> = kept.iter().chain(summed).copied().collect();
        let place = |old: usize| order.iter().position(|&v| v == old).unwrap_or(old);
        let own: Vec<AffineExpr> = (0..loops.len()).map(|v| dim(place(v) as u32)).collect();
        let renamed = |expr: &AffineExpr| expr.replace(&own, &[]);
        let time = |time: &[Time]| -> Vec<Time> {
            let component = |component: &Time| match component {
                Time::At(expr) => Time::At(renamed(expr)),
                Time::Loop(v) => Time::Loop(place(*v)),
            };
            time.iter().map(component).collect()
        };
        let access = |access: &Access| Access {
            array: access.array,
            subscripts: access.subscripts.iter().map(renamed).collect(),
            time: time(&access.time),
        };
        let domain = Domain {
            loops: order
                .iter()
                .map(|&v| loops[v].map(&mut |expr| renamed(expr)))
                .collect(),
            guards: statement
                .domain
                .guards
                .iter()
                .map(|guard| guard.map(&mut |expr| renamed(expr)))
                .collect(),
        };
        // The time of the loop, in which the load is before the store.
        let before_loops = |all: &[Time], place: i64| -> Vec<Time> {
            let is_outside = |component: &&Time| match component {
                Time::At(expr) => !summed.iter().any(|&v| uses(expr, v)),
                Time::Loop(v) => !summed.contains(v),
            };
            let outside: Vec<Time> = all.iter().take_while(is_outside).cloned().collect();
            let mut outside = time(&outside);
            outside.push(Time::At(constant(place)));
            outside
        };
        let own_load = Access {
            time: before_loops(&statement.target.time, 0),
            ..access(&self.own)
        };
        let mut terms = self
            .terms
            .into_iter()
            .map(|term| term.map(&mut |expr| renamed(expr), &mut |load| Some(access(load))));
        let operation = |a, b| {
            Value::Op(Rc::new(Operation {
                key: self.key.clone(),
                is_commutative: true,
                operands: vec![a, b],
            }))
        };
        let first = terms.next();
        let term = terms.fold(first, |all, next| Some(operation(all?, next)));
        let is_outer = |guard: &&Guard| {
            let mut is_outer = true;
            guard.map(&mut |expr| {
                is_outer &= !(kept.len()..order.len()).any(|v| uses(expr, v));
                expr.clone()
            });
            is_outer
        };
        let outer = Domain {
            loops: domain.loops[..kept.len()].to_vec(),
            guards: domain.guards.iter().filter(is_outer).cloned().collect(),
        };
        let value = match term {
            Some(term) => operation(
                Value::Load(own_load.into()),
                Value::Sum(Rc::new(Sum {
                    key: self.key.clone(),
                    domain,
                    first: kept.len(),
                    term,
                })),
            ),
            None => Value::Load(own_load.into()),
        };
        Statement {
            domain: outer,
            target: Access {
                time: before_loops(&statement.target.time, 1),
                ..access(&statement.target)
            },
            value,
        }
    }
}

/// Whether the loops that are summed over tell what is before and after all updates of a group: the first component of the
/// time that depends on them is one of them.
fn is_placed(statement: &Statement, summed: &[usize]) -> bool {
    let first = statement
        .target
        .time
        .iter()
        .find_map(|component| match component {
            Time::At(expr) => summed.iter().any(|&v| uses(expr, v)).then_some(false),
            Time::Loop(v) => summed.contains(v).then_some(true),
        });
    first == Some(true)
}

/// The variables of another update of the same group.
fn others_of_group(domain: &Domain, x: &[Int], summed: &[usize]) -> Vec<Int> {
    let others = variables("y", domain).into_iter().enumerate();
    others
        .map(|(v, y)| if summed.contains(&v) { y } else { x[v].clone() })
        .collect()
}

fn uses(expr: &AffineExpr, variable: usize) -> bool {
    let mut found = false;
    expr.walk(&mut |e| found |= *e == dim(variable as u32));
    found
}
