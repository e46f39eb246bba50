//! `affine.parallel`, `affine.prefetch`, `affine.delinearize_index` and the transfers of the affine dialect.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::{Attribute, DenseElements};
use crate::diagnostic::Diagnostic;
use crate::ir::ValueId;
use crate::lexer::Token;
use crate::op::{ATOMIC_RMW_KINDS, OpCode};
use crate::parse::affine::MapOfValues;
use crate::parse::parser::Parser;
use crate::parse::region::RegionSpec;
use crate::parse::scope::{Use, Uses};
use crate::parse::state::{OpState, Parsed};
use crate::types::{Dim, TensorType, Type};

impl<'s> Parser<'s> {
    /// `(%i, %j) = (0, max(%a, %b)) to (10, %n) step (2, 1) reduce ("addf") -> (f32) { … } {…}`.
    pub fn affine_parallel(&mut self, op: &mut OpState) -> Parsed<()> {
        let mut arguments = self.paren_list(|parser| parser.argument(false))?;
        for argument in &mut arguments {
            argument.ty = Type::Index;
        }
        self.expect(Token::Equal, "=")?;
        self.parallel_bounds(op, "max", ["lowerBoundsMap", "lowerBoundsGroups"])?;
        self.expect_word("to")?;
        self.parallel_bounds(op, "min", ["upperBoundsMap", "upperBoundsGroups"])?;
        let mut steps = vec![1; arguments.len()];
        if self.eat_word("step") {
            steps = self.paren_list(|parser| {
                parser
                    .maybe_integer()?
                    .ok_or_else(|| parser.unexpected("a constant integer: steps must be constant integers"))
            })?;
        }
        op.attributes.push((self.name("steps"), i64_array(&steps)));
        let mut reductions = Vec::new();
        if self.eat_word("reduce") {
            reductions = self.paren_list(Self::reduction_kind)?;
        }
        op.attributes
            .push((self.name("reductions"), i64_array(&reductions)));
        let types = self.arrow_types()?;
        op.result_types.extend(types);
        let spec = RegionSpec::of(OpCode::AffineParallel).arguments(&arguments);
        op.regions
            .push(self.region(&spec.terminated_by(OpCode::AffineYield))?);
        self.attribute_dict(&mut op.attributes)
    }

    /// `"addf"`, as its number.
    fn reduction_kind(&mut self) -> Parsed<i64> {
        let span = self.span();
        let text = self.string_literal()?;
        match ATOMIC_RMW_KINDS.iter().position(|kind| *kind == text) {
            Some(number) => Ok(number as i64),
            None => Err(Box::new(
                Diagnostic::new(span, format!("`{text}` is an invalid reduction value"))
                    .help(format!("expected one of {}", ATOMIC_RMW_KINDS.join(", "))),
            )),
        }
    }

    /// `(%a, max(%b, %c + 1))`: one map of all expressions, and how many belong to each loop.
    fn parallel_bounds(&mut self, op: &mut OpState, keyword: &str, names: [&'static str; 2]) -> Parsed<()> {
        let groups = self.paren_list(|parser| match parser.eat_word(keyword) {
            true => parser.map_of_values_in_parens(),
            false => parser.expr_of_values(),
        })?;
        let (mut dims, mut symbols) = (SmallVec::<[ValueId; 4]>::new(), SmallVec::<[ValueId; 4]>::new());
        let mut results = Vec::new();
        for group in &groups {
            let new_dims = self.unique_indices(&group.dims, &mut dims)?;
            let new_symbols = self.unique_indices(&group.symbols, &mut symbols)?;
            let dims: Vec<AffineExpr> = new_dims.into_iter().map(AffineExpr::Dim).collect();
            let symbols: Vec<AffineExpr> = new_symbols.into_iter().map(AffineExpr::Symbol).collect();
            results.extend(group.map.results.iter().map(|e| e.replace(&dims, &symbols)));
        }
        let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, results);
        let map = self.shared_map(map);
        let counts: Vec<i64> = groups.iter().map(|g| g.map.results.len() as i64).collect();
        op.attributes
            .push((self.name(names[0]), Attribute::AffineMap(map)));
        op.attributes.push((self.name(names[1]), i32_tensor(&counts)));
        op.operands.extend(dims);
        op.operands.extend(symbols);
        Ok(())
    }

