//! Whether claims of classes can hold together, asked of integer sets.
//!
//! A comparison of integers is a constraint of a set whose dimensions are variables, and whatever an affine
//! expression cannot say: a product of variables, a minimum, a choice. What is known of those is a constraint too, and
//! a choice of cases: a minimum is the one operand or the other one. So is a disjunction of claims. Cases are looked
//! at one after the other, those that have no point with what is already claimed are done with.

use egg::Id;
use indexmap::IndexMap;
use ovolo_lang::affine::{AffineExpr, AffineOp, Constraint, Emptiness, IntegerSet, dim};
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;
use rustc_hash::FxHashMap;

use super::analysis::range_of;
use super::{Algebra, EGraph, Form, Monomial};
use crate::answer::Answer;
use crate::expression::{Point, predicate_of};
use crate::facts::Fact;
use crate::relates::{Operand, Relates, Relation};
use crate::term::{IndexOp, Node, Scalar};

/// The work that questions may take.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Integer sets that are looked at.
    pub sets: u32,
    /// Operations on coefficients for each of them.
    pub work: u64,
}

/// Whether claims exclude one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// They do.
    Refuted,
    /// They do not as far as affine expressions can say; here are values of the variables.
    Open(Point),
    Unknown,
}

/// What is claimed of classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    Truth(Id, bool),
    /// The two integers compare so.
    Compare(IntPredicate, Id, Id),
    /// The form is not negative.
    AtLeastZero(Form),
    Zero(Form),
    /// A constraint of the set.
    Holds(Constraint),
    /// All of some group hold.
    Any(Vec<Vec<Claim>>),
}

/// Whether the claims exclude one another where the e-graph's assumptions hold.
pub fn refute(egraph: &EGraph, claims: &[Claim], budget: &mut Budget) -> Refutation {
    let mut world = World {
        egraph,
        dims: IndexMap::new(),
        definitions: Vec::new(),
        cases: Vec::new(),
        affine: FxHashMap::default(),
        visiting: Vec::new(),
        budget,
    };
    let mut path = Path {
        pending: claims.to_vec(),
        ..Path::default()
    };
    path.pending.extend(egraph.analysis.assumed.iter().cloned());
    world.search(path)
}

/// For rules' conditions: cases and coefficients of a few variables.
const CONDITION: Budget = Budget {
    sets: 12,
    work: 20_000,
};

/// Questions that the conditions of rules may ask of integer sets in one e-graph; what is asked then is unknown.
/// Arbitrary; a question takes about a tenth of a millisecond.
const MOST_QUESTIONS: u32 = 300;

impl Relates for Algebra {
    /// By the form of the difference: its range, or that no point of the integer set of the contrary exists.
    fn relates(egraph: &EGraph, relation: Relation, a: Operand, b: Operand) -> Answer {
        let form = |operand| match operand {
            Operand::Class(id) => egraph[id].data.form.as_ref()?.canonical(|id| egraph.find(id)),
            Operand::Integer(value) => Some(Form::constant(i128::from(value))),
        };
        let difference = form(b).zip(form(a)).and_then(|(b, a)| b.minus(&a));
        let Some(difference) = difference else {
            return Answer::Unknown;
        };
        match relation {
            Relation::LessEqual => is_at_least_zero(egraph, &difference),
            Relation::Less => match difference.add(&Form::constant(1), -1) {
                Some(less) => is_at_least_zero(egraph, &less),
                None => Answer::Unknown,
            },
            Relation::Equal => is_zero(egraph, &difference),
            Relation::NotEqual => !is_zero(egraph, &difference),
        }
    }
}

/// Whether the form is never negative, or always.
pub(super) fn is_at_least_zero(egraph: &EGraph, form: &Form) -> Answer {
    let range = range_of(egraph, form).range;
    match (range.low, range.high) {
        (Some(low), _) if low >= 0 => return Answer::Yes,
        (_, Some(high)) if high < 0 => return Answer::No,
        _ => {}
    }
    asked(egraph, form, |budget| {
        let negative = Form::constant(-1).minus(form)?;
        if refute(egraph, &[Claim::AtLeastZero(negative)], budget) == Refutation::Refuted {
            return Some(Answer::Yes);
        }
        let refuted = refute(egraph, &[Claim::AtLeastZero(form.clone())], budget) == Refutation::Refuted;
        refuted.then_some(Answer::No)
    })
}

