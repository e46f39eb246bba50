//! Reading schedules.

use lalrpop_util::{ParseError, lalrpop_mod};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;

use super::lexer::{self, Token};
use super::{
    Branches, FormStep, Index, LoopSketch, Name, NestSchedule, Over, Reads, Schedule, Statement, Way,
};
use crate::grammar::{Wording, explain};
use crate::term::{Comparison, LoopKind};

lalrpop_mod!(
    #[allow(clippy::all, unused)]
    grammar,
    "/schedules.rs"
);

/// What may stand in a nest; forms and sizes may stand anywhere in it.
pub enum Item {
    Form(FormStep),
    Sizes(Vec<(Name, i64)>),
    Loop {
        kind: LoopKind,
        variable: Name,
        over: Over,
        body: Vec<Item>,
        span: Span,
    },
    If {
        conditions: Vec<(Index, Comparison)>,
        then: Vec<Item>,
        otherwise: Vec<Item>,
        span: Span,
    },
    Store(Name),
    Reads {
        way: Way,
        arrays: Vec<Name>,
        body: Vec<Item>,
        span: Span,
    },
    Hole(Option<Vec<Item>>, Span),
}

/// Loops, braces and parentheses within one another beyond which a schedule is refused: what is read is later
/// walked by recursion. Arbitrary; no nest that is understood comes near.
const MAX_DEPTH: usize = 200;

/// Words beyond which a schedule is refused. The number is far above what any search prints.
const MAX_WORDS: usize = 200_000;

/// Words without a loop between them, as those of one bound, beyond which a schedule is refused.
const MAX_RUN: usize = 2_000;

/// Reads schedules and sketches, which name transformations of nests by these words.
pub fn parse(source: &str, transformations: &[&str]) -> Result<Schedule, Diagnostic> {
    check_size(source)?;
    let parser = grammar::FileParser::new();
    let functions = parser
        .parse(lexer::tokens(source).map(Ok::<_, Diagnostic>))
        .map_err(|error| explain(error, source, &WORDING))?;
    let nests = functions.iter().flat_map(|function| &function.nests);
    for step in nests.flat_map(|nest| &nest.forms) {
        if !transformations.contains(&step.word.symbol.as_str()) {
            let known: Vec<String> = transformations.iter().map(|word| format!("{word}(…)")).collect();
            let text = format!("`{}` is no form of a nest", step.word.symbol);
            let help = format!("expected {}, a kind of loop, store or …", known.join(", "));
            return Err(Diagnostic::new(step.word.span, text).help(help));
        }
    }
    Ok(Schedule { functions })
}

fn check_size(source: &str) -> Result<(), Diagnostic> {
    let (mut depth, mut loops, mut run) = (0usize, 0usize, 0usize);
    for (count, (start, token, end)) in lexer::tokens(source).enumerate() {
        let span = Span { start, end };
        run += 1;
        match token {
            Token::Unknown => {
                return Err(Diagnostic::new(
                    span,
                    "this character begins no word of a schedule",
                ));
            }
            Token::Open | Token::OpenBrace => depth += 1,
            Token::Close | Token::CloseBrace => depth = depth.saturating_sub(1),
            Token::Kind(_) | Token::Panels | Token::Hoist | Token::Prefetch => (loops, run) = (loops + 1, 0),
            _ => {}
        }
        // A chain of loops ends with a statement that is no loop.
        if matches!(token, Token::Store | Token::Hole) {
            (loops, run) = (0, 0);
        }
        if depth + loops > MAX_DEPTH || count > MAX_WORDS || run > MAX_RUN {
            return Err(Diagnostic::new(span, "this schedule is too large"));
        }
    }
    Ok(())
}

/// A nest of these items.
pub fn nest(numbers: Option<(Vec<usize>, Span)>, items: Vec<Item>, span: Span) -> NestSchedule {
    let mut nest = NestSchedule {
        numbers,
        span,
        ..NestSchedule::default()
    };
    nest.body = statements(items, &mut nest.forms, &mut nest.sizes);
    nest
}

fn statements(items: Vec<Item>, forms: &mut Vec<FormStep>, sizes: &mut Vec<(Name, i64)>) -> Vec<Statement> {
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Form(step) => forms.push(step),
            Item::Sizes(more) => sizes.extend(more),
            Item::Store(name) => found.push(Statement::Store(name)),
            Item::If {
                conditions,
                then,
                otherwise,
                span,
            } => found.push(Statement::If(Box::new(Branches {
                conditions,
                then: statements(then, forms, sizes),
                otherwise: statements(otherwise, forms, sizes),
                span,
            }))),
            Item::Reads {
                way,
                arrays,
                body,
                span,
            } => found.push(Statement::Reads(Box::new(Reads {
                way,
                arrays,
                body: statements(body, forms, sizes),
                span,
            }))),
            Item::Hole(inside, span) => {
                let inside = inside.map(|items| statements(items, forms, sizes));
                found.push(Statement::Hole(inside, span));
            }
            Item::Loop {
                kind,
                variable,
                over,
                body,
                span,
            } => found.push(Statement::Loop(Box::new(LoopSketch {
                kind,
                variable,
                over,
                body: statements(body, forms, sizes),
                span,
            }))),
        }
    }
    found
}

pub fn number(text: &str, span: Span) -> Result<i64, ParseError<u32, Token<'static>, Diagnostic>> {
    text.parse().map_err(|_| ParseError::User {
        error: Diagnostic::new(span, "this number is too large"),
    })
}

const WORDING: Wording = Wording {
    unknown: "this is no word of a schedule",
    ends: "the schedule ends here",
    goes_on: "a schedule is not expected to go on here",
};
