//! Integers as wide as what is kept of them.
//!
//! ```text
//! a[p] = trunc(i32 -> i8, e)  =>  a[p] = trunc(i16 -> i8, e')
//! ```
//!
//! C computes with bytes and short integers as with words, and a vector has a quarter or half as many words as it has bytes or short
//! integers. The low bits of sums, products and bitwise operations are those of the low bits, and some bits of a number that is shifted to the
//! right are those that lie so much higher; quotients, comparisons and other shifts are those of the low bits where all values fit,
//! which bounds of what is loaded tell. Code generation does the same to 16 bits for loops that
//! are kept (`narrow_integers` of `ovolo-lower`); here the number of lanes is chosen for it, eight bits are tried, and the result is proved.

use std::collections::HashMap;

use egg::Id;
use ovolo_lang::algebra::{FastMath, IntPredicate};
use ovolo_lang::op::OpCode;

use super::arena::Arena;
use crate::dependence::Emptiness;
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Node, Scalar, ScalarOp};

/// Bits that are tried, the fewest first: lanes of these widths have instructions.
const WIDTHS: [u32; 2] = [8, 16];

/// The nest with narrower arithmetic. `None` where there is none.
pub fn narrow(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let is_narrow = |scalar: Scalar| matches!(scalar, Scalar::Integer(2..=16));
    if !nest.buffers.values().any(|(buffer, _)| is_narrow(buffer.element)) {
        return None;
    }
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut outcome = Outcome::default();
    let narrowed = arena.with_narrow_stores(root, &mut outcome);
    if outcome.is_some {
        return Some(arena.into_nest(narrowed));
    }
    if let Some(why) = outcome.why {
        refusals.note(Refusal {
            rule: "narrow",
            loops: Vec::new(),
            why: Why::Stated(why),
        });
    }
    None
}

/// Whether some store is narrower, and why the first that is not stays as it is.
#[derive(Default)]
struct Outcome {
    is_some: bool,
    why: Option<String>,
}

impl Arena<'_> {
    fn with_narrow_stores(&mut self, id: Id, outcome: &mut Outcome) -> Id {
        let node = self.node(id).clone();
        match node {
            Node::Store(buffer, children) => {
                let buffers = &self.dependences.buffers;
                let element = buffers.get(&buffer).map(|buffer| buffer.element);
                let (&value, indices) = children.split_last().expect("a store has a value");
                let Some(Scalar::Integer(kept @ 2..=16)) = element else {
                    return id;
                };
                // Of arrays that may overlap nothing is proved but that the same is computed in another order.
                let mut others = buffers.keys().filter(|other| **other != buffer);
                if let Some(other) = others.find(|other| self.dependences.may_alias(**other, buffer)) {
                    let why = format!(
                        "{buffer} and {other} may overlap: there other operations are not shown to be equal"
                    );
                    outcome.why.get_or_insert(why);
                    return id;
                }
                for width in WIDTHS.into_iter().filter(|&width| width >= kept) {
                    let mut narrowing = Narrowing {
                        arena: self,
                        width,
                        bounds: HashMap::new(),
                        low: HashMap::new(),
                        is_less: false,
                    };
                    let Some(new) = narrowing.kept(value) else {
                        continue;
                    };
                    if narrowing.is_less {
                        outcome.is_some = true;
                        let children = indices.iter().copied().chain([new]).collect();
                        return self.add(Node::Store(buffer, children));
                    }
                }
                if self.is_cut(value) {
                    let why = format!(
                        "what is kept in {buffer} is not seen to be computed of numbers that fit in 16 bits"
                    );
                    outcome.why.get_or_insert(why);
                }
                id
            }
            Node::Seq(_) | Node::For(..) | Node::If(..) => {
                let mut node = node;
                for child in egg::Language::children_mut(&mut node) {
                    if self.node(*child).is_statement() {
                        *child = self.with_narrow_stores(*child, outcome);
                    }
                }
                self.add(node)
            }
            _ => id,
        }
    }
}

