//! The part of C that is understood, as a tree: types resolved, conversions explicit, names bound to variables.
//!
//! What is not understood is in the tree as well, as [`ExprKind::Unknown`] and [`StmtKind::Unknown`], and becomes a
//! diagnostic where the function is lowered.

use std::rc::Rc;

use ovolo_lang::diagnostic::Span;
use ovolo_lang::types::FloatKind;

/// A variable or parameter: its number in [`Unit::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

/// A file: its functions with a body, and every variable in it.
#[derive(Debug, Default)]
pub struct Unit {
    pub functions: Vec<Function>,
    pub variables: Vec<Variable>,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub span: Span,
    /// The place of its name.
    pub name_span: Span,
    /// Where its body begins.
    pub body_start: u32,
    pub parameters: Vec<VarId>,
    pub result: Ty,
    pub body: Vec<Stmt>,
    pub is_static: bool,
    /// Whether its parameters are declared behind its head, as before C89: callers pass a `double` for a `float`.
    pub is_old_style: bool,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Ty,
    pub span: Span,
    pub is_global: bool,
    pub is_parameter: bool,
    pub is_static: bool,
    pub is_volatile: bool,
    /// Whether it is a pointer that is `restrict`.
    pub is_restrict: bool,
    /// Where in the file its address is taken.
    pub addressed_at: Vec<Span>,
    /// What a constant outside functions holds.
    pub initial: Option<Expr>,
}

/// A type, without qualifiers and names.
#[derive(Clone, Debug)]
pub enum Ty {
    Void,
    Int(IntTy),
    Float(FloatKind),
    Pointer(Rc<Ty>),
    Array(Rc<Ty>, Extent),
    Struct(Rc<Struct>),
    /// One that is not understood, as it is written.
    Other(Rc<str>),
}

/// A type of integers; `_Bool` has one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntTy {
    pub bits: u32,
    pub signed: bool,
}

/// The number of elements of an array.
#[derive(Clone, Debug)]
pub enum Extent {
    Fixed(i64),
    /// Not said, as in `double A[][100]`.
    Open,
    Variable(Rc<Expr>),
}

/// A struct and its members.
#[derive(Debug)]
pub struct Struct {
    pub name: String,
    pub members: Vec<(String, Ty)>,
    /// What `sizeof` says, in bytes.
    pub size: Option<u32>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub span: Span,
}

