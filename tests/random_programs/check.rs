//! Rewriting a program at random and comparing what the two compute.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ovolo_extract::machine::Machine;
use ovolo_extract::sample::sample;
use ovolo_extract::space::Style;
use ovolo_extract::tiles::{extract, extract_within};
use ovolo_lang::fp::FpModel;
use ovolo_lang::interpret::{self, Concrete, MemRef, Memory, Scalar, Value};
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::{print_generic, print_module};
use ovolo_lang::structure;
use ovolo_lang::types::Type;
use ovolo_lower::{Argument, Buffer, Jit, OptLevel, compile};
use ovolo_rewrites::egraph::of_nest;
use ovolo_rewrites::forms::{Form, forms};
use ovolo_rewrites::lift::{Nest, lift_function, lift_together};
use ovolo_rewrites::loops::{LoopLimits, saturate_loops};
use ovolo_rewrites::materialize::{Choice, materialize};
use ovolo_rewrites::refusal::Refusals;
use ovolo_rewrites::rule::builtin;
use ovolo_rewrites::saturate::{Limits, Stop, saturate};
use ovolo_rewrites::schedule::{self, outline};
use ovolo_verify::emptiness::Z3Emptiness;
use ovolo_verify::program::{Options, Scope, Verdict, verify_programs};

use crate::mutate::{Mistake, make, mistakes};
use crate::program::{Data, Program};
use crate::random::Random;

/// What was done, summed over programs.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub programs: u64,
    pub nests: u64,
    /// Nests with loops fused.
    pub fused: u64,
    /// Nests without dead stores, or with smaller arrays.
    pub smaller: u64,
    pub kept: u64,
    /// Rewritten programs that were compared.
    pub variants: u64,
    /// Terms that have no form in the IR.
    pub refused: u64,
    pub vectors: u64,
    pub promoted: u64,
    pub split: u64,
    pub compiled: u64,
    pub validated: u64,
    /// Programs made wrong on purpose, and how many of them the validator refuted.
    pub broken: u64,
    pub refuted: u64,
}

#[derive(Clone, Debug)]
pub struct Failure {
    /// The first words of the failure: a smaller program must fail in the same way.
    pub kind: &'static str,
    pub text: String,
}

impl Statistics {
    pub fn add(&mut self, other: &Statistics) {
        self.programs += other.programs;
        self.nests += other.nests;
        self.fused += other.fused;
        self.smaller += other.smaller;
        self.kept += other.kept;
        self.variants += other.variants;
        self.refused += other.refused;
        self.vectors += other.vectors;
        self.promoted += other.promoted;
        self.split += other.split;
        self.compiled += other.compiled;
        self.validated += other.validated;
        self.broken += other.broken;
        self.refuted += other.refuted;
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} programs, {} nests ({} with loops fused, {} with fewer stores, {} not lifted), {} variants ({} with vectors, {} with promoted cells, \
             {} with tiles), {} without a form, {} compiled, {} validated, {} \
             of {} wrong ones refuted",
            self.programs,
            self.nests,
            self.fused,
            self.smaller,
            self.kept,
            self.variants,
            self.vectors,
            self.promoted,
            self.split,
            self.refused,
            self.compiled,
            self.validated,
            self.refuted,
            self.broken
        )
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.text)
    }
}

