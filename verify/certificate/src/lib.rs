//! The checker of certificates: whether two functions of affine loops are equal for all sizes, given why.
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
//! which z3 decides over linear integer arithmetic; those are decided without it that a few sums of conditions refute (`refute`).
//!
//! Copies need no maps: packing, expansion and promotion into registers are followed through their sources. Nothing is asked
//! of instances whose results nobody uses, such as the lanes that fill up a last vector.
//!
//! **Sums.** Where that finds no proof, and both functions have operations that may be taken in any order (of integers, and of
//! floats under `reassoc`), a load of a cell that is updated by such an operation is what the cell held before and the terms of the
//! updates between (`accumulate`), and two sums are equal if their terms correspond, one to one (`equal::sums`). All terms are of
//! updates before the load, so that the induction is as above.
//!
//! **Memory.** A view is read as the array that it shows, at subscripts that are affine in its own; a global as one more argument,
//! one of both functions where its definition is (`read::view`).
//!
//! A memref that is returned (`read::returned`) is the same argument or global in both functions, or memory that each allocates:
//! of the same extents, and with the same in every cell in which the first function has stored something. What the other cells hold
//! is open: they hold what memory held that was just allocated, which no program may depend on. Two results are one array in both functions,
//! or in none. Of a view the same cells are shown.
//!
//! Where arguments may overlap, and one of those is written before another is read (`overlap`), a load has no one source: then it is checked
//! that the second function is the first with its instances in an order that keeps all dependences (`reorder`).
//!
//! **Safety** (`safety`). Every access of the second function is inside its array: by the bounds of the loops around it, or since the first
//! function accesses that cell too. Divisions are by constants, by indices that are positive or that the first function divides by too, or
//! of the same data by the same as one of the first function. Accesses by views are inside them, and inside the rows of their arrays, in
//! both functions: beyond a row other subscripts are the same cells. What the second allocates it frees. So the instances of both are those whose accesses are inside their arrays (`bounds`).
//!
//! **Linear arrays** (`rows`). Subscripts `r * n + c` with `0 <= c < n` are pairs `(r, c)`.
//!
//! **Versions** (`cases`). A function that tests at run time whether arguments overlap, or how sizes compare, is compared branch by
//! branch. So is one with conditions that have one value throughout a run (`settled`).
//!
//! **Structure** (`congruence`). Functions that are the same but for calls of private functions in the place of operations are equal
//! where these are; whatever control flow is around them, it takes the same way.
//!
//! **Loops over digits** (`read::digits`): a loop whose variable is divided by factors of its end is the loops over what that gives.
//!
//! **Loads at subscripts that are data** (`read::memory`) of an array that nothing writes are functions of these. A vector of consecutive
//! elements has the number of the lane added to the last subscript, in which integers as wide as an address wrap around as it does.
//!
//! **Promises** (`operands`). Where an operation of the first function promises that its result fits, it has no value where that does not;
//! so it is equal to the operation of the same operands in the second that does not promise it.
//!
//! **Integers of fixed width** (`read::integer`) are numbers where they are shown, or promise, not to wrap around.
//!
//! **Integers without sign** (`wrapped`) that are subscripts are sums of products where bounds of sizes show that these fit.
//!
//! **Integers that are computed otherwise** (`equal::bits`), by shifts for products or masks for choices, are terms of bit vectors over
//! loads and other values that are shown to be equal; z3 is asked whether the terms can differ. What has no value for some operands, a
//! division by data or a shift by data, is no part of a term.
//!
//! Before z3 is asked the same terms are compared as sums of numbers (`equal::numbers`): where the bounds of a sum fit into the width of
//! the operation, with a sign or without one, the operation is one on numbers, and its width does not matter.
//!
//! **Conditions on data** (`read::decided`). In a branch of a choice its condition is decided, so that a choice inside by the same condition is what it
//! chooses there; so it is in the second of two truth values of which the first decides. A divisor that is chosen so, with a positive
//! constant elsewhere, divides under the condition.
//!
//! **Stores under conditions on data**, to memory that others may write, are under the same in both functions (`safety`).
//!
//! **Certificates.** Maps, sources, the ways in which operations are compared, inverses and which accesses of the first function
//! explain one of the second are not looked for here: a [`Certificate`] tells them, and every one is checked. Where a comparison has a
//! choice it asks a [`equal::Guide`], of which a certificate (`recorded`) is one and the search of `ovolo-verify` another. What a
//! guide says does not matter for what is proved: a certificate that is wrong, mutilated or of other programs proves nothing.
//! `text` writes certificates as text and reads them.
//!
//! **Invariant:** nothing here uses rules, e-graphs, the transformations or the interpreter, and nothing searches but z3.

