//! Index values as linear forms, so that addresses share what they have in common: the constant part
//! of `A[i + 3, k]` becomes a displacement of the address of `A[i, k]`.

use inkwell::values::{InstructionOpcode, IntValue};
use ovolo_lang::affine::{AffineExpr, AffineOp};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::algebra::evaluate_scalars;
use crate::emit::Emitter;
use crate::error::{LowerError, Result};

/// Terms beyond which a form is one value. Arbitrary: an address has a few.
const MOST_TERMS: usize = 16;

/// `constant + Σ coefficient · value`, an integer that fits 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linear<'c> {
    /// In ascending order of `depth`, each value once.
    terms: Vec<Term<'c>>,
    constant: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term<'c> {
    value: IntValue<'c>,
    /// Values of outer loops have lesser ones: they are added first, so that the sum can move out of
    /// the inner loops.
    depth: u32,
    coefficient: i64,
}

impl<'c> Linear<'c> {
    pub fn constant(constant: i64) -> Linear<'c> {
        Linear {
            terms: Vec::new(),
            constant,
        }
    }

    pub fn value(value: IntValue<'c>, depth: u32) -> Linear<'c> {
        match value.get_sign_extended_constant() {
            Some(constant) => Linear::constant(constant),
            None => Linear {
                terms: vec![Term {
                    value,
                    depth,
                    coefficient: 1,
                }],
                constant: 0,
            },
        }
    }

    /// The form with every value replaced by another; different values stay different.
    pub fn mapped(&self, replace: &mut impl FnMut(IntValue<'c>) -> IntValue<'c>) -> Linear<'c> {
        let mut mapped = self.clone();
        for term in &mut mapped.terms {
            term.value = replace(term.value);
        }
        mapped
    }

    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The value in one register.
    pub fn materialize(&self, emit: &Emitter<'c>) -> Result<IntValue<'c>> {
        let mut sum: Option<IntValue> = None;
        for term in &self.terms {
            let product = emit.product(term.value, emit.index(term.coefficient))?;
            sum = Some(match sum {
                Some(sum) => emit.exact_int(InstructionOpcode::Add, sum, product)?,
                None => product,
            });
        }
        let constant = emit.index(self.constant);
        match sum {
            Some(sum) if self.constant == 0 => Ok(sum),
            Some(sum) => emit.exact_int(InstructionOpcode::Add, sum, constant),
            None => Ok(constant),
        }
    }

    pub fn plus(&self, other: &Linear<'c>) -> Result<Linear<'c>> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant).ok_or_else(overflow)?;
        for term in &other.terms {
            match sum.terms.iter_mut().find(|t| t.value == term.value) {
                Some(own) => {
                    own.coefficient = own
                        .coefficient
                        .checked_add(term.coefficient)
                        .ok_or_else(overflow)?;
                }
                None => sum.terms.push(*term),
            }
        }
        sum.terms.retain(|t| t.coefficient != 0);
        sum.terms.sort_by_key(|t| t.depth);
        Ok(sum)
    }

    pub fn times_constant(&self, factor: i64) -> Result<Linear<'c>> {
        let scaled = |n: i64| n.checked_mul(factor).ok_or_else(overflow);
        let scaled_term = |t: &Term<'c>| {
            Ok(Term {
                coefficient: scaled(t.coefficient)?,
                ..*t
            })
        };
        Ok(Linear {
            constant: scaled(self.constant)?,
            terms: match factor {
                0 => Vec::new(),
                _ => self.terms.iter().map(scaled_term).collect::<Result<_>>()?,
            },
        })
    }

    /// The product with a value that may not be constant, term by term.
    pub fn times(&self, emit: &Emitter<'c>, factor: &Linear<'c>) -> Result<Linear<'c>> {
        if let Some(constant) = factor.as_constant() {
            return self.times_constant(constant);
        }
        if let Some(constant) = self.as_constant() {
            return factor.times_constant(constant);
        }
        let by = factor.materialize(emit)?;
        let mut product = factor.times_constant(self.constant)?;
        for term in &self.terms {
            let value = emit.exact_int(InstructionOpcode::Mul, term.value, by)?;
            let depth = term.depth.max(factor.depth());
            product = product.plus(&Linear::value(value, depth).times_constant(term.coefficient)?)?;
        }
        Ok(product)
    }

    /// The form in one register where it has many terms: a chain of products would double them at each step.
    fn shortened(self, emit: &Emitter<'c>) -> Result<Linear<'c>> {
        match self.terms.len() > MOST_TERMS {
            true => Ok(Linear::value(self.materialize(emit)?, self.depth())),
            false => Ok(self),
        }
    }

    fn depth(&self) -> u32 {
        self.terms.last().map_or(0, |t| t.depth)
    }

    /// The quotient when every part divides.
    fn divided_exactly(&self, divisor: i64) -> Option<Linear<'c>> {
        let divides = |n: i64| n.checked_rem(divisor) == Some(0);
        let quotient = |n: i64| n.checked_div(divisor);
        (divides(self.constant) && self.terms.iter().all(|t| divides(t.coefficient))).then_some(())?;
        let terms = self.terms.iter().map(|t| {
            Some(Term {
                coefficient: quotient(t.coefficient)?,
                ..*t
            })
        });
        Some(Linear {
            constant: quotient(self.constant)?,
            terms: terms.collect::<Option<_>>()?,
        })
    }
}

