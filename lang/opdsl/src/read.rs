//! From the parser's tree to operations: the statements of a file.

mod body;
mod calls;
mod made;
mod names;
mod parameters;
mod value;

use std::collections::BTreeMap;

use ruff_python_ast::Mod;
use ruff_python_ast::{Expr as Python, Stmt, StmtFunctionDef};
use ruff_python_parser::{Mode, ParseOptions, Parsed, parse_unchecked};
use ruff_text_size::Ranged;

use crate::diagnostic::{Diagnostic, Span};
use crate::function::Function;
use crate::nesting::too_deep;
use crate::operation::Operation;

use names::Names;
use value::Value;

/// The operations that a file defines, in their order; else its mistakes: at most one a statement of the file.
pub fn read(text: &str) -> Result<Vec<Operation>, Vec<Diagnostic>> {
    let tree = parsed(text, Mode::Module)?;
    let Mod::Module(module) = tree.syntax() else {
        return Ok(Vec::new());
    };
    let mut file = File::default();
    let mut mistakes = Vec::new();
    for statement in &module.body {
        if let Err(mistake) = file.statement(statement) {
            mistakes.push(mistake);
        }
    }
    match mistakes.is_empty() {
        true => Ok(file.operations),
        false => Err(mistakes),
    }
}

/// What an instance gives for an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    Integers(Vec<i64>),
    Function(Function),
}

/// Reads `[2, 1]` or `BinaryFn.mul`.
pub fn read_argument(text: &str) -> Result<Argument, Diagnostic> {
    let tree = parsed(text, Mode::Expression).map_err(|mistakes| {
        let first = mistakes.into_iter().next();
        first.unwrap_or_else(|| Diagnostic::new(Span::default(), "found nothing"))
    })?;
    let Mod::Expression(expression) = tree.syntax() else {
        return Err(Diagnostic::new(Span::default(), "found no expression"));
    };
    let names = Names::new(&[]);
    let value = names.value(&expression.body)?;
    let argument = match &value {
        Value::Function(function) => Some(Argument::Function(*function)),
        Value::List(items) => {
            let integer = |item: &Value| match item {
                Value::Integer(n) => Some(*n),
                _ => None,
            };
            let integers: Option<Vec<i64>> = items.iter().map(integer).collect();
            integers.map(Argument::Integers)
        }
        _ => None,
    };
    argument.ok_or_else(|| {
        let found = format!("found {}", value.description());
        let span = Span::from(expression.body.range());
        Diagnostic::new(span, found).expected("a list of integers, or a function such as `BinaryFn.mul`")
    })
}

/// The parser's tree. One that nests too deeply stays in memory: to drop it would need a stack as deep.
fn parsed(text: &str, mode: Mode) -> Result<Parsed<Mod>, Vec<Diagnostic>> {
    if u32::try_from(text.len()).is_err() {
        return Err(vec![Diagnostic::new(
            Span::default(),
            "the file has 4 GiB or more",
        )]);
    }
    let tree = parse_unchecked(text, ParseOptions::from(mode));
    if let Some(mistake) = too_deep(tree.tokens()) {
        std::mem::forget(tree);
        return Err(vec![mistake]);
    }
    if let Some(error) = tree.errors().first() {
        let message = format!("this is no Python: {}", error.error);
        return Err(vec![Diagnostic::new(error.location, message)]);
    }
    Ok(tree)
}

/// What the statements so far have given.
#[derive(Default)]
struct File {
    operations: Vec<Operation>,
    aliases: BTreeMap<String, Value>,
}

impl File {
    fn statement(&mut self, statement: &Stmt) -> Result<(), Diagnostic> {
        match statement {
            Stmt::Import(_) | Stmt::ImportFrom(_) | Stmt::Pass(_) => Ok(()),
            Stmt::Expr(e) if e.value.is_string_literal_expr() => Ok(()),
            Stmt::Assign(assign) => {
                let [Python::Name(name)] = assign.targets.as_slice() else {
                    let span = assign.targets.first().map_or(assign.range, Ranged::range);
                    let mistake =
                        Diagnostic::new(span, "found an assignment to something else than one name");
                    return Err(mistake.expected("an alias such as `T1 = TV.T1`"));
                };
                let value = Names::new(&[&self.aliases]).value(&assign.value)?;
                self.aliases.insert(name.id.to_string(), value);
                Ok(())
            }
            Stmt::FunctionDef(function) => self.definition(function),
            other => {
                let mistake = Diagnostic::new(first_word(other), "the statement is outside of OpDSL");
                Err(mistake.expected(
                    "imports, aliases such as `T1 = TV.T1`, and functions with `@linalg_structured_op`",
                ))
            }
        }
    }

