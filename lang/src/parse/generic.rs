//! The generic form of any operation, and the text of dialects that Ovolo does not model.

use crate::algebra::FastMath;
use crate::attribute::{Attribute, NamedAttribute};
use crate::diagnostic::Diagnostic;
use crate::ir::{OpName, Span};
use crate::op::{OpCode, fast_math_attribute};
use crate::types::{FunctionType, Type};

use super::context::Context;
use super::syntax::{Operation, RegionSyntax, Use};

/// The name under which an operation of no table row keeps what stood in `<…>`; no text can spell it.
pub const PROPERTIES: &str = "<properties>";

impl<'a> Context<'a> {
    #[allow(clippy::too_many_arguments)]
    pub fn generic(
        &mut self,
        name: (&'a str, Span),
        span: Span,
        operands: Vec<Use<'a>>,
        successors: Option<Vec<(&'a str, Span)>>,
        properties: Option<Attribute>,
        regions: Option<Vec<RegionSyntax<'a>>>,
        attributes: Option<Vec<NamedAttribute>>,
        ty: (FunctionType, Span),
    ) -> Operation<'a> {
        let text = self.string(name.0, name.1);
        if text.is_empty() {
            self.report(Diagnostic::new(name.1, "the name of the operation is empty"));
        }
        let name = match OpCode::from_name(&text) {
            Some(code) => OpName::Known(code),
            None => OpName::Unknown(text.into()),
        };
        let operands = self.zip(operands, ty.0.inputs, ty.1);
        let mut operation = Operation::new(name, span)
            .operands(operands)
            .results(ty.0.results);
        match (properties, &operation.name) {
            (Some(Attribute::Dictionary(entries)), OpName::Known(_)) => {
                operation.attributes.extend(entries.iter().cloned());
            }
            (Some(_), OpName::Known(code)) => {
                let message = format!("the properties of `{}` are not a dictionary", code.name());
                self.report(Diagnostic::new(span, message).help("expected `<{name = value}>`"));
            }
            (Some(other), OpName::Unknown(_)) => operation = operation.attribute(PROPERTIES, other),
            (None, _) => {}
        }
        let mut operation = operation.attributes(attributes);
        if matches!(operation.name, OpName::Known(_)) {
            operation.attributes = operation.attributes.drain(..).filter_map(canonical).collect();
        }
        operation.inherits_dialect = true;
        operation.regions = regions.unwrap_or_default();
        operation.successors = successors.unwrap_or_default();
        operation
    }

    /// `#dialect.name<…>`; `#dialect<name<…>>` is the same attribute.
    pub fn opaque_attribute(&mut self, text: &'a str) -> Attribute {
        Attribute::Opaque(pretty(text).into())
    }

    /// `!dialect.name<…>`; `!dialect<name<…>>` is the same type.
    pub fn opaque_type(&mut self, text: &'a str) -> Type {
        Type::Opaque(pretty(text).into())
    }
}

/// The attribute as custom forms give it; `None` for one that says nothing, which MLIR's generic form
/// states all the same. Flags that are not known stay as they are.
fn canonical((name, value): NamedAttribute) -> Option<NamedAttribute> {
    let value = match (&*name, &value) {
        ("fastmath", Attribute::Opaque(text)) => {
            match flag_words(text, "#arith.fastmath<").map(FastMath::parse) {
                Some(Some(flags)) => fast_math_attribute(flags)?,
                _ => value,
            }
        }
        ("overflowFlags", Attribute::Opaque(text)) => {
            match flag_words(text, "#arith.overflow<").map(overflow_attribute) {
                Some(Ok(attribute)) => attribute?,
                _ => value,
            }
        }
        ("nontemporal", Attribute::Bool(false)) => return None,
        _ => value,
    };
    Some((name, value))
}

fn flag_words<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    text.strip_prefix(prefix)?.strip_suffix('>')
}

/// `overflowFlags = #arith.overflow<…>`; `None` for no flag. The error is a word that is no flag.
pub fn overflow_attribute(words: &str) -> Result<Option<Attribute>, &str> {
    let words: Vec<&str> = words.split(',').map(str::trim).collect();
    if let Some(word) = words.iter().find(|w| !matches!(**w, "nsw" | "nuw" | "none")) {
        return Err(word);
    }
    let set: Vec<&str> = ["nsw", "nuw"].into_iter().filter(|w| words.contains(w)).collect();
    let text = format!("#arith.overflow<{}>", set.join(", "));
    Ok((!set.is_empty()).then(|| Attribute::Opaque(text.into())))
}

/// `#dialect<name<…>>` becomes `#dialect.name<…>` where the body is a name with at most one bracket.
fn pretty(text: &str) -> String {
    let unchanged = || text.to_string();
    let Some((dialect, body)) = text.split_once('<') else {
        return unchanged();
    };
    let Some(body) = body.strip_suffix('>').filter(|_| !dialect.contains('.')) else {
        return unchanged();
    };
    let name = body
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'))
        .count();
    let starts = body.starts_with(|c: char| c.is_ascii_alphabetic());
    let rest = &body[name..];
    let bracketed = rest.starts_with('<') && crate::lexer::balanced(rest) == Some(rest.len());
    if starts && (rest.is_empty() || bracketed) {
        format!("{dialect}.{body}")
    } else {
        unchanged()
    }
}
