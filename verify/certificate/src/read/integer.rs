//! Integers of fixed width as numbers: the affine expression that their operations compute where nothing wraps around.
//!
//! That each result fits is a touch. Of an operation without `overflow<nsw>` it is to be shown of both functions
//! (`Array::Fits`). The result of one with it is poison where it does not fit, and what accesses memory, loops or branches by
//! poison has no meaning: so there, and nowhere else, it is taken for granted of the first function (`Array::Claim`).

use ovolo_lang::affine::{AffineExpr, AffineOp, constant};
use ovolo_lang::ir::{Op, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::super::Refused;
use super::super::function::{Array, Symbol, Value};
use super::scalar::index_cast;
use super::{Known, Reader};

/// Operations that an integer is made of, each counted as often as it is used.
const MOST_INTEGERS: usize = 100;

/// The number that an integer is.
#[derive(Clone)]
pub(super) struct Integer {
    pub expr: AffineExpr,
    pub fits: Vec<Fit>,
}

/// That the first number is at least zero and less than the second.
#[derive(Clone)]
pub(super) struct Fit {
    pub pair: [AffineExpr; 2],
    /// Whether it is so wherever the integer is no poison.
    pub is_promised: bool,
}

impl Fit {
    /// That a number fits into a signed integer of so many bits.
    pub fn of(expr: &AffineExpr, bits: u32, is_promised: bool) -> Fit {
        // Of numbers of more bits a quarter is looked at, for the sake of the constants.
        let (expr, bits) = match bits {
            61.. => (expr.floordiv(4), bits - 2),
            _ => (expr.clone(), bits),
        };
        let half = 1i64 << (bits - 1);
        Fit {
            pair: [&expr + &constant(half), constant(2 * half)],
            is_promised,
        }
    }

    fn natural(expr: &AffineExpr) -> Fit {
        Fit {
            pair: [expr.clone(), expr + &constant(1)],
            is_promised: false,
        }
    }
}

impl Reader<'_> {
    /// The number that an integer is; `None` where it is not followed.
    pub(super) fn integer(&mut self, value: ValueId) -> Option<Integer> {
        self.integer_of(value, &mut MOST_INTEGERS.clone())
    }

    /// The same where memory is accessed, or a loop or a branch taken, by it.
    pub(super) fn used_integer(&mut self, value: ValueId) -> Option<AffineExpr> {
        let Integer { expr, fits } = self.integer(value)?;
        self.keep(&fits);
        Some(expr)
    }

    /// An index where memory is accessed, or a loop or a branch taken, by it.
    pub(super) fn used(&mut self, value: ValueId) -> Refused<AffineExpr> {
        if let Some(promised) = self.promised.get(&value).cloned() {
            self.keep(&promised);
        }
        self.index_or_poison(value)
    }

    /// Notes at the place at hand that numbers fit.
    pub(super) fn keep(&mut self, fits: &[Fit]) {
        for Fit { pair, is_promised } in fits {
            match is_promised {
                true => self.claim(pair.clone(), &[], None),
                false => self.claim_of(Array::Fits, pair.clone(), &[], None),
            }
        }
    }

    fn integer_of(&mut self, value: ValueId, left: &mut usize) -> Option<Integer> {
        *left = left.checked_sub(1)?;
        let Type::Integer(ty) = self.module.ty(value) else {
            return None;
        };
        let bits = Some(ty.width).filter(|bits| (2..=64).contains(bits))?;
        if let Some(expr) = self.counters.get(&value) {
            let (expr, fits) = (expr.clone(), Vec::new());
            return Some(Integer { expr, fits });
        }
        match self.module.value(value).def {
            ValueDef::Argument { .. } => match self.known.get(&value) {
                Some(&Known::Value(Value::Argument(i))) => Some(Integer {
                    expr: self.symbol(Symbol::Argument(i, Some(bits))),
                    fits: Vec::new(),
                }),
                _ => None,
            },
            ValueDef::Result { op, .. } => self.integer_operation(op, bits, left),
        }
    }

    fn integer_operation(&mut self, id: OpId, bits: u32, left: &mut usize) -> Option<Integer> {
        let op = self.module.op(id);
        let code = op.code().filter(|_| op.regions.is_empty())?;
        let first = *op.operands.first().unwrap_or(&op.results[0]);
        let fitting = |expr: AffineExpr, mut fits: Vec<Fit>| {
            fits.push(Fit::of(&expr, bits, op.is_nsw()));
            Some(Integer { expr, fits })
        };
        match code {
            OpCode::Constant => {
                let value = op.attribute("value")?.as_i64()?;
                // The bits of `4294967295 : i32` are another signed number.
                let beyond = 1i128 << (bits - 1);
                let expr =
                    constant(Some(value).filter(|value| (-beyond..beyond).contains(&i128::from(*value)))?);
                return Some(Integer {
                    expr,
                    fits: Vec::new(),
                });
            }
            OpCode::IndexCast if *self.module.ty(first) == Type::Index => {
                let expr = self.index_or_poison(first).ok()?;
                let fits = self.promised.get(&first).cloned().unwrap_or_default();
                // An index is a number of 64 bits.
                return match bits {
                    64 => Some(Integer { expr, fits }),
                    _ => fitting(expr, fits),
                };
            }
            _ => {}
        }
        let mut operands = Vec::new();
        let mut fits = Vec::new();
        for &operand in &op.operands {
            let operand = self.integer_of(operand, left)?;
            operands.push(operand.expr);
            fits.extend(operand.fits);
        }
        let by = operands.get(1).and_then(AffineExpr::as_constant);
        let positive = || by.filter(|by| *by > 0);
        let power = || {
            by.filter(|by| (0..i64::from(bits.min(63)) - 1).contains(by))
                .map(|by| 1i64 << by)
        };
        let divided = |op: AffineOp, by: i64| AffineExpr::binary(op, operands[0].clone(), constant(by));
        let a = operands.first()?;
        let expr = match code {
            OpCode::AddI => return fitting(a + &operands[1], fits),
            OpCode::SubI => return fitting(a + &(&operands[1] * &constant(-1)), fits),
            OpCode::MulI => return fitting(a * &operands[1], fits),
            OpCode::ShLI => return fitting(a * &constant(power()?), fits),
            OpCode::TruncI => return fitting(a.clone(), fits),
            OpCode::ShRSI => divided(AffineOp::FloorDiv, power()?),
            OpCode::FloorDivSI => divided(AffineOp::FloorDiv, positive()?),
            OpCode::CeilDivSI => divided(AffineOp::CeilDiv, positive()?),
            OpCode::DivSI | OpCode::DivUI if by == Some(1) => a.clone(),
            // Whether it may be divided at all is noted where it is.
            OpCode::DivSI if operands.iter().all(AffineExpr::is_symbolic_or_constant) && by.is_none() => {
                let [dividend, divisor] = [a, &operands[1]].map(AffineExpr::simplified);
                self.symbol(Symbol::Quotient(dividend, divisor))
            }
            OpCode::DivSI | OpCode::RemSI if a.is_symbolic_or_constant() => {
                self.toward_zero(code, &operands[0], positive()?)
            }
            OpCode::DivSI | OpCode::DivUI | OpCode::RemSI | OpCode::RemUI => {
                let is_quotient = matches!(code, OpCode::DivSI | OpCode::DivUI);
                fits.push(Fit::natural(a));
                divided(
                    if is_quotient {
                        AffineOp::FloorDiv
                    } else {
                        AffineOp::Mod
                    },
                    positive()?,
                )
            }
            OpCode::AndI => {
                let modulus = by?.checked_add(1).filter(|m| *m > 1 && m.count_ones() == 1)?;
                divided(AffineOp::Mod, modulus)
            }
            OpCode::ExtSI => a.clone(),
            OpCode::ExtUI => {
                fits.push(Fit::natural(a));
                a.clone()
            }
            _ => return None,
        };
        Some(Integer { expr, fits })
    }

    /// A quotient or remainder, rounded toward zero, of an expression of symbols by a positive constant.
    pub(super) fn toward_zero(&mut self, code: OpCode, dividend: &AffineExpr, divisor: i64) -> AffineExpr {
        let dividend = &dividend.simplified();
        let quotient = match dividend.as_constant() {
            Some(dividend) => constant(dividend / divisor),
            None => self.symbol(Symbol::Quotient(dividend.clone(), constant(divisor))),
        };
        match code {
            OpCode::DivSI => quotient,
            _ => dividend + &(quotient * constant(-divisor)),
        }
    }

    /// An integer that is made an index, or the greatest or least of two.
    pub(super) fn index_of_integer(&mut self, op: &Op) -> Option<Known> {
        let (&value, &result) = (op.operands.first()?, op.results.first()?);
        if let Some(Integer { expr, fits }) = self.integer(value) {
            self.defer(result, fits);
            return Some(Known::Value(Value::Index(expr)));
        }
        let extreme = self.module.op(self.module.defining_op(value)?);
        let is_greatest = match extreme.code()? {
            OpCode::MaxSI => true,
            OpCode::MinSI => false,
            OpCode::RemSI => return self.wrapped(value, extreme, result),
            _ => return None,
        };
        let [a, b] = [*extreme.operands.first()?, *extreme.operands.get(1)?].map(|v| self.integer(v));
        let (a, b) = (a?, b?);
        self.defer(result, [a.fits, b.fits].concat());
        Some(Known::Extreme(is_greatest, vec![a.expr, b.expr]))
    }

    /// An integer that is made an index as a number without a sign: the remainder of it by two to the power of its width. What is
    /// truncated to it need not fit.
    pub(super) fn index_without_sign(&mut self, op: &Op) -> Option<Known> {
        let (&value, &result) = (op.operands.first()?, op.results.first()?);
        let bits = self.module.ty(value).bit_width()?;
        if bits == 64 {
            return self.index_of_integer(op);
        }
        let power = 1i64.checked_shl(bits).filter(|_| (2..=62).contains(&bits))?;
        if let (ValueDef::Argument { .. }, Some(&Known::Value(Value::Argument(i)))) =
            (self.module.value(value).def, self.known.get(&value))
        {
            let expr = self.symbol(Symbol::Unsigned(i, bits));
            // What is assumed of arguments is said of them with their signs.
            self.symbol(Symbol::Argument(i, Some(bits)));
            return Some(Known::Value(Value::Index(expr)));
        }
        let made = self.module.op(self.module.defining_op(value)?);
        let truncated = *made.operands.first()?;
        let is_truncated =
            made.code() == Some(OpCode::IndexCast) && *self.module.ty(truncated) == Type::Index;
        let (expr, fits) = match is_truncated {
            true => {
                let fits = self.promised.get(&truncated).cloned();
                (self.index_or_poison(truncated).ok()?, fits.unwrap_or_default())
            }
            false => {
                let Integer { expr, fits } = self.integer(value)?;
                (expr, fits)
            }
        };
        self.defer(result, fits);
        let expr = AffineExpr::binary(AffineOp::Mod, expr, constant(power));
        Some(Known::Value(Value::Index(expr)))
    }

    /// Notes what is to be so of an index: where it is made, or where it is used if it may be poison elsewhere.
    pub(super) fn defer(&mut self, index: ValueId, fits: Vec<Fit>) {
        let (promised, shown): (Vec<Fit>, Vec<Fit>) = fits.into_iter().partition(|fit| fit.is_promised);
        self.keep(&shown);
        if !promised.is_empty() {
            self.promised.insert(index, promised);
        }
    }

    /// What an index is made of may be poison: so may it.
    pub(super) fn inherit(&mut self, op: &Op) {
        let of_operands = op.operands.iter().filter_map(|v| self.promised.get(v));
        let all: Vec<Fit> = of_operands.flatten().cloned().collect();
        if let (Some(&result), false) = (op.results.first(), all.is_empty()) {
            self.promised.insert(result, all);
        }
    }

    /// The value of an integer that counts the iterations of a loop as data.
    pub(super) fn counter_as_data(&mut self, counter: ValueId, expr: AffineExpr) -> Value {
        self.counters.insert(counter, expr.clone());
        index_cast(self.module.ty(counter), expr)
    }
}
