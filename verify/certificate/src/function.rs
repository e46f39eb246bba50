//! A function as a list of statements, each of which stores a value into one cell.

use std::collections::BTreeMap;
use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, Constraint, Interval, constant};
use ovolo_lang::op::OpCode;

use super::reductions::Reduction;

/// What sizes are called: both functions share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// An `index` argument, or an integer argument of this width as an `index`.
    Argument(usize, Option<u32>),
    /// An integer argument of this width as a number without a sign.
    Unsigned(usize, u32),
    /// An extent of a memref argument.
    Extent(usize, usize),
    /// Where a memref argument lies.
    Address(usize),
    /// The quotient of expressions of symbols before it, rounded toward zero. Nothing is known of it where the divisor is no constant.
    Quotient(AffineExpr, AffineExpr),
}

impl Symbol {
    /// The size that it stands for, if it is one.
    pub fn size(&self) -> Option<Size> {
        Some(match *self {
            Symbol::Argument(argument, _) => Size::Index { argument },
            Symbol::Extent(argument, dimension) => Size::Extent { argument, dimension },
            Symbol::Unsigned(..) | Symbol::Address(_) | Symbol::Quotient(..) => return None,
        })
    }
}

/// What both functions share, by number.
#[derive(Default)]
pub struct Symbols {
    pub all: Vec<Symbol>,
    /// The definitions of globals.
    pub globals: Vec<String>,
}

/// A size of the arguments of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Extent {
        argument: usize,
        dimension: usize,
    },
    /// An argument: an index, or an integer that decides.
    Index {
        argument: usize,
    },
}

impl Symbols {
    /// The symbol that stands for a size, if there is one.
    pub fn of(&self, size: Size) -> Option<usize> {
        self.all.iter().position(|symbol| symbol.size() == Some(size))
    }
}

/// What is taken for granted of sizes: a constraint whose dimensions are these.
#[derive(Clone, Debug)]
pub struct Assumed {
    pub sizes: Vec<Size>,
    pub constraint: Constraint,
    /// How it is told.
    pub text: String,
}

/// An array, told apart from others by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Array {
    /// After the arguments come globals, in the order of [`Symbols`].
    Argument(usize),
    /// In the order of allocation. Its subscripts begin with the variables of the loops around the allocation.
    Local(usize),
    /// The positive numbers: a division accesses the one that it divides by.
    Divisor,
    /// Pairs of numbers of which the first is at least zero and less than the second: those that a view asks to be so.
    Claim,
    /// The same of numbers that are to be so in the first function too: what integers of fixed width are taken for is right
    /// where they do not wrap around.
    Fits,
    /// The same of an extent and a greater number: that it is not negative.
    Extent,
    /// Where statements store whether an access is executed, and at which subscripts. Nobody reads it.
    Executed,
    /// A result of the function.
    Result(usize),
    /// Of a result that is a memref something that is to be the same, by number: what memory it is, an extent, a cell that it
    /// shows, what a cell holds.
    Returned(usize, usize),
    /// What an argument holds when the function has returned.
    Output(usize),
    /// What a loop hands on from one iteration to the next and gives as its results: subscripts are the variables of the loops
    /// around it, then the number of the value.
    Register(usize),
}

/// A variable of a statement. Its bounds are expressions of the variables before it (dimensions) and of symbols: the
/// greatest of the lower, the least of the upper ones. A lane of a vector, and a number of statements that are alike, are
/// variables too.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    pub lower: Vec<AffineExpr>,
    pub upper: Vec<AffineExpr>,
    /// Positive.
    pub step: i64,
    /// Whether the order of its iterations is open.
    pub is_parallel: bool,
    /// What the program counts with: so much, and so many times the variable.
    pub counter: (AffineExpr, i64),
}

impl Loop {
    /// A variable from 0 to `count`.
    pub fn up_to(count: AffineExpr) -> Loop {
        Loop {
            lower: vec![AffineExpr::Constant(0)],
            upper: vec![count],
            step: 1,
            is_parallel: false,
            counter: (constant(0), 1),
        }
    }

    /// The loop counted from zero in steps of one if that makes what is computed from its variable simpler: if it has another
    /// step, or has a constant number of iterations from anywhere.
    pub fn counted_from_zero(self) -> Loop {
        let [first] = self.lower.as_slice() else {
            return self;
        };
        let counts: Vec<AffineExpr> = self
            .upper
            .iter()
            .map(|upper| (upper + &(first * &constant(-1))).simplified().ceildiv(self.step))
            .collect();
        let is_counted = first.as_constant().is_none() && counts.iter().any(|n| n.as_constant().is_some());
        if self.step == 1 && !is_counted {
            return self;
        }
        Loop {
            lower: vec![constant(0)],
            upper: counts,
            step: 1,
            is_parallel: self.is_parallel,
            counter: (first.clone(), self.step),
        }
    }