pub mod accumulate;
pub mod ask;
mod bounds;
mod cases;
pub mod certificate;
mod congruence;
pub mod equal;
pub mod function;
mod linear;
mod normalize;
pub mod operands;
mod overlap;
mod pairs;
mod polynomial;
mod products;
mod quotients;
mod read;
mod recorded;
pub mod reductions;
mod refute;
pub mod reorder;
mod rows;
pub mod safety;
mod settled;
pub mod sources;
mod stack;
pub mod terms;
pub mod text;
mod wrapped;

use ovolo_lang::affine::{constant, dim};
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};

use ask::Asked;
pub use cases::cases;
pub use certificate::Certificate;
use certificate::{Case, Equality, Lemma, Method, UNFIT, fits, unfit};
use equal::Comparison;
use function::{Access, Array, Domain, Loop, Statement, Symbol, Symbols, Time, Value};
pub use function::{Assumed, Function, Size};
pub use pairs::Branch;
use pairs::Pair;
use read::Reader;
use recorded::Recorded;
use reorder::Reordered;
use terms::Sizes;

/// A result, or why the functions are not certified.
pub type Refused<T> = Result<T, String>;

/// That functions are not certified, which says nothing of whether they are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub reason: String,
    pub suspected: Vec<Suspicion>,
}

/// Where functions may differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suspicion {
    pub sizes: Vec<(Size, i64)>,
    /// Cells of two arguments that are one.
    pub overlap: Option<Overlap>,
}

/// A cell of each of two arguments, by its subscripts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    pub arguments: [usize; 2],
    pub cells: [Vec<i64>; 2],
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

/// Under what two functions are to be equal.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    pub model: FpModel,
    /// What is taken for granted of sizes.
    pub assumed: &'a [Assumed],
    /// Work of z3 for each pair of branches, in units of its `rlimit`.
    pub steps: u32,
}

/// What is known of two functions that are proved equal.
#[derive(Clone, Debug)]
pub struct Checked {
    pub certified: Certified,
    /// The part of the certificate that the proof needs.
    pub certificate: Certificate,
    /// Questions that were asked of z3.
    pub questions: usize,
}

/// Checks that the second function does what the first does, for all data and all sizes of which holds what is assumed, wherever
/// arguments that are not `llvm.noalias` lie.
///
/// The outcome does not depend on what was asked before, or elsewhere: each check has a thread, and so a context of z3, of
/// its own.
pub fn check(
    first: (&Module, OpId),
    second: (&Module, OpId),
    terms: &Terms<'_>,
    certificate: &Certificate,
) -> Result<Checked, Refusal> {
    let pairs = cases(first, second, terms.model);
    if pairs.len() != certificate.cases.len() {
        let (found, wanted) = (certificate.cases.len(), pairs.len());
        let reason = format!("it has {found} cases, and the functions have {wanted}");
        return Err(unfit(&reason).into());
    }
    let checked = in_thread(&pairs, terms, |number, problem| {
        problem.check(&certificate.cases[number])
    });
    checked.map_err(|refusal| match refusal.reason.starts_with(UNFIT) {
        true => refusal,
        false => Refusal {
            reason: unfit(&refusal.reason),
            ..refusal
        },
    })
}

