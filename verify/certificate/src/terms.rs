//! Instances as terms of z3.

use ovolo_lang::affine::{AffineExpr, AffineOp, Constraint};
use z3::ast::{Bool, Int};

use super::Refused;
use super::function::{Assumed, Domain, Function, Guard, Loop, Symbol, Symbols, Time};
use super::products::Products;

/// The symbols as terms.
pub struct Sizes {
    pub terms: Vec<Int>,
    /// What holds of all sizes.
    pub known: Vec<Bool>,
    pub products: Products,
}

impl Sizes {
    /// The sizes of two functions.
    pub fn new(symbols: &Symbols, functions: &[Function; 2]) -> Sizes {
        let terms: Vec<Int> = (0..symbols.all.len())
            .map(|i| Int::new_const(format!("s{i}")))
            .collect();
        let mut known = Vec::new();
        for (symbol, term) in symbols.all.iter().zip(&terms) {
            match symbol {
                Symbol::Extent(..) => known.push(term.ge(0)),
                Symbol::Argument(_, Some(width @ 1..=62)) => {
                    known.push(term.ge(-(1i64 << (width - 1))));
                    known.push(term.lt(1i64 << (width - 1)));
                }
                Symbol::Unsigned(argument, width) => {
                    known.push(term.ge(0));
                    known.push(term.lt(1i64 << width));
                    let signed = Symbol::Argument(*argument, Some(*width));
                    let signed = symbols.all.iter().position(|other| *other == signed);
                    if let Some(signed) = signed.and_then(|number| terms.get(number)) {
                        known.push(signed.ge(0).implies(term.eq(signed)));
                        known.push(signed.lt(0).implies(term.eq(signed + (1i64 << width))));
                    }
                }
                Symbol::Argument(..) | Symbol::Address(_) | Symbol::Quotient(..) => {}
            }
        }
        let (products, of_products) = Products::of(functions, &terms);
        known.extend(of_products);
        let mut sizes = Sizes {
            terms,
            known,
            products,
        };
        for (number, symbol) in symbols.all.iter().enumerate() {
            if let Symbol::Quotient(dividend, divisor) = symbol
                && let Some(divisor) = divisor.as_constant()
            {
                let dividend = sizes.term(dividend, &[]);
                let of_quotient =
                    dividend.map(|dividend| of_quotient(&dividend, divisor, &sizes.terms[number]));
                sizes.known.extend(of_quotient.into_iter().flatten());
            }
        }
        sizes
    }

    /// Takes a condition for granted, unless nothing depends on one of its sizes.
    pub fn assume(&mut self, symbols: &Symbols, assumed: &Assumed) -> Refused<()> {
        let terms = assumed
            .sizes
            .iter()
            .map(|&size| self.terms.get(symbols.of(size)?).cloned());
        if let Some(terms) = terms.collect::<Option<Vec<Int>>>() {
            let condition = self.constraints(std::slice::from_ref(&assumed.constraint), &terms)?;
            self.known.extend(condition);
        }
        Ok(())
    }

    /// An expression of variables. Divisors are positive wherever it has a meaning (`Array::Divisor`), so that division rounds
    /// down.
    fn term(&self, expr: &AffineExpr, dims: &[Int]) -> Option<Int> {
        Some(match expr {
            AffineExpr::Constant(c) => Int::from_i64(*c),
            AffineExpr::Dim(i) => dims.get(*i as usize)?.clone(),
            AffineExpr::Symbol(i) => self.terms.get(*i as usize)?.clone(),
            AffineExpr::Binary(op, ab) => {
                let is_of_sizes = *op == AffineOp::Mul && expr.is_symbolic_or_constant();
                if is_of_sizes && let Some(product) = self.products.term(expr, &self.terms) {
                    return Some(product);
                }
                let (a, b) = (self.term(&ab.0, dims)?, self.term(&ab.1, dims)?);
                match op {
                    AffineOp::Add => a + b,
                    AffineOp::Mul => a * b,
                    AffineOp::FloorDiv => a.div(&b),
                    AffineOp::CeilDiv => -((-a).div(&b)),
                    AffineOp::Mod => a.modulo(&b),
                }
            }
        })
    }

    pub fn encode(&self, expr: &AffineExpr, dims: &[Int]) -> Refused<Int> {
        self.term(expr, dims)
            .ok_or_else(|| "an expression that is not modelled".into())
    }

    pub fn encode_all(&self, exprs: &[AffineExpr], dims: &[Int]) -> Refused<Vec<Int>> {
        exprs.iter().map(|expr| self.encode(expr, dims)).collect()
    }

    /// What holds of the variables of an instance.
    pub fn domain(&self, domain: &Domain, dims: &[Int]) -> Refused<Vec<Bool>> {
        let mut all = Vec::new();
        for (depth, around) in domain.loops.iter().enumerate() {
            let variable = &dims[depth];
            for bound in &around.upper {
                all.push(match bound.operands_of(AffineOp::CeilDiv) {
                    // v < a ceildiv c  ==  v * c < a
                    Some((a, AffineExpr::Constant(c @ 1..))) => {
                        (variable * Int::from_i64(*c)).lt(&self.encode(a, dims)?)
                    }
                    _ => variable.lt(&self.encode(bound, dims)?),
                });
            }
            for bound in &around.lower {
                all.push(variable.ge(&self.encode(bound, dims)?));
            }
            if around.step != 1 {
                all.push(self.on_grid(around, variable, dims)?);
            }
        }
        for guard in &domain.guards {
            all.push(self.guard(guard, dims)?);
        }
        Ok(all)
    }

