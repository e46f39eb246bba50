//! SSA names: scopes, uses before the definition, the agreement of types.

use smallvec::SmallVec;

use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Span, ValueId};
use crate::lexer::Token;
use crate::types::Type;

use super::parser::Parser;
use super::scope::{Forward, Hidden, Use, Uses};
use super::state::{OpState, Parsed};

impl<'s> Parser<'s> {
    /// Begins a region; an isolated one sees no name of its surroundings.
    pub(super) fn open_scope(&mut self, isolated: bool) {
        let values = &mut self.values;
        values.scopes.push(values.defined.len());
        if isolated {
            values.hidden.push(Hidden {
                entries: std::mem::take(&mut values.entries),
                unresolved: std::mem::take(&mut values.unresolved),
            });
        }
    }

    /// Ends a region; in an isolated one every use must have met its definition.
    pub(super) fn close_scope(&mut self, isolated: bool) -> Parsed<()> {
        let first = self.values.scopes.pop().unwrap_or_default();
        if isolated {
            self.all_defined()?;
            if let Some(hidden) = self.values.hidden.pop() {
                self.values.entries = hidden.entries;
                self.values.unresolved = hidden.unresolved;
            }
            self.values.defined.truncate(first);
            return Ok(());
        }
        for name in self.values.defined.drain(first..) {
            self.values.entries.remove(name);
        }
        Ok(())
    }

    /// The first use that nothing defined.
    fn all_defined(&self) -> Parsed<()> {
        if self.values.unresolved == 0 {
            return Ok(());
        }
        let uses = self.values.entries.iter();
        let first = uses
            .flat_map(|(name, entry)| entry.forward.iter().map(move |f| (f.span, *name)))
            .min_by_key(|(span, _)| span.start);
        match first {
            Some((span, name)) => Err(self.error(span, format!("`%{name}` is not defined"))),
            None => Ok(()),
        }
    }

