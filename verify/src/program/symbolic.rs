//! The symbolic domain: data is a hash-consed expression of the inputs.
//!
//! Beside its expression a value carries *caveats*: the conditions under which it is no value at all,
//! because a shift went too far, an `overflow<nsw>` did overflow, or a cell was never written. An
//! operation that may trap adds to the run's *demands*.

use indexmap::IndexSet;
use ovolo_lang::algebra::{
    Algebra, CastOp, FastMath, FloatOp, FloatPredicate, FloatUnary, IntOp, IntPredicate,
};
use ovolo_lang::interpret::{Domain, Overflow, Reason, concrete};
use ovolo_lang::types::Type;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::expr::{Expr, Exprs};
use super::kind::Kind;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    pub expr: Expr,
    pub caveats: CaveatSet,
    /// Whether arithmetic made it, so that of a NaN the bits are open.
    pub is_computed: bool,
}

/// A set of caveats, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CaveatSet(u32);

/// A reason for which a value may be none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Caveat {
    /// The shift is less than the width of what it shifts.
    ShiftInRange(Expr),
    /// The operation stays within the range its flags promise.
    NoOverflow(IntOp, Overflow, Expr, Expr),
    /// The float fits the integer type.
    Fits(CastOp, Kind, Expr),
    /// The value depends on the bits of the float, which arithmetic made: it is no NaN.
    BitsOfNan(Expr),
    /// The value was computed with freedoms that not every operation of the first program has.
    Freedoms(FastMath, Expr),
    /// If the condition holds the first set applies, else the second.
    Either(Expr, CaveatSet, CaveatSet),
}

/// What must hold, or the run has no meaning at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Demand {
    NonZero(Expr),
    /// Not the least integer divided by -1.
    NoQuotientOverflow(Expr, Expr),
    /// A divisor is a value.
    Defined(CaveatSet),
}

impl CaveatSet {
    pub const NONE: CaveatSet = CaveatSet(0);
    /// Of a value that is never one.
    pub const UNDEFINED: CaveatSet = CaveatSet(1);
}

/// Caveats that are held as one list. Arbitrary: in the sum of a long loop each term adds some to those of all before.
const MOST_LISTED: usize = 64;

/// What a set is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Caveats {
    /// Sorted.
    List(Box<[Caveat]>),
    /// Those of two sets, which have more than a list has.
    Union([CaveatSet; 2]),
}

pub struct Symbolic {
    pub exprs: Exprs,
    /// The first is empty, the second stands for "undefined".
    sets: IndexSet<Caveats, FxBuildHasher>,
    pub demands: IndexSet<Demand, FxBuildHasher>,
    /// Freedoms that are no caveat.
    granted: FastMath,
    max_exprs: usize,
}

impl Symbolic {
    pub fn new(granted: FastMath, max_exprs: usize) -> Symbolic {
        let mut exprs = Exprs::new();
        exprs.contracts = granted.contract;
        let nothing = exprs.constant(Kind::BOOLEAN, 0);
        let mut sets: IndexSet<Caveats, FxBuildHasher> = IndexSet::default();
        sets.insert(Caveats::List([].into()));
        sets.insert(Caveats::List([Caveat::ShiftInRange(nothing)].into()));
        Symbolic {
            exprs,
            sets,
            demands: IndexSet::default(),
            granted,
            max_exprs,
        }
    }

    pub fn variable(&mut self, kind: Kind, number: u32) -> Symbol {
        plain(self.exprs.variable(kind, number))
    }

