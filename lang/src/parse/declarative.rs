//! Reads the custom form that a signature describes.

mod attribute;
mod directives;
mod finish;
mod types;

use std::ops::Range;

use smallvec::{SmallVec, smallvec};

use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::ir::{BlockId, RegionId};
use crate::lexer::Token;
use crate::op::OpCode;
use crate::types::Type;

use crate::assembly::normal;
use crate::assembly::signature::{Arm, Assembly, Blocks, Element, Lexeme, Part, Signature};
use crate::assembly::syntax::Arity;

use super::custom;
use super::parser::Parser;
use super::region::RegionSpec;
use super::scope::{Use, Uses};
use super::state::{OpState, Parsed};

/// Reads what stands behind the name of the operation.
pub(crate) fn read(parser: &mut Parser<'_>, code: OpCode, op: &mut OpState) -> Parsed<()> {
    let signature = Signature::of(code);
    match &signature.assembly {
        Assembly::Elements(elements) => {
            let mut reader = Reader::new(parser, op, signature);
            reader.elements(elements)?;
            reader.finish()
        }
        Assembly::Custom => {
            let Some(read) = custom::reader(code) else {
                return Err(no_custom_form(parser, code, op));
            };
            read(parser, op)?;
            if signature.has_spellings() {
                normal::normalize(signature, &mut op.attributes);
            }
            Ok(())
        }
        Assembly::Generic => Err(no_custom_form(parser, code, op)),
    }
}

#[cold]
fn no_custom_form(parser: &Parser<'_>, code: OpCode, op: &OpState) -> Box<Diagnostic> {
    let message = format!(
        "the custom form of `{}` is not known: write the generic form",
        code.name()
    );
    parser.error(op.span, message)
}

/// An operation being read, with what its text has given so far.
pub(crate) struct Reader<'p, 's> {
    pub parser: &'p mut Parser<'s>,
    pub op: &'p mut OpState,
    pub signature: &'static Signature,
    /// The operands in the order of the text; each group has a part of them.
    uses: Uses<'s>,
    operand_uses: SmallVec<[Range<usize>; 4]>,
    /// The types in the order of the text; each group that shows its types has a part of them.
    types: SmallVec<[Type; 4]>,
    operand_types: SmallVec<[Option<Range<usize>>; 4]>,
    result_types: SmallVec<[Option<Range<usize>>; 2]>,
    /// With their positions in the signature.
    regions: SmallVec<[(usize, RegionId); 1]>,
    successors: SmallVec<[(usize, BlockId); 2]>,
}

impl<'p, 's> Reader<'p, 's> {
    fn new(parser: &'p mut Parser<'s>, op: &'p mut OpState, signature: &'static Signature) -> Reader<'p, 's> {
        Reader {
            parser,
            op,
            uses: Uses::new(),
            operand_uses: smallvec![0..0; signature.operands.len()],
            types: SmallVec::new(),
            operand_types: smallvec![None; signature.operands.len()],
            result_types: smallvec![None; signature.results.len()],
            regions: SmallVec::new(),
            successors: SmallVec::new(),
            signature,
        }
    }

    fn elements(&mut self, elements: &'static [Element]) -> Parsed<()> {
        elements.iter().try_for_each(|element| self.element(element))
    }

    fn element(&mut self, element: &'static Element) -> Parsed<()> {
        match element {
            Element::Literal { lexemes, .. } => lexemes.iter().try_for_each(|lexeme| self.lexeme(*lexeme)),
            Element::Part(part) => self.part(*part),
            Element::Dictionary { has_keyword } => self.dictionary(*has_keyword),
            Element::Types(parts) => self.types(parts),
            Element::FunctionalType(inputs, results) => self.functional_type(inputs, results),
            Element::Group { arms, is_optional } => self.group(arms, *is_optional),
            Element::Directive(directive, parts) => self.directive(*directive, parts),
        }
    }

    fn lexeme(&mut self, lexeme: Lexeme) -> Parsed<()> {
        match lexeme {
            Lexeme::Word(word) => self.parser.expect_word(word)?,
            Lexeme::Punctuation(token, text) => self.parser.expect(token, text)?,
        };
        Ok(())
    }

