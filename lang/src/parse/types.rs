//! Types.

use std::sync::Arc;

use crate::affine::AffineMap;
use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::Span;
use crate::lexer::Token;
use crate::types::{
    Dim, FloatKind, FunctionType, IntegerType, Layout, MemRefType, Signedness, TensorType, Type, VectorDim,
    VectorType,
};

use super::parser::Parser;
use super::state::Parsed;

/// Bits that the widest integer type of MLIR has.
const WIDEST_INTEGER: u32 = (1 << 24) - 1;

impl<'s> Parser<'s> {
    pub fn ty(&mut self) -> Parsed<Type> {
        match self.maybe_type()? {
            Some(ty) => Ok(ty),
            None => Err(self.unexpected("a type")),
        }
    }

    /// A type, when the next token begins one.
    pub fn maybe_type(&mut self) -> Parsed<Option<Type>> {
        match self.token() {
            Token::Word => self.word_type(),
            Token::Exclamation => self.named_type().map(Some),
            Token::LeftParen => self
                .nested(|parser| Ok(Type::Function(Arc::new(parser.function_type()?))))
                .map(Some),
            Token::Less if self.is_legacy => self.nested(|parser| parser.shaped_body("memref")).map(Some),
            _ => Ok(None),
        }
    }

    /// Types separated by commas, at least one.
    pub fn types(&mut self) -> Parsed<Vec<Type>> {
        self.comma_separated(Self::ty)
    }

    /// `: T`.
    pub fn colon_type(&mut self) -> Parsed<Type> {
        self.expect(Token::Colon, ":")?;
        self.ty()
    }

    /// `: T, U`.
    pub fn colon_types(&mut self) -> Parsed<Vec<Type>> {
        self.expect(Token::Colon, ":")?;
        self.types()
    }

    /// `(T, …)`, maybe empty.
    pub fn types_in_parens(&mut self) -> Parsed<Vec<Type>> {
        self.paren_list(Self::ty)
    }

    /// `(T, …) -> …`.
    pub fn function_type(&mut self) -> Parsed<FunctionType> {
        let inputs = self.types_in_parens()?;
        self.expect(Token::Arrow, "->")?;
        let results = self.result_types()?;
        Ok(FunctionType { inputs, results })
    }

    /// What stands behind `->`: one type, or several in parentheses.
    pub fn result_types(&mut self) -> Parsed<Vec<Type>> {
        match self.token() {
            Token::LeftParen => self.types_in_parens(),
            _ => Ok(vec![self.ty()?]),
        }
    }

    /// `-> …`, when it is there.
    pub fn arrow_types(&mut self) -> Parsed<Vec<Type>> {
        match self.eat(Token::Arrow) {
            true => self.result_types(),
            false => Ok(Vec::new()),
        }
    }

    fn word_type(&mut self) -> Parsed<Option<Type>> {
        let text = self.text();
        let scalar = match text {
            "index" => Type::Index,
            "f32" => Type::F32,
            "f64" => Type::F64,
            "none" => Type::None,
            "memref" | "tensor" | "vector" => return self.shaped(text).map(Some),
            "complex" => return self.nested(Self::complex).map(Some),
            "tuple" => return self.nested(Self::tuple).map(Some),
            _ => match self.integer_type(text)? {
                Some(ty) => ty,
                None => match FloatKind::from_name(text) {
                    Some(kind) => Type::Float(kind),
                    // What `index` was called.
                    None if self.is_legacy && text == "affineint" => Type::Index,
                    None => return Ok(None),
                },
            },
        };
        self.bump();
        Ok(Some(scalar))
    }

