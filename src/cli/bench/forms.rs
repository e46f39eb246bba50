//! The forms of a kernel that are measured beside the optimised one: what schedules and sketches make of it, and what the search
//! offers.

use std::path::PathBuf;

use ovolo::given_schedule::{Given, Others};
use ovolo::outcome::{Choice, Form, Validation};
use ovolo::{Options, optimize};
use ovolo_bench::side::{self, Equality, Known, Untimed};
use ovolo_extract::cost::Cost;
use ovolo_extract::machine::Machine;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_rewrites::forms::parse_schedule;
use ovolo_rewrites::schedule::{NestSchedule, Schedule};

use super::Arguments;
use crate::input::{self, Source};
use crate::{Failure, note};

/// A schedule or a sketch that the user gives.
pub struct Wanted {
    /// What the form is called that it makes.
    pub name: String,
    source: Source,
    schedule: Schedule,
    others: Others,
    /// How many forms are wanted of it.
    count: usize,
    /// Whether some kernel has a form as it says.
    pub is_followed: bool,
}

/// The schedules and the sketches of the command line.
pub fn wanted(arguments: &Arguments) -> Result<Vec<Wanted>, Failure> {
    let schedule = |path: &PathBuf| {
        let source = input::read(path)?;
        Wanted::read(source.name.clone(), source, Others::Kept, 1)
    };
    let sketch = |(number, text): (usize, &String)| {
        let (name, text) = (format!("sketch {}", number + 1), text.clone());
        let source = Source {
            name: "--sketch".to_string(),
            text,
        };
        let count = arguments.candidates.map_or(1, usize::from);
        Wanted::read(name, source, Others::Searched, count)
    };
    let schedules = arguments.schedule.iter().map(schedule);
    let sketches = arguments.sketch.iter().enumerate().map(sketch);
    schedules.chain(sketches).collect()
}

impl Wanted {
    fn read(name: String, source: Source, others: Others, count: usize) -> Result<Wanted, Failure> {
        let schedule = parse_schedule(&source.text).map_err(|mistake| source.failure(&[mistake]))?;
        Ok(Wanted {
            name,
            source,
            schedule,
            others,
            count,
            is_followed: false,
        })
    }

    pub fn given(&self) -> Given<'_> {
        Given {
            schedule: &self.schedule,
            others: self.others,
            is_of_text: false,
        }
    }

    /// Why it is not followed.
    pub fn failure(&self, error: &ovolo::Unfollowed) -> Failure {
        self.source.failure(&error.mistakes)
    }
}

/// A kernel of which forms are made, and what they are made for.
#[derive(Clone, Copy)]
pub struct Task<'t> {
    pub kernel: &'t str,
    pub module: &'t Module,
    pub function: &'t str,
    pub model: FpModel,
    pub machine: &'t Machine,
    pub progress: &'t (dyn Fn(&str) + Sync),
}

/// A form with its name and what is predicted of it.
#[derive(Clone, Debug)]
pub struct Named {
    pub name: String,
    pub nests: Vec<NestSchedule>,
    /// Predicted cycles, as far as the nests are understood.
    pub cycles: Option<f64>,
    pub parts: Cost,
}

/// The forms of a kernel that are measured, and those that are not.
#[derive(Default)]
pub struct Forms {
    /// All of which something is predicted.
    pub named: Vec<Named>,
    pub measured: Vec<side::Form>,
    pub untimed: Vec<Untimed>,
}

impl Forms {
    /// The original and what was chosen for it; the module has that.
    pub fn of_choice(&mut self, task: Task<'_>, choice: &Choice, module: &Module, equality: Equality) {
        self.named.push(Named {
            name: side::ORIGINAL.to_string(),
            nests: Vec::new(),
            cycles: choice.cost_before,
            parts: choice.parts_before.clone(),
        });
        let optimized = Named {
            name: side::OPTIMIZED.to_string(),
            nests: choice.schedule.nests.clone(),
            cycles: choice.cost_after,
            parts: choice.parts_after.clone(),
        };
        self.measured.push(side::Form {
            name: optimized.name.clone(),
            module: module.clone(),
            equality,
            predicted: optimized.cycles.map(|cycles| cycles / task.machine.frequency),
            schedule: text(&optimized.nests),
        });
        self.named.push(optimized);
    }

    /// Seconds that a call of the original is predicted to take.
    pub fn predicted_of_original(&self, machine: &Machine) -> Option<f64> {
        let original = self.named.iter().find(|named| named.name == side::ORIGINAL)?;
        Some(original.cycles? / machine.frequency)
    }

    /// Adds what a schedule or a sketch makes of a kernel.
    pub fn follow(&mut self, task: Task<'_>, wanted: &mut Wanted) {
        match forms(task, Some(wanted.given()), wanted.count) {
            Ok((forms, why)) if forms.is_empty() => {
                let reason = match why {
                    Some(why) => why,
                    None => format!("it says nothing of @{}", task.function),
                };
                self.leave_out(wanted.name.clone(), reason);
            }
            Ok((forms, _)) => {
                wanted.is_followed = true;
                self.add(task, forms, |number| match wanted.count {
                    1 => wanted.name.clone(),
                    _ => format!("{}.{number}", wanted.name),
                });
            }
            Err(error) => {
                note(wanted.failure(&error).message.trim_end());
                self.leave_out(wanted.name.clone(), error.to_string());
            }
        }
    }

