//! Identities of polynomials.
//!
//! Two polynomials with the same integer coefficients are equal in every commutative ring: over ℤ, over
//! the reals, and modulo 2^width for every width.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_traits::Zero;
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::{OpCode, Trait};
use ovolo_rewrites::rule::{Operation, Rule, Sort, Term};
use ovolo_rewrites::term::IndexOp;

/// Coefficients by monomial, none of them zero; a monomial is the sorted list of its atoms.
type Polynomial = BTreeMap<Vec<usize>, BigInt>;

/// Whether both sides are polynomials, and the same one, and have a value at the same points.
pub fn holds(rule: &Rule) -> bool {
    let mut atoms = Atoms::default();
    let mut side = |term: &Term| {
        atoms.partial.clear();
        let polynomial = atoms.polynomial(term)?;
        Some((polynomial, atoms.partial.clone()))
    };
    match (side(&rule.left), side(&rule.right)) {
        (Some(left), Some(right)) => left == right,
        _ => false,
    }
}

/// What is not a sum or a product, by number.
#[derive(Default)]
struct Atoms {
    atoms: Vec<Atom>,
    /// Those seen that have no value for some values of their operands.
    partial: BTreeSet<usize>,
}

#[derive(PartialEq)]
enum Atom {
    Variable(usize),
    Truth(bool),
    /// An operation on integers; of one that commutes, the operands in order.
    Operation {
        code: OpCode,
        predicate: i64,
        sorts: [Sort; 2],
        args: Vec<Polynomial>,
    },
}

impl Atoms {
    fn polynomial(&mut self, term: &Term) -> Option<Polynomial> {
        Some(match term {
            Term::Variable(i) => self.atom(Atom::Variable(*i)).1,
            Term::Truth(value) => self.atom(Atom::Truth(*value)).1,
            Term::Integer(value) => constant(BigInt::from(*value)),
            Term::Float(value) if value.fract() == 0.0 && value.abs() < 1e15 => {
                constant(BigInt::from(*value as i64))
            }
            Term::Computed(inner) => self.polynomial(inner)?,
            Term::Index(IndexOp::Add, ab) => sum(&self.polynomial(&ab[0])?, &self.polynomial(&ab[1])?),
            Term::Index(IndexOp::Mul, ab) => {
                bounded_product(&self.polynomial(&ab[0])?, &self.polynomial(&ab[1])?)?
            }
            Term::Op(op) => self.operation(op)?,
            _ => return None,
        })
    }

    fn operation(&mut self, op: &Operation) -> Option<Polynomial> {
        let args = op.args.iter().map(|a| self.polynomial(a));
        let mut args: Vec<Polynomial> = args.collect::<Option<_>>()?;
        Some(match (op.code, args.as_mut_slice()) {
            (OpCode::AddI | OpCode::AddF, [a, b]) => sum(a, b),
            (OpCode::SubI | OpCode::SubF, [a, b]) => sum(a, &negated(b)),
            (OpCode::MulI | OpCode::MulF, [a, b]) => bounded_product(a, b)?,
            (OpCode::NegF, [a]) => negated(a),
            // What the quotient leaves, which has a value where that has one.
            (OpCode::RemUI | OpCode::RemSI, [a, b]) => {
                let quotient = Operation {
                    code: if op.code == OpCode::RemUI {
                        OpCode::DivUI
                    } else {
                        OpCode::DivSI
                    },
                    ..op.clone()
                };
                let (a, b) = (a.clone(), b.clone());
                let whole = bounded_product(&self.opaque(&quotient, args), &b)?;
                sum(&a, &negated(&whole))
            }
            _ if !is_of_integers(op.code) => return None,
            _ => self.opaque(op, args),
        })
    }

    /// The operation as an atom.
    fn opaque(&mut self, op: &Operation, mut args: Vec<Polynomial>) -> Polynomial {
        if commutes(op) {
            args.sort();
        }
        let (number, atom) = self.atom(Atom::Operation {
            code: op.code,
            predicate: op.predicate,
            sorts: [op.operands, op.result],
            args,
        });
        if !is_total(op.code) {
            self.partial.insert(number);
        }
        atom
    }

