//! Forms that came into MLIR after version 19, up to 22, read as what says the same in 19.
//!
//! | newer | read as |
//! |---|---|
//! | `%r = memref.assume_alignment %m, 16` | the operation without a result, which is `%m` |
//! | `bufferization.to_tensor %m : memref<…> to tensor<…>` | without the second type |
//! | `bufferization.to_buffer %t : tensor<…> to memref<…>` | `bufferization.to_memref` |
//! | `linalg.pack`, `linalg.unpack` | `tensor.pack`, `tensor.unpack` |
//! | `linalg.matmul indexing_maps = […]` of a transposed operand | `linalg.matmul_transpose_a`, `…_b` |
//! | `linalg.contract` that is a product of matrices | the same |
//! | `linalg.elementwise kind=#linalg.elementwise_kind<exp>` | `linalg.exp` |
//! | `vector.to_elements` | a `vector.extract` for each lane |
//! | `affine.linearize_index` | products and sums; poison where `disjoint` does not hold |
//! | `affine.delinearize_index … into (4, %n)` | constants; without an outer bound quotients and remainders |
//! | `exact` of quotients and shifts, `overflow<…>` of `arith.trunci` | a choice of the value or poison |
//! | `ub.unreachable` | `llvm.unreachable` |

use smallvec::{SmallVec, smallvec};

use crate::attribute::{Attribute, DenseArray};
use crate::diagnostic::Diagnostic;
use crate::ir::{NewOp, OpName, ValueId};
use crate::lexer::{Cursor, Token, balanced};
use crate::op::OpCode;
use crate::types::{Type, VectorType};
use crate::unknown_op::ASSEMBLY;

use super::declarative;
use super::operation::ResultGroup;
use super::parser::Parser;
use super::state::{Newer, OpState, Parsed};

mod indices;
mod poison;
mod products;