    /// The next token is a value.
    pub fn operand(&mut self) -> Parsed<Use<'s>> {
        match self.maybe_operand()? {
            Some(operand) => Ok(operand),
            None => Err(self.unexpected("an SSA value such as `%x`")),
        }
    }

    pub fn maybe_operand(&mut self) -> Parsed<Option<Use<'s>>> {
        if !self.is(Token::Value) {
            return Ok(None);
        }
        let mut span = self.span();
        let name = &self.text()[1..];
        self.bump();
        let mut number = 0;
        if self.is(Token::Hash) && self.text().as_bytes()[1].is_ascii_digit() {
            span.end = self.span().end;
            number = self.text()[1..]
                .parse()
                .map_err(|_| self.error(span, "the number of the result is too large"))?;
            self.bump();
        }
        Ok(Some(Use { name, number, span }))
    }

    /// Values separated by commas; none when the next token is not one.
    pub fn operands(&mut self) -> Parsed<Uses<'s>> {
        let mut uses = Uses::new();
        if let Some(first) = self.maybe_operand()? {
            uses.push(first);
            while self.eat(Token::Comma) {
                uses.push(self.operand()?);
            }
        }
        Ok(uses)
    }

    /// `(%a, %b)`, maybe empty.
    pub fn operands_in_parens(&mut self) -> Parsed<Uses<'s>> {
        self.expect(Token::LeftParen, "(")?;
        let uses = self.operands()?;
        self.expect(Token::RightParen, ")")?;
        Ok(uses)
    }

    /// `[%a, %b]`, maybe empty.
    pub fn operands_in_brackets(&mut self) -> Parsed<Uses<'s>> {
        self.expect(Token::LeftBracket, "[")?;
        let uses = self.operands()?;
        self.expect(Token::RightBracket, "]")?;
        Ok(uses)
    }

    /// The value of a use, which must have this type; before its definition a value that stands in.
    pub fn resolve(&mut self, used: Use<'s>, ty: &Type) -> Parsed<ValueId> {
        let Use { name, number, span } = used;
        let Some(entry) = self.values.entries.get(name) else {
            return Ok(self.forward(used, ty));
        };
        let known = match entry.defined {
            Some(_) => entry.values.get(number as usize).copied(),
            None => entry.forward.iter().find(|f| f.number == number).map(|f| f.value),
        };
        let Some(value) = known else {
            let Some(defined) = entry.defined else {
                return Ok(self.forward(used, ty));
            };
            let count = counted(entry.values.len(), "value");
            let message = format!("`%{name}` has no result number {number}");
            return Err(Box::new(
                Diagnostic::new(span, message).note(defined, format!("defined here with {count}")),
            ));
        };
        let found = &mut self.module.value_mut(value).ty;
        if found != ty && !ty.is_unknown() {
            if found.is_unknown() {
                *found = ty.clone();
            } else {
                return Err(self.wrong_type(used, value, ty));
            }
        }
        Ok(value)
    }

    #[cold]
    fn wrong_type(&self, used: Use<'s>, value: ValueId, ty: &Type) -> Box<Diagnostic> {
        let entry = self.values.entries.get(used.name);
        let (at, what) = match entry.map(|e| (e.defined, e.forward.first())) {
            Some((Some(defined), _)) => (defined, "defined here"),
            Some((None, Some(first))) => (first.span, "used here before"),
            _ => (used.span, "used here"),
        };
        Box::new(
            Diagnostic::new(
                used.span,
                format!("`%{}` has the type `{}`", used.name, self.module.ty(value)),
            )
            .help(format!(
                "expected `{ty}`, the type that the operation states: a use expects the same type as prior uses"
            ))
            .note(at, what),
        )
    }

    fn forward(&mut self, used: Use<'s>, ty: &Type) -> ValueId {
        let value = self.module.add_placeholder(ty.clone());
        self.values.unresolved += 1;
        let entry = self.values.entries.entry(used.name).or_default();
        entry.forward.push(Forward {
            number: used.number,
            value,
            span: used.span,
        });
        value
    }

    /// Whether some name is used before its definition.
    pub(super) fn has_forward_uses(&self) -> bool {
        self.values.unresolved > 0
    }

    /// Whether the name has a definition here.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        let entry = self.values.entries.get(name);
        entry.is_some_and(|e| e.defined.is_some())
    }

    /// Appends operands that all have one type.
    pub fn resolve_into(&mut self, op: &mut OpState, uses: &[Use<'s>], ty: &Type) -> Parsed<()> {
        for &used in uses {
            let value = self.resolve(used, ty)?;
            op.operands.push(value);
        }
        Ok(())
    }

    /// Appends operands of the types given one by one.
    pub fn resolve_each(
        &mut self,
        op: &mut OpState,
        uses: &[Use<'s>],
        types: &[Type],
        at: Span,
    ) -> Parsed<()> {
        if uses.len() != types.len() {
            let message = format!(
                "found {} and {}",
                counted(uses.len(), "operand"),
                counted(types.len(), "type")
            );
            return Err(Box::new(
                Diagnostic::new(at, message).help("expected as many operands as types"),
            ));
        }
        for (&used, ty) in uses.iter().zip(types) {
            let value = self.resolve(used, ty)?;
            op.operands.push(value);
        }
        Ok(())
    }

    /// Values that uses before the definition of `name` made for its group, by number.
    pub(super) fn forward_values(&self, name: &str) -> SmallVec<[(u32, ValueId); 2]> {
        match self.values.entries.get(name) {
            Some(entry) if entry.defined.is_none() => {
                entry.forward.iter().map(|f| (f.number, f.value)).collect()
            }
            _ => SmallVec::new(),
        }
    }

    /// Gives the values of a group their name.
    pub(super) fn define(&mut self, name: &'s str, values: &[ValueId], span: Span) -> Parsed<()> {
        let keep = !name.starts_with(|c: char| c.is_ascii_digit());
        if keep && let Some(&first) = values.first() {
            let shared = self.value_name(name);
            self.module.value_mut(first).name = Some(shared);
        }
        let entry = self.values.entries.entry(name).or_default();
        if let Some(earlier) = entry.defined {
            return Err(Box::new(
                Diagnostic::new(
                    span,
                    format!("`%{name}` is defined twice: a redefinition of an SSA value"),
                )
                .note(earlier, "first defined here"),
            ));
        }
        let beyond = entry.forward.iter().find(|f| f.number as usize >= values.len());
        if let Some(forward) = beyond {
            let message = format!("`%{name}` has no result number {}", forward.number);
            let count = counted(values.len(), "value");
            return Err(Box::new(
                Diagnostic::new(forward.span, message).note(span, format!("defined here with {count}")),
            ));
        }
        self.values.unresolved -= entry.forward.len();
        entry.forward = Vec::new();
        entry.values = SmallVec::from_slice(values);
        entry.defined = Some(span);
        self.values.defined.push(name);
        Ok(())
    }
}
