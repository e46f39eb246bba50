//! The structured operations of the linalg dialect.

use crate::attribute::{Attribute, NamedAttribute};
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{OpName, ValueId};
use crate::lexer::Token;
use crate::linalg::{Body, Iteration, definition};
use crate::op::{Dialect, OpCode};
use crate::parse::parser::Parser;
use crate::parse::region::{Argument, RegionSpec};
use crate::parse::state::{OpState, Parsed};
use crate::types::Type;

/// What the common part of a structured operation says.
struct Parts {
    inputs: Vec<Type>,
    outputs: Vec<Type>,
    /// How many attributes there were before those of `<{…}>`.
    discardable: usize,
}

/// `{ arith.addf {…} }`: the only operation of a region.
struct Payload {
    name: OpName,
    attributes: Vec<NamedAttribute>,
}

impl<'s> Parser<'s> {
    /// `<{…}> {…} ins(%a : T) outs(%b : T)`.
    fn structured_parts(&mut self, op: &mut OpState) -> Parsed<Parts> {
        let mut properties = None;
        let at = self.span();
        if self.eat(Token::Less) {
            properties = Some(self.attribute()?);
            self.expect(Token::Greater, ">")?;
        }
        self.attribute_dict(&mut op.attributes)?;
        let discardable = op.attributes.len();
        match properties {
            None => {}
            Some(Attribute::Dictionary(entries)) => op.attributes.extend(entries.iter().cloned()),
            Some(_) => {
                let diagnostic = Diagnostic::new(at, "the properties are not a dictionary");
                return Err(Box::new(diagnostic.help("expected `<{name = value}>`")));
            }
        }
        let inputs = self.operand_group(op, "ins")?;
        let outputs = self.operand_group(op, "outs")?;
        Ok(Parts {
            inputs,
            outputs,
            discardable,
        })
    }

    /// `ins(%a, %b : T, U)`, or nothing.
    fn operand_group(&mut self, op: &mut OpState, word: &str) -> Parsed<Vec<Type>> {
        if !self.eat_word(word) {
            return Ok(Vec::new());
        }
        self.expect(Token::LeftParen, "(")?;
        let at = self.span();
        let operands = self.operands()?;
        let types = self.colon_types()?;
        self.expect(Token::RightParen, ")")?;
        self.resolve_each(op, &operands, &types, at)?;
        Ok(types)
    }

    fn segments(&mut self, op: &mut OpState, parts: &Parts) {
        let sizes = [parts.inputs.len() as i64, parts.outputs.len() as i64];
        op.attributes.retain(|(name, _)| **name != *"operandSegmentSizes");
        op.attributes
            .push((self.name("operandSegmentSizes"), Attribute::i32_array(&sizes)));
    }

    /// A named operation, whose region follows from its definition.
    pub fn linalg_named(&mut self, op: &mut OpState) -> Parsed<()> {
        let Some(definition) = op.code().and_then(definition) else {
            return Err(self.error(op.span, "the operation is not a named one"));
        };
        let parts = self.structured_parts(op)?;
        let results = self.arrow_types()?;
        op.result_types.extend(results);
        let (inputs, outputs) = (parts.inputs.len(), parts.outputs.len());
        if inputs + outputs != definition.operands.len() {
            let inputs = counted(inputs, "input");
            let outputs = counted(outputs, "output");
            let message = format!("`{}` has {inputs} and {outputs}", op.name.as_str());
            let help = format!(
                "expected {} and 1: its region expects {} args",
                definition.input_count(),
                definition.operands.len()
            );
            return Err(Box::new(Diagnostic::new(op.span, message).help(help)));
        }
        let elements = elements(&[&parts.inputs[..], &parts.outputs[..]].concat());
        let given = &op.attributes[..parts.discardable];
        let body = Body::of(definition, &elements, given)
            .map_err(|why| self.error(op.span, format!("`{}`: {}", op.name.as_str(), why.message)))?;
        let region = body.build(&mut self.module, op.span);
        op.regions.push(region);
        self.segments(op, &parts);
        Ok(())
    }

