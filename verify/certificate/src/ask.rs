//! Questions to z3.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use z3::ast::{Bool, Int};
use z3::{Params, SatResult, Solver, StatisticsValue, Tactic};

use super::quotients::{Known, Quotients};
use super::stack::Stack;
use super::terms::Sizes;
use super::{Overlap, Refused};

/// Ways to decide a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Way {
    /// Equations between variables are solved before any search: most variables of a question are what others are.
    Solved,
    /// Quotients become variables before that.
    Purified,
    /// As `Solved`, with the older of z3's two solvers for linear arithmetic.
    Tableau,
}

/// Work for a question beside those that were asked before it (`stack`), in units of z3's `rlimit`, of which it does some three
/// million in a second.
const FIRST_TRY: u32 = 100_000;

/// How a question is asked again where z3 has not decided it: in which way, and with how much work. What is hard in one way is
/// rarely hard in another, and few questions are (Gomes, Selman, Crato & Kautz 2000). Arbitrary: most questions take a thousandth
/// of a second.
const TRIES: [(Way, u32); 5] = [
    (Way::Solved, 100_000),
    (Way::Purified, 1_000_000),
    (Way::Tableau, 2_000_000),
    (Way::Solved, 3_000_000),
    (Way::Purified, 6_000_000),
];

impl Way {
    fn solver(self) -> Solver {
        let solved = ["simplify", "propagate-values", "solve-eqs", "smt"].map(Tactic::new);
        let [first, second, third, last] = &solved;
        let solve = first.and_then(second).and_then(third).and_then(last);
        match self {
            Way::Purified => Tactic::new("purify-arith").and_then(&solve).solver(),
            Way::Solved | Way::Tableau => solve.solver(),
        }
    }

    fn params(self, most: u32) -> Params {
        let mut params = Params::new();
        params.set_u32("rlimit", most);
        if let Way::Tableau = self {
            params.set_u32("arith.solver", 2);
        }
        params
    }
}

/// Models that are kept. Arbitrary.
const MOST_MODELS: usize = 16;

/// Questions whose answers tell where functions may differ. Arbitrary: of what a search tries the last are what fails in the end.
const MOST_SUSPECTED: usize = 16;

/// Work of z3 for sizes at which functions may differ, in units of its `rlimit`, beside that for a proof. Arbitrary: a third of a second.
const STEPS_OF_SUSPICIONS: u32 = 1_000_000;

/// Work of z3 for a question about bit vectors, in units of its `rlimit`. Arbitrary: shifts for products and divisions take a
/// hundredth of that.
const STEPS_FOR_BITS: u32 = 300_000;

/// What a question about bit vectors counts that is not decided, in units of `rlimit`: that counts little of what a search for the bits of
/// products takes, which is up to a second.
const STEPS_OF_OPEN_BITS: u32 = 2_000_000;

/// Bounds of sizes for which an example is looked for. Arbitrary: a run takes the longer, the larger they are.
const SMALL_SIZES: [i64; 9] = [4, 8, 16, 32, 64, 128, 256, 512, 1024];

/// What the first of the sizes is taken for of which there are products, the next one more: examples of z3 are large. Arbitrary.
const SMALL_FACTORS: [i64; 3] = [3, 67, 1];

/// How large the sizes may be of which there are products where neither these are found. Arbitrary.
const MOST_FACTOR: i64 = 64;

/// Why there is no proof where one may be found with more work of z3.
pub const OUT_OF_STEPS: &str = "questions that take z3 too long together";

/// What it takes to see of one condition of a question what can be seen without z3, in units of z3's `rlimit`: measured where
/// questions have 70.
const STEPS_TO_SEE: u32 = 60;

/// What it takes to compare two values but for the questions that this asks, in the same units: arbitrary, a thirtieth of a
/// millisecond. Sums of many terms in another order are compared in more ways than anybody waits for.
const STEPS_TO_COMPARE: u32 = 100;

/// Questions to z3 for one pair of functions. Arbitrary.
const MOST_QUESTIONS: usize = 40_000;

