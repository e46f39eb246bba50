//! Attributes.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::affine::{AffineMap, IntegerSet};
use crate::attribute::{Attribute, DenseArray, DenseResource, NamedAttribute};
use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::lexer::Token;
use crate::types::{Dim, IntegerType, Layout, Signedness, Type};

use super::literal::Literal;
use super::parser::Parser;
use super::state::Parsed;

impl<'s> Parser<'s> {
    pub fn attribute(&mut self) -> Parsed<Attribute> {
        self.nested(|parser| parser.attribute_with(None))
    }

    /// An attribute whose type the surroundings give: a number is then written without it.
    pub fn attribute_of(&mut self, ty: &Type) -> Parsed<Attribute> {
        self.nested(|parser| parser.attribute_with(Some(ty)))
    }

    /// Whether the current token begins an attribute.
    pub fn begins_attribute(&self) -> bool {
        match self.token() {
            Token::Hash
            | Token::Exclamation
            | Token::Integer
            | Token::Float
            | Token::Minus
            | Token::String
            | Token::Symbol
            | Token::LeftBracket
            | Token::LeftBrace
            | Token::LeftParen => true,
            Token::Word => {
                matches!(
                    self.text(),
                    "affine_map"
                        | "affine_set"
                        | "array"
                        | "dense"
                        | "dense_resource"
                        | "sparse"
                        | "strided"
                        | "distinct"
                        | "loc"
                        | "true"
                        | "false"
                        | "unit"
                ) || self.begins_type()
            }
            _ => false,
        }
    }

    /// Whether the current word spells or begins a builtin type.
    fn begins_type(&self) -> bool {
        let mut ahead = Parser::new(self.text());
        matches!(self.text(), "memref" | "tensor" | "vector" | "complex" | "tuple")
            || matches!(ahead.maybe_type(), Ok(Some(_)))
    }

    fn attribute_with(&mut self, ty: Option<&Type>) -> Parsed<Attribute> {
        if self.is_legacy
            && let Some(attribute) = self.legacy_attribute()?
        {
            return Ok(attribute);
        }
        match self.token() {
            Token::Integer | Token::Float | Token::Minus => {
                let literal = self.number()?;
                let ty = self.number_type(literal, ty)?;
                self.number_of(literal, &ty)
            }
            Token::String => self.string_with(ty),
            Token::Symbol => self.symbol_reference(),
            Token::Hash => self.named_attribute(ty),
            Token::LeftBracket => Ok(Attribute::Array(self.bracket_list(Self::attribute)?.into())),
            Token::LeftBrace => {
                let mut entries = Vec::new();
                self.attribute_dict(&mut entries)?;
                entries.sort_by(|(a, _), (b, _)| a.cmp(b));
                Ok(Attribute::Dictionary(entries.into()))
            }
            Token::Word => self.word_attribute(ty),
            _ => match self.maybe_type()? {
                Some(ty) => Ok(Attribute::Type(ty)),
                None => Err(self.unexpected("an attribute value")),
            },
        }
    }

    fn word_attribute(&mut self, ty: Option<&Type>) -> Parsed<Attribute> {
        match self.text() {
            "true" | "false" => {
                let value = self.text() == "true";
                self.bump();
                Ok(Attribute::Bool(value))
            }
            "unit" => {
                self.bump();
                Ok(Attribute::Unit)
            }
            "affine_map" => Ok(Attribute::AffineMap(self.affine_map()?)),
            "affine_set" => Ok(Attribute::IntegerSet(self.integer_set()?)),
            "array" if self.next_token() == Token::Less => self.dense_array(),
            "dense" => self.dense(ty),
            "sparse" => self.sparse(ty),
            "dense_resource" => self.dense_resource(ty),
            "strided" => Ok(Attribute::StridedLayout(Arc::new(self.strided()?))),
            "distinct" => self.distinct(),
            "loc" => {
                self.bump();
                Ok(Attribute::Location(Arc::new(self.location_in_parens()?)))
            }
            _ => match self.maybe_type()? {
                Some(ty) => Ok(Attribute::Type(ty)),
                None => Err(self.unexpected("an attribute value")),
            },
        }
    }

