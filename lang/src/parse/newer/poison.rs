//! Flags of arithmetic that make poison, as a choice of the value or poison.

use smallvec::{SmallVec, smallvec};

use crate::attribute::Attribute;
use crate::ir::{NewOp, Span, ValueId};
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::parser::Parser;
use crate::parse::state::Parsed;
use crate::types::{Type, VectorType};

// The numbers of comparison predicates.
const EQUAL: i64 = 0;
pub(super) const SIGNED_LESS: i64 = 2;
pub(super) const SIGNED_AT_LEAST: i64 = 5;

impl<'s> Parser<'s> {
    /// Whether this word stands before the colon.
    pub(super) fn has_flag(&self, flag: &str) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.bump();
        while !matches!(ahead.token(), Token::Colon | Token::LeftBrace | Token::End) {
            if ahead.token() == Token::Word {
                return ahead.text() == flag;
            }
            ahead.bump();
        }
        false
    }

    /// `%a, %b exact : i32`: poison unless the quotient, or what is shifted out, leaves nothing.
    pub(super) fn exact(&mut self, name: &str) -> Parsed<SmallVec<[ValueId; 4]>> {
        let span = self.span();
        let code = OpCode::from_name(name).unwrap_or(OpCode::DivSI);
        self.bump();
        let a = self.operand()?;
        self.expect(Token::Comma, ",")?;
        let b = self.operand()?;
        self.expect_word("exact")?;
        self.attribute_dict(&mut Vec::new())?;
        self.expect(Token::Colon, ":")?;
        let ty = self.ty()?;
        let (a, b) = (self.resolve(a, &ty)?, self.resolve(b, &ty)?);
        let value = self.compute(code, &[a, b], span);
        let inverse = match code {
            OpCode::DivSI | OpCode::DivUI => OpCode::MulI,
            _ => OpCode::ShLI,
        };
        let back = self.compute(inverse, &[value, b], span);
        Ok(smallvec![self.where_it_holds(EQUAL, [back, a], value, span)])
    }

    /// `%a overflow<nsw, nuw> : i64 to i32`: poison unless the bits cut off are those of the sign, or zero.
    pub(super) fn truncated(&mut self) -> Parsed<SmallVec<[ValueId; 4]>> {
        let span = self.span();
        self.bump();
        let used = self.operand()?;
        self.expect_word("overflow")?;
        self.expect(Token::Less, "<")?;
        let mut back = Vec::new();
        loop {
            match self.word("`nsw`, `nuw` or `none`")? {
                "nsw" => back.push(OpCode::ExtSI),
                "nuw" => back.push(OpCode::ExtUI),
                "none" => {}
                other => {
                    return Err(self.error(
                        self.span(),
                        format!("found `{other}`: expected `nsw`, `nuw` or `none`"),
                    ));
                }
            }
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::Greater, ">")?;
        self.attribute_dict(&mut Vec::new())?;
        self.expect(Token::Colon, ":")?;
        let from = self.ty()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        let wide = self.resolve(used, &from)?;
        let new = NewOp::new(OpCode::TruncI).operands([wide]).result(to);
        let narrow = self.insert(NewOp { span, ..new });
        let mut value = narrow;
        for code in back {
            let new = NewOp::new(code).operands([narrow]).result(from.clone());
            let again = self.insert(NewOp { span, ..new });
            value = self.where_it_holds(EQUAL, [again, wide], value, span);
        }
        Ok(smallvec![value])
    }

    /// An operation whose result has the type of its operands.
    pub(super) fn compute(&mut self, code: OpCode, operands: &[ValueId], span: Span) -> ValueId {
        let ty = self.module.ty(operands[0]).clone();
        let new = NewOp::new(code).operands(operands.iter().copied()).result(ty);
        self.insert(NewOp { span, ..new })
    }

    /// The value where a comparison of integers holds, in each lane, else poison.
    pub(super) fn where_it_holds(
        &mut self,
        predicate: i64,
        compared: [ValueId; 2],
        value: ValueId,
        span: Span,
    ) -> ValueId {
        let truth = match self.module.ty(compared[0]).as_vector() {
            Some(vector) => Type::Vector(
                VectorType {
                    element: Type::I1,
                    ..vector.clone()
                }
                .into(),
            ),
            None => Type::I1,
        };
        let compare = NewOp::new(OpCode::CmpI)
            .operands(compared)
            .attribute("predicate", Attribute::integer(predicate, Type::I64))
            .result(truth);
        let holds = self.insert(NewOp { span, ..compare });
        let ty = self.module.ty(value).clone();
        let poison = NewOp::new(OpCode::Poison);
        let poison = self.insert(NewOp {
            span,
            ..poison.result(ty.clone())
        });
        let select = NewOp::new(OpCode::Select)
            .operands([holds, value, poison])
            .result(ty);
        self.insert(NewOp { span, ..select })
    }
}
