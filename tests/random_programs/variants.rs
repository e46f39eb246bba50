//! Forms and schedules of a nest: some that extraction offers, the others at random.

use std::collections::BTreeSet;
use std::sync::Arc;

use ovolo_extract::machine::Machine;
use ovolo_extract::sample::sample;
use ovolo_extract::space::{Style, Unfit};
use ovolo_extract::tiles::{Extraction, extract, extract_within};
use ovolo_lang::ir::Module;
use ovolo_lang::print::print_module;
use ovolo_rewrites::egraph::of_nest;
use ovolo_rewrites::forms::{Form, forms, parse_schedule};
use ovolo_rewrites::loops::{LoopLimits, saturate_loops};
use ovolo_rewrites::materialize::materialize;
use ovolo_rewrites::nest::{Choice, Nest};
use ovolo_rewrites::refusal::Refusals;
use ovolo_rewrites::risks::takes_more_risks;
use ovolo_rewrites::rule::builtin;
use ovolo_rewrites::saturate::{Limits, Stop, saturate};
use ovolo_rewrites::schedule::{NestSchedule, outline};
use ovolo_verify::emptiness::Z3Emptiness;

use crate::coverage::Coverage;
use crate::random::Random;

/// What is made of a nest.
pub struct Variants {
    pub choices: Vec<(Arc<Nest>, Choice)>,
    pub replays: Vec<Replay>,
    /// What was done to the nest beforehand, in the words of schedules.
    pub words: Vec<String>,
}

/// A choice for a form of a nest, and what its schedule makes when it is given.
pub struct Replay {
    nest: Arc<Nest>,
    choice: Choice,
    again: Result<Choice, String>,
}

/// Values are sampled so often before those of the source are kept.
const ATTEMPTS: usize = 6;

pub fn variants(
    nest: &Nest,
    oracle: &Z3Emptiness,
    count: usize,
    random: &mut Random,
    coverage: &mut Coverage,
) -> Variants {
    let mut choices = Vec::new();
    let mut nest = nest.clone();
    if let Some(choice) = other_values(&nest, oracle, random) {
        nest.term = choice.term.clone();
        choices.push((Arc::new(nest.clone()), choice));
    }
    let form = any_form(nest, oracle, random, coverage);
    let words = words_of(&form);
    let nest = Arc::new(form.nest);
    let machine = any_machine(random);
    let (mut loops, root) = of_nest(&nest, oracle);
    loops.analysis.runs_on_threads = machine.threads > 1;
    loops.analysis.asked.all = nest.term.as_ref().len() % 2 == 0;
    let limits = LoopLimits {
        nodes: 3_000,

        ..LoopLimits::default()
    };
    coverage.rules(&saturate_loops(&mut loops, &limits).unions);
    let style = random.pick(&[Style::Any, Style::Plain]);
    let offered = extract(&loops, root, &machine, style, 2).candidates;
    let offered: Vec<Choice> = offered.into_iter().map(|candidate| candidate.choice).collect();
    let is_scheduled = |choice: &&Choice| !outline(choice).body.is_empty();
    let replays = offered.iter().filter(is_scheduled).map(|choice| Replay {
        nest: Arc::clone(&nest),
        choice: choice.clone(),
        again: replay(choice, &|wanted| {
            extract_within(&loops, root, wanted, &machine, 1)
        }),
    });
    let replays = replays.collect();
    choices.extend(offered.into_iter().map(|choice| (Arc::clone(&nest), choice)));
    for _ in 0..2 * count {
        if choices.len() >= count {
            break;
        }
        let choice = sample(&loops, root, &mut |n| random.below(n));
        choices.extend(choice.map(|choice| (Arc::clone(&nest), choice)));
    }
    Variants {
        choices,
        replays,
        words,
    }
}

/// The nest with its values in another form, half the time.
fn other_values(nest: &Nest, oracle: &Z3Emptiness, random: &mut Random) -> Option<Choice> {
    let limits = Limits {
        nodes: 1_500,
        iterations: 6,

        ..Limits::default()
    };
    let (mut algebra, root) = of_nest(nest, oracle);
    let grown = saturate(&mut algebra, builtin(), &limits);
    if grown.stop == Stop::Contradiction || random.below(2) > 0 {
        return None;
    }
    let sampled = (0..ATTEMPTS).filter_map(|_| sample(&algebra, root, &mut |n| random.below(n)));
    // `0` may be `t[] ^ t[]`, but not where t was not written.
    let mut sampled = sampled.filter(|choice| !takes_more_risks(&algebra, &nest.term, &choice.term));
    sampled.next()
}

/// A form of the nest: each word that some form has is as likely, the rare ones too.
fn any_form(nest: Nest, oracle: &Z3Emptiness, random: &mut Random, coverage: &mut Coverage) -> Form {
    let mut forms = forms(nest, oracle, &mut Refusals::default());
    let words: BTreeSet<String> = forms.iter().flat_map(words_of).collect();
    words.iter().for_each(|word| coverage.form(word, false));
    let words: Vec<String> = words.into_iter().collect();
    for _ in 0..2 {
        if !words.is_empty() && random.below(3) > 0 {
            let wanted = &words[random.below(words.len())];
            if forms.iter().any(|form| words_of(form).contains(wanted)) {
                forms.retain(|form| words_of(form).contains(wanted));
            }
        }
    }
    forms.swap_remove(random.below(forms.len()))
}

fn words_of(form: &Form) -> Vec<String> {
    let steps = form.steps.iter();
    steps.map(|step| step.word.symbol.as_str().to_string()).collect()
}

fn any_machine(random: &mut Random) -> Machine {
    let mut machine = Machine::generic();
    machine.threads = random.pick(&[1, 2, 3]);
    machine.fork_cycles = 1.0;
    machine.vector_bytes = random.pick(&[8, 16, 32]);
    machine.caches[0].size = random.pick(&[512, 32 << 10]);
    machine
}

/// What the schedule of a choice describes.
fn replay(
    choice: &Choice,
    described: &dyn Fn(&NestSchedule) -> Result<Extraction, Unfit>,
) -> Result<Choice, String> {
    let text = outline(choice).to_string();
    let schedule = parse_schedule(&text).map_err(|d| d.to_string())?;
    let nests = schedule.functions.first().map(|function| &function.nests[0]);
    let wanted = nests.ok_or("it is empty")?;
    let found = described(wanted).map_err(|unfit| format!("{unfit:?}"))?;
    let again = found.candidates.into_iter().next();
    Ok(again.ok_or("no sizes fit")?.choice)
}

impl Replay {
    /// Whether the schedule makes what it is the schedule of.
    pub fn is_the_same(&self, original: &Module) -> Result<(), String> {
        let Ok(made) = materialize(original, &[(&self.nest, &self.choice)]) else {
            return Ok(());
        };
        let text = outline(&self.choice).to_string();
        let again = self.again.as_ref().map_err(|unfit| format!("{unfit}\n{text}"))?;
        let replayed = materialize(original, &[(&self.nest, again)]).map_err(|e| format!("{e}\n{text}"))?;
        let [made, replayed] = [made, replayed].map(|module| print_module(&module));
        match made == replayed {
            true => Ok(()),
            false => Err(format!("{text}\nchosen:\n{made}\nreplayed:\n{replayed}")),
        }
    }
}
