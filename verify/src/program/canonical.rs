//! One expression for all that a floating-point model, or the ring of integers modulo 2^w, makes equal.
//!
//! - Integers: sums and products become polynomials modulo 2^width over the other operations.
//! - `contract`: a fused multiply-add is the sum of the product.
//! - `reassoc`: sums and products of floats are multisets.
//! - Choices of the lesser or greater of two integers are sets of candidates too.
//! - In every model `minimumf` and `maximumf` are sets of candidates: they pick by a total order.

use std::cell::Cell;

use ovolo_lang::algebra::{FloatOp, IntOp, IntPredicate};
use ovolo_lang::fp::FpModel;

use rustc_hash::FxHashSet;

use super::expr::{Expr, Exprs, Op};
use super::kind::Kind;
use super::polynomial::Polynomial;

/// Trees of more terms are not flattened further: shared subtrees could make them exponentially large.
const MAX_TERMS: usize = 1 << 17;

/// Expressions that are looked at for all trees together, after which none is flattened. Arbitrary: some two seconds.
const MAX_WORK: usize = 1 << 22;

/// Canonical forms in one model, remembered.
pub struct Canonical {
    model: FpModel,
    /// By number of the expression.
    known: Vec<Option<Expr>>,
    /// Expressions that may yet be looked at.
    work: Cell<usize>,
}

/// How an expression is taken apart before its parts are made canonical.
enum Parts {
    Leaf,
    /// The operation on its operands.
    Operands(Vec<Expr>),
    /// Terms combined by an operation that has no order: a sum, a product or an extremum.
    Unordered(Op, Vec<Expr>),
    /// The product and the summand of a fused multiply-add.
    Contracted(Expr, Expr),
    /// Terms with coefficients modulo 2^width.
    Linear(Vec<(u128, Expr)>),
    IntProduct(Expr, Expr),
}

impl Canonical {
    pub fn new(model: FpModel) -> Canonical {
        Canonical {
            model,
            known: Vec::new(),
            work: Cell::new(MAX_WORK),
        }
    }

    /// The canonical form of `root`. Expressions of one form are equal in the model.
    pub fn form(&mut self, exprs: &mut Exprs, root: Expr) -> Expr {
        let mut pending = vec![(root, None)];
        while let Some((e, parts)) = pending.pop() {
            match parts {
                _ if self.known(e).is_some() => {}
                Some(parts) => {
                    let form = self.build(exprs, e, parts);
                    self.remember(e, form);
                }
                None => {
                    let parts = self.parts(exprs, e);
                    let children = parts.children();
                    pending.push((e, Some(parts)));
                    pending.extend(children.into_iter().map(|child| (child, None)));
                }
            }
        }
        self.known(root).unwrap_or(root)
    }

    /// Expressions that were looked at.
    pub fn steps(&self) -> u64 {
        (MAX_WORK - self.work.get()) as u64
    }

    /// Whether trees are left as they are: then forms that differ say nothing.
    pub fn is_spent(&self) -> bool {
        self.work.get() == 0
    }

    fn known(&self, e: Expr) -> Option<Expr> {
        *self.known.get(e.0 as usize)?
    }

    fn remember(&mut self, e: Expr, form: Expr) {
        let slot = e.0 as usize;
        if slot >= self.known.len() {
            self.known.resize((slot + 1).next_power_of_two(), None);
        }
        self.known[slot] = Some(form);
    }

    /// Terms that one tree may have.
    fn most_terms(&self) -> usize {
        MAX_TERMS.min(self.work.get())
    }

    fn count(&self, looked_at: usize) {
        self.work.set(self.work.get().saturating_sub(looked_at));
    }

    fn parts(&self, exprs: &mut Exprs, e: Expr) -> Parts {
        let node = exprs.node(e);
        let [a, b, c] = node.operands.map(Expr);
        match node.op {
            Op::Variable
            | Op::Constant
            | Op::Sum
            | Op::Product
            | Op::Extremum(_)
            | Op::IntExtremum(_)
            | Op::Polynomial => Parts::Leaf,
            Op::Select => self.extremum_parts(exprs, e),
            Op::Float(FloatOp::Add) if self.model.reassoc => {
                Parts::Unordered(Op::Sum, self.summands(exprs, e))
            }
            Op::Fma if self.model.contract && self.model.reassoc => {
                Parts::Unordered(Op::Sum, self.summands(exprs, e))
            }
            Op::Fma if self.model.contract => Parts::Contracted(exprs.float(FloatOp::Mul, a, b), c),
            Op::Float(op @ (FloatOp::Minimum | FloatOp::Maximum)) => {
                Parts::Unordered(Op::Extremum(op), self.candidates(e, |e| same(exprs, op, e)))
            }
            Op::Float(op @ (FloatOp::MinNum | FloatOp::MaxNum)) if self.model.reassoc => {
                Parts::Unordered(Op::Extremum(op), self.candidates(e, |e| same(exprs, op, e)))
            }
            Op::Float(FloatOp::Mul) if self.model.reassoc => {
                Parts::Unordered(Op::Product, self.factors(exprs, e))
            }
            Op::Int(IntOp::Mul) => match scale(exprs, e) {
                Some(_) => self.linear(exprs, e),
                None => Parts::IntProduct(a, b),
            },
            Op::Int(IntOp::Add | IntOp::Sub) => self.linear(exprs, e),
            Op::Int(IntOp::Shl) if scale(exprs, e).is_some() => self.linear(exprs, e),
            _ => Parts::Operands(exprs.operands(e).collect()),
        }
    }

