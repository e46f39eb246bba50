//! Quasi-affine expressions over named variables in a normal form, so that equality is structural.

use std::collections::BTreeMap;

use egg::Symbol;
use ovolo_lang::affine::{AffineExpr, AffineOp};

use egg::Id;

use crate::term::{IndexOp, Node};

/// `constant + Σ coefficient · atom`, no coefficient zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Linear {
    pub constant: i64,
    pub terms: BTreeMap<Atom, i64>,
}

/// What a linear expression is a sum of multiples of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    Var(Symbol),
    /// `floordiv` by a positive constant.
    FloorDiv(Box<Linear>, i64),
    /// `mod` by a positive constant.
    Mod(Box<Linear>, i64),
}

impl Linear {
    /// The expression of a number.
    pub fn constant(c: i64) -> Linear {
        Linear {
            constant: c,
            ..Linear::default()
        }
    }

    /// The expression of a variable.
    pub fn var(name: Symbol) -> Linear {
        Linear::atom(Atom::Var(name))
    }

    /// The expression of an atom.
    pub fn atom(atom: Atom) -> Linear {
        Linear {
            constant: 0,
            terms: [(atom, 1)].into(),
        }
    }

    /// The variable, where it is one.
    pub fn as_var(&self) -> Option<Symbol> {
        match self.terms.iter().next() {
            Some((Atom::Var(name), 1)) if self.terms.len() == 1 && self.constant == 0 => Some(*name),
            _ => None,
        }
    }

    /// The number that the expression is.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `None` on overflow of 64 bits, as for every operation here.
    pub fn add(&self, other: &Linear) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant)?;
        for (atom, c) in &other.terms {
            let slot = sum.terms.entry(atom.clone()).or_insert(0);
            *slot = slot.checked_add(*c)?;
            if *slot == 0 {
                sum.terms.remove(atom);
            }
        }
        Some(sum)
    }

    /// The product with a number; `None` where a coefficient overflows.
    pub fn scale(&self, factor: i64) -> Option<Linear> {
        if factor == 0 {
            return Some(Linear::default());
        }
        let terms = self
            .terms
            .iter()
            .map(|(a, c)| Some((a.clone(), c.checked_mul(factor)?)));
        Some(Linear {
            constant: self.constant.checked_mul(factor)?,
            terms: terms.collect::<Option<_>>()?,
        })
    }

    /// The difference; `None` where a coefficient overflows.
    pub fn subtract(&self, other: &Linear) -> Option<Linear> {
        self.add(&other.scale(-1)?)
    }

    /// `self floordiv divisor`; multiples of the divisor come out of the quotient.
    pub fn floordiv(&self, divisor: i64) -> Option<Linear> {
        let (multiple, rest) = self.split(divisor)?;
        match rest.as_constant() {
            Some(c) => multiple.add(&Linear::constant(c.div_euclid(divisor))),
            None => multiple.add(&Linear::atom(Atom::FloorDiv(Box::new(rest), divisor))),
        }
    }

    /// `self mod divisor`; multiples of the divisor vanish.
    pub fn modulo(&self, divisor: i64) -> Option<Linear> {
        let (_, rest) = self.split(divisor)?;
        Some(match rest.as_constant() {
            Some(c) => Linear::constant(c.rem_euclid(divisor)),
            None => Linear::atom(Atom::Mod(Box::new(rest), divisor)),
        })
    }

    /// What the expression is the remainder of, and by what, where it is one.
    pub fn as_remainder(&self) -> Option<(&Linear, i64)> {
        match self.terms.iter().next() {
            Some((Atom::Mod(inner, divisor), 1)) if self.terms.len() == 1 && self.constant == 0 => {
                Some((inner, *divisor))
            }
            _ => None,
        }
    }

    /// Whether both are remainders by one divisor, of what differs by a number that is no multiple of it.
    pub fn is_other_remainder(&self, other: &Linear) -> bool {
        let (Some((a, by)), Some((b, divisor))) = (self.as_remainder(), other.as_remainder()) else {
            return false;
        };
        let gap = a.subtract(b).and_then(|gap| gap.as_constant());
        by == divisor && gap.is_some_and(|gap| gap.rem_euclid(by) != 0)
    }

    /// `self ceildiv divisor` = `(self + divisor - 1) floordiv divisor`.
    pub fn ceildiv(&self, divisor: i64) -> Option<Linear> {
        self.add(&Linear::constant(divisor.checked_sub(1)?))?
            .floordiv(divisor)
    }

    /// `(q, r)` with `self = divisor · q + r`, where `r` keeps the terms that `divisor` does not divide
    /// and a constant in `0 .. divisor`. `None` unless the divisor is positive.
    fn split(&self, divisor: i64) -> Option<(Linear, Linear)> {
        if divisor <= 0 {
            return None;
        }
        let mut quotient = Linear::constant(self.constant.div_euclid(divisor));
        let mut rest = Linear::constant(self.constant.rem_euclid(divisor));
        for (atom, c) in &self.terms {
            let (side, value) = if c % divisor == 0 {
                (&mut quotient, c / divisor)
            } else {
                (&mut rest, *c)
            };
            side.terms.insert(atom.clone(), value);
        }
        Some((quotient, rest))
    }

    /// The coefficient of a variable outside any division.
    pub fn coefficient(&self, name: Symbol) -> i64 {
        self.terms.get(&Atom::Var(name)).copied().unwrap_or(0)
    }

    /// Whether the variable occurs anywhere.
    pub fn uses(&self, name: Symbol) -> bool {
        let mut found = false;
        self.for_each_var(&mut |v| found |= v == name);
        found
    }

    /// Hands every variable to `f`, those inside divisions too.
    pub fn for_each_var(&self, f: &mut impl FnMut(Symbol)) {
        for atom in self.terms.keys() {
            match atom {
                Atom::Var(v) => f(*v),
                Atom::FloorDiv(inner, _) | Atom::Mod(inner, _) => inner.for_each_var(f),
            }
        }
    }

    /// Every variable replaced by what `f` gives for it.
    pub fn substitute(&self, f: &impl Fn(Symbol) -> Linear) -> Option<Linear> {
        let mut sum = Linear::constant(self.constant);
        for (atom, c) in &self.terms {
            let value = match atom {
                Atom::Var(v) => f(*v),
                Atom::FloorDiv(inner, d) => inner.substitute(f)?.floordiv(*d)?,
                Atom::Mod(inner, d) => inner.substitute(f)?.modulo(*d)?,
            };
            sum = sum.add(&value.scale(*c)?)?;
        }
        Some(sum)
    }

    /// The nodes of the expression, each as `add` numbers it, and the last of them.
    pub fn nodes(&self, add: &mut impl FnMut(Node) -> Id) -> Id {
        let mut sum = None;
        for (atom, coefficient) in &self.terms {
            let mut term = atom.nodes(add);
            if *coefficient != 1 {
                let factor = add(Node::Int(*coefficient));
                term = add(Node::Index(IndexOp::Mul, [term, factor]));
            }
            sum = Some(match sum {
                Some(sum) => add(Node::Index(IndexOp::Add, [sum, term])),
                None => term,
            });
        }
        match sum {
            Some(sum) if self.constant == 0 => sum,
            Some(sum) => {
                let constant = add(Node::Int(self.constant));
                add(Node::Index(IndexOp::Add, [sum, constant]))
            }
            None => add(Node::Int(self.constant)),
        }
    }

    /// The expression with each variable as `operand` gives it.
    pub(crate) fn to_affine(&self, operand: &mut impl FnMut(Symbol) -> AffineExpr) -> AffineExpr {
        let mut sum = None;
        for (atom, c) in &self.terms {
            let value = match atom {
                Atom::Var(v) => operand(*v),
                Atom::FloorDiv(inner, d) => {
                    AffineExpr::binary(AffineOp::FloorDiv, inner.to_affine(operand), (*d).into())
                }
                Atom::Mod(inner, d) => {
                    AffineExpr::binary(AffineOp::Mod, inner.to_affine(operand), (*d).into())
                }
            };
            let term = value * AffineExpr::Constant(*c);
            sum = Some(match sum {
                None => term,
                Some(sum) => sum + term,
            });
        }
        match sum {
            None => AffineExpr::Constant(self.constant),
            Some(sum) => sum + AffineExpr::Constant(self.constant),
        }
    }
}

