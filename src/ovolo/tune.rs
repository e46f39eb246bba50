//! How LLVM compiles what was chosen for a function: as usual, or with another of a few settings where that is measured to be
//! faster. The original with these settings takes part, and is taken back where it is the fastest.

use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::isolate_function::isolate_function;
use ovolo_lang::op::OpCode;
use ovolo_lower::{Target, Tuning};
use ovolo_rewrites::nest::is_loop;
use ovolo_rewrites::versioning::versioned;

use crate::measure::{Timed, Timings};
use crate::outcome::{Choice, Program, Tuned};
use crate::request::Request;
use crate::timed::timed;

/// What clang does.
const AS_CLANG: Tuning = Tuning {
    gathers: true,
    carried_loads: true,
    ..USUAL
};

const USUAL: Tuning = Tuning {
    gathers: false,
    carried_loads: false,
    separate_products: false,
    rolled_loops: false,
    superwords: false,
    narrow_lanes: false,
    only_loops: false,
    ordered_sums: false,
    inner_tests: false,
    masked_rests: false,
    whole_lines: false,
    vector_bits: None,
};

const ROLLED: Tuning = Tuning {
    rolled_loops: true,
    ..USUAL
};

const SUPERWORDS: Tuning = Tuning {
    superwords: true,
    ..USUAL
};

/// What is tried beside the usual: also narrower vectors, for loops that are too short for wide ones, sums that wait for
/// additions alone, where those take less long than fused ones, loops as they are, where copies of their bodies wait for each other
/// or leave much to the end, all the lanes that bytes have, for what ends in words, no vectors that recurrences would wait for, vectors
/// of what is summed in order, where that takes longer than the sum, tests of overlap for each row, where rows of one array are
/// computed from one another, masked vectors at the ends of loops, where rows are short, and up to the first whole line of the cache, where
/// they begin behind a margin, and vectors of straight-line code, for small products and records.
const TRIED: [Tuning; 15] = [
    AS_CLANG,
    ROLLED,
    Tuning {
        vector_bits: Some(256),
        ..ROLLED
    },
    Tuning {
        vector_bits: Some(256),
        ..USUAL
    },
    Tuning {
        vector_bits: Some(256),
        ..AS_CLANG
    },
    Tuning {
        separate_products: true,
        ..AS_CLANG
    },
    Tuning {
        narrow_lanes: true,
        ..USUAL
    },
    Tuning {
        only_loops: true,
        ..AS_CLANG
    },
    Tuning {
        ordered_sums: true,
        ..AS_CLANG
    },
    Tuning {
        inner_tests: true,
        ..AS_CLANG
    },
    Tuning {
        masked_rests: true,
        ..USUAL
    },
    Tuning {
        masked_rests: true,
        ..AS_CLANG
    },
    Tuning {
        whole_lines: true,
        ..USUAL
    },
    Tuning {
        whole_lines: true,
        ..AS_CLANG
    },
    SUPERWORDS,
];

/// Another setting must take less than this part of the time of the usual one: it is the same program.
const WORTH_ASKING: f64 = 0.98;

/// The same of vectors of straight-line code, over the fastest of all others: they are much more code, and what they gain of less than
/// this is as often the noise of a machine that does other work too.
const WORTH_SUPERWORDS: f64 = 0.9;

/// Where what was chosen is so many times faster than the original, no setting makes up for that: the original takes no part.
const HOPELESS: f64 = 8.0;

/// Seconds that the first calls of a program may take with all its settings; the last ones are not tried where that is not enough.
const LONGEST: f64 = 15.0;