    fn linear(&self, exprs: &Exprs, e: Expr) -> Parts {
        let terms = linear_terms(exprs, e, self.most_terms());
        self.count(terms.len());
        Parts::Linear(terms)
    }

    fn extremum_parts(&self, exprs: &Exprs, e: Expr) -> Parts {
        match extremum(exprs, e) {
            Some((predicate, _)) => {
                let of_this_kind = |e| match extremum(exprs, e) {
                    Some((other, both)) if other == predicate => Some(both),
                    _ => None,
                };
                Parts::Unordered(Op::IntExtremum(predicate), self.candidates(e, of_this_kind))
            }
            None => Parts::Operands(exprs.operands(e).collect()),
        }
    }

    /// The values of which the least or the greatest is taken. `both` gives the two of which an expression is that.
    /// A value is one candidate however often it occurs, so what is shared is looked at once.
    fn candidates(&self, root: Expr, both: impl Fn(Expr) -> Option<[Expr; 2]>) -> Vec<Expr> {
        let most = self.most_terms();
        let mut terms = Vec::new();
        let mut seen = FxHashSet::from_iter([root]);
        let mut pending = vec![root];
        while let Some(e) = pending.pop() {
            match both(e) {
                Some(both) if e == root || seen.len() <= most => {
                    pending.extend(both.into_iter().filter(|e| seen.insert(*e)));
                }
                _ => terms.push(e),
            }
        }
        self.count(seen.len());
        terms
    }

    /// The operands of a tree of the operation of `root`.
    fn factors(&self, exprs: &Exprs, root: Expr) -> Vec<Expr> {
        let most = self.most_terms();
        let op = exprs.node(root).op;
        let mut terms = Vec::new();
        let mut pending = vec![root];
        while let Some(e) = pending.pop() {
            let node = exprs.node(e);
            if node.op == op && (e == root || terms.len() + pending.len() <= most) {
                pending.extend(node.operands[..2].iter().map(|&o| Expr(o)));
            } else {
                terms.push(e);
            }
        }
        self.count(terms.len());
        terms
    }

    /// What a float sum adds up, products of fused multiply-adds included.
    fn summands(&self, exprs: &mut Exprs, root: Expr) -> Vec<Expr> {
        let most = self.most_terms();
        let mut terms = Vec::new();
        let mut pending = vec![root];
        while let Some(e) = pending.pop() {
            let node = exprs.node(e);
            let [a, b, c] = node.operands.map(Expr);
            match node.op {
                _ if e != root && terms.len() + pending.len() > most => terms.push(e),
                Op::Float(FloatOp::Add) => pending.extend([a, b]),
                Op::Fma if self.model.contract => {
                    terms.push(exprs.float(FloatOp::Mul, a, b));
                    pending.push(c);
                }
                _ => terms.push(e),
            }
        }
        self.count(terms.len());
        terms
    }

    fn build(&self, exprs: &mut Exprs, e: Expr, parts: Parts) -> Expr {
        let node = exprs.node(e);
        let known = |e: &Expr| self.known(*e).unwrap_or(*e);
        match parts {
            Parts::Leaf => e,
            Parts::Operands(operands) => {
                let forms: Vec<Expr> = operands.iter().map(known).collect();
                exprs.rebuilt(node, &forms)
            }
            Parts::Unordered(op, terms) => {
                let forms = terms.iter().map(known).collect();
                let most = self.most_terms();
                let (form, terms) = unordered(exprs, op, node.kind, forms, most);
                self.count(terms);
                form
            }
            Parts::Contracted(product, c) => exprs.float(FloatOp::Add, known(&product), known(&c)),
            Parts::Linear(terms) => {
                let mut sum = Polynomial::zero(node.kind);
                for (factor, term) in terms {
                    sum.add_scaled(&Polynomial::of(exprs, known(&term)), factor);
                }
                sum.into_expr(exprs)
            }
            Parts::IntProduct(a, b) => {
                let (a, b) = (known(&a), known(&b));
                match Polynomial::of(exprs, a).product(&Polynomial::of(exprs, b)) {
                    Some(product) => product.into_expr(exprs),
                    None => exprs.int(IntOp::Mul, a, b),
                }
            }
        }
    }
}

