//! The language of the e-graph: index arithmetic, scalar data, and statements.
//!
//! An expression is a function from (memory, environment) to a value, a statement a function from
//! (memory, environment) to memory. A class holds terms that are the same function for every
//! environment that the facts in force allow.

use std::fmt;

use egg::{Id, Language, Symbol};
use ovolo_lang::algebra::FastMath;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{FloatKind, Type};

/// The type of a scalar value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// ℤ.
    Index,
    /// A signless integer of this many bits.
    Integer(u32),
    Float(FloatKind),
}

/// Index arithmetic over ℤ, total but for a zero divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IndexOp {
    Add,
    Mul,
    FloorDiv,
    CeilDiv,
    Mod,
    Min,
    Max,
}

/// A scalar operation with its static parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScalarOp {
    /// An operation to which the op table gives a meaning.
    pub code: OpCode,
    /// The type of the first operand; of a `select`, of the values chosen between.
    pub ty: Scalar,
    pub result: Scalar,
    pub flags: FastMath,
    /// The integer encoding of a comparison's predicate, 0 for any other operation.
    pub predicate: i64,
}

impl ScalarOp {
    /// An operation of `arith` on numbers of type `index`.
    pub(crate) fn on_indices(code: OpCode) -> ScalarOp {
        ScalarOp {
            code,
            ty: Scalar::Index,
            result: Scalar::Index,
            flags: FastMath::default(),
            predicate: 0,
        }
    }
}

/// The distance between two iterations of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    Fixed(i64),
    /// A tile size that extraction chooses; positive.
    Tile(Symbol),
}

/// How the instances of a loop are executed. All of them denote the same function: the iterations
/// in ascending order of the induction variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LoopKind {
    /// One after the other.
    Sequential,
    /// As `Sequential`, and no rule changes the loop: what runs too seldom to be searched.
    Kept,
    /// Copied out; the trip count is a constant or a tile size.
    Unrolled,
    /// As lanes of one vector; the trip count is a constant or a tile size.
    Vectorized,
    /// Several at a time, on threads: no two of them depend on each other, but through temporaries of which each has
    /// its own.
    Parallel,
    /// As `Parallel`, with partial results of each iteration for the cells that all accumulate into; they are combined
    /// in the end.
    Reduced,
    /// As `Sequential`, with the cells that the body accumulates into held in registers.
    Promoted,
}

/// A loop without its bounds and its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loop {
    pub iv: Symbol,
    pub step: Step,
    pub kind: LoopKind,
}

/// What a condition says of its index expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Comparison {
    /// It is not negative.
    AtLeastZero,
    /// It is zero.
    Zero,
}

impl Comparison {
    /// Whether a number compares so with zero.
    pub fn holds(self, value: i64) -> bool {
        match self {
            Comparison::AtLeastZero => value >= 0,
            Comparison::Zero => value == 0,
        }
    }
}

/// A buffer whose cells are copied, as a statement reads them, into panels: rows of the innermost subscript that are
/// as long as a register tile, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Panel {
    pub buffer: Symbol,
    /// The subscript that runs along a panel.
    pub along: u8,
}

/// When the body of a loop gets what it reads of some buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Timing {
    /// Before the loop, where the cell does not move with it.
    Before {
        /// Whether each such cell is one of its buffer even where the loop would not read it.
        inside: bool,
    },
    /// When the loop comes to it; but so many iterations before, the cache is told.
    Ahead(i64),
}

/// Buffers that the body of a loop reads at another time.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Early {
    pub timing: Timing,
    /// The variable of the loop.
    pub iv: Symbol,
    pub buffers: Vec<Symbol>,
}