impl<'s> Parser<'s> {
    /// The current operation, where its form is one that MLIR 19 does not have.
    pub(super) fn newer(&mut self, groups: &[ResultGroup<'s>]) -> Parsed<Option<Newer>> {
        let name = self.text();
        let values = match name {
            "memref.assume_alignment" if !groups.is_empty() => self.assumed_alignment()?,
            "bufferization.to_tensor" if self.has_second_type() => self.tensor_of_buffer()?,
            "bufferization.to_buffer" => self.buffer_of_tensor()?,
            "vector.to_elements" => self.elements_of_vector()?,
            "affine.linearize_index" => self.linearized()?,
            "affine.delinearize_index" if self.has_newer_basis() => self.delinearized()?,
            "arith.divsi" | "arith.divui" | "arith.shrsi" | "arith.shrui" if self.has_flag("exact") => {
                self.exact(name)?
            }
            "arith.trunci" if self.has_flag("overflow") => self.truncated()?,
            "linalg.pack" => return self.renamed(OpCode::TensorPack).map(Some),
            "linalg.unpack" => return self.renamed(OpCode::TensorUnpack).map(Some),
            "linalg.matmul" | "linalg.batch_matmul" | "linalg.contract" if self.has_maps() => {
                return self.product(name).map(Some);
            }
            "linalg.elementwise" => return self.elementwise().map(Some),
            "ub.unreachable" => return Ok(Some(Newer::Op(self.unreachable()))),
            _ => return Ok(None),
        };
        Ok(Some(Newer::Values(values)))
    }

    /// Names the results of a form whose values are there.
    pub(super) fn name_values(&mut self, groups: &[ResultGroup<'s>], values: &[ValueId]) -> Parsed<()> {
        let named: usize = groups.iter().map(|group| group.count as usize).sum();
        let mut first = 0;
        for group in groups {
            if named != values.len() {
                let message = format!(
                    "found names for {named} results, where there are {}",
                    values.len()
                );
                return Err(self.error(group.span, message));
            }
            if !self.forward_values(group.name).is_empty() {
                let message = format!("`%{}` is used before its definition", group.name);
                let help = "the form of this operation is newer than MLIR 19; it is read where its results are used behind it";
                return Err(Box::new(Diagnostic::new(group.span, message).help(help)));
            }
            let last = first + group.count as usize;
            let name = self.module.value(values[first]).name.clone();
            self.define(group.name, &values[first..last], group.span)?;
            if name.is_some() {
                self.module.value_mut(values[first]).name = name;
            }
            first = last;
        }
        Ok(())
    }

    /// The rest of an operation that has another name in MLIR 19.
    fn renamed(&mut self, code: OpCode) -> Parsed<Newer> {
        let mut op = self.state(OpName::Known(code), self.span());
        self.bump();
        declarative::read(self, code, &mut op)?;
        Ok(Newer::Op(op))
    }

    fn unreachable(&mut self) -> OpState {
        let mut op = self.state(OpName::Unknown("llvm.unreachable".into()), self.span());
        op.attributes
            .push((ASSEMBLY.into(), Attribute::String("".into())));
        self.bump();
        op
    }

    /// `%m, 16 : memref<…>`: the memref.
    fn assumed_alignment(&mut self) -> Parsed<SmallVec<[ValueId; 4]>> {
        let mut op = self.state(OpName::Known(OpCode::MemRefAssumeAlignment), self.span());
        self.bump();
        declarative::read(self, OpCode::MemRefAssumeAlignment, &mut op)?;
        let memref = op.operands[0];
        self.insert_state(op);
        Ok(smallvec![memref])
    }

    /// Whether ` to ` stands behind the first type.
    fn has_second_type(&self) -> bool {
        let mut ahead = self.cursor.clone();
        if !pass_to(&mut ahead, Token::Colon) {
            return false;
        }
        ahead.bump();
        pass_type(&mut ahead);
        ahead.token() == Token::Word && ahead.text() == "to"
    }

    /// `%m restrict writable : memref<…> to tensor<…>`.
    fn tensor_of_buffer(&mut self) -> Parsed<SmallVec<[ValueId; 4]>> {
        let mut op = self.state(OpName::Known(OpCode::BufferizationToTensor), self.span());
        self.bump();
        let memref = self.operand()?;
        for flag in ["restrict", "writable"] {
            if self.eat_word(flag) {
                op.attributes.push((flag.into(), Attribute::Unit));
            }
        }
        self.attribute_dict(&mut op.attributes)?;
        self.expect(Token::Colon, ":")?;
        let from = self.ty()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        op.operands.push(self.resolve(memref, &from)?);
        op.result_types.push(to);
        Ok(self.insert_state(op))
    }

    /// `%t read_only : tensor<…> to memref<…>`.
    fn buffer_of_tensor(&mut self) -> Parsed<SmallVec<[ValueId; 4]>> {
        let mut op = self.state(OpName::Known(OpCode::BufferizationToMemRef), self.span());
        self.bump();
        let tensor = self.operand()?;
        if self.eat_word("read_only") {
            op.attributes.push(("read_only".into(), Attribute::Unit));
        }
        self.attribute_dict(&mut op.attributes)?;
        self.expect(Token::Colon, ":")?;
        let from = self.ty()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        op.operands.push(self.resolve(tensor, &from)?);
        op.result_types.push(to);
        Ok(self.insert_state(op))
    }

    /// `%v : vector<…>`: a value for each lane.
    fn elements_of_vector(&mut self) -> Parsed<SmallVec<[ValueId; 4]>> {
        const MOST_LANES: i64 = 1 << 12;
        let span = self.span();
        self.bump();
        let used = self.operand()?;
        self.attribute_dict(&mut Vec::new())?;
        self.expect(Token::Colon, ":")?;
        let at = self.span();
        let ty = self.ty()?;
        let lanes = ty.as_vector().and_then(VectorType::lanes);
        let Some(lanes) = lanes.filter(|&lanes| lanes <= MOST_LANES) else {
            return Err(self.error(
                at,
                format!("found `{ty}`: expected a vector of at most {MOST_LANES} lanes"),
            ));
        };
        let vector = self.resolve(used, &ty)?;
        let sizes: Vec<i64> = ty
            .as_vector()
            .map_or_else(Vec::new, |v| v.shape.iter().map(|d| d.size).collect());
        let mut values = SmallVec::new();
        for lane in 0..lanes {
            let mut rest = lane;
            let mut position = vec![0; sizes.len()];
            for (at, &size) in position.iter_mut().zip(&sizes).rev() {
                (*at, rest) = (rest % size, rest / size);
            }
            let elements = position
                .iter()
                .map(|&n| Attribute::integer(n, Type::I64))
                .collect();
            let position = Attribute::DenseArray(
                DenseArray {
                    element: Type::I64,
                    elements,
                }
                .into(),
            );
            let new = NewOp::new(OpCode::VectorExtract)
                .operands([vector])
                .attribute("static_position", position);
            let new = new.result(ty.element().clone());
            values.push(self.insert(NewOp { span, ..new }));
        }
        Ok(values)
    }

    /// Puts an operation before what follows; its results.
    fn insert_state(&mut self, state: OpState) -> SmallVec<[ValueId; 4]> {
        let op = self.module.create(NewOp {
            name: state.name,
            operands: state.operands,
            result_types: state.result_types,
            attributes: state.attributes,
            span: state.span,
        });
        self.before.push(op);
        SmallVec::from_slice(&self.module.op(op).results)
    }
}

/// Goes to the first such token on the way to the end of the operation; whether there is one.
fn pass_to(ahead: &mut Cursor<'_>, token: Token) -> bool {
    /// Tokens that are looked at; no text may take long.
    const LOOKAHEAD: usize = 64;
    for _ in 0..LOOKAHEAD {
        match ahead.token() {
            found if found == token => return true,
            Token::End | Token::Error => return false,
            _ => ahead.bump(),
        }
    }
    false
}

/// Steps over a type such as `memref<…>`.
fn pass_type(ahead: &mut Cursor<'_>) {
    ahead.bump();
    if ahead.token() == Token::Less {
        let rest = &ahead.source()[ahead.start() as usize..];
        if let Some(length) = balanced(rest) {
            ahead.go_to(ahead.start() + length as u32);
        }
    }
}
