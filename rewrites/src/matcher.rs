//! Matching one pattern against one class: the steps of a small program that walks down the nodes.
//!
//! What egg's own matcher allocates for every class and match (a machine, a list, a substitution) is more than the
//! matching itself takes on a large e-graph. Here a match is a slice of classes, handed to whoever wants it. And where it
//! is known what is new since the last search, only matches are found that have something new in them.

use std::hash::BuildHasher;
use std::ops::ControlFlow;

use egg::{Analysis, EGraph, ENodeOrVar, Id, Language, PatternAst, Subst, Var};
use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};

/// Which nodes of a class are new.
#[derive(Clone, Copy, Debug)]
pub enum News<'c> {
    Nothing,
    All,
    /// Those that have `true` at their place.
    Some(&'c [bool]),
}

/// Classes with their nodes, and what of them is new.
pub trait Classes<L> {
    /// The id of the class of a child of a node.
    fn canonical(&self, id: Id) -> Id;

    /// The nodes of a class, by its canonical id, in order.
    fn nodes(&self, class: Id) -> &[L];

    /// At least the heads of the nodes of a class.
    fn heads(&self, class: Id) -> Heads;

    fn news(&self, class: Id) -> News<'_>;

    /// Whether something has changed at most so many levels below the class.
    fn has_changed(&self, class: Id, levels: usize) -> bool;
}

/// An e-graph of which nothing is known counts as new.
impl<L: Language, N: Analysis<L>> Classes<L> for EGraph<L, N> {
    fn canonical(&self, id: Id) -> Id {
        self.find(id)
    }

    fn nodes(&self, class: Id) -> &[L] {
        &self[class].nodes
    }

    fn heads(&self, _: Id) -> Heads {
        Heads::MAX
    }

    fn news(&self, _: Id) -> News<'_> {
        News::All
    }

    fn has_changed(&self, _: Id, _: usize) -> bool {
        true
    }
}

/// Which heads there are, a bit for each; some share one.
pub type Heads = u64;

/// The bit of the head of a node.
fn head_of<L: Language>(node: &L) -> Heads {
    1 << (FxBuildHasher.hash_one(node.discriminant()) >> 58)
}

/// The heads of nodes in order.
pub fn heads_of<L: Language>(nodes: &[L]) -> Heads {
    let groups = nodes.chunk_by(|a, b| a.matches(b));
    groups.fold(0, |heads, group| heads | head_of(&group[0]))
}

/// A pattern as steps.
#[derive(Clone, Debug)]
pub struct Matcher<L> {
    steps: Vec<Step<L>>,
    registers: usize,
    /// The variables in the order in which a match lists their classes, each with the register that holds its own.
    variables: Vec<(Var, usize)>,
    /// How many nodes are inside one another.
    levels: usize,
    /// The level of the deepest variable.
    variable_levels: usize,
}

/// A step works on registers, which hold classes. The first holds the class that is matched.
#[derive(Clone, Debug)]
enum Step<L> {
    /// For each node of the class in `register` with this head, its children into the registers from `first` on.
    Bind(Bind<L>),
    /// Goes on where both hold one class.
    Same(usize, usize),
}

#[derive(Clone, Debug)]
struct Bind<L> {
    head: L,
    bit: Heads,
    register: usize,
    first: usize,
    /// How many nodes are inside one another below this one, and how far below it the deepest variable is.
    levels: usize,
    variable_levels: usize,
}

/// Registers, variables or pieces that need no memory of their own.
const FEW: usize = 16;

/// So many ids to be written, in `few` where that suffices. They are handed on where they are: a move would load them in
/// larger parts than they were written in, and wait for that.
fn slots<'s>(len: usize, few: &'s mut [Id; FEW], many: &'s mut Vec<Id>) -> &'s mut [Id] {
    if len <= FEW {
        return &mut few[..len];
    }
    many.resize(len, few[0]);
    many
}

