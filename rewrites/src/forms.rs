//! Other forms of a nest, with arrays that the source does not have. Each starts an e-graph of its own.

mod expand;
mod privatize;

use crate::dependence::Emptiness;
use crate::lift::Nest;

/// A rule that changes the arrays of a nest, for listings.
#[derive(Clone, Copy, Debug)]
pub struct FormRule {
    pub name: &'static str,
    /// The two sides in the notation of the rule language.
    pub mathematics: &'static str,
    /// What must hold of the nest.
    pub condition: &'static str,
    /// The other form; `None` where there is none.
    pub apply: fn(&Nest, &dyn Emptiness) -> Option<Nest>,
}

/// Every rule of this kind, in the order in which they are tried, each on what those before it left.
pub static FORM_RULES: &[FormRule] = &[
    FormRule {
        name: "privatize",
        mathematics: "for i in a..b { t[] = v; … t[] … }  =>  for i in a..b { t[i] = v; … t[i] … }",
        condition: "t is a temporary that nothing reads after the nest; a, b are constants in the end",
        apply: |nest, _| privatize::privatize(nest),
    },
    FormRule {
        name: "expand",
        mathematics: "for i in a..b { for j in c..d { … e(j) … } }  =>  \
                      for j in c..d { p[j] = e(j) }; for i in a..b { for j in c..d { … p[j] … } }",
        condition: "e reads nothing that the nest writes, cannot trap, and reads inside its buffers for every j",
        apply: expand::expand,
    },
];

/// The nest and its other forms.
pub fn forms(nest: Nest, oracle: &dyn Emptiness) -> Vec<Nest> {
    let mut forms = vec![nest];
    for rule in FORM_RULES {
        let found: Vec<Nest> = forms
            .iter()
            .filter_map(|form| (rule.apply)(form, oracle))
            .collect();
        forms.extend(found);
    }
    forms
}
