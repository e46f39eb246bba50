//! Whether two programs are equal, knowing nothing of rules or e-graphs.
//!
//! Both programs run in the interpreter with concrete sizes and control flow, and with data that is
//! hash-consed expressions of the inputs. Where every cell of memory and every result ends up with the
//! same expression the programs are equal at those sizes for all data. What normal forms leave open is
//! asked of z3; what stays open is tried on concrete data, and only a run that shows a difference
//! refutes.
//!
//! ```
//! use ovolo_lang::parse::parse_module;
//! use ovolo_verify::program::{Options, verify_programs};
//!
//! let twice = |op: &str| {
//!     let text = format!("func.func @f(%x: i32) -> i32 {{ {op} return %y : i32 }}");
//!     parse_module(&text).unwrap()
//! };
//! let sum = twice("%y = arith.addi %x, %x : i32");
//! let shift = twice("%c = arith.constant 1 : i32 %y = arith.shli %x, %c : i32");
//! let verdict = verify_programs(&sum, &shift, &Options::default());
//! assert_eq!(verdict.to_string(), "proved for this shape, floating-point model strict");
//! ```

mod assumption;
mod canonical;
mod compare;
mod conditions;
mod contracted;
mod control;
mod data;
mod effort;
mod excerpts;
mod expr;
mod inputs;
mod interface;
mod kind;
mod observe;
mod polynomial;
mod reach;
mod search;
mod sizes;
mod solver;
mod symbolic;
mod table;
mod tensors;
#[cfg(test)]
mod tests;
mod text;
mod verdict;
mod window;

use std::collections::BTreeSet;
use std::sync::Arc;

use ovolo_lang::algebra::FastMath;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::fp::FpModel;
use ovolo_lang::in_sequence::Reductions;
use ovolo_lang::inline::has_inlined;
use ovolo_lang::interpret::Program;
use ovolo_lang::ir::{Module, Op, OpId};
use ovolo_lang::loops::with_plain_loops;
use ovolo_lang::op::{OpCode, Shape, Trait};
use ovolo_lang::reduction::combining_operation;
use ovolo_lang::types::Type;

use crate::certify::certify;
pub use assumption::Assumption;
use compare::Pair;
use conditions::apart;
pub use conditions::{APART, equal_when, may_be_left_out};
use inputs::Signature;
pub use ovolo_certificate::ask::OUT_OF_STEPS;
use ovolo_certificate::text::Certificates;
use ovolo_certificate::{Assumed, Certified, Checked, Refusal, Size, Suspicion, Terms, check};
use search::Search;
pub use verdict::{Argument, Check, Counterexample, Proof, Scope, Sizes, Unknown, Verdict};

/// What a comparison allows, and what it may use.
#[derive(Clone, Debug)]
pub struct Options {
    /// The floating-point model in force beside the flags of the operations.
    pub model: FpModel,
    /// Operations of one run.
    pub steps: u64,
    /// Operations of all runs of one pair of functions, those of z3 among them: then no further sizes are begun.
    pub total_steps: u64,
    /// Expressions of one comparison, each of some 25 bytes.
    pub expressions: usize,
    /// Sizes to try beside those that the programs suggest.
    pub sizes: Vec<i64>,
    /// What is taken for granted of sizes. Of functions that have no arguments of these names it says nothing.
    pub assumptions: Vec<Assumption>,
    /// Work of z3 for a proof for all sizes, in units of its `rlimit`: some three million take a second. With none no such
    /// proof is looked for.
    pub proof_steps: u32,
    /// Certificates by which functions are proved equal, if they are: then no other proof is looked for.
    pub certificates: Option<Arc<Certificates>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            model: FpModel::STRICT,
            steps: 20_000_000,
            total_steps: 60_000_000,
            expressions: 12_000_000,
            sizes: Vec::new(),
            assumptions: Vec::new(),
            proof_steps: 80_000_000,
            certificates: None,
        }
    }
}

/// The verdicts on two modules, function by function.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// By name, the public functions that have a body; without any, the private ones.
    pub functions: Vec<(String, Verdict)>,
    /// Why the modules may not be equal though their functions are.
    pub interface: Option<String>,
}