/// Whether the form is always zero, or never.
pub(super) fn is_zero(egraph: &EGraph, form: &Form) -> Answer {
    let fact = range_of(egraph, form);
    match fact.equal(&Fact::constant(0)) {
        Answer::Unknown => {}
        answer => return answer,
    }
    let content = form.content();
    if content > 1 && form.constant % content != 0 {
        return Answer::No;
    }
    if !is_worth_asking(egraph, form) {
        return Answer::Unknown;
    }
    let mut budget = CONDITION;
    match refute(egraph, &[Claim::Zero(form.clone())], &mut budget) {
        Refutation::Refuted => Answer::No,
        _ => Answer::Unknown,
    }
}

fn asked(egraph: &EGraph, form: &Form, ask: impl FnOnce(&mut Budget) -> Option<Answer>) -> Answer {
    if let Some(answer) = egraph.analysis.asked.borrow().get(form) {
        return *answer;
    }
    if !is_worth_asking(egraph, form) {
        return Answer::Unknown;
    }
    let mut budget = CONDITION;
    let answer = ask(&mut budget).unwrap_or(Answer::Unknown);
    egraph.analysis.asked.borrow_mut().insert(form.clone(), answer);
    answer
}

/// Whether a set can say more than the ranges of the form's atoms.
fn is_worth_asking(egraph: &EGraph, form: &Form) -> bool {
    let is_variable = |m: &Monomial| m.len() == 1 && matches!(egraph[m[0]].data.best, Node::Var(_));
    let asked = egraph.analysis.questions.get();
    egraph.analysis.questions.set(asked + 1);
    asked < MOST_QUESTIONS
        && form.terms.len() <= 16
        && (!egraph.analysis.assumed.is_empty() || !form.terms.iter().all(|(m, _)| is_variable(m)))
}

/// What stands for a dimension of the sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Unknown {
    Class(Id),
    Product(Monomial),
}

/// The groups of claims of which one holds.
type Cases = Vec<Vec<Claim>>;

struct World<'e, 'b> {
    egraph: &'e EGraph,
    dims: IndexMap<Unknown, ()>,
    /// What is always so of the dimensions.
    definitions: Vec<Constraint>,
    /// Choices of which one is always so.
    cases: Vec<Cases>,
    affine: FxHashMap<Id, AffineExpr>,
    /// Classes whose expression is being found, against cycles.
    visiting: Vec<Id>,
    budget: &'b mut Budget,
}

/// What is claimed so far.
#[derive(Clone, Default)]
struct Path {
    pending: Vec<Claim>,
    constraints: Vec<Constraint>,
    truths: FxHashMap<Id, bool>,
    /// Disjunctions that are still to be looked at.
    cases: Vec<Cases>,
    /// How many of the world's cases were looked at.
    decided: usize,
}

impl World<'_, '_> {
    fn search(&mut self, mut path: Path) -> Refutation {
        while let Some(claim) = path.pending.pop() {
            if !self.take(&mut path, claim) {
                return Refutation::Refuted;
            }
        }
        let Some(sets) = self.budget.sets.checked_sub(1) else {
            return Refutation::Unknown;
        };
        self.budget.sets = sets;
        let point = match self.set(&path).is_empty_within(self.budget.work) {
            Emptiness::Empty => return Refutation::Refuted,
            Emptiness::NonEmpty(point) => point,
            Emptiness::Unknown => None,
        };
        let cases = match path.cases.pop() {
            Some(cases) => cases,
            None if path.decided < self.cases.len() => {
                path.decided += 1;
                self.cases[path.decided - 1].clone()
            }
            None => {
                return point.map_or(Refutation::Unknown, |point| {
                    Refutation::Open(self.named(&point.dims))
                });
            }
        };
        let mut result = Refutation::Refuted;
        for case in cases {
            let mut path = path.clone();
            path.pending = case;
            match self.search(path) {
                Refutation::Refuted => {}
                Refutation::Unknown => result = Refutation::Unknown,
                open => return open,
            }
        }
        result
    }

