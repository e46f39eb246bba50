//! A function whose text has a schedule: its loops without that, and with as much of it as can be followed.

use ovolo_lang::ir::Module;
use ovolo_lang::krnl_loops;
use ovolo_rewrites::schedule::Schedule;

use crate::given_schedule::Given;
use crate::outcome::Choice;
use crate::pipeline::{Found, Task};
use crate::request::Request;
use crate::text_schedule::Followed;

impl Task<'_> {
    /// What is found for a function with a schedule of its own, or what is found for its loops without that where it is faster
    /// and as equal.
    pub(crate) fn unscheduled(
        self,
        request: &Request<'_>,
        module: &Module,
        scheduled: Option<&krnl_loops::Converted>,
    ) -> Found {
        let found = self.found(request, module);
        let is_followed = found.mistakes.is_empty();
        let other = scheduled
            .filter(|_| request.given.is_none() || !is_followed)
            .and_then(|own| self.plain(request, module, own));
        let Some(mut other) = other else {
            return found;
        };
        let cost = |choice: &Choice| choice.cost_after.or(choice.cost_before).unwrap_or(f64::INFINITY);
        let is_faster = !is_followed || cost(&other.choice) < cost(&found.choice);
        if !other.choice.is_changed() || !other.mistakes.is_empty() || !is_faster {
            return found;
        }
        other.choice.is_unscheduled = true;
        other.choice.cost_before = found.choice.cost_before.or(other.choice.cost_before);
        other.choice.timing_seconds += found.choice.timing_seconds;
        other
    }

    /// What is found for a function without the schedule that its text has.
    fn plain(self, request: &Request<'_>, module: &Module, own: &krnl_loops::Converted) -> Option<Found> {
        let plain = |module| krnl_loops::without_schedule(module, own);
        let (asked, plain) = plain(request.module).zip(plain(module))?;
        let request = Request {
            module: &asked,
            ..*request
        };
        Some(self.widened(&request, &plain))
    }

    /// The function without the schedule that its text has, and then with that, as far as it can be followed.
    pub(crate) fn as_the_text_says(
        self,
        request: &Request<'_>,
        module: &Module,
        given: Given<'_>,
        scheduled: Option<&krnl_loops::Converted>,
    ) -> Found {
        let said = given.schedule.of_function(self.name, self.is_only);
        let free = Request {
            given: Some(Given {
                schedule: &Schedule::default(),
                ..given
            }),
            ..*request
        };
        let kept = self.found(&free, module);
        let said = said.filter(|said| !said.nests.is_empty());
        let Some((own, said)) = scheduled.zip(said) else {
            return kept;
        };
        let mut found: Option<Found> = None;
        let ways = Followed::ways(said);
        for followed in &ways {
            let schedule = followed.of(given.schedule);
            let given = Given {
                schedule: &schedule,
                ..given
            };
            let asked = Request {
                given: Some(given),
                ..*request
            };
            let Some(mut next) = self.plain(&asked, module, own) else {
                return kept;
            };
            let first = found.get_or_insert_with(|| Found {
                module: module.clone(),
                choice: next.choice.clone(),
                inner: Vec::new(),
                mistakes: next.mistakes.clone(),
            });
            if next.mistakes.is_empty() {
                next.choice.cost_before = kept.choice.cost_before.or(next.choice.cost_before);
                if followed != &ways[0] {
                    let why: Vec<String> = first.mistakes.iter().map(ToString::to_string).collect();
                    let given_up = followed.given_up(&ways[0]);
                    next.choice
                        .reject(format!("the schedule as it is: {}; {given_up}", why.join("; ")));
                }
                return next;
            }
        }
        found.unwrap_or(kept)
    }
}
