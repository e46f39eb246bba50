//! Whether two functions of affine loops are equal for all sizes.
//!
//! **Statements.** A function is read as a list of statements (`read`): each stores a value, a tree over loads, arguments and
//! indices, into one cell. An *instance* of a statement is a value of its variables inside their bounds; variables are those of
//! the loops around it, the lanes of a vector, and the number of a statement among several that differ in constants which
//! grow evenly (`normalize`). What a loop hands on is stored into cells of registers. A store under a condition on data
//! stores a choice between its value and what is there. At the end stands for each argument that is written a statement that reads
//! each of its cells. An access of an instance takes place at a *time*, a list of positions and loop variables that is compared
//! lexicographically; iterations of a parallel loop are in no order.
//!
//! **Sources** (`sources`). The source of a load is the last store to its cell before it, or what the cell held in the beginning:
//! exact dataflow (Feautrier 1991), as a list of affine maps each of which is checked.
//!
//! **Theorem.** Take a set of *lemmas*: each gives for a statement `u` of the second function one `t` of the first and a map
//! `M` of their instances, and says that `u` at `y` stores what `t` stores at `M(y)`, for all `y` with `M(y)` an instance of `t`.
//! Let there be lemmas, with the identity as map, for the results and for the last statements. If each lemma follows by comparing the
//! two trees (operation by operation, each load replaced by what its source stores) where at a pair of loads one may use that
//! a lemma holds for the sources, then both functions leave the same values in all cells and give the same results, on every
//! input. *Proof.* By induction on the time of `y` in the second function: a lemma is used only for the source of a load of the instance
//! at hand, which is a store before it. (The tree comparison is the equivalence check on array dataflow graphs of
//! Shashidhar, Bruynooghe, Catthoor & Janssens 2005, and Verdoolaege, Janssens & Bruynooghe 2012; a lemma closes the loop of a
//! recurrence.) Sizes are symbols throughout, and every condition is a question whether a set of integer points is empty,
//! which z3 decides over linear integer arithmetic.
//!
//! Copies need no maps: packing, expansion and promotion into registers are followed through their sources. Nothing is asked
//! of instances whose results nobody uses, such as the lanes that fill up a last vector.
//!
//! **Sums.** Where that finds no proof, and both functions have operations that may be taken in any order (of integers, and of
//! floats under `reassoc`), each loop that only updates a cell becomes one statement with a sum (`collapse`), and two sums are
//! equal if their terms correspond, one to one (`equal::sums`). The induction is then by the time of the last update.
//!
//! **Memory.** A view is read as the array that it shows, at subscripts that are affine in its own; a global as one more argument,
//! one of both functions where its definition is (`read::view`).
//!
//! Where arguments may overlap a load has no one source: then it is checked that the second function is the first with its
//! instances in an order that keeps all dependences (`reorder`).
//!
//! **Safety** (`safety`). Every access of the second function is inside its array: by the bounds of the loops around it, or since the first
//! function accesses that cell too. Operations that may trap are refused, but for divisions by constants, and by indices that are
//! positive or that the first function divides by too. Accesses by views are inside them, and inside the rows of their arrays, in
//! both functions: beyond a row other subscripts are the same cells. What the second allocates it frees. So the instances of both are those whose accesses are inside their arrays (`bounds`).
//!
//! **Linear arrays** (`rows`). Subscripts `r * n + c` with `0 <= c < n` are pairs `(r, c)`.
//!
//! **Versions** (`cases`). A function that tests at run time whether arguments overlap, or how sizes compare, is compared branch by
//! branch.
//!
//! **Integers of fixed width** (`read::integer`) are numbers where they are shown, or promise, not to wrap around.
//!
//! **Stores under conditions on data**, to memory that others may write, are under the same in both functions (`safety`).
//!
//! How maps and sources are found (`solve`) does not matter for what is proved.
//!
//! **Invariant:** nothing here uses rules, e-graphs or the transformations, nor the interpreter.

mod ask;
mod bounds;
mod cases;
mod collapse;
mod equal;
mod function;
mod interpolate;
mod normalize;
mod operands;
mod quotients;
mod read;
mod reductions;
mod reorder;
mod rows;
mod safety;
mod solve;
mod sources;
mod terms;

use ovolo_lang::affine::{constant, dim};
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};

use ask::Asked;
use cases::{Pair, cases};
use equal::Equality;
use function::{Access, Array, Domain, Function, Loop, Statement, Symbol, Symbols, Time, Value};
pub use function::{Assumed, Size};
use read::Reader;
use terms::Sizes;

/// A result, or why the functions are not certified.
type Refused<T> = Result<T, String>;

/// That functions are not certified, which says nothing of whether they are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub reason: String,
    /// Sizes at which the functions may differ.
    pub suspected: Vec<(Size, i64)>,
}

impl From<String> for Refusal {
    fn from(reason: String) -> Refusal {
        Refusal {
            reason,
            suspected: Vec::new(),
        }
    }
}

