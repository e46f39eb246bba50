//! Comparing two functions at one choice of sizes and one placement.

use indexmap::IndexSet;
use ovolo_lang::algebra::FastMath;
use ovolo_lang::fp::FpModel;
use ovolo_lang::interpret::{
    BufferId, Concrete, Domain, Limits, Memory, Outcome, Program, Reason, Scalar, Trap, Value, float,
};
use ovolo_lang::types::Type;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::Options;
use super::canonical::Canonical;
use super::contracted::{Contracted, Near};
use super::data::Data;
use super::expr::{Expr, Exprs};
use super::inputs::{Content, Inputs, Placement, Signature};
use super::kind::Kind;
use super::observe::{Label, observe};
use super::solver::{self, Decision};
use super::symbolic::{Caveat, CaveatSet, Demand, Symbol, Symbolic};
use super::text::{inputs as inputs_of, text};
use super::verdict::{Counterexample, Sizes};
use super::window::Cells;
use ovolo_certificate::Assumed;

/// Questions to z3 in one comparison. Arbitrary.
const MAX_QUESTIONS: usize = 64;

/// Operations after which no further concrete data is tried. Arbitrary: about two seconds.
const REPLAY_STEPS: u64 = 20_000_000;

/// A program that takes so many times as long as the other may not end at all. Arbitrary.
const MUCH_LONGER: u64 = 32;

/// Fillings that are tried before inputs that are no number. Arbitrary: one of each way.
const ORDINARY: usize = 6;

/// How many times faster a run on data is than one on expressions.
pub const DATA_SPEED: u64 = 4;

/// Inputs that are tried as what is no number, and inputs of an expression of which some are looked for. Arbitrary.
const MAX_NEEDLES: usize = 2;
const MAX_NEEDLED: usize = 10_000;

/// Inputs that a counterexample shows.
const MAX_SHOWN: usize = 8;

/// Two functions of one name and signature.
pub struct Pair<'a> {
    pub name: String,
    pub signature: Signature,
    pub programs: [&'a Program; 2],
    /// The model in force: the one asked for, and what every operation of the first program allows.
    pub model: FpModel,
    /// Freedoms of every float operation of the first program.
    pub granted: FastMath,
    /// Freedoms that some operation of the first program has beyond the strict model.
    pub freedoms: FastMath,
    /// What is taken for granted of the sizes.
    pub assumed: Vec<Assumed>,
    /// The cells of arguments that are looked at, if not all: the programs are parts that compute those.
    pub window: Option<Vec<(usize, Cells)>>,
    pub options: &'a Options,
}

pub enum Compared {
    Equal,
    /// The first program has no meaning here.
    FirstTraps(Trap),
    /// A limit was reached.
    TooLarge,
    Refuted(Box<Counterexample>),
    Unknown(String),
}

/// What runs on data show.
pub enum OnData {
    Differ(Box<Counterexample>),
    /// The first program has no meaning here.
    FirstTraps(Trap),
    /// No difference, as far as the runs go.
    Alike,
}

impl OnData {
    pub fn difference(self) -> Option<Box<Counterexample>> {
        match self {
            OnData::Differ(counterexample) => Some(counterexample),
            _ => None,
        }
    }
}

/// What two runs disagree about, before it is known whether they really do.
struct Disagreement {
    why: String,
    label: Option<Label>,
    expressions: [String; 2],
    /// The inputs that the expressions depend on.
    inputs: Vec<u32>,
    /// Inputs that the expression of one program alone depends on.
    needles: Vec<u32>,
    /// Values that z3 suggests.
    suggestion: Option<Vec<(u32, u128)>>,
}

/// Both runs over symbols.
struct SymbolicRuns {
    domain: Symbolic,
    inputs: Inputs<Symbol>,
    memories: [Memory<Symbol>; 2],
    results: [Vec<Value<Symbol>>; 2],
    demands: [IndexSet<Demand, FxBuildHasher>; 2],
}