    /// All caveats of a set, sorted.
    pub fn caveats(&self, set: CaveatSet) -> Vec<Caveat> {
        let (mut pending, mut seen) = (vec![set], FxHashSet::default());
        let mut all = Vec::new();
        while let Some(set) = pending.pop() {
            match &self.sets[set.0 as usize] {
                Caveats::List(list) => all.extend(list.iter().copied()),
                Caveats::Union(parts) => {
                    pending.extend(parts.iter().copied().filter(|part| seen.insert(*part)))
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    pub fn union(&mut self, a: CaveatSet, b: CaveatSet) -> CaveatSet {
        if a == b || b == CaveatSet::NONE {
            return a;
        }
        if a == CaveatSet::NONE || b == CaveatSet::UNDEFINED {
            return b;
        }
        if a == CaveatSet::UNDEFINED {
            return a;
        }
        let node = |set: CaveatSet| &self.sets[set.0 as usize];
        match (node(a), node(b)) {
            (Caveats::List(x), Caveats::List(y)) if x.len() + y.len() <= MOST_LISTED => {
                let mut all = [&x[..], &y[..]].concat();
                all.sort_unstable();
                all.dedup();
                self.set(Caveats::List(all.into()))
            }
            _ => self.set(Caveats::Union([a.min(b), a.max(b)])),
        }
    }

    fn set(&mut self, caveats: Caveats) -> CaveatSet {
        CaveatSet(self.sets.insert_full(caveats).0 as u32)
    }

    fn single(&mut self, caveat: Caveat) -> CaveatSet {
        self.set(Caveats::List([caveat].into()))
    }

    fn joined(&mut self, operands: &[&Symbol]) -> CaveatSet {
        operands
            .iter()
            .fold(CaveatSet::NONE, |set, s| self.union(set, s.caveats))
    }

    /// The result of a float operation on these operands.
    fn float_result(&mut self, expr: Expr, flags: FastMath, operands: &[&Symbol]) -> Result<Symbol, Reason> {
        if self.exprs.len() > self.max_exprs {
            return Err(Reason::MemoryLimit);
        }
        let mut caveats = self.joined(operands);
        let excess = excess(flags, self.granted);
        if excess != FastMath::NONE {
            let own = self.single(Caveat::Freedoms(excess, expr));
            caveats = self.union(caveats, own);
        }
        Ok(Symbol {
            expr,
            caveats,
            is_computed: true,
        })
    }

    /// With these caveats, and that it depends on the bits of `float`.
    fn with_open_bits(&mut self, float: &Symbol, caveats: CaveatSet) -> CaveatSet {
        let is_number = self.exprs.constant_bits(float.expr).is_some() && !self.exprs.is_nan(float.expr);
        if !float.is_computed || is_number || self.exprs.kind(float.expr).float().is_none() {
            return caveats;
        }
        let own = self.single(Caveat::BitsOfNan(float.expr));
        self.union(caveats, own)
    }

    /// Notes that a division must have a value.
    fn demand_quotient(&mut self, op: IntOp, a: &Symbol, b: &Symbol) -> Result<(), Reason> {
        let divisor = self.exprs.constant_bits(b.expr);
        if let (Some(x), Some(y)) = (self.exprs.constant_bits(a.expr), divisor) {
            let ty = self.exprs.kind(b.expr).to_type();
            return concrete::integer(op, &ty, x, y).map(|_| ());
        }
        match divisor {
            Some(0) => return Err(Reason::DivisionByZero),
            Some(_) => {}
            None => {
                self.demands.insert(Demand::NonZero(b.expr));
            }
        }
        let kind = self.exprs.kind(b.expr);
        let minus_one = concrete::mask(&kind.to_type());
        let may_overflow = divisor.is_none_or(|d| d == minus_one);
        if matches!(op, IntOp::DivS | IntOp::RemS) && may_overflow {
            self.demands.insert(Demand::NoQuotientOverflow(a.expr, b.expr));
        }
        if b.caveats != CaveatSet::NONE {
            self.demands.insert(Demand::Defined(b.caveats));
        }
        Ok(())
    }
}

fn plain(expr: Expr) -> Symbol {
    with(expr, CaveatSet::NONE)
}

fn with(expr: Expr, caveats: CaveatSet) -> Symbol {
    Symbol {
        expr,
        caveats,
        is_computed: false,
    }
}

/// The flags that mean something: what is exact is not approximated.
fn approximable(flags: FastMath, is_approximable: bool) -> FastMath {
    FastMath {
        afn: flags.afn && is_approximable,
        ..flags
    }
}

/// The flags that are set in `flags` and not in `granted`.
fn excess(flags: FastMath, granted: FastMath) -> FastMath {
    FastMath {
        reassoc: flags.reassoc && !granted.reassoc,
        nnan: flags.nnan && !granted.nnan,
        ninf: flags.ninf && !granted.ninf,
        nsz: flags.nsz && !granted.nsz,
        arcp: flags.arcp && !granted.arcp,
        contract: flags.contract && !granted.contract,
        afn: flags.afn && !granted.afn,
    }
}

fn kind(ty: &Type) -> Result<Kind, Reason> {
    Kind::of(ty).ok_or_else(|| Reason::Unsupported("data of this type".into()))
}

impl Algebra for Symbolic {
    type Value = Symbol;
    type Error = Reason;

    fn int_constant(&mut self, ty: &Type, value: i128) -> Symbol {
        let bits = value as u128 & concrete::mask(ty);
        // An unknown type cannot reach an operation, all of which refuse it.
        plain(self.exprs.constant(Kind::of(ty).unwrap_or(Kind::BOOLEAN), bits))
    }

    fn int(&mut self, op: IntOp, ty: &Type, a: &Symbol, b: &Symbol) -> Result<Symbol, Reason> {
        let width = u128::from(kind(ty)?.integer_width().unwrap_or(0));
        if self.exprs.len() > self.max_exprs {
            return Err(Reason::MemoryLimit);
        }
        let mut caveats = self.joined(&[a, b]);
        match op {
            IntOp::DivS | IntOp::DivU | IntOp::RemS | IntOp::RemU => self.demand_quotient(op, a, b)?,
            IntOp::Shl | IntOp::ShrS | IntOp::ShrU => match self.exprs.constant_bits(b.expr) {
                Some(shift) if shift < width => {}
                Some(_) => return Ok(self.undefined()),
                None => {
                    let own = self.single(Caveat::ShiftInRange(b.expr));
                    caveats = self.union(caveats, own);
                }
            },
            _ => {}
        }
        let expr = self.exprs.int(op, a.expr, b.expr);
        Ok(with(expr, caveats))
    }

    fn int_compare(
        &mut self,
        predicate: IntPredicate,
        _: &Type,
        a: &Symbol,
        b: &Symbol,
    ) -> Result<Symbol, Reason> {
        let caveats = self.joined(&[a, b]);
        let expr = self.exprs.int_compare(predicate, a.expr, b.expr);
        Ok(with(expr, caveats))
    }

    fn float(
        &mut self,
        op: FloatOp,
        ty: &Type,
        flags: FastMath,
        a: &Symbol,
        b: &Symbol,
    ) -> Result<Symbol, Reason> {
        kind(ty)?;
        let expr = self.exprs.float(op, a.expr, b.expr);
        let flags = approximable(flags, op.is_approximable());
        let mut result = self.float_result(expr, flags, &[a, b])?;
        if op == FloatOp::CopySign {
            result.is_computed = a.is_computed;
            result.caveats = self.with_open_bits(b, result.caveats);
        }
        Ok(result)
    }

    fn float_unary(
        &mut self,
        op: FloatUnary,
        ty: &Type,
        flags: FastMath,
        a: &Symbol,
    ) -> Result<Symbol, Reason> {
        kind(ty)?;
        let expr = self.exprs.unary(op, a.expr);
        let mut result = self.float_result(expr, approximable(flags, op.is_approximable()), &[a])?;
        if matches!(op, FloatUnary::Neg | FloatUnary::Abs) {
            result.is_computed = a.is_computed;
        }
        Ok(result)
    }

    fn fma(
        &mut self,
        ty: &Type,
        flags: FastMath,
        a: &Symbol,
        b: &Symbol,
        c: &Symbol,
    ) -> Result<Symbol, Reason> {
        kind(ty)?;
        let expr = self.exprs.fma(a.expr, b.expr, c.expr);
        self.float_result(expr, approximable(flags, false), &[a, b, c])
    }

    fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        ty: &Type,
        flags: FastMath,
        a: &Symbol,
        b: &Symbol,
    ) -> Result<Symbol, Reason> {
        kind(ty)?;
        let expr = self.exprs.float_compare(predicate, a.expr, b.expr);
        self.float_result(expr, approximable(flags, false), &[a, b])
    }

    fn select(&mut self, _: &Type, condition: &Symbol, a: &Symbol, b: &Symbol) -> Result<Symbol, Reason> {
        if condition.caveats == CaveatSet::UNDEFINED {
            return Ok(*condition);
        }
        if let Some(bits) = self.exprs.constant_bits(condition.expr) {
            let mut chosen = if bits != 0 { *a } else { *b };
            chosen.caveats = self.union(chosen.caveats, condition.caveats);
            return Ok(chosen);
        }
        let branches = if a.caveats == b.caveats {
            a.caveats
        } else {
            self.single(Caveat::Either(condition.expr, a.caveats, b.caveats))
        };
        let (a_defined, b_defined) = (
            a.caveats != CaveatSet::UNDEFINED,
            b.caveats != CaveatSet::UNDEFINED,
        );
        let expr = match (a_defined, b_defined) {
            (true, true) => self.exprs.select(condition.expr, a.expr, b.expr),
            (false, _) => b.expr,
            (_, false) => a.expr,
        };
        let caveats = self.union(condition.caveats, branches);
        Ok(Symbol {
            expr,
            caveats,
            is_computed: a.is_computed || b.is_computed,
        })
    }

    fn cast(&mut self, op: CastOp, from: &Type, to: &Type, a: &Symbol) -> Result<Symbol, Reason> {
        kind(from)?;
        let to = kind(to)?;
        let mut caveats = a.caveats;
        if matches!(op, CastOp::FPToSI | CastOp::FPToUI) {
            let fits = match self.exprs.constant_bits(a.expr) {
                Some(bits) => concrete::cast(op, from, &to.to_type(), bits)?.is_some(),
                None => {
                    let own = self.single(Caveat::Fits(op, to, a.expr));
                    caveats = self.union(caveats, own);
                    true
                }
            };
            if !fits {
                return Ok(self.undefined());
            }
        }
        let is_bitcast = op == CastOp::Bitcast;
        if is_bitcast {
            caveats = self.with_open_bits(a, caveats);
        }
        let expr = self.exprs.cast(op, to, a.expr);
        Ok(Symbol {
            expr,
            caveats,
            is_computed: !is_bitcast,
        })
    }
}

impl Domain for Symbolic {
    fn constant(&mut self, ty: &Type, bits: u128) -> Symbol {
        plain(self.exprs.constant(Kind::of(ty).unwrap_or(Kind::BOOLEAN), bits))
    }

    fn undefined(&mut self) -> Symbol {
        Symbol {
            expr: Expr(0),
            caveats: CaveatSet::UNDEFINED,
            is_computed: false,
        }
    }

    fn is_undefined(&self, value: &Symbol) -> bool {
        value.caveats == CaveatSet::UNDEFINED
    }

    fn known_bits(&self, value: &Symbol) -> Option<u128> {
        match value.caveats {
            CaveatSet::NONE => self.exprs.constant_bits(value.expr),
            _ => None,
        }
    }

    fn without_overflow(
        &mut self,
        op: IntOp,
        flags: Overflow,
        ty: &Type,
        [a, b]: [&Symbol; 2],
        result: Symbol,
    ) -> Result<Symbol, Reason> {
        let bits = (self.exprs.constant_bits(a.expr), self.exprs.constant_bits(b.expr));
        let own = match bits {
            (Some(x), Some(y)) if concrete::overflows(op, flags, ty, x, y) => CaveatSet::UNDEFINED,
            (Some(_), Some(_)) => CaveatSet::NONE,
            _ => self.single(Caveat::NoOverflow(op, flags, a.expr, b.expr)),
        };
        let caveats = self.union(result.caveats, own);
        Ok(with(result.expr, caveats))
    }
}
