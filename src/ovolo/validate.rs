//! The validation of a candidate: a proof that the program is equal to the original for all sizes, or runs at some sizes where
//! those are cheap.

use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_lang::isolate_function::isolate_function;
use ovolo_rewrites::instances::typical_instances;
use ovolo_rewrites::materialize::materialize;
use ovolo_rewrites::nest::{Choice, Nest};
use ovolo_verify::program::{Options, Unknown, Verdict, prove_programs, verify_programs};

use crate::request::Request;

/// Statement instances, about, up to which a program is run through at its own sizes.
const EXACT: i64 = 200_000;

/// Work of z3 for a proof for all sizes. Arbitrary: some eight seconds, which few proofs take.
pub const PROOF_STEPS: u32 = 25_000_000;

/// The same of the one candidate on which more is spent. Arbitrary: some twenty seconds.
pub const LONG_PROOF_STEPS: u32 = 60_000_000;

/// The same of one step of many.
const FEW_PROOF_STEPS: u32 = 5_000_000;

/// Operations of the runs of a program. Arbitrary, as that below: about two seconds.
const SOME_STEPS: u64 = 15_000_000;

/// The same of one step of many.
const FEW_STEPS: u64 = 1_000_000;

/// The verdict on a module and the original where it is a proof for all sizes, or a run that shows a difference; else why there
/// is no proof.
pub fn prove(request: &Request<'_>, chosen: &Module, proof_steps: u32) -> Result<Verdict, String> {
    let options = Options {
        model: request.model,
        total_steps: SOME_STEPS,
        proof_steps,
        ..Options::default()
    };
    prove_programs(request.original, chosen, &options)
}

/// What runs at some sizes say of the function in which a choice for some nests changes a module.
pub fn run(request: &Request<'_>, chosen: &Module, choices: &[(&Nest, &Choice)]) -> Verdict {
    let function = choices
        .first()
        .and_then(|(nest, _)| request.module.function_around(nest.op));
    let Some(function) = function else {
        return undecided("no function was changed");
    };
    let instances = choices.iter().map(|(nest, _)| typical_instances(nest));
    if instances.fold(0, i64::saturating_add) > EXACT {
        return undecided(format!(
            "not run: the loops have more than some {EXACT} iterations"
        ));
    }
    // Of two versions one is changed.
    let [module, chosen] = [request.module, chosen].map(|module| isolate_function(module, function));
    let options = Options {
        model: request.model,
        total_steps: SOME_STEPS,
        proof_steps: 0,
        ..Options::default()
    };
    verify_programs(&module, &chosen, &options)
}

/// The proof that a function of a module is equal to that of its name in the original; else the reason why that is not shown.
pub fn prove_function(request: &Request<'_>, name: &str, chosen: &Module) -> Result<Verdict, String> {
    let alone = |module: &Module| {
        let function = module.function(name);
        function.map(|function| isolate_function(module, function))
    };
    let (Some(original), Some(chosen)) = (alone(request.original), alone(chosen)) else {
        return Err("it is no function of both".to_string());
    };
    let request = Request {
        original: &original,
        ..*request
    };
    let verdict = prove(&request, &chosen, LONG_PROOF_STEPS)?;
    match verdict.is_proved() {
        true => Ok(verdict),
        false => Err(verdict.to_string()),
    }
}

/// Compares two forms of nests in a module.
pub fn compare(module: &Module, forms: [(&Nest, &Choice); 2], model: FpModel) -> Verdict {
    let options = Options {
        model,
        total_steps: FEW_STEPS,
        proof_steps: FEW_PROOF_STEPS,
        ..Options::default()
    };
    match forms.map(|form| materialize(module, &[form])) {
        [Ok(first), Ok(second)] => verify_programs(&first, &second, &options),
        [Err(reason), _] | [_, Err(reason)] => undecided(reason.to_string()),
    }
}

fn undecided(reason: impl Into<String>) -> Verdict {
    Verdict::Unknown(Unknown::Other(reason.into()))
}