    fn definition(&mut self, function: &StmtFunctionDef) -> Result<(), Diagnostic> {
        let names = decorated(function)?;
        let name = names.name.unwrap_or_else(|| function.name.id.to_string());
        let span = Span::from(function.name.range);
        if !is_identifier(&name) {
            let mistake = Diagnostic::new(span, format!("`{name}` is no name of an operation"));
            return Err(mistake.expected("letters, digits and underscores"));
        }
        if self.operations.iter().any(|o| o.name == name) {
            let mistake = Diagnostic::new(span, format!("the operation `{name}` is defined twice"));
            return Err(mistake.expected("one definition of each name"));
        }
        let class_name = names.class_name.unwrap_or_else(|| class_name(&name));
        let operation = body::operation(function, name, class_name, &self.aliases)?;
        self.operations.push(operation);
        Ok(())
    }
}

fn is_identifier(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

/// The names that a decorator gives.
#[derive(Default)]
struct Decorated {
    name: Option<String>,
    class_name: Option<String>,
}

/// `@linalg_structured_op`, with or without `(op_name="…", op_class_name="…")`.
fn decorated(function: &StmtFunctionDef) -> Result<Decorated, Diagnostic> {
    const DECORATOR: &str = "linalg_structured_op";
    let [decorator] = function.decorator_list.as_slice() else {
        let mistake = Diagnostic::new(
            function.name.range,
            "the function is no definition of an operation",
        );
        return Err(mistake.expected("one decorator, `@linalg_structured_op`, in front of it"));
    };
    let (callee, arguments) = match &decorator.expression {
        Python::Call(call) => (&*call.func, Some(&call.arguments)),
        other => (other, None),
    };
    if !matches!(callee, Python::Name(name) if name.id.as_str() == DECORATOR) {
        let mistake = Diagnostic::new(callee.range(), "found another decorator");
        return Err(mistake.expected("`linalg_structured_op`"));
    }
    let mut found = Decorated::default();
    let Some(arguments) = arguments else {
        return Ok(found);
    };
    if let Some(first) = arguments.args.first() {
        let mistake = Diagnostic::new(first.range(), "found an argument without a name");
        return Err(mistake.expected("`op_name=\"…\"` or `op_class_name=\"…\"`"));
    }
    for keyword in &arguments.keywords {
        let Python::StringLiteral(text) = &keyword.value else {
            return Err(Diagnostic::new(keyword.value.range(), "found no string").expected("a string"));
        };
        let text = text.value.to_str().to_string();
        match keyword.arg.as_ref().map(|name| name.id.as_str()) {
            Some("op_name") => found.name = Some(text),
            Some("op_class_name") => found.class_name = Some(text),
            _ => {
                let mistake = Diagnostic::new(keyword.range, "the decorator has no such argument");
                return Err(mistake.expected("`op_name=\"…\"` or `op_class_name=\"…\"`"));
            }
        }
    }
    Ok(found)
}

/// `Conv2DNhwcOp` for `conv_2d_nhwc`: as Python's `title` writes words, a letter after anything else than a letter is a
/// capital.
fn class_name(name: &str) -> String {
    let mut class = String::with_capacity(name.len() + 2);
    let mut after_letter = false;
    for c in name.chars() {
        match after_letter {
            true => class.extend(c.to_lowercase()),
            false => class.extend(c.to_uppercase()),
        }
        after_letter = c.is_alphabetic();
    }
    class.retain(|c| c != '_');
    class + "Op"
}

/// Where a statement starts: its first line may be all that a person needs to see.
fn first_word(statement: &Stmt) -> Span {
    let range = statement.range();
    let start = range.start().to_u32();
    Span {
        start,
        end: range.end().to_u32().min(start + 1),
    }
}

/// The value of a statement that is a string: a docstring.
fn string_statement(statement: &Stmt) -> Option<String> {
    match statement {
        Stmt::Expr(e) => match &*e.value {
            Python::StringLiteral(text) => Some(text.value.to_str().to_string()),
            _ => None,
        },
        _ => None,
    }
}