/// Makes `count` variants of the program and compares each with it.
pub fn check(program: &Program, seed: u64, count: usize, most: usize) -> Result<Statistics, Failure> {
    let mut statistics = Statistics::default();
    let mut random = Random(seed ^ 0x5eed);
    let Some(extents) = program.extents(most) else {
        return Ok(statistics);
    };
    let text = program.text(&extents);
    let fail = |kind, detail: String| Failure {
        kind,
        text: format!("{detail}\n{text}"),
    };
    let original = parse_module(&text).map_err(|d| fail("does not parse", d[0].to_string()))?;
    let function = original.function("kernel").expect("the generator names it");
    statistics.programs = 1;

    // Sums and products of small integers are exact, so reordering and contracting change no bit.
    let model = random.pick(&[
        FpModel::STRICT,
        FpModel::STRICT,
        FpModel {
            contract: true,
            reassoc: true,
        },
    ]);
    let exact = model != FpModel::STRICT;
    let inputs: Vec<Input> = (0..program.sizes.len())
        .flat_map(|which| [false, true].map(|overlap| (which, overlap)))
        .map(|(which, overlap)| Input::new(program, &extents, which, overlap, exact, &mut random))
        .collect();
    let mut expected = Vec::new();
    for input in &inputs {
        match input.interpret(&original) {
            Ok(outputs) => expected.push(outputs),
            Err(trap) => return Err(fail("the original traps", trap)),
        }
    }

    let oracle = Z3Emptiness::new();
    let mut nests = Vec::new();
    for (_, nest) in lift_function(&original, function, model) {
        match nest {
            Ok(nest) => nests.push(nest),
            Err(_) => statistics.kept += 1,
        }
    }
    // Several nests are taken as one half the time.
    let ops: Vec<OpId> = nests.iter().map(|nest| nest.op).collect();
    if ops.len() > 1
        && random.below(2) == 0
        && let Ok(all) = lift_together(&original, function, model, &ops)
    {
        nests = vec![all];
    }
    statistics.nests = nests.len() as u64;
    if nests.is_empty() {
        return Ok(statistics);
    }
    let mut offers: Vec<Vec<(Arc<Nest>, Choice)>> = Vec::new();
    for nest in &nests {
        let Offered {
            choices: found,
            replays,
            is_fused,
            is_smaller,
        } = choices(nest, &oracle, count, &mut random);
        statistics.fused += u64::from(is_fused);
        statistics.smaller += u64::from(is_smaller);
        for (form, choice, again) in &replays {
            if let Err(detail) = replays_to_the_same(&original, form, choice, again) {
                return Err(fail("its schedule does not replay", detail));
            }
        }
        offers.push(found);
    }
    for n in 0..count {
        let pick: Vec<(&Nest, &Choice)> = nests
            .iter()
            .zip(&offers)
            .filter_map(|(_, offer)| offer.get(n).map(|(nest, choice)| (&**nest, choice)))
            .collect();
        let Ok(variant) = materialize(&original, &pick) else {
            statistics.refused += 1;
            continue;
        };
        let printed = print_module(&variant);
        let fail = |kind, detail: String| {
            let tiles: Vec<_> = pick.iter().map(|(_, choice)| &choice.tiles).collect();
            fail(kind, format!("{detail}\ntiles {tiles:?}\n{printed}"))
        };
        if let Err(diagnostics) = structure::verify(&variant) {
            return Err(fail("breaks the rules of structure", diagnostics[0].to_string()));
        }
        match parse_module(&printed) {
            Err(d) => return Err(fail("does not read back", d[0].to_string())),
            Ok(again) if print_generic(&again) != print_generic(&variant) => {
                return Err(fail("reads back differently", print_generic(&again)));
            }
            Ok(_) => {}
        }
        statistics.variants += 1;
        statistics.vectors += u64::from(printed.contains("vector<"));
        statistics.promoted += u64::from(printed.contains("iter_args"));
        statistics.split += u64::from(printed.contains("_r =") || printed.contains("_c ="));
        for (input, expected) in inputs.iter().zip(&expected) {
            match input.interpret(&variant) {
                Ok(outputs) if input.accepts(expected, &outputs) => {}
                Ok(_) => return Err(fail("computes something else", input.describe(model))),
                Err(trap) => return Err(fail("traps", format!("{trap} {}", input.describe(model)))),
            }
        }
        if seed.is_multiple_of(8) && n == 0 {
            statistics.compiled += 1;
            compare_compiled(&original, &variant, &inputs, &expected).map_err(|e| fail("compiled", e))?;
        }
        if seed.is_multiple_of(4) && n == 2 {
            let mut wrong = variant.clone();
            let Some(what) = break_at_random(&mut wrong, &mut random) else {
                continue;
            };
            let differs = inputs.iter().zip(&expected).any(|(input, expected)| {
                input
                    .interpret(&wrong)
                    .map_or(true, |found| !input.accepts(expected, &found))
            });
            let options = Options {
                model,
                time: Duration::from_secs(2),
                ..Options::default()
            };
            let verdict = verify_programs(&original, &wrong, &options);
            statistics.broken += u64::from(differs);
            statistics.refuted += u64::from(differs && verdict.is_refuted());
            // At sizes that were not tried a program may be anything.
            let is_for_all = matches!(&verdict, Verdict::Proved(p) if p.scope == Scope::ForThisShape);
            if differs && is_for_all {
                let text = format!("{what:?}: {verdict}\n{}", print_module(&wrong));
                return Err(fail("the validator proves a wrong program", text));
            }
        }
        if seed.is_multiple_of(16) && n == 1 {
            let options = Options {
                model,
                time: Duration::from_secs(2),
                ..Options::default()
            };
            let verdict = verify_programs(&original, &variant, &options);
            statistics.validated += u64::from(verdict.is_proved());
            if verdict.is_refuted() {
                return Err(fail("the validator refutes", verdict.to_string()));
            }
        }
    }
    Ok(statistics)
}