fn overflow() -> LowerError {
    LowerError::new("an index expression does not fit 64 bits")
}

impl<'c> Emitter<'c> {
    /// The value of an affine expression.
    pub fn affine(
        &self,
        expr: &AffineExpr,
        dims: &[Linear<'c>],
        symbols: &[Linear<'c>],
    ) -> Result<Linear<'c>> {
        let operand = |list: &[Linear<'c>], i: u32| {
            list.get(i as usize)
                .cloned()
                .ok_or_else(|| LowerError::new("an affine map has fewer operands than it needs"))
        };
        match expr {
            AffineExpr::Constant(c) => Ok(Linear::constant(*c)),
            AffineExpr::Dim(i) => operand(dims, *i),
            AffineExpr::Symbol(i) => operand(symbols, *i),
            AffineExpr::Binary(op, ab) => {
                let a = self.affine(&ab.0, dims, symbols)?;
                let b = self.affine(&ab.1, dims, symbols)?;
                match op {
                    AffineOp::Add => a.plus(&b)?.shortened(self),
                    AffineOp::Mul => a.times(self, &b)?.shortened(self),
                    AffineOp::FloorDiv => self.floordiv(&a, &b),
                    AffineOp::CeilDiv => {
                        // ⌈a / b⌉ = -⌊-a / b⌋.
                        let negated = self.floordiv(&a.times_constant(-1)?, &b)?;
                        negated.times_constant(-1)
                    }
                    AffineOp::Mod => self.remainder(&a, &b),
                }
            }
        }
    }

    fn floordiv(&self, a: &Linear<'c>, b: &Linear<'c>) -> Result<Linear<'c>> {
        let depth = a.depth().max(b.depth());
        if let Some(divisor) = b.as_constant() {
            if divisor == 0 {
                return Err(division_by_zero());
            }
            if let Some(quotient) = a.divided_exactly(divisor) {
                return Ok(quotient);
            }
            if divisor > 0 && (divisor as u64).is_power_of_two() {
                let shift = self.index(i64::from(divisor.trailing_zeros()));
                let value = a.materialize(self)?;
                let quotient = self.builder.build_right_shift(value, shift, true, "")?;
                return Ok(Linear::value(quotient, depth));
            }
        }
        let (a, b) = (a.materialize(self)?, b.materialize(self)?);
        let args = [a.into(), b.into()];
        let quotient = evaluate_scalars(self, OpCode::FloorDivSI, &Type::Index, &args)?;
        Ok(Linear::value(quotient.into_int_value(), depth))
    }

    /// a mod b = a - b · ⌊a / b⌋.
    fn remainder(&self, a: &Linear<'c>, b: &Linear<'c>) -> Result<Linear<'c>> {
        if let Some(divisor) = b.as_constant() {
            if divisor == 0 {
                return Err(division_by_zero());
            }
            if a.divided_exactly(divisor).is_some() {
                return Ok(Linear::constant(0));
            }
            if divisor > 0 && (divisor as u64).is_power_of_two() {
                let value = a.materialize(self)?;
                let remainder = self.builder.build_and(value, self.index(divisor - 1), "")?;
                return Ok(Linear::value(remainder, a.depth()));
            }
        }
        let quotient = self.floordiv(a, b)?.materialize(self)?;
        let whole = self.exact_int(InstructionOpcode::Mul, quotient, b.materialize(self)?)?;
        let value = self.exact_int(InstructionOpcode::Sub, a.materialize(self)?, whole)?;
        Ok(Linear::value(value, a.depth().max(b.depth())))
    }
}

fn division_by_zero() -> LowerError {
    LowerError::new("an affine expression divides by zero")
}
