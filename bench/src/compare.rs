//! The comparison that `ovolo bench` makes: one kernel as it was written, optimised, and through other
//! compilers.

use anyhow::{Context, Result};
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_lower::{Jit, Options, Parallel};

use crate::globals;
use crate::peer::{CSource, Peer, clang, gcc, through_mlir};
use crate::report::{Report, Search};
use crate::work::operations;
use ovolo_lower::c::c_source;
use ovolo_timing::call::Function;
use ovolo_timing::data::Argument;
use ovolo_timing::measure::{Agreement, Plan, Side, SideMeasurement, measure, rounding_alone};
use ovolo_timing::results::Results;

/// The names of the sides.
pub const ORIGINAL: &str = "original";
pub const OPTIMIZED: &str = "optimised";
pub const CLANG: &str = "clang";
pub const GCC: &str = "gcc";
pub const THROUGH_MLIR: &str = "optimised, through MLIR";

/// The forms of one kernel.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    pub kernel: &'a str,
    /// The name of the function, in both modules.
    pub function: &'a str,
    pub original: &'a Module,
    pub optimized: &'a Module,
    /// The original in C as a user writes it; what is printed of the module where there is none.
    pub c: Option<CSource<'a>>,
    /// Whether clang compiles the original too.
    pub with_clang: bool,
    /// Whether gcc does.
    pub with_gcc: bool,
    /// Whether MLIR's own lowering compiles the optimised form too.
    pub with_mlir: bool,
    pub search: Search,
}

/// Measures the forms in turns on these arguments. All sides run under the floating-point model of the plan.
/// Only the optimised one uses more than one thread.
pub fn compare(comparison: &Comparison<'_>, mut arguments: Vec<Argument>, plan: &Plan) -> Result<Report> {
    let function = comparison
        .original
        .function(comparison.function)
        .with_context(|| format!("no function @{}", comparison.function))?;
    let results = Results::of(comparison.original, function)?;
    let operations = operations(comparison.original, function, &arguments);
    let variables = globals::of(function, arguments.len(), comparison.original);
    let [original_module, optimized_module] =
        [comparison.original, comparison.optimized].map(globals::as_parameters);
    let original = jit(&original_module, plan.model, 1)?;
    let optimized = jit(&optimized_module, plan.model, plan.threads)?;
    let mut sides = vec![
        jit_side(ORIGINAL, &original, comparison.function, plan.model)?,
        jit_side(OPTIMIZED, &optimized, comparison.function, plan.model)?,
    ];
    let mut peers: Vec<(&str, Peer)> = Vec::new();
    if comparison.with_clang || comparison.with_gcc {
        let (text, arguments) = match comparison.c {
            Some(c) => (c.text.to_string() + &globals::accessors(&variables), c.arguments),
            None => (c_source(&original_module)?, &[][..]),
        };
        let source = CSource {
            text: &text,
            arguments,
        };
        if comparison.with_clang {
            peers.push((CLANG, clang(source, plan.model)?));
        }
        if comparison.with_gcc {
            peers.push((GCC, gcc(source, plan.model)?));
        }
    }
    if comparison.with_mlir {
        peers.push((THROUGH_MLIR, through_mlir(&optimized_module, plan.model)?));
    }
    for (name, peer) in &peers {
        sides.push(Side {
            name: name.to_string(),
            model: peer.command.clone(),
            function: peer.function(comparison.function)?,
            globals: match comparison.c {
                Some(_) if *name == CLANG || *name == GCC => globals::addresses(&variables, peer)?,
                _ => Vec::new(),
            },
        });
    }
    // SAFETY: the arguments are those of the function, which all sides compile.
    let mut measurement = unsafe { measure(&sides, &mut arguments, &results, plan)? };
    let differs = |side: &SideMeasurement| matches!(side.agreement, Agreement::Differs(_));
    if plan.model != FpModel::STRICT && measurement.sides.iter().any(differs) {
        let strict = jit(&original_module, FpModel::STRICT, 1)?;
        let strict = jit_side(ORIGINAL, &strict, comparison.function, FpModel::STRICT)?;
        // SAFETY: as above.
        let alone = unsafe { rounding_alone([sides[0].clone(), strict], &mut arguments, &results, plan)? };
        for side in &mut measurement.sides {
            side.agreement = side.agreement.beside(alone);
        }
    }
    Ok(Report {
        kernel: comparison.kernel.to_string(),
        model: plan.model,
        search: comparison.search,
        operations,
        measurement,
    })
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
        globals: Vec::new(),
    })
}
