//! The comparison that `ovolo bench` makes: one kernel as it was written, in the forms that are made of it, and by others.

use anyhow::{Context, Result};
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::loops::with_loops;
use ovolo_lower::c::c_source;
use ovolo_lower::{Jit, Options, Parallel};
use ovolo_timing::agreement::Agreement;
use ovolo_timing::call::{Function, Passed};
use ovolo_timing::data::Argument;
use ovolo_timing::measure::{Plan, Side, SideMeasurement, Stopped, measure, rounding_alone};
use ovolo_timing::results::Results;

use crate::globals::{self, Variable};
use crate::matrix_product::matrix_product;
use crate::peer::library::ProductLibrary;
use crate::peer::{CSource, Compiled, Means, Peer, through_mlir};
use crate::report::Report;
use crate::side::{About, Form, Given, ORIGINAL, THROUGH_MLIR, Untimed};
use crate::work::operations;

/// The forms of one kernel, and who else computes it.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    pub kernel: &'a str,
    /// The name of the function, in all modules.
    pub function: &'a str,
    pub original: &'a Module,
    /// Seconds that a call of it is predicted to take.
    pub predicted: Option<f64>,
    /// What is made of it; the optimised form comes first.
    pub forms: &'a [Form],
    /// The original in C as a user writes it; what is printed of the module where there is none.
    pub c: Option<CSource<'a>>,
    pub peers: &'a [Peer],
    /// Whether MLIR's own lowering compiles the optimised form too.
    pub with_mlir: bool,
    /// Seconds that it took to optimise and to validate.
    pub search_seconds: f64,
}

/// Measures the forms in turns on these arguments. All sides run under the floating-point model of the plan.
/// Only the forms and the libraries use more than one thread.
pub fn compare(comparison: &Comparison<'_>, mut arguments: Vec<Argument>, plan: &Plan) -> Result<Report> {
    let function = comparison
        .original
        .function(comparison.function)
        .with_context(|| format!("no function @{}", comparison.function))?;
    let results = Results::of(comparison.original, function)?;
    let mut sides = Sides::of(comparison, function, &arguments, plan)?;
    let all: Vec<Side> = sides.all.iter().map(|(side, _)| side.clone()).collect();
    // SAFETY: the arguments are those of the function, which all sides compile or compute.
    let mut measurement = unsafe { measure(&all, &mut arguments, &results, plan)? };
    sides.leave_out(&measurement.stopped);
    let differs = |side: &SideMeasurement| matches!(side.agreement, Agreement::Differs(_));
    if plan.model != FpModel::STRICT && measurement.sides.iter().any(differs) {
        let module = globals::as_parameters(comparison.original);
        let strict = jit(&module, FpModel::STRICT, 1)?;
        let strict = jit_side(ORIGINAL, &strict, comparison.function, FpModel::STRICT)?;
        // SAFETY: as above.
        let alone = unsafe { rounding_alone([all[0].clone(), strict], &mut arguments, &results, plan)? };
        for side in &mut measurement.sides {
            side.agreement = side.agreement.beside(alone);
        }
    }
    Ok(Report {
        kernel: comparison.kernel.to_string(),
        function: comparison.function.to_string(),
        model: plan.model,
        search_seconds: comparison.search_seconds,
        operations: operations(comparison.original, function, &arguments),
        arguments: arguments.iter().map(Given::of).collect(),
        measurement,
        about: sides.all.into_iter().map(|(_, about)| about).collect(),
        untimed: sides.untimed,
    })
}

/// What is measured, and the code of it.
#[derive(Default)]
struct Sides {
    all: Vec<(Side, About)>,
    untimed: Vec<Untimed>,
    jits: Vec<Jit>,
    compiled: Vec<Compiled>,
}

impl Sides {
    fn of(comparison: &Comparison<'_>, function: OpId, arguments: &[Argument], plan: &Plan) -> Result<Sides> {
        let mut sides = Sides::default();
        let original = globals::as_parameters(comparison.original);
        sides.add_forms(comparison, &original, plan)?;
        let variables = globals::of(function, arguments.len(), comparison.original);
        let source = Printed::of(comparison, &original, &variables);
        for &peer in comparison.peers {
            if let Err(reason) = sides.add_peer(peer, comparison, &source, arguments, plan) {
                let name = peer.to_string();
                sides.untimed.push(Untimed { name, reason });
            }
        }
        if let (true, Some(optimized)) = (comparison.with_mlir, comparison.forms.first()) {
            let module = globals::as_parameters(&optimized.module);
            let compiled = through_mlir(&module, plan.model)?;
            let passed = Passed::default();
            sides.add(THROUGH_MLIR, "mlir", compiled, comparison.function, passed)?;
        }
        Ok(sides)
    }

    /// The original, and what is made of it.
    fn add_forms(&mut self, comparison: &Comparison<'_>, original: &Module, plan: &Plan) -> Result<()> {
        let name = comparison.function;
        let about = About {
            predicted: comparison.predicted,
            ..About::own(1)
        };
        self.add_own(ORIGINAL, original, name, about, plan.model)?;
        for form in comparison.forms {
            let about = About {
                predicted: form.predicted,
                equality: Some(form.equality.clone()),
                schedule: form.schedule.clone(),
                ..About::own(plan.threads)
            };
            let module = globals::as_parameters(&form.module);
            self.add_own(&form.name, &module, name, about, plan.model)?;
        }
        Ok(())
    }

