//! The search for a faster form of one loop nest: its algebra, then its loops, then the cheapest terms.

use std::collections::BTreeMap;
use std::sync::Arc;

use ovolo_extract::cost::Cost;
use ovolo_extract::machine::Machine;
use ovolo_extract::nest::Candidate;
use ovolo_extract::space::{Style, Unfit};
use ovolo_extract::tiles::{Extraction, extract, extract_within};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::op::OpCode;
use ovolo_rewrites::dependence::Emptiness;
use ovolo_rewrites::egraph::{Asked, of_nest};
use ovolo_rewrites::engine::Profile;
use ovolo_rewrites::forms::{Form, copy_all_out, forms, forward, mark_private_arrays};
use ovolo_rewrites::loops::{LoopLimits, LoopStop, mark_compiled, saturate_loops};
use ovolo_rewrites::nest::Nest;
use ovolo_rewrites::refusal::{Refusal, Refusals};
use ovolo_rewrites::risks::takes_more_risks;
use ovolo_rewrites::rule::{Rule, builtin};
use ovolo_rewrites::saturate::{Limits, Report, Stop, saturate};
use ovolo_rewrites::schedule::{FormStep, NestSchedule};
use ovolo_rewrites::term::Node;
use rayon::prelude::*;

use crate::candidates::{Offer, SearchBudget, Searched, Setting, WORTH_FUSED, WORTH_ON_THREADS, may_gain};
use crate::given_schedule::{fits, no_form, no_match};

/// A candidate must be predicted to take less than this part of the time of the original: the prediction
/// has been seen to err by a factor of two, on stencils for one.
const WORTH: f64 = 0.6;

/// The same where it is timed before it is taken.
const WORTH_A_TRY: f64 = 0.95;

/// The same of loops that were unrolled by hand: what the compiler behind makes of the copies is predicted too well.
const WORTH_ROLLED: f64 = 1.05;

/// The same where the innermost code is left to the compiler behind: then only the predictions for the memory differ.
const WORTH_PLAIN: f64 = 0.8;

/// The same where stripes move with time: most of what is gained is that of the memory.
const WORTH_STRIPED: f64 = 0.75;

/// Where no loop changes, less than this part of the work of the core is enough.
const WORTH_IN_CORE: f64 = 0.86;

/// The same of the whole, where there are not fewer operations: what the compiler behind makes of another value is not
/// predicted to some hundredths.
const WORTH_SIMPLER: f64 = 0.95;

/// The same for stripes beside the loops of the source on threads: both are predicted, but memory has more to give
/// to stripes than to a second thread.
const WORTH_STRIPED_ON_THREADS: f64 = 0.9;

/// What a nest costs without a change of its loops.
#[derive(Clone, Copy)]
struct Unchanged<'u> {
    on_one_thread: &'u Cost,
    /// Where threads make it faster.
    on_threads: Option<&'u Cost>,
}

impl Unchanged<'_> {
    fn total(&self) -> f64 {
        self.on_threads.unwrap_or(self.on_one_thread).total()
    }

    /// Whether a change is worth the risk that the prediction is wrong.
    fn is_worth_changing(&self, candidate: &Candidate, style: Style) -> bool {
        let total = candidate.cost.total();
        match style {
            Style::Plain => total < WORTH_PLAIN * self.total(),
            Style::Any if candidate.choice.has_stripes() => {
                let threads = self.on_threads.map_or(f64::INFINITY, Cost::total);
                total < WORTH_STRIPED * self.on_one_thread.total()
                    && total < WORTH_STRIPED_ON_THREADS * threads
            }
            Style::Any | Style::InPlace => total < WORTH * self.total(),
        }
    }
}

/// The cheapest forms of a nest on a machine. Nothing is wrong with a nest for which there is none: then it
/// stays as it is.
pub fn search(nest: Nest, machine: &Machine, oracle: &dyn Emptiness) -> Searched {
    search_for(nest, machine, oracle, SearchBudget::default())
}

