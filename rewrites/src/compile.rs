//! From rules to searches and changes of the e-graph.
//!
//! A rule speaks of values of any type of its domain; what is searched for are nodes of one type with
//! one set of fast-math flags. So a rule is compiled once for each [`Instance`] that occurs in the
//! e-graph.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use egg::{
    Analysis, Applier, EGraph, ENodeOrVar, Id, Language, Pattern, PatternAst, RecExpr, Subst, Symbol, Var,
};
use ovolo_lang::algebra::FastMath;
use ovolo_lang::op::Trait;

use crate::answer::Answer;
use crate::engine::{self, View};
use crate::facts::{Fact, HasFact};
use crate::matcher::{Classes, Matcher};
use crate::relates::{Operand, Relates, Relation, Signs};
use crate::rule::{
    Condition, Instance, Operation, Rule, Sort, Term, Variable, float_bits, is_cast, wrapping,
};
use crate::term::{Node, Scalar, ScalarOp};

/// One direction of a rule for one instance.
#[derive(Clone, Debug)]
pub struct Rewrite<'r> {
    pub rule: &'r Rule,
    /// From the right side to the left.
    pub reversed: bool,
    pub instance: Instance,
    /// The name of the rule, for explanations.
    name: Symbol,
    left: Pattern<Node>,
    matcher: Matcher<Node>,
    right: Pattern<Node>,
    /// The variables of the right pattern that stand for computed constants.
    computed: Vec<(Var, &'r Term, Sort)>,
}

/// A place where a rewrite applies.
#[derive(Clone, Debug)]
pub struct Match {
    pub class: Id,
    subst: Subst,
    /// The values of the computed constants.
    computed: Vec<Node>,
    /// Whether the e-graph has the other side.
    only_unites: bool,
}

/// The instances that occur in the e-graph, and `index`.
pub fn instances<A: Analysis<Node>>(egraph: &EGraph<Node, A>) -> BTreeSet<Instance> {
    let mut found = BTreeSet::from([Instance::new(Scalar::Index, FastMath::NONE)]);
    let mut widths = BTreeSet::new();
    let mut changes_widths = false;
    for class in egraph.classes() {
        for node in class.iter() {
            if let Node::Op(op, _) = node {
                for flags in [op.flags, FastMath::NONE] {
                    found.insert(Instance::new(op.ty, flags));
                }
                changes_widths |= is_cast(op.code);
                for scalar in [op.ty, op.result] {
                    if let Scalar::Integer(width) = scalar {
                        found.insert(Instance::new(scalar, FastMath::NONE));
                        widths.insert(width);
                    }
                }
            }
        }
    }
    if changes_widths {
        found.extend(widths.iter().flat_map(|&width| among(width, &widths)));
    }
    found
}

/// A width with narrower and wider ones of those that there are.
fn among(width: u32, widths: &BTreeSet<u32>) -> Vec<Instance> {
    let plain = Instance::new(Scalar::Integer(width), FastMath::NONE);
    let narrow: Vec<Option<u32>> = widths.range(..width).copied().map(Some).chain([None]).collect();
    let wide = widths.range(width + 1..).copied().map(Some).chain([None]);
    let with = |wide| {
        narrow.iter().map(move |&narrow| Instance {
            narrow,
            wide,
            ..plain
        })
    };
    wide.flat_map(with).collect()
}

/// The directions of the rule for the instance; none when it does not apply there.
pub fn compile<'r>(rule: &'r Rule, instance: Instance) -> Vec<Rewrite<'r>> {
    let directions: &[bool] = if rule.both_ways { &[false, true] } else { &[false] };
    directions
        .iter()
        .filter_map(|reversed| Rewrite::new(rule, *reversed, instance))
        .collect()
}