    /// Adds what a peer makes of the kernel, or says why it makes nothing of it.
    fn add_peer(
        &mut self,
        peer: Peer,
        comparison: &Comparison<'_>,
        source: &Result<Printed<'_>, String>,
        arguments: &[Argument],
        plan: &Plan,
    ) -> Result<(), String> {
        match peer.means() {
            Means::Compiles(compiler) => {
                self.add_compiled(peer, compiler, source, comparison.function, plan.model)
            }
            Means::Multiplies(library) => {
                self.add_library(peer, library, comparison, arguments, plan.threads)
            }
        }
    }

    /// Leaves out what a trial has stopped.
    fn leave_out(&mut self, stopped: &[Stopped]) {
        let is_stopped = |side: &Side| stopped.iter().any(|stopped| stopped.name == side.name);
        self.all.retain(|(side, _)| !is_stopped(side));
        self.untimed.extend(stopped.iter().map(|stopped| Untimed {
            name: stopped.name.clone(),
            reason: format!("a call of it is {}", stopped.how),
        }));
    }

    /// Compiles a module in this process.
    fn add_own(
        &mut self,
        side: &str,
        module: &Module,
        name: &str,
        about: About,
        model: FpModel,
    ) -> Result<()> {
        let jit = jit(module, model, about.threads)?;
        self.all.push((jit_side(side, &jit, name, model)?, about));
        self.jits.push(jit);
        Ok(())
    }

    /// Lets another compiler compile the C.
    fn add_compiled(
        &mut self,
        peer: Peer,
        compiler: fn(CSource<'_>, FpModel) -> Result<Compiled>,
        source: &Result<Printed<'_>, String>,
        name: &str,
        model: FpModel,
    ) -> Result<(), String> {
        let source = source.as_ref().map_err(Clone::clone)?;
        let told = |error: anyhow::Error| format!("{error:#}");
        let compiled = compiler(source.c(), model).map_err(told)?;
        let passed = match source.is_as_written {
            true => globals::addresses(source.variables, &compiled).map_err(told)?,
            false => Vec::new(),
        };
        let passed = Passed::Arguments(passed);
        self.add(peer.name(), peer.name(), compiled, name, passed)
            .map_err(told)
    }

    fn add(
        &mut self,
        side: &str,
        by: &'static str,
        compiled: Compiled,
        name: &str,
        passed: Passed,
    ) -> Result<()> {
        let about = About {
            by,
            line: compiled.line.clone(),
            version: compiled.version.clone(),
            ..About::own(1)
        };
        let side = Side {
            name: side.to_string(),
            model: compiled.command.clone(),
            function: compiled.function(name)?,
            passed,
        };
        self.all.push((side, about));
        self.compiled.push(compiled);
        Ok(())
    }

    /// Calls a routine of a library, where that computes the function.
    fn add_library(
        &mut self,
        peer: Peer,
        library: &ProductLibrary,
        comparison: &Comparison<'_>,
        arguments: &[Argument],
        threads: u32,
    ) -> Result<(), String> {
        let no_routine = |reason| format!("no routine of {peer} computes this function: {reason}");
        let loops = with_loops(comparison.original);
        let module = loops.as_ref().unwrap_or(comparison.original);
        let product = match module.function(comparison.function) {
            Some(function) => matrix_product(module, function, arguments).map_err(no_routine)?,
            None => return Err(no_routine("it is not there".to_string())),
        };
        let routine = library.routine(&product).map_err(no_routine)?;
        let side = Side {
            name: peer.to_string(),
            model: routine.command,
            function: routine.function,
            passed: Passed::Own(routine.words),
        };
        let about = About {
            by: peer.name(),
            line: side.model.clone(),
            version: routine.version,
            ..About::own(threads)
        };
        self.all.push((side, about));
        Ok(())
    }
}

/// The C of a kernel, for compilers.
struct Printed<'a> {
    text: String,
    arguments: &'a [String],
    /// Whether it is what a user wrote, in which some arguments are variables.
    is_as_written: bool,
    variables: &'a [Variable],
}

impl<'a> Printed<'a> {
    fn of(
        comparison: &Comparison<'a>,
        original: &Module,
        variables: &'a [Variable],
    ) -> Result<Printed<'a>, String> {
        let printed = |error| format!("no C is printed of it: {error}");
        Ok(match comparison.c {
            Some(c) => Printed {
                text: c.text.to_string() + &globals::accessors(variables),
                arguments: c.arguments,
                is_as_written: true,
                variables,
            },
            None => Printed {
                text: c_source(original).map_err(printed)?,
                arguments: &[],
                is_as_written: false,
                variables,
            },
        })
    }

    fn c(&self) -> CSource<'_> {
        CSource {
            text: &self.text,
            arguments: self.arguments,
        }
    }
}

fn jit(module: &Module, model: FpModel, threads: u32) -> Result<Jit> {
    let options = Options {
        fp: model,
        parallel: Parallel::in_process(threads),
        // What comes from C is called as it is in C, by which no other function changes.
        c_entries: true,
        ..Options::default()
    };
    Ok(ovolo_lower::compile(module, &options)?.jit()?)
}

fn jit_side(name: &str, jit: &Jit, function: &str, model: FpModel) -> Result<Side> {
    let address = jit
        .symbol(function)
        .with_context(|| format!("@{function} is private"))?;
    Ok(Side {
        name: name.to_string(),
        model: model.to_string(),
        // SAFETY: the address is that of a function with the C interface of `ovolo_lower`, and the caller
        // keeps the code while it measures.
        function: unsafe { Function::new(address.cast()) },
        passed: Passed::default(),
    })
}