/// What an expression does.
#[derive(Clone, Debug)]
pub enum ExprKind {
    Int(i128),
    Float(f64),
    Var(VarId),
    /// `base[index]`, the base a pointer or an array.
    Index(Box<Expr>, Box<Expr>),
    /// `base.member`.
    Member(Box<Expr>, usize),
    /// `*pointer`.
    Deref(Box<Expr>),
    /// `&place`.
    Address(Box<Expr>),
    /// `-`, `~` or `!`.
    Unary(char, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `place = value`.
    Assign(Box<Expr>, Box<Expr>),
    /// `place op= value`.
    Update(BinaryOp, Box<Expr>, Box<Expr>),
    /// `++` and `--`: by how much, and whether the value is that from before.
    Step {
        place: Box<Expr>,
        by: i64,
        is_postfix: bool,
    },
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a, b`.
    Comma(Box<Expr>, Box<Expr>),
    /// A conversion to the type of this expression.
    Convert(Box<Expr>),
    Call(String, Vec<Expr>),
    /// `{a, b}`; a designated or empty one is not understood.
    List(Vec<Expr>),
    /// What is not understood, in words.
    Unknown(String),
}

/// The operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    LogicalAnd,
    LogicalOr,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    Expr(Expr),
    Declare(VarId, Option<Expr>),
    Block(Vec<Stmt>),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    For {
        init: Option<Box<Stmt>>,
        condition: Option<Expr>,
        advance: Option<Expr>,
        body: Box<Stmt>,
    },
    While(Expr, Box<Stmt>),
    DoWhile(Box<Stmt>, Expr),
    Return(Option<Expr>),
    Break,
    Continue,
    Goto(Rc<str>),
    /// What follows in the sequence has a name that a `goto` says.
    Label(Rc<str>),
    /// What a `goto` of the label leaves.
    Labelled(Rc<str>, Vec<Stmt>),
    Unknown(String),
}

impl Variable {
    /// A variable of a function that nothing else reaches.
    pub fn own(name: String, ty: Ty, span: Span) -> Variable {
        Variable {
            name,
            ty,
            span,
            is_global: false,
            is_parameter: false,
            is_static: false,
            is_volatile: false,
            is_restrict: false,
            addressed_at: Vec::new(),
            initial: None,
        }
    }
}

impl BinaryOp {
    /// The operator that C writes so.
    pub fn parse(text: &str) -> Option<BinaryOp> {
        Some(match text {
            "+" => BinaryOp::Add,
            "-" => BinaryOp::Sub,
            "*" => BinaryOp::Mul,
            "/" => BinaryOp::Div,
            "%" => BinaryOp::Rem,
            "<<" => BinaryOp::Shl,
            ">>" => BinaryOp::Shr,
            "&" => BinaryOp::And,
            "|" => BinaryOp::Or,
            "^" => BinaryOp::Xor,
            "<" => BinaryOp::Lt,
            "<=" => BinaryOp::Le,
            ">" => BinaryOp::Gt,
            ">=" => BinaryOp::Ge,
            "==" => BinaryOp::Eq,
            "!=" => BinaryOp::Ne,
            "&&" => BinaryOp::LogicalAnd,
            "||" => BinaryOp::LogicalOr,
            _ => return None,
        })
    }

    /// Whether it compares.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Lt | Le | Gt | Ge | Eq | Ne)
    }

    /// The comparison with its operands exchanged.
    pub fn mirrored(self) -> BinaryOp {
        match self {
            BinaryOp::Lt => BinaryOp::Gt,
            BinaryOp::Le => BinaryOp::Ge,
            BinaryOp::Gt => BinaryOp::Lt,
            BinaryOp::Ge => BinaryOp::Le,
            other => other,
        }
    }

    /// The comparison that holds where this one does not, of integers.
    pub fn negated(self) -> BinaryOp {
        match self {
            BinaryOp::Lt => BinaryOp::Ge,
            BinaryOp::Le => BinaryOp::Gt,
            BinaryOp::Gt => BinaryOp::Le,
            BinaryOp::Ge => BinaryOp::Lt,
            BinaryOp::Eq => BinaryOp::Ne,
            BinaryOp::Ne => BinaryOp::Eq,
            other => other,
        }
    }
}

impl IntTy {
    /// `int`.
    pub const INT: IntTy = IntTy {
        bits: 32,
        signed: true,
    };

    /// The least and the greatest value.
    pub fn range(self) -> (i128, i128) {
        match self.signed {
            true => (-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1),
            false => (0, (1 << self.bits) - 1),
        }
    }

    /// The type after C's integer promotions.
    pub fn promoted(self) -> IntTy {
        match self.bits < 32 {
            true => IntTy::INT,
            false => self,
        }
    }

    /// The type in which C computes with both, of promoted types.
    pub fn common(self, other: IntTy) -> IntTy {
        let (a, b) = (self.promoted(), other.promoted());
        match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal => IntTy {
                bits: a.bits,
                signed: a.signed && b.signed,
            },
        }
    }
}

impl Struct {
    /// The scalars that it is made of, in their order; `None` where a member is none, nor made of such.
    pub fn scalars(&self) -> Option<Vec<Ty>> {
        let mut found = Vec::new();
        for (_, member) in &self.members {
            found.extend(member.scalars()?);
        }
        Some(found)
    }

    /// How many scalars stand in front of a member.
    pub fn offset(&self, member: usize) -> Option<usize> {
        let before = self.members[..member].iter();
        before.map(|(_, ty)| Some(ty.scalars()?.len())).sum()
    }

    /// The type of its scalars and how many there are, where it lies in memory as an array of those.
    pub fn as_array(&self) -> Option<(Ty, i64)> {
        let scalars = self.scalars()?;
        let first = scalars.first()?;
        let bytes = u32::try_from(first.bytes()?).ok()?;
        let is_alike = |ty: &Ty| match (first, ty) {
            (Ty::Int(a), Ty::Int(b)) => a == b,
            (Ty::Float(a), Ty::Float(b)) => a == b,
            _ => false,
        };
        let is_dense = self.size == u32::try_from(scalars.len()).ok()?.checked_mul(bytes);
        let is_array = is_dense && scalars.iter().all(is_alike);
        is_array.then(|| (first.clone(), scalars.len() as i64))
    }

    /// Whether a variable of the type is as good as one for each scalar: it has no arrays, of which subscripts choose elements.
    pub fn is_of_scalars(&self) -> bool {
        self.members.iter().all(|(_, ty)| match ty {
            Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_) => true,
            Ty::Struct(of) => of.is_of_scalars(),
            _ => false,
        })
    }
}

/// Scalars that a type may be made of. Arbitrary.
const MOST_SCALARS: usize = 256;

impl Ty {
    /// The scalars that it is made of, in their order; `None` for none and for too many.
    pub fn scalars(&self) -> Option<Vec<Ty>> {
        match self {
            Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_) => Some(vec![self.clone()]),
            Ty::Array(of, Extent::Fixed(extent)) => {
                let one = of.scalars()?;
                let extent = usize::try_from(*extent).ok()?;
                let count = one
                    .len()
                    .checked_mul(extent)
                    .filter(|count| *count <= MOST_SCALARS)?;
                Some(one.iter().cycle().take(count).cloned().collect())
            }
            Ty::Struct(of) => of.scalars().filter(|all| all.len() <= MOST_SCALARS),
            _ => None,
        }
    }

    /// The type of the scalars in memory that holds an array of these, and how many a struct has, where the elements are structs.
    pub fn cells(&self) -> Option<(Ty, Option<i64>)> {
        match self.scalar() {
            Ty::Struct(of) => of.as_cells().map(|(ty, count)| (ty, Some(count))),
            scalar @ (Ty::Int(_) | Ty::Float(_)) => Some((scalar.clone(), None)),
            _ => None,
        }
    }

    /// What `sizeof` says of a number.
    pub fn bytes(&self) -> Option<i128> {
        match self {
            Ty::Int(int) => Some(int.bits.div_ceil(8).into()),
            Ty::Float(kind) => Some((kind.bit_width() / 8).into()),
            _ => None,
        }
    }

    /// The type of integers that it is.
    pub fn as_int(&self) -> Option<IntTy> {
        match self {
            Ty::Int(int) => Some(*int),
            _ => None,
        }
    }

    /// The type of the scalars in an array of any dimensions, or the type itself.
    pub fn scalar(&self) -> &Ty {
        match self {
            Ty::Array(of, _) => of.scalar(),
            other => other,
        }
    }

    /// How many dimensions an array has.
    pub fn rank(&self) -> usize {
        match self {
            Ty::Array(of, _) => 1 + of.rank(),
            _ => 0,
        }
    }

    /// What a pointer points to, or an array is made of.
    pub fn target(&self) -> Option<&Rc<Ty>> {
        match self {
            Ty::Pointer(to) | Ty::Array(to, _) => Some(to),
            _ => None,
        }
    }

    /// Whether a conversion to another type changes nothing, an array being a pointer to its first element.
    pub fn is_same(&self, other: &Ty) -> bool {
        match (self, other) {
            (Ty::Int(a), Ty::Int(b)) => a == b,
            (Ty::Float(a), Ty::Float(b)) => a == b,
            (Ty::Array(a, _) | Ty::Pointer(a), Ty::Pointer(b)) => a.is_same(b),
            (Ty::Array(a, _), Ty::Array(b, _)) => a.is_same(b),
            (Ty::Struct(a), Ty::Struct(b)) => a.name == b.name,
            (Ty::Void, Ty::Void) => true,
            _ => false,
        }
    }

    /// As C writes it, nearly.
    pub fn describe(&self) -> String {
        match self {
            Ty::Void => "void".to_string(),
            Ty::Int(IntTy { bits: 1, .. }) => "_Bool".to_string(),
            Ty::Int(IntTy { bits, signed }) => {
                let name = match bits {
                    8 => "char",
                    16 => "short",
                    32 => "int",
                    _ => "long",
                };
                format!("{} {name}", if *signed { "signed" } else { "unsigned" })
            }
            Ty::Float(FloatKind::F32) => "float".to_string(),
            Ty::Float(FloatKind::F64) => "double".to_string(),
            Ty::Float(kind) => format!("{kind:?}").to_lowercase(),
            Ty::Pointer(to) => format!("{} *", to.describe()),
            Ty::Array(of, _) => format!("{}[]", of.describe()),
            Ty::Struct(of) => of.name.clone(),
            Ty::Other(text) => text.to_string(),
        }
    }
}

/// Calls a function for the direct parts of what an expression does, behind a reference of either kind.
macro_rules! for_each_part {
    ($kind:expr, $f:ident) => {
        match $kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Var(_) | ExprKind::Unknown(_) => {}
            ExprKind::Member(a, _)
            | ExprKind::Deref(a)
            | ExprKind::Address(a)
            | ExprKind::Unary(_, a)
            | ExprKind::Convert(a)
            | ExprKind::Step { place: a, .. } => $f(a),
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Assign(a, b)
            | ExprKind::Update(_, a, b)
            | ExprKind::Comma(a, b) => {
                $f(a);
                $f(b);
            }
            ExprKind::Conditional(a, b, c) => {
                $f(a);
                $f(b);
                $f(c);
            }
            ExprKind::Call(_, items) | ExprKind::List(items) => items.into_iter().for_each($f),
        }
    };
}

impl Expr {
    /// An expression.
    pub fn new(kind: ExprKind, ty: Ty, span: Span) -> Expr {
        Expr { kind, ty, span }
    }

    /// The expression in which a conversion that changes nothing is left out, and the place where a name stands for one.
    pub fn var(&self) -> Option<VarId> {
        match &self.kind {
            ExprKind::Var(id) => Some(*id),
            _ => None,
        }
    }

    /// The expression without conversions of integers that lose nothing, and without those of pointers.
    pub fn plain(&self) -> &Expr {
        match (&self.kind, &self.ty) {
            (ExprKind::Convert(inner), Ty::Pointer(_)) => inner.plain(),
            (ExprKind::Convert(inner), Ty::Int(to)) => match inner.ty.as_int() {
                Some(from) if from.bits <= to.bits => inner.plain(),
                _ => self,
            },
            _ => self,
        }
    }

    /// The array that becomes a pointer to its first element here, or the expression itself.
    pub fn undecayed(&self) -> &Expr {
        match &self.kind {
            ExprKind::Convert(inner) if matches!(inner.ty, Ty::Array(..)) => inner,
            _ => self,
        }
    }

    /// What the subscripts of an element are of, however many: `a` of `a[i][j]`.
    pub fn subscripted(&self) -> &Expr {
        match &self.kind {
            ExprKind::Index(base, _) => base.undecayed().subscripted(),
            _ => self,
        }
    }

    /// Whether it assigns a variable, and does nothing else.
    pub fn is_assignment(&self) -> bool {
        match &self.kind {
            ExprKind::Assign(place, _) | ExprKind::Update(_, place, _) | ExprKind::Step { place, .. } => {
                place.var().is_some()
            }
            _ => false,
        }
    }

    /// Calls `f` for the direct parts.
    pub fn for_each_child<'a>(&'a self, mut f: impl FnMut(&'a Expr)) {
        for_each_part!(&self.kind, f);
    }

    /// Calls `f` for the direct parts, to change them.
    pub fn for_each_child_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        for_each_part!(&mut self.kind, f);
    }

    /// Calls `f` for this expression and everything in it.
    pub fn walk<'a>(&'a self, f: &mut impl FnMut(&'a Expr)) {
        f(self);
        self.for_each_child(|child| child.walk(f));
    }
}

impl Stmt {
    /// Calls `f` for every statement in this one, itself first.
    pub fn walk<'a>(&'a self, f: &mut impl FnMut(&'a Stmt)) {
        f(self);
        match &self.kind {
            StmtKind::Block(body) | StmtKind::Labelled(_, body) => body.iter().for_each(|s| s.walk(f)),
            StmtKind::If(_, then, otherwise) => {
                then.walk(f);
                if let Some(otherwise) = otherwise {
                    otherwise.walk(f);
                }
            }
            StmtKind::For { init, body, .. } => {
                if let Some(init) = init {
                    init.walk(f);
                }
                body.walk(f);
            }
            StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => body.walk(f),
            _ => {}
        }
    }

    /// Calls `f` for the statements directly in this one, to change them.
    pub fn for_each_child_mut(&mut self, f: &mut dyn FnMut(&mut Stmt)) {
        match &mut self.kind {
            StmtKind::Block(body) | StmtKind::Labelled(_, body) => body.iter_mut().for_each(f),
            StmtKind::If(_, then, otherwise) => {
                f(then);
                otherwise.iter_mut().for_each(|inner| f(inner));
            }
            StmtKind::For { init, body, .. } => {
                init.iter_mut().for_each(|inner| f(inner));
                f(body);
            }
            StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => f(body),
            _ => {}
        }
    }

    /// Calls `f` for every statement in this one, itself first, to change them.
    pub fn walk_mut(&mut self, f: &mut dyn FnMut(&mut Stmt)) {
        f(self);
        self.for_each_child_mut(&mut |inner| inner.walk_mut(f));
    }

    /// Calls `f` for every expression in the statement that is no part of another.
    pub fn for_each_expr<'a>(&'a self, f: &mut impl FnMut(&'a Expr)) {
        self.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Expr(e) | StmtKind::If(e, ..) | StmtKind::While(e, _) | StmtKind::DoWhile(_, e) => f(e),
            StmtKind::Declare(_, e) | StmtKind::Return(e) => e.iter().for_each(&mut *f),
            StmtKind::For {
                condition, advance, ..
            } => condition.iter().chain(advance).for_each(&mut *f),
            _ => {}
        });
    }

    /// Calls `f` for every expression in the statement that is no part of another, to change it.
    pub fn for_each_expr_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        match &mut self.kind {
            StmtKind::Expr(e) => f(e),
            StmtKind::Declare(_, e) | StmtKind::Return(e) => e.iter_mut().for_each(f),
            StmtKind::Block(items) | StmtKind::Labelled(_, items) => {
                items.iter_mut().for_each(|stmt| stmt.for_each_expr_mut(f))
            }
            StmtKind::If(condition, then, otherwise) => {
                f(condition);
                then.for_each_expr_mut(f);
                otherwise.iter_mut().for_each(|stmt| stmt.for_each_expr_mut(f));
            }
            StmtKind::For {
                init,
                condition,
                advance,
                body,
            } => {
                init.iter_mut().for_each(|stmt| stmt.for_each_expr_mut(f));
                condition.iter_mut().chain(advance).for_each(&mut *f);
                body.for_each_expr_mut(f);
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                f(condition);
                body.for_each_expr_mut(f);
            }
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Goto(_)
            | StmtKind::Label(_)
            | StmtKind::Unknown(_) => {}
        }
    }

    /// The statements of a block, or the statement alone.
    pub fn items(&self) -> &[Stmt] {
        match &self.kind {
            StmtKind::Block(items) => items,
            _ => std::slice::from_ref(self),
        }
    }
}

/// Whether one place is inside another.
pub fn is_within(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