/// The cheapest forms of nests that are one, with their loops fused. `before` is what the nests cost apart.
pub fn search_fused(
    nest: Nest,
    before: Cost,
    Setting {
        machine,
        oracle,
        budget,
    }: Setting<'_>,
) -> Searched {
    let mut start = Start::new(nest, machine, oracle);
    start.simplify(machine, oracle, budget.rules);
    let mut searched = start.searched;
    searched.before = before;
    searched.offers.clear();
    let mut refusals = Refusals::new(start.simplified.places.clone());
    let forms = forms(start.simplified, oracle, &mut refusals);
    searched.refusals = refusals;
    let unchanged = Unchanged {
        on_one_thread: &searched.before,
        on_threads: None,
    };
    let fused: Vec<Form> = forms.into_iter().filter(Form::is_fused).collect();
    let machines = machines(machine);
    let tasks = machines
        .iter()
        .flat_map(|machine| fused.iter().map(move |form| (machine, form)));
    let tasks: Vec<(&Machine, &Form)> = tasks.collect();
    let schedules: Vec<Schedules> = tasks
        .into_par_iter()
        .flat_map_iter(|(machine, form)| {
            schedule(form.clone(), machine, oracle, Wanted::Worth(unchanged), budget)
        })
        .collect();
    for found in schedules {
        let offers = searched.count(found);
        searched.offers.extend(offers);
    }
    searched.rank(budget.kept);
    searched
}

/// The candidates for a nest, the best first.
pub fn search_for(nest: Nest, machine: &Machine, oracle: &dyn Emptiness, budget: SearchBudget) -> Searched {
    let mut start = Start::new(nest, machine, oracle);
    start.simplify(machine, oracle, budget.rules);
    let mut refusals = Refusals::new(start.simplified.places.clone());
    mark_private_arrays(&mut start.simplified, oracle, &mut refusals);
    let plain = on_threads(&start.simplified, &start.searched.before, machine, oracle);
    let forms = forms(start.simplified, oracle, &mut refusals);
    // What other loops promise on threads is compared with what the threads alone do.
    let before = start.searched.before.clone();
    let machines = machines(machine);
    let all_of = |forms: Vec<Form>| -> Vec<Schedules> {
        let tasks = machines
            .iter()
            .flat_map(|machine| forms.iter().map(move |form| (machine, form)));
        let tasks: Vec<(&Machine, &Form)> = tasks.collect();
        let schedules = tasks.into_par_iter().flat_map_iter(|(machine, form)| {
            let on_threads = plain.as_ref().filter(|_| machine.threads > 1);
            let unchanged = Unchanged {
                on_one_thread: &before,
                on_threads: on_threads.map(|offer| &offer.cost),
            };
            schedule(form.clone(), machine, oracle, Wanted::Worth(unchanged), budget)
        });
        schedules.collect()
    };
    let (fused, forms): (Vec<Form>, Vec<Form>) = forms.into_iter().partition(Form::is_fused);
    let mut searched = start.searched;
    searched.refusals = refusals;
    for found in all_of(forms) {
        let offers = searched.count(found);
        searched.offers.extend(offers);
    }
    searched.offers.extend(plain.clone());
    let apart = searched.best().clone();
    let striped = |offer: &Offer| offer.choice.has_stripes() && offer.cost.total() <= apart.total();
    // Stripes of time use again what one loop of a step leaves for the next as it is.
    let is_striped = searched.offers.iter().any(striped);
    if budget.timed || (!is_striped && may_gain(&apart, &searched.nest)) {
        let mut offers = Vec::new();
        for found in all_of(fused) {
            offers.extend(searched.count(found));
        }
        offers.retain(|offer| budget.timed || offer.cost.total() < WORTH_FUSED * apart.total());
        offers.sort_by(|a, b| a.cost.total().total_cmp(&b.cost.total()));
        // Where these are not proved, others are left.
        offers.truncate(budget.kept.div_ceil(2));
        searched.offers.extend(offers);
    }
    searched.rank(budget.kept);
    searched
}

