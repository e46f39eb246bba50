//! Instances as terms of z3.

use ovolo_lang::affine::{AffineExpr, AffineOp, Constraint};
use z3::ast::{Bool, Int};

use super::program::{Guard, Loop, Symbol, Symbols, Time};

/// The symbols as terms.
pub struct Sizes {
    pub terms: Vec<Int>,
    /// What holds of all sizes.
    pub known: Vec<Bool>,
}

impl Sizes {
    pub fn new(symbols: &Symbols) -> Sizes {
        let terms: Vec<Int> = (0..symbols.0.len())
            .map(|i| Int::new_const(format!("s{i}")))
            .collect();
        let mut known = Vec::new();
        for (symbol, term) in symbols.0.iter().zip(&terms) {
            match symbol {
                Symbol::Extent(..) => known.push(term.ge(0)),
                Symbol::Argument(_, Some(width @ 1..=62)) => {
                    known.push(term.ge(-(1i64 << (width - 1))));
                    known.push(term.lt(1i64 << (width - 1)));
                }
                Symbol::Argument(..) => {}
            }
        }
        Sizes { terms, known }
    }

    /// An affine expression of loop variables. All divisors are positive constants, so that division rounds down.
    pub fn encode(&self, expr: &AffineExpr, dims: &[Int]) -> Option<Int> {
        Some(match expr {
            AffineExpr::Constant(c) => Int::from_i64(*c),
            AffineExpr::Dim(i) => dims.get(*i as usize)?.clone(),
            AffineExpr::Symbol(i) => self.terms.get(*i as usize)?.clone(),
            AffineExpr::Binary(op, ab) => {
                let (a, b) = (self.encode(&ab.0, dims)?, self.encode(&ab.1, dims)?);
                let divisor = ab.1.as_constant().filter(|&c| c > 0);
                match op {
                    AffineOp::Add => a + b,
                    AffineOp::Mul => a * b,
                    AffineOp::FloorDiv => {
                        divisor?;
                        a.div(&b)
                    }
                    AffineOp::CeilDiv => {
                        divisor?;
                        -((-a).div(&b))
                    }
                    AffineOp::Mod => {
                        divisor?;
                        a.modulo(&b)
                    }
                }
            }
        })
    }

    /// What holds of the variables of an instance. `None` where an expression is not modelled.
    pub fn domain(&self, loops: &[Loop], guards: &[Guard], dims: &[Int]) -> Option<Vec<Bool>> {
        let mut all = Vec::new();
        for (depth, around) in loops.iter().enumerate() {
            let variable = &dims[depth];
            for bound in &around.upper {
                all.push(variable.lt(&self.encode(bound, dims)?));
            }
            for bound in &around.lower {
                all.push(variable.ge(&self.encode(bound, dims)?));
            }
            if around.step != 1 {
                let distance = variable - &self.start(around, dims)?;
                all.push(distance.modulo(Int::from_i64(around.step)).eq(Int::from_i64(0)));
            }
        }
        for guard in guards {
            all.push(match guard {
                Guard::All(constraints) => Bool::and(&self.constraints(constraints, dims)?),
                Guard::NotAll(constraints) => Bool::and(&self.constraints(constraints, dims)?).not(),
            });
        }
        Some(all)
    }

    /// The first iteration of a loop: the greatest of its lower bounds.
    pub fn start(&self, around: &Loop, dims: &[Int]) -> Option<Int> {
        let mut bounds = around.lower.iter().map(|bound| self.encode(bound, dims));
        let first = bounds.next()??;
        bounds.try_fold(first, |greatest, bound| {
            let bound = bound?;
            Some(bound.gt(&greatest).ite(&bound, &greatest))
        })
    }

    fn constraints(&self, constraints: &[Constraint], dims: &[Int]) -> Option<Vec<Bool>> {
        let one = |constraint: &Constraint| {
            let expr = self.encode(&constraint.expr, dims)?;
            Some(match constraint.is_equality {
                true => expr.eq(Int::from_i64(0)),
                false => expr.ge(0),
            })
        };
        constraints.iter().map(one).collect()
    }
}

/// Whether the first time, of an instance with variables `a`, is certainly before the second, of one with variables `b`.
/// Iterations of a parallel loop are in no order; `loops` are those of the first instance.
pub fn before(first: &[Time], second: &[Time], loops: &[Loop], a: &[Int], b: &[Int]) -> Bool {
    let mut before = Vec::new();
    let mut equal: Vec<Bool> = Vec::new();
    for pair in first.iter().zip(second) {
        match pair {
            (Time::Position(p), Time::Position(q)) if p == q => {}
            (Time::Position(p), Time::Position(q)) => {
                if p < q {
                    before.push(Bool::and(&equal));
                }
                return Bool::or(&before);
            }
            (Time::Loop(i), Time::Loop(j)) => {
                if !loops[*i].is_parallel {
                    let mut earlier = equal.clone();
                    earlier.push(a[*i].lt(&b[*j]));
                    before.push(Bool::and(&earlier));
                }
                equal.push(a[*i].eq(&b[*j]));
            }
            _ => return Bool::or(&before),
        }
    }
    Bool::or(&before)
}
