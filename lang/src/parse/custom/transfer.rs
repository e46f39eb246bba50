//! Transfers between vectors and memory or tensors.

use std::sync::Arc;

use crate::affine::AffineMap;
use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::Span;
use crate::lexer::Token;
use crate::parse::parser::Parser;
use crate::parse::scope::{Use, Uses};
use crate::parse::state::{OpState, Parsed};
use crate::transfer;
use crate::types::{Type, VectorType, outer_product_type};

/// The types behind a transfer, with the place where they stand.
struct TransferTypes {
    vector: Arc<VectorType>,
    memory: Type,
    span: Span,
}

impl<'s> Parser<'s> {
    /// `%source[%i], %padding, %mask {…} : memref<…>, vector<…>`.
    pub(crate) fn transfer_read(&mut self, op: &mut OpState) -> Parsed<()> {
        let source = self.operand()?;
        let indices = self.operands_in_brackets()?;
        self.expect(Token::Comma, ",")?;
        let padding = self.operand()?;
        let mask = self.transfer_mask()?;
        self.attribute_dict(&mut op.attributes)?;
        let types = self.transfer_types(false)?;
        let map = self.transfer_attributes(op, &types)?;
        op.operands.push(self.resolve(source, &types.memory)?);
        self.resolve_into(op, &indices, &Type::Index)?;
        op.operands.push(self.resolve(padding, types.memory.element())?);
        self.resolve_mask(op, mask, &types, &map)?;
        self.transfer_segments(op, &[1, indices.len(), 1, usize::from(mask.is_some())]);
        op.result_types.push(Type::Vector(types.vector));
        Ok(())
    }

    /// `%vector, %target[%i], %mask {…} : vector<…>, memref<…>`.
    pub(crate) fn transfer_write(&mut self, op: &mut OpState) -> Parsed<()> {
        let vector = self.operand()?;
        self.expect(Token::Comma, ",")?;
        let target = self.operand()?;
        let indices = self.operands_in_brackets()?;
        let mask = self.transfer_mask()?;
        self.attribute_dict(&mut op.attributes)?;
        let types = self.transfer_types(true)?;
        let map = self.transfer_attributes(op, &types)?;
        let vector_type = Type::Vector(types.vector.clone());
        op.operands.push(self.resolve(vector, &vector_type)?);
        op.operands.push(self.resolve(target, &types.memory)?);
        self.resolve_into(op, &indices, &Type::Index)?;
        self.resolve_mask(op, mask, &types, &map)?;
        self.transfer_segments(op, &[1, 1, indices.len(), usize::from(mask.is_some())]);
        if matches!(types.memory, Type::Tensor(_)) {
            op.result_types.push(types.memory);
        }
        Ok(())
    }

