//! Writes the custom form that a signature describes.

mod directives;

use std::fmt::Write as _;

use smallvec::SmallVec;

use crate::attribute::Attribute;
use crate::ir::{Op, OpId, RegionId, ValueId};
use crate::op::OpCode;
use crate::types::FunctionType;

use crate::assembly::fit::{self, Fit};
use crate::assembly::segments::Ranges;
use crate::assembly::signature::{Arm, Assembly, Blocks, Element, Part, Signature};

use super::custom;
use super::printer::Printer;

/// Writes an operation behind its results. `None` when the operation does not fit its custom form: then
/// part of it may have been written, which is to be taken back.
pub(crate) fn write(printer: &mut Printer<'_>, op: OpId, code: OpCode) -> Option<()> {
    let signature = Signature::of(code);
    match &signature.assembly {
        Assembly::Elements(elements) => {
            let Fit { operands, results } = fit::fit(printer.module, signature, op)?;
            let mut writer = Writer {
                op,
                signature,
                operands,
                results,
                wants_space: true,
                after_punctuation: false,
                name_end: 0,
                printer,
            };
            writer.name(code);
            writer.elements(elements)
        }
        Assembly::Custom => custom::writer(code)?(printer, op),
        Assembly::Generic => None,
    }
}

/// An operation being written.
pub(crate) struct Writer<'w, 'm> {
    pub printer: &'w mut Printer<'m>,
    pub op: OpId,
    pub signature: &'static Signature,
    operands: Ranges,
    results: Ranges,
    /// Whether a word would stand apart from what was written last.
    wants_space: bool,
    after_punctuation: bool,
    /// Where the name of the operation ends in the text.
    name_end: usize,
}

/// Several values of an operation.
pub(crate) type Values = SmallVec<[ValueId; 4]>;

