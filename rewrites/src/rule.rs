//! Algebra rules: data, read from `.rules` files.
//!
//! A rule says that two terms are equal for all values of its variables that satisfy its conditions.
//! The e-graph applies it ([`crate::compile`]) and z3 proves it (`ovolo_verify::rules`), both from the
//! same [`Rule`].
//!
//! ```
//! let rules = ovolo_rewrites::rule::parse(
//!     "/// The remainder of a multiple of the divisor is zero.
//!      rule mod_of_multiple
//!        forall x, const a, const b:
//!        (x * a) mod b  =>  0
//!        when b > 0, b | a
//!        example (i * 8) mod 4  =>  0",
//! )
//! .unwrap();
//! assert_eq!(rules[0].to_string(), "(x * a) mod b => 0 when b > 0, b | a");
//! ```

mod builtin;
mod check;
mod example;
pub(crate) mod lexer;
mod lists;
mod print;
mod reading;
mod scope;
pub(crate) mod syntax;

use ovolo_lang::algebra::FastMath;
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::FloatKind;

use crate::term::{IndexOp, Scalar};

pub use builtin::{builtin, builtin_sources};
pub use reading::{Division, Reading};

/// A law of algebra.
#[derive(Clone, Debug)]
pub struct Rule {
    pub name: String,
    /// The text of the `///` lines, without `Source:` lines.
    pub documentation: String,
    /// Where the rule or its proof was found.
    pub source: Option<String>,
    pub domain: Domain,
    /// What the operations of the left side must allow for the rule to apply to them.
    pub gates: FastMath,
    pub variables: Vec<Variable>,
    pub left: Term,
    pub right: Term,
    /// Written `<=>`: the right side also becomes the left.
    pub both_ways: bool,
    /// All must hold.
    pub conditions: Vec<Condition>,
    /// The names of rules that the proof may use.
    pub lemmas: Vec<String>,
    /// Why the rule is believed where no proof was found.
    pub assumed: Option<String>,
    pub examples: Vec<Example>,
    /// Of the name.
    pub span: Span,
}

/// A variable of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    /// Stands for known constants only.
    pub constant: bool,
    pub sort: Sort,
}

/// The type of a term, relative to its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// The type that the rule is applied at.
    Value,
    /// `i1`: the result of a comparison.
    Truth,
}

/// The values that the variables of a rule range over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// ℤ.
    Index,
    /// Integers of every width.
    Bits,
    /// Floats of every kind.
    Floats,
    /// These integer or float types only.
    Only(Vec<Scalar>),
}

/// An expression of a rule.
///
/// In a condition or a computed constant it is evaluated on facts, elsewhere it is a pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// By its position among the rule's variables.
    Variable(usize),
    /// An integer, modulo 2^width where the domain is bits.
    Integer(i64),
    Float(f64),
    /// A value of `i1`.
    Truth(bool),
    Index(IndexOp, Box<[Term; 2]>),
    Op(Operation),
    /// `{…}`: a constant that is computed when the rule fires.
    Computed(Box<Term>),
    /// `width`: the number of bits. Only within `{…}`.
    Width,
    /// `log2(a)`: the position of the only bit of a power of two. Only within `{…}`.
    Log2(Box<Term>),
}

/// A scalar operation of the op table.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    pub code: OpCode,
    /// The type of the operands; of a `select`, of the values chosen between.
    pub operands: Sort,
    pub result: Sort,
    /// The integer encoding of a comparison's predicate, 0 for any other operation.
    pub predicate: i64,
    pub args: Vec<Term>,
}

/// A condition of a rule. It has two readings: as a question to facts, which the rule fires on only
/// when the answer is yes, and as a formula to prove the rule under.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// `a < b` and the like; of bits, as signed integers.
    Compare(Relation, Term, Term),
    /// `a | b`: `b` is a multiple of `a`.
    Divides(Term, Term),
    /// `power_of_two(a)`: exactly one bit is set.
    PowerOfTwo(Term),
    /// `ult(a, b)`: less as unsigned integers.
    UnsignedLess(Term, Term),
    /// `width >= n`.
    MinimumWidth(u32),
    /// A truth value, such as `a < b || c == 0`.
    Holds(Term),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessEqual,
}