    fn set(&self, path: &Path) -> IntegerSet {
        let constraints = path.constraints.iter().chain(&self.definitions).cloned();
        IntegerSet::new(self.dims.len() as u32, 0, constraints.collect())
    }

    /// The values of the variables.
    fn named(&self, values: &[i64]) -> Point {
        let variables = self.dims.keys().zip(values).filter_map(|(unknown, value)| {
            let Unknown::Class(id) = unknown else {
                return None;
            };
            self.egraph[*id].iter().find_map(|node| match node {
                Node::Var(name) => Some((*name, *value)),
                _ => None,
            })
        });
        variables.collect()
    }

    /// Adds the claim to the path; false when it contradicts a truth there.
    fn take(&mut self, path: &mut Path, claim: Claim) -> bool {
        match claim {
            Claim::Holds(constraint) => path.constraints.push(constraint),
            Claim::Any(cases) => path.cases.push(cases),
            Claim::AtLeastZero(form) => {
                if let Some(expr) = self.of_form(&form) {
                    path.constraints.push(Constraint::at_least(expr, 0.into()));
                }
            }
            Claim::Zero(form) => {
                if let Some(expr) = self.of_form(&form) {
                    path.constraints.push(Constraint::equal(expr, 0.into()));
                }
            }
            Claim::Compare(predicate, a, b) => self.compare(path, predicate, a, b),
            Claim::Truth(id, value) => return self.truth(path, self.egraph.find(id), value),
        }
        true
    }

    fn compare(&mut self, path: &mut Path, predicate: IntPredicate, a: Id, b: Id) {
        let (Some(a), Some(b)) = (self.of_class(a), self.of_class(b)) else {
            return;
        };
        let less = |a: &AffineExpr, b: &AffineExpr| Constraint::at_least(b.clone(), a + 1);
        path.constraints.push(match predicate {
            IntPredicate::Eq => Constraint::equal(a, b),
            IntPredicate::Slt => less(&a, &b),
            IntPredicate::Sgt => less(&b, &a),
            IntPredicate::Sle => Constraint::at_most(a, b),
            IntPredicate::Sge => Constraint::at_least(a, b),
            IntPredicate::Ne => {
                let either = [less(&a, &b), less(&b, &a)].map(|c| vec![Claim::Holds(c)]);
                path.cases.push(either.to_vec());
                return;
            }
            _ => return,
        });
    }

    fn truth(&mut self, path: &mut Path, id: Id, value: bool) -> bool {
        if let Some(known) = path.truths.insert(id, value) {
            return known == value;
        }
        let (op, args) = match &self.egraph[id].data.best {
            Node::Const(_, bits) => return (*bits != 0) == value,
            Node::Op(op, args) => (op, args),
            _ => return true,
        };
        let of = |id: Id, value: bool| Claim::Truth(id, value);
        match (op.code, &args[..]) {
            (OpCode::AndI, &[a, b]) if value => path.pending.extend([of(a, true), of(b, true)]),
            (OpCode::AndI, &[a, b]) => path
                .cases
                .push(vec![vec![of(a, false)], vec![of(a, true), of(b, false)]]),
            (OpCode::OrI, &[a, b]) if !value => path.pending.extend([of(a, false), of(b, false)]),
            (OpCode::OrI, &[a, b]) => path
                .cases
                .push(vec![vec![of(a, true)], vec![of(a, false), of(b, true)]]),
            (OpCode::XOrI, &[a, b]) => {
                let known = |id: Id| match self.egraph[id].data.best {
                    Node::Const(_, bits) => Some(bits != 0),
                    _ => None,
                };
                match (known(a), known(b)) {
                    (_, Some(b)) => path.pending.push(of(a, value != b)),
                    (Some(a), _) => path.pending.push(of(b, value != a)),
                    _ => {
                        let case = |a_value| vec![of(a, a_value), of(b, a_value != value)];
                        path.cases.push(vec![case(true), case(false)]);
                    }
                }
            }
            (OpCode::Select, &[c, a, b]) => {
                let case = |chosen, c_value| vec![of(c, c_value), of(chosen, value)];
                path.cases.push(vec![case(a, true), case(b, false)]);
            }
            (OpCode::CmpI, &[a, b]) => {
                let predicate = predicate_of(op).filter(|_| op.ty == Scalar::Index);
                if let Some(predicate) = predicate {
                    let predicate = if value { predicate } else { predicate.negated() };
                    self.compare(path, predicate, a, b);
                }
            }
            _ => {}
        }
        true
    }