/// The fastest way to compile the function of this name: `chosen` is a module with what was chosen for it, `request.original`
/// has the original. `None` where nothing is faster, or nothing can be measured.
pub fn tuned(request: &Request<'_>, chosen: &Module, name: &str, choice: &mut Choice) -> Option<Tuned> {
    let measure = request.measure?;
    // What could not be measured before cannot be here.
    if request.given.is_some() || matches!(choice.timings, Some(Err(_))) {
        return None;
    }
    let alone = |module: &Module| Some(isolate_function(module, module.function(name)?));
    let (original, chosen) = (alone(request.original)?, alone(chosen)?);
    if !has_loops(&original) {
        return None;
    }
    let is_changed = choice.is_changed();
    let known = choice.timings.as_ref().and_then(|known| known.as_ref().ok());
    let [slow, fast] = [known.map(|k| k.original), known.and_then(Timings::of_fastest)];
    let is_hopeless = is_changed && slow.zip(fast).is_some_and(|(slow, fast)| fast * HOPELESS < slow);
    let widest = Target::Host.vector_bits();
    let is_another = |tuning: &Tuning| tuning.vector_bits.is_none_or(|bits| i64::from(bits) < widest);
    let tried: Vec<Tuning> = TRIED.into_iter().filter(is_another).collect();
    let all = |module: &Module, program, seconds: Option<f64>| -> Vec<Form> {
        let form = |&tuning: &Tuning| Form::of(module, program, Some(tuning));
        let affordable = seconds.map_or(tried.len(), |seconds| (LONGEST / seconds) as usize);
        tried.iter().take(affordable).map(form).collect()
    };
    let mut forms = Vec::new();
    if is_changed {
        forms.push(Form::of(&chosen, Program::Chosen, None));
        forms.extend(all(&chosen, Program::Chosen, fast));
    }
    if !is_hopeless {
        forms.extend(all(&original, Program::Original, slow));
    }
    // LLVM tests at run time whether its own vectors may be made, but not whether these may.
    let function = original.function(name)?;
    if let Some(versions) = versioned(&original, &original, function, request.model).filter(|_| !is_hopeless)
    {
        forms.push(Form::of(&versions.module, Program::Apart, Some(SUPERWORDS)));
    }
    let modules: Vec<Module> = forms.iter().map(|form| form.module.clone()).collect();
    let measured = timed(request, measure, name, &modules, choice).ok()?;
    let seconds = |n: usize| match measured.candidates.get(n) {
        Some(Timed::In(seconds)) => Some(*seconds),
        _ => None,
    };
    let usual = match is_changed {
        true => seconds(0)?,
        false => measured.original,
    };
    let mut fastest: Option<Tuned> = None;
    let asking = forms.iter().enumerate();
    let mut asking: Vec<_> = asking
        .filter_map(|(n, form)| Some((n, form, form.tuning?)))
        .collect();
    // Vectors of straight-line code are compared with the fastest of all others.
    asking.sort_by_key(|(.., tuning)| tuning.superwords);
    let mut without = usual;
    for (n, form, tuning) in asking {
        let known = fastest.as_ref().map_or(f64::INFINITY, |fastest| fastest.seconds);
        let most = match tuning.superwords {
            true => known.min(WORTH_SUPERWORDS * without),
            false => known.min(WORTH_ASKING * usual),
        };
        let seconds = seconds(n);
        if !tuning.superwords {
            without = seconds.unwrap_or(without).min(without);
        }
        if let Some(seconds) = seconds.filter(|s| *s < most) {
            fastest = Some(Tuned {
                tuning,
                program: form.program,
                seconds,
                usual,
            });
        }
    }
    fastest
}

/// A program and how it is compiled.
struct Form {
    module: Module,
    program: Program,
    tuning: Option<Tuning>,
}

impl Form {
    fn of(module: &Module, program: Program, tuning: Option<Tuning>) -> Form {
        let mut module = module.clone();
        let functions: Vec<OpId> = module.functions().collect();
        if let Some(tuning) = tuning {
            functions.into_iter().for_each(|f| tuning.mark(&mut module, f));
        }
        Form {
            module,
            program,
            tuning,
        }
    }
}

/// Makes a function and those that it calls ask for what was found to be the fastest.
pub fn mark(module: &mut Module, function: OpId, tuning: Tuning) {
    let functions: Vec<OpId> = isolate_function(module, function).functions().collect();
    functions.into_iter().for_each(|f| tuning.mark(module, f));
}

fn has_loops(module: &Module) -> bool {
    let mut found = false;
    module.walk(module.top(), &mut |op: OpId| {
        let code = module.op(op).code();
        found |= is_loop(code) || code == Some(OpCode::ScfWhile);
    });
    found
}
