//! The assembly of a signature.

use crate::assembly::directive::Directive;
use crate::assembly::signature::{Arm, Assembly, Element, Lexeme, Part, Signature};
use crate::assembly::syntax::{self, Arity};
use crate::lexer::{Cursor, Token};

use super::{Compiled, part};

/// The pieces of the assembly with their names resolved.
pub(super) fn assembly(signature: &Signature, elements: &[syntax::Element<'static>]) -> Compiled<Assembly> {
    match elements {
        [syntax::Element::Name("custom")] => Ok(Assembly::Custom),
        [syntax::Element::Name("generic")] => Ok(Assembly::Generic),
        _ => Ok(Assembly::Elements(sequence(signature, elements)?)),
    }
}

fn sequence(signature: &Signature, elements: &[syntax::Element<'static>]) -> Compiled<Vec<Element>> {
    elements.iter().map(|e| element(signature, e)).collect()
}

fn element(signature: &Signature, element: &syntax::Element<'static>) -> Compiled<Element> {
    match element {
        syntax::Element::Literal(text) => Ok(Element::Literal {
            text,
            lexemes: lexemes(text)?,
        }),
        syntax::Element::Name("attr-dict") => Ok(Element::Dictionary { has_keyword: false }),
        syntax::Element::Name("attr-dict-with-keyword") => Ok(Element::Dictionary { has_keyword: true }),
        syntax::Element::Name(name) => match part(signature, name)? {
            Part::Result(_) => Err(format!("the result `{name}` is no element of the assembly")),
            part => Ok(Element::Part(part)),
        },
        syntax::Element::Anchor(inner) => self::element(signature, inner),
        syntax::Element::Call("type", arguments) => Ok(Element::Types(values(signature, arguments)?)),
        syntax::Element::Call("functional-type", arguments) => match arguments.as_slice() {
            [inputs, results] => Ok(Element::FunctionalType(
                values(signature, std::slice::from_ref(inputs))?,
                values(signature, std::slice::from_ref(results))?,
            )),
            _ => Err("`functional-type` takes two arguments".into()),
        },
        syntax::Element::Call(name, arguments) => {
            let directive = Directive::named(name).ok_or_else(|| format!("`{name}` is no directive"))?;
            let arguments = arguments.iter().map(|a| argument(signature, a));
            Ok(Element::Directive(directive, arguments.collect::<Compiled<_>>()?))
        }
        syntax::Element::Optional(arms) => group(signature, arms, true),
        syntax::Element::Choice(arms) => group(signature, arms, false),
    }
}

fn argument(signature: &Signature, argument: &syntax::Element<'static>) -> Compiled<Part> {
    match argument {
        syntax::Element::Name(name) => part(signature, name),
        _ => Err("the argument of a directive is a part of the operation".into()),
    }
}

/// Operands and results; `operands` and `results` are all of them.
fn values(signature: &Signature, arguments: &[syntax::Element<'static>]) -> Compiled<Vec<Part>> {
    let mut parts = Vec::new();
    for argument in arguments {
        match argument {
            syntax::Element::Name(name) if part(signature, name).is_ok() => {
                parts.push(part(signature, name)?)
            }
            syntax::Element::Name("operands") => {
                parts.extend((0..signature.operands.len()).map(Part::Operand))
            }
            syntax::Element::Name("results") => parts.extend((0..signature.results.len()).map(Part::Result)),
            argument => parts.push(self::argument(signature, argument)?),
        }
    }
    match parts
        .iter()
        .all(|p| matches!(p, Part::Operand(_) | Part::Result(_)))
    {
        true => Ok(parts),
        false => Err("only operands and results have types".into()),
    }
}

fn group(
    signature: &Signature,
    arms: &[Vec<syntax::Element<'static>>],
    is_optional: bool,
) -> Compiled<Element> {
    let mut compiled = Vec::new();
    for elements in arms {
        let marked = elements.iter().find_map(|e| match e {
            syntax::Element::Anchor(inner) => {
                Some(element(signature, inner).map(|e| presence(signature, &e, true)))
            }
            _ => None,
        });
        let elements = sequence(signature, elements)?;
        let anchor = match marked {
            Some(anchor) => anchor?,
            None => elements.iter().find_map(|e| presence(signature, e, false)),
        };
        if anchor.is_none() && is_optional {
            return Err("an optional group has no part that may be missing".into());
        }
        compiled.push(Arm { elements, anchor });
    }
    Ok(Element::Group {
        arms: compiled,
        is_optional,
    })
}

/// The part whose presence the element shows, when that part may be missing or is marked.
fn presence(signature: &Signature, element: &Element, marked: bool) -> Option<Part> {
    let optional = |part: Part| {
        let may_be_missing = match part {
            Part::Operand(i) => signature.operands[i].arity != Arity::One,
            Part::Result(i) => signature.results[i].arity != Arity::One,
            Part::Attribute(i) => signature.attributes[i].is_optional,
            Part::Region(i) => signature.regions[i].arity != Arity::One,
            Part::Successor(i) => signature.successors[i].1 != Arity::One,
        };
        (marked || may_be_missing).then_some(part)
    };
    match element {
        Element::Part(part) => optional(*part),
        Element::Types(parts) | Element::FunctionalType(_, parts) | Element::Directive(_, parts) => {
            parts.iter().find_map(|part| optional(*part))
        }
        _ => None,
    }
}

fn lexemes(text: &'static str) -> Compiled<Vec<Lexeme>> {
    let mut lexemes = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match first {
            '-' if rest.starts_with("->") => 2,
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (lexeme, after) = rest.split_at(length);
        lexemes.push(match is_word(first) {
            true => Lexeme::Word(lexeme),
            false => Lexeme::Punctuation(punctuation(lexeme)?, lexeme),
        });
        rest = after.trim_start();
    }
    Ok(lexemes)
}

fn punctuation(text: &str) -> Compiled<Token> {
    let mut cursor = Cursor::new(text);
    let token = cursor.token();
    cursor.bump();
    match cursor.token() {
        Token::End if !matches!(token, Token::Error | Token::End) => Ok(token),
        _ => Err(format!("`{text}` is no punctuation")),
    }
}
