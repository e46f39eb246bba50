//! Affine expressions over index slots, evaluated without allocation.

use crate::affine::{AffineExpr, AffineMap, AffineOp};

use super::Reason;

/// An affine expression whose dimensions and symbols are slots of the index bank.
#[derive(Clone, Debug)]
pub enum IndexExpr {
    Constant(i64),
    Slot(u32),
    /// A constant and multiples of slots.
    Linear(i64, Box<[(u32, i64)]>),
    Tree(Box<Tree>),
}

#[derive(Clone, Debug)]
pub enum Tree {
    Constant(i64),
    Slot(u32),
    Binary(AffineOp, Box<Tree>, Box<Tree>),
}

/// Expressions nested deeper are refused, since evaluation recurses.
const MAX_DEPTH: usize = 500;

/// The results of a map, whose operands (dimensions, then symbols) live in `slots`.
pub fn resolve_map(map: &AffineMap, slots: &[u32]) -> Result<Box<[IndexExpr]>, Reason> {
    if slots.len() != (map.num_dims + map.num_symbols) as usize {
        return Err(Reason::Unsupported(
            "a map with another number of operands".into(),
        ));
    }
    map.results
        .iter()
        .map(|e| resolve_expr(e, map.num_dims, slots))
        .collect()
}

pub fn resolve_expr(expr: &AffineExpr, num_dims: u32, slots: &[u32]) -> Result<IndexExpr, Reason> {
    let tree = tree(expr, num_dims, slots, 0)?;
    Ok(match linear(&tree) {
        Some((constant, terms)) if terms.is_empty() => IndexExpr::Constant(constant),
        Some((0, terms)) if terms.len() == 1 && terms[0].1 == 1 => IndexExpr::Slot(terms[0].0),
        Some((constant, terms)) => IndexExpr::Linear(constant, terms.into()),
        None => IndexExpr::Tree(Box::new(tree)),
    })
}

impl IndexExpr {
    #[inline]
    pub fn evaluate(&self, index: &[i64]) -> Result<i64, Reason> {
        match self {
            IndexExpr::Constant(c) => Ok(*c),
            IndexExpr::Slot(slot) => Ok(index[*slot as usize]),
            IndexExpr::Linear(constant, terms) => terms
                .iter()
                .try_fold(*constant, |sum, &(slot, factor)| {
                    sum.checked_add(index[slot as usize].checked_mul(factor)?)
                })
                .ok_or(Reason::IndexOverflow),
            IndexExpr::Tree(tree) => tree.evaluate(index),
        }
    }
}

impl Tree {
    fn evaluate(&self, index: &[i64]) -> Result<i64, Reason> {
        Ok(match self {
            Tree::Constant(c) => *c,
            Tree::Slot(slot) => index[*slot as usize],
            Tree::Binary(op, a, b) => {
                let (a, b) = (a.evaluate(index)?, b.evaluate(index)?);
                let division = !matches!(op, AffineOp::Add | AffineOp::Mul);
                if division && b == 0 {
                    return Err(Reason::DivisionByZero);
                }
                // The dialect gives a quotient or remainder a meaning only then.
                if division && b < 0 {
                    return Err(Reason::NegativeDivisor);
                }
                op.apply(a, b).ok_or(Reason::IndexOverflow)?
            }
        })
    }
}

fn tree(expr: &AffineExpr, num_dims: u32, slots: &[u32], depth: usize) -> Result<Tree, Reason> {
    if depth > MAX_DEPTH {
        return Err(Reason::DepthLimit);
    }
    let slot = |i: u32| slots.get(i as usize).copied().map(Tree::Slot);
    let missing = || Reason::Unsupported("an affine expression with a missing operand".into());
    match expr {
        AffineExpr::Constant(c) => Ok(Tree::Constant(*c)),
        AffineExpr::Dim(i) => slot(*i).ok_or_else(missing),
        AffineExpr::Symbol(i) => slot(num_dims + i).ok_or_else(missing),
        AffineExpr::Binary(op, ab) => Ok(Tree::Binary(
            *op,
            Box::new(tree(&ab.0, num_dims, slots, depth + 1)?),
            Box::new(tree(&ab.1, num_dims, slots, depth + 1)?),
        )),
    }
}

/// The expression as a constant and multiples of distinct slots, when it is linear.
fn linear(tree: &Tree) -> Option<(i64, Vec<(u32, i64)>)> {
    match tree {
        Tree::Constant(c) => Some((*c, Vec::new())),
        Tree::Slot(slot) => Some((0, vec![(*slot, 1)])),
        Tree::Binary(AffineOp::Add, a, b) => {
            let ((ca, mut terms), (cb, other)) = (linear(a)?, linear(b)?);
            for (slot, factor) in other {
                match terms.iter_mut().find(|(s, _)| *s == slot) {
                    Some((_, f)) => *f = f.checked_add(factor)?,
                    None => terms.push((slot, factor)),
                }
            }
            terms.retain(|&(_, factor)| factor != 0);
            Some((ca.checked_add(cb)?, terms))
        }
        Tree::Binary(AffineOp::Mul, a, b) => {
            let (scaled, by) = match (linear(a)?, linear(b)?) {
                (scaled, (c, none)) | ((c, none), scaled) if none.is_empty() => (scaled, c),
                _ => return None,
            };
            let terms: Option<Vec<_>> = scaled
                .1
                .iter()
                .map(|&(slot, f)| Some((slot, f.checked_mul(by)?)))
                .collect();
            let mut terms = terms?;
            terms.retain(|&(_, factor)| factor != 0);
            Some((scaled.0.checked_mul(by)?, terms))
        }
        Tree::Binary(..) => None,
    }
}
