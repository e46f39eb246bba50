//! Scalar operations of a module in their cheapest form: those of `arith` and `math` on integers of fixed width, on
//! indices and on floats, and on vectors and tensors of them, lane by lane.
//!
//! What is constant is computed ([`tidy`]). Then the operations of a block that depend on each other ([`component`])
//! grow in an e-graph by the rules over bits and floats, the cheapest operations come out ([`extract`]) and take the
//! place of the old ones ([`emit`]) where they are cheaper.
//!
//! An `index` is taken for an integer of 64 bits here, which wraps around, and a cast between it and an integer for an
//! extension or a truncation. Which of the two types a value of 64 bits has is settled when it is written.
//!
//! What loops and conditions say of the values that a component is computed from is known in its e-graph ([`scope`]).
//!
//! **Invariants.** Nothing reads a value that the original did not read, so nothing is poison or undefined where the
//! original was neither. Overflow flags are left out of the e-graph, and stay only on operations that are kept for the
//! users that they had ([`emit`]). What they promise is known in e-graphs of one value each ([`overflow`]).

mod component;
mod constants;
mod emit;
mod extract;
mod overflow;
mod scope;
mod tidy;

use std::sync::LazyLock;

use ovolo_lang::ir::{Module, ValueId};
use ovolo_lang::types::Type;

use crate::facts::FactAnalysis;
use crate::library::Library;
use crate::rule::{Domain, builtin};
use crate::saturate::{Limits, Stop, saturate_by};
use crate::term::{Node, Scalar};

use super::substitute::Substitution;
use component::Component;
use extract::Kind;
use scope::Scopes;

type EGraph = egg::EGraph<Node, FactAnalysis>;

/// Puts the operations of the module in their cheapest form. Whether something changed.
pub fn simplify_scalars(module: &mut Module, limits: &Limits) -> bool {
    let changed = tidy::tidy(module);
    let mut replaced = Substitution::default();
    let scopes = Scopes::of(module);
    let mut emitted = false;
    for component in component::components(module) {
        emitted |= simplify_component(module, &component, &scopes, limits, &mut replaced);
    }
    replaced.apply(module) || emitted || changed
}

/// Puts the operations of the component in their cheapest form. Whether that is another one.
fn simplify_component(
    module: &mut Module,
    component: &Component,
    scopes: &Scopes,
    limits: &Limits,
    replaced: &mut Substitution,
) -> bool {
    if overflow::simplify_root(module, component, scopes, limits, replaced) {
        return true;
    }
    let Some(mut lifted) = component::lift(module, component, scopes, replaced) else {
        return false;
    };
    if lifted.is_plain() {
        return false;
    }
    // What was united falsely is not to be trusted in any part.
    if saturate_by(&mut lifted.egraph, rules(), limits).stop == Stop::Contradiction {
        return false;
    }
    let kind = |value| kind_of(module, value);
    let roots: Vec<(ValueId, Kind)> = component.roots.iter().map(|&root| (root, kind(root))).collect();
    match extract::cheapest(&lifted, &roots, &kind) {
        Some(choice) => emit::emit(module, &lifted, &choice, replaced),
        None => false,
    }
}

fn kind_of(module: &Module, value: ValueId) -> Kind {
    match module.ty(value).element() {
        Type::Index => Kind::Index,
        _ => Kind::Plain,
    }
}

/// The rules over bits and floats.
fn rules() -> &'static Library<'static> {
    static RULES: LazyLock<Library<'static>> = LazyLock::new(|| {
        Library::new(builtin().iter().filter(|rule| match &rule.domain {
            Domain::Index => false,
            Domain::Bits | Domain::Floats => true,
            Domain::Only(scalars) => !scalars.contains(&Scalar::Index),
        }))
    });
    &RULES
}