/// Proves each of some pairs of functions, in a thread with a context of z3 of its own.
pub fn in_thread(
    branches: &[Branch],
    terms: &Terms<'_>,
    prove: impl Fn(usize, &mut Problem) -> Refused<Case> + Sync,
) -> Result<Checked, Refusal> {
    let all = || {
        let mut checked = Checked {
            certified: Certified::FixedSizes,
            certificate: Certificate::default(),
            questions: 0,
        };
        for (number, branch) in branches.iter().enumerate() {
            let given = if branch.is_part { &[] } else { terms.assumed };
            let assumed = [given, &branch.assumed].concat();
            let terms = Terms {
                assumed: &assumed,
                ..*terms
            };
            let mut problem = Problem::read(&branch.pair, &terms)?;
            let case = prove(number, &mut problem).map_err(|reason| match branch.is_part {
                true => reason.into(),
                false => problem.refusal(reason),
            })?;
            checked.certificate.cases.push(case);
            checked.questions += problem.asked.questions();
            if !problem.symbols.all.is_empty() {
                checked.certified = Certified::AllSizes;
            }
        }
        Ok(checked)
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let proof = thread
            .spawn_scoped(scope, all)
            .map_err(|error| format!("no thread for a proof: {error}"))?;
        match proof.join() {
            Ok(outcome) => outcome,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Bytes of stack: values are followed recursively.
const STACK: usize = 256 << 20;

/// Two functions in a normal form, of which it is asked whether they leave the same behind.
pub struct Problem {
    /// The first and the second, whose accesses may be outside of their arrays.
    pub functions: [Function; 2],
    pub asked: Asked,
    pub model: FpModel,
    symbols: Symbols,
}

/// The functions of a problem where all accesses are inside their arrays.
pub struct Safe {
    pub functions: [Function; 2],
    /// Statements of the second that stand for accesses which are to be accesses of the first too.
    pub accesses: Vec<usize>,
}

impl Problem {
    fn read(pair: &Pair, terms: &Terms<'_>) -> Refused<Problem> {
        let mut symbols = Symbols::default();
        let mut read = |(module, op)| Reader::read(module, op, terms.model, &mut symbols);
        let [(a, first), (b, second)] = pair;
        let mut functions = [read((a, *first))?, read((b, *second))?];
        let mut sizes = Sizes::new(&symbols, &functions);
        for assumption in terms.assumed {
            sizes.assume(&symbols, assumption)?;
        }
        let mut asked = Asked::of(sizes, terms.steps);
        safety::is_as_it_is_read(&functions[0], &mut asked)?;
        functions[0].tell_extents(&mut asked.sizes)?;
        if asked.is_impossible(&[])? {
            return Err("what is assumed holds for no sizes".into());
        }
        wrapped::unwrap(&mut functions, &mut asked)?;
        rows::split(&mut functions, &symbols, &mut asked)?;
        let is_written = |i: &usize| {
            functions
                .iter()
                .any(|function| function.writes(Array::Argument(*i)))
        };
        let most = functions.iter().map(|function| function.arguments.len()).max();
        let written: Vec<usize> = (0..most.unwrap_or(0)).filter(is_written).collect();
        overlap::take_apart(&mut functions);
        for function in &mut functions {
            for &argument in &written {
                function.leave(argument);
            }
            function.normalize();
        }
        Ok(Problem {
            functions,
            asked,
            model: terms.model,
            symbols,
        })
    }

    fn refusal(&mut self, reason: String) -> Refusal {
        let suspected = self.asked.suspected();
        let of_symbols = |sizes: &[i64]| {
            let symbols = self.symbols.all.iter().map(Symbol::size);
            let pairs = symbols.zip(sizes.iter().copied());
            pairs.filter_map(|(size, n)| Some((size?, n))).collect::<Vec<_>>()
        };
        let apart = suspected.iter().map(|sizes| Suspicion {
            sizes: of_symbols(sizes),
            overlap: None,
        });
        let overlaps = self.asked.overlaps().iter();
        let overlapping = overlaps.map(|(sizes, overlap)| Suspicion {
            sizes: of_symbols(sizes),
            overlap: Some(overlap.clone()),
        });
        Refusal {
            reason,
            suspected: apart.chain(overlapping).collect(),
        }
    }

    /// The functions, given that these accesses of the second depend on data and may be outside.
    pub fn safe(&self, left: &[usize]) -> Safe {
        let mut functions = self.functions.clone();
        functions.iter_mut().for_each(Function::assume_in_bounds);
        let mut accesses = Vec::new();
        if !left.is_empty() {
            let [first, second] = &mut functions;
            first.tell_accesses();
            let numbers = second.tell_accesses();
            accesses.extend(left.iter().filter_map(|&touch| numbers[touch]));
        }
        Safe { functions, accesses }
    }

    /// Checks that the functions leave the same behind, and that the second is safe where the first is. Gives what of the
    /// certificate that needs.
    pub fn check(&mut self, claimed: &Case) -> Refused<Case> {
        let functions = [&self.functions[0], &self.functions[1]];
        let left = safety::check(functions, &claimed.touches, &mut self.asked)?;
        let mut safe = self.safe(&left);
        let method = match &claimed.method {
            Method::Reordering(reordering) => {
                let [first, second] = &safe.functions;
                Reordered::of([first, second], self.model.contract, &mut self.asked)?.check(reordering)?;
                Method::Reordering(reordering.clone())
            }
            Method::Equality(equality) => {
                if safe.functions.iter().any(Function::shares) {
                    return Err(unfit("a load whose arguments may overlap has no one source"));
                }
                safe.accumulate(equality, self.model, &mut self.asked)?;
                Method::Equality(safe.check(equality, self.model, &mut self.asked)?)
            }
        };
        Ok(Case {
            touches: claimed.touches.clone(),
            method,
            legend: self.legend(&safe),
        })
    }

    /// What symbols and statements are, for a reader.
    fn legend(&self, safe: &Safe) -> Vec<String> {
        let symbols = self.symbols.all.iter().enumerate();
        let mut all: Vec<String> = symbols.map(|(n, symbol)| format!("s{n} is {symbol}")).collect();
        for (which, function) in ["first", "second"].iter().zip(&safe.functions) {
            let statements = function.statements.iter().enumerate();
            all.extend(
                statements.map(|(n, statement)| format!("{which} {n} stores into {}", statement.target)),
            );
        }
        all
    }
}

impl Safe {
    /// Takes the updates of cells together.
    pub fn accumulate(&mut self, claimed: &Equality, model: FpModel, asked: &mut Asked) -> Refused<()> {
        for (side, function) in self.functions.iter_mut().enumerate() {
            let own = claimed.updates.iter().filter(|named| named.side == side);
            function.accumulate(&own.map(|named| named.statement).collect(), model, asked)?;
        }
        Ok(())
    }

    /// Checks that what is left behind is the same, and that the first function has the accesses too.
    fn check(&self, claimed: &Equality, model: FpModel, asked: &mut Asked) -> Refused<Equality> {
        let mut guide = Recorded::of(claimed);
        let [first, second] = &self.functions;
        let mut comparison = Comparison::of([first, second], model, claimed.has_sums, asked);
        let mut open: Vec<([usize; 2], Lemma)> = self.left()?;
        for &u in &self.accesses {
            let t = claimed.accesses.get(&u);
            let pair = t.map(|&t| [u, t]).ok_or(NOT_ACCESSED)?;
            let [access, known] = comparison.statements(pair)?;
            let lemma = claimed.lemmas.get(&pair).ok_or(NOT_ACCESSED)?;
            let [variables, wanted] = [access, known].map(|statement| statement.domain.loops.len());
            fits(&lemma.map, wanted, variables)?;
            let is_known = access.target.array == known.target.array && lemma.within.is_empty();
            if !is_known || !comparison.is_total(pair, &lemma.map)? {
                return Err(NOT_ACCESSED.into());
            }
            guide.used.lemmas.insert(pair, lemma.clone());
            open.push((pair, lemma.clone()));
        }
        let mut known = open.clone();
        while let Some((pair, lemma)) = open.pop() {
            if !comparison.lemma_holds(&mut guide, pair, &lemma)? {
                return Err(std::mem::take(&mut comparison.reason));
            }
            for used in std::mem::take(&mut comparison.used) {
                if !known.contains(&used) {
                    known.push(used.clone());
                    open.push(used);
                }
            }
        }
        Ok(guide.used.trimmed())
    }

    /// The lemmas from which it follows that the same is left behind.
    pub fn left(&self) -> Refused<Vec<([usize; 2], Lemma)>> {
        let [first, second] = &self.functions;
        let is_left = |statement: &Statement| {
            matches!(
                statement.target.array,
                Array::Result(_) | Array::Returned(..) | Array::Output(_)
            )
        };
        let mut all = Vec::new();
        for (u, statement) in second.statements.iter().enumerate() {
            if !is_left(statement) {
                continue;
            }
            let same = |other: &Statement| other.target.array == statement.target.array;
            let t = first.statements.iter().position(same);
            let t = t.ok_or("the functions leave other values behind")?;
            let lemma = Lemma {
                map: (0..statement.domain.loops.len()).map(|i| dim(i as u32)).collect(),
                within: Vec::new(),
            };
            all.push(([u, t], lemma));
        }
        Ok(all)
    }
}

/// Why an access that depends on data is refused.
pub const NOT_ACCESSED: &str = "the second function may access memory that the first does not, or divide where it does not, for some data";

impl Function {
    /// Whether two of its arguments may overlap.
    pub fn shares(&self) -> bool {
        let arguments = self.arguments.iter();
        arguments
            .filter(|argument| matches!(argument, Some((_, false))))
            .count()
            > 1
    }

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
