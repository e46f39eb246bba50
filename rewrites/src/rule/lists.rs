//! Rules as other e-graph systems print them: one on a line, with operators before operands.
//!
//! ```text
//! (/ (* ?x ?a) ?a) ==> ?x if (!= ?a 0)
//! (min ?x ?y) <=> (min ?y ?x)
//! ```
//!
//! They are rules over ℤ and truth values, which may stand for each other as 0 and 1 do, and they can be proved but not
//! applied. A rule is named after its line.

use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;

use super::syntax::{BinaryOp, Chain, Checked, Clause, Comparison, Declared, Expr, ExprKind, Item, Name};

/// Lists within one another beyond which a line is refused, as of the other form of rules.
const MAX_DEPTH: usize = 100;

/// Whether the text is of this form: its first word is no word that begins a rule of the other form.
pub(super) fn is_lists(source: &str) -> bool {
    let lines = source.lines().map(str::trim);
    let mut texts = lines.filter(|line| !line.is_empty() && !is_comment(line));
    texts
        .next()
        .is_some_and(|line| !line.starts_with("rule ") && arrow(line).is_some())
}

pub(super) fn parse(source: &str) -> Result<Vec<Item>, Vec<Diagnostic>> {
    let (mut items, mut errors) = (Vec::new(), Vec::new());
    let mut start = 0;
    for (number, line) in source.split_inclusive('\n').enumerate() {
        let text = line.trim();
        if !text.is_empty() && !is_comment(text) {
            let indent = line.len() - line.trim_start().len();
            match item(text, start + indent, number + 1) {
                Ok(item) => items.push(item),
                Err(error) => errors.push(error),
            }
        }
        start += line.len();
    }
    if errors.is_empty() { Ok(items) } else { Err(errors) }
}

fn is_comment(line: &str) -> bool {
    [";", "#", "//"].iter().any(|mark| line.starts_with(mark))
}

/// The arrow of a line, and where it begins.
fn arrow(line: &str) -> Option<(&'static str, usize)> {
    ["<=>", "==>", "=>"]
        .into_iter()
        .find_map(|arrow| Some((arrow, line.find(&format!(" {arrow} "))? + 1)))
}

fn item(line: &str, start: usize, number: usize) -> Checked<Item> {
    let whole = span(start, start + line.len());
    let Some((sign, at)) = arrow(line) else {
        return Err(
            Diagnostic::new(whole, "a rule has an arrow").help("expected `left ==> right if condition`")
        );
    };
    let after = at + sign.len();
    let (right, condition) = match line[after..].find(" if ") {
        Some(found) => (&line[after..after + found], Some(after + found + " if ".len())),
        None => (&line[after..], None),
    };
    let mut reader = Reader::default();
    let left = reader.expression(&line[..at], start)?;
    let right = reader.expression(right, start + after)?;
    let mut clauses = Vec::new();
    if let Some(from) = condition {
        let first = reader.expression(&line[from..], start + from)?;
        clauses.push(Clause::When(vec![Chain {
            first,
            rest: Vec::new(),
        }]));
    }
    let name = Name {
        text: format!("line_{number}"),
        span: whole,
    };
    Ok(Item {
        documentation: Vec::new(),
        name,
        variables: (reader.variables.into_iter())
            .map(|name| Declared {
                name,
                constant: false,
                width: None,
            })
            .collect(),
        domain: Vec::new(),
        gates: Vec::new(),
        left,
        right,
        both_ways: sign == "<=>",
        clauses,
    })
}

/// Reads the parts of one line.
#[derive(Default)]
struct Reader {
    /// In the order of their first uses.
    variables: Vec<Name>,
}

impl Reader {
    /// The only expression of a text that begins at this offset of the file.
    fn expression(&mut self, text: &str, offset: usize) -> Checked<Expr> {
        let words = words(text, offset);
        let mut rest = words.as_slice();
        let end = span(offset + text.len(), offset + text.len());
        let found = self.next(&mut rest, end, 0)?;
        match rest.first() {
            None => Ok(found),
            Some((word, at)) => Err(Diagnostic::new(*at, format!("`{word}` is not expected here"))),
        }
    }

    fn next(&mut self, words: &mut &[(&str, Span)], end: Span, depth: usize) -> Checked<Expr> {
        let Some(((word, at), rest)) = words.split_first() else {
            return Err(Diagnostic::new(end, "an expression is expected here"));
        };
        *words = rest;
        if depth > MAX_DEPTH {
            return Err(Diagnostic::new(*at, "this expression is too large"));
        }
        match *word {
            "(" => self.list(words, *at, end, depth),
            ")" => Err(Diagnostic::new(*at, "an expression is expected here")),
            word => Ok(self.atom(word, *at)),
        }
    }

