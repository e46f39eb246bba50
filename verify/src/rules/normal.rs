//! A normal form of terms over ℤ in which quotients by the same divisor meet.
//!
//! A term is a polynomial in atoms: variables, floor quotients, and whatever else is not a sum or a product, its parts
//! in normal form. A remainder is its definition, `x - a * (x floordiv a)`, and multiples of a divisor leave its
//! quotients, `(a * k + r) floordiv a = k + r floordiv a`. All of that holds where no divisor is zero, so a normal form is
//! only worth something there.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use ovolo_rewrites::relates::Relation;
use ovolo_rewrites::rule::{Condition, Operation, Rule, Sort, Term, Variable};
use ovolo_rewrites::term::IndexOp;

use super::by_zero::divisors;
use super::lemma::{rebuild, with_terms};
use super::ring::{product, scaled, sum};

/// Monomials of a polynomial beyond which a term stays as it is. Arbitrary; rules have a handful.
const MOST_MONOMIALS: usize = 60;
/// Parts of an atom, likewise.
const MOST_TERMS: usize = 1000;

/// The rule in normal form where no divisor is zero, which its conditions say. `None` where a number does not fit.
pub fn normal(rule: &Rule) -> Option<Rule> {
    let rule = &multiples_written_out(rule);
    let mut atoms = Atoms::default();
    let mut failed = false;
    let mut result = with_terms(rule, &mut |term| {
        atoms.normal(term).unwrap_or_else(|| {
            failed = true;
            term.clone()
        })
    });
    for divisor in divisors(rule) {
        let divisor = atoms.normal(&divisor)?;
        let condition = Condition::Compare(Relation::NotEqual, divisor, Term::Integer(0));
        result.conditions.insert(0, condition);
    }
    result.lemmas.clear();
    (!failed).then_some(result)
}

/// Cases by residues beyond which a rule is not split. Arbitrary.
const MOST_CASES: usize = 100;

/// The rule once for each way that the variables of its quotients by constants leave remainders: with `x * 6 + 5` in place
/// of `x`, and so on. Empty where there is nothing to split, or too much.
pub fn by_residues(rule: &Rule) -> Vec<Rule> {
    let (mut modulus, mut dividends) = (1i64, Vec::new());
    let mut look = |term: &Term| {
        if let Term::Index(IndexOp::FloorDiv | IndexOp::CeilDiv | IndexOp::Mod, args) = term
            && let Term::Integer(divisor) = args[1]
            && divisor.unsigned_abs() > 1
            && divisor.unsigned_abs() < MOST_CASES as u64
        {
            modulus = modulus.lcm(&divisor.abs()).min(1 + MOST_CASES as i64);
            dividends.push(args[0].clone());
        }
    };
    rule.left.walk(&mut look);
    rule.right.walk(&mut look);
    let mut variables = Vec::new();
    for dividend in &dividends {
        dividend.walk(&mut |t| match t {
            Term::Variable(i) if rule.variables[*i].sort == Sort::Value && !variables.contains(i) => {
                variables.push(*i)
            }
            _ => {}
        });
    }
    let cases = (modulus as usize).checked_pow(variables.len() as u32);
    if variables.is_empty() || cases.is_none_or(|cases| cases > MOST_CASES) {
        return Vec::new();
    }
    let mut split = vec![rule.clone()];
    for variable in variables {
        let with_remainder = |rule: &Rule, remainder: i64| {
            let index = |op, a, b| Term::Index(op, Box::new([a, b]));
            let multiple = index(IndexOp::Mul, Term::Variable(variable), Term::Integer(modulus));
            let number = index(IndexOp::Add, multiple, Term::Integer(remainder));
            with_terms(rule, &mut |term| {
                rebuild(&without_braces(term), &mut |t| {
                    (*t == Term::Variable(variable)).then(|| number.clone())
                })
            })
        };
        let each = |rule: &Rule| (0..modulus).map(|r| with_remainder(rule, r)).collect::<Vec<_>>();
        split = split.iter().flat_map(each).collect();
    }
    split
}

