//! The notation of the table: `A[m, k], B[k, n] -> C[m, n] for m, n, k: C + cast(A) * cast(B)`.
//!
//! An operand without brackets is a scalar, or, in an operation without loops, of whatever rank. In the
//! subscripts `s0, s1, …` are the strides and `e0, e1, …` the dilations. `signed(x)`, `unsigned(x)` and
//! `cast(x)` convert to the element type of the output, `f64(x)` and `i32(x)` to that type; `index(n)` is
//! the number of the iteration in the loop n; `fun(…)` is what the attribute `fun` names.

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::{Attribute, FloatValue};
use crate::lexer::{Cursor, Token};
use crate::types::{FloatKind, Type};

use super::definition::{Definition, Expr, Operand, Parameter};
use super::function::{Binary, Function, Unary};

/// The definition that the text gives; `None` where it does not follow the notation.
pub(super) fn read(text: &'static str) -> Option<Definition> {
    let (head, value) = text.split_once(": ")?;
    let (operands, loops) = match head.split_once(" for ") {
        Some((operands, loops)) => (operands, loops.split(", ").collect()),
        None => (head, Vec::new()),
    };
    let mut reader = Reader::new(operands, loops);
    let mut declared = vec![reader.operand()?];
    while !reader.eat(Token::Arrow) {
        reader.expect(Token::Comma)?;
        declared.push(reader.operand()?);
    }
    declared.push(reader.operand()?);
    reader.expect(Token::End)?;
    let counts = [reader.count('s'), reader.count('e')];
    let symbols = counts[0] + counts[1];
    let operands = declared.into_iter().map(|(name, subscripts)| Operand {
        name,
        subscripts: subscripts.map(|results| reader.map(results, symbols)),
    });
    let operands: Vec<Operand> = operands.collect();
    let mut body = Reader::new(value, reader.loops.clone());
    body.operands = operands.iter().map(|o| o.name).collect();
    let value = body.sum()?;
    body.expect(Token::End)?;
    let parameters = [("strides", counts[0]), ("dilations", counts[1])];
    Some(Definition {
        operands,
        loops: reader.loops,
        parameters: parameters
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| Parameter { name, count })
            .collect(),
        value,
    })
}

struct Reader {
    cursor: Cursor<'static>,
    loops: Vec<&'static str>,
    operands: Vec<&'static str>,
    /// The strides and dilations that the subscripts mention.
    symbols: Vec<&'static str>,
}