impl Arena<'_> {
    /// Whether a value is the low bits of a wider one, by an operation.
    fn is_cut(&self, id: Id) -> bool {
        match self.node(id) {
            Node::Op(op, args) => match op.code {
                OpCode::TruncI => matches!(self.node(args[0]), Node::Op(..)),
                OpCode::Select => args[1..].iter().any(|&arg| self.is_cut(arg)),
                _ => false,
            },
            _ => false,
        }
    }
}

/// The least and the greatest value of an integer with a sign.
type Bounds = (i64, i64);

struct Narrowing<'n, 'a> {
    arena: &'n mut Arena<'a>,
    /// Bits of what is computed.
    width: u32,
    bounds: HashMap<Id, Bounds>,
    low: HashMap<(Id, u32), Option<Id>>,
    /// Whether an operation is narrower than it was.
    is_less: bool,
}

/// How numbers are read that fit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fits {
    Signed,
    Unsigned,
}

impl Narrowing<'_, '_> {
    /// A value that is stored, no wider than the width, by operations that are not wider either.
    fn kept(&mut self, id: Id) -> Option<Id> {
        let Node::Op(op, args) = self.arena.node(id).clone() else {
            return Some(id);
        };
        match (op.code, &*args) {
            (OpCode::TruncI, &[wide]) if is_wider(op.ty, self.width) => {
                let Scalar::Integer(kept) = op.result else {
                    return None;
                };
                let low = self.low(wide, kept)?;
                Some(self.cut(low, op.result))
            }
            (OpCode::Select, &[condition, then, otherwise]) => {
                let condition = self.truth(condition)?;
                let then = self.kept(then)?;
                let otherwise = self.kept(otherwise)?;
                Some(self.add(op, vec![condition, then, otherwise]))
            }
            (OpCode::ExtUI | OpCode::ExtSI, &[truth]) if op.ty == Scalar::Integer(1) => {
                let truth = self.truth(truth)?;
                Some(self.add(op, vec![truth]))
            }
            _ => Some(id),
        }
    }

    /// The low bits of an integer of the width as one of another type that is no wider.
    fn cut(&mut self, low: Id, to: Scalar) -> Id {
        let from = Scalar::Integer(self.width);
        match from == to {
            true => low,
            false => {
                let cut = self.operation(OpCode::TruncI, from, to);
                self.add(cut, vec![low])
            }
        }
    }

    /// An integer of the width of which so many bits are the low ones of a wider one.
    fn low(&mut self, id: Id, wanted: u32) -> Option<Id> {
        if let Some(known) = self.low.get(&(id, wanted)) {
            return *known;
        }
        let low = self.low_of(id, wanted);
        self.low.insert((id, wanted), low);
        low
    }

    /// An integer of the width that tells a wider one, which fits.
    fn whole(&mut self, id: Id) -> Option<Id> {
        self.low(id, self.width)
    }

