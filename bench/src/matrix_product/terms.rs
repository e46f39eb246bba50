//! What a statement stores, as a sum of products.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::float::decode;
use ovolo_lang::ir::{Op, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use ovolo_timing::data::Argument;

use super::Reader;
use super::access::Access;

/// A product of what is not known before the call, with a factor that is.
#[derive(Clone, Debug)]
pub struct Term {
    pub coefficient: f64,
    pub factors: Vec<Factor>,
}

#[derive(Clone, Debug)]
pub enum Factor {
    Element(Element),
    /// What an iteration of a loop hands on to the next.
    Carried(ValueId),
    /// The result of a loop.
    Reduced(OpId),
}

/// An element that is read.
#[derive(Clone, Debug)]
pub struct Element {
    pub access: Access,
    pub load: OpId,
}

/// Terms of a sum that are looked at. Arbitrary: a product of matrices has two.
const MOST_TERMS: usize = 8;

impl Term {
    #[must_use]
    pub fn times(mut self, factor: f64) -> Term {
        self.coefficient *= factor;
        self
    }

    fn of(factor: Factor) -> Term {
        Term {
            coefficient: 1.0,
            factors: vec![factor],
        }
    }

    fn constant(coefficient: f64) -> Vec<Term> {
        let factors = Vec::new();
        let term = Term { coefficient, factors };
        (coefficient != 0.0).then_some(term).into_iter().collect()
    }
}

impl Reader<'_> {
    /// A value as a sum of products; without terms where it is zero.
    pub(super) fn terms(&self, value: ValueId) -> Result<Vec<Term>, String> {
        let id = match self.module.value(value).def {
            ValueDef::Result { op, .. } => op,
            ValueDef::Argument { .. } => return Ok(self.parameter(value)),
        };
        let op = self.module.op(id);
        let of = |operand: usize| self.terms(op.operands[operand]);
        let terms = match op.code() {
            Some(OpCode::Constant) => Term::constant(constant(op)?),
            Some(OpCode::AffineLoad) => {
                let access = self.access(id, 0)?;
                vec![Term::of(Factor::Element(Element { access, load: id }))]
            }
            Some(OpCode::AffineFor) if op.results.len() == 1 => vec![Term::of(Factor::Reduced(id))],
            Some(OpCode::AddF) => [of(0)?, of(1)?].concat(),
            Some(OpCode::SubF) => [of(0)?, negated(of(1)?)].concat(),
            Some(OpCode::NegF) => negated(of(0)?),
            Some(OpCode::MulF) => multiplied(&of(0)?, &of(1)?),
            Some(OpCode::Fma) => [multiplied(&of(0)?, &of(1)?), of(2)?].concat(),
            _ => return Err(format!("it computes with `{}`", op.name.as_str())),
        };
        match terms.len() > MOST_TERMS {
            true => Err("it adds up too many terms".to_string()),
            false => Ok(terms),
        }
    }

    /// A parameter of the function, or what a loop hands on.
    fn parameter(&self, value: ValueId) -> Vec<Term> {
        let place = self.parameters.iter().position(|&parameter| parameter == value);
        match place.map(|place| &self.arguments[place]) {
            Some(Argument::Scalar {
                ty: Type::Float(kind),
                bits,
            }) => Term::constant(decode(*kind, u128::from(*bits))),
            _ => vec![Term::of(Factor::Carried(value))],
        }
    }
}

fn constant(op: &Op) -> Result<f64, String> {
    match op.attribute("value") {
        Some(Attribute::Float(value)) => Ok(value.to_f64()),
        _ => Err("it computes with an integer".to_string()),
    }
}

fn negated(terms: Vec<Term>) -> Vec<Term> {
    terms.into_iter().map(|term| term.times(-1.0)).collect()
}

fn multiplied(first: &[Term], second: &[Term]) -> Vec<Term> {
    let product = |a: &Term, b: &Term| Term {
        coefficient: a.coefficient * b.coefficient,
        factors: [a.factors.clone(), b.factors.clone()].concat(),
    };
    let all = first
        .iter()
        .flat_map(|a| second.iter().map(move |b| product(a, b)));
    all.collect()
}