    /// `{indexing_maps = […], iterator_types = […]} ins(…) outs(…) attrs = {…} { … } -> T`.
    pub fn linalg_generic(&mut self, op: &mut OpState) -> Parsed<()> {
        let at = self.span();
        let Attribute::Dictionary(traits) = self.attribute()? else {
            return Err(self.error(at, "found an attribute that is not a dictionary"));
        };
        op.attributes.extend(traits.iter().cloned());
        let mut found = false;
        for (name, value) in &mut op.attributes {
            if **name == *"iterator_types"
                && let Attribute::Array(items) = value
            {
                found = true;
                let items: Result<Vec<Attribute>, String> = items.iter().map(iteration).collect();
                *value = Attribute::array(items.map_err(|why| self.error(at, why))?);
            }
        }
        if !found {
            return Err(self.error(
                at,
                "the dictionary has no `iterator_types`: expected an array attribute of that name",
            ));
        }
        let parts = self.structured_parts(op)?;
        if self.eat_word("attrs") {
            self.expect(Token::Equal, "=")?;
            self.attribute_dict(&mut op.attributes)?;
        }
        let region = self.region(&RegionSpec::of(OpCode::LinalgGeneric))?;
        op.regions.push(region);
        let results = self.arrow_types()?;
        op.result_types.extend(results);
        self.segments(op, &parts);
        Ok(())
    }

    /// `{ arith.addf } ins(…) outs(…) {…}`, or with `(%a: T) { … }` behind it.
    pub fn linalg_map(&mut self, op: &mut OpState) -> Parsed<()> {
        let payload = self.payload()?;
        let parts = self.structured_parts(op)?;
        self.tensor_results(op, &parts);
        self.attribute_dict(&mut op.attributes)?;
        match payload {
            None => self.region_with_arguments(op),
            Some(_) if op.operands.is_empty() => {
                op.regions.push(self.module.new_region());
                Ok(())
            }
            Some(payload) => {
                let inputs = op.operands.len() - 1;
                self.payload_region(op, payload, inputs, false)
            }
        }
    }

    /// `{ arith.addf } ins(…) outs(…) dimensions = […] {…}`, or with `(%a: T) { … }` behind it.
    pub fn linalg_reduce(&mut self, op: &mut OpState) -> Parsed<()> {
        let payload = self.payload()?;
        let parts = self.structured_parts(op)?;
        self.tensor_results(op, &parts);
        self.integer_list(op, "dimensions")?;
        self.attribute_dict(&mut op.attributes)?;
        match payload {
            None => self.region_with_arguments(op),
            Some(_) if op.operands.is_empty() => Err(self.error(
                op.span,
                "`linalg.reduce` has no operands: expected inputs and outputs",
            )),
            Some(payload) => {
                let operands = op.operands.len();
                self.payload_region(op, payload, operands, true)
            }
        }
    }

    /// `ins(…) outs(…) permutation = […] {…}`, or with `dimensions`.
    pub fn linalg_rearrange(&mut self, op: &mut OpState, attribute: &'static str) -> Parsed<()> {
        let parts = self.structured_parts(op)?;
        self.tensor_results(op, &parts);
        self.integer_list(op, attribute)?;
        self.attribute_dict(&mut op.attributes)?;
        let types = [&parts.inputs[..], &parts.outputs[..]].concat();
        let region = Body::identity(&elements(&types)).build(&mut self.module, op.span);
        op.regions.push(region);
        Ok(())
    }

    /// The results are the outputs that are ranked tensors.
    fn tensor_results(&mut self, op: &mut OpState, parts: &Parts) {
        let ranked = |ty: &&Type| matches!(ty, Type::Tensor(t) if t.shape.is_some());
        op.result_types
            .extend(parts.outputs.iter().filter(ranked).cloned());
    }

