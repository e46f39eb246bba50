//! How the operands, or the results, of an operation fall into the groups of its signature.

use std::ops::Range;

use smallvec::SmallVec;

use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Op, ValueId};
use crate::types::Type;

use super::signature::{Group, Part, Signature};
use super::syntax::Arity;

/// The values of each group, as positions among all operands or results.
pub type Ranges = SmallVec<[Range<usize>; 4]>;

pub fn operands(signature: &Signature, op: &Op) -> Result<Ranges, Box<Diagnostic>> {
    let count = op.operands.len();
    match &signature.operand_segments {
        Some(name) => by_attribute(&signature.operands, op, count, name, "operand"),
        None => by_count(&signature.operands, count, signature.has_equal_operand_groups())
            .ok_or_else(|| wrong_count(&signature.operands, op, count, "operand")),
    }
}

pub fn results(signature: &Signature, op: &Op) -> Result<Ranges, Box<Diagnostic>> {
    let count = op.results.len();
    let equal = signature.has_equal_result_groups();
    match &signature.result_segments {
        Some(name) => by_attribute(&signature.results, op, count, name, "result"),
        None => by_count(&signature.results, count, equal)
            .ok_or_else(|| wrong_count(&signature.results, op, count, "result")),
    }
}

/// The groups of `count` values where at most one group is open, or all open ones are equally long.
pub fn by_count(groups: &[Group], count: usize, equal: bool) -> Option<Ranges> {
    let open = groups.iter().filter(|g| g.arity != Arity::One).count();
    let rest = count.checked_sub(groups.len() - open)?;
    let each = match open {
        0 if rest == 0 => 0,
        0 => return None,
        1 => rest,
        _ if equal && rest % open == 0 => rest / open,
        _ => return None,
    };
    let mut ranges = Ranges::new();
    let mut first = 0;
    for group in groups {
        let length = match group.arity {
            Arity::One => 1,
            Arity::Optional if each > 1 => return None,
            Arity::Optional | Arity::Many => each,
        };
        ranges.push(first..first + length);
        first += length;
    }
    Some(ranges)
}

fn by_attribute(
    groups: &[Group],
    op: &Op,
    count: usize,
    name: &str,
    what: &str,
) -> Result<Ranges, Box<Diagnostic>> {
    let attribute = op.attribute(name);
    let sizes = match attribute {
        Some(Attribute::DenseArray(array)) if array.element == Type::I32 => {
            let sizes = array.elements.iter().map(Attribute::as_i64);
            sizes.collect::<Option<SmallVec<[i64; 4]>>>()
        }
        _ => None,
    };
    let Some(sizes) = sizes else {
        let message = match attribute {
            None => format!("requires the attribute `{name}`"),
            Some(other) => {
                format!("the attribute `{name}` is `{other}`, not a 32-bit signless integer array")
            }
        };
        let help =
            format!("the {what} count ({count}) does not match the total size specified in the attribute");
        return Err(refused(op, message, help));
    };
    if sizes.iter().any(|&n| n < 0) {
        return wrong(
            op,
            format!("the attribute `{name}` cannot have negative elements"),
        );
    }
    let total = sizes.iter().try_fold(0i64, |sum, &n| sum.checked_add(n));
    if total.and_then(|t| usize::try_from(t).ok()) != Some(count) {
        let total = total.map_or("too many".to_string(), |t| t.to_string());
        return wrong(
            op,
            format!(
                "the {what} count ({count}) does not match the total size ({total}) in the attribute `{name}`"
            ),
        );
    }
    if sizes.len() != groups.len() {
        return wrong(
            op,
            format!(
                "the attribute `{name}` for specifying {what} segments has {}: must have {} elements",
                counted(sizes.len(), "element"),
                groups.len()
            ),
        );
    }
    let mut ranges = Ranges::new();
    let mut first = 0;
    for (group, &size) in groups.iter().zip(&sizes) {
        // The total fits, so each size does.
        let size = usize::try_from(size).unwrap_or_default();
        let fits = match group.arity {
            Arity::One => size == 1,
            Arity::Optional => size <= 1,
            Arity::Many => true,
        };
        if !fits {
            let wanted = if group.arity == Arity::One {
                "1 element"
            } else {
                "0 or 1 element"
            };
            return wrong(
                op,
                format!(
                    "the {what} group `{}` starting at #{first} requires {wanted}, but found {size}",
                    group.name
                ),
            );
        }
        ranges.push(first..first + size);
        first += size;
    }
    Ok(ranges)
}

fn wrong_count(groups: &[Group], op: &Op, count: usize, what: &str) -> Box<Diagnostic> {
    let open = groups.iter().any(|g| g.arity != Arity::One);
    let least = groups.iter().filter(|g| g.arity == Arity::One).count();
    let expected = match (least, open) {
        (0, false) => format!("requires zero {what}s"),
        (1, false) => format!("expected 1 {what}: requires a single {what}"),
        (_, false) => format!("expected {least} {what}s"),
        (_, true) => format!("expected {least} or more {what}s"),
    };
    refused(op, format!("has {}", counted(count, what)), expected)
}

fn wrong<T>(op: &Op, message: String) -> Result<T, Box<Diagnostic>> {
    Err(refused(op, message, ""))
}

/// A mistake of an operation, and what was expected where that is another matter.
#[cold]
pub fn refused(op: &Op, message: String, expected: impl Into<String>) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::new(op.span, format!("`{}`: {message}", op.name.as_str()));
    let expected = expected.into();
    Box::new(match expected.is_empty() {
        true => diagnostic,
        false => diagnostic.help(expected),
    })
}

/// Whether the part is an operand or a result.
pub fn values_of<'o>(op: &'o Op, part: Part, operands: &Ranges, results: &Ranges) -> &'o [ValueId] {
    match part {
        Part::Operand(i) => &op.operands[operands[i].clone()],
        Part::Result(i) => &op.results[results[i].clone()],
        _ => &[],
    }
}
