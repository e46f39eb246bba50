//! Whether a text is an old one.

use crate::lexer::{Cursor, Token};
use crate::op::{Dialect, OpCode};

use super::maps::begins_map;
use super::table::row;

/// Whether the text has something that was written once and means nothing today: a function or a top-level
/// operation without its dialect, an affine map or an integer set without a keyword, a type alias with one, an
/// attribute with a colon, a successor with operands in the generic form.
pub(in crate::parse) fn is_written_in(source: &str) -> bool {
    let mut cursor = Cursor::new(source);
    let mut place = Place::default();
    while cursor.token() != Token::End {
        if is_mark(&cursor, &place) {
            return true;
        }
        place.pass(&cursor);
        let end = cursor.end() as usize;
        cursor.bump();
        place.begins |= source[end..cursor.start() as usize].contains('\n');
    }
    false
}

/// What stands before a token.
struct Place {
    /// Whether an operation may begin here, with or without names for its results.
    begins: bool,
    /// Braces that are open.
    depth: usize,
    last: Token,
}

impl Default for Place {
    fn default() -> Place {
        Place {
            begins: true,
            depth: 0,
            last: Token::End,
        }
    }
}

impl Place {
    fn pass(&mut self, cursor: &Cursor<'_>) {
        let token = cursor.token();
        match token {
            Token::LeftBrace => self.depth += 1,
            Token::RightBrace => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        // The names of results are part of the beginning.
        let is_result = matches!(
            token,
            Token::Value | Token::Comma | Token::Colon | Token::Integer | Token::Equal
        );
        self.begins = matches!(token, Token::LeftBrace | Token::RightBrace) || (self.begins && is_result);
        self.last = token;
    }
}

fn is_mark(cursor: &Cursor<'_>, place: &Place) -> bool {
    match cursor.token() {
        Token::Word => match cursor.text() {
            "func" | "mlfunc" | "cfgfunc" | "extfunc" => place.begins && is_function(cursor.clone()),
            "div" => matches!(place.last, Token::Word | Token::Integer | Token::RightParen),
            name => place.begins && is_renamed(name, place),
        },
        Token::LeftParen => place.last != Token::Less && begins_bare_map(cursor.clone()),
        Token::Hash => after_equal(cursor).is_some_and(|c| c.token() == Token::LeftParen && begins_map(c)),
        Token::Exclamation => {
            after_equal(cursor).is_some_and(|c| c.token() == Token::Word && c.text() == "type")
        }
        Token::LeftBrace => place.last == Token::RightParen && begins_old_dictionary(cursor.clone()),
        Token::Block => match place.last {
            Token::LeftBracket => behind_operands(cursor.clone()).is_some(),
            Token::Comma => behind_operands(cursor.clone()) == Some(Token::RightBracket),
            _ => false,
        },
        _ => false,
    }
}

/// Whether the name is that of an operation which has another today. In a function, those of the dialect
/// `func` need no prefix today either.
fn is_renamed(name: &str, place: &Place) -> bool {
    let Some(row) = row(name).filter(|_| !name.contains('.')) else {
        return false;
    };
    match place.depth {
        0 => row.code.mnemonic() != name || row.code.dialect() != Dialect::Builtin,
        _ => row.code != OpCode::Constant && !matches!(row.code.dialect(), Dialect::Builtin | Dialect::Func),
    }
}

/// `{name: value`.
fn begins_old_dictionary(mut ahead: Cursor<'_>) -> bool {
    ahead.bump();
    let is_name = matches!(ahead.token(), Token::Word | Token::String);
    ahead.bump();
    is_name && ahead.token() == Token::Colon
}

/// Tokens that are looked at for the end of a list; no text may take long.
const LOOKAHEAD: usize = 256;

/// What stands behind `^name(%a : T)`; `None` for a successor without operands.
fn behind_operands(mut ahead: Cursor<'_>) -> Option<Token> {
    ahead.bump();
    if ahead.token() != Token::LeftParen {
        return None;
    }
    for _ in 0..LOOKAHEAD {
        let is_end = ahead.token() == Token::RightParen;
        ahead.bump();
        if is_end {
            return Some(ahead.token());
        }
    }
    None
}

/// `func @name`, maybe with a visibility between.
fn is_function(mut ahead: Cursor<'_>) -> bool {
    ahead.bump();
    if ahead.token() == Token::Word && matches!(ahead.text(), "private" | "public" | "nested") {
        ahead.bump();
    }
    ahead.token() == Token::Symbol
}

/// Where the value of an alias begins.
fn after_equal<'s>(cursor: &Cursor<'s>) -> Option<Cursor<'s>> {
    let mut ahead = cursor.clone();
    ahead.bump();
    let is_alias = ahead.token() == Token::Equal;
    ahead.bump();
    is_alias.then_some(ahead)
}