impl Pair<'_> {
    /// Compares the functions, and says how many steps that took.
    pub fn compare(&self, sizes: &[i64], placement: &Placement) -> (Compared, u64) {
        let mut steps = 0;
        let compared = self.compare_counting(sizes, placement, &mut steps);
        (compared.unwrap_or_else(|other| other), steps)
    }

    fn compare_counting(
        &self,
        sizes: &[i64],
        placement: &Placement,
        steps: &mut u64,
    ) -> Result<Compared, Compared> {
        if self.signature.cells(sizes) > self.options.expressions as i64 {
            return Err(Compared::TooLarge);
        }
        *steps += self.signature.cells(sizes).unsigned_abs();
        let mut domain = Symbolic::new(self.granted, self.options.expressions);
        let mut is_supported = true;
        let inputs = self.signature.inputs(sizes, placement, |ty, content| {
            is_supported &= Kind::of(ty).is_some();
            match content {
                Content::Data(number, _) => domain.variable(Kind::of(ty).unwrap_or(Kind::BOOLEAN), number),
                Content::Known(bits) => domain.constant(ty, bits),
            }
        });
        let inputs = inputs.filter(|_| is_supported);
        let inputs =
            inputs.ok_or_else(|| Compared::Unknown("an argument of a type that has no symbols".into()))?;
        let mut run = |program: &Program, memory: &mut Memory<Symbol>| -> (Outcome<Symbol>, u64, _) {
            let limits = self.limits();
            let (outcome, taken) =
                program.run_counting(&self.name, &mut domain, memory, &inputs.arguments, &limits);
            *steps += taken;
            (outcome, taken, std::mem::take(&mut domain.demands))
        };
        let mut memories = [inputs.memory.clone(), inputs.memory.clone()];
        let (first, first_taken, first_demands) = run(self.programs[0], &mut memories[0]);
        let first = first.map_err(|trap| match trap.reason.is_undefined_behaviour() {
            true => Compared::FirstTraps(trap),
            false => stopped("first", &trap),
        })?;
        let (second, _, second_demands) = run(self.programs[1], &mut memories[1]);
        let second = second.map_err(|trap| {
            let witness = || self.replay(sizes, placement, &Disagreement::unlocated(String::new()));
            match self.is_fault(&trap).then(witness).flatten() {
                Some(found) => Compared::Refuted(found),
                None if trap.reason == Reason::StepLimit && first_taken < self.options.steps / MUCH_LONGER => {
                    Compared::Unknown(format!(
                        "the second program does not end within {} operations at {}, where the first takes {first_taken}",
                        self.options.steps,
                        self.sizes_named(sizes)
                    ))
                }
                None => stopped("second", &trap),
            }
        })?;
        let mut runs = SymbolicRuns {
            domain,
            inputs,
            memories,
            results: [first, second],
            demands: [first_demands, second_demands],
        };
        let mut canonical = Canonical::new(self.model);
        let disagreement = self.disagreement(&mut runs, &mut canonical, steps);
        *steps += canonical.steps();
        let Some(disagreement) = disagreement else {
            return Ok(Compared::Equal);
        };
        drop(runs);
        Ok(match self.replay(sizes, placement, &disagreement) {
            Some(found) => Compared::Refuted(found),
            // What is not brought into one form says nothing.
            None if canonical.is_spent() => Compared::TooLarge,
            None => Compared::Unknown(disagreement.report(&self.sizes_named(sizes), placement)),
        })
    }

    /// Whether the program that stopped so has no meaning. In a part of it data is not what it is in the whole, and subscripts are.
    fn is_fault(&self, trap: &Trap) -> bool {
        match self.window {
            Some(_) => matches!(trap.reason, Reason::OutOfBounds { .. }),
            None => trap.reason.is_undefined_behaviour(),
        }
    }

    /// Whether what a label stands for is to be equal.
    fn is_looked_at<V>(&self, label: Label, arguments: &[Value<V>]) -> bool {
        let Some(window) = &self.window else {
            return true;
        };
        let Label::Cell(buffer, cell) = label else {
            return false;
        };
        let found = self.signature.indices(arguments, buffer, cell);
        found.is_some_and(|(argument, indices)| {
            let cells = window.iter().find(|(known, _)| *known == argument);
            cells.is_some_and(|(_, cells)| {
                cells
                    .iter()
                    .zip(&indices)
                    .all(|([low, high], index)| (low..=high).contains(&index))
            })
        })
    }

    fn limits(&self) -> Limits {
        Limits {
            steps: self.options.steps,
            cells: self.options.expressions,
            ..Limits::default()
        }
    }

    pub fn sizes_named(&self, sizes: &[i64]) -> Sizes {
        let names = self.signature.sizes();
        let named = names.iter().zip(sizes);
        Sizes(
            named
                .map(|(&size, &n)| (self.signature.size_name(size), n))
                .collect(),
        )
    }

    /// The first thing in which the runs cannot be shown equal.
    fn disagreement(
        &self,
        runs: &mut SymbolicRuns,
        canonical: &mut Canonical,
        steps: &mut u64,
    ) -> Option<Disagreement> {
        let SymbolicRuns {
            domain,
            inputs,
            memories,
            results,
            demands,
        } = runs;
        let callers = buffers(inputs);
        let first = observe(&memories[0], &callers, &results[0]);
        let second = observe(&memories[1], &callers, &results[1]);
        if first.structure != second.structure || first.cells.len() != second.cells.len() {
            let why = "index results, shapes of results, or what is freed".to_string();
            return Some(Disagreement::unlocated(why));
        }
        let mut judge = Judge {
            canonical,
            domain,
            assumptions: demands[0].iter().copied().collect(),
            questions: 0,
            steps,
            most: self.options.total_steps,
        };
        for demand in demands[1].iter().filter(|_| self.window.is_none()) {
            if !judge.is_demanded(&demands[0], *demand) {
                let why = "the second program may divide where the first does not".to_string();
                return Some(Disagreement::unlocated(why));
            }
        }
        for ((label, a), (_, b)) in first.cells.iter().zip(&second.cells) {
            if a == b || !self.is_looked_at(*label, &inputs.arguments) {
                continue;
            }
            let suggestion = match judge.compare(a, b) {
                Ok(()) => continue,
                Err(suggestion) => suggestion,
            };
            let place = label.name(&self.signature, &inputs.arguments);
            let why = match judge.has_caveats_of(b.caveats, a.caveats) {
                true => format!("what is in {place}"),
                false => {
                    format!("{place} is poison, or bears fastmath flags, where the first program's is not")
                }
            };
            let name = |number| self.signature.input_name(inputs, number);
            let shown = |s: &Symbol| match s.caveats {
                CaveatSet::UNDEFINED => "undefined".to_string(),
                _ => text(&judge.domain.exprs, s.expr, &name),
            };
            return Some(Disagreement {
                why,
                label: Some(*label),
                expressions: [shown(a), shown(b)],
                inputs: inputs_of(&judge.domain.exprs, &[a.expr, b.expr], MAX_SHOWN),
                needles: needles(&judge.domain.exprs, [a.expr, b.expr]),
                suggestion,
            });
        }
        None
    }

    /// Runs both programs on concrete data and looks for a difference that the model does not allow.
    fn replay(
        &self,
        sizes: &[i64],
        placement: &Placement,
        about: &Disagreement,
    ) -> Option<Box<Counterexample>> {
        let suggested = about.suggestion.clone().map(Data::Given);
        let needles = about.needles.iter().map(|&number| Data::Needle(number));
        let mut steps = 0;
        // What is no number is shown where ordinary data show nothing.
        let data = suggested.into_iter().chain(Data::all().take(ORDINARY));
        for data in data.chain(needles).chain(Data::all().skip(ORDINARY)) {
            let found = self.replay_with(sizes, placement, about, &data, &mut steps);
            if let Some(found) = found.difference() {
                return Some(found);
            }
            if steps > REPLAY_STEPS {
                break;
            }
        }
        None
    }

    /// Runs both programs on some data; what is found, and how many steps that took.
    pub fn on_some_data(&self, sizes: &[i64], placement: &Placement, data: &[Data]) -> (OnData, u64) {
        let mut steps = 0;
        let about = Disagreement::unlocated(String::new());
        for data in data {
            match self.replay_with(sizes, placement, &about, data, &mut steps) {
                OnData::Alike => {}
                found => return (found, steps),
            }
        }
        (OnData::Alike, steps)
    }

    fn replay_with(
        &self,
        sizes: &[i64],
        placement: &Placement,
        about: &Disagreement,
        data: &Data,
        steps: &mut u64,
    ) -> OnData {
        match self.difference_on(sizes, placement, about, data, steps) {
            Ok(Some(found)) => OnData::Differ(found.into()),
            Ok(None) => OnData::Alike,
            Err(trap) => OnData::FirstTraps(trap),
        }
    }

    /// A difference on some data, or why the first program has no meaning there.
    fn difference_on(
        &self,
        sizes: &[i64],
        placement: &Placement,
        about: &Disagreement,
        data: &Data,
        steps: &mut u64,
    ) -> Result<Option<Counterexample>, Trap> {
        let inputs = self
            .signature
            .inputs(sizes, placement, |ty, content| match content {
                Content::Data(number, on_diagonal) => data.value(ty, number, on_diagonal),
                Content::Known(bits) => Scalar::Bits(bits),
            });
        let Some(inputs) = inputs else { return Ok(None) };
        let mut memories = [inputs.memory.clone(), inputs.memory.clone()];
        let mut domain = Concrete::default();
        let mut run = |i: usize| {
            let (memory, limits) = (&mut memories[i], self.limits());
            let (outcome, taken) =
                self.programs[i].run_counting(&self.name, &mut domain, memory, &inputs.arguments, &limits);
            *steps += taken;
            outcome
        };
        let first = match run(0) {
            Ok(results) => results,
            Err(trap) if trap.reason.is_undefined_behaviour() => return Err(trap),
            Err(_) => return Ok(None),
        };
        let second = run(1);
        let unlike = || Counterexample {
            function: self.name.clone(),
            sizes: self.sizes_named(sizes),
            placement: placement.description.clone(),
            arguments: self.signature.shown(&inputs, placement),
            ..Counterexample::default()
        };
        let show = |found: &mut Counterexample, numbers: &[u32]| {
            let mut contents = FxHashMap::default();
            self.signature.inputs(sizes, placement, |ty, content| {
                if let Content::Data(number, on_diagonal) = content
                    && numbers.contains(&number)
                {
                    contents.insert(number, data.value(ty, number, on_diagonal).display(ty));
                }
            });
            let named = |&number: &u32| {
                let value = contents.get(&number).cloned().unwrap_or_default();
                (self.signature.input_name(&inputs, number), value)
            };
            found.inputs = numbers.iter().map(named).collect();
        };
        let second = match second {
            Ok(results) => results,
            Err(trap) if self.is_fault(&trap) => {
                let mut fault = trap.to_string();
                if let Some(cell) = self.raced_cell(&trap.reason, &inputs) {
                    fault += &format!(": {cell}");
                }
                return Ok(Some(Counterexample {
                    outcomes: ["a result".to_string(), fault],
                    ..unlike()
                }));
            }
            Err(_) => return Ok(None),
        };
        // Where nothing was rounded, no order and no contraction makes a difference.
        let is_relaxed = self.freedoms != FastMath::NONE || self.model != FpModel::STRICT;
        let nearly = match is_relaxed && domain.saw_rounding {
            true => match self.run_nearly(sizes, placement, data, steps) {
                Some(nearly) => Some(nearly),
                None => return Ok(None),
            },
            false => None,
        };
        let callers = buffers(&inputs);
        let first = observe(&memories[0], &callers, &first);
        let second = observe(&memories[1], &callers, &second);
        if first.structure != second.structure || first.cells.len() != second.cells.len() {
            return Ok(Some(Counterexample {
                cell: "index results, shapes of results, or what is freed".to_string(),
                outcomes: [&first, &second].map(|observed| format!("{:?}", observed.structure)),
                ..unlike()
            }));
        }
        let nearly = nearly
            .as_ref()
            .map(|(memory, results)| observe(memory, &callers, results).cells);
        let types: Vec<Type> = callers.iter().map(|&id| self.element_of(&inputs, id)).collect();
        let mut differing =
            first
                .cells
                .iter()
                .zip(&second.cells)
                .enumerate()
                .filter_map(|(n, ((label, a), (_, b)))| {
                    let ty = match label {
                        Label::Cell(buffer, _) => &types[buffer.index()],
                        Label::Result(result, _) => self.signature.ty.results[*result].element().element(),
                    };
                    let is_unlike = match &nearly {
                        Some(cells) => cells.get(n).is_some_and(|(_, near)| near.excludes(ty, **b)),
                        None => differs(ty, **a, **b, is_relaxed),
                    };
                    let is_found = is_unlike && self.is_looked_at(*label, &inputs.arguments);
                    is_found.then(|| (*label, [a.display(ty), b.display(ty)]))
                });
        let Some(mut chosen) = differing.next() else {
            return Ok(None);
        };
        let mut found = unlike();
        // The cell that the expressions are about, if it differs too.
        if let Some(same) = differing.find(|(label, _)| Some(*label) == about.label) {
            chosen = same;
        }
        if Some(chosen.0) == about.label {
            found.expressions = about.expressions.clone();
            show(&mut found, &about.inputs);
        }
        found.cell = chosen.0.name(&self.signature, &inputs.arguments);
        found.outcomes = chosen.1;
        Ok(Some(found))
    }

    /// What the first program computes, and how far from it other roundings may be; `None` where more than contraction is free.
    fn run_nearly(
        &self,
        sizes: &[i64],
        placement: &Placement,
        data: &Data,
        steps: &mut u64,
    ) -> Option<(Memory<Near>, Vec<Value<Near>>)> {
        let contracts_only = FastMath {
            contract: self.freedoms.contract,
            ..FastMath::NONE
        };
        if self.freedoms != contracts_only || self.model.reassoc || self.model.afn {
            return None;
        }
        let inputs = self.signature.inputs(sizes, placement, |ty, content| {
            Near::exactly(match content {
                Content::Data(number, on_diagonal) => data.value(ty, number, on_diagonal),
                Content::Known(bits) => Scalar::Bits(bits),
            })
        })?;
        let mut memory = inputs.memory;
        let (outcome, taken) = self.programs[0].run_counting(
            &self.name,
            &mut Contracted::default(),
            &mut memory,
            &inputs.arguments,
            &self.limits(),
        );
        *steps += taken;
        Some((memory, outcome.ok()?))
    }

    /// What iterations of a parallel loop contend for, where it is an argument's.
    fn raced_cell<V>(&self, reason: &Reason, inputs: &Inputs<V>) -> Option<String> {
        let Reason::Race { buffer, cell, .. } = *reason else {
            return None;
        };
        let is_argument = buffers(inputs).contains(&buffer);
        is_argument.then(|| Label::Cell(buffer, cell).name(&self.signature, &inputs.arguments))
    }

    fn element_of<V>(&self, inputs: &Inputs<V>, id: BufferId) -> Type {
        let mut arguments = inputs.arguments.iter().zip(&self.signature.parameters);
        let holder = arguments.find(|(value, _)| matches!(value, Value::MemRef(m) if m.buffer == id));
        holder.map_or(Type::Index, |(_, p)| p.ty.element().element().clone())
    }
}

