//! Schedules: what is made of a loop nest, in a small language that people read and write.
//!
//! ```text
//! func @gemm                             // may be left out where there is one function
//! nest 1                                 // the first outermost loop; may be left out where there is one. `nest 1, 2` is
//!                                        // the first two as one
//! pack(B)                                // a form of the nest: a part of B laid out in an array of its own
//! with j'r = 16                          // sizes of tiles that no loop below says
//! for k'c in 0..1024 step 128            // the loops, from outside in
//!   for i'r in 0..1024 step 8
//!     promote k in k'c..min(k'c + 128, 1024)
//!       unroll i in i'r..i'r + 8 {       // a body of several statements is in braces
//!         store C
//!         store D
//!       }
//! ```
//!
//! A `vector` loop that may end before its tile does, as `vector j in j'v..min(j'v + 8, n)`, has masked lanes.
//!
//! A loop says how its iterations are executed ([`KINDS`]), its variable, its bounds, and its step unless that
//! is one. Loops keep the names of the source; the loops over tiles of `i` are `i'c` (tiles for a cache), `i'r`
//! (for registers) and `i'v` (vectors). A condition is `if i - 4 >= 0, j == 0 { … } else { … }`, each part compared with
//! a number. `panels A, B` says that what is inside reads tiles of these arrays from copies, made before it, that lie as it
//! walks through them; `hoist A`, at the start of the body of a loop, that the cells of `A` that do not move with this loop are
//! read before it; `prefetch A ahead 8` that the caches are told in each iteration what of `A` is read eight iterations on. A
//! name that is no plain word is in quotes. Statements are the `store`s of
//! the source, by the array that they write. Loops that run zero times are left out.
//!
//! A **sketch** is a schedule with holes, and a schedule is a sketch without any:
//!
//! - `…` or `...` is any statement, or any number of them, or none;
//! - `… { S }` is anything with `S` somewhere inside;
//! - `for i` without bounds is any loop over `i`; `for i/…` any loop over tiles of `i`, `for i/64` one over tiles
//!   of 64; each may be a `promote` loop too. Where it stands for a part of a sequence, because the loop was split
//!   or something comes before it, the rest is left open; it is never about what a split left over.
//! - In a sketch the forms that it does not name are left open; `pack(B)` may stand anywhere in it.

mod change;
mod compare;
mod lexer;
mod outline;
mod print;
mod syntax;

use egg::Symbol;
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;

use crate::term::{Comparison, IndexOp, LoopKind};

pub use change::change;
pub use compare::index_of;
pub use outline::outline;
pub use syntax::parse;

/// The word for each way to execute the iterations of a loop.
pub const KINDS: &[(&str, LoopKind)] = &[
    ("for", LoopKind::Sequential),
    ("keep", LoopKind::Kept),
    ("promote", LoopKind::Promoted),
    ("unroll", LoopKind::Unrolled),
    ("vector", LoopKind::Vectorized),
    ("parallel", LoopKind::Parallel),
    ("reduce", LoopKind::Reduced),
];

/// What is to be made of the functions of a module.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    pub functions: Vec<FunctionSchedule>,
}

/// What is to be made of a function.
#[derive(Clone, Debug, Default)]
pub struct FunctionSchedule {
    /// `None` for the only function.
    pub name: Option<Name>,
    pub nests: Vec<NestSchedule>,
}

/// What is to be made of a nest, or of several as one.
#[derive(Clone, Debug, Default)]
pub struct NestSchedule {
    /// Counted from one, several where they are taken as one; `None` for the only nest.
    pub numbers: Option<(Vec<usize>, Span)>,
    pub forms: Vec<FormStep>,
    /// Sizes of tiles by their loop.
    pub sizes: Vec<(Name, i64)>,
    pub body: Vec<Statement>,
    /// Of the first word.
    pub span: Span,
}

/// A name with where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    pub symbol: Symbol,
    pub span: Span,
}

