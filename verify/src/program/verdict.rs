//! What a comparison of two programs came to.

use std::collections::BTreeSet;
use std::fmt;

use ovolo_certificate::Certificate;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Span;
use ovolo_lang::types::Type;

/// Whether two programs are equal. "Unknown" is neither of the others.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Proved(Proof),
    /// No difference at the sizes tried, which proves nothing of others.
    Checked(Box<Check>),
    Refuted(Box<Counterexample>),
    Unknown(Unknown),
}

/// Why it could not be decided.
#[derive(Clone, Debug, PartialEq)]
pub enum Unknown {
    /// The programs run too long at all sizes: smaller types may do.
    TooLarge(String),
    /// The first program has undefined behaviour wherever it was run: there is nothing to be equal to.
    NoMeaning(String),
    Other(String),
}

/// For all data the two programs compute the same, within this scope.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    pub scope: Scope,
    pub model: FpModel,
    /// What the proof takes for granted.
    pub preconditions: Vec<String>,
    /// Of a function that is proved for all sizes, or for its shape, why.
    pub certificate: Option<Box<Certificate>>,
}

/// For which inputs a verdict holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The modules are the same but for locations and the names of values.
    Same,
    /// All sizes are fixed by the types.
    ForThisShape,
    /// All sizes and all overlaps of arguments.
    AllSizes,
}

/// For all data the two programs compute the same at these sizes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Check {
    pub sizes: Vec<Sizes>,
    /// Choices that were to be tried, and take more operations than are allowed.
    pub left_out: Vec<Sizes>,
    /// Of each program the blocks that were entered at no size.
    pub never_entered: [Vec<Span>; 2],
    pub model: FpModel,
    /// What is taken for granted.
    pub preconditions: Vec<String>,
    /// Why there is no proof for all sizes, where one was looked for.
    pub not_proved: Option<String>,
}

impl Check {
    /// Whether each loop body and branch of both programs ran at some of the sizes.
    pub fn ran_everywhere(&self) -> bool {
        self.never_entered.iter().all(Vec::is_empty)
    }
}

/// A choice of dynamic extents and index arguments, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sizes(pub Vec<(String, i64)>);

/// Inputs on which the programs differ, found by running both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counterexample {
    pub function: String,
    pub sizes: Sizes,
    /// How arguments share memory; empty when all are apart.
    pub placement: String,
    /// The cell or result that differs; empty when one of the programs did not finish.
    pub cell: String,
    /// What each program computes there, as an expression of the inputs.
    pub expressions: [String; 2],
    /// The inputs that the cell depends on.
    pub inputs: Vec<(String, String)>,
    /// What each program computed there, or how it failed.
    pub outcomes: [String; 2],
    /// Everything that the programs were called with.
    pub arguments: Vec<Argument>,
}

/// An argument with which two programs were run.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    pub name: String,
    pub ty: Type,
    /// Of a memref or tensor, then those of vectors; none of a scalar.
    pub extents: Vec<i64>,
    /// Of all scalars, row-major.
    pub bits: Vec<u128>,
    /// The argument in whose memory it begins, and how many scalars after the beginning of that.
    pub after: Option<(String, i64)>,
}

impl Verdict {
    /// What is not decided, with the reason why it is not proved for all sizes.
    #[must_use]
    pub fn because(self, reason: String) -> Verdict {
        match self {
            Verdict::Unknown(Unknown::TooLarge(text)) => Verdict::Unknown(Unknown::TooLarge(format!(
                "{text}; not proved for all sizes: {reason}"
            ))),
            Verdict::Unknown(Unknown::Other(text)) => Verdict::Unknown(Unknown::Other(format!(
                "{text}; not proved for all sizes: {reason}"
            ))),
            Verdict::Checked(check) => Verdict::Checked(Box::new(Check {
                not_proved: Some(reason),
                ..*check
            })),
            other => other,
        }
    }

    /// Whether the programs are equal for all inputs of the scope.
    pub fn is_proved(&self) -> bool {
        matches!(self, Verdict::Proved(_))
    }

    /// Whether no difference was found: at all sizes that there are, or at those that were tried.
    pub fn is_accepted(&self) -> bool {
        matches!(self, Verdict::Proved(_) | Verdict::Checked(_))
    }

