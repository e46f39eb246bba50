//! Products of sizes as sizes.
//!
//! Of `w * h` z3 is told no more than a few facts that are linear: its sign, and that it is no less than its factors where those are
//! positive. Each holds of all integers, so what z3 shows of a number of which no more is known holds of the product.

use std::collections::{BTreeMap, BTreeSet};

use ovolo_lang::affine::{AffineExpr, AffineOp};
use z3::ast::{Bool, Int};

use super::function::Function;
use super::polynomial;

/// The numbers of the symbols that are multiplied, in order, a symbol as often as it is a factor.
type Monomial = Vec<u32>;

/// Factors of a product. Arbitrary.
const MOST_FACTORS: usize = 6;

/// The terms that stand for products of sizes.
#[derive(Default)]
pub struct Products {
    terms: BTreeMap<Monomial, Int>,
    /// The sizes that are factors, by number.
    factors: BTreeMap<u32, Int>,
}

impl Products {
    /// Terms for the products that the expressions of some functions have, and what is told of them.
    pub fn of(functions: &[Function; 2], sizes: &[Int]) -> (Products, Vec<Bool>) {
        let mut found: BTreeSet<Monomial> = BTreeSet::new();
        for function in functions {
            function.for_each_expr(&mut |expr| collect(expr, &mut found));
        }
        let mut products = Products::default();
        let mut known = Vec::new();
        for monomial in found {
            for count in 2..=monomial.len() {
                let (rest, last) = monomial[..count].split_at(count - 1);
                let rest = match rest {
                    [only] => sizes.get(*only as usize),
                    rest => products.terms.get(rest),
                };
                let (Some(rest), Some(last)) = (rest.cloned(), sizes.get(last[0] as usize)) else {
                    break;
                };
                if !products.terms.contains_key(&monomial[..count]) {
                    let name: Vec<String> = monomial[..count]
                        .iter()
                        .map(|number| format!("s{number}"))
                        .collect();
                    let term = Int::new_const(name.join("*"));
                    known.extend(facts(&rest, last, &term));
                    products.terms.insert(monomial[..count].to_vec(), term);
                }
            }
        }
        let numbers = products.terms.keys().flatten();
        let factors = numbers.filter_map(|&number| Some((number, sizes.get(number as usize)?.clone())));
        products.factors = factors.collect();
        (products, known)
    }

    /// The sizes that are factors.
    pub fn factors(&self) -> impl Iterator<Item = &Int> {
        self.factors.values()
    }

    /// That the factors are these numbers, in order, and the products what they stand for. Beyond 64 bits nothing is told of one.
    pub fn of_values(&self, values: &[i64]) -> Vec<Bool> {
        let numbers: BTreeMap<u32, i64> = self.factors.keys().copied().zip(values.iter().copied()).collect();
        let factors = self
            .factors
            .iter()
            .filter_map(|(number, size)| Some(size.eq(*numbers.get(number)?)));
        let products = self.terms.iter().filter_map(|(monomial, term)| {
            let mut factors = monomial.iter().map(|number| numbers.get(number));
            let product = factors.try_fold(1i64, |product, factor| product.checked_mul(*factor?))?;
            Some(term.eq(product))
        });
        factors.chain(products).collect()
    }

    /// That each is the product that it stands for.
    pub fn definitions(&self) -> Vec<Bool> {
        let defined = self.terms.iter().filter_map(|(monomial, term)| {
            let factors: Option<Vec<Int>> = monomial.iter().map(|n| self.factors.get(n).cloned()).collect();
            Some(term.eq(Int::mul(&factors?)))
        });
        defined.collect()
    }

    /// A product of sums of sizes as a sum of terms; `None` where one has none.
    pub fn term(&self, expr: &AffineExpr, sizes: &[Int]) -> Option<Int> {
        let mut sum = Int::from_i64(0);
        for (monomial, factor) in monomials(expr)? {
            let term = match monomial.as_slice() {
                [] => Int::from_i64(1),
                [only] => sizes.get(*only as usize)?.clone(),
                several => self.terms.get(several)?.clone(),
            };
            sum += term * Int::from_i64(factor);
        }
        Some(sum)
    }
}

/// What is told of the product of two numbers.
fn facts(a: &Int, b: &Int, product: &Int) -> Vec<Bool> {
    let both = |conditions: [Bool; 2]| Bool::and(&conditions);
    let zero = || Int::from_i64(0);
    vec![
        both([a.ge(1), b.ge(1)]).implies(both([product.ge(a), product.ge(b)])),
        both([a.le(-1), b.le(-1)]).implies(product.ge(1)),
        both([a.ge(1), b.le(-1)]).implies(both([product.le(b), product.lt(a)])),
        both([a.le(-1), b.ge(1)]).implies(both([product.le(a), product.lt(b)])),
        Bool::or(&[a.eq(zero()), b.eq(zero())]).implies(product.eq(zero())),
        a.eq(Int::from_i64(1)).implies(product.eq(b)),
        b.eq(Int::from_i64(1)).implies(product.eq(a)),
    ]
}

/// The products of sizes in an expression.
fn collect(expr: &AffineExpr, found: &mut BTreeSet<Monomial>) {
    let AffineExpr::Binary(op, parts) = expr else {
        return;
    };
    if *op == AffineOp::Mul && expr.is_symbolic_or_constant() {
        let all = monomials(expr)
            .into_iter()
            .flatten()
            .map(|(monomial, _)| monomial);
        found.extend(all.filter(|monomial| monomial.len() > 1));
    }
    collect(&parts.0, found);
    collect(&parts.1, found);
}

/// An expression as a sum of products of symbols with factors; `None` for another.
fn monomials(expr: &AffineExpr) -> Option<Vec<(Monomial, i64)>> {
    let mut found = Vec::new();
    for product in polynomial::polynomial(expr)? {
        let symbol = |size: &AffineExpr| match size {
            AffineExpr::Symbol(number) => Some(*number),
            _ => None,
        };
        let monomial: Option<Monomial> = product.sizes.iter().map(symbol).collect();
        let mut monomial = monomial.filter(|all| product.varying.is_none() && all.len() <= MOST_FACTORS)?;
        monomial.sort_unstable();
        found.push((monomial, product.factor));
    }
    Some(found)
}