/// A change of the arrays or the loops of a nest: the word of a rule of [`crate::forms::NEST_TRANSFORMATIONS`] and the arrays.
#[derive(Clone, Debug, PartialEq)]
pub struct FormStep {
    pub word: Name,
    pub arrays: Vec<Name>,
}

/// A statement of a schedule or a sketch.
#[derive(Clone, Debug)]
pub enum Statement {
    Loop(Box<LoopSketch>),
    If(Box<Branches>),
    /// By the array that is written.
    Store(Name),
    Reads(Box<Reads>),
    /// Any statements, around those in the braces if there are some.
    Hole(Option<Vec<Statement>>, Span),
}

/// A condition.
#[derive(Clone, Debug)]
pub struct Branches {
    /// Each is compared with zero.
    pub conditions: Vec<(Index, Comparison)>,
    pub then: Vec<Statement>,
    pub otherwise: Vec<Statement>,
    /// Of the conditions.
    pub span: Span,
}

/// How statements get what they read of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From copies, made before them: `panels`.
    Panels,
    /// Before the loop around them, where its iterations read the same: `hoist`.
    Hoist,
    /// When they come to it, but caches know so many iterations of the loop around before: `prefetch`.
    Prefetch(i64),
}

/// Statements that read arrays in a way of their own.
#[derive(Clone, Debug)]
pub struct Reads {
    pub way: Way,
    pub arrays: Vec<Name>,
    pub body: Vec<Statement>,
    /// Of the first line.
    pub span: Span,
}

/// A loop of a schedule or a sketch.
#[derive(Clone, Debug)]
pub struct LoopSketch {
    pub kind: LoopKind,
    pub variable: Name,
    pub over: Over,
    pub body: Vec<Statement>,
    pub span: Span,
}

/// What a loop runs over.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// `in lower..upper`.
    Bounds { lower: Index, upper: Index, step: i64 },
    /// Nothing is said but, perhaps, the step.
    Any { step: Option<i64> },
    /// `/64`, or `/…`: tiles of the variable.
    Tiles(Option<i64>),
}

/// A bound of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Index {
    Number(i64),
    Name(Symbol),
    Op(IndexOp, Box<[Index; 2]>),
}

impl Name {
    /// A name that stands nowhere.
    pub fn new(symbol: Symbol) -> Name {
        Name {
            symbol,
            span: Span::default(),
        }
    }
}

/// Where a name stands is no part of what it says.
impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.symbol == other.symbol
    }
}

impl LoopSketch {
    /// Whether it may stand for several loops.
    pub fn is_open(&self) -> bool {
        !matches!(self.over, Over::Bounds { .. })
    }
}

impl Statement {
    /// Whether something is left open, here or inside.
    pub fn is_open(&self) -> bool {
        match self {
            Statement::Loop(inner) => inner.is_open() || inner.body.iter().any(Statement::is_open),
            Statement::If(inner) => inner.then.iter().chain(&inner.otherwise).any(Statement::is_open),
            Statement::Reads(inner) => inner.body.iter().any(Statement::is_open),
            Statement::Store(_) => false,
            Statement::Hole(..) => true,
        }
    }

    /// The statements inside.
    pub fn inside(&self) -> impl Iterator<Item = &Statement> {
        let [first, second]: [&[Statement]; 2] = match self {
            Statement::Loop(inner) => [&inner.body, &[]],
            Statement::If(inner) => [&inner.then, &inner.otherwise],
            Statement::Reads(inner) => [&inner.body, &[]],
            Statement::Hole(Some(inside), _) => [inside, &[]],
            Statement::Hole(None, _) | Statement::Store(_) => [&[], &[]],
        };
        first.iter().chain(second)
    }

    /// Where it stands in the text.
    pub fn span(&self) -> Span {
        match self {
            Statement::Loop(inner) => inner.span,
            Statement::If(inner) => inner.span,
            Statement::Reads(inner) => inner.span,
            Statement::Store(name) => name.span,
            Statement::Hole(_, span) => *span,
        }
    }
}

