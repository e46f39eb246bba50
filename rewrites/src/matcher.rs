//! Matching one pattern against one class: the steps of a small program that walks down the nodes.
//!
//! What egg's own matcher allocates for every class and match (a machine, a list, a substitution) is more than the
//! matching itself takes on a large e-graph. Here a match is a slice of classes, handed to whoever wants it.

use std::ops::ControlFlow;

use egg::{Analysis, EGraph, ENodeOrVar, Id, Language, PatternAst, Subst, Var};
use smallvec::SmallVec;

/// A pattern as steps.
#[derive(Clone, Debug)]
pub struct Matcher<L> {
    steps: Vec<Step<L>>,
    /// The variables in the order in which a match lists their classes, each with the register that holds its own.
    variables: Vec<(Var, usize)>,
    /// How many nodes are inside one another.
    levels: usize,
    /// The level of the deepest variable.
    variable_levels: usize,
    is_linear: bool,
}

/// A step works on registers, which hold classes. The first holds the class that is matched.
#[derive(Clone, Debug)]
enum Step<L> {
    /// For each node of the class in `register` with this head, its children into the registers from `first` on.
    Bind { head: L, register: usize, first: usize },
    /// Goes on where both hold one class.
    Same(usize, usize),
}

type Registers = SmallVec<[Id; 16]>;

impl<L: Language> Matcher<L> {
    pub fn new(pattern: &PatternAst<L>) -> Matcher<L> {
        let nodes = pattern.as_ref();
        let mut matcher = Matcher {
            steps: Vec::new(),
            variables: Vec::new(),
            levels: 0,
            variable_levels: 0,
            is_linear: true,
        };
        // Parts that are still to be matched: the node, the register of its class, and how deep it lies. The
        // leaves of a node come before its other children: they fail first.
        let mut pending = vec![(Id::from(nodes.len() - 1), 0, 0)];
        let mut registers = 1;
        while let Some((id, register, level)) = pending.pop() {
            match &nodes[usize::from(id)] {
                ENodeOrVar::Var(var) => {
                    matcher.variable_levels = matcher.variable_levels.max(level);
                    match matcher.variables.iter().find(|(known, _)| known == var) {
                        Some((_, known)) => {
                            matcher.is_linear = false;
                            matcher.steps.push(Step::Same(*known, register));
                        }
                        None => matcher.variables.push((*var, register)),
                    }
                }
                ENodeOrVar::ENode(node) => {
                    matcher.levels = matcher.levels.max(level);
                    let mut head = node.clone();
                    head.children_mut().fill(Id::from(0));
                    let first = registers;
                    registers += node.len();
                    matcher.steps.push(Step::Bind {
                        head,
                        register,
                        first,
                    });
                    let children = node.children().iter().enumerate();
                    let mut inside: Vec<(Id, usize, usize)> = children
                        .map(|(n, &child)| (child, first + n, level + 1))
                        .collect();
                    inside.sort_by_key(|(child, ..)| match &nodes[usize::from(*child)] {
                        ENodeOrVar::Var(_) => 1,
                        ENodeOrVar::ENode(node) => {
                            if node.is_leaf() {
                                2
                            } else {
                                0
                            }
                        }
                    });
                    pending.extend(inside);
                }
            }
        }
        matcher
    }

    pub fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        self.variables.iter().map(|(var, _)| *var)
    }

    /// A match as egg writes it.
    pub fn substitution(&self, classes: &[Id]) -> Subst {
        let mut subst = Subst::with_capacity(classes.len());
        for (var, class) in self.variables().zip(classes) {
            subst.insert(var, *class);
        }
        subst
    }

    /// How far below a class what changes may give it a match that it did not have: as deep as nodes lie, and as deep
    /// as variables do where two must be one class, or where something is asked of them.
    pub fn reach(&self, asks_of_variables: bool) -> usize {
        match asks_of_variables || !self.is_linear {
            true => self.levels.max(self.variable_levels),
            false => self.levels,
        }
    }

    /// Hands the classes of the variables of each match in the class to `found`, which may end the search.
    pub fn search<N: Analysis<L>>(
        &self,
        egraph: &EGraph<L, N>,
        class: Id,
        found: &mut impl FnMut(&[Id]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut registers = Registers::new();
        registers.push(egraph.find(class));
        self.run(egraph, 0, &mut registers, found)
    }

    fn run<N: Analysis<L>>(
        &self,
        egraph: &EGraph<L, N>,
        at: usize,
        registers: &mut Registers,
        found: &mut impl FnMut(&[Id]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (n, step) in self.steps.iter().enumerate().skip(at) {
            match step {
                Step::Same(a, b) => {
                    if egraph.find(registers[*a]) != egraph.find(registers[*b]) {
                        return ControlFlow::Continue(());
                    }
                }
                Step::Bind {
                    head,
                    register,
                    first,
                } => {
                    let class = &egraph[registers[*register]];
                    let result = class.for_each_matching_node(head, |node| {
                        registers.truncate(*first);
                        registers.extend(node.children().iter().map(|&child| egraph.find(child)));
                        match self.run(egraph, n + 1, registers, found) {
                            ControlFlow::Continue(()) => Ok(()),
                            ControlFlow::Break(()) => Err(()),
                        }
                    });
                    return match result {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(()) => ControlFlow::Break(()),
                    };
                }
            }
        }
        let classes: Registers = self
            .variables
            .iter()
            .map(|(_, register)| registers[*register])
            .collect();
        found(&classes)
    }
}

/// A pattern to be added, its variables by their place in a match.
#[derive(Clone, Debug)]
pub struct Template<L> {
    pieces: Vec<Piece<L>>,
}

#[derive(Clone, Debug)]
enum Piece<L> {
    /// A class of the match.
    Variable(usize),
    /// The children are places of earlier pieces.
    Node(L),
}

impl<L: Language> Template<L> {
    /// `None` where a variable is not one of the match.
    pub fn new(pattern: &PatternAst<L>, variables: &[Var]) -> Option<Template<L>> {
        let piece = |node: &ENodeOrVar<L>| match node {
            ENodeOrVar::Var(var) => variables.iter().position(|v| v == var).map(Piece::Variable),
            ENodeOrVar::ENode(node) => Some(Piece::Node(node.clone())),
        };
        let pieces = pattern.as_ref().iter().map(piece).collect::<Option<Vec<_>>>()?;
        Some(Template { pieces })
    }

    /// The class of the pattern, where the e-graph has it.
    pub fn look_up<N: Analysis<L>>(&self, egraph: &EGraph<L, N>, classes: &[Id]) -> Option<Id> {
        self.build(classes, |node| egraph.lookup(node))
    }

    /// Adds the pattern.
    pub fn add<N: Analysis<L>>(&self, egraph: &mut EGraph<L, N>, classes: &[Id]) -> Id {
        let added = self.build(classes, |node| Some(egraph.add(node)));
        added.expect("every node can be added")
    }

    fn build(&self, classes: &[Id], mut class_of: impl FnMut(L) -> Option<Id>) -> Option<Id> {
        let mut ids = Registers::new();
        for piece in &self.pieces {
            ids.push(match piece {
                Piece::Variable(place) => classes[*place],
                Piece::Node(node) => class_of(node.clone().map_children(|child| ids[usize::from(child)]))?,
            });
        }
        ids.last().copied()
    }
}