/// The rule with `a * k` in place of each variable that its conditions say to be a multiple of `a`.
fn multiples_written_out(rule: &Rule) -> Rule {
    let mut result = rule.clone();
    // Each round replaces a variable by others; one that was replaced does not come back.
    for _ in 0..rule.variables.len() {
        let Some((at, variable, divisor)) = multiple(&result) else {
            return result;
        };
        let fresh = result.variables.len();
        result.variables.push(Variable {
            name: format!("{} quotient", result.variables[variable].name),
            ..result.variables[variable].clone()
        });
        // `a | x` for a = 0 says that x = 0, which is what x = a * k says.
        match &result.conditions[at] {
            Condition::Divides(..) => drop(result.conditions.remove(at)),
            _ => {
                result.conditions[at] =
                    Condition::Compare(Relation::NotEqual, divisor.clone(), Term::Integer(0))
            }
        }
        let product = Term::Index(IndexOp::Mul, Box::new([divisor, Term::Variable(fresh)]));
        result = with_terms(&result, &mut |term| {
            rebuild(&without_braces(term), &mut |t| {
                (*t == Term::Variable(variable)).then(|| product.clone())
            })
        });
    }
    result
}

/// A condition that a variable is a multiple of a term without it, with its position.
fn multiple(rule: &Rule) -> Option<(usize, usize, Term)> {
    rule.conditions.iter().enumerate().find_map(|(at, condition)| {
        let (divisor, of) = match condition {
            Condition::Divides(a, b) => (a, b),
            Condition::Compare(Relation::Equal, Term::Index(IndexOp::Mod, args), Term::Integer(0)) => {
                (&args[1], &args[0])
            }
            _ => return None,
        };
        let Term::Variable(variable) = of else { return None };
        let mut occurs = false;
        divisor.walk(&mut |t| occurs |= *t == Term::Variable(*variable));
        (!occurs).then(|| (at, *variable, without_braces(divisor)))
    })
}

/// The term without the braces of computed constants.
fn without_braces(term: &Term) -> Term {
    rebuild(term, &mut |t| match t {
        Term::Computed(inner) => Some(without_braces(inner)),
        _ => None,
    })
}

/// Coefficients by monomial, none of them zero; a monomial is the sorted list of its atoms.
type Polynomial = BTreeMap<Vec<usize>, BigInt>;

/// What is not a sum or a product, by number.
#[derive(Default)]
struct Atoms {
    terms: Vec<Term>,
    /// The dividend and divisor of an atom that is a quotient.
    quotients: BTreeMap<usize, (Polynomial, Polynomial)>,
}

impl Atoms {
    fn normal(&mut self, term: &Term) -> Option<Term> {
        match term {
            // A truth value, or a choice between such.
            Term::Op(Operation {
                result: Sort::Truth, ..
            }) => self.operation(term),
            Term::Truth(_) | Term::Variable(_) => Some(term.clone()),
            Term::Computed(inner) => self.normal(inner),
            _ => {
                let polynomial = self.polynomial(term)?;
                self.term(&polynomial)
            }
        }
    }

    fn operation(&mut self, term: &Term) -> Option<Term> {
        let Term::Op(op) = term else { return None };
        let args = op.args.iter().map(|a| self.normal(a)).collect::<Option<_>>()?;
        Some(Term::Op(Operation { args, ..op.clone() }))
    }

    fn atom(&mut self, term: Term) -> Option<Polynomial> {
        let number = self.number(term)?;
        Some(Polynomial::from([(vec![number], BigInt::one())]))
    }

    /// `None` for a term that is too large: a remainder holds its operands twice, so terms may double at each level.
    fn number(&mut self, term: Term) -> Option<usize> {
        if term.size() > MOST_TERMS {
            return None;
        }
        let known = self.terms.iter().position(|t| *t == term);
        Some(known.unwrap_or_else(|| {
            self.terms.push(term);
            self.terms.len() - 1
        }))
    }

