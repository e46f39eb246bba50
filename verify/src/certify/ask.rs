//! Questions to z3.

use z3::ast::{Bool, Int};
use z3::{Params, SatResult, Solver, StatisticsValue, Tactic};

use super::Refused;
use super::terms::Sizes;

/// Work of z3 for one question, in units of its `rlimit`, of which it does some three million in a second. Arbitrary: most
/// questions take a thousandth.
const STEPS: u32 = 10_000_000;

/// Questions to z3 for one pair of functions. Arbitrary.
const MOST_QUESTIONS: usize = 8_000;

/// The sizes, and how much was asked of them.
pub struct Asked {
    pub sizes: Sizes,
    questions: usize,
    solver: Solver,
    /// What z3 had done before, in units of its `rlimit`.
    before: u32,
    most: u32,
    /// Sizes at which the functions may differ: where the last condition holds that was to be impossible.
    suspected: Option<Vec<i64>>,
}

impl Asked {
    /// At most so much work of z3 for all questions together, in units of its `rlimit`.
    pub fn of(sizes: Sizes, most: u32) -> Asked {
        // Equations between variables are solved before any search: most variables of a question are what others are.
        let [first, second, third, last] =
            ["simplify", "propagate-values", "solve-eqs", "smt"].map(Tactic::new);
        let solver = first.and_then(&second).and_then(&third).and_then(&last).solver();
        let mut params = Params::new();
        params.set_u32("rlimit", STEPS);
        solver.set_params(&params);
        sizes.known.iter().for_each(|known| solver.assert(known));
        Asked {
            sizes,
            questions: 0,
            suspected: None,
            before: steps(&solver),
            most,
            solver,
        }
    }

    /// Asks whether all conditions can hold, and what follows.
    fn ask<T>(&mut self, conditions: &[Bool], answer: impl FnOnce(&Self, SatResult) -> T) -> Refused<T> {
        self.questions += 1;
        if self.questions > MOST_QUESTIONS {
            return Err(format!("more than {MOST_QUESTIONS} questions"));
        }
        if steps(&self.solver).saturating_sub(self.before) > self.most {
            return Err("questions that take z3 too long together".into());
        }
        self.solver.push();
        conditions
            .iter()
            .for_each(|condition| self.solver.assert(condition));
        let result = self.solver.check();
        let answer = answer(self, result);
        self.solver.pop(1);
        Ok(answer)
    }

    /// Whether no values of the sizes and variables satisfy all conditions. `false` where that is not known.
    pub fn is_impossible(&mut self, conditions: &[Bool]) -> Refused<bool> {
        self.ask(conditions, |_, result| result == SatResult::Unsat)
    }

    /// Notes sizes of which conditions hold that would have to be impossible, for runs to begin with.
    pub fn suspect(&mut self, conditions: &[Bool]) {
        if let Ok(Some([sizes, ..])) = self.example(conditions, [&[], &[]]) {
            self.suspected = Some(sizes);
        }
    }

    /// The sizes noted last.
    pub fn suspected(&self) -> Option<&[i64]> {
        self.suspected.as_deref()
    }

    /// Values of the sizes and of some variables that satisfy all conditions; `None` where there are none.
    pub fn example(&mut self, conditions: &[Bool], variables: [&[Int]; 2]) -> Refused<Option<[Vec<i64>; 3]>> {
        self.ask(conditions, |this, result| match result {
            SatResult::Unsat => Ok(None),
            SatResult::Unknown => Err("a question that z3 does not decide".to_string()),
            SatResult::Sat => this.values(variables).map(Some),
        })?
    }

    fn values(&self, variables: [&[Int]; 2]) -> Refused<[Vec<i64>; 3]> {
        let model = self.solver.get_model().ok_or("z3 gives no example")?;
        let value = |term: &Int| model.eval(term, true).and_then(|value| value.as_i64());
        let values = |terms: &[Int]| {
            let values = terms.iter().map(value).collect::<Option<Vec<i64>>>();
            values.ok_or_else(|| "an example of z3 beyond 64 bits".to_string())
        };
        Ok([
            values(&self.sizes.terms)?,
            values(variables[0])?,
            values(variables[1])?,
        ])
    }
}

/// What z3 has done in this thread, in units of its `rlimit`.
fn steps(solver: &Solver) -> u32 {
    match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(steps)) => steps,
        _ => 0,
    }
}
