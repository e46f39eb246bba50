//! Other forms of a nest, with arrays or loops that the source does not have. Each starts an e-graph of its own: what
//! is true of a loop variable in one form need not be in another.

mod accesses;
mod apart;
mod arena;
mod array_privatization;
mod bounds;
mod contract;
mod copies;
mod cover;
mod cross;
mod dead;
mod decide;
mod distribute;
mod executed;
mod expand;
mod extent;
mod fold_storage;
mod forward;
mod fuse;
mod index_set_split;
mod narrow;
mod peel;
mod privatize;
mod reach;
mod reroll;
mod residues;
mod reverse;
mod sink;
mod split;
mod unjam;
mod untile;

use std::collections::BTreeSet;

use egg::{Language, Symbol};
use ovolo_lang::diagnostic::Diagnostic;

use crate::dependence::Emptiness;
use crate::loops::name_tiles;
use crate::nest::Nest;
use crate::refusal::Refusals;
use crate::schedule::{self, FormStep, Name, Schedule};
use crate::term::Node;

pub use array_privatization::mark_private_arrays;
pub use contract::contract_chosen;
pub use copies::copy_all_out;
pub use forward::forward;
pub use fuse::becomes_one;
pub use residues::MOST_RESIDUES;

/// A rule that changes the arrays or the loop variables of a nest, for listings.
#[derive(Clone, Copy, Debug)]
pub struct NestTransformation {
    pub name: &'static str,
    /// What schedules call it.
    pub word: &'static str,
    /// The two sides in the notation of the rule language.
    pub mathematics: &'static str,
    /// What must hold of the nest.
    pub condition: &'static str,
    /// Whether the other form takes the place of the first: where that is never faster, or too large for one e-graph.
    pub replaces: fn(&Nest) -> bool,
    /// The other form; `None` where there is none.
    pub apply: fn(&Nest, &dyn Emptiness, &mut Refusals) -> Option<Nest>,
}