    /// Adds the forms of a kernel that are predicted to be the fastest.
    pub fn search(&mut self, task: Task<'_>, count: usize) {
        match forms(task, None, count) {
            Ok((forms, why)) if forms.is_empty() => {
                let reason =
                    why.unwrap_or_else(|| "the search offers no other form of the whole".to_string());
                self.leave_out("candidates".to_string(), reason);
            }
            Ok((forms, _)) => self.add(task, forms, |number| format!("candidate {number}")),
            Err(error) => self.leave_out("candidates".to_string(), error.to_string()),
        }
    }

    fn leave_out(&mut self, name: String, reason: String) {
        self.untimed.push(Untimed { name, reason });
    }

    fn add(&mut self, task: Task<'_>, forms: Vec<Form>, name: impl Fn(usize) -> String) {
        for (number, form) in forms.into_iter().enumerate() {
            let name = name(number + 1);
            tell(task.kernel, &name, &form);
            match form.judged {
                Ok((module, validation)) => self.measured.push(side::Form {
                    name: name.clone(),
                    module,
                    equality: equality(&[&validation]),
                    predicted: Some(form.cycles / task.machine.frequency),
                    schedule: text(&form.nests),
                }),
                Err(reason) => self.leave_out(name.clone(), reason),
            }
            self.named.push(Named {
                name,
                nests: form.nests,
                cycles: Some(form.cycles),
                parts: form.parts,
            });
        }
    }
}

/// Forms of a kernel; where there are none, what is said of the loops that are not understood.
fn forms(
    task: Task<'_>,
    given: Option<Given<'_>>,
    count: usize,
) -> Result<(Vec<Form>, Option<String>), ovolo::Unfollowed> {
    let options = Options {
        fp: task.model,
        machine: task.machine.clone(),
        given,
        forms: count,
        progress: task.progress,
        ..Options::default()
    };
    let outcome = optimize(task.module, &options)?;
    let mut choices = outcome.functions.into_iter();
    let choice = choices.find(|choice| choice.function == task.function);
    let choice = choice.unwrap_or_default();
    let why = choice.kept.first().map(|kept| kept.reason.clone());
    Ok((choice.forms, why))
}

/// Says what a form is, and why it is equal or not taken.
fn tell(kernel: &str, name: &str, form: &Form) {
    let mut lines = vec![format!("{kernel}: {name}")];
    let schedule = text(&form.nests);
    lines.extend(schedule.lines().map(|line| format!("  {line}")));
    lines.push(match &form.judged {
        Ok((_, validation)) => format!("  {validation}"),
        Err(reason) => format!("  not measured: {reason}"),
    });
    note(&lines.join("\n"));
}

/// The text of what is made of nests.
pub fn text(nests: &[NestSchedule]) -> String {
    nests.iter().map(ToString::to_string).collect()
}

/// What is known of a program whose functions were validated so.
pub fn equality(validations: &[&Validation]) -> Equality {
    let is_kept = |validation: &&Validation| matches!(validation, Validation::Unchanged);
    let known = if validations.iter().all(is_kept) {
        Known::Kept
    } else if validations.iter().all(|validation| validation.is_proved()) {
        Known::Proved
    } else if validations.iter().all(|validation| validation.is_accepted()) {
        Known::Checked
    } else {
        Known::Unproved
    };
    let told: Vec<String> = validations.iter().map(ToString::to_string).collect();
    Equality {
        known,
        told: told.join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_accepted_is_named_and_not_measured() {
        let module = Module::new();
        let machine = Machine::generic();
        let task = Task {
            kernel: "f",
            module: &module,
            function: "f",
            model: FpModel::STRICT,
            machine: &machine,
            progress: &|_| {},
        };
        let form = |judged| Form {
            nests: Vec::new(),
            cycles: 2.0 * machine.frequency,
            parts: Cost::default(),
            judged,
        };
        let unproved = form(Err("no proof: it is not known why".to_string()));
        let kept = form(Ok((module.clone(), Validation::Unchanged)));
        let mut forms = Forms::default();
        forms.add(task, vec![unproved, kept], |number| format!("candidate {number}"));
        let untimed: Vec<[&str; 2]> = forms
            .untimed
            .iter()
            .map(|own| [&*own.name, &*own.reason])
            .collect();
        assert_eq!(untimed, [["candidate 1", "no proof: it is not known why"]]);
        let [measured] = forms.measured.as_slice() else {
            panic!("{} forms are measured", forms.measured.len());
        };
        assert_eq!(
            (measured.name.as_str(), measured.predicted),
            ("candidate 2", Some(2.0))
        );
        // Both may be compared by what is predicted of them.
        assert_eq!(forms.named.len(), 2);
    }
}