    /// The positions of the values in the list, to which those not yet there are appended.
    fn unique_indices(&mut self, uses: &[Use<'s>], list: &mut SmallVec<[ValueId; 4]>) -> Parsed<Vec<u32>> {
        let mut positions = Vec::with_capacity(uses.len());
        for &used in uses {
            let value = self.resolve(used, &Type::Index)?;
            let position = list.iter().position(|&v| v == value).unwrap_or(list.len());
            if position == list.len() {
                list.push(value);
            }
            positions.push(position as u32);
        }
        Ok(positions)
    }

    /// `%m[%i], read, locality<3>, data {…} : memref<…>`.
    pub fn affine_prefetch(&mut self, op: &mut OpState) -> Parsed<()> {
        let memref = self.operand()?;
        let subscripts = self.map_of_values()?;
        self.expect(Token::Comma, ",")?;
        let is_write = self.one_of(["read", "write"], "the rw specifier `read` or `write`")?;
        self.expect(Token::Comma, ",")?;
        self.expect_word("locality")?;
        self.expect(Token::Less, "<")?;
        let hint = self.attribute_of(&Type::I32)?;
        self.expect(Token::Greater, ">")?;
        self.expect(Token::Comma, ",")?;
        let is_instruction = self.one_of(["data", "instr"], "the cache type `data` or `instr`")?;
        let attributes = [
            ("map", Attribute::AffineMap(subscripts.map.clone())),
            ("localityHint", hint),
            ("isWrite", Attribute::Bool(is_write)),
            ("isDataCache", Attribute::Bool(!is_instruction)),
        ];
        for (name, value) in attributes {
            op.attributes.push((self.name(name), value));
        }
        self.attribute_dict(&mut op.attributes)?;
        let (ty, _) = self.colon_memref()?;
        op.operands.push(self.resolve(memref, &ty)?);
        self.resolve_subscripts(op, &subscripts)
    }

    /// Whether the second of two words stands here.
    fn one_of(&mut self, [first, second]: [&str; 2], expected: &str) -> Parsed<bool> {
        if self.eat_word(first) {
            return Ok(false);
        }
        match self.eat_word(second) {
            true => Ok(true),
            false => Err(self.unexpected(expected)),
        }
    }

    /// `%source[…], %target[…], %tag[…], %count, %stride, %per_stride : memref<…>, memref<…>, memref<…>`.
    pub fn affine_dma_start(&mut self, op: &mut OpState) -> Parsed<()> {
        let mut sides = Vec::new();
        for name in ["src_map", "dst_map", "tag_map"] {
            let memref = self.operand()?;
            let subscripts = self.map_of_values()?;
            let map = Attribute::AffineMap(Arc::clone(&subscripts.map));
            op.attributes.push((self.name(name), map));
            self.expect(Token::Comma, ",")?;
            sides.push((memref, subscripts));
        }
        let start = self.cursor.start();
        let mut counts = Uses::from_slice(&[self.operand()?]);
        if self.eat(Token::Comma) {
            // MLIR reads a comma with no stride behind it.
            counts.extend(self.operands()?);
        }
        if !matches!(counts.len(), 1 | 3) {
            return Err(self.error(
                self.span_from(start),
                "expected the number of elements, alone or with two stride related operands",
            ));
        }
        self.attribute_dict(&mut op.attributes)?;
        let at = self.cursor.start();
        let types = self.colon_types()?;
        if types.len() != 3 {
            return Err(self.error(
                self.span_from(at),
                format!("found {} types: expected three types", types.len()),
            ));
        }
        for ((memref, subscripts), ty) in sides.into_iter().zip(&types) {
            op.operands.push(self.resolve(memref, ty)?);
            self.resolve_subscripts(op, &subscripts)?;
        }
        self.resolve_into(op, &counts, &Type::Index)
    }

    /// `%tag[…], %count : memref<…>`.
    pub fn affine_dma_wait(&mut self, op: &mut OpState) -> Parsed<()> {
        let tag = self.operand()?;
        let subscripts = self.map_of_values()?;
        let map = Attribute::AffineMap(Arc::clone(&subscripts.map));
        op.attributes.push((self.name("tag_map"), map));
        self.expect(Token::Comma, ",")?;
        let count = self.operand()?;
        self.attribute_dict(&mut op.attributes)?;
        let (ty, _) = self.colon_memref()?;
        op.operands.push(self.resolve(tag, &ty)?);
        self.resolve_subscripts(op, &subscripts)?;
        op.operands.push(self.resolve(count, &Type::Index)?);
        Ok(())
    }

    pub(super) fn resolve_subscripts(
        &mut self,
        op: &mut OpState,
        subscripts: &MapOfValues<'s>,
    ) -> Parsed<()> {
        self.resolve_into(op, &subscripts.dims, &Type::Index)?;
        self.resolve_into(op, &subscripts.symbols, &Type::Index)
    }
}

fn i64_array(values: &[i64]) -> Attribute {
    Attribute::array(values.iter().map(|&n| Attribute::integer(n, Type::I64)).collect())
}

/// `dense<[…]> : tensor<nxi32>`.
fn i32_tensor(values: &[i64]) -> Attribute {
    let ty = Type::Tensor(Arc::new(TensorType {
        shape: Some(vec![Dim::Fixed(values.len() as i64)]),
        element: Type::I32,
        encoding: None,
    }));
    let mut elements: Vec<Attribute> = values.iter().map(|&n| Attribute::integer(n, Type::I32)).collect();
    if elements.windows(2).all(|pair| pair[0] == pair[1]) {
        elements.truncate(1);
    }
    Attribute::DenseElements(Arc::new(DenseElements { ty, elements }))
}