/// A node of the term of a nest: an expression or a statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Node {
    // Index arithmetic.
    Int(i64),
    /// An induction variable, a symbol or a tile size.
    Var(Symbol),
    Index(IndexOp, [Id; 2]),
    /// The second index where the first compares so with zero, else the third.
    Choose(Comparison, [Id; 3]),

    // Scalar data.
    /// A constant in the bits of its type, zero-extended.
    Const(Scalar, u128),
    /// A scalar that something outside the term computes.
    Outer(Symbol, Scalar),
    /// The element of a buffer at some indices, before the statement that reads it.
    Load(Symbol, Scalar, Box<[Id]>),
    Op(ScalarOp, Box<[Id]>),

    // Statements.
    /// `buffer[indices] = value`: the children are the indices, then the value.
    Store(Symbol, Box<[Id]>),
    /// One statement after the other. Never empty nested: `Seq([])` is the statement that does nothing.
    Seq(Box<[Id]>),
    /// The children are the lower bound, the upper bound (exclusive) and the body.
    For(Loop, [Id; 3]),
    /// The children are the conditions, index expressions that are compared with zero; the statement that is
    /// executed where all of them hold; and the one that is executed elsewhere. See [`branches`].
    ///
    /// No condition reads memory, so what a statement does to memory never changes which branch is taken.
    If(Box<[Comparison]>, Box<[Id]>),
    /// The statement, which reads copies of what these buffers hold before it; it writes nothing of that.
    Panels(Box<[Panel]>, [Id; 1]),
    /// The body of the loop over the variable that it names, which reads these buffers early; no iteration writes what
    /// is read before the loop.
    Early(Box<Early>, [Id; 1]),
}

/// The conditions of an [`Node::If`], and what is executed where they hold and where they do not.
pub fn branches(children: &[Id]) -> (&[Id], [Id; 2]) {
    match children {
        [conditions @ .., then, otherwise] => (conditions, [*then, *otherwise]),
        _ => unreachable!("an If has two statements"),
    }
}

impl Language for Node {
    type Discriminant = Node;

    /// The node without its children.
    fn discriminant(&self) -> Node {
        let mut node = self.clone();
        node.children_mut().fill(Id::from(0));
        node
    }

    fn matches(&self, other: &Node) -> bool {
        self.len() == other.len()
            && match (self, other) {
                (Node::Int(a), Node::Int(b)) => a == b,
                (Node::Var(a), Node::Var(b)) => a == b,
                (Node::Index(a, _), Node::Index(b, _)) => a == b,
                (Node::Choose(a, _), Node::Choose(b, _)) => a == b,
                (Node::Const(s, a), Node::Const(t, b)) => s == t && a == b,
                (Node::Outer(a, s), Node::Outer(b, t)) => a == b && s == t,
                (Node::Load(a, s, _), Node::Load(b, t, _)) => a == b && s == t,
                (Node::Op(a, _), Node::Op(b, _)) => a == b,
                (Node::Store(a, _), Node::Store(b, _)) => a == b,
                (Node::Seq(_), Node::Seq(_)) => true,
                (Node::For(a, _), Node::For(b, _)) => a == b,
                (Node::If(a, _), Node::If(b, _)) => a == b,
                (Node::Panels(a, _), Node::Panels(b, _)) => a == b,
                (Node::Early(a, _), Node::Early(b, _)) => a == b,
                _ => false,
            }
    }

    fn children(&self) -> &[Id] {
        match self {
            Node::Int(_) | Node::Var(_) | Node::Const(..) | Node::Outer(..) => &[],
            Node::Index(_, c) => c,
            Node::Load(_, _, c) | Node::Op(_, c) | Node::Store(_, c) | Node::Seq(c) | Node::If(_, c) => c,
            Node::For(_, c) | Node::Choose(_, c) => c,
            Node::Panels(_, c) | Node::Early(_, c) => c,
        }
    }

    fn children_mut(&mut self) -> &mut [Id] {
        match self {
            Node::Int(_) | Node::Var(_) | Node::Const(..) | Node::Outer(..) => &mut [],
            Node::Index(_, c) => c,
            Node::Load(_, _, c) | Node::Op(_, c) | Node::Store(_, c) | Node::Seq(c) | Node::If(_, c) => c,
            Node::For(_, c) | Node::Choose(_, c) => c,
            Node::Panels(_, c) | Node::Early(_, c) => c,
        }
    }
}