    /// The term as a polynomial; `None` where it becomes too large.
    fn polynomial(&mut self, term: &Term) -> Option<Polynomial> {
        let result = match term {
            Term::Variable(_) => self.atom(term.clone())?,
            Term::Integer(value) => constant(*value),
            Term::Computed(inner) => self.polynomial(inner)?,
            Term::Index(op, args) => {
                let (a, b) = (self.polynomial(&args[0])?, self.polynomial(&args[1])?);
                match op {
                    IndexOp::Add => sum(&a, &b),
                    IndexOp::Mul if a.len() * b.len() > MOST_MONOMIALS * MOST_MONOMIALS => return None,
                    IndexOp::Mul => product(&a, &b),
                    IndexOp::FloorDiv => self.quotient(a, b)?,
                    IndexOp::CeilDiv => negated(&self.quotient(negated(&a), b)?),
                    IndexOp::Mod => {
                        let whole = product(&b, &self.quotient(a.clone(), b.clone())?);
                        sum(&a, &negated(&whole))
                    }
                    IndexOp::Min | IndexOp::Max => self.extreme(*op, a, b)?,
                }
            }
            Term::Op(_) => {
                let operation = self.operation(term)?;
                self.atom(operation)?
            }
            Term::Float(_) | Term::Truth(_) | Term::Width(_) | Term::Log2(_) => return None,
        };
        (result.len() <= MOST_MONOMIALS).then_some(result)
    }

    /// The least or greatest; what the operands share is outside of it.
    fn extreme(&mut self, op: IndexOp, a: Polynomial, b: Polynomial) -> Option<Polynomial> {
        if a == b {
            return Some(a);
        }
        let (a, b) = (self.term(&a)?, self.term(&b)?);
        // The operands in the order of their texts, as the operation commutes.
        let ordered = format!("{a:?}") <= format!("{b:?}");
        let args = if ordered { [a, b] } else { [b, a] };
        self.atom(Term::Index(op, Box::new(args)))
    }

    /// The floor quotient of polynomials, for divisors that are not zero.
    fn quotient(&mut self, dividend: Polynomial, divisor: Polynomial) -> Option<Polynomial> {
        // x floordiv a = (-x) floordiv (-a), so the leading coefficient of the divisor may be positive.
        let is_negative = divisor.values().next_back()?.is_negative();
        let (dividend, divisor) = match is_negative {
            true => (negated(&dividend), negated(&divisor)),
            false => (dividend, divisor),
        };
        let (whole, rest) = divided(&dividend, &divisor);
        if rest.is_empty() {
            return Some(whole);
        }
        let by_constant = as_constant(&divisor);
        if let (Some(by), Some(value)) = (&by_constant, as_constant(&rest)) {
            return Some(sum(&whole, &scaled(&constant(1), &value.div_floor(by))));
        }
        if let Some((inner, product)) = by_constant.and_then(|by| self.nested(&rest, &by)) {
            let quotient = self.quotient(inner, product)?;
            return Some(sum(&whole, &quotient));
        }
        let operands = [self.term(&rest)?, self.term(&divisor)?];
        let number = self.number(Term::Index(IndexOp::FloorDiv, Box::new(operands)))?;
        self.quotients.insert(number, (rest, divisor));
        Some(sum(&whole, &Polynomial::from([(vec![number], BigInt::one())])))
    }

    /// `(p floordiv a + k) floordiv b = (p + k * a) floordiv (a * b)` for constants a, b > 0.
    fn nested(&self, rest: &Polynomial, by: &BigInt) -> Option<(Polynomial, Polynomial)> {
        let (number, dividend, divisor) =
            rest.iter()
                .find_map(|(monomial, coefficient)| match monomial.as_slice() {
                    [number] if coefficient.is_one() => {
                        let (dividend, divisor) = self.quotients.get(number)?;
                        Some((*number, dividend, as_constant(divisor)?))
                    }
                    _ => None,
                })?;
        if !by.is_positive() || !divisor.is_positive() {
            return None;
        }
        let mut others = rest.clone();
        others.remove(&vec![number]);
        let inner = sum(dividend, &scaled(&others, &divisor));
        Some((inner, scaled(&constant(1), &(divisor * by))))
    }