    fn low_of(&mut self, id: Id, wanted: u32) -> Option<Id> {
        let own = Scalar::Integer(self.width);
        let (op, args) = match self.arena.node(id).clone() {
            Node::Const(Scalar::Integer(_), bits) => return Some(self.constant(bits)),
            // It is the same in all iterations.
            Node::Outer(_, scalar) if is_wider(scalar, self.width) => {
                let cut = self.operation(OpCode::TruncI, scalar, own);
                return Some(self.add(cut, vec![id]));
            }
            Node::Op(op, args) => (op, args),
            _ => return None,
        };
        if !is_wider(op.result, self.width) {
            return None;
        }
        let narrow = ScalarOp {
            ty: if op.code == OpCode::Select { own } else { op.ty },
            result: own,
            ..op
        };
        match (op.code, &*args) {
            (OpCode::ExtUI | OpCode::ExtSI, &[x]) => match op.ty {
                _ if op.ty == own => Some(x),
                _ if is_wider(op.ty, self.width) => self.low(x, wanted),
                Scalar::Integer(1) => {
                    let truth = self.truth(x)?;
                    Some(self.add(narrow, vec![truth]))
                }
                _ => Some(self.add(narrow, vec![x])),
            },
            (OpCode::TruncI, &[x]) => self.low(x, wanted),
            (
                OpCode::AddI | OpCode::SubI | OpCode::MulI | OpCode::AndI | OpCode::OrI | OpCode::XOrI,
                &[a, b],
            ) => {
                let (a, b) = (self.low(a, wanted)?, self.low(b, wanted)?);
                Some(self.less(op.code, vec![a, b]))
            }
            (OpCode::ShLI, &[a, by]) => {
                let by = self.count(by)?;
                let a = self.low(a, wanted)?;
                Some(self.less(op.code, vec![a, by]))
            }
            (OpCode::Select, &[condition, then, otherwise]) => {
                let condition = self.truth(condition)?;
                let (then, otherwise) = (self.low(then, wanted)?, self.low(otherwise, wanted)?);
                self.is_less = true;
                Some(self.add(narrow, vec![condition, then, otherwise]))
            }
            (OpCode::ShRSI | OpCode::ShRUI, &[a, by]) => {
                let places = match self.arena.node(by) {
                    Node::Const(_, bits) => u32::try_from(*bits).ok()?,
                    _ => return None,
                };
                let by = self.count(by)?;
                // What is shifted in is not wanted.
                if wanted + places <= self.width {
                    let a = self.low(a, wanted + places)?;
                    return Some(self.less(OpCode::ShRUI, vec![a, by]));
                }
                let fits = self.all_fit(&[a])?;
                // Of a negative number a shift that brings in zeros shows how wide it was.
                if fits == Fits::Signed && op.code == OpCode::ShRUI && self.bounds(a).0 < 0 {
                    return None;
                }
                let a = self.whole(a)?;
                let code = match fits {
                    Fits::Signed => OpCode::ShRSI,
                    Fits::Unsigned => OpCode::ShRUI,
                };
                Some(self.less(code, vec![a, by]))
            }
            (OpCode::MinSI | OpCode::MaxSI | OpCode::MinUI | OpCode::MaxUI, &[a, b]) => {
                let fits = self.all_fit(&[a, b])?;
                let is_signed = matches!(op.code, OpCode::MinSI | OpCode::MaxSI);
                if !is_signed && (self.bounds(a).0 < 0 || self.bounds(b).0 < 0) {
                    return None;
                }
                let (a, b) = (self.whole(a)?, self.whole(b)?);
                let is_least = matches!(op.code, OpCode::MinSI | OpCode::MinUI);
                let code = match (is_least, fits) {
                    (true, Fits::Signed) => OpCode::MinSI,
                    (true, Fits::Unsigned) => OpCode::MinUI,
                    (false, Fits::Signed) => OpCode::MaxSI,
                    (false, Fits::Unsigned) => OpCode::MaxUI,
                };
                Some(self.less(code, vec![a, b]))
            }
            _ => None,
        }
    }

    /// An operation of the width that was a wider one.
    fn less(&mut self, code: OpCode, args: Vec<Id>) -> Id {
        let own = Scalar::Integer(self.width);
        self.is_less = true;
        let op = self.operation(code, own, own);
        self.add(op, args)
    }

    /// How many places a shift moves, as an integer of the width: fewer than there are.
    fn count(&mut self, id: Id) -> Option<Id> {
        match self.arena.node(id) {
            &Node::Const(_, bits) if bits < u128::from(self.width) => Some(self.constant(bits)),
            _ => None,
        }
    }

