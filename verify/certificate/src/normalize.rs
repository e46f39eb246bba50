//! Times and statements in a form in which programs that differ little look alike.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, AffineOp, constant, dim};
use rustc_hash::FxHashMap;

use super::equal::is_same;
use super::function::{Access, Array, Function, Guard, Loop, Operation, Statement, Time, Touch, Value};

/// Of an operation whose operands may be exchanged the load of the cell that is stored to goes first, so that updates look alike.
fn own_first(statement: &mut Statement) {
    let target = &statement.target;
    let is_own = |value: &Value| match value {
        Value::Load(load) => {
            let mut pairs = load.subscripts.iter().zip(&target.subscripts);
            load.array == target.array && pairs.all(|(a, b)| is_same(a, b))
        }
        _ => false,
    };
    if let Value::Op(op) = &statement.value
        && let (true, [a, b]) = (op.is_commutative, op.operands.as_slice())
        && is_own(b)
    {
        statement.value = Value::Op(Rc::new(Operation {
            key: op.key.clone(),
            is_commutative: true,
            operands: vec![b.clone(), a.clone()],
        }));
    }
}

impl Function {
    /// Positions become ranks among the stores that may touch the same memory, and statements that differ in constants which
    /// grow evenly become one statement with one variable more.
    pub fn normalize(&mut self) {
        self.rank_times();
        for statement in &mut self.statements {
            own_first(statement);
            statement.value = chosen(&rolled_lanes(&statement.value), &statement.domain.guards);
        }
        while let Some(statements) = rolled(
            &self.statements,
            |statement| (statement, ()),
            |_, statement| statement,
        ) {
            self.statements = statements;
        }
        for statement in &mut self.statements {
            let intervals = statement.domain.intervals();
            *statement = statement.map(&mut |expr| expr.simplified_within(&intervals));
        }
        // Nothing is asked of when the machine executes an access.
        for touch in &mut self.touches {
            touch.statement.target.time.clear();
        }
        while let Some(touches) = rolled(
            &self.touches,
            |touch| {
                (
                    &touch.statement,
                    (
                        &touch.extents,
                        touch.is_write,
                        touch.is_by_data(),
                        (touch.reaches_over, touch.is_split),
                    ),
                )
            },
            |touch, statement| Touch {
                statement,
                ..touch.clone()
            },
        ) {
            self.touches = touches;
        }
    }

    /// Of arrays that may overlap one stands for all.
    fn class(&self, array: Array) -> Array {
        let arguments = (0..self.arguments.len()).map(Array::Argument);
        let mut shared = arguments.filter(|&other| self.may_overlap(array, other));
        shared.next().unwrap_or(array)
    }

    /// Only the order of accesses to the same memory, of which one is a store, is of interest: in each block a position
    /// becomes twice the number of positions with such stores before it, and one more where it has such a store itself.
    fn rank_times(&mut self) {
        let mut stores: FxHashMap<(Array, Vec<Time>), BTreeSet<i64>> = FxHashMap::default();
        for statement in &self.statements {
            let class = self.class(statement.target.array);
            for (level, component) in statement.target.time.iter().enumerate() {
                if let Time::At(AffineExpr::Constant(position)) = component {
                    let block = statement.target.time[..level].to_vec();
                    stores.entry((class, block)).or_default().insert(*position);
                }
            }
        }
        let rank = |access: &Access| {
            let class = self.class(access.array);
            let component = |(level, component): (usize, &Time)| match component {
                Time::At(AffineExpr::Constant(position)) => {
                    let block = access.time[..level].to_vec();
                    let rank = stores.get(&(class, block)).map_or(0, |known| {
                        2 * known.range(..position).count() as i64 + i64::from(known.contains(position))
                    });
                    Time::At(constant(rank))
                }
                other => other.clone(),
            };
            Access {
                time: access.time.iter().enumerate().map(component).collect(),
                ..access.clone()
            }
        };
        let ranked = self.statements.iter().map(|statement| Statement {
            domain: statement.domain.clone(),
            target: rank(&statement.target),
            value: statement
                .value
                .map(&mut AffineExpr::clone, &mut |access| Some(rank(access))),
        });
        let ranked: Vec<Statement> = ranked.collect();
        let values = self.touches.iter().map(|touch| {
            let value = &touch.statement.value;
            value.map(&mut AffineExpr::clone, &mut |access| Some(rank(access)))
        });
        let values: Vec<Value> = values.collect();
        self.statements = ranked;
        for (touch, value) in self.touches.iter_mut().zip(values) {
            touch.statement.value = value;
        }
    }
}

/// An expression as a constant and the rest.
fn parted(expr: &AffineExpr) -> (AffineExpr, i64) {
    match expr {
        AffineExpr::Constant(c) => (constant(0), *c),
        AffineExpr::Binary(AffineOp::Add, ab) => match ab.1.as_constant() {
            Some(c) => (ab.0.clone(), c),
            None => (expr.clone(), 0),
        },
        _ => (expr.clone(), 0),
    }
}

/// By how much the constants of values or statements that are alike grow from each to the next, in the order in which they
/// are walked through.
struct Progression {
    steps: std::vec::IntoIter<i64>,
}

impl Progression {
    fn of(steps: Vec<i64>) -> Progression {
        Progression {
            steps: steps.into_iter(),
        }
    }

