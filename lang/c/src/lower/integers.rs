//! Integers: the value, and the affine expression that it is.

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{NewOp, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::Lowering;
use crate::ast::IntTy;

/// An integer of C.
#[derive(Clone, Debug)]
pub struct Int {
    pub ty: IntTy,
    /// What it is modulo two to the power of its bits, over [`Atom`]s as dimensions.
    pub linear: Option<AffineExpr>,
    /// Whether `linear` is the value itself.
    pub is_exact: bool,
    pub value: Option<ValueId>,
}

/// A value of type `index` in affine expressions.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The value, once it is needed.
    pub value: Option<ValueId>,
    /// The integer of fixed width that it is a conversion of, and whether that is signed.
    pub converted: Option<(ValueId, bool)>,
    pub kind: AtomKind,
    pub range: (i128, i128),
}

/// Where the affine dialect allows a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomKind {
    Dim,
    Symbol,
    /// In none of its maps.
    Opaque,
}

/// No number of elements or iterations is as large.
pub(super) const HUGE: i128 = 1 << 63;

/// Nodes of an affine expression beyond which it is computed where it stands. Arbitrary: `k = k + k * n` doubles it.
const MOST_NODES: usize = 200;

impl Int {
    /// Whether it is a sum with data, which is computed as one where it is no subscript.
    pub fn is_made_of_data(&self) -> bool {
        self.value.is_some() && matches!(self.linear, Some(AffineExpr::Binary(..)))
    }

    /// An integer that is a constant.
    pub fn constant(value: i128, ty: IntTy) -> Int {
        // What is 2⁶³ or more is the negative number that it is modulo 2⁶⁴.
        let linear = Some(AffineExpr::Constant(value as i64));
        Int {
            ty,
            is_exact: i64::try_from(value).is_ok(),
            linear,
            value: None,
        }
    }

    /// The affine expression of the value itself.
    pub fn exact(&self) -> Option<&AffineExpr> {
        self.linear.as_ref().filter(|_| self.is_exact)
    }

    /// The value, where it is a constant.
    pub fn as_constant(&self) -> Option<i64> {
        self.exact()?.as_constant()
    }
}

