//! A quick test before any question about a pair of accesses: from where to where their subscripts go.

use ovolo_lang::affine::{AffineExpr, AffineOp};

use super::access::{Access, Target};
use super::collect::Collected;
use super::objects::Root;
use super::variables::{VariableId, Variables};

/// The least and the greatest value, where they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    least: Option<i64>,
    greatest: Option<i64>,
}

/// The ranges of the subscripts of an access; none where they are not known.
pub(super) fn of(collected: &Collected<'_>, access: &Access) -> Vec<Range> {
    match &access.target {
        Target::Element(_, indices) => {
            let range = |index| of_expr(&collected.variables, index);
            indices.iter().map(range).collect()
        }
        Target::Anywhere(..) | Target::Everything(_) => Vec::new(),
    }
}

/// Whether the accesses, each with the ranges of its subscripts, may touch one cell. `false` is certain.
pub(super) fn may_meet(
    collected: &Collected<'_>,
    (a, ranges_a): (&Access, &[Range]),
    (b, ranges_b): (&Access, &[Range]),
) -> bool {
    let objects = &collected.objects;
    match (a.target.object(), b.target.object()) {
        (Some(x), Some(y)) if x != y => !objects.are_disjoint(x, y),
        // What an unknown memref stands for may be another memory, with other subscripts, each time.
        (Some(x), Some(_)) if objects.get(x).root == Root::Unknown => true,
        (Some(_), Some(_)) => ranges_a.iter().zip(ranges_b).all(|(x, y)| x.meets(*y)),
        (Some(x), None) | (None, Some(x)) => !objects.is_private(x),
        (None, None) => true,
    }
}

/// The range of an expression, from constant bounds of its variables.
fn of_expr(variables: &Variables, expr: &AffineExpr) -> Range {
    match expr {
        AffineExpr::Constant(c) => Range::only(*c),
        AffineExpr::Dim(i) => of_variable(variables, VariableId(*i)),
        AffineExpr::Symbol(_) => Range::ANY,
        AffineExpr::Binary(op, ab) => {
            let (a, b) = (of_expr(variables, &ab.0), of_expr(variables, &ab.1));
            match (op, a.constant(), b.constant()) {
                (AffineOp::Add, ..) => a.plus(b),
                (AffineOp::Mul, _, Some(factor)) => a.times(factor),
                (AffineOp::Mul, Some(factor), _) => b.times(factor),
                (AffineOp::Mod, _, Some(divisor)) if divisor > 0 => Range {
                    least: Some(0),
                    greatest: Some(divisor - 1),
                },
                _ => Range::ANY,
            }
        }
    }
}

fn of_variable(variables: &Variables, id: VariableId) -> Range {
    let mut range = Range::ANY;
    // Of several alternatives it is not known which holds.
    let clauses = variables
        .get(id)
        .domain
        .iter()
        .filter(|condition| condition.len() == 1);
    for constraint in clauses.flatten().flatten() {
        // slope * v + offset >= 0
        let Some((slope, offset)) = line(&constraint.expr, id) else {
            continue;
        };
        if slope > 0 {
            let least = offset.checked_neg().map(|o| -(-o).div_euclid(slope));
            range.least = range.least.max(least);
        }
        if slope < 0 {
            let greatest = slope.checked_neg().map(|s| offset.div_euclid(s));
            range.greatest = match (range.greatest, greatest) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
    }
    range
}

/// The expression as `slope * v + offset`.
fn line(expr: &AffineExpr, v: VariableId) -> Option<(i64, i64)> {
    match expr {
        AffineExpr::Constant(c) => Some((0, *c)),
        AffineExpr::Dim(i) => (VariableId(*i) == v).then_some((1, 0)),
        AffineExpr::Symbol(_) => None,
        AffineExpr::Binary(op, ab) => {
            let (a, b) = (line(&ab.0, v)?, line(&ab.1, v)?);
            match (op, a, b) {
                (AffineOp::Add, ..) => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
                (AffineOp::Mul, (s, o), (0, c)) | (AffineOp::Mul, (0, c), (s, o)) => {
                    Some((s.checked_mul(c)?, o.checked_mul(c)?))
                }
                _ => None,
            }
        }
    }
}

impl Range {
    const ANY: Range = Range {
        least: None,
        greatest: None,
    };

    fn only(value: i64) -> Range {
        Range {
            least: Some(value),
            greatest: Some(value),
        }
    }

    fn constant(self) -> Option<i64> {
        self.least.filter(|_| self.least == self.greatest)
    }

    fn meets(self, other: Range) -> bool {
        let below = |a: Range, b: Range| matches!((a.greatest, b.least), (Some(a), Some(b)) if a < b);
        !below(self, other) && !below(other, self)
    }

    fn plus(self, other: Range) -> Range {
        let sum = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        Range {
            least: sum(self.least, other.least),
            greatest: sum(self.greatest, other.greatest),
        }
    }

    fn times(self, factor: i64) -> Range {
        let scaled = |bound: Option<i64>| bound?.checked_mul(factor);
        let (first, second) = (scaled(self.least), scaled(self.greatest));
        match factor {
            0 => Range::only(0),
            1.. => Range {
                least: first,
                greatest: second,
            },
            _ => Range {
                least: second,
                greatest: first,
            },
        }
    }
}