impl Comparison {
    /// Why the functions that are proved are equal, but for those of modules that are the same.
    pub fn certificates(&self) -> Certificates {
        let proved = self.functions.iter().filter_map(|(name, verdict)| match verdict {
            Verdict::Proved(proof) => Some((name.clone(), (**proof.certificate.as_ref()?).clone())),
            _ => None,
        });
        Certificates {
            functions: proved.collect(),
        }
    }

    /// The verdict on the modules: that on the first function that is refuted, else on the first that is not decided.
    pub fn verdict(self) -> Verdict {
        if self.functions.is_empty() {
            return Verdict::undecided("the first program has no function with a body");
        }
        let of = |is_it: fn(&Verdict) -> bool| self.functions.iter().find(|(_, verdict)| is_it(verdict));
        let rejected = of(Verdict::is_refuted).or_else(|| of(|verdict| !verdict.is_accepted()));
        match (rejected, self.interface) {
            (Some((_, verdict)), _) => verdict.clone(),
            (None, Some(reason)) => Verdict::undecided(reason),
            (None, None) => joined(self.functions),
        }
    }
}

/// Compares the public functions of two modules, pair by pair.
pub fn verify_programs(a: &Module, b: &Module, options: &Options) -> Verdict {
    compare_programs(a, b, options).verdict()
}

/// The same, with the verdict on each function.
pub fn compare_programs(a: &Module, b: &Module, options: &Options) -> Comparison {
    let names = compared_functions(a);
    if !names.is_empty() && interface::nameless(a, |_| true) == interface::nameless(b, |_| true) {
        let same = Verdict::Proved(Proof {
            scope: Scope::Same,
            model: options.model,
            preconditions: Vec::new(),
            certificate: None,
        });
        return Comparison {
            functions: names.into_iter().map(|name| (name, same.clone())).collect(),
            interface: None,
        };
    }
    let met = [tensors::with_interface_of(a, b), tensors::with_interface_of(b, a)];
    let [a, b] = [met[0].as_ref().unwrap_or(a), met[1].as_ref().unwrap_or(b)];
    let programs = [Program::new(a), Program::new(b)];
    let verdict = |name: String| {
        let verdict = verify_function([a, b], [&programs[0], &programs[1]], &name, options);
        (name, verdict)
    };
    Comparison {
        functions: names.into_iter().map(verdict).collect(),
        interface: interface::differs([a, b]),
    }
}

/// The verdict on two modules where each pair of public functions is proved equal for all sizes, or a run shows that it is
/// not; else why no proof is found. Nothing is tried at more than a few sizes.
pub fn prove_programs(a: &Module, b: &Module, options: &Options) -> Result<Verdict, String> {
    let names = compared_functions(a);
    if names.is_empty() {
        return Err("the first program has no function with a body".into());
    }
    let met = [tensors::with_interface_of(a, b), tensors::with_interface_of(b, a)];
    let [a, b] = [met[0].as_ref().unwrap_or(a), met[1].as_ref().unwrap_or(b)];
    let programs = [Program::new(a), Program::new(b)];
    let mut accepted = Vec::new();
    for name in &names {
        let functions = match with_one_interface([a, b], name) {
            Ok(functions) => functions,
            Err(verdict) => return Ok(verdict),
        };
        let verdict = proved_function(functions, [&programs[0], &programs[1]], name, options)
            .map_err(|refusal| refusal.reason)?;
        match verdict.is_accepted() {
            true => accepted.push((name.clone(), verdict)),
            false => return Ok(verdict),
        }
    }
    match interface::differs([a, b]) {
        Some(reason) => Err(reason),
        None => Ok(joined(accepted)),
    }
}

/// The public functions that have a body; without any, the private ones.
fn compared_functions(module: &Module) -> Vec<String> {
    let with_body = |op: &OpId| module.single_block(*op, 0).is_some() || has_blocks(module, *op);
    let functions: Vec<OpId> = module.functions().filter(with_body).collect();
    let is_private = |op: &OpId| interface::is_private(module.op(*op));
    let any_public = functions.iter().any(|op| !is_private(op));
    let compared = functions.iter().filter(|op| !any_public || !is_private(op));
    compared
        .filter_map(|&op| module.op(op).attribute("sym_name").and_then(Attribute::as_str))
        .map(str::to_string)
        .collect()
}