/// Decides about single values of the two runs.
struct Judge<'a> {
    canonical: &'a mut Canonical,
    domain: &'a mut Symbolic,
    /// What the first program demands, and so what may be assumed.
    assumptions: Vec<Demand>,
    questions: usize,
    /// Of z3, beside those of the runs.
    steps: &'a mut u64,
    /// Of z3 for one question.
    most: u64,
}

impl Judge<'_> {
    /// Whether `b` may stand for `a`; else values on which they may differ, if z3 knows some.
    fn compare(&mut self, a: &Symbol, b: &Symbol) -> Result<(), Option<Vec<(u32, u128)>>> {
        if a.caveats == CaveatSet::UNDEFINED || b.caveats == CaveatSet::UNDEFINED {
            return if a.caveats == b.caveats { Ok(()) } else { Err(None) };
        }
        if !self.has_caveats_of(b.caveats, a.caveats) {
            return Err(None);
        }
        if a.expr == b.expr {
            return Ok(());
        }
        let exprs = &mut self.domain.exprs;
        let forms = [a, b].map(|s| self.canonical.form(exprs, s.expr));
        if forms[0] == forms[1] || forms.iter().all(|&form| self.domain.exprs.is_nan(form)) {
            return Ok(());
        }
        if self.questions == MAX_QUESTIONS || self.canonical.is_spent() {
            return Err(None);
        }
        self.questions += 1;
        match solver::decide(
            &self.domain.exprs,
            &self.assumptions,
            forms[0],
            forms[1],
            (self.steps, self.most),
        ) {
            Decision::Equal => Ok(()),
            Decision::MayDiffer(values) => Err(Some(values)),
            Decision::Unknown => Err(None),
        }
    }

    /// Whether the first program cannot run without this demand being met.
    fn is_demanded(&mut self, demands: &IndexSet<Demand, FxBuildHasher>, demand: Demand) -> bool {
        if demands.contains(&demand) {
            return true;
        }
        let form = self.demand_form(demand);
        if demands.iter().any(|&d| self.demand_form(d) == form) {
            return true;
        }
        self.questions += 1;
        self.questions <= MAX_QUESTIONS
            && matches!(
                solver::implies(
                    &self.domain.exprs,
                    &self.assumptions,
                    demand,
                    (self.steps, self.most)
                ),
                Decision::Equal
            )
    }

    fn demand_form(&mut self, demand: Demand) -> Demand {
        let mut form = |e| self.canonical.form(&mut self.domain.exprs, e);
        match demand {
            Demand::NonZero(e) => Demand::NonZero(form(e)),
            Demand::NoQuotientOverflow(a, b) => Demand::NoQuotientOverflow(form(a), form(b)),
            Demand::Defined(set) => Demand::Defined(set),
        }
    }

    /// Whether each caveat of `b` is one of `a`.
    fn has_caveats_of(&mut self, b: CaveatSet, a: CaveatSet) -> bool {
        if a == b || b == CaveatSet::NONE {
            return true;
        }
        let known = self.domain.caveats(a);
        let mut missing = self.domain.caveats(b);
        missing.retain(|c| known.binary_search(c).is_err());
        if missing.is_empty() {
            return true;
        }
        let known: FxHashSet<Caveat> = known.into_iter().map(|c| self.caveat_form(c)).collect();
        missing.into_iter().all(|c| known.contains(&self.caveat_form(c)))
    }

    fn caveat_form(&mut self, caveat: Caveat) -> Caveat {
        let mut form = |e| self.canonical.form(&mut self.domain.exprs, e);
        match caveat {
            Caveat::ShiftInRange(e) => Caveat::ShiftInRange(form(e)),
            Caveat::NoOverflow(op, flags, a, b) => Caveat::NoOverflow(op, flags, form(a), form(b)),
            Caveat::Fits(op, kind, e) => Caveat::Fits(op, kind, form(e)),
            Caveat::Freedoms(flags, e) => Caveat::Freedoms(flags, form(e)),
            Caveat::BitsOfNan(e) => Caveat::BitsOfNan(form(e)),
            Caveat::Either(e, a, b) => Caveat::Either(form(e), a, b),
        }
    }
}

