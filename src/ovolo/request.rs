//! What is asked of the pipeline.

use ovolo_extract::machine::Machine;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_rewrites::rule::Rule;

use crate::given_schedule::Given;
use crate::measure::Measure;

/// What is asked.
pub struct Request<'a> {
    pub module: &'a Module,
    /// What a result is compared with: the module, but where that has a version of a function for arguments that are apart.
    pub original: &'a Module,
    /// Granted to every float operation, beside its own `fastmath<…>` flags.
    pub model: FpModel,
    pub machine: &'a Machine,
    /// What the user says of the schedule.
    pub given: Option<Given<'a>>,
    /// Rules of algebra beside the built-in ones.
    pub rules: &'a [Rule],
    /// Whether and how candidates are timed.
    pub measure: Option<&'a Measure>,
    /// How many of the best forms of a function are judged one by one and told in [`crate::outcome::Choice::forms`].
    pub forms: usize,
    /// Whether it is told how what is chosen follows from the original.
    pub derive: bool,
    /// Told what is being done, in a few words.
    pub progress: &'a (dyn Fn(&str) + Sync),
}
