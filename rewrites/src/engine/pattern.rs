//! Rules of two patterns.

use std::ops::ControlFlow;

use egg::{Analysis, EGraph, FromOp, Id, Language, Pattern, PatternAst, Symbol, Var};

use super::{Rule, View};
use crate::matcher::{Matcher, Pieces, Template};

/// A rule of two patterns, for e-graphs of any language.
pub struct PatternRule<L: Language, N: Analysis<L>> {
    name: String,
    symbol: Symbol,
    left: PatternAst<L>,
    right: PatternAst<L>,
    matcher: Matcher<L>,
    template: Template<L>,
    variables: Vec<Var>,
    condition: Option<Condition<L, N>>,
}

type Condition<L, N> = Box<dyn Fn(&EGraph<L, N>, &Bindings<'_>) -> bool + Send + Sync>;

/// The classes of the variables of a match.
pub struct Bindings<'m> {
    variables: &'m [Var],
    classes: &'m [Id],
}

impl Bindings<'_> {
    /// The class of a variable.
    ///
    /// # Panics
    /// Where the left side of the rule has no such variable.
    pub fn class(&self, name: &str) -> Id {
        let var: Var = name.parse().expect("the name of a variable");
        let place = self.variables.iter().position(|v| *v == var);
        self.classes[place.expect("a variable of the left side")]
    }
}

impl<L, N> PatternRule<L, N>
where
    L: Language + FromOp + Sync,
    N: Analysis<L>,
{
    /// The rule that adds `right` where it finds `left`; what is wrong with them, otherwise.
    pub fn new(name: &str, left: &str, right: &str) -> Result<PatternRule<L, N>, String> {
        let read = |text: &str| {
            text.parse::<Pattern<L>>()
                .map_err(|error| format!("{text}: {error:?}"))
        };
        let (left, right) = (read(left)?.ast, read(right)?.ast);
        let matcher = Matcher::new(&left);
        let variables: Vec<Var> = matcher.variables().collect();
        let unbound = || format!("{name}: the right side has a variable that the left has not");
        Ok(PatternRule {
            name: name.to_string(),
            symbol: Symbol::from(name),
            template: Template::new(&right, &variables).ok_or_else(unbound)?,
            left,
            right,
            matcher,
            variables,
            condition: None,
        })
    }

    /// The rule, where this holds too. The condition may look at the classes of variables, their data and their nodes.
    pub fn when(
        self,
        condition: impl Fn(&EGraph<L, N>, &Bindings<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        PatternRule {
            condition: Some(Box::new(condition)),
            ..self
        }
    }
}

/// Where a pattern was found.
pub struct PatternMatch {
    class: Id,
    only_unites: bool,
    /// Of the pieces of the right side; of the variables instead, where there are to be explanations, which speak of them.
    classes: Pieces,
}

impl<L, N> Rule<L, N> for PatternRule<L, N>
where
    L: Language + Send + Sync,
    N: Analysis<L>,
{
    type Match = PatternMatch;

    fn name(&self) -> &str {
        &self.name
    }

    fn head(&self) -> Option<L::Discriminant> {
        match self.left.as_ref().last()? {
            egg::ENodeOrVar::ENode(node) => Some(node.discriminant()),
            egg::ENodeOrVar::Var(_) => None,
        }
    }

    fn reach(&self) -> usize {
        self.matcher.reach(self.condition.is_some())
    }

    fn search(
        &self,
        view: &View<'_, L, N>,
        class: Id,
        found: &mut dyn FnMut(PatternMatch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let egraph = view.egraph;
        self.matcher
            .search(view, class, self.condition.is_some(), &mut |classes| {
                let bindings = Bindings {
                    variables: &self.variables,
                    classes,
                };
                let condition = self.condition.as_ref();
                if !condition.is_none_or(|condition| condition(egraph, &bindings)) {
                    return ControlFlow::Continue(());
                }
                let pieces = self.template.look_up(egraph, classes);
                let right = Template::<L>::whole(&pieces);
                if right == Some(class) {
                    return ControlFlow::Continue(());
                }
                found(PatternMatch {
                    class,
                    only_unites: right.is_some(),
                    classes: match egraph.are_explanations_enabled() {
                        true => classes.into(),
                        false => pieces,
                    },
                })
            })
    }

    fn only_unites(&self, found: &PatternMatch) -> bool {
        found.only_unites
    }

    fn apply(&self, egraph: &mut EGraph<L, N>, found: &PatternMatch) -> bool {
        if egraph.are_explanations_enabled() {
            let subst = self.matcher.substitution(&found.classes);
            return egraph
                .union_instantiations(&self.left, &self.right, &subst, self.symbol)
                .1;
        }
        let right = self.template.add(egraph, &found.classes);
        egraph.union(found.class, right)
    }
}