/// Makes one mistake of those that can be made; `None` when there is none.
fn break_at_random(module: &mut Module, random: &mut Random) -> Option<Mistake> {
    let all = mistakes(module);
    if all.is_empty() {
        return None;
    }
    let (op, mistake) = all[random.below(all.len())];
    make(module, op, mistake);
    Some(mistake)
}

/// A choice for a form of a nest, and what its schedule makes when it is given.
type Replay = (Arc<Nest>, Choice, Result<Choice, String>);

fn replays_to_the_same(
    original: &Module,
    form: &Nest,
    choice: &Choice,
    again: &Result<Choice, String>,
) -> Result<(), String> {
    let Ok(made) = materialize(original, &[(form, choice)]) else {
        return Ok(());
    };
    let text = outline(choice).to_string();
    let again = again.as_ref().map_err(|unfit| format!("{unfit}\n{text}"))?;
    let replayed = materialize(original, &[(form, again)]).map_err(|e| format!("{e}\n{text}"))?;
    let [made, replayed] = [made, replayed].map(|module| print_module(&module));
    match made == replayed {
        true => Ok(()),
        false => Err(format!("{text}\nchosen:\n{made}\nreplayed:\n{replayed}")),
    }
}

/// What is made of a nest.
struct Offered {
    choices: Vec<(Arc<Nest>, Choice)>,
    replays: Vec<Replay>,
    is_fused: bool,
    is_smaller: bool,
}

/// Terms of the nest or of another form of it: some that extraction offers, the others at random; and replays of
/// those that extraction offers.
fn choices(nest: &Nest, oracle: &Z3Emptiness, count: usize, random: &mut Random) -> Offered {
    let mut found = Vec::new();
    let mut nest = nest.clone();
    let limits = Limits {
        nodes: 1_500,
        iterations: 6,
        time: Duration::from_secs(60),
        ..Limits::default()
    };
    let (mut algebra, root) = of_nest(&nest, oracle);
    if saturate(&mut algebra, builtin(), &limits).stop != Stop::Contradiction
        && random.below(2) == 0
        && let Some(choice) = sample(&algebra, root, &mut |n| random.below(n))
    {
        nest.term = choice.term.clone();
        found.push((Arc::new(nest.clone()), choice));
    }
    let mut forms = forms(nest.clone(), oracle, &mut Refusals::default());
    let is_fused = |form: &Form| form.steps.iter().any(|step| step.word.symbol.as_str() == "fuse");
    let is_smaller = |form: &Form| {
        let mut words = form.steps.iter().map(|step| step.word.symbol.as_str());
        words.any(|word| ["dead", "forward", "contract"].contains(&word))
    };
    for is_wanted in [&is_fused as &dyn Fn(&Form) -> bool, &is_smaller] {
        if random.below(2) == 0 && forms.iter().any(is_wanted) {
            forms.retain(is_wanted);
        }
    }
    let form = forms.swap_remove(random.below(forms.len()));
    let (is_fused, is_smaller) = (is_fused(&form), is_smaller(&form));
    let form = Arc::new(form.nest);
    let limits = LoopLimits {
        nodes: 3_000,
        time: Duration::from_secs(60),
        ..LoopLimits::default()
    };
    let mut machine = Machine::generic();
    machine.threads = random.pick(&[1, 2, 3]);
    machine.fork_cycles = 1.0;
    let (mut loops, root) = of_nest(&form, oracle);
    loops.analysis.runs_on_threads = machine.threads > 1;
    loops.analysis.asked.all = form.term.as_ref().len() % 2 == 0;
    saturate_loops(&mut loops, &limits);
    machine.vector_bytes = random.pick(&[8, 16, 32]);
    machine.caches[0].size = random.pick(&[512, 32 << 10]);
    let style = random.pick(&[Style::Any, Style::Plain]);
    let offered: Vec<Choice> = extract(&loops, root, &machine, style, 2)
        .candidates
        .into_iter()
        .map(|c| c.choice)
        .collect();
    let replay = |choice: &Choice| {
        let text = outline(choice).to_string();
        let schedule = schedule::parse(&text).map_err(|d| d.to_string())?;
        let nests = schedule.functions.first().map(|function| &function.nests[0]);
        let wanted = nests.ok_or("it is empty")?;
        let found =
            extract_within(&loops, root, wanted, &machine, 1).map_err(|unfit| format!("{unfit:?}"))?;
        let again = found.candidates.into_iter().next();
        Ok(again.ok_or("no sizes fit")?.choice)
    };
    let replays = offered
        .iter()
        .filter(|choice| !outline(choice).body.is_empty())
        .map(|choice| (Arc::clone(&form), choice.clone(), replay(choice)))
        .collect();
    found.extend(offered.into_iter().map(|choice| (Arc::clone(&form), choice)));
    for _ in 0..2 * count {
        if found.len() >= count {
            break;
        }
        let choice = sample(&loops, root, &mut |n| random.below(n));
        found.extend(choice.map(|choice| (Arc::clone(&form), choice)));
    }
    Offered {
        choices: found,
        replays,
        is_fused,
        is_smaller,
    }
}