/// Every rule of this kind, in the order in which they are tried, each on what those before it left.
pub static NEST_TRANSFORMATIONS: &[NestTransformation] = &[
    NestTransformation {
        name: "untile",
        word: "untile",
        mathematics: "for t in a..b step T { for j in c..d { for i in t..min(t + T, b) { S } } }  =>  \
                      for j in c..d { for i in a..b { S } }",
        condition: "t is nowhere else; no instance of S depends on one with a lesser t and a greater j; r = c[p]; for i { … r … }; \
                    c[p] = r may stand in the place of the loop over i, as for i { … c[p] … }",
        replaces: |_| true,
        apply: untile::untile,
    },
    NestTransformation {
        name: "residues",
        word: "residues",
        mathematics: "for i in a..b { S(i floordiv m, i mod m) }  =>  for q in 0..(b - a) floordiv m { S(a + m * q); …; \
                      S(a + m * q + m - 1) }; for i in a + m * ((b - a) floordiv m)..b { S(i floordiv m, i mod m) }",
        condition: "m is a small constant; offered where the quotients and remainders of S(a + m * q + r) are affine in q",
        replaces: |_| true,
        apply: residues::residues,
    },
    NestTransformation {
        name: "copy_out",
        word: "copy",
        mathematics: "S; for i in a..a + n { R(i) }  =>  S; R(a); …; R(a + n - 1);  c[p] = v; c[p] = e(c[p])  =>  c[p] = e(v)",
        condition: "a is a constant and n a small one; S and R have no loops; i is in no subscript of what R writes; e reads \
                    no other cell that may be c[p]",
        replaces: |_| true,
        apply: copies::copy_out,
    },
    NestTransformation {
        name: "reroll",
        word: "reroll",
        mathematics: "for i in a..b step k * d { S(i); S(i + d); …; S(i + (k - 1) * d) }  =>  \
                      for j in a..a + k * d * ((b - a) ceildiv (k * d)) step d { S(j) }",
        condition: "none; the same where S takes up a term in a cell that the terms do not read: one after the other, or in any \
                    order where the operation allows it; and where the statements of the copies stand side by side, each copy with \
                    temporaries of its own that it writes anew, and no two instances of S(j) with other j depend on each other",
        replaces: |_| false,
        apply: reroll::reroll,
    },
    NestTransformation {
        name: "decide",
        word: "decide",
        mathematics: "for i in a..b { if p { S } else { R } }  =>  for i in a..b { S }",
        condition: "p holds for every i in a..b, in every iteration of the loops around; R stays where it never does",
        replaces: |_| true,
        apply: decide::decide,
    },
    NestTransformation {
        name: "split",
        word: "split",
        mathematics: "for i in a..b { if i < e { S } else { R } }  =>  \
                      for i in a..min(b, e) { S }; for i in max(a, e)..b { R }",
        condition: "i not in e; nor is the variable of a loop around the condition inside that over i, but for short ones: then \
                    there are three loops, where p holds throughout them, where it fails throughout, and what is kept between; where \
                    the condition is i == e there are three loops too",
        replaces: |_| true,
        apply: split::split,
    },
    NestTransformation {
        name: "dead",
        word: "dead",
        mathematics: "t[p] = e; S; R  =>  S; R",
        condition: "R writes every cell that t[p] = e does, and neither S nor R reads one; or t lives for the nest only \
                    and nothing reads it",
        replaces: |_| true,
        apply: dead::dead,
    },
    NestTransformation {
        name: "fuse",
        word: "fuse",
        mathematics: "for i in a..b { S(i) }; for k in c..d { R(k) }  =>  for i in a..c + s { S(i) }; \
                      for i in max(a, c + s)..min(b, d + s) { S(i); R(i - s) }; for k in max(c, b - s)..d { R(k) }",
        condition: "a - c and b - d are constants; no instance of R depends on one of S with i > k + s; s is the least \
                    such number; offered where S and R touch one array",
        replaces: |_| false,
        apply: fuse::fuse,
    },
    NestTransformation {
        name: "forward",
        word: "forward",
        mathematics: "t[p] = e; S; y[q] = f(t[p])  =>  S; y[q] = f(e)",
        condition: "S does not write t[p] or what e reads, nor does t[p] = e; offered where nothing reads t[p] then, and \
                    the store goes too",
        replaces: |_| false,
        apply: forward::forward,
    },
    NestTransformation {
        name: "narrow",
        word: "narrow",
        mathematics: "a[p] = trunc(i32 -> i8, e)  =>  a[p] = trunc(i16 -> i8, e')",
        condition: "e' is e with operations on integers of 8 or 16 bits; what is compared, or the least or greatest of others, fits in those \
                    for all that is loaded, and what is shifted to the right does, or has the bits that are kept among them",
        replaces: |_| true,
        apply: narrow::narrow,
    },
    NestTransformation {
        name: "contract",
        word: "contract",
        mathematics: "for i { … t[i + c, p] = e; … t[i + d, q] … }  =>  for i { … t'[c, p] = e; … t'[d, q] … }",
        condition: "t lives for the nest only; every cell that an iteration reads was written in it; c and d stay in a constant \
                    window, which is shorter than t; offered for each part of the nest that reads nothing of t that another wrote",
        replaces: |_| false,
        apply: contract::contract,
    },
    NestTransformation {
        name: "fold_storage",
        word: "fold",
        mathematics: "for i { … t[i + c, p] = e; … t[i, q] … }  =>  for i { … t[(i + c) mod n, p] = e; … t[i mod n, q] … }",
        condition: "t lives for the nest only; its rows are written in their order, and no row is written while one that is n or more \
                    before it is read later; n is 2, 4, 8 or 16",
        replaces: |_| false,
        apply: fold_storage::fold_storage,
    },
    NestTransformation {
        name: "privatize",
        word: "privatize",
        mathematics: "for i in a..b { t[] = v; … t[] … }  =>  for i in a..b { t[i] = v; … t[i] … }",
        condition: "t is a temporary that nothing reads after the nest; a, b are constants or symbols in the end",
        replaces: |_| false,
        apply: |nest, _, refusals| privatize::privatize(nest, refusals),
    },
    NestTransformation {
        name: "distribute_all",
        word: "distribute",
        mathematics: "for i in a..b { for j in c..d { S; for k in e..f { R } } }  =>  \
                      for i in a..b { for j in c..d { S } }; for i in a..b { for j in c..d { for k in e..f { R } } }",
        condition: "statements that depend on each other both ways stay together; where one depends on another its loop \
                    comes after that of the other; offered for four loops inside one another and more, in the place of the first \
                    from six on",
        replaces: distribute::is_too_deep,
        apply: distribute::distribute_all,
    },
    NestTransformation {
        name: "sink",
        word: "sink",
        mathematics: "for j in a..b { P(j); for k in c..j + s { T(j, k) }; Q(j) }  =>  for j in a..b { P(j) }; \
                      for k in c..a + s { for j in a..b { T(j, k) } }; \
                      for k in a + s..b + s { Q(k - s); for j in k - s + 1..b { T(j, k) } }",
        condition: "c <= a + s; P depends on no T or Q with a lesser j; no T and no Q, where k is j + s, depends on one with \
                    a lesser j and a greater k; offered where T writes rows along j. What of P depends on them may be in \
                    Q where it and T take up terms in any order",
        replaces: |_| false,
        apply: sink::sink,
    },
    NestTransformation {
        name: "bounds",
        word: "bounds",
        mathematics: "for i in a..b { for j in c..min(d(i), e(i)) { S } }  =>  \
                      for i in a..min(b, p) { for j in c..d(i) { S } }; for i in max(a, p)..b { for j in c..e(i) { S } }",
        condition: "d(i) <= e(i) where i < p, and the other way round elsewhere, or the reverse; i not in p, nor the \
                    variable of a loop between; the same for lower bounds",
        replaces: |_| false,
        apply: bounds::bounds,
    },
    NestTransformation {
        name: "cross",
        word: "cross",
        mathematics: "for i in a..b { S }  =>  for i in a..min(b, e) { S }; \
                      for i in max(a, e)..min(b, e + 1) { S }; for i in max(a, e + 1)..b { S }",
        condition: "i not in e; offered where iterations of S depend on each other, but no two with i < e do, and no two \
                    with i > e",
        replaces: |_| false,
        apply: cross::cross,
    },
    NestTransformation {
        name: "peel",
        word: "peel",
        mathematics: "for i in a..b { S }  =>  for i in a..min(b, a + n) { S }; for i in a + n..b { S }",
        condition: "none; offered where iterations of S depend on each other, but none with i >= a + n do, or the same \
                    at the end of the loop, for an n of at most 3",
        replaces: |_| false,
        apply: peel::peel,
    },
    NestTransformation {
        name: "reverse",
        word: "reverse",
        mathematics: "for i in a..b { S(i) }  =>  for j in a..b { S(a + b - 1 - j) }",
        condition: "no instance of S depends on one with another i; offered where S writes rows from their end, or \
                    where S depends on instances with a lesser iteration of the loop around and a greater i only",
        replaces: |_| false,
        apply: reverse::reverse,
    },
    NestTransformation {
        name: "expand",
        word: "pack",
        mathematics: "for i in a..b { for j in c..d { … e(j) … } }  =>  \
                      for j in c..d { p[j] = e(j) }; for i in a..b { for j in c..d { … p[j] … } }",
        condition: "e reads nothing that the nest writes, cannot trap, and reads inside its buffers for every j, or what the \
                    nest reads too where it runs",
        replaces: |_| false,
        apply: expand::expand,
    },
];

