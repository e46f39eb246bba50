//! Functions, and the form of returns and yields.

use std::sync::Arc;

use crate::attribute::{Attribute, NamedAttribute};
use crate::ir::Span;
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::parser::Parser;
use crate::parse::region::{Argument, RegionSpec};
use crate::parse::state::{OpState, Parsed};
use crate::types::{FunctionType, Type};

/// A parameter or a result of a function.
struct Parameter<'s> {
    argument: Option<Argument<'s>>,
    ty: Type,
    attributes: Vec<NamedAttribute>,
    span: Span,
}

impl<'s> Parser<'s> {
    /// `public`, `private` or `nested`.
    pub(super) fn visibility(&mut self) -> Option<Attribute> {
        let word = match self.token() {
            Token::Word => self.text(),
            _ => return None,
        };
        if !matches!(word, "public" | "private" | "nested") {
            return None;
        }
        self.bump();
        Some(Attribute::string(word))
    }

    /// `private @name(%a: T {…}) -> (T {…}) attributes {…} { … }`.
    pub fn function(&mut self, op: &mut OpState) -> Parsed<()> {
        let visibility = self.visibility();
        let name = self.symbol()?;
        let parameters = self.paren_list(Self::parameter)?;
        let named = parameters.iter().filter(|p| p.argument.is_some()).count();
        if let Some(p) = parameters.iter().find(|p| p.argument.is_none())
            && named > 0
        {
            return Err(self.error(
                p.span,
                "the argument has no name: expected `%name : type`, an SSA identifier as for the others",
            ));
        }
        let results = self.function_results()?;
        let ty = Type::Function(Arc::new(FunctionType {
            inputs: parameters.iter().map(|p| p.ty.clone()).collect(),
            results: results.iter().map(|p| p.ty.clone()).collect(),
        }));
        op.attributes
            .push((self.name("sym_name"), Attribute::String(name)));
        op.attributes
            .push((self.name("function_type"), Attribute::Type(ty)));
        if let Some(visibility) = visibility {
            op.attributes.push((self.name("sym_visibility"), visibility));
        }
        for (name, list) in [("arg_attrs", &parameters), ("res_attrs", &results)] {
            if let Some(dictionaries) = dictionaries(list) {
                op.attributes.push((self.name(name), dictionaries));
            }
        }
        let inherent = op.attributes.len();
        let at = self.span();
        self.attribute_dict_with_keyword(&mut op.attributes)?;
        let disallowed = ["sym_name", "function_type", "sym_visibility"];
        if let Some((name, _)) = op.attributes[inherent..]
            .iter()
            .find(|(n, _)| disallowed.contains(&&**n))
        {
            let message = format!(
                "the dictionary has the attribute `{name}`: that name is disallowed, the custom form implies it"
            );
            return Err(self.error(at, message));
        }
        op.regions.push(self.function_body(&parameters)?);
        Ok(())
    }

    fn function_body(&mut self, parameters: &[Parameter<'s>]) -> Parsed<crate::ir::RegionId> {
        if !self.is(Token::LeftBrace) {
            return Ok(self.module.new_region());
        }
        // Without names the arguments are those of the first block, which then has a label.
        let arguments: Vec<Argument<'s>> = parameters.iter().filter_map(|p| p.argument.clone()).collect();
        let at = self.span();
        let region = self.region(&RegionSpec::of(OpCode::Func).arguments(&arguments))?;
        if self.module.region(region).blocks.is_empty() {
            return Err(self.error(
                at,
                "the function has an empty body: expected a non-empty function body",
            ));
        }
        Ok(region)
    }

    /// `%name : T {…}`, or only the type in a declaration.
    fn parameter(&mut self) -> Parsed<Parameter<'s>> {
        let start = self.cursor.start();
        if self.is(Token::Value) {
            let name = self.operand()?;
            let ty = self.colon_type()?;
            let mut attributes = Vec::new();
            self.attribute_dict(&mut attributes)?;
            let location = self.location()?;
            return Ok(Parameter {
                argument: Some(Argument {
                    name,
                    ty: ty.clone(),
                    location,
                }),
                ty,
                attributes,
                span: name.span,
            });
        }
        let ty = self.ty()?;
        let mut attributes = Vec::new();
        self.attribute_dict(&mut attributes)?;
        self.location()?;
        Ok(Parameter {
            argument: None,
            ty,
            attributes,
            span: self.span_from(start),
        })
    }

    fn function_results(&mut self) -> Parsed<Vec<Parameter<'s>>> {
        if !self.eat(Token::Arrow) {
            return Ok(Vec::new());
        }
        if self.is(Token::LeftParen) {
            return self.paren_list(|parser| {
                let span = parser.span();
                let ty = parser.ty()?;
                let mut attributes = Vec::new();
                parser.attribute_dict(&mut attributes)?;
                Ok(Parameter {
                    argument: None,
                    ty,
                    attributes,
                    span,
                })
            });
        }
        let span = self.span();
        let ty = self.ty()?;
        Ok(vec![Parameter {
            argument: None,
            ty,
            attributes: Vec::new(),
            span,
        }])
    }
}

/// The attribute that lists one dictionary for each parameter; `None` when all are empty.
fn dictionaries(parameters: &[Parameter<'_>]) -> Option<Attribute> {
    parameters.iter().any(|p| !p.attributes.is_empty()).then(|| {
        let dictionary = |p: &Parameter<'_>| {
            let mut entries = p.attributes.clone();
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            Attribute::Dictionary(entries.into())
        };
        Attribute::array(parameters.iter().map(dictionary).collect())
    })
}