/// The sizes, and how much was asked of them.
pub struct Asked {
    pub sizes: Sizes,
    questions: usize,
    answers: FxHashMap<Vec<Bool>, SatResult>,
    /// The last models that were found, for questions that are much like those before.
    models: VecDeque<Rc<Known>>,
    /// For each way and limit the solver, made when it is first needed: parameters take it as long as a small question.
    solvers: FxHashMap<(Way, u32), Solver>,
    /// What is left of the last question.
    stack: Option<Stack>,
    quotients: Quotients,
    /// Any solver, which tells what z3 has done.
    counter: Solver,
    /// What z3 had done before, in units of its `rlimit`.
    before: u32,
    /// What was done without z3, in the same units.
    beside: u32,
    most: u32,
    /// Conditions that were to be impossible and may hold, the last ones first: there the functions may differ.
    suspected: VecDeque<Vec<Bool>>,
    /// Sizes at which they may differ where cells of two arguments are one.
    overlaps: Vec<(Vec<i64>, Overlap)>,
}

impl Asked {
    /// At most so much work of z3 for all questions together, in units of its `rlimit`.
    pub fn of(sizes: Sizes, most: u32) -> Asked {
        let counter = Solver::new();
        Asked {
            sizes,
            questions: 0,
            answers: FxHashMap::default(),
            models: VecDeque::new(),
            suspected: VecDeque::new(),
            overlaps: Vec::new(),
            before: steps(&counter),
            beside: 0,
            counter,
            most,
            solvers: FxHashMap::default(),
            stack: None,
            quotients: Quotients::default(),
        }
    }

    /// How many questions were asked.
    pub fn questions(&self) -> usize {
        self.questions
    }

    /// What was done so far.
    fn done(&self) -> u32 {
        let by_z3 = steps(&self.counter).saturating_sub(self.before);
        by_z3.saturating_add(self.beside)
    }

    /// Whether no more questions are asked.
    pub fn is_spent(&self) -> bool {
        self.done() > self.most || self.beside > self.most
    }

    /// Counts that two values are compared.
    pub fn compares(&mut self) -> Refused<()> {
        self.beside = self.beside.saturating_add(STEPS_TO_COMPARE);
        match self.beside > self.most {
            true => Err(OUT_OF_STEPS.into()),
            false => Ok(()),
        }
    }

    fn solver(&mut self, way: Way, limit: u32) -> &Solver {
        self.solvers.entry((way, limit)).or_insert_with(|| {
            let solver = way.solver();
            solver.set_params(&way.params(limit));
            self.sizes.known.iter().for_each(|known| solver.assert(known));
            solver
        })
    }

    /// A model that was found in which all conditions hold.
    fn met(&mut self, conditions: &[Bool]) -> Option<Rc<Known>> {
        let quotients = &mut self.quotients;
        let mut known = self.models.iter();
        let met = known.find(|known| {
            let mut conditions = conditions.iter().rev();
            conditions.all(|condition| quotients.holds(condition, known))
        });
        met.cloned()
    }

    /// Whether conditions are seen not to hold together.
    pub fn is_seen_impossible(&mut self, conditions: &[Bool]) -> bool {
        self.met(conditions).is_none() && self.quotients.told(&self.sizes.known, conditions).is_none()
    }

    /// Asks whether all conditions can hold: with a model where they can.
    fn ask(&mut self, conditions: &[Bool]) -> Refused<(SatResult, Option<Rc<Known>>)> {
        self.questions += 1;
        if self.questions > MOST_QUESTIONS {
            return Err(format!("more than {MOST_QUESTIONS} questions"));
        }
        self.beside = self.beside.saturating_add(STEPS_TO_SEE * conditions.len() as u32);
        if self.beside > self.most {
            return Err(OUT_OF_STEPS.into());
        }
        if let Some(model) = self.met(conditions) {
            return Ok((SatResult::Sat, Some(model)));
        }
        let Some(told) = self.quotients.told(&self.sizes.known, conditions) else {
            return Ok((SatResult::Unsat, None));
        };
        let tries = TRIES.into_iter().map(Some);
        for way in [None].into_iter().chain(tries) {
            if self.done() > self.most {
                return Err(OUT_OF_STEPS.into());
            }
            let (result, model) = match way {
                None => {
                    let stack = self.stack.take();
                    let mut stack = stack.unwrap_or_else(|| Stack::new(&self.sizes.known, FIRST_TRY));
                    let found = stack.check(&told);
                    self.stack = Some(stack).filter(|_| found.0 != SatResult::Unknown);
                    found
                }
                Some((way, limit)) => {
                    let solver = self.solver(way, limit);
                    solver.push();
                    told.iter().for_each(|condition| solver.assert(condition));
                    let found = (solver.check(), solver.get_model());
                    solver.pop(1);
                    found
                }
            };
            let model = model.filter(|_| result == SatResult::Sat);
            let model = model.map(|model| Rc::new(Known::of(model)));
            if let Some(model) = &model {
                self.models.truncate(MOST_MODELS - 1);
                self.models.push_front(model.clone());
            }
            if result != SatResult::Unknown {
                return Ok((result, model));
            }
        }
        Ok((SatResult::Unknown, None))
    }