impl<'m> Writer<'_, 'm> {
    fn name(&mut self, code: OpCode) {
        let name = match self.printer.dialect == code.dialect().name() {
            true => code.mnemonic(),
            false => code.name(),
        };
        self.printer.push(name);
        self.name_end = self.printer.text.out.len();
    }

    fn elements(&mut self, elements: &'static [Element]) -> Option<()> {
        elements.iter().try_for_each(|element| self.element(element))
    }

    fn element(&mut self, element: &'static Element) -> Option<()> {
        match element {
            Element::Literal { text, .. } => self.literal(text),
            Element::Part(part) => self.part(*part)?,
            Element::Dictionary { has_keyword } => self.dictionary(*has_keyword),
            Element::Types(parts) => self.types(parts),
            Element::FunctionalType(inputs, results) => self.functional_type(inputs, results),
            Element::Group { arms, .. } => {
                if let Some(arm) = self.chosen(arms) {
                    self.elements(&arm.elements)?;
                }
            }
            Element::Directive(directive, parts) => self.directive(*directive, parts)?,
        }
        Some(())
    }

    fn chosen(&self, arms: &'static [Arm]) -> Option<&'static Arm> {
        let (op, signature) = (self.printer.module.op(self.op), self.signature);
        fit::chosen(signature, op, &self.operands, &self.results, arms)
    }

    fn part(&mut self, part: Part) -> Option<()> {
        match part {
            Part::Operand(_) => {
                let values = self.values_of(part);
                if !values.is_empty() {
                    self.word_lead();
                    self.printer.values(&values);
                }
            }
            Part::Attribute(i) => self.attribute(i)?,
            Part::Region(i) => self.regions(i),
            Part::Successor(i) => self.successors(i),
            Part::Result(_) => {}
        }
        Some(())
    }

    fn regions(&mut self, i: usize) {
        let regions = &self.op().regions;
        let last = if i + 1 == self.signature.regions.len() {
            regions.len()
        } else {
            i + 1
        };
        let spec = &self.signature.regions[i];
        for (n, &region) in regions[i..last].iter().enumerate() {
            if n > 0 {
                self.literal(",");
            }
            self.word_lead();
            let hidden = fit::implied_terminator(self.printer.module, region, spec.terminator);
            let label = spec.blocks != Blocks::One || self.has_arguments(region);
            self.printer
                .signature_region(region, self.signature.code, label, usize::from(hidden));
        }
    }

    fn has_arguments(&self, region: RegionId) -> bool {
        let module = self.printer.module;
        let entry = module.region(region).blocks.first();
        entry.is_some_and(|&b| !module.block(b).arguments.is_empty())
    }

    fn successors(&mut self, i: usize) {
        let blocks = &self.op().successors;
        let last = if i + 1 == self.signature.successors.len() {
            blocks.len()
        } else {
            i + 1
        };
        for (n, &block) in blocks[i..last].iter().enumerate() {
            if n > 0 {
                self.literal(",");
            }
            self.word_lead();
            self.printer.label(block);
        }
    }

    fn dictionary(&mut self, has_keyword: bool) {
        match has_keyword {
            true => self.printer.attribute_clause(self.op, &self.signature.shown),
            false => self.printer.attributes_but(self.op, &self.signature.shown),
        }
        self.wants_space = true;
        self.after_punctuation = false;
    }

    fn types(&mut self, parts: &[Part]) {
        let values: Values = parts.iter().flat_map(|&part| self.values_of(part)).collect();
        self.word_lead();
        self.printer.types_of(&values);
    }

    fn functional_type(&mut self, inputs: &[Part], results: &[Part]) {
        let module = self.printer.module;
        let types = |parts: &[Part]| {
            let values = parts.iter().flat_map(|&part| self.values_of(part));
            values.map(|v| module.ty(v).clone()).collect()
        };
        let ty = FunctionType {
            inputs: types(inputs),
            results: types(results),
        };
        self.word_lead();
        self.printer.text.function_type(&ty);
    }

    // What directives use

    pub fn op(&self) -> &'m Op {
        self.printer.module.op(self.op)
    }

    /// The values of an operand or result group.
    pub fn values_of(&self, part: Part) -> Values {
        match part {
            Part::Operand(i) => self.op().operands[self.operands[i].clone()].into(),
            Part::Result(i) => self.op().results[self.results[i].clone()].into(),
            _ => Values::new(),
        }
    }

    pub fn attribute_of(&self, part: Part) -> Option<&'m Attribute> {
        match part {
            Part::Attribute(i) => self.op().attribute(self.signature.attributes[i].name),
            _ => None,
        }
    }

    pub fn push(&mut self, text: &str) {
        self.printer.push(text);
    }

    /// `T`, `(T, U)` or `()`.
    pub fn types_in_parens(&mut self, values: &[ValueId]) {
        match values {
            [value] => self.printer.ty(*value),
            _ => {
                self.push("(");
                self.printer.types_of(values);
                self.push(")");
            }
        }
    }

    /// An attribute whose type the reader knows.
    pub fn attribute_without_type(&mut self, value: &Attribute) -> Option<()> {
        let text = &mut self.printer.text;
        text.attribute(value);
        let suffix = format!(" : {}", value.ty()?);
        let length = text.out.strip_suffix(&suffix)?.len();
        text.out.truncate(length);
        Some(())
    }

    // Blanks

    /// The blank before a word, a value or a type.
    pub fn word_lead(&mut self) {
        if self.wants_space || !self.after_punctuation {
            self.printer.push(" ");
        }
        self.wants_space = true;
        self.after_punctuation = false;
    }

    /// The blank before a piece of text that begins with a bracket or the like.
    pub fn lead(&mut self, text: &str) {
        if self.wants_space && self.space_before(text) {
            self.printer.push(" ");
        }
        self.wants_space = true;
        self.after_punctuation = false;
    }

    fn space_before(&self, text: &str) -> bool {
        let glued = match self.after_punctuation {
            true => ">)}],",
            false => "<>(){}[],",
        };
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(only), None) => !glued.contains(only),
            _ => true,
        }
    }

    fn literal(&mut self, text: &str) {
        if text.trim().is_empty() {
            self.printer.push(text);
            self.wants_space = false;
            self.after_punctuation = true;
            return;
        }
        if self.wants_space && self.space_before(text) {
            self.printer.push(" ");
        }
        self.printer.push(text);
        self.wants_space = !matches!(text, "<" | "(" | "{" | "[");
        self.after_punctuation = !text.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    }

    /// Writes what the kind of the attribute asks for.
    fn attribute(&mut self, i: usize) -> Option<()> {
        use crate::assembly::enumeration::Style;
        use crate::assembly::kind::Form;
        let spec = &self.signature.attributes[i];
        let value = self.attribute_of(Part::Attribute(i))?;
        match spec.kind.form() {
            Err(e) => {
                let text = e.written(value)?;
                match e.style {
                    Style::Bare => {
                        self.word_lead();
                        self.push(&text);
                    }
                    Style::Angled => {
                        if self.printer.text.out.len() == self.name_end {
                            self.push(" ");
                        }
                        self.lead("<");
                        let _ = write!(self.printer.text.out, "<{text}>");
                    }
                }
            }
            Ok(form) => match form {
                Form::Nothing => {}
                Form::Bool | Form::Integer(_) => {
                    self.word_lead();
                    self.printer.text.untyped(value);
                }
                Form::SymbolName => {
                    self.word_lead();
                    self.printer.text.symbol(value.as_str()?);
                }
                Form::Dense(_) => {
                    let Attribute::DenseArray(array) = value else {
                        return None;
                    };
                    self.word_lead();
                    self.push("[");
                    self.printer
                        .text
                        .list(&array.elements, |text, item| text.untyped(item));
                    self.push("]");
                }
                Form::String | Form::Symbol | Form::SymbolPath | Form::Type => {
                    self.word_lead();
                    self.printer.text.attribute(value);
                }
                Form::Attribute => {
                    self.word_lead();
                    self.printer.text.elided(value);
                }
            },
        }
        Some(())
    }
}
