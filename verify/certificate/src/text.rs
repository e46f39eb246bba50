//! Certificates as text.
//!
//! A file has one line for each thing that is said, and comments as in MLIR. It begins with its version; then comes for each
//! function its name, and for each case how it is proved and by what:
//!
//! ```text
//! ovolo-certificate 1
//! function @gemm
//! case equality
//! source second 3.1 since 2 = 2 by (d0, d1) -> (d0, d1)
//! lemma 3 = 2 by (d0, d1, d2) -> (d0 * 4 + d2, d1)
//! ```
//!
//! Statements are named by number, in the order in which the functions are read (the comments that the writer makes say what each
//! stores into), and loads and operations in the value of a statement by another one after a dot. What follows `by` is a map of
//! MLIR from the variables of an instance to those of another; its symbols are the sizes.

mod read;

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use ovolo_lang::affine::{AffineExpr, AffineMap};
use ovolo_lang::diagnostic::Diagnostic;

use super::certificate::{Case, Certificate, Equality, Instance, Method, Named, Reordering};
use super::equal::FIRST;
use super::function::{Access, Array, Symbol};

/// The first words of a file, of which the number is that of its form.
const HEAD: &str = "ovolo-certificate 1";

/// The certificates of the functions of a module, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Certificates {
    pub functions: BTreeMap<String, Certificate>,
}

impl Certificates {
    /// Reads a file; what is wrong with it is at a place of it.
    pub fn parse(text: &str) -> Result<Certificates, Diagnostic> {
        read::certificates(text)
    }
}

impl Display for Certificates {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for (name, certificate) in &self.functions {
            writeln!(f, "function @{name}")?;
            certificate.cases.iter().try_for_each(|case| case.fmt(f))?;
        }
        Ok(())
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let method = match &self.method {
            Method::Reordering(_) => "reordering",
            Method::Equality(equality) if equality.has_sums => "sums",
            Method::Equality(_) => "equality",
        };
        writeln!(f, "case {method}")?;
        for line in &self.legend {
            writeln!(f, "// {line}")?;
        }
        for (number, known) in &self.touches {
            for instance in known {
                writeln!(f, "touch {number} = {instance}")?;
            }
        }
        match &self.method {
            Method::Reordering(reordering) => reordering.fmt(f),
            Method::Equality(equality) => equality.fmt(f),
        }
    }
}

impl Display for Reordering {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, image) in self.images.iter().enumerate() {
            writeln!(f, "image {number} way {} = {}", image.way, image.of)?;
        }
        for (of, inverses) in &self.inverses {
            for inverse in inverses {
                writeln!(f, "inverse {of} = {inverse}")?;
            }
        }
        Ok(())
    }
}

impl Display for Equality {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for update in &self.updates {
            writeln!(f, "update {} {}", side(update), update.statement)?;
        }
        for (load, sources) in &self.sources {
            for source in sources {
                writeln!(
                    f,
                    "source {} {} since {} = {} by {}",
                    side(load),
                    node(load),
                    source.since,
                    source.statement,
                    Map(&source.at)
                )?;
            }
        }
        for ([u, t], lemma) in &self.lemmas {
            write!(f, "lemma {u} = {t}")?;
            for (number, holds) in &lemma.within {
                write!(f, " where {}{number}", if *holds { "" } else { "not " })?;
            }
            writeln!(f, " by {}", Map(&lemma.map))?;
        }
        for (u, t) in &self.accesses {
            writeln!(f, "access {u} = {t}")?;
        }
        for ([b, a], ways) in &self.ways {
            for way in ways {
                writeln!(f, "operation {} = {} way {way}", node(b), node(a))?;
            }
        }
        for ([b, a], terms) in &self.terms {
            let sums = format!("{} = {}", node(b), node(a));
            for (family, image) in &terms.images {
                write!(f, "terms {sums} family {family} = {}", image.family)?;
                for factor in &image.order {
                    write!(f, " factor {factor}")?;
                }
                writeln!(f, " by {}", Map(&image.map))?;
            }
            for (family, inverse) in &terms.inverses {
                writeln!(f, "reached {sums} family {family} by {}", Map(inverse))?;
            }
        }
        Ok(())
    }
}

fn side(named: &Named) -> &'static str {
    match named.side {
        FIRST => "first",
        _ => "second",
    }
}

fn node(named: &Named) -> String {
    format!("{}.{}", named.statement, named.node)
}

impl Display for Instance {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.statement, Map(&self.at))
    }
}

/// Expressions as a map.
struct Map<'e>(&'e [AffineExpr]);

impl Display for Map<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        AffineMap::inferred(self.0.to_vec()).fmt(f)
    }
}

impl Display for Symbol {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Argument(argument, _) => write!(f, "argument {argument}"),
            Symbol::Unsigned(argument, _) => write!(f, "argument {argument} without a sign"),
            Symbol::Address(argument) => write!(f, "the address of argument {argument}"),
            Symbol::Quotient(dividend, divisor) => write!(f, "({dividend}) / {divisor}, rounded toward zero"),
            Symbol::Extent(argument, dimension) => write!(f, "dim(argument {argument}, {dimension})"),
        }
    }
}

impl Display for Access {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.array {
            Array::Argument(argument) => write!(f, "argument {argument}")?,
            Array::Local(number) => write!(f, "allocated array {number}")?,
            Array::Register(number) => write!(f, "loop-carried value {number}")?,
            Array::Result(number) => write!(f, "result {number}")?,
            Array::Returned(number, part) => write!(f, "part {part} of result {number}")?,
            Array::Output(argument) => write!(f, "argument {argument} in the end")?,
            Array::Divisor | Array::Claim | Array::Fits | Array::Extent | Array::Executed => {
                write!(f, "nothing: an access")?;
            }
        }
        write!(f, ", {}", Map(&self.subscripts))
    }
}
