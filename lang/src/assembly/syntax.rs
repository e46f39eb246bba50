//! A signature as it is written.

/// Everything a signature says, with names not yet resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Syntax<'s> {
    pub variables: Vec<Variable<'s>>,
    pub operands: Vec<Part<'s>>,
    pub attributes: Vec<Attribute<'s>>,
    pub results: Vec<Part<'s>>,
    pub successors: Vec<(&'s str, Arity)>,
    pub regions: Vec<Region<'s>>,
    pub parents: Vec<&'s str>,
    pub rules: Vec<(&'s str, Vec<&'s str>)>,
    pub assembly: Vec<Element<'s>>,
}

/// `T: class`.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable<'s> {
    pub name: &'s str,
    pub class: Expr<'s>,
}

/// An operand or a result, or a list of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Part<'s> {
    pub name: &'s str,
    pub arity: Arity,
    pub ty: Expr<'s>,
}

/// How many values a part has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    One,
    /// None or one.
    Optional,
    /// Any number.
    Many,
}

/// What is said of a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr<'s> {
    /// A class or a variable.
    Name(&'s str),
    /// `vector<float>`, `memref<i8, 1>`: a container, its elements, and its rank where it matters.
    Of(&'s str, Option<Box<Expr<'s>>>, Option<i64>),
    /// `element(T)`: computed from another type.
    Call(&'s str, &'s str),
    Either(Vec<Expr<'s>>),
    /// `'!test.box'`: the types of a dialect with this name.
    Dialect(&'s str),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Attribute<'s> {
    pub name: &'s str,
    pub is_optional: bool,
    pub kind: KindExpr<'s>,
    /// The value that the attribute has when it is not there.
    pub default: Option<DefaultValue<'s>>,
}

/// What is said of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum KindExpr<'s> {
    Name(&'s str),
    /// `positive(i32)`, `elements(f32, 2)`.
    Call(&'s str, Vec<KindArgument<'s>>),
    Either(Vec<KindExpr<'s>>),
    /// `'#test.box'`: the attributes of a dialect with this name.
    Dialect(&'s str),
}

#[derive(Clone, Debug, PartialEq)]
pub enum KindArgument<'s> {
    Kind(KindExpr<'s>),
    Number(i64),
}

#[derive(Clone, Debug, PartialEq)]
pub enum DefaultValue<'s> {
    Word(&'s str),
    Number(i64),
    EmptyList,
    /// The attribute of a dialect as its text.
    Text(&'s str),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Region<'s> {
    pub name: &'s str,
    pub arity: Arity,
    pub kind: &'s str,
    /// The terminator that the only block has when none is written.
    pub ends: Option<&'s str>,
}

/// A piece of the assembly.
#[derive(Clone, Debug, PartialEq)]
pub enum Element<'s> {
    Literal(&'s str),
    Name(&'s str),
    Call(&'s str, Vec<Element<'s>>),
    /// The element whose presence decides whether its group is written.
    Anchor(Box<Element<'s>>),
    /// `[a | b]`: one of them, or nothing.
    Optional(Vec<Vec<Element<'s>>>),
    /// `{a | b}`: one of them.
    Choice(Vec<Vec<Element<'s>>>),
}