/// Reads schedules and sketches.
pub fn parse_schedule(source: &str) -> Result<Schedule, Diagnostic> {
    let words: Vec<&str> = NEST_TRANSFORMATIONS.iter().map(|rule| rule.word).collect();
    schedule::parse(source, &words)
}

/// A nest with what was done to its arrays and its loops.
#[derive(Clone, Debug)]
pub struct Form {
    pub nest: Nest,
    pub steps: Vec<FormStep>,
}

/// Rules that are not tried on fused loops: copies and splits pay where an array is read often, fusion where it is not.
const NOT_FUSED: &[&str] = &["distribute_all", "sink", "bounds", "cross", "expand"];

impl Form {
    /// Whether loops of the source are fused.
    pub fn is_fused(&self) -> bool {
        self.has("fuse")
    }

    /// Whether loops of the source that are unrolled are rolled up.
    pub fn is_rolled(&self) -> bool {
        self.has("reroll")
    }

    fn has(&self, word: &str) -> bool {
        self.steps.iter().any(|step| step.word.symbol.as_str() == word)
    }
}

/// The nest and its other forms; why there are no more is noted.
pub fn forms(nest: Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Vec<Form> {
    let mut forms = vec![Form {
        nest,
        steps: Vec::new(),
    }];
    for rule in NEST_TRANSFORMATIONS {
        let mut replaced: Vec<Vec<FormStep>> = Vec::new();
        let found: Vec<Form> = forms
            .iter()
            .filter(|form| !(form.is_fused() && NOT_FUSED.contains(&rule.name)))
            .filter_map(|form| {
                let nest = (rule.apply)(&form.nest, oracle, refusals)?;
                let arrays = changed(&form.nest, &nest);
                if (rule.replaces)(&form.nest) {
                    replaced.push(form.steps.clone());
                }
                let mut steps = form.steps.clone();
                steps.push(FormStep {
                    word: Name::new(Symbol::from(rule.word)),
                    arrays: arrays.into_iter().map(Name::new).collect(),
                });
                Some(Form { nest, steps })
            })
            .collect();
        forms.retain(|form| !replaced.contains(&form.steps));
        forms.extend(found);
    }
    for form in &mut forms {
        mark_private_arrays(&mut form.nest, oracle, refusals);
        name_tiles(form.nest.domains.keys());
    }
    forms
}

/// The arrays that have another shape, and those that new arrays hold parts of.
fn changed(before: &Nest, after: &Nest) -> Vec<Symbol> {
    let mut read = BTreeSet::new();
    for node in after.term.as_ref() {
        if let Node::Store(array, children) = node
            && !before.buffers.contains_key(array)
        {
            let mut pending = children.to_vec();
            let mut seen: BTreeSet<_> = pending.iter().copied().collect();
            while let Some(id) = pending.pop() {
                if let Node::Load(array, ..) = &after.term[id] {
                    read.insert(*array);
                }
                pending.extend(after.term[id].children().iter().filter(|c| seen.insert(**c)));
            }
        }
    }
    let same_shape = |array: &Symbol| match (before.buffers.get(array), after.buffers.get(array)) {
        (Some((a, _)), Some((b, _))) => a.shape == b.shape,
        _ => true,
    };
    let arrays = before.buffers.keys();
    arrays
        .filter(|array| read.contains(*array) || !same_shape(array))
        .copied()
        .collect()
}