    fn list(&mut self, words: &mut &[(&str, Span)], open: Span, end: Span, depth: usize) -> Checked<Expr> {
        let Some(((operator, at), rest)) = words.split_first() else {
            return Err(Diagnostic::new(end, "an operator is expected here"));
        };
        // Some printers quote what their readers would take for something else.
        let operator = operator.trim_matches('"');
        *words = rest;
        let mut args = Vec::new();
        loop {
            match words.split_first() {
                None => return Err(Diagnostic::new(open, "this list is not closed")),
                Some(((")", close), rest)) => {
                    *words = rest;
                    let whole = Span {
                        start: open.start,
                        end: close.end,
                    };
                    return apply((operator, *at), args, whole);
                }
                Some(_) => args.push(self.next(words, end, depth + 1)?),
            }
        }
    }

    fn atom(&mut self, word: &str, at: Span) -> Expr {
        let name = word.strip_prefix('?').unwrap_or(word);
        let digits = word.strip_prefix('-').unwrap_or(word);
        let of = |kind| Expr { kind, span: at };
        if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
            let number = of(ExprKind::Integer(digits.to_string()));
            return match digits.len() < word.len() {
                true => of(ExprKind::Negate(Box::new(number))),
                false => number,
            };
        }
        let is_known = self.variables.iter().any(|v| v.text == name);
        if !is_known && name != "true" && name != "false" {
            self.variables.push(Name {
                text: name.to_string(),
                span: at,
            });
        }
        of(ExprKind::Name(name.to_string()))
    }
}

fn apply((operator, at): (&str, Span), args: Vec<Expr>, whole: Span) -> Checked<Expr> {
    use BinaryOp::{
        Add, Both, CeilDiv, Compare, Divide, Either, FloorDiv, Mod, Multiply, Remainder, Subtract, Xor,
    };
    let op = match operator {
        "+" => Add,
        "-" => Subtract,
        "*" => Multiply,
        "/" | "div" => Divide,
        "%" | "mod" => Remainder,
        "floordiv" => FloorDiv,
        "ceildiv" => CeilDiv,
        "floormod" => Mod,
        "^" => Xor,
        "&&" | "and" => Both,
        "||" | "or" | "->" => Either,
        "<" => Compare(Comparison::Less),
        "<=" => Compare(Comparison::LessEqual),
        ">" => Compare(Comparison::Greater),
        ">=" => Compare(Comparison::GreaterEqual),
        "==" | "=" => Compare(Comparison::Equal),
        "!=" => Compare(Comparison::NotEqual),
        _ => return call((operator, at), args, whole),
    };
    let of = |kind| Expr { kind, span: whole };
    match (operator, args.len()) {
        ("-", 1) => Ok(of(ExprKind::Negate(Box::new(first(args)?)))),
        ("->", 2) => {
            let [a, b] = two(args)?;
            Ok(of(ExprKind::Binary(
                op,
                Box::new([of(ExprKind::Not(Box::new(a))), b]),
            )))
        }
        (_, 2) => Ok(of(ExprKind::Binary(op, Box::new(two(args)?)))),
        (_, n) => Err(wrong_number(operator, at, 2, n)),
    }
}

fn call((operator, at): (&str, Span), args: Vec<Expr>, whole: Span) -> Checked<Expr> {
    let of = |kind| Expr { kind, span: whole };
    let arity = match operator {
        "min" | "max" => 2,
        "select" | "ite" => 3,
        "abs" | "!" | "not" => 1,
        _ => {
            return Err(
                Diagnostic::new(at, format!("`{operator}` is no operator of rules"))
                    .help("expected + - * / % min max abs, a comparison, && || ! or select"),
            );
        }
    };
    if args.len() != arity {
        return Err(wrong_number(operator, at, arity, args.len()));
    }
    let text = match operator {
        "!" | "not" => return Ok(of(ExprKind::Not(Box::new(first(args)?)))),
        "ite" => "select",
        name => name,
    };
    let name = Name {
        text: text.to_string(),
        span: at,
    };
    Ok(of(ExprKind::Call(name, args)))
}

fn wrong_number(operator: &str, at: Span, expected: usize, found: usize) -> Diagnostic {
    Diagnostic::new(at, format!("`{operator}` has {expected} operands, not {found}"))
}

fn first(args: Vec<Expr>) -> Checked<Expr> {
    let mut args = args.into_iter();
    args.next()
        .ok_or_else(|| Diagnostic::new(Span::default(), "an operand is missing"))
}

fn two(args: Vec<Expr>) -> Checked<[Expr; 2]> {
    let pair: Result<[Expr; 2], _> = args.try_into();
    pair.map_err(|_| Diagnostic::new(Span::default(), "an operand is missing"))
}

/// The words of a text with where they stand in the file.
fn words(text: &str, offset: usize) -> Vec<(&str, Span)> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(c) = text[rest..].chars().next() {
        let length = match c {
            '(' | ')' => 1,
            c if c.is_whitespace() => 0,
            _ => {
                let is_end = |c: char| c.is_whitespace() || c == '(' || c == ')';
                text[rest..].find(is_end).unwrap_or(text.len() - rest)
            }
        };
        if length > 0 {
            found.push((
                &text[rest..rest + length],
                span(offset + rest, offset + rest + length),
            ));
        }
        rest += length.max(if length == 0 { c.len_utf8() } else { 0 });
    }
    found
}

fn span(start: usize, end: usize) -> Span {
    crate::grammar::span(start..end)
}