impl Atom {
    fn nodes(&self, add: &mut impl FnMut(Node) -> Id) -> Id {
        let (op, inner, divisor) = match self {
            Atom::Var(name) => return add(Node::Var(*name)),
            Atom::FloorDiv(inner, divisor) => (IndexOp::FloorDiv, inner, divisor),
            Atom::Mod(inner, divisor) => (IndexOp::Mod, inner, divisor),
        };
        let inner = inner.nodes(&mut *add);
        let divisor = add(Node::Int(*divisor));
        add(Node::Index(op, [inner, divisor]))
    }
}

/// The greatest number that divides both; zero where both are.
pub fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(i128::MAX)
}

/// `a op b`; `None` when it is not affine with constant divisors, or overflows.
pub fn combine(op: IndexOp, a: &Linear, b: &Linear) -> Option<Linear> {
    match op {
        IndexOp::Add => a.add(b),
        IndexOp::Mul => match (a.as_constant(), b.as_constant()) {
            (_, Some(c)) => a.scale(c),
            (Some(c), _) => b.scale(c),
            _ => None,
        },
        IndexOp::FloorDiv => a.floordiv(b.as_constant()?),
        IndexOp::CeilDiv => a.ceildiv(b.as_constant()?),
        IndexOp::Mod => a.modulo(b.as_constant()?),
        IndexOp::Min => Some(Linear::constant(a.as_constant()?.min(b.as_constant()?))),
        IndexOp::Max => Some(Linear::constant(a.as_constant()?.max(b.as_constant()?))),
    }
}

/// The normal form of an index node whose children have theirs.
pub(crate) fn linear_of<'l>(node: &Node, child: impl Fn(Id) -> Option<&'l Linear>) -> Option<Linear> {
    match node {
        Node::Int(n) => Some(Linear::constant(*n)),
        Node::Var(name) => Some(Linear::var(*name)),
        Node::Index(op, [a, b]) => combine(*op, child(*a)?, child(*b)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Linear {
        Linear::var(Symbol::from("x"))
    }

    #[test]
    fn division_takes_multiples_out() {
        let e = x().scale(8).unwrap().add(&Linear::constant(13)).unwrap();
        assert_eq!(e.floordiv(4), x().scale(2).unwrap().add(&Linear::constant(3)));
        assert_eq!(e.modulo(4), Some(Linear::constant(1)));
        assert_eq!(Linear::constant(-7).floordiv(2), Some(Linear::constant(-4)));
        assert_eq!(Linear::constant(-7).ceildiv(2), Some(Linear::constant(-3)));
        assert_eq!(x().floordiv(0), None);
    }

    #[test]
    fn substitution_renormalises() {
        let name = Symbol::from("x");
        let e = x().floordiv(4).unwrap();
        let tiled = e.substitute(&|v| {
            assert_eq!(v, name);
            Linear::var(Symbol::from("t")).scale(4).unwrap()
        });
        assert_eq!(tiled, Some(Linear::var(Symbol::from("t"))));
    }
}
