//! What is taken for granted of the sizes of a function.

use std::fmt;
use std::str::FromStr;

use ovolo_lang::affine::{AffineExpr, Constraint, constant, dim};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::parse::parse_unverified;

use super::inputs::Signature;
use ovolo_certificate::{Assumed, Size};

/// A constraint of MLIR's integer sets on sizes by name: `%n >= 1`, `dim(%A, 0) mod 4 == 0`.
///
/// ```
/// use ovolo_verify::program::Assumption;
///
/// let assumption: Assumption = "dim(%A, 0) >= %n + 1".parse().unwrap();
/// assert_eq!(assumption.to_string(), "dim(%A, 0) >= %n + 1");
/// assert!("%n".parse::<Assumption>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Assumption {
    text: String,
    /// What the dimensions of the constraint stand for.
    sizes: Vec<Named>,
    constraint: Constraint,
}

/// An argument, or an extent of one.
#[derive(Clone, Debug, PartialEq)]
struct Named {
    argument: String,
    dimension: Option<usize>,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Assumption {
    type Err = String;

    fn from_str(text: &str) -> Result<Assumption, String> {
        let mut sizes: Vec<Named> = Vec::new();
        let mut replaced = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(|c: char| c == '%' || c.is_alphabetic()) {
            replaced += &rest[..at];
            rest = &rest[at..];
            let (named, left) = size(rest).ok_or_else(|| {
                format!("`{rest}` begins with no size: expected `%n`, or `dim(%A, 0)` for an extent")
            })?;
            rest = left;
            match named {
                Word::Operator(word) => replaced += word,
                Word::Size(named) => {
                    let known = sizes.iter().position(|other| *other == named);
                    let number = known.unwrap_or_else(|| {
                        sizes.push(named);
                        sizes.len() - 1
                    });
                    replaced += &format!("d{number}");
                }
            }
        }
        replaced += rest;
        let dims: Vec<String> = (0..sizes.len()).map(|i| format!("d{i}")).collect();
        let module = format!(
            "module attributes {{a.set = affine_set<({}) : ({replaced})>}} {{}}",
            dims.join(", ")
        );
        let expected = || {
            format!(
                "`{text}` is no constraint on sizes: expected one like `%n >= 1`, `dim(%A, 0) mod 4 == 0`"
            )
        };
        let module = parse_unverified(&module).map_err(|_| expected())?;
        let top = module.block(module.single_block(module.top(), 0).ok_or_else(expected)?);
        let attribute = [module.top()]
            .iter()
            .chain(&top.ops)
            .find_map(|&op| module.op(op).attribute("a.set"));
        let set = attribute.and_then(Attribute::as_integer_set);
        match set.map(|set| set.constraints.as_slice()) {
            Some([constraint]) if constraint.expr.is_pure_affine() && !sizes.is_empty() => Ok(Assumption {
                text: text.to_string(),
                constraint: constraint.clone(),
                sizes,
            }),
            _ => Err(expected()),
        }
    }
}

enum Word<'t> {
    Operator(&'t str),
    Size(Named),
}

/// The word at the beginning of a text, and what is after it.
fn size(text: &str) -> Option<(Word<'_>, &str)> {
    let name = |text: &'_ str| -> usize {
        let is_part = |c: char| c.is_alphanumeric() || "_.$".contains(c);
        text.find(|c| !is_part(c)).unwrap_or(text.len())
    };
    let argument = |text: &str| -> Option<(String, usize)> {
        let rest = text.strip_prefix('%')?;
        let end = name(rest);
        (end > 0).then(|| (rest[..end].to_string(), end + 1))
    };
    if let Some((argument, end)) = argument(text) {
        let named = Named {
            argument,
            dimension: None,
        };
        return Some((Word::Size(named), &text[end..]));
    }
    for operator in ["mod", "floordiv", "ceildiv"] {
        if let Some(rest) = text.strip_prefix(operator) {
            return Some((Word::Operator(operator), rest));
        }
    }
    let rest = text.strip_prefix("dim(")?;
    let (inside, rest) = rest.split_once(')')?;
    let (array, dimension) = inside.split_once(',')?;
    let (argument, end) = argument(array.trim())?;
    let named = Named {
        argument,
        dimension: Some(dimension.trim().parse().ok()?),
    };
    (end == array.trim().len()).then_some((Word::Size(named), rest))
}

impl Assumption {
    /// That a size of a function is at least so much.
    pub(super) fn at_least(signature: &Signature, size: Size, least: i64) -> Assumption {
        let (argument, dimension) = match size {
            Size::Index { argument } => (argument, None),
            Size::Extent { argument, dimension } => (argument, Some(dimension)),
        };
        Assumption {
            text: format!("{} >= {least}", signature.size_name(size)),
            sizes: vec![Named {
                argument: signature.parameters[argument].name.clone(),
                dimension,
            }],
            constraint: Constraint {
                expr: &dim(0) + &constant(-least),
                is_equality: false,
            },
        }
    }

    /// What it says of a function; `None` where an argument has no such name.
    pub(super) fn of(&self, signature: &Signature) -> Option<Assumed> {
        let find = |named: &Named| {
            let argument = signature
                .parameters
                .iter()
                .position(|p| p.name == named.argument)?;
            Some(match named.dimension {
                Some(dimension) => Size::Extent { argument, dimension },
                None => Size::Index { argument },
            })
        };
        Some(Assumed {
            sizes: self.sizes.iter().map(find).collect::<Option<_>>()?,
            constraint: self.constraint.clone(),
            text: self.text.clone(),
        })
    }
}

/// Whether what is assumed may hold where the sizes have these values: what is said of others may.
pub(super) fn may_hold(assumed: &Assumed, sizes: &[Size], values: &[i64]) -> bool {
    let value = |size: &Size| {
        let position = sizes.iter().position(|known| known == size)?;
        values.get(position).copied()
    };
    let Some(values) = assumed.sizes.iter().map(value).collect::<Option<Vec<i64>>>() else {
        return true;
    };
    let value = assumed.constraint.expr.evaluate(&values, &[]);
    value.is_none_or(|value| match assumed.constraint.is_equality {
        true => value == 0,
        false => value >= 0,
    })
}

/// The constants of the constraint that is assumed.
pub(super) fn constants(assumed: &Assumed) -> Vec<i64> {
    let mut all = Vec::new();
    assumed.constraint.expr.walk(&mut |expr| {
        if let AffineExpr::Constant(c) = expr {
            all.extend([c.saturating_abs(), c.saturating_neg()]);
        }
    });
    all
}