    pub fn guard(&self, guard: &Guard, dims: &[Int]) -> Refused<Bool> {
        Ok(match guard {
            Guard::All(constraints) => Bool::and(&self.constraints(constraints, dims)?),
            Guard::NotAll(constraints) => Bool::and(&self.constraints(constraints, dims)?).not(),
        })
    }

    /// That a variable is a whole number of steps from where its loop begins: at the greatest of its lower bounds.
    fn on_grid(&self, around: &Loop, variable: &Int, dims: &[Int]) -> Refused<Bool> {
        let bounds = self.encode_all(&around.lower, dims)?;
        let of = |(n, first): (usize, &Int)| {
            let distance = variable - first;
            let others = bounds.iter().enumerate().filter(|(m, _)| *m != n);
            let mut all: Vec<Bool> = others.map(|(_, bound)| bound.le(first)).collect();
            all.push(distance.modulo(Int::from_i64(around.step)).eq(Int::from_i64(0)));
            Bool::and(&all)
        };
        let cases: Vec<Bool> = bounds.iter().enumerate().map(of).collect();
        match cases.as_slice() {
            [one] => Ok(one.clone()),
            [] => Err("a loop without a lower bound".into()),
            cases => Ok(Bool::or(cases)),
        }
    }

    fn constraints(&self, constraints: &[Constraint], dims: &[Int]) -> Refused<Vec<Bool>> {
        let one = |constraint: &Constraint| {
            let expr = self.encode(&constraint.expr, dims)?;
            Ok(match constraint.is_equality {
                true => expr.eq(Int::from_i64(0)),
                false => expr.ge(0),
            })
        };
        constraints.iter().map(one).collect()
    }
}

/// What is so of a quotient that is rounded toward zero: what is left has the sign of the dividend, and is less than the divisor.
fn of_quotient(dividend: &Int, divisor: i64, quotient: &Int) -> [Bool; 2] {
    let left = dividend - quotient * Int::from_i64(divisor);
    [
        dividend.ge(0).implies(Bool::and(&[left.ge(0), left.lt(divisor)])),
        dividend
            .le(0)
            .implies(Bool::and(&[left.le(0), left.gt(-divisor)])),
    ]
}

/// An access of an instance: its time, the variables around it and their values.
pub struct Moment<'t> {
    pub time: &'t [Time],
    pub loops: &'t [Loop],
    pub at: &'t [Int],
}

impl Sizes {
    /// Whether the first moment is certainly before the second. Iterations of a parallel loop are in no order.
    pub fn before(&self, first: &Moment<'_>, second: &Moment<'_>) -> Refused<Bool> {
        let mut before = Vec::new();
        let mut equal: Vec<Bool> = Vec::new();
        for pair in first.time.iter().zip(second.time) {
            let (a, b, is_ordered) = match pair {
                (Time::At(AffineExpr::Constant(p)), Time::At(AffineExpr::Constant(q))) => {
                    if p == q {
                        continue;
                    }
                    if p < q {
                        before.push(Bool::and(&equal));
                    }
                    return Ok(Bool::or(&before));
                }
                (Time::At(p), Time::At(q)) => (self.encode(p, first.at)?, self.encode(q, second.at)?, true),
                (Time::Loop(i), Time::Loop(j)) => (
                    first.at[*i].clone(),
                    second.at[*j].clone(),
                    !first.loops[*i].is_parallel,
                ),
                _ => break,
            };
            if is_ordered {
                let mut earlier = equal.clone();
                earlier.push(a.lt(&b));
                before.push(Bool::and(&earlier));
            }
            equal.push(a.eq(&b));
        }
        Ok(Bool::or(&before))
    }
}

/// What is evaluated at numbers: the same of [`Sizes`], for a guess.
pub struct Point<'p> {
    pub sizes: &'p [i64],
}

impl Point<'_> {
    pub fn all(&self, exprs: &[AffineExpr], dims: &[i64]) -> Option<Vec<i64>> {
        exprs.iter().map(|expr| expr.evaluate(dims, self.sizes)).collect()
    }

    /// Whether an instance is in a domain.
    pub fn is_in(&self, domain: &Domain, dims: &[i64]) -> Option<bool> {
        for (variable, around) in dims.iter().zip(&domain.loops) {
            let lower = self.all(&around.lower, dims)?;
            let upper = self.all(&around.upper, dims)?;
            let start = *lower.iter().max()?;
            if *variable < start
                || upper.iter().any(|bound| variable >= bound)
                || (variable - start) % around.step != 0
            {
                return Some(false);
            }
        }
        for guard in &domain.guards {
            let holds = |all: &[Constraint]| {
                let mut holds = true;
                for constraint in all {
                    let value = constraint.expr.evaluate(dims, self.sizes)?;
                    holds &= if constraint.is_equality {
                        value == 0
                    } else {
                        value >= 0
                    };
                }
                Some(holds)
            };
            let is_met = match guard {
                Guard::All(all) => holds(all)?,
                Guard::NotAll(all) => !holds(all)?,
            };
            if !is_met {
                return Some(false);
            }
        }
        Some(true)
    }

    /// How the times of two instances compare; `None` where that is open.
    pub fn compare(
        &self,
        (first, x): (&[Time], &[i64]),
        (second, y): (&[Time], &[i64]),
    ) -> Option<std::cmp::Ordering> {
        for pair in first.iter().zip(second) {
            let (a, b) = match pair {
                (Time::At(p), Time::At(q)) => (p.evaluate(x, self.sizes)?, q.evaluate(y, self.sizes)?),
                (Time::Loop(i), Time::Loop(j)) => (x[*i], y[*j]),
                _ => return None,
            };
            if a != b {
                return Some(a.cmp(&b));
            }
        }
        Some(std::cmp::Ordering::Equal)
    }
}