    /// A condition on integers as one on narrower ones.
    fn truth(&mut self, id: Id) -> Option<Id> {
        let Node::Op(op, args) = self.arena.node(id).clone() else {
            return Some(id);
        };
        match (op.code, &*args) {
            (OpCode::CmpI, &[a, b]) if is_wider(op.ty, self.width) => {
                let fits = self.all_fit(&[a, b])?;
                let predicate = IntPredicate::from_code(op.predicate)?;
                let (predicate, of_signed) = match predicate {
                    IntPredicate::Ult => (IntPredicate::Slt, false),
                    IntPredicate::Ule => (IntPredicate::Sle, false),
                    IntPredicate::Ugt => (IntPredicate::Sgt, false),
                    IntPredicate::Uge => (IntPredicate::Sge, false),
                    other => (other, true),
                };
                if !of_signed && (self.bounds(a).0 < 0 || self.bounds(b).0 < 0) {
                    return None;
                }
                let predicate = match (fits, predicate) {
                    (Fits::Unsigned, IntPredicate::Slt) => IntPredicate::Ult,
                    (Fits::Unsigned, IntPredicate::Sle) => IntPredicate::Ule,
                    (Fits::Unsigned, IntPredicate::Sgt) => IntPredicate::Ugt,
                    (Fits::Unsigned, IntPredicate::Sge) => IntPredicate::Uge,
                    (_, other) => other,
                };
                let (a, b) = (self.whole(a)?, self.whole(b)?);
                self.is_less = true;
                let compare = ScalarOp {
                    predicate: predicate.code(),
                    ..self.operation(op.code, Scalar::Integer(self.width), op.result)
                };
                Some(self.add(compare, vec![a, b]))
            }
            (OpCode::AndI | OpCode::OrI | OpCode::XOrI, &[a, b]) if op.ty == Scalar::Integer(1) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                Some(self.add(op, vec![a, b]))
            }
            (OpCode::Select, &[condition, then, otherwise]) if op.result == Scalar::Integer(1) => {
                let (condition, then, otherwise) =
                    (self.truth(condition)?, self.truth(then)?, self.truth(otherwise)?);
                Some(self.add(op, vec![condition, then, otherwise]))
            }
            _ => Some(id),
        }
    }

    /// How all of some integers are read by their low bits alone; `None` where those do not tell them.
    fn all_fit(&mut self, ids: &[Id]) -> Option<Fits> {
        let (mut least, mut greatest) = (i64::MAX, i64::MIN);
        for &id in ids {
            let bounds = self.bounds(id);
            least = least.min(bounds.0);
            greatest = greatest.max(bounds.1);
        }
        let half = 1i64 << (self.width - 1);
        if least >= -half && greatest < half {
            return Some(Fits::Signed);
        }
        (least >= 0 && greatest < 2 * half).then_some(Fits::Unsigned)
    }

    fn bounds(&mut self, id: Id) -> Bounds {
        if let Some(known) = self.bounds.get(&id) {
            return *known;
        }
        let bounds = self.bounds_of(id);
        self.bounds.insert(id, bounds);
        bounds
    }

    fn bounds_of(&mut self, id: Id) -> Bounds {
        let (scalar, op, args) = match self.arena.node(id).clone() {
            Node::Const(scalar, bits) => {
                let value = signed(bits, scalar);
                return (value, value);
            }
            Node::Load(_, scalar, _) | Node::Outer(_, scalar) => return all_of(scalar),
            Node::Op(op, args) => (op.result, op, args),
            _ => return all_of(Scalar::Index),
        };
        let all = all_of(scalar);
        let mut of = |id: Id| self.bounds(id);
        let corners = |a: Bounds, b: Bounds, f: fn(i64, i64) -> Option<i64>| -> Option<Bounds> {
            let values: Option<Vec<i64>> = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)]
                .into_iter()
                .map(|(x, y)| f(x, y))
                .collect();
            let values = values?;
            Some((*values.iter().min()?, *values.iter().max()?))
        };
        // The places that the greatest of two numbers has.
        let places = |a: i64, b: i64| {
            (a.max(b) as u64 + 1)
                .checked_next_power_of_two()
                .map(|end| end as i64 - 1)
        };
        let found = match (op.code, &*args) {
            (OpCode::ExtSI, &[x]) => Some(of(x)),
            (OpCode::ExtUI, &[x]) => {
                let inner = of(x);
                match (inner.0 >= 0, op.ty) {
                    (true, _) => Some(inner),
                    (false, Scalar::Integer(width @ 1..=62)) => Some((0, (1i64 << width) - 1)),
                    _ => None,
                }
            }
            (OpCode::TruncI, &[x]) => Some(of(x)),
            (OpCode::AddI, &[a, b]) => corners(of(a), of(b), i64::checked_add),
            (OpCode::SubI, &[a, b]) => corners(of(a), of(b), i64::checked_sub),
            (OpCode::MulI, &[a, b]) => corners(of(a), of(b), i64::checked_mul),
            (OpCode::ShLI, &[a, by]) => {
                let (a, by) = (of(a), of(by));
                let factor = (by.0 == by.1 && (0..62).contains(&by.0)).then(|| 1i64 << by.0);
                factor.and_then(|factor| corners(a, (factor, factor), i64::checked_mul))
            }
            (OpCode::ShRSI, &[a, by]) => {
                let (a, by) = (of(a), of(by));
                (by.0 == by.1 && (0..63).contains(&by.0)).then(|| (a.0 >> by.0, a.1 >> by.0))
            }
            (OpCode::ShRUI, &[a, by]) => {
                let (a, by) = (of(a), of(by));
                (by.0 == by.1 && (0..63).contains(&by.0) && a.0 >= 0).then(|| (a.0 >> by.0, a.1 >> by.0))
            }
            (OpCode::AndI, &[a, b]) => {
                let (a, b) = (of(a), of(b));
                match (a.0 >= 0, b.0 >= 0) {
                    (true, true) => Some((0, a.1.min(b.1))),
                    (true, false) => Some((0, a.1)),
                    (false, true) => Some((0, b.1)),
                    (false, false) => None,
                }
            }
            (OpCode::OrI | OpCode::XOrI, &[a, b]) => {
                let (a, b) = (of(a), of(b));
                match a.0 >= 0 && b.0 >= 0 {
                    true => places(a.1, b.1).map(|greatest| (0, greatest)),
                    false => None,
                }
            }
            (OpCode::MinSI, &[a, b]) => {
                let (a, b) = (of(a), of(b));
                Some((a.0.min(b.0), a.1.min(b.1)))
            }
            (OpCode::MaxSI, &[a, b]) => {
                let (a, b) = (of(a), of(b));
                Some((a.0.max(b.0), a.1.max(b.1)))
            }
            (OpCode::Select, &[_, a, b]) => {
                let (a, b) = (of(a), of(b));
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            _ => None,
        };
        // What does not fit its type may be anything.
        found
            .filter(|found| found.0 >= all.0 && found.1 <= all.1)
            .unwrap_or(all)
    }

    fn constant(&mut self, bits: u128) -> Id {
        let mask = (1u128 << self.width) - 1;
        self.arena
            .add(Node::Const(Scalar::Integer(self.width), bits & mask))
    }

    fn operation(&self, code: OpCode, ty: Scalar, result: Scalar) -> ScalarOp {
        ScalarOp {
            code,
            ty,
            result,
            flags: FastMath::NONE,
            predicate: 0,
        }
    }

    fn add(&mut self, op: ScalarOp, args: Vec<Id>) -> Id {
        self.arena.add(Node::Op(op, args.into()))
    }
}

fn is_wider(scalar: Scalar, width: u32) -> bool {
    matches!(scalar, Scalar::Integer(own) if own > width)
}

/// All values of a type, with their signs; of a truth value zero and minus one.
fn all_of(scalar: Scalar) -> Bounds {
    match scalar {
        Scalar::Integer(width @ 1..=63) => (-(1i64 << (width - 1)), (1i64 << (width - 1)) - 1),
        _ => (i64::MIN, i64::MAX),
    }
}

fn signed(bits: u128, scalar: Scalar) -> i64 {
    match scalar {
        Scalar::Integer(width @ 1..=64) => ((bits << (128 - width)) as i128 >> (128 - width)) as i64,
        _ => bits as i64,
    }
}