    fn of_form(&mut self, form: &Form) -> Option<AffineExpr> {
        let mut sum = AffineExpr::Constant(i64::try_from(form.constant).ok()?);
        for (monomial, coefficient) in &form.terms {
            let term = match monomial[..] {
                [atom] => self.of_atom(self.egraph.find(atom))?,
                _ => self.of_product(monomial),
            };
            sum = sum + term * i64::try_from(*coefficient).ok()?;
        }
        Some(sum)
    }

    fn of_class(&mut self, id: Id) -> Option<AffineExpr> {
        let id = self.egraph.find(id);
        let form = self.egraph[id]
            .data
            .form
            .as_ref()?
            .canonical(|id| self.egraph.find(id))?;
        match form.as_atom() {
            Some(atom) => self.of_atom(atom),
            None => self.of_form(&form),
        }
    }

    fn of_product(&mut self, monomial: &Monomial) -> AffineExpr {
        let fact = range_of(self.egraph, &Form::of_terms(0, vec![(monomial.clone(), 1)]));
        self.unknown(Unknown::Product(monomial.clone()), &fact)
    }

    /// The dimension of what is not affine, with what its fact says.
    fn unknown(&mut self, unknown: Unknown, fact: &Fact) -> AffineExpr {
        let (number, is_old) = match self.dims.insert_full(unknown, ()) {
            (number, Some(())) => (number, true),
            (number, None) => (number, false),
        };
        let x = dim(number as u32);
        if is_old {
            return x;
        }
        let bounds = [
            fact.range
                .low
                .map(|low| Constraint::at_least(x.clone(), low.into())),
            fact.range
                .high
                .map(|high| Constraint::at_most(x.clone(), high.into())),
        ];
        self.definitions.extend(bounds.into_iter().flatten());
        let (modulus, remainder) = (fact.congruence.modulus(), fact.congruence.remainder());
        if modulus > 1 {
            self.definitions
                .push(Constraint::equal(x.modulo(modulus), remainder.into()));
        }
        x
    }

    fn of_atom(&mut self, id: Id) -> Option<AffineExpr> {
        if let Some(expr) = self.affine.get(&id) {
            return Some(expr.clone());
        }
        let fact = self.egraph[id].data.fact.clone()?;
        let node = self.structure(id).filter(|_| !self.visiting.contains(&id));
        let Some(node) = node else {
            return Some(self.unknown(Unknown::Class(id), &fact));
        };
        self.visiting.push(id);
        let expr = self.of_node(id, &fact, &node);
        self.visiting.pop();
        let expr = expr.unwrap_or_else(|| self.unknown(Unknown::Class(id), &fact));
        if self.visiting.is_empty() {
            self.affine.insert(id, expr.clone());
        }
        Some(expr)
    }

    /// The node that says most of an atom; none of a variable.
    fn structure(&self, id: Id) -> Option<Node> {
        let class = &self.egraph[id];
        if class.iter().any(|node| matches!(node, Node::Var(_))) {
            return None;
        }
        let is_division = |node: &&Node| match node {
            Node::Index(IndexOp::FloorDiv, [_, b]) => self.constant(*b).is_some_and(|c| c != 0),
            _ => false,
        };
        let of_class = class
            .iter()
            .filter(is_division)
            .min_by_key(|node| self.size(node));
        Some(of_class.unwrap_or(&class.data.best).clone())
    }

    fn size(&self, node: &Node) -> u64 {
        let children = egg::Language::children(node).iter();
        children
            .map(|&c| self.egraph[c].data.size)
            .fold(0, u64::saturating_add)
    }

    fn constant(&self, id: Id) -> Option<i64> {
        self.egraph[id].data.fact.as_ref()?.as_index()
    }