    /// Whether the comparison was given up for its size.
    pub fn is_too_large(&self) -> bool {
        matches!(self, Verdict::Unknown(Unknown::TooLarge(_)))
    }

    pub(super) fn undecided(reason: impl Into<String>) -> Verdict {
        Verdict::Unknown(Unknown::Other(reason.into()))
    }

    /// Whether some input tells the programs apart.
    pub fn is_refuted(&self) -> bool {
        matches!(self, Verdict::Refuted(_))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Proved(proof) => proof.fmt(f),
            Verdict::Checked(check) => check.fmt(f),
            Verdict::Refuted(counterexample) => write!(f, "refuted: {counterexample}"),
            Verdict::Unknown(Unknown::TooLarge(reason)) => write!(f, "unknown: too large, {reason}"),
            Verdict::Unknown(Unknown::NoMeaning(reason) | Unknown::Other(reason)) => {
                write!(f, "unknown: {reason}")
            }
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.scope {
            Scope::Same => return write!(f, "proved for all sizes: the programs are the same"),
            Scope::ForThisShape => write!(f, "proved for this shape")?,
            Scope::AllSizes => write!(f, "proved for all sizes")?,
        }
        assumptions(f, self.model, &self.preconditions)
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "checked at sizes {}", summary(&self.sizes))?;
        assumptions(f, self.model, &self.preconditions)?;
        if !self.left_out.is_empty() {
            write!(
                f,
                "\n  left out, as they take too many operations: {}",
                summary(&self.left_out)
            )?;
        }
        if let Some(reason) = &self.not_proved {
            write!(f, "\n  not proved for all sizes: {reason}")?;
        }
        for (which, missed) in ["first", "second"].iter().zip(&self.never_entered) {
            if !missed.is_empty() {
                let count = missed.len();
                write!(
                    f,
                    "\n  but of the {which} program {count} loop bodies or branches ran at none of them"
                )?;
            }
        }
        Ok(())
    }
}

fn assumptions(f: &mut fmt::Formatter<'_>, model: FpModel, preconditions: &[String]) -> fmt::Result {
    write!(f, ", floating-point model {model}")?;
    preconditions.iter().try_for_each(|p| write!(f, "\n  when {p}"))
}

/// `dim(%A, 0) in {0, 1, 2}, … (27 choices)`.
fn summary(choices: &[Sizes]) -> String {
    let names = choices.first().map(|c| c.0.as_slice()).unwrap_or_default();
    let one = |(i, (name, _)): (usize, &(String, i64))| {
        let values: BTreeSet<i64> = choices.iter().filter_map(|c| Some(c.0.get(i)?.1)).collect();
        let values: Vec<String> = values.iter().map(i64::to_string).collect();
        format!("{name} in {{{}}}", abridged(&values))
    };
    let names: Vec<String> = names.iter().enumerate().map(one).collect();
    format!("{} ({} choices)", names.join(", "), choices.len())
}

/// All of a short list, the ends of a long one.
fn abridged(values: &[String]) -> String {
    match values {
        [first @ .., _, _] if first.len() > 6 => {
            let last = &values[values.len() - 2..];
            format!(
                "{}, …, {}: {} values",
                first[..5].join(", "),
                last.join(", "),
                values.len()
            )
        }
        _ => values.join(", "),
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.0.iter().map(|(name, n)| format!("{name} = {n}")).collect();
        f.write_str(&sizes.join(", "))
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.function)?;
        if !self.sizes.0.is_empty() {
            write!(f, " at {}", self.sizes)?;
        }
        if !self.placement.is_empty() {
            write!(f, ", where {}", self.placement)?;
        }
        if !self.cell.is_empty() {
            write!(f, "\n  the programs differ in {}", self.cell)?;
        }
        if self.expressions.iter().any(|e| !e.is_empty()) {
            write!(
                f,
                "\n  first:  {}\n  second: {}",
                self.expressions[0], self.expressions[1]
            )?;
        }
        if !self.inputs.is_empty() {
            let inputs: Vec<String> = self.inputs.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            write!(f, "\n  with {}", inputs.join(", "))?;
        }
        write!(
            f,
            "\n  first gives {}, second gives {}",
            self.outcomes[0], self.outcomes[1]
        )
    }
}