    /// The loop with its expressions replaced.
    pub fn map(&self, f: &mut impl FnMut(&AffineExpr) -> AffineExpr) -> Loop {
        Loop {
            lower: self.lower.iter().map(&mut *f).collect(),
            upper: self.upper.iter().map(&mut *f).collect(),
            step: self.step,
            is_parallel: self.is_parallel,
            counter: (f(&self.counter.0), self.counter.1),
        }
    }

    /// What the program counts with, where this is the variable of the loop.
    pub fn counted(&self, variable: &AffineExpr) -> AffineExpr {
        let (first, stride) = &self.counter;
        first + &(variable * &constant(*stride))
    }
}

/// A condition on variables and symbols.
#[derive(Clone, Debug, PartialEq)]
pub enum Guard {
    All(Vec<Constraint>),
    NotAll(Vec<Constraint>),
}

impl Guard {
    pub fn negated(&self) -> Guard {
        match self {
            Guard::All(all) => Guard::NotAll(all.clone()),
            Guard::NotAll(all) => Guard::All(all.clone()),
        }
    }

    pub fn map(&self, f: &mut impl FnMut(&AffineExpr) -> AffineExpr) -> Guard {
        let mut constraints = |all: &[Constraint]| {
            let all = all.iter().map(|c| Constraint {
                expr: f(&c.expr),
                is_equality: c.is_equality,
            });
            all.collect()
        };
        match self {
            Guard::All(all) => Guard::All(constraints(all)),
            Guard::NotAll(all) => Guard::NotAll(constraints(all)),
        }
    }
}

/// The instances of a statement: the values of its variables inside their bounds where the conditions hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Domain {
    pub loops: Vec<Loop>,
    pub guards: Vec<Guard>,
}

impl Domain {
    /// An interval for each variable, as far as constants among the bounds tell.
    pub fn intervals(&self) -> Vec<Interval> {
        let mut all: Vec<Interval> = Vec::new();
        for around in &self.loops {
            let least = around.lower.iter().filter_map(|bound| bound.interval(&all).least);
            let below = around
                .upper
                .iter()
                .filter_map(|bound| bound.interval(&all).greatest);
            let interval = Interval {
                least: least.max(),
                greatest: below.min().and_then(|below| below.checked_sub(1)),
            };
            all.push(interval);
        }
        all
    }
}

/// A component of a time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Time {
    /// A position in a block.
    At(AffineExpr),
    /// The variable of this number.
    Loop(usize),
}

/// A load or a store.
#[derive(Clone, Debug)]
pub struct Access {
    pub array: Array,
    pub subscripts: Vec<AffineExpr>,
    pub time: Vec<Time>,
}

impl Access {
    fn map(&self, f: &mut impl FnMut(&AffineExpr) -> AffineExpr) -> Access {
        Access {
            array: self.array,
            subscripts: self.subscripts.iter().map(&mut *f).collect(),
            time: self
                .time
                .iter()
                .map(|component| match component {
                    Time::At(position) => Time::At(f(position)),
                    other => other.clone(),
                })
                .collect(),
        }
    }
}

/// A scalar, or a lane of a vector.
#[derive(Clone, Debug)]
pub enum Value {
    Load(Rc<Access>),
    Op(Rc<Operation>),
    /// An index as data.
    Index(AffineExpr),
    Argument(usize),
    /// The first value where the condition holds, the second elsewhere.
    Choice(Rc<(Guard, Value, Value)>),
    /// The value of this number.
    OneOf(AffineExpr, Rc<Vec<Value>>),
}

/// The key of a choice by data. Its types are those of what is chosen.
pub const SELECT: &str = "arith.select";

/// An operation on scalars.
#[derive(Debug)]
pub struct Operation {
    /// Its name, attributes and types.
    pub key: String,
    pub is_commutative: bool,
    pub operands: Vec<Value>,
}

impl Operation {
    /// The same operation on other operands.
    pub fn with(&self, operands: Vec<Value>) -> Value {
        Value::Op(Rc::new(Operation {
            key: self.key.clone(),
            is_commutative: self.is_commutative,
            operands,
        }))
    }

    /// Of a product with one the other operand.
    pub fn once(&self) -> Option<&Value> {
        match self.operands.as_slice() {
            [x, one] | [one, x] if self.key.starts_with("arith.mulf ") && one.is_one() => Some(x),
            _ => None,
        }
    }
}