/// Names in parentheses, maybe more in brackets, and the parenthesis of results or constraints: a map or a set
/// without a keyword.
fn begins_bare_map(mut ahead: Cursor<'_>) -> bool {
    if !begins_map(ahead.clone()) {
        return false;
    }
    let has_dims = pass_names(&mut ahead, Token::RightParen);
    if ahead.token() == Token::LeftBracket {
        pass_names(&mut ahead, Token::RightBracket);
    } else if !has_dims {
        // `() : (` and `() -> (` stand in types too.
        return false;
    }
    let is_map = matches!(ahead.token(), Token::Arrow | Token::Colon);
    ahead.bump();
    is_map && ahead.token() == Token::LeftParen
}

/// Steps over an opening bracket, names with commas between, and the closing bracket; whether there are names.
fn pass_names(ahead: &mut Cursor<'_>, close: Token) -> bool {
    ahead.bump();
    let has_names = ahead.token() == Token::Word;
    while matches!(ahead.token(), Token::Word | Token::Comma) {
        ahead.bump();
    }
    if ahead.token() == close {
        ahead.bump();
    }
    has_names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_texts_are_known_by_their_marks() {
        for text in [
            "func @f() { return }",
            "module { func private @f() }",
            "// A comment.\nextfunc @f(i32)",
            "#m = (d0) -> (d0)",
            "#m = () -> (5)",
            "#m = ()[s0] -> (s0)",
            "#s = (d0, d1) : (d0 - d1 >= 0)",
            "#s = () : (0 >= 0)",
            "!t = type i32",
            "%0 = constant 1 : i32",
            "%a, %b:2 = call @f() : () -> ()",
            "\"op\"(%x) {fruit: \"x\"} : (i32) -> ()",
            "\"op\"()[^a, ^b(%v : index)] : () -> ()",
            "\"op\"() : () -> memref<4 x f32, (i) -> (i), 2>",
        ] {
            assert!(is_written_in(text), "{text}");
        }
    }

    #[test]
    fn texts_of_today_are_not() {
        for text in [
            "",
            "func.func @f() { return }",
            "%f = other.func @f",
            "other.import func @f",
            "#t = (i32, index) -> f32",
            "#t = () -> ()",
            "#t = () -> (i32)",
            "#m = affine_map<(d0) -> (d0)>",
            "!t = memref<4xf32, affine_map<(d0) -> (d0)>, 2>",
            "!t = memref<4xf32, strided<[1]>>, (d0)",
            "\"func @f\"() : () -> ()",
            "// func @f",
            "func.func @f() {\n  constant 1 : i32\n}",
            "module {\n}",
            "%0 = foo.bar constant 1",
            "\"op\"() {fruit = \"x\"} : () -> ()",
            "cf.switch %x : i32, [default: ^a, 1: ^b(%y : i1)]",
            "cf.cond_br %c, ^a(%x : i1), ^b",
            "{-# a: {b: {c: \"x\"}} #-}",
        ] {
            assert!(!is_written_in(text), "{text}");
        }
    }
}
