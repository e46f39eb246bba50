//! A solver for questions that begin alike.
//!
//! One question after the other is asked of one context: each with one more condition, or another case in the place of the last.
//! What they have in common stays asserted, with what z3 has learnt from it.

use z3::ast::Bool;
use z3::{Model, Params, SatResult, Solver};

pub struct Stack {
    solver: Solver,
    /// The conditions that are asserted, each in a scope of its own.
    conditions: Vec<Bool>,
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
            conditions: Vec::new(),
        }
    }

    /// Whether conditions can hold together, with a model where they can. After a question that it does not decide the solver is not to
    /// be used: z3 gives a search up where it is, and what it holds then is not consistent.
    pub fn check(&mut self, conditions: &[Bool]) -> (SatResult, Option<Model>) {
        let pairs = self.conditions.iter().zip(conditions);
        let common = pairs.take_while(|(a, b)| a == b).count();
        let others = self.conditions.drain(common..).count();
        self.solver.pop(u32::try_from(others).unwrap_or(u32::MAX));
        for condition in &conditions[common..] {
            self.solver.push();
            self.solver.assert(condition);
            self.conditions.push(condition.clone());
        }
        (self.solver.check(), self.solver.get_model())
    }
}