    /// Asks whether all conditions can hold where products of sizes are what they stand for. That they cannot is only told where
    /// they cannot whatever the products are.
    fn ask_exactly(&mut self, conditions: &[Bool]) -> Refused<(SatResult, Option<Rc<Known>>)> {
        let factors: Vec<Int> = self.sizes.products.factors().cloned().collect();
        let (result, model) = self.ask(conditions)?;
        if factors.is_empty() || result == SatResult::Unsat {
            return Ok((result, model));
        }
        // With the factors given a question is linear.
        let of_model = model.and_then(|known| {
            let values = factors
                .iter()
                .map(|factor| known.model.eval(factor, true)?.as_i64());
            values.collect::<Option<Vec<i64>>>()
        });
        let different = |least: i64| (least..).take(factors.len()).collect();
        let given = SMALL_FACTORS.into_iter().map(different).chain(of_model);
        for values in given {
            let all = [conditions, &self.sizes.products.of_values(&values)].concat();
            if let (SatResult::Sat, model) = self.ask(&all)? {
                return Ok((SatResult::Sat, model));
            }
        }
        let small = factors
            .iter()
            .flat_map(|size| [size.ge(-MOST_FACTOR), size.le(MOST_FACTOR)]);
        let definitions = self.sizes.products.definitions();
        let all: Vec<Bool> = small.chain(definitions).collect();
        match self.ask(&[conditions, &all].concat())? {
            (SatResult::Sat, model) => Ok((SatResult::Sat, model)),
            _ => Ok((SatResult::Unknown, None)),
        }
    }

    /// Whether no values of the sizes and variables satisfy all conditions. `false` where that is not known.
    pub fn is_impossible(&mut self, conditions: &[Bool]) -> Refused<bool> {
        if let Some(result) = self.answers.get(conditions) {
            return Ok(*result == SatResult::Unsat);
        }
        let (result, _) = self.ask(conditions)?;
        self.answers.insert(conditions.into(), result);
        Ok(result == SatResult::Unsat)
    }

    /// Whether a condition on bit vectors holds for no values of them.
    pub fn is_never(&mut self, condition: &Bool) -> bool {
        let asked = std::slice::from_ref(condition);
        if let Some(known) = self.answers.get(asked) {
            return *known == SatResult::Unsat;
        }
        self.questions += 1;
        let solver = Solver::new_for_logic("QF_BV").unwrap_or_default();
        let mut params = Params::new();
        params.set_u32("rlimit", STEPS_FOR_BITS);
        solver.set_params(&params);
        solver.assert(condition);
        let result = match self.is_spent() {
            true => SatResult::Unknown,
            false => solver.check(),
        };
        if result == SatResult::Unknown {
            self.beside = self.beside.saturating_add(STEPS_OF_OPEN_BITS);
        }
        self.answers.insert(asked.into(), result);
        result == SatResult::Unsat
    }

    /// Notes conditions that would have to be impossible: runs begin at sizes of which they hold.
    pub fn suspect(&mut self, conditions: &[Bool]) {
        if matches!(self.answers.get(conditions), None | Some(SatResult::Sat)) {
            self.suspected.retain(|known| known != conditions);
            self.suspected.truncate(MOST_SUSPECTED - 1);
            self.suspected.push_front(conditions.to_vec());
        }
    }