/// An instance of a rule, tested and printed with it.
///
/// Its names are variables of the program, of the rule's first type (`i32` for bits, `f32` for floats,
/// when it is for all of them).
#[derive(Clone, Debug)]
pub struct Example {
    pub names: Vec<Variable>,
    pub left: Term,
    pub right: Term,
    /// What is known of the names.
    pub assumptions: Vec<Condition>,
    pub span: Span,
}

/// Reads a rule file. Its rules may name built-in rules as lemmas.
pub fn parse(source: &str) -> Result<Vec<Rule>, Vec<Diagnostic>> {
    parse_beside(source, builtin(), &Reading::default())
}

/// Reads rules that are to be proved, not applied: a rule file, or lines such as `(+ ?x ?y) ==> (+ ?y ?x)`.
pub fn parse_to_prove(source: &str, reading: &Reading) -> Result<Vec<Rule>, Vec<Diagnostic>> {
    let only_to_prove = Reading {
        only_to_prove: true,
        ..*reading
    };
    if !lists::is_lists(source) {
        return parse_beside(source, builtin(), &only_to_prove);
    }
    let items = lists::parse(source)?;
    let mixed = Reading {
        truths_are_numbers: true,
        ..only_to_prove
    };
    check::check(items, builtin(), &mixed)
}

/// Reads a rule file whose rules may name `others` as lemmas.
fn parse_beside(source: &str, others: &[Rule], reading: &Reading) -> Result<Vec<Rule>, Vec<Diagnostic>> {
    let items = syntax::parse(source).map_err(|error| vec![error])?;
    check::check(items, others, reading)
}

impl Rule {
    /// The types that the rule holds for, of those that are likely to occur.
    pub fn scalars(&self) -> Vec<Scalar> {
        let floats = [FloatKind::F16, FloatKind::F32, FloatKind::F64];
        match &self.domain {
            Domain::Index => vec![Scalar::Index],
            Domain::Bits => [1, 2, 4, 8, 16, 32, 64].map(Scalar::Integer).to_vec(),
            Domain::Floats => floats.map(Scalar::Float).to_vec(),
            Domain::Only(scalars) => scalars.clone(),
        }
    }

    /// Whether the rule is about values of this type.
    pub fn applies_to(&self, scalar: Scalar) -> bool {
        let in_domain = match (&self.domain, scalar) {
            (Domain::Index, Scalar::Index)
            | (Domain::Bits, Scalar::Integer(_))
            | (Domain::Floats, Scalar::Float(_)) => true,
            (Domain::Only(scalars), _) => scalars.contains(&scalar),
            _ => false,
        };
        in_domain
            && self.conditions.iter().all(|condition| match (condition, scalar) {
                (Condition::MinimumWidth(least), Scalar::Integer(width)) => width >= *least,
                _ => true,
            })
    }

    /// The type of the examples.
    pub fn example_scalar(&self) -> Scalar {
        match &self.domain {
            Domain::Index => Scalar::Index,
            Domain::Bits => Scalar::Integer(32),
            Domain::Floats => Scalar::Float(FloatKind::F32),
            Domain::Only(scalars) => scalars[0],
        }
    }
}

impl Term {
    /// How many terms it consists of.
    pub fn size(&self) -> usize {
        let mut size = 0;
        self.walk(&mut |_| size += 1);
        size
    }

    /// Calls `f` on the term and everything in it, outermost first.
    pub fn walk<'t>(&'t self, f: &mut impl FnMut(&'t Term)) {
        f(self);
        match self {
            Term::Index(_, args) => args.iter().for_each(|a| a.walk(f)),
            Term::Op(op) => op.args.iter().for_each(|a| a.walk(f)),
            Term::Computed(inner) | Term::Log2(inner) => inner.walk(f),
            Term::Variable(_) | Term::Integer(_) | Term::Float(_) | Term::Truth(_) | Term::Width => {}
        }
    }
}

#[cfg(test)]
mod tests;