impl Value {
    /// The value with its expressions and accesses replaced.
    pub fn map(
        &self,
        f: &mut impl FnMut(&AffineExpr) -> AffineExpr,
        on_access: &mut impl FnMut(&Access) -> Option<Access>,
    ) -> Value {
        match self {
            Value::Load(access) => Value::Load(Rc::new(match on_access(access) {
                Some(access) => access,
                None => access.map(f),
            })),
            Value::Op(op) => op.with(op.operands.iter().map(|v| v.map(f, on_access)).collect()),
            Value::Index(expr) => Value::Index(f(expr)),
            Value::Argument(i) => Value::Argument(*i),
            Value::Choice(choice) => Value::Choice(Rc::new((
                choice.0.map(f),
                choice.1.map(f, on_access),
                choice.2.map(f, on_access),
            ))),
            Value::OneOf(number, values) => {
                let number = f(number);
                match number
                    .as_constant()
                    .and_then(|n| values.get(usize::try_from(n).ok()?))
                {
                    Some(value) => value.map(f, on_access),
                    None => Value::OneOf(
                        number,
                        Rc::new(values.iter().map(|v| v.map(f, on_access)).collect()),
                    ),
                }
            }
        }
    }

    /// The value with its expressions replaced.
    pub fn map_indices(&self, f: &mut impl FnMut(&AffineExpr) -> AffineExpr) -> Value {
        self.map(f, &mut |_| None)
    }

    /// The conditions of the choices in it.
    pub fn guards(&self, found: &mut Vec<Guard>) {
        match self {
            Value::Op(op) => op.operands.iter().for_each(|operand| operand.guards(found)),
            Value::Choice(choice) => {
                found.push(choice.0.clone());
                choice.1.guards(found);
                choice.2.guards(found);
            }
            Value::OneOf(_, values) => values.iter().for_each(|value| value.guards(found)),
            Value::Load(_) | Value::Index(_) | Value::Argument(_) => {}
        }
    }

    /// Whether one of two values is chosen by data. Of two truth values the second may be asked only where the first leaves the outcome
    /// open.
    pub fn is_choice_by_data(&self) -> bool {
        let is_choice = |key: &str| {
            let (name, types) = key.split_once(' ').unwrap_or((key, ""));
            let are_both = name == OpCode::AndI.name() || name == OpCode::OrI.name();
            key == SELECT || are_both && types == "i1 i1 -> i1"
        };
        matches!(self, Value::Op(op) if is_choice(&op.key))
    }

    /// Whether it is the float one.
    pub fn is_one(&self) -> bool {
        matches!(self, Value::Op(op) if op.key.starts_with("arith.constant value = 1.000000e+00 "))
    }

    /// Whether nothing is computed of what is loaded.
    pub fn is_copy(&self) -> bool {
        match self {
            Value::Load(_) | Value::Index(_) | Value::Argument(_) => true,
            Value::Op(op) => op.operands.is_empty(),
            Value::Choice(choice) => choice.1.is_copy() && choice.2.is_copy(),
            Value::OneOf(_, values) => values.iter().all(Value::is_copy),
        }
    }

    /// What it copies under a condition, and the condition, where it is that or something else.
    pub fn conditional_copy(&self) -> Option<(Guard, &Value)> {
        let Value::Choice(choice) = self else { return None };
        match (&choice.1, &choice.2) {
            (Value::Load(_), Value::Load(_)) => None,
            (copied @ Value::Load(_), _) => Some((choice.0.clone(), copied)),
            (_, copied @ Value::Load(_)) => Some((choice.0.negated(), copied)),
            _ => None,
        }
    }

    /// Calls a function for each operation in it.
    pub fn operations(&self, f: &mut impl FnMut(&Operation)) {
        match self {
            Value::Op(op) => {
                f(op);
                op.operands.iter().for_each(|operand| operand.operations(f));
            }
            Value::Choice(choice) => [&choice.1, &choice.2]
                .into_iter()
                .for_each(|value| value.operations(f)),
            Value::OneOf(_, values) => values.iter().for_each(|value| value.operations(f)),
            Value::Load(_) | Value::Index(_) | Value::Argument(_) => {}
        }
    }

    /// Calls a function for each load and operation in it, outer ones first, with where it lies.
    pub fn nodes(&self, f: &mut impl FnMut(*const ())) {
        match self {
            Value::Load(access) => f(Rc::as_ptr(access).cast()),
            Value::Op(op) => {
                f(Rc::as_ptr(op).cast());
                op.operands.iter().for_each(|operand| operand.nodes(f));
            }
            Value::Choice(choice) => [&choice.1, &choice.2]
                .into_iter()
                .for_each(|value| value.nodes(f)),
            Value::OneOf(_, values) => values.iter().for_each(|value| value.nodes(f)),
            Value::Index(_) | Value::Argument(_) => {}
        }
    }