    /// The polynomial as a term; `None` where a coefficient does not fit.
    fn term(&self, polynomial: &Polynomial) -> Option<Term> {
        let index = |op, a, b| Term::Index(op, Box::new([a, b]));
        let mut result = None;
        for (monomial, coefficient) in polynomial {
            let coefficient = coefficient.to_i64()?;
            let factors = monomial.iter().map(|atom| self.terms[*atom].clone());
            let mut summand = factors.reduce(|a, b| index(IndexOp::Mul, a, b));
            if coefficient != 1 || summand.is_none() {
                let factor = Term::Integer(coefficient);
                summand = Some(match summand {
                    Some(summand) => index(IndexOp::Mul, summand, factor),
                    None => factor,
                });
            }
            result = match (result, summand) {
                (Some(a), Some(b)) => Some(index(IndexOp::Add, a, b)),
                (None, summand) => summand,
                (result, None) => result,
            };
        }
        Some(result.unwrap_or(Term::Integer(0)))
    }
}

/// What of the dividend is a multiple of the divisor, divided, and the rest. The coefficients of the rest by a constant
/// are less than it.
fn divided(dividend: &Polynomial, divisor: &Polynomial) -> (Polynomial, Polynomial) {
    let (mut whole, mut rest) = (Polynomial::new(), Polynomial::new());
    if divisor.len() > 1 {
        return divided_by_several(dividend, divisor);
    }
    let Some((leading, by)) = divisor.iter().next_back() else {
        return (whole, dividend.clone());
    };
    for (monomial, coefficient) in dividend {
        match without(monomial, leading) {
            Some(others) => {
                let (quotient, remainder) = coefficient.div_mod_floor(by);
                let part = Polynomial::from([(others, quotient)]);
                whole = sum(&whole, &part);
                rest = sum(&rest, &Polynomial::from([(monomial.clone(), remainder)]));
            }
            None => {
                rest.insert(monomial.clone(), coefficient.clone());
            }
        }
    }
    (whole, rest)
}

/// Division with remainder by a polynomial of several monomials, by its leading one: no monomial of the rest is a multiple
/// of that with a coefficient as large. Two dividends that differ by a multiple of the divisor leave the same rest where
/// the leading coefficient is 1.
fn divided_by_several(dividend: &Polynomial, divisor: &Polynomial) -> (Polynomial, Polynomial) {
    let nothing = || (Polynomial::new(), dividend.clone());
    let by_degree = |m: &&Vec<usize>| (m.len(), (*m).clone());
    let Some(leading) = divisor.keys().max_by_key(by_degree) else {
        return nothing();
    };
    let by = &divisor[leading];
    let (mut whole, mut rest) = (Polynomial::new(), dividend.clone());
    for _ in 0..MOST_MONOMIALS {
        let mut monomials: Vec<(&Vec<usize>, &BigInt)> = rest.iter().collect();
        monomials.sort_by_key(|(m, _)| std::cmp::Reverse(by_degree(m)));
        let part = monomials.iter().find_map(|(monomial, coefficient)| {
            let others = without(monomial, leading)?;
            let quotient = coefficient.div_floor(by);
            (!quotient.is_zero()).then(|| Polynomial::from([(others, quotient)]))
        });
        let Some(part) = part else {
            return (whole, rest);
        };
        rest = sum(&rest, &negated(&product(&part, divisor)));
        whole = sum(&whole, &part);
        if rest.len() > MOST_MONOMIALS {
            return nothing();
        }
    }
    nothing()
}

