//! Types that the assembly does not show.

use smallvec::SmallVec;

use crate::attribute::Attribute;
use crate::types::Type;

use super::derive::Compute;
use super::signature::{Argument, Part, Signature, TypeSpec};

/// What the variables of a signature stand for in one operation.
pub struct Variables(SmallVec<[Option<Type>; 2]>);

/// The types that a group must have.
#[derive(Debug, PartialEq)]
pub enum Expected {
    /// Nothing says which: the assembly shows them.
    Any,
    Each(Type),
    List(Vec<Type>),
    /// What they follow from is not there or is of no such kind.
    Unknown,
}

impl Variables {
    /// Binds each variable to the first type of the first part that has one.
    pub fn bind(signature: &Signature, type_of: impl Fn(Part) -> Option<Type>) -> Variables {
        let bind = |sources: &[Part]| sources.iter().find_map(|&part| type_of(part));
        Variables(signature.variables.iter().map(|v| bind(&v.sources)).collect())
    }

    pub fn get(&self, variable: usize) -> Option<&Type> {
        self.0.get(variable)?.as_ref()
    }

    pub fn expected<'a>(
        &self,
        spec: &TypeSpec,
        attribute: impl Fn(usize) -> Option<&'a Attribute>,
    ) -> Expected {
        match spec {
            TypeSpec::Class { only: Some(ty), .. } => Expected::Each(ty.clone()),
            TypeSpec::Class { .. } => Expected::Any,
            TypeSpec::Variable(v) => self.get(*v).cloned().map_or(Expected::Unknown, Expected::Each),
            TypeSpec::Derived(derivation, argument) => {
                let derived = match (derivation.compute, argument) {
                    (Compute::One(f), Argument::Variable(v)) => self.get(*v).and_then(f).map(Expected::Each),
                    (Compute::List(f), Argument::Variable(v)) => self.get(*v).and_then(f).map(Expected::List),
                    (Compute::OfAttribute(f), Argument::Attribute(a)) => {
                        attribute(*a).and_then(f).map(Expected::Each)
                    }
                    _ => None,
                };
                derived.unwrap_or(Expected::Unknown)
            }
        }
    }
}

impl Expected {
    /// Whether these are the types.
    pub fn agrees<'t>(&self, mut types: impl ExactSizeIterator<Item = &'t Type>) -> bool {
        match self {
            Expected::Any => true,
            Expected::Each(wanted) => types.all(|ty| ty == wanted || ty.is_unknown()),
            Expected::List(wanted) => types.len() == wanted.len() && types.eq(wanted.iter()),
            Expected::Unknown => types.len() == 0,
        }
    }
}