/// What a certificate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certified {
    AllSizes,
    /// The types fix all sizes.
    FixedSizes,
}

/// Certifies that the second function does what the first does under a floating-point model, for all data and all sizes of which
/// holds what is `assumed`, wherever arguments that are not `llvm.noalias` lie; `steps` bounds the work of z3, in units of its `rlimit`.
///
/// The outcome does not depend on what was asked before, or elsewhere: each certificate has a thread, and so a context of z3,
/// of its own.
pub fn certify(
    first: (&Module, OpId),
    second: (&Module, OpId),
    model: FpModel,
    assumed: &[Assumed],
    steps: u32,
) -> Result<Certified, Refusal> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let certificate = thread
            .spawn_scoped(scope, || {
                let mut certified = Certified::FixedSizes;
                for case in cases(first, second) {
                    let assumed = [assumed, &case.assumed].concat();
                    if certificate(&case.pair, model, &assumed, steps)? == Certified::AllSizes {
                        certified = Certified::AllSizes;
                    }
                }
                Ok(certified)
            })
            .map_err(|error| format!("no thread for a proof: {error}"))?;
        match certificate.join() {
            Ok(outcome) => outcome,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Bytes of stack: values are followed recursively.
const STACK: usize = 256 << 20;

fn certificate(pair: &Pair, model: FpModel, assumed: &[Assumed], steps: u32) -> Result<Certified, Refusal> {
    let mut symbols = Symbols::default();
    let mut read = |(module, op)| Reader::read(module, op, model, &mut symbols);
    let [(a, first), (b, second)] = pair;
    let functions = [read((a, *first))?, read((b, *second))?];
    let mut sizes = Sizes::new(&symbols);
    for assumption in assumed {
        sizes.assume(&symbols, assumption)?;
    }
    let mut asked = Asked::of(sizes, steps);
    let outcome = decide(functions, model, &mut asked);
    outcome.map_err(|reason| Refusal {
        reason,
        suspected: asked
            .suspected()
            .into_iter()
            .flat_map(|sizes| symbols.all.iter().map(Symbol::size).zip(sizes.iter().copied()))
            .collect(),
    })?;
    Ok(match symbols.all.is_empty() {
        true => Certified::FixedSizes,
        false => Certified::AllSizes,
    })
}

/// Checks that both functions leave the same behind, and that the second is safe where the first is.
fn decide(mut functions: [Function; 2], model: FpModel, asked: &mut Asked) -> Refused<()> {
    safety::fits(&functions[0], asked)?;
    functions[0].tell_extents(&mut asked.sizes)?;
    if asked.is_impossible(&[])? {
        return Err("what is assumed holds for no sizes".into());
    }
    rows::split(&mut functions, asked)?;
    let [mut first, mut second] = functions;
    let written: Vec<usize> = (0..first.arguments.len())
        .filter(|&i| first.writes(Array::Argument(i)) || second.writes(Array::Argument(i)))
        .collect();
    for function in [&mut first, &mut second] {
        for &argument in &written {
            function.leave(argument);
        }
        function.normalize();
    }
    let left = safety::check(&first, &second, asked)?;
    first.assume_in_bounds();
    second.assume_in_bounds();
    let mut accesses = Vec::new();
    if !left.is_empty() {
        first.tell_accesses();
        let numbers = second.tell_accesses();
        accesses.extend(left.iter().filter_map(|&touch| numbers[touch]));
    }
    let shares = |function: &Function| {
        let arguments = 0..function.arguments.len();
        let overlapping = arguments.filter(|&i| matches!(function.arguments[i], Some((_, false))));
        overlapping.count() > 1
    };
    let reordered = reorder::check([&first, &second], model.contract, asked);
    if shares(&first) || shares(&second) || reordered.is_ok() {
        return reordered;
    }
    let equal = Equality::new([&first, &second], model, asked).check(&accesses);
    if equal.is_ok() || !first.reduces(model) || !second.reduces(model) {
        return equal;
    }
    for function in [&mut first, &mut second] {
        function.collapse(model, asked)?;
    }
    Equality::of_sums([&first, &second], model, asked).check(&accesses)
}

impl Function {
    fn writes(&self, array: Array) -> bool {
        self.statements
            .iter()
            .any(|statement| statement.target.array == array)
    }

    /// What an argument holds in the end is read by a last statement.
    fn leave(&mut self, argument: usize) {
        let Some(Some((extents, _))) = self.arguments.get(argument) else {
            return;
        };
        let time = vec![Time::At(constant(i64::MAX / 4))];
        let cell: Vec<_> = (0..extents.len()).map(|i| dim(i as u32)).collect();
        let access = |array| Access {
            array,
            subscripts: cell.clone(),
            time: time.clone(),
        };
        let statement = Statement {
            domain: Domain {
                loops: extents.iter().cloned().map(Loop::up_to).collect(),
                guards: Vec::new(),
            },
            target: access(Array::Output(argument)),
            value: Value::Load(access(Array::Argument(argument)).into()),
        };
        self.statements.push(statement);
    }
}