/// The monomial without the atoms of another, where it has them all.
fn without(monomial: &[usize], other: &[usize]) -> Option<Vec<usize>> {
    let mut left = monomial.to_vec();
    for atom in other {
        let at = left.iter().position(|a| a == atom)?;
        left.remove(at);
    }
    Some(left)
}

fn as_constant(polynomial: &Polynomial) -> Option<BigInt> {
    match (polynomial.len(), polynomial.get(&Vec::new())) {
        (0, _) => Some(BigInt::zero()),
        (1, Some(value)) => Some(value.clone()),
        _ => None,
    }
}

fn constant(value: i64) -> Polynomial {
    let mut result = Polynomial::from([(Vec::new(), BigInt::from(value))]);
    result.retain(|_, c| !c.is_zero());
    result
}

fn negated(a: &Polynomial) -> Polynomial {
    scaled(a, &BigInt::from(-1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::integers::{Outcome, code};

    fn rule(left: &str) -> Rule {
        let text = format!("rule r forall x, y, z, a: {left} => x");
        let rules = ovolo_rewrites::rule::parse_to_prove(&text, &Default::default());
        rules.expect("a rule").remove(0)
    }

    fn normal_text(text: &str) -> String {
        let rule = &rule(text);
        let term = Atoms::default().normal(&rule.left).expect("small numbers");
        term.display(&rule.variables).to_string()
    }

    #[test]
    fn quotients_meet() {
        for (text, expected) in [
            ("(x * 6 + y + 7) floordiv 3", "2 + x * 2 + (1 + y) floordiv 3"),
            ("(x * a + y) mod a", "-(a * (y floordiv a)) + y"),
            ("((x floordiv 4) + 3) floordiv 2", "1 + (4 + x) floordiv 8"),
            ("(x + y) floordiv (y + x)", "1"),
            ("x ceildiv -a", "-(x floordiv a)"),
            ("(x * y + y * y) floordiv (x + y)", "y"),
            ("min(x, y) - min(y, x)", "0"),
        ] {
            assert_eq!(normal_text(text), expected, "{text}");
        }
    }

    /// A normal form has the value of the term wherever no divisor is zero.
    #[test]
    fn normal_forms_are_equal() {
        for text in [
            "(x * 6 + y + 7) floordiv 3 - (y * -4) floordiv -3",
            "((x * a + y) mod a) * z + (x floordiv (a * 2)) mod 5",
            "((x floordiv 4) + z) floordiv 3 - (x ceildiv 4) mod -3",
            "(x * a * y + z) floordiv (a * y) + (x * 3) floordiv (a * -2)",
            "(x + y - (x + y)) floordiv a + (2 * x + 2 * y) floordiv (x + y)",
            "min(x floordiv a, max(y, z)) * max(z, y) - select(x < y, a * 2, a + a)",
            "((x mod a) mod 3) floordiv (y mod 3 - 4) + (z - x) mod (x - z)",
            "(x * x * y) mod (x * y + z - 2) - (x * 5 - y * y) floordiv (x * 2 + y * a)",
            "((x + (y mod a)) mod a + z) floordiv a - ((x * x - x) floordiv x) mod a",
        ] {
            let rule = &rule(text);
            let term = Atoms::default().normal(&rule.left).expect("small numbers");
            let (own, other) = (code(&rule.left).expect("of ℤ"), code(&term).expect("of ℤ"));
            let (mut stack, mut compared) = (Vec::new(), 0);
            for i in 0..9i64.pow(4) {
                let values = [i % 9 - 4, i / 9 % 9 - 4, i / 81 % 9 - 4, i / 729 - 4];
                if let Outcome::Value(expected) = own.at(&values, &mut stack) {
                    let found = other.at(&values, &mut stack);
                    assert_eq!(found, Outcome::Value(expected), "{text} at {values:?}");
                    compared += 1;
                }
            }
            assert!(compared > 1000, "{text}: {compared}");
        }
    }
}