impl Lowering<'_> {
    /// An integer that is given as a value of the IR. It is an affine expression where it is defined at the top of the
    /// function, which makes it a symbol.
    pub fn int_of(&mut self, value: ValueId, ty: IntTy) -> Int {
        let is_symbol = self.block == self.entry || self.is_given(value);
        let linear = (is_symbol && ty.bits > 8).then(|| self.converted(value, ty));
        // Of an unsigned integer of 64 bits an index is what it is modulo 2⁶⁴.
        let is_exact = linear.is_some() && (ty.signed || ty.bits < 64);
        Int {
            ty,
            is_exact,
            linear,
            value: Some(value),
        }
    }

    /// A value of `index` type as an integer.
    pub fn atom(&mut self, value: ValueId, kind: AtomKind, range: (i128, i128)) -> AffineExpr {
        let known = self.atoms.iter().position(|a| a.value == Some(value));
        AffineExpr::Dim(known.unwrap_or_else(|| {
            self.atoms.push(Atom {
                value: Some(value),
                converted: None,
                kind,
                range,
            });
            self.atoms.len() - 1
        }) as u32)
    }

    /// The expression, or where that is long a name for what it is here.
    pub fn shortened(&mut self, linear: AffineExpr) -> AffineExpr {
        fn is_short(expr: &AffineExpr, left: &mut usize) -> bool {
            let Some(less) = left.checked_sub(1) else {
                return false;
            };
            *left = less;
            match expr {
                AffineExpr::Binary(_, parts) => is_short(&parts.0, left) && is_short(&parts.1, left),
                _ => true,
            }
        }
        if is_short(&linear, &mut MOST_NODES.clone()) {
            return linear;
        }
        let kind = match self.block == self.entry {
            true => AtomKind::Symbol,
            false => AtomKind::Opaque,
        };
        let value = self.index_value(&linear);
        self.atom(value, kind, (-HUGE, HUGE - 1))
    }

    /// The conversion of an integer of fixed width to an index.
    pub fn converted(&mut self, value: ValueId, ty: IntTy) -> AffineExpr {
        let source = Some((value, ty.signed));
        let known = self.atoms.iter().position(|a| a.converted == source);
        AffineExpr::Dim(known.unwrap_or_else(|| {
            let kind = match self.block == self.entry || self.is_given(value) {
                true => AtomKind::Symbol,
                false => AtomKind::Opaque,
            };
            let range = match ty.bits < 64 {
                true => ty.range(),
                false => (-HUGE, HUGE - 1),
            };
            self.atoms.push(Atom {
                value: None,
                converted: source,
                kind,
                range,
            });
            self.atoms.len() - 1
        }) as u32)
    }

    /// The affine expression of an integer that is used as a subscript or a bound.
    pub fn index_of(&mut self, int: &Int) -> AffineExpr {
        match &int.linear {
            Some(linear) if int.is_exact || int.ty.bits == 64 => linear.clone(),
            _ => {
                let value = self.int_value(int);
                self.converted(value, int.ty)
            }
        }
    }

    /// An integer with this affine value: in a signed type the value itself, for nothing overflows there.
    pub fn int_from(&self, linear: AffineExpr, ty: IntTy) -> Int {
        let is_exact = ty.signed || self.has(ty, &linear);
        Int {
            ty,
            linear: Some(linear),
            is_exact,
            value: None,
        }
    }

    /// Whether a type has every value that an expression may have.
    pub fn has(&self, ty: IntTy, linear: &AffineExpr) -> bool {
        let (low, high) = ty.range();
        self.range(linear).is_some_and(|(a, b)| low <= a && b <= high)
    }

    /// The value of fixed width.
    pub fn int_value(&mut self, int: &Int) -> ValueId {
        if let Some(value) = int.value {
            return value;
        }
        let linear = int
            .linear
            .clone()
            .expect("an integer has a value or an expression");
        if let Some(constant) = linear.as_constant() {
            return self.int_constant(constant.into(), int.ty.bits);
        }
        if let AffineExpr::Dim(atom) = linear
            && let Some((value, _)) = self.atoms[atom as usize].converted
            && *self.module.ty(value) == Type::integer(int.ty.bits)
        {
            return value;
        }
        let linear = self.as_bound(linear);
        let index = self.index_value(&linear);
        self.compute(OpCode::IndexCast, &[index], Type::integer(int.ty.bits))
    }

    /// The value of `index` type.
    pub fn index_value(&mut self, linear: &AffineExpr) -> ValueId {
        match linear {
            AffineExpr::Constant(value) => self.index_constant(*value),
            AffineExpr::Dim(atom) => self.atom_value(*atom as usize),
            _ => match self.map(std::slice::from_ref(linear)) {
                Some((map, operands)) => {
                    let is_given = operands.iter().all(|&v| self.is_given(v));
                    let new = NewOp::new(OpCode::AffineApply)
                        .operands(operands)
                        .attribute("map", Attribute::affine_map(map))
                        .result(Type::Index);
                    match is_given {
                        true => self.given(new),
                        false => self.append_value(new),
                    }
                }
                None => self.index_arithmetic(linear),
            },
        }
    }

    /// The expression computed by operations on indices, for what the affine dialect does not allow.
    fn index_arithmetic(&mut self, linear: &AffineExpr) -> ValueId {
        let AffineExpr::Binary(op, parts) = linear else {
            return self.index_value(linear);
        };
        if let (AffineOp::Add, AffineExpr::Binary(AffineOp::Mul, subtracted)) = (op, &parts.1)
            && subtracted.1.as_constant() == Some(-1)
        {
            let (a, b) = (self.index_value(&parts.0), self.index_value(&subtracted.0));
            return self.compute(OpCode::SubI, &[a, b], Type::Index);
        }
        let (a, b) = (self.index_value(&parts.0), self.index_value(&parts.1));
        let code = match op {
            AffineOp::Add => OpCode::AddI,
            AffineOp::Mul => OpCode::MulI,
            AffineOp::FloorDiv => OpCode::FloorDivSI,
            AffineOp::CeilDiv => OpCode::CeilDivSI,
            // The dividend is known to be positive or the divisor a power of two, and the remainder is that of the quotient.
            AffineOp::Mod => {
                let quotient = self.compute(OpCode::FloorDivSI, &[a, b], Type::Index);
                let product = self.compute(OpCode::MulI, &[quotient, b], Type::Index);
                return self.compute(OpCode::SubI, &[a, product], Type::Index);
            }
        };
        self.compute(code, &[a, b], Type::Index)
    }

    fn atom_value(&mut self, atom: usize) -> ValueId {
        if let Some(value) = self.atoms[atom].value {
            return value;
        }
        let (from, signed) = self.atoms[atom]
            .converted
            .expect("an atom has a value or a source");
        let code = match signed {
            true => OpCode::IndexCast,
            false => OpCode::IndexCastUI,
        };
        let new = NewOp::new(code).operands([from]).result(Type::Index);
        let value = if self.is_given(from) {
            let op = self.module.create(new);
            self.prologue.push(op);
            self.module.op(op).results[0]
        } else if self.atoms[atom].kind == AtomKind::Symbol {
            // It stands behind what defines it, so that it is there wherever that is.
            self.after_definition(from, new)
        } else {
            return self.append_value(new);
        };
        if let Some(name) = self.module.value(from).name.clone() {
            self.module.value_mut(value).name = Some(name);
        }
        self.atoms[atom].value = Some(value);
        value
    }

    /// Whether a value is an argument of the function or computed in its prologue.
    pub fn is_given(&self, value: ValueId) -> bool {
        match self.module.defining_op(value) {
            Some(op) => self.prologue.contains(&op),
            None => self.module.block(self.entry).arguments.contains(&value),
        }
    }

    /// Makes an operation directly behind the one that defines a value at the top of the function.
    fn after_definition(&mut self, from: ValueId, new: NewOp) -> ValueId {
        let source = self.module.defining_op(from);
        let op = self.append(new);
        let value = self.module.op(op).results[0];
        self.module.block_mut(self.block).ops.pop();
        let entry = self.entry;
        let ops = &mut self.module.block_mut(entry).ops;
        match source.and_then(|source| ops.iter().position(|&o| o == source)) {
            Some(at) => {
                ops.insert(at + 1, op);
                self.module.op_mut(op).parent = Some(entry);
            }
            None => self.prologue.push(op),
        }
        value
    }

    /// The map of some expressions and its operands, where the affine dialect allows them all.
    pub fn map(&mut self, exprs: &[AffineExpr]) -> Option<(AffineMap, Vec<ValueId>)> {
        let mut used: Vec<u32> = Vec::new();
        for expr in exprs {
            atoms_of(expr, &mut used);
        }
        if used
            .iter()
            .any(|&a| self.atoms[a as usize].kind == AtomKind::Opaque)
        {
            return None;
        }
        let of = |kind: AtomKind| {
            let atoms = used.iter().copied();
            atoms
                .filter(|&a| self.atoms[a as usize].kind == kind)
                .collect::<Vec<_>>()
        };
        let (dims, symbols) = (of(AtomKind::Dim), of(AtomKind::Symbol));
        let place = |atom: u32| match dims.iter().position(|&d| d == atom) {
            Some(at) => AffineExpr::Dim(at as u32),
            None => {
                let at = symbols.iter().position(|&s| s == atom);
                AffineExpr::Symbol(at.unwrap_or_default() as u32)
            }
        };
        let results = exprs
            .iter()
            .map(|e| renamed(e, &place))
            .collect::<Option<Vec<_>>>()?;
        let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, results);
        let operands = dims
            .iter()
            .chain(&symbols)
            .map(|&a| self.atom_value(a as usize))
            .collect();
        Some((map, operands))
    }

    /// The least and the greatest value that an expression may have.
    pub fn range(&self, expr: &AffineExpr) -> Option<(i128, i128)> {
        let bounded = |(a, b): (i128, i128)| (a > -(1 << 100) && b < 1 << 100).then_some((a, b));
        match expr {
            AffineExpr::Constant(c) => Some(((*c).into(), (*c).into())),
            AffineExpr::Dim(atom) => Some(self.atoms[*atom as usize].range),
            AffineExpr::Symbol(_) => None,
            AffineExpr::Binary(op, parts) => {
                let (a, b) = (self.range(&parts.0)?, self.range(&parts.1)?);
                match op {
                    AffineOp::Add => bounded((a.0 + b.0, a.1 + b.1)),
                    AffineOp::Mul => {
                        let corner = |x: i128, y: i128| x.checked_mul(y);
                        let all = [
                            corner(a.0, b.0)?,
                            corner(a.0, b.1)?,
                            corner(a.1, b.0)?,
                            corner(a.1, b.1)?,
                        ];
                        bounded((*all.iter().min()?, *all.iter().max()?))
                    }
                    AffineOp::FloorDiv if b.0 == b.1 && b.0 > 0 => {
                        Some((a.0.div_euclid(b.0), a.1.div_euclid(b.0)))
                    }
                    AffineOp::CeilDiv if b.0 == b.1 && b.0 > 0 => {
                        Some((-(-a.0).div_euclid(b.0), -(-a.1).div_euclid(b.0)))
                    }
                    AffineOp::Mod if b.0 == b.1 && b.0 > 0 => Some((0, b.0 - 1)),
                    _ => None,
                }
            }
        }
    }

    /// Whether an expression is at least zero, whatever the program is given.
    pub fn is_natural(&self, expr: &AffineExpr) -> bool {
        self.range(expr).is_some_and(|(low, _)| low >= 0)
    }

    /// Whether every product in the expression has a constant factor, so that it may bound a loop.
    pub fn is_affine(&self, expr: &AffineExpr) -> bool {
        let mut used = Vec::new();
        atoms_of(expr, &mut used);
        expr.is_pure_affine()
            && used
                .iter()
                .all(|&a| self.atoms[a as usize].kind != AtomKind::Opaque)
    }

    /// Whether an expression is one of symbols alone.
    pub fn is_of_symbols(&self, expr: &AffineExpr) -> bool {
        let mut used = Vec::new();
        atoms_of(expr, &mut used);
        used.iter()
            .all(|&a| self.atoms[a as usize].kind == AtomKind::Symbol)
    }

    /// An expression that may bound a loop, or be data: a product of symbols becomes a symbol, computed in front of all loops.
    pub fn as_bound(&mut self, expr: AffineExpr) -> AffineExpr {
        if expr.is_pure_affine() || !self.is_of_symbols(&expr) {
            return expr;
        }
        self.as_symbol(expr)
    }

    /// A factor of a product: a sum of parameters is a symbol, so that the product is one of sizes.
    pub fn as_factor(&mut self, expr: AffineExpr) -> AffineExpr {
        let mut used = Vec::new();
        atoms_of(&expr, &mut used);
        let is_symbol = |&a: &u32| {
            let atom = &self.atoms[a as usize];
            atom.kind == AtomKind::Symbol
                && match atom.converted {
                    Some((value, _)) => self.is_given(value),
                    None => atom.value.is_some_and(|value| self.is_given(value)),
                }
        };
        let is_sum = matches!(expr.simplified(), AffineExpr::Binary(AffineOp::Add, _));
        match is_sum && used.iter().all(is_symbol) {
            true => self.as_symbol(expr),
            false => expr,
        }
    }

    /// What a variable is given at the top of the function: a sum of what is computed there, other than of parameters, is a symbol,
    /// so that a product with it is one of sizes.
    pub fn as_variable(&mut self, int: Int) -> Int {
        let Some(sum) = int.exact().filter(|_| self.block == self.entry) else {
            return int;
        };
        let mut used = Vec::new();
        atoms_of(sum, &mut used);
        let is_made_here = |&a: &u32| {
            let atom = &self.atoms[a as usize];
            let from = atom.converted.map(|(value, _)| value).or(atom.value);
            from.is_some_and(|from| !self.is_given(from))
        };
        let are_symbols = used
            .iter()
            .all(|&a| self.atoms[a as usize].kind == AtomKind::Symbol);
        let is_sum = matches!(sum.simplified(), AffineExpr::Binary(AffineOp::Add, _));
        if !(is_sum && are_symbols && used.iter().any(is_made_here)) {
            return int;
        }
        let sum = sum.clone();
        let range = self.range(&sum).unwrap_or((-HUGE, HUGE - 1));
        let value = self.index_value(&sum);
        Int {
            linear: Some(self.atom(value, AtomKind::Symbol, range)),
            ..int
        }
    }

    /// A symbol for an expression of symbols, computed where the function begins, or behind the last of them that is computed at the top
    /// of the function.
    fn as_symbol(&mut self, expr: AffineExpr) -> AffineExpr {
        let range = self.range(&expr).unwrap_or((-HUGE, HUGE - 1));
        let value = self.at_top(|this| this.index_value(&expr));
        self.atom(value, AtomKind::Symbol, range)
    }

    /// Has what is made of symbols alone where the function begins, or behind the last of them that is computed at its top.
    fn at_top(&mut self, make: impl FnOnce(&mut Self) -> ValueId) -> ValueId {
        let outside = std::mem::replace(&mut self.block, self.entry);
        let last = self.module.block(self.entry).ops.last().copied();
        let value = make(self);
        self.block = outside;
        // Conversions stand behind what they convert; the rest was added behind everything.
        let ops = &mut self.module.block_mut(self.entry).ops;
        let end = last.and_then(|last| ops.iter().position(|op| *op == last));
        let made = ops.split_off(end.map_or(0, |end| end + 1));
        let operands = made.iter().flat_map(|&op| self.module.op(op).operands.clone());
        let sources: Vec<_> = operands
            .filter_map(|value| self.module.defining_op(value))
            .collect();
        let ops = &mut self.module.block_mut(self.entry).ops;
        match ops.iter().rposition(|op| sources.contains(op)) {
            Some(behind) => {
                ops.splice(behind + 1..behind + 1, made);
            }
            None => self.prologue.extend(made),
        }
        value
    }

    /// The greater of two expressions.
    pub fn greater(&mut self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        match self.range(&(a.clone() - b.clone())) {
            Some((low, _)) if low >= 0 => return a,
            Some((_, high)) if high <= 0 => return b,
            _ => {}
        }
        let range = match (self.range(&a), self.range(&b)) {
            (Some(x), Some(y)) => (x.0.max(y.0), x.1.max(y.1)),
            _ => (-HUGE, HUGE - 1),
        };
        let mut used = Vec::new();
        [&a, &b].into_iter().for_each(|e| atoms_of(e, &mut used));
        let is_symbol = |&a: &u32| self.atoms[a as usize].kind == AtomKind::Symbol;
        let (value, kind) = match (self.block == self.entry, used.iter().all(is_symbol)) {
            (true, _) => (self.greater_value(&a, &b), AtomKind::Symbol),
            (false, true) => (self.at_top(|this| this.greater_value(&a, &b)), AtomKind::Symbol),
            (false, false) => (self.greater_value(&a, &b), AtomKind::Opaque),
        };
        self.atom(value, kind, range)
    }

    fn greater_value(&mut self, a: &AffineExpr, b: &AffineExpr) -> ValueId {
        match self.map(&[a.clone(), b.clone()]) {
            Some((map, operands)) => {
                let new = NewOp::new(OpCode::AffineMax).operands(operands);
                self.append_value(
                    new.attribute("map", Attribute::affine_map(map))
                        .result(Type::Index),
                )
            }
            None => {
                let (x, y) = (self.index_value(a), self.index_value(b));
                self.compute(OpCode::MaxSI, &[x, y], Type::Index)
            }
        }
    }
}

/// Adds the atoms of an expression, in the order of the text.
fn atoms_of(expr: &AffineExpr, found: &mut Vec<u32>) {
    match expr {
        AffineExpr::Dim(atom) if !found.contains(atom) => found.push(*atom),
        AffineExpr::Binary(_, parts) => {
            atoms_of(&parts.0, found);
            atoms_of(&parts.1, found);
        }
        _ => {}
    }
}

/// The expression over other names, with symbols as the second factors; `None` where it is not even semi-affine.
fn renamed(expr: &AffineExpr, place: &impl Fn(u32) -> AffineExpr) -> Option<AffineExpr> {
    match expr {
        AffineExpr::Dim(atom) => Some(place(*atom)),
        AffineExpr::Binary(op, parts) => {
            let (mut a, mut b) = (renamed(&parts.0, place)?, renamed(&parts.1, place)?);
            if *op == AffineOp::Mul && !b.is_symbolic_or_constant() {
                std::mem::swap(&mut a, &mut b);
            }
            if *op != AffineOp::Add && !b.is_symbolic_or_constant() {
                return None;
            }
            Some(AffineExpr::binary(*op, a, b))
        }
        other => Some(other.clone()),
    }
}