    /// The expression of an atom by one of its nodes. A dimension of its own, about which something is known, where
    /// it is not affine.
    fn of_node(&mut self, id: Id, fact: &Fact, node: &Node) -> Option<AffineExpr> {
        match node {
            Node::Index(op, [a, b]) => {
                let divisor = self.constant(*b).filter(|c| *c != 0);
                let affine = match op {
                    IndexOp::FloorDiv => Some(AffineOp::FloorDiv),
                    IndexOp::CeilDiv => Some(AffineOp::CeilDiv),
                    IndexOp::Mod => Some(AffineOp::Mod),
                    IndexOp::Min | IndexOp::Max => return self.extremum(id, fact, *op, *a, *b),
                    IndexOp::Add | IndexOp::Mul => return None,
                };
                match (affine, divisor) {
                    (Some(op), Some(c)) => Some(AffineExpr::binary(op, self.of_class(*a)?, c.into())),
                    _ => self.symbolic(id, fact, *op, *a, *b),
                }
            }
            Node::Op(op, args) => match (op.code, &args[..]) {
                (OpCode::Select, &[c, a, b]) => {
                    let (a, b) = (self.of_class(a)?, self.of_class(b)?);
                    let x = self.unknown(Unknown::Class(id), fact);
                    let case = |c_value, chosen| {
                        vec![
                            Claim::Truth(c, c_value),
                            Claim::Holds(Constraint::equal(x.clone(), chosen)),
                        ]
                    };
                    self.cases.push(vec![case(true, a), case(false, b)]);
                    Some(x)
                }
                (OpCode::DivSI | OpCode::RemSI, &[a, b]) => {
                    let divisor = self.constant(b).filter(|c| *c != 0 && *c != i64::MIN)?;
                    self.toward_zero(id, fact, op.code == OpCode::RemSI, a, divisor)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn extremum(&mut self, id: Id, fact: &Fact, op: IndexOp, a: Id, b: Id) -> Option<AffineExpr> {
        let (a, b) = (self.of_class(a)?, self.of_class(b)?);
        let x = self.unknown(Unknown::Class(id), fact);
        let bound = |other: &AffineExpr| match op {
            IndexOp::Min => Constraint::at_most(x.clone(), other.clone()),
            _ => Constraint::at_least(x.clone(), other.clone()),
        };
        self.definitions.extend([bound(&a), bound(&b)]);
        let case = |other: AffineExpr| vec![Claim::Holds(Constraint::equal(x.clone(), other))];
        self.cases.push(vec![case(a), case(b)]);
        Some(x)
    }

    /// `0 <= x mod n < n` for a positive `n`.
    fn symbolic(&mut self, id: Id, fact: &Fact, op: IndexOp, _: Id, n: Id) -> Option<AffineExpr> {
        let is_positive = self.egraph[n]
            .data
            .fact
            .as_ref()?
            .range
            .low
            .is_some_and(|low| low >= 1);
        let n = self.of_class(n)?;
        let x = self.unknown(Unknown::Class(id), fact);
        if is_positive && op == IndexOp::Mod {
            self.definitions.extend([
                Constraint::at_least(x.clone(), 0.into()),
                Constraint::at_least(n, &x + 1),
            ]);
        }
        Some(x)
    }

    /// Division that rounds toward zero is floor division of the dividend's size.
    fn toward_zero(
        &mut self,
        id: Id,
        fact: &Fact,
        remainder: bool,
        a: Id,
        divisor: i64,
    ) -> Option<AffineExpr> {
        let a = self.of_class(a)?;
        let x = self.unknown(Unknown::Class(id), fact);
        let (size, sign) = (divisor.abs(), divisor.signum());
        let value = |dividend: AffineExpr, flip: i64| match remainder {
            true => dividend.modulo(size) * flip,
            false => dividend.floordiv(size) * (flip * sign),
        };
        let case = |condition: Constraint, value: AffineExpr| {
            vec![
                Claim::Holds(condition),
                Claim::Holds(Constraint::equal(x.clone(), value)),
            ]
        };
        let (up, down) = (value(a.clone(), 1), value(-&a, -1));
        self.cases.push(vec![
            case(Constraint::at_least(a.clone(), 0.into()), up),
            case(Constraint::at_most(a, (-1).into()), down),
        ]);
        Some(x)
    }
}
