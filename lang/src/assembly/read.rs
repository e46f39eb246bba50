//! Reads the custom form that a signature describes.

use std::ops::Range;

use smallvec::{SmallVec, smallvec};

use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{BlockId, RegionId};
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::{OpState, Parsed, Parser, RegionSpec, Use, Uses};
use crate::types::Type;

use super::infer::{Expected, Variables};
use super::segments::by_count;
use super::signature::{Arm, Assembly, Blocks, Element, Lexeme, Part, Signature};
use super::syntax::Arity;
use super::{custom, normal};

/// Reads what stands behind the name of the operation.
pub(crate) fn read(parser: &mut Parser<'_>, code: OpCode, op: &mut OpState) -> Parsed<()> {
    let signature = Signature::of(code);
    match &signature.assembly {
        Assembly::Elements(elements) => {
            let mut reader = Reader::new(parser, op, signature);
            reader.elements(elements)?;
            reader.finish()
        }
        Assembly::Custom => match custom::of(code) {
            Some(form) => {
                (form.read)(parser, op)?;
                normal::normalize(signature, &mut op.attributes);
                Ok(())
            }
            None => Err(no_custom_form(parser, code, op)),
        },
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
            Element::Directive(directive, parts) => (directive.read)(self, parts),
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

    /// The types of one part, or of several one after another.
    fn types(&mut self, parts: &[Part]) -> Parsed<()> {
        let first = self.types.len();
        let is_one = |part: &Part| {
            self.signature
                .groups(*part)
                .is_none_or(|g| g.arity != Arity::Many)
        };
        if let [part] = parts
            && is_one(part)
        {
            let ty = self.parser.ty()?;
            self.types.push(ty);
        } else {
            let types = self.parser.types()?;
            self.types.extend(types);
        }
        self.distribute(parts, first)
    }

    fn functional_type(&mut self, inputs: &[Part], results: &[Part]) -> Parsed<()> {
        let ty = self.parser.function_type()?;
        let first = self.types.len();
        self.types.extend(ty.inputs);
        self.distribute(inputs, first)?;
        let first = self.types.len();
        self.types.extend(ty.results);
        self.distribute(results, first)
    }

    /// Gives the types from `first` on to the parts: to each operand its own, to results what is left.
    pub(crate) fn give_types(&mut self, part: Part, types: impl IntoIterator<Item = Type>) {
        let first = self.types.len();
        self.types.extend(types);
        self.note_types(part, first..self.types.len());
    }

    fn distribute(&mut self, parts: &[Part], mut first: usize) -> Parsed<()> {
        if let [part] = parts {
            self.note_types(*part, first..self.types.len());
            return Ok(());
        }
        let total = self.types.len() - first;
        let lengths: Option<SmallVec<[usize; 4]>> = match parts.first() {
            Some(Part::Result(_)) => {
                let equal = self.signature.has_equal_result_groups();
                let ranges = by_count(&self.signature.results, total, equal);
                ranges.map(|all| all.iter().map(|r| r.len()).collect())
            }
            _ => Some(parts.iter().map(|part| self.use_count(*part)).collect()),
        };
        let Some(lengths) = lengths.filter(|all| all.iter().sum::<usize>() == total) else {
            return Err(self.wrong_number_of_types(parts, total));
        };
        for (part, length) in parts.iter().zip(lengths) {
            self.note_types(*part, first..first + length);
            first += length;
        }
        Ok(())
    }

    /// How many operands the text has given the part.
    pub(super) fn use_count(&self, part: Part) -> usize {
        match part {
            Part::Operand(i) => self.operand_uses[i].len(),
            _ => 0,
        }
    }

    #[cold]
    fn wrong_number_of_types(&self, parts: &[Part], found: usize) -> Box<Diagnostic> {
        let wanted: usize = parts.iter().map(|part| self.use_count(*part)).sum();
        let message = match parts.first() {
            Some(Part::Operand(_)) => format!(
                "found {} and {}: expected as many operands as types",
                counted(wanted, "operand"),
                counted(found, "type")
            ),
            _ => format!(
                "found {}, which are not the results of the operation",
                counted(found, "type")
            ),
        };
        self.parser.error(self.op.span, message)
    }

    fn note_types(&mut self, part: Part, range: Range<usize>) {
        match part {
            Part::Operand(i) => self.operand_types[i] = Some(range),
            Part::Result(i) => self.result_types[i] = Some(range),
            _ => {}
        }
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
            Some(Element::Directive(directive, _)) => (directive.begins)(parser),
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

    // The end

    /// Resolves the operands and makes the results.
    fn finish(mut self) -> Parsed<()> {
        let variables = self.variables();
        for i in 0..self.signature.operands.len() {
            self.resolve(i, &variables)?;
        }
        for i in 0..self.signature.results.len() {
            self.result(i, &variables)?;
        }
        self.segments();
        self.regions.sort_by_key(|(i, _)| *i);
        self.op
            .regions
            .extend(self.regions.iter().map(|(_, region)| *region));
        self.successors.sort_by_key(|(i, _)| *i);
        self.op
            .successors
            .extend(self.successors.iter().map(|(_, block)| *block));
        Ok(())
    }

    fn variables(&self) -> Variables {
        Variables::bind(self.signature, |part| {
            let range = match part {
                Part::Operand(i) => self.operand_types[i].as_ref()?,
                Part::Result(i) => self.result_types[i].as_ref()?,
                _ => return None,
            };
            self.types[range.clone()].first().cloned()
        })
    }

    fn resolve(&mut self, i: usize, variables: &Variables) -> Parsed<()> {
        let uses = &self.uses[self.operand_uses[i].clone()];
        if let Some(range) = &self.operand_types[i] {
            let types = &self.types[range.clone()];
            return self.parser.resolve_each(self.op, uses, types, self.op.span);
        }
        match self.expected(i, false, variables) {
            Expected::Each(ty) => self.parser.resolve_into(self.op, uses, &ty),
            Expected::List(types) => self.parser.resolve_each(self.op, uses, &types, self.op.span),
            Expected::Any | Expected::Unknown if uses.is_empty() => Ok(()),
            Expected::Any | Expected::Unknown => Err(self.not_inferable(self.signature.operands[i].name)),
        }
    }

    fn result(&mut self, i: usize, variables: &Variables) -> Parsed<()> {
        if let Some(range) = &self.result_types[i] {
            self.op
                .result_types
                .extend(self.types[range.clone()].iter().cloned());
            return Ok(());
        }
        match (self.expected(i, true, variables), self.signature.results[i].arity) {
            (Expected::Each(ty), Arity::One) => self.op.result_types.push(ty),
            (Expected::List(types), _) => self.op.result_types.extend(types),
            (_, Arity::Optional | Arity::Many) => {}
            (Expected::Any | Expected::Unknown, Arity::One) => {
                return Err(self.not_inferable(self.signature.results[i].name));
            }
        }
        Ok(())
    }

    fn expected(&self, i: usize, is_result: bool, variables: &Variables) -> Expected {
        let signature = self.signature;
        let group = if is_result {
            &signature.results[i]
        } else {
            &signature.operands[i]
        };
        variables.expected(&group.ty, |attribute| {
            let name = &signature.attributes[attribute].name;
            let found = self.op.attributes.iter().find(|(n, _)| **n == **name);
            found.map(|(_, value)| value)
        })
    }

    #[cold]
    fn not_inferable(&self, name: &str) -> Box<Diagnostic> {
        let message = format!(
            "the type of `{name}` does not follow from the types that are written: invalid kind of type specified"
        );
        self.parser.error(self.op.span, message)
    }

    fn segments(&mut self) {
        let signature = self.signature;
        if let Some(name) = signature.operand_segments {
            let sizes: SmallVec<[i64; 4]> = self.operand_uses.iter().map(|r| r.len() as i64).collect();
            self.push_sizes(name, &sizes);
        }
        if let Some(name) = signature.result_segments {
            let length = |r: &Option<Range<usize>>| r.as_ref().map_or(0, |r| r.len() as i64);
            let sizes: SmallVec<[i64; 4]> = self.result_types.iter().map(length).collect();
            self.push_sizes(name, &sizes);
        }
    }

    fn push_sizes(&mut self, name: &'static str, sizes: &[i64]) {
        let sizes = self.parser.shared_sizes(sizes);
        let name = self.parser.name(name);
        self.op.attributes.push((name, sizes));
    }
}
