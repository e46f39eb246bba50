//! The unknown integers of a function: induction variables, sizes, and values that are not followed.

use ovolo_lang::affine::{AffineExpr, Constraint};

/// A variable by its number; expressions spell it `d{number}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct VariableId(pub u32);

/// A conjunction.
pub(super) type Clause = Vec<Constraint>;

/// Alternatives, of which one holds.
pub(super) type Condition = Vec<Clause>;

#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub name: String,
    /// How many levels of repetition decide the value: it is the same in two instances whose iterations of
    /// so many outermost levels are the same.
    pub depth: usize,
    /// What the value satisfies.
    pub domain: Vec<Condition>,
    pub knowledge: Knowledge,
}

/// How much of a variable its domain says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Knowledge {
    /// Every value of the domain is taken.
    Exact,
    /// Data, such as a loaded value: any value in one iteration, unrelated to that of another one. The text
    /// says what it is.
    Data(String),
    /// A value of which too little is said; the text says what it is.
    Obscure(String),
}

/// A variable whose value every instance has for itself.
pub(super) const OWN: usize = usize::MAX;

#[derive(Default)]
pub(super) struct Variables {
    list: Vec<Variable>,
}

impl Variables {
    pub fn add(&mut self, variable: Variable) -> VariableId {
        self.list.push(variable);
        VariableId(self.list.len() as u32 - 1)
    }

    pub fn get(&self, id: VariableId) -> &Variable {
        &self.list[id.0 as usize]
    }

    pub fn get_mut(&mut self, id: VariableId) -> &mut Variable {
        &mut self.list[id.0 as usize]
    }

    pub fn name_of(&self, number: u32) -> &str {
        &self.list[number as usize].name
    }
}

impl VariableId {
    pub fn expr(self) -> AffineExpr {
        AffineExpr::Dim(self.0)
    }
}