impl Disagreement {
    fn unlocated(why: String) -> Disagreement {
        Disagreement {
            why,
            label: None,
            expressions: Default::default(),
            inputs: Vec::new(),
            needles: Vec::new(),
            suggestion: None,
        }
    }

    /// The disagreement as a reason for not knowing.
    fn report(&self, sizes: &Sizes, placement: &Placement) -> String {
        let mut report = format!("cannot show equal: {}", self.why);
        if !sizes.0.is_empty() {
            report += &format!(" at {sizes}");
        }
        if !placement.description.is_empty() {
            report += &format!(", where {}", placement.description);
        }
        let [a, b] = &self.expressions;
        if !a.is_empty() {
            report += &format!("\n  first:  {a}\n  second: {b}");
        }
        report + "\n  no run on concrete data shows a difference that the model forbids"
    }
}

fn stopped(which: &str, trap: &Trap) -> Compared {
    match trap.reason {
        Reason::StepLimit | Reason::MemoryLimit => Compared::TooLarge,
        _ => Compared::Unknown(format!("the {which} program stops: {trap}")),
    }
}

fn buffers<V>(inputs: &Inputs<V>) -> Vec<BufferId> {
    let mut buffers: Vec<BufferId> = Vec::new();
    for value in &inputs.arguments {
        if let Value::MemRef(view) = value
            && !buffers.contains(&view.buffer)
        {
            buffers.push(view.buffer);
        }
    }
    buffers.sort_unstable();
    buffers
}