    /// The type that is given, or that is written behind a colon, or `i64` or `f64`.
    fn number_type(&mut self, literal: Literal<'s>, ty: Option<&Type>) -> Parsed<Type> {
        match ty {
            Some(ty) => Ok(ty.clone()),
            None if self.eat(Token::Colon) => self.ty(),
            None if literal.is_float => Ok(Type::F64),
            None => Ok(Type::I64),
        }
    }

    pub(super) fn number_of(&mut self, literal: Literal<'s>, ty: &Type) -> Parsed<Attribute> {
        let span = literal.span;
        match ty {
            Type::Float(kind) => Ok(Attribute::Float(self.float(literal, *kind)?)),
            Type::Index | Type::Integer(_) if !literal.is_float => {
                let value = self.big_integer(literal)?;
                self.integer_of(value, ty, span)
            }
            Type::Index | Type::Integer(_) => Err(Box::new(
                Diagnostic::new(span, format!("found a floating point value where `{ty}` belongs"))
                    .help("expected an integer: a floating point value is not valid for the specified type"),
            )),
            _ => Err(self.error(
                span,
                format!("a number cannot have the type `{ty}`: an integer literal is not valid for the specified type"),
            )),
        }
    }

    /// The integer in its canonical form: signless ones are signed, those of one bit are booleans.
    pub(super) fn integer_of(&self, value: BigInt, ty: &Type, span: Span) -> Parsed<Attribute> {
        let (width, signedness) = match ty {
            Type::Integer(IntegerType { width, signedness }) => (*width, *signedness),
            _ => (64, Signedness::Signed),
        };
        if width == 0 {
            return match value.is_zero() {
                true => Ok(Attribute::integer(0, ty.clone())),
                false => Err(self.error(span, "`i0` has no value but 0")),
            };
        }
        let modulus = BigInt::one() << width;
        let half = BigInt::one() << (width - 1);
        let (least, past) = match signedness {
            Signedness::Signless => (-&half, modulus.clone()),
            Signedness::Signed => (-&half, half.clone()),
            Signedness::Unsigned => (BigInt::zero(), modulus.clone()),
        };
        if value < least || value >= past {
            return Err(Box::new(
                Diagnostic::new(
                    span,
                    format!("the integer does not fit the type `{ty}`: the integer constant is out of range"),
                )
                .help(format!("expected a value from {least} to {}", past - 1)),
            ));
        }
        if *ty == Type::I1 {
            return Ok(Attribute::Bool(!value.is_zero()));
        }
        let canonical = if signedness == Signedness::Signless && value >= half {
            value - modulus
        } else {
            value
        };
        Ok(Attribute::integer(canonical, ty.clone()))
    }

    /// `"text"`, or `"text" : type`.
    fn string_with(&mut self, ty: Option<&Type>) -> Parsed<Attribute> {
        let text = self.string_attribute()?;
        self.with_type(text, ty)
    }

    /// The attribute with the type that stands behind a colon, unless the surroundings give its type.
    fn with_type(&mut self, attribute: Attribute, given: Option<&Type>) -> Parsed<Attribute> {
        if given.is_some() || !self.eat(Token::Colon) {
            return Ok(attribute);
        }
        Ok(match self.ty()? {
            Type::None => attribute,
            ty => Attribute::Typed(Arc::new((attribute, ty))),
        })
    }

    /// `@name`.
    pub fn symbol(&mut self) -> Parsed<Arc<str>> {
        if !self.is(Token::Symbol) {
            return Err(self.unexpected("a symbol such as `@name`"));
        }
        let span = self.span();
        let text = &self.text()[1..];
        let name = match text.starts_with('"') {
            false => self.name(text),
            true => {
                let bytes = self.string_bytes(text, span)?;
                let name =
                    String::from_utf8(bytes).map_err(|_| self.error(span, "the symbol is not UTF-8"))?;
                if name.is_empty() {
                    return Err(self.error(
                        span,
                        "the symbol has an empty name: expected an identifier or string literal",
                    ));
                }
                name.into()
            }
        };
        self.bump();
        Ok(name)
    }