    /// `i32`, `si8`, `ui1` …
    fn integer_type(&self, text: &str) -> Parsed<Option<Type>> {
        let (signedness, digits) = match text.as_bytes() {
            [b'i', ..] => (Signedness::Signless, &text[1..]),
            [b's', b'i', ..] => (Signedness::Signed, &text[2..]),
            [b'u', b'i', ..] => (Signedness::Unsigned, &text[2..]),
            _ => return Ok(None),
        };
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Ok(None);
        }
        match digits.parse() {
            Ok(width) if width <= WIDEST_INTEGER => {
                Ok(Some(Type::Integer(IntegerType { width, signedness })))
            }
            _ => Err(Box::new(
                Diagnostic::new(self.span(), format!("the integer type `{text}` is too wide"))
                    .help(format!("the bitwidth is limited to {WIDEST_INTEGER} bits")),
            )),
        }
    }

    /// `!alias`, or the type of a dialect as its text.
    fn named_type(&mut self) -> Parsed<Type> {
        let span = self.span();
        let name = &self.text()[1..];
        match self.dialect_symbol()? {
            Some(text) => {
                self.check_known_text(&text, span)?;
                Ok(Type::Opaque(text.into()))
            }
            None => match self.type_aliases.get(name) {
                Some(alias) => self.use_alias(alias.clone()),
                None => Err(self.undefined_alias("type", "!", name, span)),
            },
        }
    }

    #[cold]
    pub(super) fn undefined_alias(&self, what: &str, sigil: &str, name: &str, span: Span) -> Box<Diagnostic> {
        Box::new(
            Diagnostic::new(
                span,
                format!("the {what} alias `{sigil}{name}` is not defined: an undefined symbol alias id"),
            )
            .help(format!(
                "an alias is defined before its first use, by a line `{sigil}name = …` outside any operation"
            )),
        )
    }

    fn complex(&mut self) -> Parsed<Type> {
        self.bump();
        self.expect(Token::Less, "<")?;
        let at = self.span();
        let element = self.ty()?;
        if !matches!(element, Type::Integer(_) | Type::Float(_)) {
            return Err(Box::new(
                Diagnostic::new(
                    at,
                    format!("found a complex type of `{element}`: invalid element type for complex"),
                )
                .help("expected an integer or float type"),
            ));
        }
        self.expect(Token::Greater, ">")?;
        Ok(Type::Complex(Arc::new(element)))
    }

    fn tuple(&mut self) -> Parsed<Type> {
        self.bump();
        let types = self.list((Token::Less, "<"), (Token::Greater, ">"), Self::ty)?;
        Ok(Type::Tuple(types.into()))
    }

    /// `memref<…>`, `tensor<…>` or `vector<…>`. A text read before has the same meaning again.
    fn shaped(&mut self, kind: &str) -> Parsed<Type> {
        let source = self.cursor.source();
        let (start, open) = (self.cursor.start() as usize, self.cursor.end() as usize);
        let text = plain_bracket(&source.as_bytes()[open..]).map(|length| &source[start..open + length]);
        if let Some(text) = text
            && let Some(known) = self.types_by_text.get(text)
        {
            let known = known.clone();
            self.cursor.go_to((start + text.len()) as u32);
            return self.use_alias(known);
        }
        self.bump();
        let read = self.aliased(|parser| parser.nested(|parser| parser.shaped_body(kind)))?;
        if let Some(text) = text
            && self.cursor.previous_end() as usize == start + text.len()
        {
            self.types_by_text.insert(text, read.clone());
        }
        Ok(read.value().clone())
    }

    fn shaped_body(&mut self, kind: &str) -> Parsed<Type> {
        self.expect(Token::Less, "<")?;
        let ty = match kind {
            "memref" => self.memref()?,
            "tensor" => self.tensor()?,
            _ => self.vector()?,
        };
        self.expect(Token::Greater, ">")?;
        Ok(ty)
    }

    fn memref(&mut self) -> Parsed<Type> {
        let shape = self.shape()?;
        let at = self.span();
        let element = self.ty()?;
        if matches!(
            element,
            Type::Function(_) | Type::Tensor(_) | Type::Tuple(_) | Type::None
        ) {
            return Err(self.error(
                at,
                format!("found a memref of `{element}`: invalid memref element type"),
            ));
        }
        let (layout, memory_space) = match self.is_legacy {
            true => self.legacy_layout(shape.as_deref())?,
            false => self.layout_and_space(shape.as_deref())?,
        };
        if shape.is_none() && layout.is_some() {
            return Err(self.error(
                at,
                "an unranked memref has no layout: cannot have an affine map for an unranked memref type",
            ));
        }
        Ok(Type::MemRef(Arc::new(MemRefType {
            shape,
            element,
            layout,
            memory_space,
        })))
    }

    /// What stands behind the element type of a memref. The row-major layout and the memory space 0 are those
    /// of a type that says nothing.
    fn layout_and_space(&mut self, shape: Option<&[Dim]>) -> Parsed<(Option<Layout>, Option<Attribute>)> {
        let (mut layout, mut memory_space) = (None, None);
        while self.eat(Token::Comma) {
            let at = self.span();
            match self.attribute()? {
                Attribute::AffineMap(map) if layout.is_none() && memory_space.is_none() => {
                    self.check_layout_map(&map, shape, at)?;
                    layout = Some(Layout::Map(map));
                }
                Attribute::StridedLayout(strided) if layout.is_none() && memory_space.is_none() => {
                    self.check_strides(&strided, shape, at)?;
                    layout = Some((*strided).clone());
                }
                Attribute::AffineMap(_) | Attribute::StridedLayout(_) if memory_space.is_some() => {
                    return Err(self.error(at, "the layout stands behind the memory space: expected the memory space to be last in a memref type"));
                }
                Attribute::AffineMap(_) | Attribute::StridedLayout(_) => {
                    return Err(self.error(
                        at,
                        "the memref type has two layouts: multiple affine maps are not supported",
                    ));
                }
                _ if memory_space.is_some() => {
                    return Err(self.error(at, "the memref type has multiple memory spaces"));
                }
                space => {
                    check_memory_space(&space, at)?;
                    memory_space = Some(space);
                }
            }
        }
        if matches!(&layout, Some(Layout::Map(map)) if shape.is_some() && map.is_identity_on_dims()) {
            layout = None;
        }
        if memory_space == Some(Attribute::integer(0, Type::I64)) {
            memory_space = None;
        }
        Ok((layout, memory_space))
    }

    pub(super) fn check_layout_map(&self, map: &AffineMap, shape: Option<&[Dim]>, at: Span) -> Parsed<()> {
        match shape {
            Some(shape) if shape.len() != map.num_dims as usize => Err(Box::new(
                Diagnostic::new(
                    at,
                    format!("the layout map has {}", counted(map.num_dims as usize, "dimension")),
                )
                .help(format!(
                    "expected one for each dimension of the memref: a memref layout mismatch between rank {} and the affine map",
                    shape.len()
                )),
            )),
            _ => Ok(()),
        }
    }

    pub(super) fn check_strides(&self, layout: &Layout, shape: Option<&[Dim]>, at: Span) -> Parsed<()> {
        match (layout, shape) {
            (Layout::Strided { strides, .. }, _) if strides.contains(&Dim::Fixed(0)) => {
                Err(self.error(at, "the layout has a stride of 0: strides must not be zero"))
            }
            (Layout::Strided { strides, .. }, Some(shape)) if strides.len() != shape.len() => {
                let strides = counted(strides.len(), "stride");
                let rank = counted(shape.len(), "dimension");
                let message = format!(
                    "the layout has {strides} for {rank}: expected the number of strides to match the rank"
                );
                Err(self.error(at, message))
            }
            _ => Ok(()),
        }
    }

    fn tensor(&mut self) -> Parsed<Type> {
        let shape = self.shape()?;
        let at = self.span();
        let element = self.ty()?;
        let valid = matches!(
            element,
            Type::Integer(_)
                | Type::Index
                | Type::Float(_)
                | Type::Complex(_)
                | Type::Vector(_)
                | Type::Opaque(_)
        );
        if !valid {
            return Err(self.error(
                at,
                format!("found a tensor of `{element}`: invalid tensor element type"),
            ));
        }
        let mut encoding = None;
        if self.eat(Token::Comma) {
            if shape.is_none() {
                return Err(self.error(self.span(), "cannot apply an encoding to an unranked tensor"));
            }
            encoding = Some(self.attribute()?);
        }
        Ok(Type::Tensor(Arc::new(TensorType {
            shape,
            element,
            encoding,
        })))
    }

    fn vector(&mut self) -> Parsed<Type> {
        let mut shape = Vec::new();
        loop {
            let start = self.span();
            let scalable = self.eat(Token::LeftBracket);
            if !self.is(Token::Integer) {
                match scalable {
                    true => return Err(self.unexpected("an extent")),
                    false => break,
                }
            }
            let size = self.extent()?;
            if size <= 0 {
                return Err(self.error(
                    start,
                    "a vector has no extent of 0: vector types must have positive constant sizes",
                ));
            }
            if scalable {
                self.expect(Token::RightBracket, "]")?;
            }
            shape.push(VectorDim { size, scalable });
            self.times()?;
        }
        if self.is(Token::Question) || self.is(Token::Star) {
            return Err(self.unexpected("an extent or an element type: vector types have static shapes"));
        }
        let at = self.span();
        let element = self.ty()?;
        match element {
            Type::Integer(_) | Type::Index | Type::Float(_) | Type::Opaque(_) => {}
            _ => {
                return Err(Box::new(
                    Diagnostic::new(
                        at,
                        format!(
                            "a vector cannot have elements of type `{element}`: invalid vector element type"
                        ),
                    )
                    .help("expected an integer, index or float type"),
                ));
            }
        }
        Ok(Type::Vector(Arc::new(VectorType { shape, element })))
    }

    /// `4x?x`, `*x`, or nothing; `None` is the unranked shape.
    pub(super) fn shape(&mut self) -> Parsed<Option<Vec<Dim>>> {
        if self.eat(Token::Star) {
            self.times()?;
            return Ok(None);
        }
        let mut dims = Vec::new();
        loop {
            match self.token() {
                Token::Integer => dims.push(Dim::Fixed(self.extent()?)),
                Token::Question => {
                    self.bump();
                    dims.push(Dim::Dynamic);
                }
                Token::Minus => {
                    return Err(
                        self.unexpected("an extent that is not negative: invalid memref size or dimension")
                    );
                }
                _ => return Ok(Some(dims)),
            }
            self.times()?;
        }
    }

    /// The integer of an extent; `0x4` is the extent 0 and an `x`.
    pub(crate) fn extent(&mut self) -> Parsed<i64> {
        let text = self.text();
        if text.starts_with("0x") {
            let next = self.cursor.start() + 1;
            self.cursor.go_to(next);
            return Ok(0);
        }
        let value = text.parse().map_err(|_| {
            self.error(
                self.span(),
                "the extent is too large: expected one that fits 64 bits",
            )
        })?;
        self.bump();
        Ok(value)
    }

    /// The `x` behind an extent, which is the beginning of a longer word for the lexer.
    pub(crate) fn times(&mut self) -> Parsed<()> {
        if self.is(Token::Word) && self.text().starts_with('x') {
            let next = self.cursor.start() + 1;
            self.cursor.go_to(next);
            return Ok(());
        }
        Err(self.unexpected("`x` in the dimension list"))
    }
}

/// The length of `<…>` at the start when only brackets of this kind nest in it and no string does.
fn plain_bracket(bytes: &[u8]) -> Option<usize> {
    let mut depth = 0usize;
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b'>' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'"' | b'\n' | b'/' | b'{' | b'}' => return None,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The attribute can say where a buffer lies.
pub(super) fn check_memory_space(space: &Attribute, at: Span) -> Parsed<()> {
    match space {
        Attribute::Integer { .. }
        | Attribute::Bool(_)
        | Attribute::String(_)
        | Attribute::Dictionary(_)
        | Attribute::Typed(_)
        | Attribute::Opaque(_) => Ok(()),
        _ => {
            let message = format!("`{space}` is an unsupported memory space attribute");
            let help = "expected an integer, a string, a dictionary or an attribute of a dialect";
            Err(Box::new(Diagnostic::new(at, message).help(help)))
        }
    }
}
