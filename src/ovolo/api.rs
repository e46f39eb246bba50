//! Optimising a module, as others call it.

use std::fmt;

use ovolo_extract::machine::Machine;
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_rewrites::lift::NotLifted;
use ovolo_rewrites::refusal::Refusal;
use ovolo_rewrites::rule::Rule;
use ovolo_rewrites::schedule::Schedule;

use crate::given_schedule::Given;
use crate::large_stack;
use crate::measure::Measure;
use crate::outcome::Choice;
use crate::pipeline;
use crate::request::Request;

/// What is asked of [`optimize`]. The default searches freely for the machine of this process, keeps every float
/// operation and its order, and times nothing.
pub struct Options<'a> {
    /// Granted to every float operation, beside its own `fastmath<…>` flags.
    pub fp: FpModel,
    /// The machine that the code is for, and how many threads parallel loops run on.
    pub machine: Machine,
    /// A schedule or a sketch to follow, and what becomes of the nests that it does not mention.
    pub given: Option<Given<'a>>,
    /// Rules of algebra beside the built-in ones. They are believed: take them from [`crate::prove_rules`].
    pub rules: &'a [Rule],
    /// Whether and how candidates are timed; the machine must be this one then.
    pub measure: Option<&'a Measure>,
    /// How many of the best forms of each function, or of the fillings of a sketch, are judged one by one and told in
    /// [`Choice::forms`], whatever is predicted of them. What is chosen is the first of them that is accepted then.
    pub forms: usize,
    /// Whether [`Choice::derivations`] is filled.
    pub derive: bool,
    /// Told what is being done, in a few words, from any thread.
    pub progress: &'a (dyn Fn(&str) + Sync),
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            fp: FpModel::STRICT,
            machine: Machine::host(),
            given: None,
            rules: &[],
            measure: None,
            forms: 0,
            derive: false,
            progress: &|_| {},
        }
    }
}

/// The program that was chosen, and the reasons for it.
pub struct Optimized {
    pub module: Module,
    /// What was tried and chosen for each function, in the order of the module.
    pub functions: Vec<Choice>,
    /// What was tried and chosen for nests that became functions of their own, by the number of the function that they stand in.
    pub inner: Vec<(usize, Choice)>,
    /// Operations outside of functions that stay as they are, and why.
    pub kept: Vec<NotLifted>,
}

impl Optimized {
    /// What was chosen, as it can be given again in [`Options::given`].
    pub fn schedule(&self) -> Schedule {
        Schedule {
            functions: self
                .functions
                .iter()
                .map(|choice| choice.schedule.clone())
                .collect(),
        }
    }
}

/// The schedule that is given cannot be followed.
#[derive(Clone, Debug)]
pub struct Unfollowed {
    /// Why; they point into the text of the schedule.
    pub mistakes: Vec<Diagnostic>,
    /// Transformations that did not apply to the functions, and why.
    pub refused: Vec<Refusal>,
}

impl fmt::Display for Unfollowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the schedule cannot be followed")?;
        self.mistakes
            .iter()
            .try_for_each(|mistake| write!(f, ": {mistake}"))
    }
}

impl std::error::Error for Unfollowed {}

/// The fastest program found that is proved equal to the module, or checked at many sizes: [`Choice::validation`] says
/// which, function by function. What is not understood stays as it is, with a reason.
///
/// The result does not depend on the load of the machine, nor on the number of its cores, unless candidates are timed.
///
/// # Errors
/// Where a schedule is given that cannot be followed.
pub fn optimize(module: &Module, options: &Options<'_>) -> Result<Optimized, Unfollowed> {
    let request = Request {
        module,
        original: module,
        model: options.fp,
        machine: &options.machine,
        given: options.given,
        rules: options.rules,
        measure: options.measure,
        forms: options.forms,
        derive: options.derive,
        progress: options.progress,
    };
    let outcome = large_stack::on_pool(|| pipeline::optimize(&request));
    if !outcome.mistakes.is_empty() {
        let refused = outcome.functions.into_iter().flat_map(|choice| choice.refused);
        return Err(Unfollowed {
            mistakes: outcome.mistakes,
            refused: refused.collect(),
        });
    }
    Ok(Optimized {
        module: outcome.module,
        functions: outcome.functions,
        inner: outcome.inner,
        kept: outcome.kept,
    })
}
