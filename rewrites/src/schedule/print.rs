//! Printing schedules so that they read back as what they are.

use std::fmt::{self, Display, Formatter, Write};

use egg::Symbol;

use super::lexer::is_plain;
use super::{
    Branches, FormStep, FunctionSchedule, Index, KINDS, LoopSketch, Name, NestSchedule, Over, Reads,
    Schedule, Statement, Way,
};
use crate::term::{Comparison, IndexOp, LoopKind};

impl Display for Schedule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.functions.iter().try_for_each(|function| function.fmt(f))
    }
}

impl Display for FunctionSchedule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            let text = name.symbol.as_str();
            let is_plain = !text.is_empty()
                && text
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "_$.".contains(c));
            match is_plain {
                true => writeln!(f, "func @{text}")?,
                false => writeln!(f, "func @\"{text}\"")?,
            }
        }
        self.nests.iter().try_for_each(|nest| nest.fmt(f))
    }
}

impl Display for NestSchedule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some((numbers, _)) = &self.numbers {
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            writeln!(f, "nest {}", numbers.join(", "))?;
        }
        for step in &self.forms {
            writeln!(f, "{step}")?;
        }
        if !self.sizes.is_empty() {
            let sizes: Vec<String> = self
                .sizes
                .iter()
                .map(|(name, n)| format!("{name} = {n}"))
                .collect();
            writeln!(f, "with {}", sizes.join(", "))?;
        }
        block(&self.body, 0, f)
    }
}

impl Display for FormStep {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.word, listed(&self.arrays))
    }
}

/// The head, without the body.
impl Display for Reads {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let arrays = listed(&self.arrays);
        match self.way {
            Way::Panels => write!(f, "panels {arrays}"),
            Way::Hoist => write!(f, "hoist {arrays}"),
            Way::Prefetch(n) => write!(f, "prefetch {arrays} ahead {n}"),
        }
    }
}

fn listed(names: &[Name]) -> String {
    let names: Vec<String> = names.iter().map(Name::to_string).collect();
    names.join(", ")
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        name(self.symbol, f)
    }
}

fn name(symbol: Symbol, f: &mut impl Write) -> fmt::Result {
    match is_plain(symbol.as_str()) {
        true => write!(f, "{symbol}"),
        false => write!(f, "\"{symbol}\""),
    }
}

fn block(statements: &[Statement], depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    for statement in statements {
        write!(f, "{:1$}", "", 2 * depth)?;
        match statement {
            Statement::Store(array) => writeln!(f, "store {array}")?,
            Statement::If(inner) => branches(inner, depth, f)?,
            Statement::Reads(inner) => around(inner.as_ref(), &inner.body, depth, f)?,
            Statement::Hole(None, _) => writeln!(f, "…")?,
            Statement::Hole(Some(inside), _) => braces("…", inside, depth, f)?,
            Statement::Loop(inner) => around(inner.as_ref(), &inner.body, depth, f)?,
        }
    }
    Ok(())
}

/// A line, and what is inside it; several statements are in braces.
fn around(head: &dyn Display, body: &[Statement], depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    match body {
        [_] => {
            writeln!(f, "{head}")?;
            block(body, depth + 1, f)
        }
        _ => braces(&head.to_string(), body, depth, f),
    }
}

/// The head, without the branches.
impl Display for Branches {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("if ")?;
        for (n, (index, comparison)) in self.conditions.iter().enumerate() {
            let sign = match comparison {
                Comparison::AtLeastZero => ">=",
                Comparison::Zero => "==",
            };
            write!(f, "{}{index} {sign} 0", if n > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

fn branches(inner: &Branches, depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(f, "{inner} {{")?;
    block(&inner.then, depth + 1, f)?;
    if !inner.otherwise.is_empty() {
        writeln!(f, "{:1$}}} else {{", "", 2 * depth)?;
        block(&inner.otherwise, depth + 1, f)?;
    }
    writeln!(f, "{:1$}}}", "", 2 * depth)
}

fn braces(head: &str, inside: &[Statement], depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(f, "{head} {{")?;
    block(inside, depth + 1, f)?;
    writeln!(f, "{:1$}}}", "", 2 * depth)
}

/// The head, without the body.
impl Display for LoopSketch {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", word(self.kind), self.variable)?;
        match &self.over {
            Over::Bounds { lower, upper, step } => {
                write!(f, " in {lower}..{upper}")?;
                match step {
                    1 => Ok(()),
                    _ => write!(f, " step {step}"),
                }
            }
            Over::Any { step: None } => Ok(()),
            Over::Any { step: Some(step) } => write!(f, " step {step}"),
            Over::Tiles(None) => f.write_str("/…"),
            Over::Tiles(Some(size)) => write!(f, "/{size}"),
        }
    }
}

/// The word of a kind of loop.
pub fn word(kind: LoopKind) -> &'static str {
    let known = KINDS.iter().find(|(_, known)| *known == kind);
    // What has no word is not read back as something else.
    known.map_or("?", |(word, _)| word)
}

impl Display for Index {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Index::Number(n) => write!(f, "{n}"),
            Index::Name(symbol) => name(*symbol, f),
            Index::Op(op @ (IndexOp::Min | IndexOp::Max), operands) => {
                write!(f, "{op}({}, {})", operands[0], operands[1])
            }
            Index::Op(IndexOp::Add, operands) => {
                let [a, b] = &**operands;
                let is_sum = matches!(b, Index::Op(IndexOp::Add, _));
                match is_sum {
                    true => write!(f, "{a} + ({b})"),
                    false => write!(f, "{a} + {b}"),
                }
            }
            Index::Op(op, operands) => {
                let [a, b] = &**operands;
                factor(a, false, f)?;
                write!(f, " {op} ")?;
                factor(b, true, f)
            }
        }
    }
}

/// An operand of a product or quotient; products bind to the left.
fn factor(index: &Index, is_right: bool, f: &mut Formatter<'_>) -> fmt::Result {
    let bare = match index {
        Index::Number(_) | Index::Name(_) | Index::Op(IndexOp::Min | IndexOp::Max, _) => true,
        Index::Op(op, _) => !is_right && *op != IndexOp::Add,
    };
    match bare {
        true => write!(f, "{index}"),
        false => write!(f, "({index})"),
    }
}