/// The cells of each buffer; `None` where nothing was ever written.
type Cells = Vec<Vec<Option<u64>>>;

/// The arguments of one run.
pub struct Input {
    data: Data,
    shapes: Vec<Vec<i64>>,
    /// The buffer and the first cell of each array.
    places: Vec<(usize, i64)>,
    buffers: Vec<Vec<u64>>,
    scalar: u64,
    sizes: [i64; 2],
    overlap: bool,
    /// Whether the data are small integers and the sign of zero is no matter.
    exact: bool,
}

impl Input {
    fn new(
        program: &Program,
        extents: &crate::program::Extents,
        which: usize,
        overlap: bool,
        exact: bool,
        random: &mut Random,
    ) -> Input {
        let shapes: Vec<Vec<i64>> = (0..program.arrays.len())
            .map(|n| program.shape(n, extents))
            .collect();
        let mut places = Vec::new();
        let mut lengths: Vec<i64> = Vec::new();
        let mut shared = None;
        for (array, shape) in program.arrays.iter().zip(&shapes) {
            let length = shape.iter().product::<i64>();
            if overlap && !array.no_alias {
                let buffer = *shared.get_or_insert_with(|| {
                    lengths.push(0);
                    lengths.len() - 1
                });
                let offset = random.pick(&[0, 0, 1, 3]);
                lengths[buffer] = lengths[buffer].max(offset + length);
                places.push((buffer, offset));
            } else {
                lengths.push(length);
                places.push((lengths.len() - 1, 0));
            }
        }
        let mut value = || match program.data {
            Data::I32 => u64::from(random.next() as u32) & if random.below(2) == 0 { 7 } else { !0 },
            data => {
                let x = match random.below(24) {
                    _ if exact => random.between(-1, 1) as f64,
                    0 => random.pick(&[f64::NAN, f64::INFINITY, -0.0, 0.0, 1e30]),
                    _ => random.between(-999, 999) as f64 / 64.0 + random.between(-9, 9) as f64 / 3.0,
                };
                match data {
                    Data::F32 => u64::from((x as f32).to_bits()),
                    _ => x.to_bits(),
                }
            }
        };
        let buffers = lengths
            .iter()
            .map(|&n| (0..n).map(|_| value()).collect())
            .collect();
        let scalar = value();
        Input {
            data: program.data,
            shapes,
            places,
            buffers,
            scalar,
            sizes: program.sizes[which],
            overlap,
            exact,
        }
    }

    fn describe(&self, model: FpModel) -> String {
        format!(
            "(sizes {:?}, overlapping {}, floats {model})",
            self.sizes, self.overlap
        )
    }