impl NestSchedule {
    /// Whether it is a sketch.
    pub fn is_open(&self) -> bool {
        self.body.iter().any(Statement::is_open)
    }
}

impl Schedule {
    /// What is said of a function, which is or is not the only one of its module.
    pub fn of_function(&self, name: &str, is_only: bool) -> Option<&FunctionSchedule> {
        self.functions.iter().find(|function| match &function.name {
            Some(named) => named.symbol.as_str() == name,
            None => is_only,
        })
    }

    /// The mistakes in naming the functions of a module.
    pub fn check_functions(&self, names: &[&str]) -> Vec<Diagnostic> {
        let listed = || match names {
            [] => "the module has no function with a body".to_string(),
            _ => format!("the functions are @{}", names.join(", @")),
        };
        let mut mistakes = Vec::new();
        for (n, function) in self.functions.iter().enumerate() {
            match &function.name {
                Some(name) if !names.contains(&name.symbol.as_str()) => {
                    let text = format!("there is no function @{}", name.symbol);
                    mistakes.push(Diagnostic::new(name.span, text).help(listed()));
                }
                None if names.len() != 1 => {
                    let first = function.nests.first();
                    let span = first.map_or(Span::default(), |nest| nest.span);
                    let text = "which function this is about is not said";
                    mistakes.push(
                        Diagnostic::new(span, text).help(format!("begin with `func @name`; {}", listed())),
                    );
                }
                Some(name)
                    if self.functions[..n]
                        .iter()
                        .any(|other| other.name == function.name) =>
                {
                    let text = format!("@{} is described twice", name.symbol);
                    mistakes.push(Diagnostic::new(name.span, text));
                }
                _ => {}
            }
        }
        mistakes
    }
}

impl FunctionSchedule {
    /// What is said of the nest with this number, counted from one, of so many.
    pub fn of_nest(&self, number: usize, count: usize) -> Option<&NestSchedule> {
        self.nests.iter().find(|nest| match &nest.numbers {
            Some((named, _)) => *named == [number],
            None => count == 1,
        })
    }

    /// What is said of several nests as one, and which those are.
    pub fn together(&self) -> impl Iterator<Item = (&[usize], &NestSchedule)> {
        self.nests.iter().filter_map(|nest| match &nest.numbers {
            Some((numbers, _)) if numbers.len() > 1 => Some((numbers.as_slice(), nest)),
            _ => None,
        })
    }

    /// The mistakes in naming the nests of a function that has so many.
    pub fn check_nests(&self, count: usize) -> Vec<Diagnostic> {
        let mut mistakes = Vec::new();
        for (n, nest) in self.nests.iter().enumerate() {
            let help = match count {
                0 => "the function has no loop nest that is understood".to_string(),
                1 => "the function has one loop nest that is understood".to_string(),
                _ => format!("the loop nests that are understood are `nest 1` to `nest {count}`"),
            };
            let Some((numbers, span)) = &nest.numbers else {
                if count != 1 {
                    let text = "which nest this is about is not said";
                    mistakes.push(Diagnostic::new(nest.span, text).help(help));
                }
                continue;
            };
            let before = self.nests[..n].iter().flat_map(|other| &other.numbers);
            let is_known = |number: &usize| before.clone().any(|(known, _)| known.contains(number));
            if let Some(number) = numbers.iter().find(|n| **n == 0 || **n > count) {
                mistakes.push(Diagnostic::new(*span, format!("there is no nest {number}")).help(help));
            } else if let Some(number) = numbers.iter().find(|n| is_known(n)) {
                mistakes.push(Diagnostic::new(
                    *span,
                    format!("nest {number} is described twice"),
                ));
            } else if numbers.windows(2).any(|pair| pair[1] != pair[0] + 1) {
                let text = "only nests that follow one another are taken as one";
                mistakes.push(Diagnostic::new(*span, text));
            }
        }
        mistakes
    }
}

#[cfg(test)]
mod tests;