type Declared = (&'static str, Option<Vec<AffineExpr>>);

impl Reader {
    fn new(text: &'static str, loops: Vec<&'static str>) -> Reader {
        Reader {
            cursor: Cursor::new(text),
            loops,
            operands: Vec::new(),
            symbols: Vec::new(),
        }
    }

    fn eat(&mut self, token: Token) -> bool {
        let found = self.cursor.token() == token;
        if found {
            self.cursor.bump();
        }
        found
    }

    fn expect(&mut self, token: Token) -> Option<()> {
        self.eat(token).then_some(())
    }

    fn take(&mut self, token: Token) -> Option<&'static str> {
        let text = self.cursor.text();
        self.eat(token).then_some(text)
    }

    /// How many strides (`s`) or dilations (`e`) there are.
    fn count(&self, letter: char) -> usize {
        self.symbols.iter().filter(|s| s.starts_with(letter)).count()
    }

    /// `A[m, k]` or `a`.
    fn operand(&mut self) -> Option<Declared> {
        let name = self.take(Token::Word)?;
        if !self.eat(Token::LeftBracket) {
            let scalar = (!self.loops.is_empty()).then(Vec::new);
            return Some((name, scalar));
        }
        let mut subscripts = Vec::new();
        while !self.eat(Token::RightBracket) {
            if !subscripts.is_empty() {
                self.expect(Token::Comma)?;
            }
            subscripts.push(self.subscript()?);
        }
        Some((name, Some(subscripts)))
    }

    /// `oh * s0 + kh * e0`; strides are numbered as symbols from 0, dilations from 8 until
    /// [`Reader::map`] has seen how many strides there are.
    fn subscript(&mut self) -> Option<AffineExpr> {
        let mut sum = self.term()?;
        while self.eat(Token::Plus) {
            sum = sum + self.term()?;
        }
        Some(sum)
    }

    fn term(&mut self) -> Option<AffineExpr> {
        let name = self.take(Token::Word)?;
        let dim = self.loops.iter().position(|l| *l == name)?;
        let dim = AffineExpr::Dim(dim as u32);
        if !self.eat(Token::Star) {
            return Some(dim);
        }
        let name = self.take(Token::Word)?;
        let number: u32 = name.get(1..)?.parse().ok()?;
        let first = match name.as_bytes()[0] {
            b's' => 0,
            b'e' => DILATIONS,
            _ => return None,
        };
        if !self.symbols.contains(&name) {
            self.symbols.push(name);
        }
        Some(dim * AffineExpr::Symbol(first + number))
    }

    fn map(&self, results: Vec<AffineExpr>, symbols: usize) -> AffineMap {
        let strides = self.count('s') as u32;
        let renumbered: Vec<AffineExpr> = (0..2 * DILATIONS)
            .map(|i| match i.checked_sub(DILATIONS) {
                Some(dilation) => AffineExpr::Symbol(strides + dilation),
                None => AffineExpr::Symbol(i),
            })
            .collect();
        let results = results.iter().map(|e| e.replace(&[], &renumbered)).collect();
        AffineMap::new(self.loops.len() as u32, symbols as u32, results)
    }

    fn sum(&mut self) -> Option<Expr> {
        let mut left = self.product()?;
        loop {
            let function = match self.cursor.token() {
                Token::Plus => Binary::Add,
                Token::Minus => Binary::Sub,
                _ => return Some(left),
            };
            self.cursor.bump();
            left = Expr::Call(Function::Binary(function), vec![left, self.product()?]);
        }
    }

    fn product(&mut self) -> Option<Expr> {
        let mut left = self.factor()?;
        while self.eat(Token::Star) {
            left = Expr::Call(Function::Binary(Binary::Mul), vec![left, self.factor()?]);
        }
        Some(left)
    }

    fn factor(&mut self) -> Option<Expr> {
        if self.eat(Token::LeftParen) {
            let inner = self.sum()?;
            self.expect(Token::RightParen)?;
            return Some(inner);
        }
        if let Some(digits) = self.take(Token::Integer) {
            let value: i64 = digits.parse().ok()?;
            return Some(Expr::Constant(Attribute::integer(value, Type::I64)));
        }
        if let Some(digits) = self.take(Token::Float) {
            let value = FloatValue::f64(digits.parse().ok()?);
            return Some(Expr::Constant(Attribute::Float(value)));
        }
        let name = self.take(Token::Word)?;
        if !self.eat(Token::LeftParen) {
            return Some(Expr::Operand(self.operands.iter().position(|o| *o == name)?));
        }
        if name == "index" {
            let number = self.take(Token::Integer)?.parse().ok()?;
            self.expect(Token::RightParen)?;
            return Some(Expr::Index(number));
        }
        let mut arguments = vec![self.sum()?];
        while self.eat(Token::Comma) {
            arguments.push(self.sum()?);
        }
        self.expect(Token::RightParen)?;
        Some(Expr::Call(function(name, arguments.len())?, arguments))
    }
}

/// More strides than any operation has.
const DILATIONS: u32 = 8;

fn function(name: &str, arguments: usize) -> Option<Function> {
    let cast = |to, is_unsigned| Function::Cast { to, is_unsigned };
    Some(match (name, arguments) {
        ("cast", 1) => Function::CastByAttribute,
        ("signed", 1) => cast(None, false),
        ("unsigned", 1) => cast(None, true),
        ("f64", 1) => cast(Some(Type::Float(FloatKind::F64)), false),
        ("i32", 1) => cast(Some(Type::I32), false),
        ("fun", 1) => Function::UnaryByAttribute(Unary::Exp),
        ("fun", 2) => Function::BinaryByAttribute(Binary::Add),
        ("select", 3) => Function::Select,
        (_, 1) => Function::Unary(Unary::from_name(name)?),
        (_, 2) => Function::Binary(Binary::from_name(name)?),
        _ => return None,
    })
}