    /// The loads in it.
    pub fn loads<'v>(&'v self, found: &mut Vec<&'v Access>) {
        match self {
            Value::Load(access) => found.push(access),
            Value::Op(op) => op.operands.iter().for_each(|operand| operand.loads(found)),
            Value::Choice(choice) => [&choice.1, &choice.2]
                .into_iter()
                .for_each(|value| value.loads(found)),
            Value::OneOf(_, values) => values.iter().for_each(|value| value.loads(found)),
            Value::Index(_) | Value::Argument(_) => {}
        }
    }
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub domain: Domain,
    pub target: Access,
    pub value: Value,
}

impl Statement {
    /// The statement with all expressions of its accesses, value and conditions replaced, but not the bounds of its variables.
    pub fn map(&self, f: &mut impl FnMut(&AffineExpr) -> AffineExpr) -> Statement {
        Statement {
            domain: Domain {
                loops: self.domain.loops.clone(),
                guards: self.domain.guards.iter().map(|guard| guard.map(f)).collect(),
            },
            target: self.target.map(f),
            value: self.value.map_indices(f),
        }
    }
}

/// An access as the machine executes it, whether or not anything is done with what it loads: a statement whose target is
/// what is accessed, and whose value tells where that depends on data on what it does.
#[derive(Clone, Debug)]
pub struct Touch {
    pub statement: Statement,
    /// Of each dimension expressions of which the greatest is the extent.
    pub extents: Vec<Vec<AffineExpr>>,
    /// Whether it stores.
    pub is_write: bool,
    /// Whether it depends on data whether it is executed.
    pub is_conditional: bool,
    /// Whether a subscript is data, or it is a division of data. Then the target tells none.
    pub is_gather: bool,
    /// Whether it is an access by a view that may reach beyond rows, where other subscripts are the same cells.
    pub reaches_over: bool,
    /// Whether its dimensions are rows and columns that a linear array is taken to have, the last row of which need not be whole.
    pub is_split: bool,
}

/// An array that is allocated.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// Of each dimension expressions of which the greatest is the extent.
    pub extents: Vec<Vec<AffineExpr>>,
    /// Whether it is gone when the function ends.
    pub is_freed: bool,
}

impl Touch {
    /// The extent of a dimension, where it is a constant, and the array has the cells up to it in each row.
    pub fn fixed_extent(&self, dimension: usize) -> Option<i64> {
        match self.extents.get(dimension)?.as_slice() {
            [extent] if !self.is_split => extent.as_constant(),
            _ => None,
        }
    }

    pub fn is_by_data(&self) -> bool {
        self.is_conditional || self.is_gather
    }
}

/// A statement that updates a cell.
#[derive(Clone)]
pub struct Update {
    pub reduction: Reduction,
    /// The load of the cell that it stores to.
    pub own: Rc<Access>,
}

#[derive(Clone)]
pub struct Function {
    pub statements: Vec<Statement>,
    pub touches: Vec<Touch>,
    /// The arrays that the function allocates.
    pub locals: Vec<Local>,
    /// Of each memref argument its extents, and whether it is `llvm.noalias`.
    pub arguments: Vec<Option<(Vec<AffineExpr>, bool)>>,
    /// The statements, by number, whose updates of cells are taken together.
    pub updates: BTreeMap<usize, Update>,
}

impl Function {
    /// Makes statements of the accesses that depend on data: of each its number, if it is one of them.
    pub fn tell_accesses(&mut self) -> Vec<Option<usize>> {
        let mut numbers = Vec::new();
        for touch in &self.touches {
            numbers.push(touch.is_by_data().then_some(self.statements.len()));
            if touch.is_by_data() {
                self.statements.push(Statement {
                    target: Access {
                        array: Array::Executed,
                        subscripts: Vec::new(),
                        time: Vec::new(),
                    },
                    ..touch.statement.clone()
                });
            }
        }
        numbers
    }

    /// Calls a function for every expression of its statements, and of the arrays.
    pub fn for_each_expr(&self, f: &mut impl FnMut(&AffineExpr)) {
        let touches = self.touches.iter().map(|touch| &touch.statement);
        for statement in self.statements.iter().chain(touches) {
            let mut told = |expr: &AffineExpr| {
                f(expr);
                expr.clone()
            };
            statement.map(&mut told);
            statement.domain.loops.iter().for_each(|around| {
                around.map(&mut told);
            });
        }
        let touched = self.touches.iter().flat_map(|touch| &touch.extents);
        let locals = self.locals.iter().flat_map(|local| &local.extents);
        let arguments = self.arguments.iter().flatten().map(|(extents, _)| extents);
        let extents = touched.chain(locals).chain(arguments).flatten();
        extents.for_each(f);
    }

    /// Whether two arrays may share memory.
    pub fn may_overlap(&self, a: Array, b: Array) -> bool {
        let is_shared = |array| match array {
            Array::Argument(i) => matches!(self.arguments.get(i), Some(Some((_, false)))),
            _ => false,
        };
        a == b || is_shared(a) && is_shared(b)
    }
}