    /// Notes sizes, small ones where there are such, of which conditions of two groups of variables hold that would have to
    /// be impossible, and cells of arguments that would be one there.
    pub fn suspect_overlap(
        &mut self,
        conditions: &[Bool],
        variables: [&[Int]; 2],
        overlap: impl Fn([&[i64]; 3]) -> Option<Overlap>,
    ) {
        for most in SMALL_SIZES {
            let mut bounded = conditions.to_vec();
            bounded.extend(self.sizes.terms.iter().map(|size| size.le(most)));
            if let Ok(Some([sizes, x, y])) = self.example(&bounded, variables) {
                let overlap = overlap([&sizes, &x, &y]);
                let overlap = overlap.filter(|new| !self.overlaps.iter().any(|(_, known)| known == new));
                self.overlaps.extend(overlap.map(|overlap| (sizes, overlap)));
                return;
            }
        }
    }

    /// Sizes at which the functions may differ, the likely ones first, each as small as is easily found.
    pub fn suspected(&mut self) -> Vec<Vec<i64>> {
        self.most = self.done().saturating_add(STEPS_OF_SUSPICIONS);
        let mut all = Vec::new();
        for conditions in std::mem::take(&mut self.suspected) {
            let sizes = self.small_sizes(conditions);
            all.extend(sizes.filter(|sizes| !all.contains(sizes)));
        }
        all
    }

    /// Sizes of which conditions hold: below a common bound, then each as small as those before it allow.
    fn small_sizes(&mut self, conditions: Vec<Bool>) -> Option<Vec<i64>> {
        let terms = self.sizes.terms.clone();
        let within = |term: &Int, most: i64| [term.le(most), term.ge(-most)];
        let at_most = |this: &mut Self, conditions: &[Bool], bounded: &[Int], most: i64| {
            let bounds = bounded.iter().flat_map(|term| within(term, most));
            let all: Vec<Bool> = conditions.iter().cloned().chain(bounds).collect();
            let example = this.example(&all, [&[], &[]]).ok().flatten();
            example.map(|[sizes, ..]| (sizes, all))
        };
        let common = SMALL_SIZES
            .iter()
            .find_map(|&most| at_most(self, &conditions, &terms, most));
        let (mut sizes, mut conditions) = common.or_else(|| at_most(self, &conditions, &[], 0))?;
        for (place, term) in terms.iter().enumerate() {
            let (mut below, mut least) = (-1, sizes[place].abs());
            while least - below > 1 {
                let middle = below + (least - below) / 2;
                match at_most(self, &conditions, std::slice::from_ref(term), middle) {
                    Some((found, _)) => {
                        least = found[place].abs();
                        sizes = found;
                    }
                    None => below = middle,
                }
            }
            conditions.extend(within(term, least));
        }
        Some(sizes)
    }

    /// The sizes at which they may differ where cells of two arguments are one, and those cells.
    pub fn overlaps(&self) -> &[(Vec<i64>, Overlap)] {
        &self.overlaps
    }

    /// Values of the sizes and of two groups of variables for which all conditions hold; `None` where there are none.
    pub fn example(&mut self, conditions: &[Bool], variables: [&[Int]; 2]) -> Refused<Option<[Vec<i64>; 3]>> {
        if self.answers.get(conditions) == Some(&SatResult::Unsat) {
            return Ok(None);
        }
        let model = match self.ask_exactly(conditions)? {
            (SatResult::Unsat, _) => {
                self.answers.insert(conditions.into(), SatResult::Unsat);
                return Ok(None);
            }
            (_, Some(model)) => model,
            _ => return Err("a question that z3 does not decide".into()),
        };
        let value = |term: &Int| model.model.eval(term, true).and_then(|value| value.as_i64());
        let values = |terms: &[Int]| {
            let values = terms.iter().map(value).collect::<Option<Vec<i64>>>();
            values.ok_or_else(|| "an example of z3 beyond 64 bits".to_string())
        };
        Ok(Some([
            values(&self.sizes.terms)?,
            values(variables[0])?,
            values(variables[1])?,
        ]))
    }
}

/// What z3 has done in this thread, in units of its `rlimit`.
fn steps(solver: &Solver) -> u32 {
    match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(steps)) => steps,
        _ => 0,
    }
}