fn has_blocks(module: &Module, op: OpId) -> bool {
    module
        .op(op)
        .regions
        .iter()
        .any(|&r| !module.region(r).blocks.is_empty())
}

/// A proof for all sizes where one is found, else the verdict of runs.
fn verify_function(modules: [&Module; 2], programs: [&Program; 2], name: &str, options: &Options) -> Verdict {
    let functions = match with_one_interface(modules, name) {
        Ok(functions) => functions,
        Err(verdict) => return verdict,
    };
    if options.proof_steps == 0 {
        return compare_runs(functions, programs, name, options, &[], &|| false);
    }
    // Where arguments that are apart are proved to make no difference there is no need to look for one.
    let is_proved_apart = || {
        let apart = apart(modules, name).filter(|_| options.certificates.is_none());
        let functions = apart.as_ref().map(|[a, b]| with_one_interface([a, b], name));
        let proof = functions
            .and_then(Result::ok)
            .map(|functions| certified(functions, name, options));
        matches!(proof, Some(Ok(_)))
    };
    match proved_function(functions, programs, name, options) {
        Ok(verdict) => verdict,
        Err(Refusal { reason, suspected }) => {
            compare_runs(functions, programs, name, options, &suspected, &is_proved_apart).because(reason)
        }
    }
}

/// The verdict on two functions that a proof for all sizes is found of; else why none is.
fn proved_function(
    functions: [(&Module, OpId); 2],
    programs: [&Program; 2],
    name: &str,
    options: &Options,
) -> Result<Verdict, Refusal> {
    let (checked, terms) = certified(functions, name, options)?;
    // A run that shows a difference would show a mistake in the checker: it has the last word. And of a program that has
    // no meaning nothing is said.
    let few = Options {
        steps: FEW_STEPS,
        total_steps: FEW_STEPS,
        ..options.clone()
    };
    Ok(
        match compare_runs(functions, programs, name, &few, &[], &|| false) {
            other @ (Verdict::Refuted(_) | Verdict::Unknown(Unknown::NoMeaning(_))) => other,
            _ => Verdict::Proved(Proof {
                scope: match checked.certified {
                    Certified::FixedSizes if !has_sizes(functions[0]) => Scope::ForThisShape,
                    _ => Scope::AllSizes,
                },
                model: terms.model,
                preconditions: taken_for_granted(&terms.assumed),
                certificate: Some(checked.certificate.into()),
            }),
        },
    )
}

/// Whether arguments of a function are sizes or have open extents.
fn has_sizes((module, function): (&Module, OpId)) -> bool {
    Signature::of(module, function).is_some_and(|signature| !signature.sizes().is_empty())
}

/// Why two functions are equal for all sizes, where that is found, and under what.
fn certified(
    functions: [(&Module, OpId); 2],
    name: &str,
    options: &Options,
) -> Result<(Checked, Granted), Refusal> {
    let model = options.model.with_flags(freedoms(functions[0].0).0);
    let signature = Signature::of(functions[0].0, functions[0].1);
    let assumed = signature.map_or_else(Vec::new, |signature| assumed(&signature, options));
    // What is proved of operations of linalg is proved of the loops that they stand for, in the memory of their tensors; runs
    // interpret the operations.
    let memory = tensors::in_memory(functions);
    let certified = match &memory {
        Some(both) => [0, 1].map(|n| (&both[n].0, both[n].1)),
        None => functions,
    };
    let terms = Terms {
        model,
        assumed: &assumed,
        steps: options.proof_steps,
    };
    let attempt = |inlined: bool| {
        let plain = |n: usize, reductions| with_plain_loops(certified[n].0, inlined.then_some(reductions));
        let loops = [plain(0, Reductions::InOneOrder), plain(1, Reductions::InAnyOrder)];
        let [first, second] = [0, 1].map(|n| (loops[n].as_ref().unwrap_or(certified[n].0), certified[n].1));
        match &options.certificates {
            None => certify(first, second, &terms),
            Some(given) => match given.functions.get(name) {
                Some(certificate) => check(first, second, &terms, certificate),
                None => Err(format!("there is no certificate for @{name}").into()),
            },
        }
    };
    // Calls are compared as what they are first: of parts that became functions of their own that is shorter.
    let checked = match attempt(false) {
        Err(refusal)
            if certified
                .iter()
                .any(|(module, function)| has_inlined(module, *function)) =>
        {
            attempt(true).map_err(|_| refusal)?
        }
        result => result?,
    };
    Ok((checked, Granted { model, assumed }))
}