impl<'r> Rewrite<'r> {
    fn new(rule: &'r Rule, reversed: bool, instance: Instance) -> Option<Rewrite<'r>> {
        let (from, to) = match reversed {
            false => (&rule.left, &rule.right),
            true => (&rule.right, &rule.left),
        };
        // Flags only tell operations apart that bear them.
        let plain = !bears_flags(from) && instance.flags != FastMath::NONE;
        if plain || !rule.speaks_of(instance) || !allows(instance.flags, rule.gates) {
            return None;
        }
        let mut left = PatternBuilder::new(instance);
        left.add(from, rule.sort())?;
        let mut right = PatternBuilder::new(Instance {
            flags: kept(instance.flags, rule),
            ..instance
        });
        right.add(to, rule.sort())?;
        Some(Rewrite {
            rule,
            reversed,
            instance,
            name: Symbol::from(rule.name.as_str()),
            matcher: Matcher::new(&left.ast),
            left: Pattern::new(left.ast),
            right: Pattern::new(right.ast),
            computed: right.computed,
        })
    }

    /// The places, at most `limit`, where the rewrite would change something. A node of a class that is looked at takes
    /// a step; where there are none left the search ends.
    pub fn search<A>(&self, egraph: &EGraph<Node, A>, limit: usize, steps: &mut usize) -> Vec<Match>
    where
        A: Relates,
        A::Data: HasFact,
    {
        let mut matches = Vec::new();
        let Some(ENodeOrVar::ENode(root)) = self.left.ast.last() else {
            return matches;
        };
        let Some(classes) = egraph.classes_for_op(&root.discriminant()) else {
            return matches;
        };
        for class in classes {
            let Some(left) = steps.checked_sub(1 + egraph[class].len()) else {
                *steps = 0;
                return matches;
            };
            *steps = left;
            let full = self.search_class(egraph, egraph, class, &mut |found| {
                matches.push(found);
                match matches.len() == limit {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            if full.is_break() {
                return matches;
            }
        }
        matches
    }

    /// Hands the matches of a class that have something new in them and would change something to `found`, which may end
    /// the search.
    fn search_class<A>(
        &self,
        egraph: &EGraph<Node, A>,
        classes: &impl Classes<Node>,
        class: Id,
        found: &mut dyn FnMut(Match) -> ControlFlow<()>,
    ) -> ControlFlow<()>
    where
        A: Relates,
        A::Data: HasFact,
    {
        let asks = self.asks_of_variables();
        self.matcher.search(classes, class, asks, &mut |classes| {
            let subst = self.matcher.substitution(classes);
            match self.admit(egraph, egraph.find(class), subst) {
                Some(admitted) => found(admitted),
                None => ControlFlow::Continue(()),
            }
        })
    }

    /// Conditions, and which variables are constants, are asked of the classes of variables.
    fn asks_of_variables(&self) -> bool {
        !self.rule.conditions.is_empty() || self.rule.variables.iter().any(|variable| variable.constant)
    }

    /// The match, when the conditions hold and the two sides are not known to be equal.
    fn admit<A>(&self, egraph: &EGraph<Node, A>, class: Id, subst: Subst) -> Option<Match>
    where
        A: Relates,
        A::Data: HasFact,
    {
        let on = Facts {
            instance: self.instance,
            variables: &self.rule.variables,
            of_variable: |i| egraph[*subst.get(variable(i))?].data.fact(),
        };
        let constants = self.rule.variables.iter().enumerate().filter(|(_, v)| v.constant);
        for (i, _) in constants {
            (on.of_variable)(i)?.constant_node()?;
        }
        let holds = |condition: &Condition| match on.holds(condition) {
            Answer::Unknown => match condition {
                Condition::NoWrap(signs, term) => {
                    let known = self.stays_within(egraph, &subst, *signs, term);
                    known.unwrap_or(Answer::Unknown)
                }
                _ => Self::related(egraph, &subst, condition),
            },
            answer => answer,
        };
        if !self.rule.conditions.iter().all(|c| holds(c).is_yes()) {
            return None;
        }
        let computed: Vec<Node> = self
            .computed
            .iter()
            .map(|(_, term, sort)| on.value(term, *sort)?.constant_node())
            .collect::<Option<_>>()?;
        let found = Match {
            class,
            subst,
            computed,
            only_unites: false,
        };
        let right = self.look_up(egraph, &found);
        (right != Some(egraph.find(class))).then_some(Match {
            only_unites: right.is_some(),
            ..found
        })
    }

    /// What the analysis answers to whether an operation on variables and numbers overflows.
    fn stays_within<A: Relates>(
        &self,
        egraph: &EGraph<Node, A>,
        subst: &Subst,
        signs: Signs,
        term: &Term,
    ) -> Option<Answer> {
        let (kind, op) = wrapping(term)?;
        let class = |term: &Term| match term {
            Term::Variable(i) => subst.get(variable(*i)).copied(),
            literal => {
                let fact = literal_fact(literal, self.instance.scalar_of(op.operands))?;
                egraph.lookup(fact.constant_node()?)
            }
        };
        let operands = [class(&op.args[0])?, class(&op.args[1])?];
        Some(A::stays_within(egraph, kind, signs, operands))
    }

    /// What the analysis answers to a comparison of variables and numbers.
    fn related<A: Relates>(egraph: &EGraph<Node, A>, subst: &Subst, condition: &Condition) -> Answer {
        let operand = |term: &Term| match term {
            Term::Variable(i) => subst.get(variable(*i)).map(|id| Operand::Class(egraph.find(*id))),
            Term::Integer(value) => Some(Operand::Integer(*value)),
            _ => None,
        };
        let Condition::Compare(relation, a, b) = condition else {
            return Answer::Unknown;
        };
        match (operand(a), operand(b)) {
            (Some(a), Some(b)) => A::relates(egraph, *relation, a, b),
            _ => Answer::Unknown,
        }
    }

    /// The class of the right side, when the e-graph has it.
    fn look_up<A: Analysis<Node>>(&self, egraph: &EGraph<Node, A>, found: &Match) -> Option<Id> {
        let mut ids: Vec<Id> = Vec::with_capacity(self.right.ast.len());
        for node in self.right.ast.iter() {
            ids.push(match node {
                ENodeOrVar::Var(var) => match self.computed.iter().position(|(c, ..)| c == var) {
                    Some(i) => egraph.lookup(found.computed[i].clone())?,
                    None => egraph.find(*found.subst.get(*var)?),
                },
                ENodeOrVar::ENode(node) => {
                    let node = node.clone().map_children(|child| ids[usize::from(child)]);
                    egraph.lookup(node)?
                }
            });
        }
        ids.last().copied()
    }

    /// Adds the right side at the place of the match. Whether the e-graph learned something.
    pub fn apply<A: Analysis<Node>>(&self, egraph: &mut EGraph<Node, A>, found: &Match) -> bool {
        let mut subst = found.subst.clone();
        for ((var, ..), value) in self.computed.iter().zip(&found.computed) {
            let id = egraph.add(value.clone());
            subst.insert(*var, id);
        }
        let from = egraph.are_explanations_enabled().then_some(&self.left.ast);
        !self
            .right
            .apply_one(egraph, found.class, &subst, from, self.name)
            .is_empty()
    }
}

impl<A> engine::Rule<Node, A> for Rewrite<'_>
where
    A: Relates,
    A::Data: HasFact,
{
    type Match = Match;

    fn name(&self) -> &str {
        &self.rule.name
    }

    fn head(&self) -> Option<Node> {
        match self.left.ast.last()? {
            ENodeOrVar::ENode(root) => Some(root.discriminant()),
            ENodeOrVar::Var(_) => None,
        }
    }

    fn reach(&self) -> usize {
        self.matcher.reach(self.asks_of_variables())
    }

    fn search(
        &self,
        view: &View<'_, Node, A>,
        class: Id,
        found: &mut dyn FnMut(Match) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.search_class(view.egraph, view, class, found)
    }

    fn only_unites(&self, found: &Match) -> bool {
        found.only_unites
    }

    fn apply(&self, egraph: &mut EGraph<Node, A>, found: &Match) -> bool {
        Rewrite::apply(self, egraph, found)
    }
}

fn variable(i: usize) -> Var {
    Var::from_u32(i as u32)
}

fn bears_flags(term: &Term) -> bool {
    let mut bears = false;
    term.walk(&mut |t| bears |= matches!(t, Term::Op(op) if op.code.has_trait(Trait::FastMath)));
    bears
}

fn allows(flags: FastMath, gates: FastMath) -> bool {
    let implied = |flag: bool, gate: bool| flag || !gate;
    implied(flags.reassoc, gates.reassoc)
        && implied(flags.nnan, gates.nnan)
        && implied(flags.ninf, gates.ninf)
        && implied(flags.nsz, gates.nsz)
        && implied(flags.arcp, gates.arcp)
        && implied(flags.contract, gates.contract)
        && implied(flags.afn, gates.afn)
}

/// The flags of the result.
pub(crate) fn kept(flags: FastMath, rule: &Rule) -> FastMath {
    match rule.keeps_promises() {
        true => flags,
        false => FastMath {
            nnan: false,
            ninf: false,
            ..flags
        },
    }
}

struct PatternBuilder<'r> {
    instance: Instance,
    ast: PatternAst<Node>,
    computed: Vec<(Var, &'r Term, Sort)>,
}

impl<'r> PatternBuilder<'r> {
    fn new(instance: Instance) -> PatternBuilder<'r> {
        PatternBuilder {
            instance,
            ast: PatternAst::default(),
            computed: Vec::new(),
        }
    }

    /// `None` when the type cannot express the term.
    fn add(&mut self, term: &'r Term, sort: Sort) -> Option<Id> {
        let scalar = self.instance.scalar_of(sort);
        let node = match term {
            Term::Variable(i) => ENodeOrVar::Var(variable(*i)),
            Term::Computed(inner) => {
                // Numbered from the far end, so that no variable of the rule has the number.
                let var = Var::from_u32(u32::MAX - self.computed.len() as u32);
                self.computed.push((var, inner, sort));
                ENodeOrVar::Var(var)
            }
            Term::Index(op, args) => {
                let [a, b] = [self.add(&args[0], sort)?, self.add(&args[1], sort)?];
                ENodeOrVar::ENode(Node::Index(*op, [a, b]))
            }
            Term::Op(op) => {
                let args = op.args.iter().enumerate();
                let args = args.map(|(i, a)| self.add(a, op.sort_of_operand(i)));
                let args = args.collect::<Option<_>>()?;
                ENodeOrVar::ENode(Node::Op(scalar_op(op, self.instance), args))
            }
            literal => ENodeOrVar::ENode(literal_fact(literal, scalar)?.constant_node()?),
        };
        Some(self.ast.add(node))
    }
}

/// The operation at an instance.
pub(crate) fn scalar_op(op: &Operation, instance: Instance) -> ScalarOp {
    ScalarOp {
        code: op.code,
        ty: instance.scalar_of(op.operands),
        result: instance.scalar_of(op.result),
        flags: match op.code.has_trait(Trait::FastMath) {
            true => instance.flags,
            false => FastMath::NONE,
        },
        predicate: op.predicate,
    }
}

/// The term with its variables replaced; `None` when the type cannot express it, or when it has
/// constants to compute.
pub fn expression(
    term: &Term,
    instance: Instance,
    of_variable: &impl Fn(usize) -> Node,
) -> Option<RecExpr<Node>> {
    expression_at(term, Sort::Value, instance, of_variable)
}

/// As [`expression`], where a number alone is of this sort.
pub(crate) fn expression_at(
    term: &Term,
    sort: Sort,
    instance: Instance,
    of_variable: &impl Fn(usize) -> Node,
) -> Option<RecExpr<Node>> {
    let mut builder = PatternBuilder::new(instance);
    builder.add(term, sort)?;
    let mut expression = RecExpr::default();
    for node in builder.ast.iter() {
        expression.add(match node {
            ENodeOrVar::ENode(node) => node.clone(),
            ENodeOrVar::Var(var) => match var.as_u32() {
                Some(i) if builder.computed.is_empty() => of_variable(i as usize),
                _ => return None,
            },
        });
    }
    Some(expression)
}

/// Evaluates terms and conditions on facts about the variables of a rule.
pub(crate) struct Facts<'v, F> {
    pub instance: Instance,
    pub variables: &'v [Variable],
    pub of_variable: F,
}

impl<'f, F: Fn(usize) -> Option<&'f Fact>> Facts<'_, F> {
    /// What is known of the value of a term of the sort.
    fn value(&self, term: &Term, sort: Sort) -> Option<Fact> {
        let scalar = self.instance.scalar_of(sort);
        Some(match term {
            Term::Variable(i) => (self.of_variable)(*i)?.clone(),
            Term::Computed(inner) => self.value(inner, sort)?,
            Term::Index(op, args) => {
                let [a, b] = &**args;
                Fact::of_index(*op, &self.value(a, sort)?, &self.value(b, sort)?)
            }
            Term::Op(op) => {
                let args = op.args.iter().enumerate();
                let args = args.map(|(i, a)| self.value(a, op.sort_of_operand(i)));
                let args: Vec<Fact> = args.collect::<Option<_>>()?;
                let instance = Instance {
                    flags: FastMath::NONE,
                    ..self.instance
                };
                Fact::of_op(&scalar_op(op, instance), &args.iter().collect::<Vec<_>>())
            }
            Term::Log2(a) => {
                let value = unsigned(&self.value(a, sort)?).filter(|v| v.is_power_of_two())?;
                literal_fact(&Term::Integer(value.trailing_zeros().into()), scalar)?
            }
            Term::Width(which) => match self.instance.scalar_of(*which) {
                Scalar::Integer(width) => literal_fact(&Term::Integer(width.into()), scalar)?,
                _ => return None,
            },
            literal => literal_fact(literal, scalar)?,
        })
    }

    pub(crate) fn holds(&self, condition: &Condition) -> Answer {
        self.answer(condition).unwrap_or(Answer::Unknown)
    }

    fn answer(&self, condition: &Condition) -> Option<Answer> {
        let both = |a: &Term, b: &Term| {
            let sort = a.sort_of_both(b, self.variables);
            Some((self.value(a, sort)?, self.value(b, sort)?))
        };
        Some(match condition {
            Condition::Compare(relation, a, b) => {
                let (a, b) = both(a, b)?;
                match (relation, signed(&a).zip(signed(&b))) {
                    (Relation::Equal, _) => a.equal(&b),
                    (Relation::NotEqual, _) => !a.equal(&b),
                    (Relation::Less, Some((a, b))) => Answer::from(a < b),
                    (Relation::LessEqual, Some((a, b))) => Answer::from(a <= b),
                    (Relation::Less, None) => match a.less(&b) {
                        Answer::Unknown => a.less_signed(&b),
                        known => known,
                    },
                    (Relation::LessEqual, None) => match a.less_equal(&b) {
                        Answer::Unknown => !b.less_signed(&a),
                        known => known,
                    },
                }
            }
            Condition::Divides(a, b) => {
                let (a, b) = both(a, b)?;
                match (self.instance.scalar, unsigned(&a), unsigned(&b)) {
                    (Scalar::Integer(_), Some(0), Some(b)) => Answer::from(b == 0),
                    (Scalar::Integer(_), Some(a), Some(b)) => Answer::from(b % a == 0),
                    _ => a.divides(&b),
                }
            }
            Condition::PowerOfTwo(a) => Answer::from(unsigned(&both(a, a)?.0)?.is_power_of_two()),
            Condition::UnsignedLess(a, b) => {
                let (a, b) = both(a, b)?;
                a.less_unsigned(&b)
            }
            Condition::NoWrap(signs, term) => {
                let (kind, op) = wrapping(term)?;
                let operand = |i: usize| self.value(&op.args[i], op.operands);
                operand(0)?.stays_within(kind, *signs, &operand(1)?)
            }
            Condition::Doubled => Answer::from(match (self.instance.scalar, self.instance.wide) {
                (Scalar::Integer(width), Some(wide)) => wide == 2 * width,
                _ => false,
            }),
            Condition::MinimumWidth(least) => match self.instance.scalar {
                Scalar::Integer(width) => Answer::from(width >= *least),
                _ => return None,
            },
            Condition::Holds(term) => Answer::from(self.value(term, Sort::Truth)?.bits? == 1),
        })
    }
}

/// The value of a constant `index` that is not negative, or the bits of a constant integer.
fn unsigned(fact: &Fact) -> Option<u128> {
    match fact.scalar {
        Scalar::Index => u128::try_from(fact.as_index()?).ok(),
        _ => fact.bits,
    }
}

/// The value of a constant integer.
fn signed(fact: &Fact) -> Option<i128> {
    match (fact.scalar, fact.bits?) {
        (Scalar::Integer(width @ 1..=64), bits) => Some((bits << (128 - width)) as i128 >> (128 - width)),
        _ => None,
    }
}

fn literal_fact(term: &Term, scalar: Scalar) -> Option<Fact> {
    Some(match (term, scalar) {
        (Term::Truth(value), _) => Fact::constant_bits(Scalar::Integer(1), u128::from(*value)),
        (Term::Integer(value), Scalar::Index) => Fact::constant(*value),
        (Term::Integer(value), Scalar::Integer(width @ 1..=64)) => {
            Fact::constant_bits(scalar, i128::from(*value) as u128 & ((1 << width) - 1))
        }
        (Term::Float(value), Scalar::Float(kind)) => Fact::constant_bits(scalar, float_bits(*value, kind)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
