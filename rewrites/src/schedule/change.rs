//! What a rule changes, in one line for each side, with names for what stays as it is.

use std::collections::BTreeSet;

use super::{Statement, outline};
use crate::nest::Choice;

/// Both sides of a change, each in one line. Statements that are in both are `S1`, `S2` and so on.
pub fn change(from: &Choice, to: &Choice) -> [String; 2] {
    let sides = [from, to].map(|choice| outline(choice).body);
    let parts = [&sides[0], &sides[1]].map(|side| {
        let mut parts = BTreeSet::new();
        side.iter().for_each(|statement| collect(statement, &mut parts));
        parts
    });
    let mut line = Line {
        both: parts[0].intersection(&parts[1]).cloned().collect(),
        named: Vec::new(),
    };
    sides.map(|side| line.of(&side))
}

/// The statements inside others, as they are written; those of one word are no shorter with a name.
fn collect(statement: &Statement, to: &mut BTreeSet<String>) {
    if !matches!(statement, Statement::Store(_)) {
        to.insert(whole(statement));
    }
    statement.inside().for_each(|inside| collect(inside, to));
}

fn whole(statement: &Statement) -> String {
    Line::default().of(std::slice::from_ref(statement))
}

#[derive(Default)]
struct Line {
    /// What is on both sides.
    both: BTreeSet<String>,
    /// What has a name, in the order of the names.
    named: Vec<String>,
}

impl Line {
    fn of(&mut self, statements: &[Statement]) -> String {
        let statements: Vec<String> = statements.iter().map(|s| self.statement(s)).collect();
        statements.join("; ")
    }

    fn statement(&mut self, statement: &Statement) -> String {
        if !self.both.is_empty() {
            let text = whole(statement);
            if self.both.contains(&text) {
                return self.name(text);
            }
        }
        match statement {
            Statement::Store(array) => format!("store {array}"),
            Statement::Loop(inner) => format!("{inner} {{ {} }}", self.of(&inner.body)),
            Statement::Reads(inner) => format!("{inner} {{ {} }}", self.of(&inner.body)),
            Statement::If(inner) => {
                let then = self.of(&inner.then);
                match inner.otherwise.as_slice() {
                    [] => format!("{inner} {{ {then} }}"),
                    otherwise => format!("{inner} {{ {then} }} else {{ {} }}", self.of(otherwise)),
                }
            }
            Statement::Hole(None, _) => "…".to_string(),
            Statement::Hole(Some(inside), _) => format!("… {{ {} }}", self.of(inside)),
        }
    }

    fn name(&mut self, text: String) -> String {
        let known = self.named.iter().position(|named| *named == text);
        let number = known.unwrap_or_else(|| {
            self.named.push(text);
            self.named.len() - 1
        });
        format!("S{}", number + 1)
    }
}
