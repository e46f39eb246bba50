//! A version of a function for arguments that are apart, beside one for all.

use ovolo_lang::ir::Module;
use ovolo_lang::isolate_function::isolate_function;
use ovolo_lang::linalg::{convert_to_loops, restore_operations};
use ovolo_rewrites::versioning::{Versioned, versioned};

use crate::outcome::Choice;
use crate::pipeline::{Found, Task};
use crate::request::Request;
use crate::timed::timed;
use crate::validate::prove_function;

/// Where a version for arguments that are apart is predicted to take less than this part of the time, it is taken: the test
/// takes time, and code.
const WORTH_A_VERSION: f64 = 0.8;

/// The same where it was timed.
const WORTH_A_TIMED_VERSION: f64 = 0.95;

impl Task<'_> {
    /// The function, and where its arguments may overlap a version of it for those that are apart if that is faster.
    pub(crate) fn with_versions(self, request: &Request<'_>, module: &Module) -> Found {
        let mut found = self.optimized(request, module);
        let is_followed = found.mistakes.is_empty();
        let versions = versioned(
            &self.with_operations(module),
            module,
            self.function,
            request.model,
        );
        let Some(mut versions) = versions.filter(|_| request.given.is_none() || !is_followed) else {
            return found;
        };
        let apart = Task {
            function: versions.apart,
            ..self
        };
        let converted = convert_to_loops(&mut versions.module, versions.apart);
        let mut with_version = apart.optimized(request, &versions.module);
        restore_operations(&mut with_version.module, &converted);
        let cost = |found: &Found| found.choice.cost_after.unwrap_or(f64::INFINITY);
        // What is understood of the version alone stays in the other as it is.
        let costs_before = [&with_version, &found].map(|found| found.choice.cost_before);
        let of_others = match costs_before {
            [Some(all), Some(some)] => (all - some).max(0.0),
            _ => 0.0,
        };
        let worth = match request.measure {
            Some(_) => WORTH_A_TIMED_VERSION,
            None => WORTH_A_VERSION,
        };
        let is_worth = !is_followed || cost(&with_version) < worth * (cost(&found) + of_others);
        let is_as_it_is = !with_version.choice.is_changed() && !found.choice.is_changed();
        if is_worth && is_followed && is_as_it_is && found.choice.cost_after.is_some() {
            let reasons = std::mem::take(&mut with_version.choice.rejected);
            reasons.into_iter().for_each(|reason| found.choice.reject(reason));
            return self.as_it_is_apart(request, versions, with_version.choice.cost_after, found);
        }
        if !with_version.choice.is_changed() || !with_version.mistakes.is_empty() || !is_worth {
            if versions.conditions > 0 && !found.choice.is_changed() && !with_version.choice.is_changed() {
                // What is found of the sizes that it needs is what there is to say.
                found.choice.kept = with_version.choice.kept;
            }
            with_version
                .choice
                .rejected
                .into_iter()
                .for_each(|reason| found.choice.reject(reason));
            return found;
        }
        with_version.choice.has_versions = true;
        with_version.choice.size_conditions = versions.conditions;
        with_version.choice.may_overlap = found.choice.may_overlap;
        with_version.choice.timing_seconds += found.choice.timing_seconds;
        with_version
    }

    /// The versions where the one for arguments that are apart has the loops of the other, which then compile better: an element
    /// that is accumulated stays in a register.
    fn as_it_is_apart(
        self,
        request: &Request<'_>,
        versions: Versioned,
        cost: Option<f64>,
        mut found: Found,
    ) -> Found {
        let Ok(verdict) = prove_function(request, self.name, &versions.module) else {
            return found;
        };
        if let Some(measure) = request.measure {
            let alone = versions.module.function(self.name);
            let alone = alone.map(|function| isolate_function(&versions.module, function));
            let modules: Vec<Module> = alone.into_iter().collect();
            let timings = timed(request, measure, self.name, &modules, &mut found.choice);
            let is_faster = matches!(&timings, Ok(timings) if timings.fastest.is_some());
            found.choice.timings = Some(timings);
            if !is_faster {
                return found;
            }
        }
        found.choice.take_versions(&versions, verdict);
        found.choice.cost_after = cost;
        found.module = versions.module;
        found
    }

    /// Gives the function a version for arguments that are apart, if that is proved equal.
    pub(crate) fn tell_apart(self, request: &Request<'_>, module: &mut Module, choice: &mut Choice) {
        let function = module.function(self.name);
        let versions = function.and_then(|f| versioned(module, module, f, request.model));
        let Some(versions) = versions else {
            choice.tuned = None;
            return;
        };
        match prove_function(request, self.name, &versions.module) {
            Ok(verdict) => {
                choice.take_versions(&versions, verdict);
                *module = versions.module;
            }
            Err(reason) => {
                choice.tuned = None;
                choice.reject(format!(
                    "with a version for arguments that are apart it is not proved equal: {reason}"
                ));
            }
        }
    }
}