impl<L: Language> Matcher<L> {
    pub fn new(pattern: &PatternAst<L>) -> Matcher<L> {
        let nodes = pattern.as_ref();
        let mut matcher = Matcher {
            steps: Vec::new(),
            registers: 1,
            variables: Vec::new(),
            levels: 0,
            variable_levels: 0,
        };
        let depths = Depths::of_all(nodes);
        // Parts that are still to be matched: the node, the register of its class, and how deep it lies. The
        // leaves of a node come before its other children: they fail first.
        let mut pending = vec![(Id::from(nodes.len() - 1), 0, 0)];
        while let Some((id, register, level)) = pending.pop() {
            match &nodes[usize::from(id)] {
                ENodeOrVar::Var(var) => {
                    matcher.variable_levels = matcher.variable_levels.max(level);
                    match matcher.variables.iter().find(|(known, _)| known == var) {
                        Some((_, known)) => matcher.steps.push(Step::Same(*known, register)),
                        None => matcher.variables.push((*var, register)),
                    }
                }
                ENodeOrVar::ENode(node) => {
                    matcher.levels = matcher.levels.max(level);
                    let mut head = node.clone();
                    head.children_mut().fill(Id::from(0));
                    let first = matcher.registers;
                    matcher.registers += node.len();
                    let Depths {
                        levels,
                        variable_levels,
                    } = depths[usize::from(id)];
                    matcher.steps.push(Step::Bind(Bind {
                        bit: head_of(&head),
                        head,
                        register,
                        first,
                        levels,
                        variable_levels,
                    }));
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
    /// as variables do where something is asked of them. Where two variables must be one class, a node has other
    /// children than it had when their classes become one.
    pub fn reach(&self, asks_of_variables: bool) -> usize {
        match asks_of_variables {
            true => self.levels.max(self.variable_levels),
            false => self.levels,
        }
    }

    /// Hands the classes of the variables of each match in the class to `found`, which may end the search. Matches that
    /// have no new node are left out; but not, where something is asked of variables, those of which the class of a
    /// variable has changed.
    pub fn search(
        &self,
        classes: &impl Classes<L>,
        class: Id,
        asks_of_variables: bool,
        found: &mut impl FnMut(&[Id]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let class = classes.canonical(class);
        let (mut few, mut many) = ([class; FEW], Vec::new());
        let registers = slots(self.registers, &mut few, &mut many);
        let run = Run {
            matcher: self,
            classes,
            asks_of_variables,
        };
        // A pattern of one variable has no node: what it says of a class, it says once.
        let is_new = self.steps.is_empty() && classes.has_changed(class, 0);
        run.from(0, is_new, registers, found)
    }
}

/// What one search looks at.
struct Run<'r, L, C> {
    matcher: &'r Matcher<L>,
    classes: &'r C,
    asks_of_variables: bool,
}

impl<L: Language, C: Classes<L>> Run<'_, L, C> {
    /// Goes on from a step, with something new among the nodes so far or without.
    fn from(
        &self,
        at: usize,
        is_new: bool,
        registers: &mut [Id],
        found: &mut impl FnMut(&[Id]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let steps = &self.matcher.steps;
        for (n, step) in steps.iter().enumerate().skip(at) {
            match step {
                Step::Same(a, b) if registers[*a] != registers[*b] => return ControlFlow::Continue(()),
                Step::Same(..) => {}
                Step::Bind(bind) => return self.bind(n, bind, is_new, registers, found),
            }
        }
        let variables = &self.matcher.variables;
        let is_asked = |(_, register): &(Var, usize)| self.classes.has_changed(registers[*register], 0);
        let has_news = is_new || self.asks_of_variables && variables.iter().any(is_asked);
        if !has_news {
            return ControlFlow::Continue(());
        }
        let (mut few, mut many) = ([registers[0]; FEW], Vec::new());
        let classes = slots(variables.len(), &mut few, &mut many);
        for (class, (_, register)) in classes.iter_mut().zip(variables) {
            *class = registers[*register];
        }
        found(classes)
    }

    fn bind(
        &self,
        n: usize,
        bind: &Bind<L>,
        is_new: bool,
        registers: &mut [Id],
        found: &mut impl FnMut(&[Id]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !is_new && !self.may_become_new(n, bind.first, registers) {
            return ControlFlow::Continue(());
        }
        let class = registers[bind.register];
        if self.classes.heads(class) & bind.bit == 0 {
            return ControlFlow::Continue(());
        }
        let nodes = self.classes.nodes(class);
        let news = match is_new {
            true => News::All,
            false => self.classes.news(class),
        };
        for place in places(nodes, &bind.head) {
            let node = &nodes[place];
            if !bind.head.matches(node) {
                continue;
            }
            let is_new = match news {
                News::All => true,
                News::Nothing => false,
                News::Some(flags) => flags[place],
            };
            for (register, child) in registers[bind.first..].iter_mut().zip(node.children()) {
                *register = self.classes.canonical(*child);
            }
            self.from(n + 1, is_new, registers, found)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether something may be new in what the steps from this one on find; the registers before `bound` are known.
    fn may_become_new(&self, n: usize, bound: usize, registers: &[Id]) -> bool {
        let below = self.matcher.steps[n..].iter().any(|step| match step {
            Step::Bind(bind) if bind.register < bound => {
                let levels = match self.asks_of_variables {
                    true => bind.levels.max(bind.variable_levels),
                    false => bind.levels,
                };
                self.classes.has_changed(registers[bind.register], levels)
            }
            _ => false,
        });
        let variables = &self.matcher.variables;
        below
            || self.asks_of_variables
                && variables.iter().any(|(_, register)| {
                    *register < bound && self.classes.has_changed(registers[*register], 0)
                })
    }
}

/// Classes with as many nodes are searched for the first that matches.
const MANY: usize = 50;

/// The places where nodes may have this head, whose children are the least there are.
fn places<L: Language>(nodes: &[L], head: &L) -> std::ops::Range<usize> {
    if nodes.len() < MANY {
        return 0..nodes.len();
    }
    let start = nodes.partition_point(|node| node < head);
    let is_of_head = |node: &&L| head.matches(node) || node.discriminant() == head.discriminant();
    start..start + nodes[start..].iter().take_while(is_of_head).count()
}

/// How deep nodes and variables lie inside a node of a pattern.
#[derive(Clone, Copy, Default)]
struct Depths {
    levels: usize,
    variable_levels: usize,
}

impl Depths {
    fn of_all<L: Language>(nodes: &[ENodeOrVar<L>]) -> Vec<Depths> {
        let mut depths: Vec<Depths> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let mut of_node = Depths::default();
            if let ENodeOrVar::ENode(node) = node {
                for child in node.children().iter().map(|child| usize::from(*child)) {
                    match &nodes[child] {
                        ENodeOrVar::Var(_) => of_node.variable_levels = of_node.variable_levels.max(1),
                        ENodeOrVar::ENode(_) => {
                            of_node.levels = of_node.levels.max(1 + depths[child].levels);
                            of_node.variable_levels =
                                of_node.variable_levels.max(1 + depths[child].variable_levels);
                        }
                    }
                }
            }
            depths.push(of_node);
        }
        depths
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

/// The classes of the pieces of a template at a match, in their order; [`UNKNOWN`] for what the e-graph does not have.
pub type Pieces = SmallVec<[Id; FEW_PIECES]>;

const FEW_PIECES: usize = 6;

/// No class.
const UNKNOWN: u32 = u32::MAX;

fn is_known(id: Id) -> bool {
    usize::from(id) != UNKNOWN as usize
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

    /// What the e-graph has of the pattern.
    pub fn look_up<N: Analysis<L>>(&self, egraph: &EGraph<L, N>, classes: &[Id]) -> Pieces {
        let unknown = Id::from(UNKNOWN as usize);
        let mut pieces = match self.pieces.len() {
            few @ ..=FEW_PIECES => Pieces::from_buf_and_len([unknown; FEW_PIECES], few),
            many => smallvec![unknown; many],
        };
        let ids = pieces.as_mut_slice();
        for (n, piece) in self.pieces.iter().enumerate() {
            ids[n] = match piece {
                Piece::Variable(place) => classes[*place],
                Piece::Node(node) => match node
                    .children()
                    .iter()
                    .all(|&child| is_known(ids[usize::from(child)]))
                {
                    true => {
                        let node = node.clone().map_children(|child| ids[usize::from(child)]);
                        egraph.lookup(node).unwrap_or(Id::from(UNKNOWN as usize))
                    }
                    false => Id::from(UNKNOWN as usize),
                },
            };
        }
        pieces
    }

    /// The class of the whole pattern, where the e-graph has it.
    pub fn whole(pieces: &Pieces) -> Option<Id> {
        pieces.last().copied().filter(|&id| is_known(id))
    }

    /// Adds what the e-graph does not have of the pattern.
    pub fn add<N: Analysis<L>>(&self, egraph: &mut EGraph<L, N>, known: &Pieces) -> Id {
        let (mut few, mut many) = ([Id::from(UNKNOWN as usize); FEW], Vec::new());
        let ids = slots(known.len(), &mut few, &mut many);
        ids.iter_mut().zip(known).for_each(|(id, known)| *id = *known);
        for (n, piece) in self.pieces.iter().enumerate() {
            if let (Piece::Node(node), false) = (piece, is_known(ids[n])) {
                ids[n] = egraph.add(node.clone().map_children(|child| ids[usize::from(child)]));
            }
        }
        ids[ids.len() - 1]
    }
}