    /// `name = [1, 2]`.
    fn integer_list(&mut self, op: &mut OpState, name: &'static str) -> Parsed<()> {
        self.expect_word(name)?;
        self.expect(Token::Equal, "=")?;
        let values = self.bracket_list(Self::integer)?;
        let value = Attribute::dense_array(Type::I64, values);
        op.attributes.retain(|(n, _)| **n != *name);
        op.attributes.push((self.name(name), value));
        Ok(())
    }

    /// `{ arith.addf {…} }`, when the next token is a brace.
    fn payload(&mut self) -> Parsed<Option<Payload>> {
        if !self.eat(Token::LeftBrace) {
            return Ok(None);
        }
        let text = self.word("the name of an operation")?;
        let dialect = self.dialects.last().copied().unwrap_or_default();
        let code = match text.contains('.') {
            true => OpCode::from_name(text),
            false => Dialect::from_name(dialect).and_then(|d| OpCode::of_dialect(d, text)),
        };
        let name = match code {
            Some(code) => OpName::Known(code),
            None => OpName::Unknown(text.into()),
        };
        let mut attributes = Vec::new();
        self.attribute_dict(&mut attributes)?;
        if let Some(code) = code {
            crate::assembly::normalize_of(code, &mut attributes);
        }
        self.expect(Token::RightBrace, "}")?;
        Ok(Some(Payload { name, attributes }))
    }

    /// The region of one operation on the elements of the first operands, whose result is an element of
    /// the last operand.
    fn payload_region(
        &mut self,
        op: &mut OpState,
        payload: Payload,
        operands: usize,
        last_first: bool,
    ) -> Parsed<()> {
        let element = |value: &ValueId| match self.module.ty(*value) {
            ty @ (Type::Tensor(_) | Type::MemRef(_) | Type::Vector(_)) => Ok(ty.element().clone()),
            other => Err(self.error(
                op.span,
                format!(
                    "`{}` has an operand of type `{other}`: expected tensors or memrefs",
                    op.name.as_str()
                ),
            )),
        };
        let mut elements = op.operands.iter().map(element).collect::<Parsed<Vec<Type>>>()?;
        let result = elements.last().cloned().unwrap_or(Type::None);
        elements.truncate(operands);
        let body = Body::payload(&elements, payload.name, payload.attributes, result, last_first);
        let region = body.build(&mut self.module, op.span);
        op.regions.push(region);
        Ok(())
    }

    /// `(%a: T, %b: U) { … }`.
    fn region_with_arguments(&mut self, op: &mut OpState) -> Parsed<()> {
        let code = op.code().unwrap_or(OpCode::LinalgMap);
        let arguments = self.paren_list(|parser| {
            let name = parser.operand()?;
            let ty = parser.colon_type()?;
            parser.attribute_dict(&mut Vec::new())?;
            let location = parser.location()?;
            Ok(Argument { name, ty, location })
        })?;
        let region = self.region(&RegionSpec::of(code).arguments(&arguments))?;
        op.regions.push(region);
        Ok(())
    }
}

/// What the region of a structured operation sees of operands of these types.
fn elements(types: &[Type]) -> Vec<Type> {
    let element = |ty: &Type| match ty {
        Type::MemRef(m) if m.shape.is_some() => m.element.clone(),
        Type::Tensor(t) if t.shape.is_some() => t.element.clone(),
        other => other.clone(),
    };
    types.iter().map(element).collect()
}

/// `"parallel"` as an attribute of the dialect.
fn iteration(item: &Attribute) -> Result<Attribute, String> {
    match item {
        Attribute::String(text) => match Iteration::from_name(text) {
            Some(iteration) => Ok(iteration.attribute()),
            None => Err(format!(
                "`{text}` is no kind of loop: unexpected iterator_type, expected `parallel`, `reduction` or `window`"
            )),
        },
        other if Iteration::from_attribute(other).is_some() => Ok(other.clone()),
        other => Err(format!(
            "found `{other}` in `iterator_types`: expected a string such as \"parallel\""
        )),
    }
}
