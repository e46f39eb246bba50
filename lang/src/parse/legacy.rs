//! The language of 2018 to 2021, read as today's.
//!
//! MLIR's text changed without a version in it, so a text is taken for an old one when it does not read as
//! today's and has a mark that no text of today has ([`is_written_in`]). The parser then reads old forms
//! besides the new ones, and each old operation becomes the operation of today that means the same: one
//! table ([`table`]) says which. What no operation of today says stays under its old name, in generic form.
//!
//! | old | today |
//! |---|---|
//! | `#m = (d0)[s0] -> (d0 + s0)`, `#s = (d0) : (d0 >= 0)` | `affine_map<…>`, `affine_set<…>` |
//! | `memref<4xf32, #index, (d0) -> (d0), 2>` | one layout map, composed of all |
//! | `memref<4xf32, offset: 1, strides: [2]>` | `strided<[2], offset: 1>` |
//! | `(d0)[s0] -> (d0) size (s0)` | the map alone |
//! | `{name: value}` | `{name = value}` |
//! | `dense<tensor<2xi32>, [1, 2]>`, `splat<…>`, `sparse<…>` | `dense<[1, 2]> : tensor<2xi32>` |
//! | `opaque<dialect, tensor<2xi32>, "0x…">` | `#dialect.opaque<"0x…"> : tensor<2xi32>` |
//! | `!t = type i32` | `!t = i32` |
//! | `func @f()`, `mlfunc`, `cfgfunc`, `extfunc` | `func.func`, private when it has no body |
//! | `"op"(%c)[^a, ^b(%x : i32)]` | operands of successors are operands |
//! | `d0 div 8` | `d0 floordiv 8` |
//! | `%a:2 = affine_apply (d0) -> (d0, d0 + 1)(%i)` | two `affine.apply` |
//! | `<4xf32>` where a type is | `memref<4xf32>` |
//! | `bb1(%x: i32):` in a `cfgfunc` | `^bb1(%x: i32):` |

mod apply;
mod constants;
mod detect;
mod function;
mod generic;
mod layout;
mod maps;
mod memory;
mod scalar;
mod table;

use smallvec::SmallVec;

use super::declarative;
use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::ir::{BlockId, NewOp, OpName, Span, ValueId};
use crate::lexer::Token;
use crate::op::OpCode;
use crate::types::Type;

use super::parser::Parser;
use super::state::{OpState, Parsed};
use table::Form;

pub(super) use detect::is_written_in;
pub(super) use table::is_old_name;

impl<'s> Parser<'s> {
    /// An operation in its custom form, when the current word is an old name.
    pub(super) fn legacy_custom(&mut self) -> Parsed<Option<OpState>> {
        let Some(row) = table::row(self.text()) else {
            return Ok(None);
        };
        let mut op = self.state(OpName::Known(row.code), self.span());
        self.bump();
        match row.form {
            Form::Same | Form::Alloc | Form::AffineFor => declarative::read(self, row.code, &mut op)?,
            Form::Apply => self.legacy_apply(&mut op)?,
            Form::Extremum => self.legacy_extremum(&row, &mut op)?,
            Form::Function => self.legacy_function(&row, &mut op)?,
            Form::Constant => self.legacy_constant(&mut op)?,
            Form::CompareIntegers | Form::CompareFloats => self.legacy_compare(&row, &mut op)?,
            Form::Select => self.legacy_select(&mut op)?,
            Form::Dim => self.legacy_dim(&mut op)?,
            Form::Rank | Form::Splat => self.legacy_by_type(&row, &mut op)?,
            Form::ExtractElement => self.legacy_extract(&mut op)?,
            Form::Load => self.legacy_load(&mut op)?,
            Form::Store => self.legacy_store(&mut op)?,
            Form::Cast => self.legacy_cast(&mut op)?,
            Form::AllocStatic => self.legacy_alloc_static(&mut op)?,
            Form::TensorLoad => self.legacy_tensor_load(&mut op)?,
            Form::TensorStore => self.legacy_tensor_store(&mut op)?,
            Form::Dropped => return Err(self.error(op.span, "the terminator of a module stands alone")),
        }
        Ok(Some(op))
    }

    /// Reads an operation that has no counterpart today because what it says goes without saying; `false`
    /// when the current token begins another.
    pub(super) fn legacy_dropped(&mut self) -> Parsed<bool> {
        let name = match self.token() {
            Token::Word => self.text(),
            Token::String => self.text().trim_matches('"'),
            _ => return Ok(false),
        };
        if table::row(name).is_none_or(|row| row.form != Form::Dropped) {
            return Ok(false);
        }
        let is_generic = self.is(Token::String);
        self.bump();
        if is_generic {
            self.operands_in_parens()?;
            self.attribute_dict(&mut Vec::new())?;
            self.expect(Token::Colon, ":")?;
            self.function_type()?;
        }
        self.location()?;
        Ok(true)
    }

    /// An operation before the one that is being read, in the same block; its only result.
    pub(super) fn insert(&mut self, new: NewOp) -> ValueId {
        let op = self.module.create(new);
        self.before.push(op);
        self.module.op(op).results[0]
    }

    /// As [`Parser::insert`], for an operation without results.
    fn insert_effect(&mut self, new: NewOp) {
        let op = self.module.create(new);
        self.before.push(op);
    }

    /// `arith.constant`, before the operation that is being read.
    fn insert_constant(&mut self, value: Attribute, ty: Type, span: Span) -> ValueId {
        let name = match &value {
            Attribute::Integer { value, .. } if !value.to_string().starts_with('-') => format!("c{value}"),
            _ => "cst".to_string(),
        };
        let new = NewOp::new(OpCode::Constant).attribute("value", value).result(ty);
        let result = self.insert(NewOp { span, ..new });
        self.module.value_mut(result).name = Some(name.into());
        result
    }

    /// A constant of type `index`.
    pub(super) fn insert_index(&mut self, value: i64, span: Span) -> ValueId {
        self.insert_constant(Attribute::index(value), Type::Index, span)
    }

    /// Puts the operations that the last one needs into its block.
    pub(super) fn attach_before(&mut self, block: BlockId) {
        for op in std::mem::take(&mut self.before) {
            self.module.attach(block, op);
        }
    }
}

/// The type is not one that the operation takes.
#[cold]
fn wrong_type(parser: &Parser<'_>, at: Span, ty: &Type, expected: &str) -> Box<Diagnostic> {
    let diagnostic = *parser.error(at, format!("found the type `{ty}`"));
    Box::new(diagnostic.help(format!("expected {expected}")))
}

/// Some values that a list gave.
type Values = SmallVec<[ValueId; 4]>;