/// What a proof takes for granted.
struct Granted {
    model: FpModel,
    assumed: Vec<Assumed>,
}

fn assumed(signature: &Signature, options: &Options) -> Vec<Assumed> {
    let assumptions = options.assumptions.iter();
    assumptions
        .filter_map(|assumption| assumption.of(signature))
        .collect()
}

fn taken_for_granted(assumed: &[Assumed]) -> Vec<String> {
    assumed.iter().map(|assumed| assumed.text.clone()).collect()
}

/// Operations from which on parts of a run come first. Arbitrary.
const LONG_RUN: u64 = 100_000;

/// Operations of the runs beside a proof. Arbitrary: a tenth of a second.
const FEW_STEPS: u64 = 500_000;

/// The functions of this name, where the second may be called in the place of the first.
fn with_one_interface<'m>(modules: [&'m Module; 2], name: &str) -> Result<[(&'m Module, OpId); 2], Verdict> {
    let [a, b] = modules.map(|m| m.function(name).map(|op| (m, op)));
    let signature = |side: Option<(&Module, OpId)>| side.and_then(|(m, op)| Signature::of(m, op));
    let (Some(first_function), Some(first)) = (a, signature(a)) else {
        return Err(Verdict::undecided(format!("@{name} has no function type")));
    };
    let (Some(second_function), Some(second)) = (b, signature(b)) else {
        return Err(interface_differs(name, "a function", "none"));
    };
    if first.ty != second.ty {
        return Err(interface_differs(name, &type_text(&first), &type_text(&second)));
    }
    let functions = [first_function, second_function];
    let [is_private, becomes_private] = functions.map(|(m, op)| interface::is_private(m.op(op)));
    if becomes_private && !is_private {
        return Err(interface_differs(name, "a public function", "a private one"));
    }
    match interface::added_promise(functions) {
        Some(promise) => Err(Verdict::undecided(format!("of @{name} {promise}"))),
        None => Ok(functions),
    }
}

/// What runs at many sizes say, first of all those at which the functions are suspected to differ. Where arguments that are
/// apart are proved to make none, the differences that are looked for are those of arguments that overlap.
fn compare_runs(
    functions: [(&Module, OpId); 2],
    programs: [&Program; 2],
    name: &str,
    options: &Options,
    suspected: &[Suspicion],
    is_proved_apart: &dyn Fn() -> bool,
) -> Verdict {
    let [(module, op), _] = functions;
    let Some(mut first) = Signature::of(module, op) else {
        return Verdict::undecided(format!("@{name} has no function type"));
    };
    let of_vectors = |ty: &Type| ty.as_memref().is_some_and(|m| m.element.as_vector().is_some());
    if first.ty.results.iter().any(of_vectors) {
        return Verdict::undecided(format!("@{name} returns memory of vectors"));
    }
    let (granted, any) = freedoms(module);
    let model = options.model.with_flags(granted);
    let assumed = assumed(&first, options);
    let tiles = functions.into_iter().flat_map(|(m, op)| sizes::tiles(m, op));
    let tiles: BTreeSet<i64> = tiles
        .chain(assumed.iter().flat_map(assumption::constants))
        .collect();
    let any_of = |holds: &dyn Fn(&Module, OpId) -> bool| functions.into_iter().any(|(m, op)| holds(m, op));
    let is_assumed = |size| assumed.iter().any(|assumed| assumed.sizes.contains(&size));
    let mut unused = Vec::new();
    for (argument, parameter) in first.parameters.iter_mut().enumerate() {
        let is_assumed = is_assumed(Size::Index { argument });
        let is_integer = matches!(parameter.ty, Type::Integer(_));
        parameter.decides = is_integer && (is_assumed || any_of(&|m, op| control::decides(m, op, argument)));
        if !is_assumed && !any_of(&|m, op| control::uses(m, op, argument)) {
            unused.push(argument);
        }
    }
    let is_capacity = |size: Size| match size {
        Size::Index { .. } => false,
        Size::Extent { .. } if is_assumed(size) => false,
        Size::Extent { argument, dimension } => {
            let is_observed = |m: &Module, op| !control::is_capacity(m, op, argument, dimension);
            first.parameters[argument].ty.as_memref().is_some() && !any_of(&is_observed)
        }
    };
    let capacities: Vec<Size> = first
        .sizes()
        .into_iter()
        .filter(|&size| is_capacity(size))
        .collect();
    let sizes = first.sizes();
    let pair = Pair {
        name: name.to_string(),
        signature: first,
        programs,
        model,
        granted: FastMath {
            contract: model.contract,
            reassoc: model.reassoc,
            afn: model.afn,
            ..granted
        },
        freedoms: any,
        assumed,
        window: None,
        options,
    };
    // Parts come first where there are no sizes to choose: they tell most programs apart, and take less than a run of all.
    if sizes.is_empty()
        && effort::least_steps(module, op) > LONG_RUN
        && let Some(counterexample) = excerpts::difference(&pair, functions, &sizes, &[], &tiles)
    {
        return Verdict::Refuted(counterexample.into());
    }
    if effort::least_steps(module, op) > options.steps {
        return too_large(options);
    }
    let fresh = (options.total_steps > FEW_STEPS).then(|| functions.map(|(module, _)| Program::new(module)));
    let for_data = Options {
        steps: options.steps.min(options.total_steps),
        ..options.clone()
    };
    let on_data = fresh.as_ref().map(|programs| Pair {
        name: name.to_string(),
        signature: pair.signature.clone(),
        programs: [&programs[0], &programs[1]],
        assumed: pair.assumed.clone(),
        window: None,
        options: &for_data,
        ..pair
    });
    let mut search = Search::new(&pair, on_data.as_ref(), functions, |size| {
        capacities.contains(&size)
    });
    search.is_proved_apart = is_proved_apart;
    search.verify(&tiles, &unused, suspected)
}

fn type_text(signature: &Signature) -> String {
    Type::Function(signature.ty.clone().into()).to_string()
}

fn too_large(options: &Options) -> Verdict {
    Verdict::Unknown(Unknown::TooLarge(format!(
        "a run takes more than {} operations or {} expressions",
        options.steps, options.expressions
    )))
}

fn interface_differs(name: &str, first: &str, second: &str) -> Verdict {
    Verdict::Refuted(Box::new(Counterexample {
        function: name.to_string(),
        cell: "their interface".to_string(),
        outcomes: [first.to_string(), second.to_string()],
        ..Counterexample::default()
    }))
}

/// The `fastmath` flags that all float operations of a module bear, and those that some do. Whether
/// sums and products may be contracted or reordered is up to the operations that round, and whether functions may be
/// approximated is up to those.
fn freedoms(module: &Module) -> (FastMath, FastMath) {
    let mut all: Option<FastMath> = None;
    let mut rounding: Option<FastMath> = None;
    let mut functions: Option<FastMath> = None;
    let mut any = FastMath::NONE;
    module.walk(module.top(), &mut |op| {
        let op = module.op(op);
        let Some(code) = op.code() else { return };
        let is_unordered = code == OpCode::AffineParallel && reduces_rounding(op);
        let is_reduction =
            code == OpCode::VectorReduction && op.results.first().is_some_and(|&r| module.ty(r).is_float());
        let is_float = is_reduction || is_unordered || code.has_trait(Trait::FloatLike);
        if !is_float || code.shape() == Shape::Cast {
            return;
        }
        let mut flags = op.fast_math();
        flags.reassoc |= is_unordered;
        any = both(any, flags, |x, y| x || y);
        all = Some(both(all.unwrap_or(flags), flags, |x, y| x && y));
        if code.is_approximable() {
            functions = Some(both(functions.unwrap_or(flags), flags, |x, y| x && y));
        }
        let keeps = [
            OpCode::NegF,
            OpCode::AbsF,
            OpCode::CmpF,
            OpCode::MaximumF,
            OpCode::MinimumF,
        ];
        if !keeps.contains(&code) {
            rounding = Some(both(rounding.unwrap_or(flags), flags, |x, y| x && y));
        }
    });
    let rounding = rounding.unwrap_or_default();
    let granted = FastMath {
        contract: rounding.contract,
        reassoc: rounding.reassoc,
        afn: functions.is_some_and(|flags| flags.afn),
        ..all.unwrap_or_default()
    };
    (granted, any)
}

/// Whether a parallel loop combines what its iterations yield, in no certain order, by an operation that rounds.
fn reduces_rounding(op: &Op) -> bool {
    let kinds = op.attribute("reductions");
    let Some(Attribute::Array(kinds)) = kinds else {
        return false;
    };
    let mut codes = kinds
        .iter()
        .filter_map(|kind| combining_operation(kind.as_i64()?));
    codes.any(|code| matches!(code, OpCode::AddF | OpCode::MulF))
}

fn both(x: FastMath, y: FastMath, join: fn(bool, bool) -> bool) -> FastMath {
    FastMath {
        reassoc: join(x.reassoc, y.reassoc),
        nnan: join(x.nnan, y.nnan),
        ninf: join(x.ninf, y.ninf),
        nsz: join(x.nsz, y.nsz),
        arcp: join(x.arcp, y.arcp),
        contract: join(x.contract, y.contract),
        afn: join(x.afn, y.afn),
    }
}

/// The verdict on several functions together, each of which is accepted.
fn joined(accepted: Vec<(String, Verdict)>) -> Verdict {
    let several = accepted.len() > 1;
    let named = |name: &str, text: &str| match several {
        true => format!("@{name}: {text}"),
        false => text.to_string(),
    };
    let mut all = Check::default();
    let scopes = accepted.iter().map(|(_, verdict)| match verdict {
        Verdict::Proved(proof) => Some(proof.scope),
        _ => None,
    });
    let scopes: Vec<Option<Scope>> = scopes.collect();
    let all_are = |wanted: &[Scope]| {
        scopes
            .iter()
            .all(|scope| scope.is_some_and(|scope| wanted.contains(&scope)))
    };
    let scope = match () {
        () if all_are(&[Scope::Same]) => Scope::Same,
        () if all_are(&[Scope::Same, Scope::AllSizes]) => Scope::AllSizes,
        () => Scope::ForThisShape,
    };
    for (name, verdict) in accepted {
        let check = match verdict {
            Verdict::Proved(proof) => Check {
                model: proof.model,
                preconditions: proof.preconditions,
                ..Check::default()
            },
            Verdict::Checked(check) => *check,
            other => return other,
        };
        all.model.contract |= check.model.contract;
        all.model.reassoc |= check.model.reassoc;
        all.model.afn |= check.model.afn;
        all.preconditions
            .extend(check.preconditions.iter().map(|p| named(&name, p)));
        let rename = |s: Sizes| Sizes(s.0.into_iter().map(|(n, v)| (named(&name, &n), v)).collect());
        all.not_proved = check.not_proved.or(all.not_proved);
        all.sizes.extend(check.sizes.into_iter().map(rename));
        all.left_out.extend(check.left_out.into_iter().map(rename));
        // A program counts what any of its functions entered.
        all.never_entered = check.never_entered;
    }
    if !all.sizes.is_empty() {
        return Verdict::Checked(Box::new(all));
    }
    Verdict::Proved(Proof {
        scope,
        model: all.model,
        preconditions: all.preconditions,
        certificate: None,
    })
}