impl Node {
    /// Whether it is a statement, not an expression.
    pub fn is_statement(&self) -> bool {
        matches!(
            self,
            Node::Store(..)
                | Node::Seq(_)
                | Node::For(..)
                | Node::If(..)
                | Node::Panels(..)
                | Node::Early(..)
        )
    }

    /// An induction variable, symbol or tile size by name.
    pub fn var(name: &str) -> Node {
        Node::Var(Symbol::from(name))
    }
}

impl Scalar {
    /// `None` for a type that is not a scalar the e-graph models.
    pub fn of(ty: &Type) -> Option<Scalar> {
        match ty {
            Type::Index => Some(Scalar::Index),
            Type::Integer(i) if *ty == Type::integer(i.width) => Some(Scalar::Integer(i.width)),
            Type::Float(f) => Some(Scalar::Float(*f)),
            _ => None,
        }
    }

    /// The type of the lanes of values that are simplified: an `index` is an integer of 64 bits, and wider integers are
    /// not modelled.
    pub(crate) fn of_lanes(ty: &Type) -> Option<Scalar> {
        if matches!(ty, Type::MemRef(_)) {
            return None;
        }
        match Scalar::of(ty.element())? {
            Scalar::Index => Some(Scalar::Integer(64)),
            Scalar::Integer(width) => (1..=64).contains(&width).then_some(Scalar::Integer(width)),
            float => Some(float),
        }
    }

    /// The type of MLIR.
    pub fn ty(self) -> Type {
        match self {
            Scalar::Index => Type::Index,
            Scalar::Integer(width) => Type::integer(width),
            Scalar::Float(kind) => Type::Float(kind),
        }
    }

    /// Bytes in memory.
    pub fn byte_size(self) -> u64 {
        self.ty().byte_size().expect("every scalar has a size")
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Fixed(n) => write!(f, "{n}"),
            Step::Tile(name) => write!(f, "{name}"),
        }
    }
}

impl fmt::Display for IndexOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IndexOp::Add => "+",
            IndexOp::Mul => "*",
            IndexOp::FloorDiv => "floordiv",
            IndexOp::CeilDiv => "ceildiv",
            IndexOp::Mod => "mod",
            IndexOp::Min => "min",
            IndexOp::Max => "max",
        })
    }
}

/// As a schedule says it.
impl fmt::Display for Early {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let buffers: Vec<&str> = self.buffers.iter().map(|buffer| buffer.as_str()).collect();
        let buffers = buffers.join(", ");
        match self.timing {
            Timing::Before { .. } => write!(f, "hoist {buffers}"),
            Timing::Ahead(n) => write!(f, "prefetch {buffers} ahead {n}"),
        }
    }
}

/// The head of the node without its children.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Int(n) => write!(f, "{n}"),
            Node::Var(name) => write!(f, "{name}"),
            Node::Index(op, _) => write!(f, "{op}"),
            Node::Choose(comparison, _) => write!(f, "choose {comparison:?}"),
            Node::Const(scalar, bits) => write!(f, "{bits:#x}:{scalar:?}"),
            Node::Outer(name, _) => write!(f, "%{name}"),
            Node::Load(buffer, ..) => write!(f, "load {buffer}"),
            Node::Op(op, _) => write!(f, "{}", op.code.name()),
            Node::Store(buffer, _) => write!(f, "store {buffer}"),
            Node::Seq(_) => write!(f, "seq"),
            Node::For(l, _) => write!(f, "for {} step {} {:?}", l.iv, l.step, l.kind),
            Node::If(comparisons, _) => write!(f, "if {comparisons:?}"),
            Node::Panels(panels, _) => {
                let buffers: Vec<&str> = panels.iter().map(|panel| panel.buffer.as_str()).collect();
                write!(f, "panels {}", buffers.join(", "))
            }
            Node::Early(early, _) => write!(f, "{early}"),
        }
    }
}