    /// The cells of all buffers after a run, and whether some operation rounded.
    pub fn interpret(&self, module: &Module) -> Result<(Cells, bool), String> {
        let scalar = |bits: &u64| Scalar::Bits(u128::from(*bits));
        let mut memory = Memory::new();
        let ids: Vec<_> = self
            .buffers
            .iter()
            .map(|b| memory.add_caller(b.iter().map(scalar).collect()))
            .collect();
        let mut arguments: Vec<Value<Scalar>> = Vec::new();
        for (shape, (buffer, offset)) in self.shapes.iter().zip(&self.places) {
            let mut memref = MemRef::row_major(ids[*buffer], shape);
            memref.offset = *offset;
            arguments.push(Value::MemRef(memref));
        }
        arguments.push(Value::Scalar(scalar(&self.scalar)));
        arguments.extend(self.sizes.map(Value::Index));
        let limits = interpret::Limits::default();
        let mut domain = Concrete::default();
        interpret::Program::new(module)
            .run("kernel", &mut domain, &mut memory, &arguments, &limits)
            .map_err(|trap| trap.to_string())?;
        let cells = |id| {
            memory
                .buffer(id)
                .cells
                .iter()
                .map(|c| c.bits().map(|b| b as u64))
                .collect()
        };
        Ok((ids.into_iter().map(cells).collect(), domain.saw_rounding))
    }

    /// Whether all cells are equal; one NaN is as good as another.
    fn agree(&self, a: &Cells, b: &Cells) -> bool {
        let value = |bits: u64| match self.data {
            Data::I32 => None,
            Data::F32 => Some(f64::from(f32::from_bits(bits as u32))),
            Data::F64 => Some(f64::from_bits(bits)),
        };
        let same = |x: &Option<u64>, y: &Option<u64>| {
            x == y
                || match (x.and_then(value), y.and_then(value)) {
                    (Some(x), Some(y)) => (x.is_nan() && y.is_nan()) || (self.exact && x == y),
                    _ => false,
                }
        };
        a.iter()
            .flatten()
            .zip(b.iter().flatten())
            .all(|(x, y)| same(x, y))
    }

    /// Whether a program that may round otherwise than the original computes the same; a run that
    /// rounds says nothing of one that may be reordered.
    fn accepts(&self, expected: &(Cells, bool), found: &(Cells, bool)) -> bool {
        (self.exact && (expected.1 || found.1)) || self.agree(&expected.0, &found.0)
    }

    fn call(&self, jit: &Jit) -> Result<Cells, String> {
        let (ty, bytes) = match self.data {
            Data::F32 => (Type::F32, 4),
            Data::F64 => (Type::F64, 8),
            Data::I32 => (Type::integer(32), 4),
        };
        let mut buffers = Vec::new();
        for (shape, (buffer, _)) in self.shapes.iter().zip(&self.places) {
            let mut memory = Buffer::zeros(ty.clone(), shape).ok_or("no buffer")?;
            for (cell, bits) in memory.bytes_mut().chunks_mut(bytes).zip(&self.buffers[*buffer]) {
                cell.copy_from_slice(&bits.to_le_bytes()[..bytes]);
            }
            buffers.push(memory);
        }
        let scalar: Argument<'_> = match self.data {
            Data::F32 => f32::from_bits(self.scalar as u32).into(),
            Data::F64 => f64::from_bits(self.scalar).into(),
            Data::I32 => i64::from(self.scalar as i32).into(),
        };
        let mut arguments: Vec<Argument<'_>> = buffers.iter_mut().map(Argument::from).collect();
        arguments.push(scalar);
        arguments.extend(self.sizes.map(Argument::from));
        jit.call("kernel", &mut arguments).map_err(|e| e.to_string())?;
        let bits = |cell: &[u8]| {
            let mut all = [0; 8];
            all[..bytes].copy_from_slice(cell);
            Some(u64::from_le_bytes(all))
        };
        Ok(buffers
            .iter()
            .map(|b| b.bytes().chunks(bytes).map(bits).collect())
            .collect())
    }
}

/// Runs both as machine code on the inputs that do not overlap.
fn compare_compiled(
    original: &Module,
    variant: &Module,
    inputs: &[Input],
    expected: &[(Cells, bool)],
) -> Result<(), String> {
    let options = ovolo_lower::Options {
        level: OptLevel::O2,
        parallel: ovolo_lower::Parallel::in_process(2),
        ..ovolo_lower::Options::default()
    };
    for (name, module) in [("original", original), ("variant", variant)] {
        let compiled = compile(module, &options).map_err(|e| format!("{name}: {e}"))?;
        let jit = compiled.jit().map_err(|e| format!("{name}: {e}"))?;
        for (input, expected) in inputs.iter().zip(expected).filter(|(i, _)| !i.overlap) {
            let found = input.call(&jit)?;
            if !input.accepts(expected, &(found, false)) {
                return Err(format!("the machine code of the {name} computes something else"));
            }
        }
    }
    Ok(())
}
