//! What the statements of a sketch want of the classes of an e-graph.

use ovolo_rewrites::schedule::Statement;

/// What is wanted of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Want {
    Anything,
    /// Loops that run zero times.
    Nothing,
    /// The statements of a block from one position to another.
    Run(usize, usize, usize),
    /// Those of a whole block, somewhere inside.
    Inside(usize),
}

/// The statements of a sketch, numbered in the order of the text, and the blocks that they form.
#[derive(Default)]
pub(super) struct Sketch<'s> {
    pub(super) statements: usize,
    pub(super) blocks: Vec<Vec<Item<'s>>>,
}

/// A statement with its number and the block inside it.
#[derive(Clone, Copy)]
pub(super) struct Item<'s> {
    pub(super) number: usize,
    pub(super) statement: &'s Statement,
    pub(super) inside: Option<usize>,
    /// The block of the other branch.
    pub(super) otherwise: Option<usize>,
}

impl<'s> Sketch<'s> {
    pub(super) fn add(&mut self, statements: &'s [Statement]) -> usize {
        let block = self.blocks.len();
        self.blocks.push(Vec::new());
        for statement in statements {
            let number = self.statements;
            self.statements += 1;
            let inside = match statement {
                Statement::Loop(inner) => Some(self.add(&inner.body)),
                Statement::Reads(inner) => Some(self.add(&inner.body)),
                Statement::Hole(inside, _) => inside.as_ref().map(|inside| self.add(inside)),
                Statement::If(inner) => Some(self.add(&inner.then)),
                Statement::Store(_) => None,
            };
            let otherwise = match statement {
                Statement::If(inner) => Some(self.add(&inner.otherwise)),
                _ => None,
            };
            self.blocks[block].push(Item {
                number,
                statement,
                inside,
                otherwise,
            });
        }
        block
    }

    pub(super) fn items(&self, block: usize, from: usize, to: usize) -> &[Item<'s>] {
        &self.blocks[block][from..to]
    }

    /// What the statements from one position to another want.
    pub(super) fn run(&self, block: usize, from: usize, to: usize) -> Want {
        let items = self.items(block, from, to);
        match items {
            [] => Want::Nothing,
            [
                Item {
                    statement: Statement::Hole(Some(_), _),
                    inside: Some(inside),
                    ..
                },
            ] => Want::Inside(*inside),
            _ if items.iter().all(Item::is_hole) => Want::Anything,
            _ => Want::Run(block, from, to),
        }
    }

    pub(super) fn whole(&self, block: usize) -> Want {
        self.run(block, 0, self.blocks[block].len())
    }
}

impl Item<'_> {
    pub(super) fn is_hole(&self) -> bool {
        matches!(self.statement, Statement::Hole(None, _))
    }

    pub(super) fn is_around(&self) -> bool {
        matches!(self.statement, Statement::Hole(Some(_), _))
    }

    /// Whether it may stand for a part of a sequence, whatever the others are.
    pub(super) fn leaves_rest_open(&self) -> bool {
        match self.statement {
            Statement::Loop(inner) => inner.is_open(),
            Statement::Hole(..) => self.is_around(),
            Statement::If(_) | Statement::Reads(_) | Statement::Store(_) => false,
        }
    }
}