impl Parts {
    fn children(&self) -> Vec<Expr> {
        match self {
            Parts::Leaf => Vec::new(),
            Parts::Operands(terms) | Parts::Unordered(_, terms) => terms.clone(),
            Parts::Contracted(a, b) | Parts::IntProduct(a, b) => vec![*a, *b],
            Parts::Linear(terms) => terms.iter().map(|&(_, term)| term).collect(),
        }
    }
}

/// How the chosen one of two integers compares with the other, and both, where one is the lesser or the greater.
fn extremum(exprs: &Exprs, e: Expr) -> Option<(IntPredicate, [Expr; 2])> {
    let node = exprs.node(e);
    let [condition, a, b] = node.operands;
    if node.op != Op::Select {
        return None;
    }
    let comparison = exprs.node(Expr(condition));
    let Op::IntCompare(predicate) = comparison.op else {
        return None;
    };
    // Where the two are equal either is the result.
    let [lesser, greater] = match predicate {
        IntPredicate::Slt | IntPredicate::Sle => [IntPredicate::Slt, IntPredicate::Sgt],
        IntPredicate::Ult | IntPredicate::Ule => [IntPredicate::Ult, IntPredicate::Ugt],
        _ => return None,
    };
    let [x, y, _] = comparison.operands;
    let predicate = match (x == a && y == b, x == b && y == a) {
        (true, _) => lesser,
        (_, true) => greater,
        _ => return None,
    };
    Some((predicate, [Expr(a), Expr(b)]))
}

/// The operands of a float operation.
fn same(exprs: &Exprs, op: FloatOp, e: Expr) -> Option<[Expr; 2]> {
    let node = exprs.node(e);
    (node.op == Op::Float(op)).then(|| [Expr(node.operands[0]), Expr(node.operands[1])])
}

/// The node of an operation without order over canonical terms, and how many terms were looked at.
fn unordered(exprs: &mut Exprs, op: Op, kind: Kind, forms: Vec<Expr>, most: usize) -> (Expr, usize) {
    let mut list = Vec::new();
    for form in forms {
        let node = exprs.node(form);
        match node.op == op && list.len() + exprs.list(node).len() <= most {
            true => list.extend_from_slice(exprs.list(node)),
            false => list.push(form.0),
        }
    }
    let terms = list.len();
    list.sort_unstable();
    match op {
        Op::Sum => {
            // x + -0 is x; and adding +0 once more changes no sum that has a +0 already.
            list.retain(|&e| !exprs.is_float(Expr(e), -0.0));
            let mut zeros = 0;
            list.retain(|&e| {
                zeros += usize::from(exprs.is_float(Expr(e), 0.0));
                zeros < 2 || !exprs.is_float(Expr(e), 0.0)
            });
        }
        Op::Product => list.retain(|&e| !exprs.is_float(Expr(e), 1.0)),
        _ => list.dedup(),
    }
    let form = match (list.as_slice(), op) {
        ([single], _) => Expr(*single),
        ([], _) => {
            let neutral = if op == Op::Sum { -0.0 } else { 1.0 };
            let bits = kind
                .float()
                .and_then(|f| ovolo_lang::interpret::float::encode(f, neutral));
            exprs.constant(kind, bits.unwrap_or(0))
        }
        _ => exprs.listed(op, kind, list),
    };
    (form, terms)
}

/// Of `x * c` and `x << c` with a constant: x and the factor.
fn scale(exprs: &Exprs, e: Expr) -> Option<(Expr, u128)> {
    let node = exprs.node(e);
    let [x, c, _] = node.operands.map(Expr);
    let factor = match node.op {
        Op::Int(IntOp::Mul) => exprs.constant_bits(c)?,
        Op::Int(IntOp::Shl) => {
            let width = u128::from(node.kind.integer_width()?);
            1 << exprs.constant_bits(c).filter(|&shift| shift < width)?
        }
        _ => return None,
    };
    Some((x, factor))
}

/// The terms of a tree of sums, differences and multiples.
fn linear_terms(exprs: &Exprs, root: Expr, most: usize) -> Vec<(u128, Expr)> {
    let mut terms = Vec::new();
    let mut pending = vec![(1u128, root)];
    while let Some((factor, e)) = pending.pop() {
        let node = exprs.node(e);
        let [a, b, _] = node.operands.map(Expr);
        match node.op {
            _ if e != root && terms.len() + pending.len() > most => terms.push((factor, e)),
            Op::Int(IntOp::Add) => pending.extend([(factor, a), (factor, b)]),
            Op::Int(IntOp::Sub) => pending.extend([(factor, a), (factor.wrapping_neg(), b)]),
            _ => match scale(exprs, e) {
                Some((x, by)) => pending.push((factor.wrapping_mul(by), x)),
                None => terms.push((factor, e)),
            },
        }
    }
    terms
}
