//! Applications of maps. Of a map with several results there is one application for each today.

use smallvec::SmallVec;

use crate::affine::AffineMap;
use crate::attribute::{Attribute, Location};
use crate::ir::{BlockId, NewOp, OpId};
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::declarative;
use crate::parse::parser::Parser;
use crate::parse::state::{OpState, Parsed};
use crate::types::Type;

use super::table::Row;
use super::wrong_type;

impl<'s> Parser<'s> {
    /// `(d0) -> (d0, d0 + 1)(%i)`, with a result for each of the map.
    pub(super) fn legacy_apply(&mut self, op: &mut OpState) -> Parsed<()> {
        self.affine_apply(op)?;
        let map = op.attributes.iter().find(|(name, _)| &**name == "map");
        let count = map
            .and_then(|(_, map)| map.as_affine_map())
            .map_or(1, |map| map.results.len());
        op.result_types = (0..count).map(|_| Type::Index).collect();
        Ok(())
    }

    /// `affine.max` or `affine.min`, maybe with the type of the result behind it.
    pub(super) fn legacy_extremum(&mut self, row: &Row, op: &mut OpState) -> Parsed<()> {
        declarative::read(self, row.code, op)?;
        if self.eat(Token::Colon) {
            let at = self.span();
            let ty = self.ty()?;
            if ty != Type::Index {
                return Err(wrong_type(self, at, &ty, "`index`"));
            }
        }
        Ok(())
    }

    /// Puts the operation, or those that say the same today, at the end of the block; the last of them.
    pub(in crate::parse) fn attach_legacy(
        &mut self,
        block: BlockId,
        op: OpId,
        location: Option<Location>,
    ) -> OpId {
        let parts = self.applications(op);
        for &part in &parts {
            if let Some(location) = &location {
                self.module.op_locations.insert(part, location.clone());
            }
            self.module.attach(block, part);
        }
        parts.last().copied().unwrap_or(op)
    }

    /// An application for each result of the map, where it has more than one; else the operation itself.
    fn applications(&mut self, op: OpId) -> SmallVec<[OpId; 1]> {
        let found = self.module.op(op);
        let map = found.attribute("map").and_then(Attribute::as_affine_map).cloned();
        let (Some(OpCode::AffineApply), Some(map)) = (found.code(), map) else {
            return [op].into();
        };
        let (results, operands, span) = (found.results.clone(), found.operands.clone(), found.span);
        let others: Vec<_> = found
            .attributes
            .iter()
            .filter(|(name, _)| &**name != "map")
            .cloned()
            .collect();
        if results.len() != map.results.len() || results.len() < 2 {
            return [op].into();
        }
        let parts = map.results.iter().zip(results).map(|(expr, result)| {
            let part = AffineMap::new(map.num_dims, map.num_symbols, vec![expr.clone()]);
            let map = Attribute::AffineMap(self.shared_map(part));
            let mut new = NewOp::new(OpCode::AffineApply)
                .operands(operands.iter().copied())
                .attribute("map", map)
                .result(Type::Index);
            new.attributes.extend(others.iter().cloned());
            self.module.create_with(NewOp { span, ..new }, &[(0, result)])
        });
        parts.collect()
    }
}