/// Inputs that one of two expressions depends on and the other does not.
fn needles(exprs: &Exprs, [a, b]: [Expr; 2]) -> Vec<u32> {
    let [first, second] = [a, b].map(|expr| inputs_of(exprs, &[expr], MAX_NEEDLED));
    if [&first, &second].iter().any(|inputs| inputs.len() == MAX_NEEDLED) {
        return Vec::new();
    }
    let only = |these: &[u32], others: &[u32]| -> Vec<u32> {
        let only = these.iter().filter(|input| others.binary_search(input).is_err());
        only.take(MAX_NEEDLES).copied().collect()
    };
    [only(&first, &second), only(&second, &first)].concat()
}

/// Whether the second value may not stand for the first.
fn differs(ty: &Type, a: Scalar, b: Scalar, is_relaxed: bool) -> bool {
    let (Scalar::Bits(a), Scalar::Bits(b)) = (a, b) else {
        return a != Scalar::Undefined && b == Scalar::Undefined;
    };
    match ty {
        Type::Float(kind) => match (float::decode(*kind, a), float::decode(*kind, b)) {
            (Some(x), Some(y)) if x.is_nan() || y.is_nan() => x.is_nan() != y.is_nan(),
            (Some(x), Some(y)) if is_relaxed => x != y,
            _ => a != b,
        },
        _ => a != b,
    }
}
