//! The text that asks for an instance: the operation's name, types of operands, and attributes.

use ovolo_opdsl::{Argument, read_argument};

use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, Span};
use crate::linalg::definition_mistake;
use crate::parse::parse_module;
use crate::types::Type;

/// `name(type, …, attribute=value, …)`.
#[derive(Debug)]
pub struct Request {
    pub name: String,
    pub name_span: Span,
    pub operands: Vec<Given>,
    pub attributes: Vec<(String, Argument, Span)>,
    /// All of it.
    pub span: Span,
}

/// An operand by its type.
#[derive(Debug)]
pub struct Given {
    pub ty: Type,
    pub span: Span,
}

/// Types and attributes in one request.
const ARGUMENTS: usize = 1000;

impl Request {
    pub fn read(text: &str) -> Result<Request, Diagnostic> {
        let whole = span(0, text.len());
        let shape = || {
            let mistake = Diagnostic::new(whole, "this asks for no instance of an operation");
            mistake.help("expected a name with types in parentheses, such as `dot(memref<8xf32>, memref<8xf32>, memref<f32>)`")
        };
        let (name, rest) = text.split_once('(').ok_or_else(shape)?;
        let inside = rest.trim_end().strip_suffix(')').ok_or_else(shape)?;
        let start = name.len() + 1;
        let mut request = Request {
            name: name.trim().to_string(),
            name_span: span(0, name.len()),
            operands: Vec::new(),
            attributes: Vec::new(),
            span: whole,
        };
        let parts = parts(inside, start)?;
        if parts.len() > ARGUMENTS {
            return Err(Diagnostic::new(
                whole,
                format!("found more than {ARGUMENTS} arguments"),
            ));
        }
        for (part, at) in parts {
            request.argument(part, at)?;
        }
        Ok(request)
    }

    fn argument(&mut self, part: &str, at: usize) -> Result<(), Diagnostic> {
        let place = span(at, at + part.len());
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let named = part.split_once('=').filter(|(name, _)| is_name(name.trim()));
        let Some((name, value)) = named else {
            if !self.attributes.is_empty() {
                let mistake = Diagnostic::new(place, "found a type behind an attribute");
                return Err(mistake.help("expected the types of all operands first"));
            }
            self.operands.push(operand(part, at)?);
            return Ok(());
        };
        let value_at = at + name.len() + 1 + (value.len() - value.trim_start().len());
        let (name, value) = (name.trim(), value.trim());
        if name == "outs" {
            let inside = value.strip_prefix('[').and_then(|v| v.strip_suffix(']'));
            let inside = inside.ok_or_else(|| {
                Diagnostic::new(place, "the outputs are no list").help("expected `outs=[tensor<…>]`")
            })?;
            for (part, at) in parts(inside, value_at + 1)? {
                self.operands.push(operand(part, at)?);
            }
            return Ok(());
        }
        if self.attributes.iter().any(|(other, ..)| other == name) {
            let mistake = Diagnostic::new(place, format!("`{name}` is given twice"));
            return Err(mistake.help("expected each attribute once"));
        }
        let argument = read_argument(value).map_err(|m| definition_mistake(m).shifted(value_at))?;
        self.attributes.push((name.to_string(), argument, place));
        Ok(())
    }
}

fn span(start: usize, end: usize) -> Span {
    let at = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Span {
        start: at(start),
        end: at(end),
    }
}

/// The parts between the commas that are in no brackets, trimmed, each with its place in a text that has `start` bytes
/// before.
fn parts(text: &str, start: usize) -> Result<Vec<(&str, usize)>, Diagnostic> {
    let mut parts = Vec::new();
    let mut open: Vec<char> = Vec::new();
    let mut begin = 0;
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        let closed = match c {
            '(' | '[' | '{' | '<' => {
                open.push(c);
                None
            }
            ')' => Some('('),
            ']' => Some('['),
            '}' => Some('{'),
            '>' if previous != '-' => Some('<'),
            ',' if open.is_empty() => {
                parts.push((begin, at));
                begin = at + 1;
                None
            }
            _ => None,
        };
        if closed.is_some() && open.pop() != closed {
            let place = span(start + at, start + at + 1);
            return Err(
                Diagnostic::new(place, format!("`{c}` closes nothing")).help("expected brackets in pairs")
            );
        }
        previous = c;
    }
    if let Some(bracket) = open.pop() {
        let place = span(start, start + text.len());
        return Err(
            Diagnostic::new(place, format!("`{bracket}` is not closed")).help("expected brackets in pairs")
        );
    }
    if !text[begin..].trim().is_empty() || !parts.is_empty() {
        parts.push((begin, text.len()));
    }
    let trimmed = parts.into_iter().map(|(begin, end)| {
        let part = &text[begin..end];
        let leading = part.len() - part.trim_start().len();
        (part.trim(), start + begin + leading)
    });
    Ok(trimmed.collect())
}

/// The type of an operand, read as that of an argument of a function.
fn operand(text: &str, at: usize) -> Result<Given, Diagnostic> {
    const BEFORE: &str = "func.func private @f(";
    let place = span(at, at + text.len());
    let wrong = |message: String, help: Option<String>| {
        let help = help.unwrap_or_else(|| {
            "expected a type such as `tensor<4x?xf32>`, `memref<8xf64>` or `i32`".to_string()
        });
        Diagnostic::new(place, message).help(help)
    };
    let module = parse_module(&format!("{BEFORE}{text})\n"));
    let module = module.map_err(|mistakes| {
        let first = mistakes.into_iter().next();
        let first = first.map(|m| (m.message, m.help));
        let (message, help) = first.unwrap_or_default();
        wrong(format!("`{text}` is no type: {message}"), help)
    })?;
    let function = module.function("f").map(|f| module.op(f));
    match function.and_then(|f| f.attribute("function_type")) {
        Some(Attribute::Type(Type::Function(f))) => match f.inputs.as_slice() {
            [ty] => Ok(Given {
                ty: ty.clone(),
                span: place,
            }),
            _ => Err(wrong(format!("`{text}` is no type"), None)),
        },
        _ => Err(wrong(format!("`{text}` is no type"), None)),
    }
}
