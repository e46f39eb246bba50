//! Expressions as sums of products.

use ovolo_lang::affine::{AffineExpr, AffineOp, constant};

/// Products in one expression. Arbitrary.
const MOST_PRODUCTS: usize = 64;

/// A number times sizes times what varies, if anything does.
#[derive(Clone, Debug, PartialEq)]
pub struct Product {
    pub factor: i64,
    /// Symbols, and sums of symbols by which something that varies is multiplied, in order.
    pub sizes: Vec<AffineExpr>,
    pub varying: Option<AffineExpr>,
}

/// Which sums of sizes stay factors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sums {
    /// Whatever they are multiplied by.
    All,
    /// Those that are multiplied by what varies.
    OfVarying,
    None,
}

/// An expression as a sum of products; `None` where something is beyond 64 bits, or varies twice.
pub fn polynomial(expr: &AffineExpr) -> Option<Vec<Product>> {
    expanded(expr, Sums::OfVarying)
}

/// The same, with these sums as factors.
pub fn expanded(expr: &AffineExpr, sums: Sums) -> Option<Vec<Product>> {
    let of = |factor, sizes, varying| Product {
        factor,
        sizes,
        varying,
    };
    let found = match expr {
        AffineExpr::Constant(0) => Vec::new(),
        AffineExpr::Constant(c) => vec![of(*c, Vec::new(), None)],
        AffineExpr::Symbol(_) => vec![of(1, vec![expr.clone()], None)],
        AffineExpr::Binary(AffineOp::Add, ab) => {
            let mut sum = expanded(&ab.0, sums)?;
            for product in expanded(&ab.1, sums)? {
                let known = sum
                    .iter_mut()
                    .find(|known| known.sizes == product.sizes && known.varying == product.varying);
                match known {
                    Some(known) => known.factor = known.factor.checked_add(product.factor)?,
                    None => sum.push(product),
                }
            }
            sum.retain(|product| product.factor != 0);
            sum
        }
        AffineExpr::Binary(AffineOp::Mul, ab) => {
            let (mut first, mut second) = (expanded(&ab.0, sums)?, expanded(&ab.1, sums)?);
            let varies = |sum: &[Product]| sum.iter().any(|product| product.varying.is_some());
            let (of_first, of_second) = (varies(&first), varies(&second));
            // A sum that is a factor may be the length of rows.
            for (sum, expr, other) in [(&mut first, &ab.0, of_second), (&mut second, &ab.1, of_first)] {
                let is_kept = match sums {
                    Sums::All => true,
                    Sums::OfVarying => other,
                    Sums::None => false,
                };
                if sum.len() > 1 && is_kept && !varies(sum) {
                    *sum = vec![of(1, vec![expr.simplified()], None)];
                }
            }
            let mut all = Vec::new();
            for a in &first {
                for b in &second {
                    let mut sizes = [&a.sizes[..], &b.sizes[..]].concat();
                    sizes.sort_by_cached_key(AffineExpr::to_string);
                    if a.varying.is_some() && b.varying.is_some() {
                        return None;
                    }
                    let varying = a.varying.clone().or_else(|| b.varying.clone());
                    all.push(of(a.factor.checked_mul(b.factor)?, sizes, varying));
                }
            }
            all
        }
        other => vec![of(1, Vec::new(), Some(other.clone()))],
    };
    (found.len() <= MOST_PRODUCTS).then_some(found)
}

impl Product {
    /// The quotient by a product of sizes, where it is a whole one; by a constant stride the one that leaves no more than the
    /// stride less one, or less than nothing by one.
    pub fn over(&self, stride: &Product) -> Option<Product> {
        let mut sizes = self.sizes.clone();
        for size in &stride.sizes {
            let place = sizes.iter().position(|own| own == size)?;
            sizes.remove(place);
        }
        let factor = match self.factor.checked_rem(stride.factor)? {
            0 => self.factor / stride.factor,
            _ if !self.sizes.is_empty() => return None,
            _ => self.factor.signum() * (self.factor.checked_abs()?.checked_add(1)? / stride.factor),
        };
        Some(Product {
            factor,
            sizes,
            varying: self.varying.clone(),
        })
    }

    pub fn expr(&self) -> AffineExpr {
        let factors = self.varying.iter().chain(&self.sizes).cloned();
        factors.fold(constant(self.factor), |product, factor| factor * product)
    }
}
