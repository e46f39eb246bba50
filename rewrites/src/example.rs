//! Trying the examples of rules.

use egg::{EGraph, Symbol};

use crate::compile::{expression_at, kept};
use crate::facts::{Environment, Fact, FactAnalysis};
use crate::relates::Relation;
use crate::rule::{Condition, Example, Instance, Rule, Term, Variable};
use crate::saturate::{Limits, Stop, saturate};
use crate::term::{Node, Scalar};

impl Rule {
    /// Whether the rule, alone, makes the two sides of the example equal; else what is wrong.
    pub fn try_example(&self, example: &Example) -> Result<(), String> {
        let instance = self.example_instance();
        let mut egraph = EGraph::new(FactAnalysis {
            environment: example.environment()?,
            ..FactAnalysis::default()
        });
        let leaf = |i: usize| leaf(&example.names[i], instance);
        let mut add = |term: &Term, instance: Instance| {
            expression_at(term, example.sort(), instance, &leaf)
                .map(|e| egraph.add_expr(&e))
                .ok_or_else(|| format!("`{}` has no {}", term.display(&example.names), instance.scalar))
        };
        let of_right = Instance {
            flags: kept(instance.flags, self),
            ..instance
        };
        let (left, right) = (add(&example.left, instance)?, add(&example.right, of_right)?);
        let limits = Limits {
            iterations: 2,
            ..Limits::default()
        };
        let report = saturate(&mut egraph, [self], &limits);
        match report.stop {
            Stop::Contradiction => Err(format!("`{example}` contradicts what is known")),
            _ if egraph.find(left) != egraph.find(right) => {
                Err(format!("the rule does not show `{example}`"))
            }
            _ => Ok(()),
        }
    }
}

fn leaf(name: &Variable, instance: Instance) -> Node {
    let symbol = Symbol::from(name.name.as_str());
    match instance.scalar_of(name.sort) {
        Scalar::Index => Node::Var(symbol),
        scalar => Node::Outer(symbol, scalar),
    }
}

impl Example {
    /// What the `where` of the example says: bounds and divisors of single names. Else what is wrong.
    pub fn environment(&self) -> Result<Environment, String> {
        let mut environment = Environment::new();
        for condition in &self.assumptions {
            let (name, fact) = assumption(condition).ok_or_else(|| {
                format!(
                    "`{}` is not a bound or a divisor of one name",
                    condition.display(&self.names)
                )
            })?;
            let name = Symbol::from(self.names[name].name.as_str());
            if !environment.assume(name, fact) {
                return Err(format!("no value of `{name}` satisfies all of `where`"));
            }
        }
        Ok(environment)
    }
}

fn assumption(condition: &Condition) -> Option<(usize, Fact)> {
    use Term::{Integer, Variable};
    Some(match condition {
        Condition::Compare(Relation::Equal, Variable(x), Integer(a)) => (*x, Fact::constant(*a)),
        Condition::Compare(Relation::LessEqual, Variable(x), Integer(a)) => (*x, Fact::between(None, *a)),
        Condition::Compare(Relation::LessEqual, Integer(a), Variable(x)) => (*x, Fact::at_least(*a)),
        Condition::Compare(Relation::Less, Variable(x), Integer(a)) => {
            (*x, Fact::between(None, a.checked_sub(1)?))
        }
        Condition::Compare(Relation::Less, Integer(a), Variable(x)) => {
            (*x, Fact::at_least(a.checked_add(1)?))
        }
        Condition::Divides(Integer(a), Variable(x)) => (*x, Fact::between(None, None).congruent(*a, 0)),
        _ => return None,
    })
}
