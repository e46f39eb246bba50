//! Following a schedule that the user gives: which nest it is about, and why it cannot be applied.

use ovolo_extract::space::Unfit;
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_rewrites::forms::Form;
use ovolo_rewrites::schedule::{FormStep, NestSchedule, Schedule, Statement};

use crate::candidates::SearchGoal;

/// A schedule, and what becomes of the nests that it does not mention.
#[derive(Clone, Copy, Debug)]
pub struct Given<'g> {
    pub schedule: &'g Schedule,
    pub others: Others,
    /// Whether the schedule is the one that the text has, as [`crate::text_schedule`] gives it.
    pub is_of_text: bool,
}

/// What becomes of nests that the schedule does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    Kept,
    Searched,
}

impl<'g> Given<'g> {
    /// What is to become of a nest of a function.
    pub fn goal(&self, function: &str, is_only: bool, number: usize, count: usize) -> SearchGoal<'g> {
        let described = self.schedule.of_function(function, is_only);
        match described.and_then(|function| function.of_nest(number, count)) {
            Some(nest) => SearchGoal::Described(nest),
            None if self.others == Others::Kept => SearchGoal::Kept,
            None => SearchGoal::Fastest,
        }
    }

    /// The nests of a function that are to be one, counted from one, and what is to become of them.
    pub fn together(&self, function: &str, is_only: bool) -> Vec<(&'g [usize], &'g NestSchedule)> {
        let described = self.schedule.of_function(function, is_only);
        described.map_or(Vec::new(), |function| function.together().collect())
    }
}

/// Why nests that are to be one are not.
pub fn not_one(wanted: &NestSchedule, reason: String) -> Diagnostic {
    Diagnostic::new(wanted.span, "these nests are not fused into one").help(reason)
}

/// Whether a form is one that a schedule describes: exactly that one, or one with the steps that a sketch names.
pub fn fits(steps: &[FormStep], wanted: &NestSchedule) -> bool {
    let has = |step: &FormStep| {
        steps
            .iter()
            .any(|made| made.word == step.word && step.arrays.iter().all(|array| made.arrays.contains(array)))
    };
    match wanted.is_open() {
        true => wanted.forms.iter().all(has),
        false => wanted.forms == steps,
    }
}

/// Why no form of a nest fits.
pub fn no_form(wanted: &NestSchedule, forms: &[Form]) -> Diagnostic {
    let known: Vec<String> = forms
        .iter()
        .map(|form| match form.steps.as_slice() {
            [] => "as it is".to_string(),
            steps => steps
                .iter()
                .map(FormStep::to_string)
                .collect::<Vec<_>>()
                .join(" "),
        })
        .collect();
    let (span, text) = match wanted.forms.first() {
        Some(step) => (
            step.word.span,
            format!("the nest has no form with {}", listed(&wanted.forms)),
        ),
        None => (
            wanted.span,
            "the nest has no form with the loops and arrays of the source".to_string(),
        ),
    };
    Diagnostic::new(span, text).help(format!("its forms are: {}", known.join("; ")))
}

fn listed(steps: &[FormStep]) -> String {
    let steps: Vec<String> = steps.iter().map(FormStep::to_string).collect();
    steps.join(" ")
}

/// Loops that are named as standing where another was looked for.
const NAMED: usize = 8;

/// Why no term of any form fits: what fits nowhere in the form that fits furthest.
pub fn no_match(wanted: &NestSchedule, unfits: Vec<Unfit>) -> Diagnostic {
    let furthest = unfits.into_iter().max_by_key(|unfit| unfit.statement);
    let Some(unfit) = furthest else {
        let text = "no sizes of the tiles that are left open go with those that are given";
        return Diagnostic::new(wanted.span, text)
            .help("sizes are positive, and those of finer tiles of a loop divide those of coarser ones");
    };
    let Some(number) = unfit.statement else {
        let text = "every line of this fits somewhere in the nest, but not all of them together";
        return Diagnostic::new(wanted.span, text);
    };
    let statement = numbered(&wanted.body, &mut number.clone());
    let (span, text) = match statement {
        Some(Statement::Loop(inner)) => (inner.span, format!("the nest has no form with `{inner}` here")),
        Some(Statement::Reads(inner)) => (inner.span, format!("the nest has no form with `{inner}` here")),
        Some(other) => (
            other.span(),
            "the nest has no form with this statement here".to_string(),
        ),
        None => (wanted.span, "the nest has no such form".to_string()),
    };
    let mistake = Diagnostic::new(span, text);
    match unfit.instead.as_slice() {
        [] => mistake,
        instead => {
            let more = if instead.len() > NAMED { ", …" } else { "" };
            let shown = &instead[..instead.len().min(NAMED)];
            mistake.help(format!("what can stand here is {}{more}", shown.join(", ")))
        }
    }
}

/// The statement with this number in the order of the text.
fn numbered<'s>(
    statements: impl IntoIterator<Item = &'s Statement>,
    number: &mut usize,
) -> Option<&'s Statement> {
    for statement in statements {
        if *number == 0 {
            return Some(statement);
        }
        *number -= 1;
        if let Some(found) = numbered(statement.inside(), number) {
            return Some(found);
        }
    }
    None
}