/// The machine, and the same with one thread: what is found for one is there for several.
fn machines(machine: &Machine) -> Vec<Machine> {
    let mut machines = vec![machine.clone()];
    if machine.threads > 1 {
        machines.push(Machine {
            threads: 1,
            ..machine.clone()
        });
    }
    machines
}

/// The cheapest forms of a nest that a schedule describes, whether or not they are predicted to be fast.
pub fn search_within(
    nest: Nest,
    machine: &Machine,
    oracle: &dyn Emptiness,
    wanted: &NestSchedule,
    budget: SearchBudget,
) -> Result<Searched, (Diagnostic, Vec<Refusal>)> {
    let mut start = Start::new(nest, machine, oracle);
    start.simplify(machine, oracle, budget.rules);
    let mut refusals = Refusals::new(start.simplified.places.clone());
    let all = forms(start.simplified, oracle, &mut refusals);
    let (fitting, others): (Vec<Form>, Vec<Form>) =
        all.into_iter().partition(|form| fits(&form.steps, wanted));
    if fitting.is_empty() {
        return Err((no_form(wanted, &others), refusals.found));
    }
    let mut searched = start.searched;
    searched.is_described = true;
    searched.offers.clear();
    searched.refusals = refusals;
    let mut failures = Vec::new();
    for form in fitting {
        for mut found in schedule(form, machine, oracle, Wanted::Described(wanted), budget) {
            failures.extend(found.unfit.take());
            let offers = searched.count(found);
            searched.offers.extend(offers);
        }
    }
    if searched.offers.is_empty() {
        return Err((no_match(wanted, failures), searched.refusals.found));
    }
    searched.rank(budget.kept);
    Ok(searched)
}

/// The loops of a nest as they are, on threads, where that promises to be faster.
fn on_threads(nest: &Nest, before: &Cost, machine: &Machine, oracle: &dyn Emptiness) -> Option<Offer> {
    if machine.threads < 2 {
        return None;
    }
    let (mut loops, root) = of_nest(nest, oracle);
    loops.analysis.runs_on_threads = true;
    let no_other_rule = LoopLimits {
        iterations: 0,
        ..LoopLimits::default()
    };
    saturate_loops(&mut loops, &no_other_rule);
    mark_compiled(&mut loops);
    let best = extract(&loops, root, machine, Style::Any, 1).candidates.pop()?;
    let offer = Offer {
        nest: Arc::new(nest.clone()),
        steps: Vec::new(),
        choice: best.choice,
        cost: best.cost,
    };
    let is_wanted = offer.is_parallel() && offer.cost.total() < WORTH_ON_THREADS * before.total();
    is_wanted.then_some(offer)
}

/// A nest before its loops are searched.
pub(crate) struct Start {
    pub searched: Searched,
    /// The nest with its values in their cheapest form.
    simplified: Nest,
}

impl Start {
    pub fn new(nest: Nest, machine: &Machine, oracle: &dyn Emptiness) -> Start {
        let cost = |nest: &Nest| {
            let (mut original, root) = of_nest(nest, oracle);
            mark_compiled(&mut original);
            let best = extract(&original, root, machine, Style::Any, 1).candidates.pop();
            best.map(|c| c.cost)
        };
        // The compiler behind copies short loops out, and holds in registers what goes from one copy to the next.
        let copied = copy_all_out(&nest, oracle);
        let held = forward(copied.as_ref().unwrap_or(&nest), oracle, &mut Refusals::default());
        let compiled = [&copied, &held].into_iter().flatten();
        let costs = std::iter::once(&nest).chain(compiled).filter_map(cost);
        let before = costs.min_by(|a, b| a.total().total_cmp(&b.total()));
        let before = before.unwrap_or_default();
        Start {
            simplified: nest.clone(),
            searched: Searched {
                values: nest.clone(),
                nest,
                before,
                offers: Vec::new(),
                is_described: false,
                classes: 0,
                nodes: 0,
                rules: BTreeMap::new(),
                queries: 0,
                assignments: 0,
                refusals: Refusals::default(),
                limit: None,
            },
        }
    }

