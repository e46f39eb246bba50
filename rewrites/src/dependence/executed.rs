//! What is known to be inside an array since the program accesses it: with `memref<1000x1200xf64>` and loops to `%n` nothing else
//! tells that the cells are there.

use std::collections::BTreeMap;

use egg::Symbol;
use indexmap::{IndexMap, IndexSet};

use super::{Access, Domain};
use crate::linear::Linear;

/// An access that the source executes in every iteration of some loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    pub access: Access,
    /// Outermost first.
    pub loops: Vec<(Symbol, Domain)>,
}

impl Executed {
    /// Whether a subscript is inside the extent of a dimension wherever the variables are in their domains: this access has
    /// the same subscript in an iteration with those values. `assumed` is what is at least zero.
    pub fn tells(
        &self,
        access: &Access,
        dimension: usize,
        domains: &IndexMap<Symbol, Domain>,
        assumed: &[Linear],
    ) -> bool {
        let (Some(Some(own)), Some(Some(wanted))) =
            (self.access.indices.get(dimension), access.indices.get(dimension))
        else {
            return false;
        };
        let variables = variables_of(access, domains);
        let mut values: BTreeMap<Symbol, Symbol> = BTreeMap::new();
        for (name, domain) in &self.loops {
            let Some(domain) = mapped_domain(domain, &values) else {
                return false;
            };
            let is_alike = |other: &&Symbol| domains.get(*other) == Some(&domain);
            let used: Vec<&Symbol> = values.values().collect();
            let same = variables.get(name).filter(is_alike);
            let found = same.or_else(|| variables.iter().filter(is_alike).find(|v| !used.contains(v)));
            match found {
                Some(found) => {
                    values.insert(*name, *found);
                }
                // Some iteration there is.
                None if domain.is_never_empty(assumed) && !own.uses(*name) => {}
                None => return false,
            }
        }
        own.substitute(&|name| Linear::var(values.get(&name).copied().unwrap_or(name)))
            .is_some_and(|own| own == *wanted)
    }
}

/// The loop variables of an access, and those that their bounds are made of.
fn variables_of(access: &Access, domains: &IndexMap<Symbol, Domain>) -> IndexSet<Symbol> {
    let mut found = IndexSet::new();
    let mut pending: Vec<Symbol> = Vec::new();
    for index in access.indices.iter().flatten() {
        index.for_each_var(&mut |v| pending.push(v));
    }
    while let Some(name) = pending.pop() {
        if let Some(domain) = domains.get(&name).filter(|_| found.insert(name)) {
            let bounds = domain.lower.iter().chain(&domain.upper);
            bounds.for_each(|bound| bound.for_each_var(&mut |v| pending.push(v)));
        }
    }
    found.retain(|name| domains.contains_key(name));
    found.sort_by(|a, b| a.as_str().cmp(b.as_str()));
    found
}

fn mapped_domain(domain: &Domain, values: &BTreeMap<Symbol, Symbol>) -> Option<Domain> {
    let mapped = |bounds: &[Linear]| {
        let bounds = bounds.iter();
        let bounds =
            bounds.map(|b| b.substitute(&|name| Linear::var(values.get(&name).copied().unwrap_or(name))));
        bounds.collect::<Option<Vec<Linear>>>()
    };
    Some(Domain {
        lower: mapped(&domain.lower)?,
        upper: mapped(&domain.upper)?,
        step: domain.step,
    })
}