    /// `@outer::@inner`.
    pub fn symbol_reference(&mut self) -> Parsed<Attribute> {
        let mut path = vec![self.symbol()?];
        while self.eat(Token::DoubleColon) {
            path.push(self.symbol()?);
        }
        Ok(Attribute::SymbolRef(path.into()))
    }

    /// `#alias`, or the attribute of a dialect as its text.
    fn named_attribute(&mut self, given: Option<&Type>) -> Parsed<Attribute> {
        let span = self.span();
        let name = &self.text()[1..];
        let Some(text) = self.dialect_symbol()? else {
            return match self.attribute_aliases.get(name) {
                Some(alias) => self.use_alias(alias.clone()),
                None => Err(self.undefined_alias("attribute", "#", name, span)),
            };
        };
        self.check_known_text(&text, span)?;
        let has_no_type = UNTYPED.iter().any(|dialect| text.starts_with(dialect));
        let attribute = Attribute::Opaque(text.into());
        match has_no_type {
            true => Ok(attribute),
            false => self.with_type(attribute, given),
        }
    }

    /// `{name = value, …}` appended to the entries, when the next token is a brace.
    pub fn attribute_dict(&mut self, entries: &mut Vec<NamedAttribute>) -> Parsed<()> {
        if !self.eat(Token::LeftBrace) {
            return Ok(());
        }
        let first = entries.len();
        if self.eat(Token::RightBrace) {
            return Ok(());
        }
        loop {
            self.attribute_entry(entries, first)?;
            if self.eat(Token::RightBrace) {
                return Ok(());
            }
            if !self.eat(Token::Comma) {
                return Err(self.unexpected("`,` or `}` in the attribute dictionary"));
            }
        }
    }

    /// `attributes {…}`, when the next token is that word.
    pub fn attribute_dict_with_keyword(&mut self, entries: &mut Vec<NamedAttribute>) -> Parsed<()> {
        if !self.eat_word("attributes") {
            return Ok(());
        }
        if !self.is(Token::LeftBrace) {
            return Err(self.unexpected("`{` in the attribute dictionary"));
        }
        self.attribute_dict(entries)
    }

    fn attribute_entry(&mut self, entries: &mut Vec<NamedAttribute>, first: usize) -> Parsed<()> {
        let span = self.span();
        let name = match self.token() {
            Token::Word => {
                let text = self.text();
                self.bump();
                self.name(text)
            }
            Token::String => self.string_literal()?.into(),
            _ => return Err(self.unexpected("an attribute name")),
        };
        if name.is_empty() {
            return Err(self.error(
                span,
                "the name of the attribute is empty: expected a valid attribute name",
            ));
        }
        if entries[first..].iter().any(|(n, _)| *n == name) {
            let message = format!("the attribute `{name}` is given twice: a duplicate key in the dictionary");
            return Err(self.error(span, message));
        }
        let value = match self.eat(Token::Equal) || (self.is_legacy && self.eat(Token::Colon)) {
            true => self.attribute()?,
            false => Attribute::Unit,
        };
        if self.is_legacy && matches!(value, Attribute::SymbolRef(_)) && self.eat(Token::Colon) {
            // The type of the function, which the function itself has.
            self.ty()?;
        }
        entries.push((name, value));
        Ok(())
    }

    /// `affine_map<…>`, or an alias of one.
    pub fn affine_map(&mut self) -> Parsed<Arc<AffineMap>> {
        let span = self.span();
        if self.is_word("affine_map") {
            return self.map_literal();
        }
        if self.is_legacy && self.is(Token::LeftParen) {
            return self.bare_map();
        }
        match self.attribute()? {
            Attribute::AffineMap(map) => Ok(map),
            _ => Err(self.error(span, "found an attribute that is not an affine map")),
        }
    }

    /// `affine_set<…>`, or an alias of one.
    pub fn integer_set(&mut self) -> Parsed<Arc<IntegerSet>> {
        let span = self.span();
        if self.is_word("affine_set") {
            return self.set_literal();
        }
        match self.attribute()? {
            Attribute::IntegerSet(set) => Ok(set),
            _ => Err(self.error(span, "found an attribute that is not an integer set")),
        }
    }