    fn part(&mut self, part: Part) -> Parsed<()> {
        match part {
            Part::Operand(i) => {
                let first = self.uses.len();
                match self.signature.operands[i].arity {
                    Arity::One => self.uses.push(self.parser.operand()?),
                    Arity::Optional => self.uses.extend(self.parser.maybe_operand()?),
                    Arity::Many => self.many_operands()?,
                }
                self.operand_uses[i] = first..self.uses.len();
                Ok(())
            }
            Part::Attribute(i) => self.attribute(i),
            Part::Region(i) => self.region(i),
            Part::Successor(i) => self.successor(i),
            Part::Result(_) => Ok(()),
        }
    }

    fn many_operands(&mut self) -> Parsed<()> {
        if let Some(first) = self.parser.maybe_operand()? {
            self.uses.push(first);
            while self.parser.eat(Token::Comma) {
                self.uses.push(self.parser.operand()?);
            }
        }
        Ok(())
    }

    fn region(&mut self, i: usize) -> Parsed<()> {
        let spec = &self.signature.regions[i];
        loop {
            let mut wanted = RegionSpec::of(self.signature.code);
            if let Some(terminator) = spec.terminator {
                wanted = wanted.terminated_by(terminator);
            }
            let region = self.parser.region(&wanted)?;
            if spec.blocks == Blocks::One && self.parser.module.region(region).blocks.is_empty() {
                let block = self.parser.module.new_block();
                self.parser.module.attach_block(region, block);
            }
            self.regions.push((i, region));
            if spec.arity != Arity::Many || !self.parser.eat(Token::Comma) {
                return Ok(());
            }
        }
    }

    fn successor(&mut self, i: usize) -> Parsed<()> {
        loop {
            let block = self.parser.successor()?;
            self.successors.push((i, block));
            if self.signature.successors[i].1 != Arity::Many || !self.parser.eat(Token::Comma) {
                return Ok(());
            }
        }
    }

    fn dictionary(&mut self, has_keyword: bool) -> Parsed<()> {
        let first = self.op.attributes.len();
        match has_keyword {
            true => self.parser.attribute_dict_with_keyword(&mut self.op.attributes)?,
            false => self.parser.attribute_dict(&mut self.op.attributes)?,
        }
        if self.op.attributes.len() > first {
            normal::normalize(self.signature, &mut self.op.attributes);
        }
        Ok(())
    }

    fn group(&mut self, arms: &'static [Arm], is_optional: bool) -> Parsed<()> {
        for (i, arm) in arms.iter().enumerate() {
            let is_last = i + 1 == arms.len();
            if (is_last && !is_optional) || self.begins(arm) {
                return self.elements(&arm.elements);
            }
        }
        Ok(())
    }

    fn begins(&self, arm: &Arm) -> bool {
        let parser = &self.parser;
        let is_blank = |e: &&Element| matches!(e, Element::Literal { lexemes, .. } if lexemes.is_empty());
        match arm.elements.iter().find(|e| !is_blank(e)) {
            Some(Element::Literal { lexemes, .. }) => match lexemes.first() {
                Some(Lexeme::Word(word)) => parser.is_word(word),
                Some(Lexeme::Punctuation(token, _)) => parser.is(*token),
                None => false,
            },
            Some(Element::Part(Part::Operand(_))) => parser.is(Token::Value),
            Some(Element::Part(Part::Attribute(i))) => self.begins_attribute(*i),
            Some(Element::Part(Part::Region(_))) => parser.is(Token::LeftBrace),
            Some(Element::Part(Part::Successor(_))) => parser.is(Token::Block),
            Some(Element::Directive(directive, _)) => directives::begins(*directive, parser),
            _ => false,
        }
    }

    // What directives give

    pub(crate) fn give_uses(&mut self, part: Part, uses: &[Use<'s>]) {
        if let Part::Operand(i) = part {
            let first = self.uses.len();
            self.uses.extend_from_slice(uses);
            self.operand_uses[i] = first..self.uses.len();
        }
    }

    /// Stores the attribute, unless it says no more than that it is not there.
    pub(crate) fn give_attribute(&mut self, part: Part, value: Attribute) {
        if let Part::Attribute(i) = part {
            let spec = &self.signature.attributes[i];
            if spec.default.as_ref() != Some(&value) {
                let name = self.parser.name(spec.name);
                self.op.attributes.push((name, value));
            }
        }
    }

    /// The attribute that the text has given so far.
    pub(crate) fn attribute_of(&self, part: Part) -> Option<&Attribute> {
        let Part::Attribute(i) = part else { return None };
        let name = &self.signature.attributes[i].name;
        let found = self.op.attributes.iter().find(|(n, _)| **n == **name);
        found.map(|(_, value)| value)
    }
}