    fn atom(&mut self, atom: Atom) -> (usize, Polynomial) {
        let known = self.atoms.iter().position(|a| *a == atom);
        let number = known.unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        });
        (number, Polynomial::from([(vec![number], BigInt::from(1))]))
    }
}

fn is_of_integers(code: OpCode) -> bool {
    let changes_width = matches!(code, OpCode::ExtSI | OpCode::ExtUI | OpCode::TruncI);
    changes_width || code == OpCode::Select || code.has_trait(Trait::IntegerLike)
}

/// Whether the operation has a value for all operands; `false` says nothing.
fn is_total(code: OpCode) -> bool {
    let is_listed = matches!(
        code,
        OpCode::ExtSI | OpCode::ExtUI | OpCode::TruncI | OpCode::Select | OpCode::CmpI
    );
    is_listed || code.has_trait(Trait::Commutative)
}

fn commutes(op: &Operation) -> bool {
    let is_symmetric = [IntPredicate::Eq, IntPredicate::Ne]
        .iter()
        .any(|p| p.code() == op.predicate);
    op.code.has_trait(Trait::Commutative) || (op.code == OpCode::CmpI && is_symmetric)
}

fn constant(value: BigInt) -> Polynomial {
    scaled(&Polynomial::from([(vec![], BigInt::from(1))]), &value)
}

fn negated(a: &Polynomial) -> Polynomial {
    scaled(a, &BigInt::from(-1))
}

pub fn sum(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut result = a.clone();
    for (monomial, coefficient) in b {
        *result.entry(monomial.clone()).or_default() += coefficient;
    }
    result.retain(|_, coefficient| !coefficient.is_zero());
    result
}

pub fn scaled(a: &Polynomial, by: &BigInt) -> Polynomial {
    let mut result = a.clone();
    result.values_mut().for_each(|coefficient| *coefficient *= by);
    result.retain(|_, coefficient| !coefficient.is_zero());
    result
}

/// Pairs of monomials beyond which a product is not multiplied out. Arbitrary.
const MOST_PAIRS: usize = 10_000;

fn bounded_product(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    (a.len() * b.len() <= MOST_PAIRS).then(|| product(a, b))
}

pub fn product(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut result = Polynomial::new();
    for (left, coefficient) in a {
        let shifted = b.iter().map(|(right, c)| {
            let mut monomial = [left.as_slice(), right.as_slice()].concat();
            monomial.sort_unstable();
            (monomial, c.clone())
        });
        result = sum(&result, &scaled(&shifted.collect(), coefficient));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_of_rings() {
        for (text, expected) in [
            (
                "rule r forall x, y over bits: x * x - y * y => (x + y) * (x - y)",
                true,
            ),
            ("rule r forall x, y, z: (x + y) * z => z * y + z * x", true),
            (
                "rule r forall x, const a, const b: (x + a) + b => x + {a + b}",
                true,
            ),
            ("rule r forall x: x + x => x * 3", false),
            ("rule r forall x: (x floordiv 2) * 2 => (x floordiv 2) * 2", false),
            (
                "rule r forall x, y over bits: maxsi(y, x) * -y => -(y * maxsi(x, y))",
                true,
            ),
            (
                "rule r forall x, y over bits: cmpi(eq, x + y, x * 2) => cmpi(eq, x + x, y + x)",
                true,
            ),
            (
                "rule r forall narrow x, narrow y over bits: extsi(x + y, width) => extsi(y + x, width)",
                true,
            ),
            (
                "rule r forall x, y over bits: cmpi(slt, x, y) => cmpi(slt, y, x)",
                false,
            ),
            ("rule r forall x, y over bits: shrui(x, y) => shrui(y, x)", false),
            (
                "rule r forall x, y over bits: x - y * divsi(x, y) => remsi(x, y)",
                true,
            ),
            (
                "rule r forall x, y over bits: x - y * divui(x, y) => remsi(x, y)",
                false,
            ),
            // The right side has a value where y is zero.
            ("rule r forall x, y over bits: divui(x, y) * 0 => x - x", false),
        ] {
            let rule = &ovolo_rewrites::rule::parse(text).unwrap()[0];
            assert_eq!(holds(rule), expected, "{text}");
        }
    }
}