    /// Grows the e-graph of the algebra and takes the cheapest values from it.
    fn simplify(&mut self, machine: &Machine, oracle: &dyn Emptiness, rules: &[Rule]) {
        let (mut algebra, root) = of_nest(&self.simplified, oracle);
        let grown = saturate(&mut algebra, builtin().iter().chain(rules), &Limits::default());
        mark_compiled(&mut algebra);
        self.note(&grown);
        // A contradiction means that some rule or fact is wrong: nothing that this e-graph says may be used.
        if grown.stop == Stop::Contradiction {
            return;
        }
        let Some(best) = extract(&algebra, root, machine, Style::Any, 1).candidates.pop() else {
            return;
        };
        // The cheapest value reads no cell in vain; where it would, the nest keeps the values of its source.
        if takes_more_risks(&algebra, &self.simplified.term, &best.choice.term) {
            return;
        }
        self.simplified.term = best.choice.term.clone();
        self.searched.values.term = best.choice.term.clone();
        let before = &self.searched.before;
        let (total, given) = (best.cost.total(), before.total());
        let is_less = operations(best.choice.term.as_ref()) < operations(self.searched.nest.term.as_ref());
        let is_worth = total < WORTH_SIMPLER * given || is_less && total <= given;
        if is_worth && best.cost.core < WORTH_IN_CORE * before.core {
            self.searched.offers.push(Offer {
                nest: Arc::new(self.simplified.clone()),
                steps: Vec::new(),
                choice: best.choice,
                cost: best.cost,
            });
        }
    }

    fn note(&mut self, grown: &Report) {
        self.searched.classes = grown.classes;
        self.searched.nodes = grown.nodes;
        let rules = grown.rules.iter().map(|(name, profile)| (name.clone(), *profile));
        self.searched.add_rules(rules);
    }
}

/// Operations on scalars. A fused multiply-add counts as two: the compiler behind fuses them by itself.
fn operations(term: &[Node]) -> usize {
    let count = |node: &Node| match node {
        Node::Op(op, _) if matches!(op.code, OpCode::Fma) => 2,
        Node::Op(..) => 1,
        _ => 0,
    };
    term.iter().map(count).sum()
}

/// What the e-graph of the loops of one form of a nest came to.
struct Schedules {
    offers: Vec<Offer>,
    classes: usize,
    nodes: usize,
    rules: BTreeMap<&'static str, Profile>,
    queries: usize,
    refusals: Vec<Refusal>,
    limit: Option<LoopStop>,
    assignments: usize,
    /// Why what was wanted is not among them.
    unfit: Option<Unfit>,
}