    /// `array<i64: 1, 2>`.
    fn dense_array(&mut self) -> Parsed<Attribute> {
        self.bump();
        self.expect(Token::Less, "<")?;
        let at = self.span();
        let element = self.ty()?;
        if !matches!(element, Type::Integer(_) | Type::Float(_)) {
            return Err(Box::new(
                Diagnostic::new(
                    at,
                    format!("a dense array cannot have elements of type `{element}`"),
                )
                .help("expected an integer or floating point type"),
            ));
        }
        if element.bit_width().is_some_and(|w| w != 1 && w % 8 != 0) {
            return Err(self.error(at, format!("a dense array cannot have elements of type `{element}`: the element type must have a bitwidth that is a multiple of 8")));
        }
        let mut elements = Vec::new();
        if self.eat(Token::Colon) {
            elements = self.comma_separated(|parser| parser.attribute_of(&element))?;
        }
        self.expect(Token::Greater, ">")?;
        Ok(Attribute::DenseArray(Arc::new(DenseArray { element, elements })))
    }

    /// `strided<[1, ?], offset: 3>`.
    fn strided(&mut self) -> Parsed<Layout> {
        self.bump();
        self.expect(Token::Less, "<")?;
        let strides = self.bracket_list(Self::stride)?;
        let mut offset = Dim::Fixed(0);
        if self.eat(Token::Comma) {
            self.expect_word("offset")?;
            self.expect(Token::Colon, ":")?;
            offset = self.stride()?;
        }
        self.expect(Token::Greater, ">")?;
        Ok(Layout::Strided { strides, offset })
    }

    pub(super) fn stride(&mut self) -> Parsed<Dim> {
        if self.eat(Token::Question) {
            return Ok(Dim::Dynamic);
        }
        match self.maybe_integer()? {
            Some(n) => Ok(Dim::Fixed(n)),
            None => Err(self.unexpected("a 64-bit signed integer or `?`")),
        }
    }

    /// `distinct[3]<attribute>`.
    fn distinct(&mut self) -> Parsed<Attribute> {
        let start = self.cursor.start();
        self.bump();
        self.expect(Token::LeftBracket, "[")?;
        let id = match self.token() {
            Token::Integer => self.text().parse().ok(),
            _ => None,
        };
        let Some(id) = id else {
            return Err(self.unexpected("the distinct ID, an unsigned 64-bit integer"));
        };
        self.bump();
        self.expect(Token::RightBracket, "]")?;
        self.expect(Token::Less, "<")?;
        let mut attribute = Attribute::Unit;
        if !self.is(Token::Greater) {
            attribute = self.attribute()?;
        }
        self.expect(Token::Greater, ">")?;
        let attribute = Arc::new(attribute);
        let first = self
            .distinct_attributes
            .entry(id)
            .or_insert_with(|| attribute.clone());
        if *first != attribute {
            let message = format!(
                "`distinct[{id}]` is given two meanings: the referenced attribute does not match the previous definition"
            );
            let help = format!("expected `{first}`, as before");
            return Err(Box::new(
                Diagnostic::new(self.span_from(start), message).help(help),
            ));
        }
        Ok(Attribute::Distinct { id, attribute })
    }

    /// `dense_resource<key> : type`.
    fn dense_resource(&mut self, ty: Option<&Type>) -> Parsed<Attribute> {
        let start = self.cursor.start();
        self.bump();
        self.expect(Token::Less, "<")?;
        let key = self
            .word("an identifier as the key of the 'resource' entry")?
            .into();
        self.expect(Token::Greater, ">")?;
        let ty = match ty {
            Some(ty) => ty.clone(),
            None => self.colon_type()?,
        };
        if !matches!(ty, Type::Vector(_) | Type::Tensor(_) | Type::MemRef(_)) {
            let message = format!("a `dense_resource` cannot have the type `{ty}`: expected a shaped type");
            return Err(self.error(self.span_from(start), message));
        }
        Ok(Attribute::DenseResource(Arc::new(DenseResource { key, ty })))
    }
}

/// Dialects whose attributes have no type: a colon behind one belongs to the custom form around.
const UNTYPED: &[&str] = &["#arith.", "#vector.", "#linalg.", "#gpu."];
