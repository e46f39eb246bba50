//! A solver for questions that begin alike.
//!
//! One question after the other is asked of one context: each with one more condition, or another case in the place of the last.
//! What they have in common stays asserted, with what z3 has learnt from it.

use z3::ast::Bool;
use z3::{Model, Params, SatResult, Solver};

pub struct Stack {
    solver: Solver,
    /// The conditions that are asserted, by scopes.
    scopes: Vec<Vec<Bool>>,
}

impl Stack {
    /// A solver that knows of conditions, with so much work for a question, in units of z3's `rlimit`.
    pub fn new(known: &[Bool], most: u32) -> Stack {
        let solver = Solver::new();
        let mut params = Params::new();
        params.set_u32("rlimit", most);
        // The other of z3's two solvers for linear arithmetic violates assertions of its own where scopes come and go (z3 5.4).
        params.set_u32("arith.solver", 2);
        solver.set_params(&params);
        known.iter().for_each(|known| solver.assert(known));
        Stack {
            solver,
            scopes: Vec::new(),
        }
    }

    /// Whether conditions can hold together, with a model where they can. After a question that it does not decide the solver is not to
    /// be used: z3 gives a search up where it is, and what it holds then is not consistent.
    pub fn check(&mut self, conditions: &[Bool]) -> (SatResult, Option<Model>) {
        let mut left = conditions;
        let mut common = 0;
        for scope in &self.scopes {
            match left.strip_prefix(scope.as_slice()) {
                Some(others) => left = others,
                None => break,
            }
            common += 1;
        }
        let others = self.scopes.drain(common..).count();
        self.solver.pop(u32::try_from(others).unwrap_or(u32::MAX));
        // The next question may end in any of them, the likelier the later it is: a scope takes as long as some conditions.
        while !left.is_empty() {
            let (scope, others) = left.split_at(left.len().div_ceil(2));
            self.solver.push();
            scope.iter().for_each(|condition| self.solver.assert(condition));
            self.scopes.push(scope.to_vec());
            left = others;
        }
        (self.solver.check(), self.solver.get_model())
    }
}