/// Which schedules of a form are wanted.
#[derive(Clone, Copy)]
enum Wanted<'w> {
    /// Those worth their risk against what the nest costs; plain ones where there are no others.
    Worth(Unchanged<'w>),
    Described(&'w NestSchedule),
}

/// The nests that are worth their risk, or a try where they are timed before they are taken; plain ones too where no other is much faster, or where all are timed.
fn worthwhile(
    unchanged: Unchanged<'_>,
    worth_a_try: f64,
    budget: SearchBudget,
    extract: impl Fn(Style) -> Extraction,
) -> Extraction {
    let mut found = Extraction::default();
    for style in [Style::Any, Style::Plain] {
        let more = extract(style);
        found.assignments += more.assignments;
        let candidates = more.candidates.into_iter();
        let worth = candidates.filter(|c| {
            let is_worth_a_try = budget.confirmed && c.cost.total() < worth_a_try * unchanged.total();
            budget.timed || is_worth_a_try || unchanged.is_worth_changing(c, style)
        });
        found.candidates.extend(worth);
        let is_fast = |c: &Candidate| c.cost.total() < WORTH * unchanged.total();
        if !budget.timed && found.candidates.iter().any(is_fast) {
            break;
        }
    }
    found
}

/// The cheapest schedules of a form, of those that are wanted. Where all orders of its loops are too many, there are those too that keep
/// the order of the source.
fn schedule(
    form: Form,
    machine: &Machine,
    oracle: &dyn Emptiness,
    wanted: Wanted<'_>,
    budget: SearchBudget,
) -> Vec<Schedules> {
    let mut found = vec![grown(&form, false, machine, oracle, wanted, budget)];
    if matches!(found[0].limit, Some(LoopStop::Nodes(_))) {
        found.push(grown(&form, true, machine, oracle, wanted, budget));
    }
    found
}

/// The same of one e-graph.
fn grown(
    form: &Form,
    keeps_order: bool,
    machine: &Machine,
    oracle: &dyn Emptiness,
    wanted: Wanted<'_>,
    budget: SearchBudget,
) -> Schedules {
    let (mut loops, root) = of_nest(&form.nest, oracle);
    loops.analysis.runs_on_threads = machine.threads > 1;
    loops.analysis.keeps_order = keeps_order;
    if let Wanted::Described(wanted) = wanted {
        loops.analysis.asked = Asked::of(wanted);
    }
    let report = saturate_loops(&mut loops, &LoopLimits::default());
    mark_compiled(&mut loops);
    let (extraction, unfit) = match wanted {
        Wanted::Worth(unchanged) => {
            let extract = |style| extract(&loops, root, machine, style, budget.kept);
            let worth_a_try = match form.is_rolled() {
                true => WORTH_ROLLED,
                false => WORTH_A_TRY,
            };
            (worthwhile(unchanged, worth_a_try, budget, extract), None)
        }
        Wanted::Described(wanted) => match extract_within(&loops, root, wanted, machine, budget.kept) {
            Ok(extraction) => (extraction, None),
            Err(unfit) => (Extraction::default(), Some(unfit)),
        },
    };
    let nest = Arc::new(form.nest.clone());
    let offers = extraction.candidates.into_iter().map(|candidate| Offer {
        nest: Arc::clone(&nest),
        steps: form.steps.clone(),
        choice: candidate.choice,
        cost: candidate.cost,
    });
    Schedules {
        offers: offers.collect(),
        classes: loops.number_of_classes(),
        nodes: loops.total_number_of_nodes(),
        rules: report.rules,
        queries: loops.analysis.dependences.queries(),
        limit: report.stop,
        refusals: std::mem::take(&mut loops.analysis.refusals.found),
        assignments: extraction.assignments,
        unfit,
    }
}

impl Searched {
    /// Adds what one e-graph came to, but for what it offers.
    fn count(&mut self, found: Schedules) -> Vec<Offer> {
        self.classes = self.classes.max(found.classes);
        self.nodes = self.nodes.max(found.nodes);
        self.queries += found.queries;
        self.assignments += found.assignments;
        self.limit = self.limit.or(found.limit);
        found
            .refusals
            .into_iter()
            .for_each(|refusal| self.refusals.note(refusal));
        let rules = found.rules.into_iter();
        self.add_rules(rules.map(|(name, profile)| (name.to_string(), profile)));
        found.offers
    }

    fn add_rules(&mut self, rules: impl Iterator<Item = (String, Profile)>) {
        for (rule, profile) in rules.filter(|(_, profile)| profile.unions > 0) {
            self.rules.entry(rule).or_default().add(&profile);
        }
    }

    /// Keeps the best offers, the best first, and the best of every other form, on threads and without: what makes one offer
    /// of a form turn out to be impossible may be true of all of them.
    fn rank(&mut self, kept: usize) {
        self.offers.sort_by(|a, b| a.weight().total_cmp(&b.weight()));
        let mut forms: Vec<(Vec<FormStep>, bool)> = Vec::new();
        let mut place = 0;
        self.offers.retain(|offer| {
            place += 1;
            let form = (offer.steps.clone(), offer.is_parallel());
            let is_new = !forms.contains(&form);
            if is_new {
                forms.push(form);
            }
            place <= kept || is_new
        });
    }
}