    /// An expression of the first of them as that of the one of this number.
    fn expr(&mut self, expr: &AffineExpr, number: &AffineExpr) -> AffineExpr {
        match self.steps.next() {
            None | Some(0) => expr.clone(),
            Some(step) => expr + &(number * &constant(step)),
        }
    }
}

/// What is the same in all that are alike, and the constants in which they differ: of what `map` gives with its expressions
/// replaced.
fn key<T: Debug>(map: impl FnOnce(&mut dyn FnMut(&AffineExpr) -> AffineExpr) -> T) -> (String, Vec<i64>) {
    let mut constants = Vec::new();
    let rest = map(&mut |expr| {
        let (rest, c) = parted(expr);
        constants.push(c);
        rest
    });
    (format!("{rest:?}"), constants)
}

/// By how much each constant grows from one to the next.
fn growth(from: &[i64], to: &[i64]) -> Option<Vec<i64>> {
    from.iter().zip(to).map(|(a, b)| b.checked_sub(*a)).collect()
}

/// A value where these conditions hold: no choice by one of them is left.
fn chosen(value: &Value, guards: &[Guard]) -> Value {
    match value {
        Value::Op(op) => op.with(op.operands.iter().map(|v| chosen(v, guards)).collect()),
        Value::Choice(choice) if guards.contains(&choice.0) => chosen(&choice.1, guards),
        Value::Choice(choice) if guards.contains(&choice.0.negated()) => chosen(&choice.2, guards),
        Value::Choice(choice) => Value::Choice(Rc::new((
            choice.0.clone(),
            chosen(&choice.1, guards),
            chosen(&choice.2, guards),
        ))),
        other => other.clone(),
    }
}

/// A list of values by number is one value where the values are alike.
fn rolled_lanes(value: &Value) -> Value {
    match value {
        Value::Op(op) => op.with(op.operands.iter().map(rolled_lanes).collect()),
        Value::Choice(choice) => Value::Choice(Rc::new((
            choice.0.clone(),
            rolled_lanes(&choice.1),
            rolled_lanes(&choice.2),
        ))),
        Value::OneOf(number, values) => {
            let keys = values
                .iter()
                .map(|value| key(|mut parted| value.map_indices(&mut parted)));
            let keys: Vec<(String, Vec<i64>)> = keys.collect();
            let mut steps = keys.windows(2).map(|pair| match pair {
                [(key, a), (next, b)] if key == next => growth(a, b),
                _ => None,
            });
            match steps.next().flatten() {
                Some(first) if steps.all(|other| other.as_ref() == Some(&first)) => {
                    let mut progression = Progression::of(first);
                    values[0].map_indices(&mut |expr| progression.expr(expr, number))
                }
                _ => value.clone(),
            }
        }
        other => other.clone(),
    }
}

/// Whether no loop is around one of two statements that is not around both: they stand in one block, or in conditions in it.
fn is_one_block(a: &Statement, b: &Statement) -> bool {
    let block = |statement: &Statement| {
        let time = &statement.target.time;
        let innermost = time
            .iter()
            .rposition(|component| matches!(component, Time::Loop(_)));
        time[..innermost.map_or(0, |place| place + 1)].to_vec()
    };
    block(a) == block(b)
}

/// The items with runs of those that are alike as one item each; `None` where there is no such run. Items are alike where
/// their statements are and what else is `told` of them is the same.
fn rolled<'i, T: Clone, R: Debug>(
    items: &'i [T],
    told: impl Fn(&'i T) -> (&'i Statement, R),
    with: impl Fn(&T, Statement) -> T,
) -> Option<Vec<T>> {
    let statement = |item: &'i T| told(item).0;
    let mut groups: Vec<Vec<(usize, Vec<i64>)>> = Vec::new();
    let mut by_key: FxHashMap<String, usize> = FxHashMap::default();
    for (number, item) in items.iter().enumerate() {
        let (key, constants) = key(|mut parted| statement(item).map(&mut parted));
        let key = format!("{key} {:?}", told(item).1);
        let group = *by_key.entry(key).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push((number, constants));
    }
    let mut all: Vec<Option<T>> = items.iter().map(|item| Some(item.clone())).collect();
    let mut any = false;
    for group in groups {
        let mut first = 0;
        while first + 1 < group.len() {
            let grows = |n: usize| growth(&group[n].1, &group[n + 1].1);
            let Some(steps) = grows(first) else { break };
            let (a, b) = (&items[group[first].0], &items[group[first + 1].0]);
            if !is_one_block(statement(a), statement(b)) {
                first += 1;
                continue;
            }
            let mut last = first + 1;
            while last + 1 < group.len()
                && grows(last).as_ref() == Some(&steps)
                && is_one_block(statement(a), statement(&items[group[last + 1].0]))
            {
                last += 1;
            }
            any = true;
            let base = &items[group[first].0];
            let count = (last - first + 1) as i64;
            let number = dim(statement(base).domain.loops.len() as u32);
            let mut progression = Progression::of(steps);
            let mut one = statement(base).map(&mut |expr| progression.expr(expr, &number));
            one.domain.loops.push(Loop::up_to(constant(count)));
            all[group[first].0] = Some(with(base, one));
            for (gone, _) in &group[first + 1..=last] {
                all[*gone] = None;
            }
            first = last + 1;
        }
    }
    any.then(|| all.into_iter().flatten().collect())
}
