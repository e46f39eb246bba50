//! Other forms of a nest, with arrays or loops that the source does not have. Each starts an e-graph of its own: what
//! is true of a loop variable in one form need not be in another.

mod arena;
mod cross;
mod decide;
mod expand;
mod privatize;
mod split;
mod stretch;

use crate::dependence::Emptiness;
use crate::lift::Nest;

/// A rule that changes the arrays or the loop variables of a nest, for listings.
#[derive(Clone, Copy, Debug)]
pub struct FormRule {
    pub name: &'static str,
    /// The two sides in the notation of the rule language.
    pub mathematics: &'static str,
    /// What must hold of the nest.
    pub condition: &'static str,
    /// Whether the other form takes the place of the first, which is never faster.
    pub replaces: bool,
    /// The other form; `None` where there is none.
    pub apply: fn(&Nest, &dyn Emptiness) -> Option<Nest>,
}

/// Every rule of this kind, in the order in which they are tried, each on what those before it left.
pub static FORM_RULES: &[FormRule] = &[
    FormRule {
        name: "decide",
        mathematics: "for i in a..b { if p { S } else { R } }  =>  for i in a..b { S }",
        condition: "p holds for every i in a..b, in every iteration of the loops around; R stays where it never does",
        replaces: true,
        apply: decide::decide,
    },
    FormRule {
        name: "split",
        mathematics: "for i in a..b { if i < e { S } else { R } }  =>  \
                      for i in a..min(b, e) { S }; for i in max(a, e)..b { R }",
        condition: "i not in e; nor is the variable of a loop around the condition inside that over i; where the \
                    condition is i == e there are three loops",
        replaces: false,
        apply: split::split,
    },
    FormRule {
        name: "cross",
        mathematics: "for i in a..b { S }  =>  for i in a..min(b, e) { S }; \
                      for i in max(a, e)..min(b, e + 1) { S }; for i in max(a, e + 1)..b { S }",
        condition: "i not in e; offered where iterations of S depend on each other, but no two with i < e do, and no two \
                    with i > e",
        replaces: false,
        apply: cross::cross,
    },
    FormRule {
        name: "privatize",
        mathematics: "for i in a..b { t[] = v; … t[] … }  =>  for i in a..b { t[i] = v; … t[i] … }",
        condition: "t is a temporary that nothing reads after the nest; a, b are constants in the end",
        replaces: false,
        apply: |nest, _| privatize::privatize(nest),
    },
    FormRule {
        name: "expand",
        mathematics: "for i in a..b { for j in c..d { … e(j) … } }  =>  \
                      for j in c..d { p[j] = e(j) }; for i in a..b { for j in c..d { … p[j] … } }",
        condition: "e reads nothing that the nest writes, cannot trap, and reads inside its buffers for every j",
        replaces: false,
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
        if rule.replaces && found.len() == forms.len() {
            forms.clear();
        }
        forms.extend(found);
    }
    forms
}