    fn transfer_mask(&mut self) -> Parsed<Option<Use<'s>>> {
        match self.eat(Token::Comma) {
            true => self.operand().map(Some),
            false => Ok(None),
        }
    }

    /// `: T, U`, one of them a vector and the other a ranked memref or tensor.
    fn transfer_types(&mut self, vector_first: bool) -> Parsed<TransferTypes> {
        self.expect(Token::Colon, ":")?;
        let start = self.cursor.start();
        let types = self.types()?;
        let span = self.span_from(start);
        let Ok([first, second]) = <[Type; 2]>::try_from(types) else {
            return Err(self.error(span, "expected two types, of the memory and of the vector"));
        };
        let (vector, memory) = match vector_first {
            true => (first, second),
            false => (second, first),
        };
        let is_ranked = match &memory {
            Type::MemRef(m) => m.shape.is_some(),
            Type::Tensor(t) => t.shape.is_some(),
            _ => false,
        };
        if !is_ranked {
            let message = format!("found the type `{memory}` for the memory of a transfer");
            let help = "expected a memref or a ranked tensor";
            return Err(Box::new(Diagnostic::new(span, message).help(help)));
        }
        match vector {
            Type::Vector(vector) => Ok(TransferTypes { vector, memory, span }),
            other => {
                let message = format!("found the type `{other}` for what is transferred");
                Err(Box::new(
                    Diagnostic::new(span, message).help("expected a vector type"),
                ))
            }
        }
    }

    /// Adds the map and the bounds that the dictionary does not give.
    fn transfer_attributes(&mut self, op: &mut OpState, types: &TransferTypes) -> Parsed<Arc<AffineMap>> {
        let given = |op: &OpState, name: &str| {
            let found = op.attributes.iter().find(|(n, _)| **n == *name);
            found.map(|(_, value)| value.clone())
        };
        let map = match given(op, "permutation_map") {
            Some(Attribute::AffineMap(map)) => map,
            Some(other) => {
                let message = format!("the attribute `permutation_map` is `{other}`");
                let help = "failed to satisfy the constraint: AffineMap attribute";
                return Err(Box::new(Diagnostic::new(op.span, message).help(help)));
            }
            None => {
                let Some(map) = transfer::default_map(&types.memory, &types.vector) else {
                    let vector = Type::Vector(types.vector.clone());
                    let message = format!(
                        "found the types `{}` and `{vector}` and no `permutation_map`",
                        types.memory
                    );
                    let help = "expected a vector of no more dimensions than the memory";
                    return Err(Box::new(Diagnostic::new(types.span, message).help(help)));
                };
                let map = self.shared_map(map);
                let attribute = Attribute::AffineMap(map.clone());
                op.attributes.push((self.name("permutation_map"), attribute));
                map
            }
        };
        if given(op, "in_bounds").is_none() {
            let bounds = vec![Attribute::Bool(false); map.results.len()];
            op.attributes
                .push((self.name("in_bounds"), Attribute::array(bounds)));
        }
        Ok(map)
    }

    /// The type of the mask follows from the vector and the map.
    fn resolve_mask(
        &mut self,
        op: &mut OpState,
        mask: Option<Use<'s>>,
        types: &TransferTypes,
        map: &AffineMap,
    ) -> Parsed<()> {
        let Some(mask) = mask else { return Ok(()) };
        if types.memory.element().as_vector().is_some() {
            let message = format!("found a mask for memory of type `{}`", types.memory);
            let help = "expected no masks where the element type is a vector";
            return Err(Box::new(Diagnostic::new(mask.span, message).help(help)));
        }
        if types.vector.shape.len() != map.results.len() {
            let found = format!(
                "found a vector of rank {} and a map with {}",
                types.vector.shape.len(),
                counted(map.results.len(), "result")
            );
            let help =
                "expected a result of the permutation map for each dimension of the vector, so one rank";
            return Err(Box::new(Diagnostic::new(types.span, found).help(help)));
        }
        let Some(ty) = transfer::mask_type(&types.vector, map) else {
            let message = format!("the type of the mask does not follow from the map `{map}`");
            let help = "expected a projected permutation: each result one dim of the memory, or zero";
            return Err(Box::new(Diagnostic::new(mask.span, message).help(help)));
        };
        let value = self.resolve(mask, &ty)?;
        op.operands.push(value);
        Ok(())
    }

    fn transfer_segments(&mut self, op: &mut OpState, sizes: &[usize; 4]) {
        let sizes = Attribute::i32_array(&sizes.map(|n| n as i64));
        op.attributes.push((self.name("operandSegmentSizes"), sizes));
    }

    /// `%lhs, %rhs, %acc {…} : vector<…>, vector<…>`; a scalar on the right scales.
    pub(crate) fn outer_product(&mut self, op: &mut OpState) -> Parsed<()> {
        let start = self.cursor.start();
        let operands: Uses<'s> = self.operands()?;
        let at = self.span_from(start);
        self.attribute_dict(&mut op.attributes)?;
        self.expect(Token::Colon, ":")?;
        let types_at = self.span();
        let left = self.ty()?;
        self.expect(Token::Comma, ",")?;
        let right = self.ty()?;
        if !(2..=3).contains(&operands.len()) {
            let found = counted(operands.len(), "operand");
            return Err(self.error(
                at,
                format!("found {found}: expected two factors, and perhaps an accumulator, as operands"),
            ));
        }
        let Some(result) = outer_product_type(&left, &right) else {
            let message = format!("found the types `{left}` and `{right}`");
            let help = "expected a 1-d vector as operand #1, and another or a scalar as operand #2";
            return Err(Box::new(Diagnostic::new(types_at, message).help(help)));
        };
        op.operands.push(self.resolve(operands[0], &left)?);
        op.operands.push(self.resolve(operands[1], &right)?);
        self.resolve_into(op, &operands[2..], &result)?;
        op.result_types.push(result);
        Ok(())
    }
}
