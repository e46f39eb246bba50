//! A signature with its names resolved.

use std::fmt;

use crate::attribute::Attribute;
use crate::lexer::Token;
use crate::op::OpCode;
use crate::types::Type;

use super::class::Class;
use super::derive::Derivation;
use super::directive::Directive;
use super::kind::Kind;
use super::syntax::Arity;

/// What an operation has and how it is written.
#[derive(Debug)]
pub struct Signature {
    pub(crate) code: OpCode,
    pub(crate) variables: Vec<Variable>,
    pub(crate) operands: Vec<Group>,
    pub(crate) results: Vec<Group>,
    pub(crate) attributes: Vec<AttributeSpec>,
    pub(crate) successors: Vec<(&'static str, Arity)>,
    pub(crate) regions: Vec<RegionSpec>,
    /// The operations that may be around it; any when there are none.
    pub(crate) parents: Vec<OpCode>,
    pub(crate) rules: Vec<Rule>,
    /// The attribute that says how the operands fall into groups, where their number does not.
    pub(crate) operand_segments: Option<&'static str>,
    pub(crate) result_segments: Option<&'static str>,
    pub(crate) assembly: Assembly,
    /// The attributes that do not stand in the dictionary.
    pub(crate) shown: Vec<&'static str>,
    /// Whether a part of the assembly may be left out.
    pub(crate) has_groups: bool,
}

#[derive(Debug)]
pub(crate) enum Assembly {
    Elements(Vec<Element>),
    /// Reader and writer are functions.
    Custom,
    Generic,
}

/// A type that several parts share.
#[derive(Debug)]
pub struct Variable {
    pub name: &'static str,
    pub class: Class,
    /// The parts whose types the assembly shows and that have this type.
    pub sources: Vec<Part>,
}

/// One operand or result, or a list of them.
#[derive(Debug)]
pub struct Group {
    pub name: &'static str,
    pub arity: Arity,
    pub ty: TypeSpec,
    /// Whether the assembly shows the type.
    pub is_written: bool,
}

/// What is said of the type of a group.
#[derive(Debug)]
pub enum TypeSpec {
    Class { class: Class, only: Option<Type> },
    Variable(usize),
    Derived(&'static Derivation, Argument),
}

/// What a type is derived from.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    Variable(usize),
    Attribute(usize),
}

#[derive(Debug)]
pub struct AttributeSpec {
    pub name: &'static str,
    pub is_optional: bool,
    pub kind: Kind,
    /// The value that is not stored.
    pub default: Option<Attribute>,
    /// Whether the assembly shows it outside the dictionary.
    pub is_written: bool,
}

#[derive(Debug)]
pub struct RegionSpec {
    pub name: &'static str,
    pub arity: Arity,
    pub blocks: Blocks,
    pub terminator: Option<OpCode>,
}

/// How many blocks a region has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    Any,
    One,
    AtMostOne,
    Exactly(usize),
}

/// A condition on several parts.
#[derive(Debug)]
pub struct Rule {
    pub kind: RuleKind,
    pub scope: Scope,
    /// Those that the rule names.
    pub parts: Vec<Part>,
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them, of which there is at least one each.
    OperandsAndResults,
    /// All of them, of which there is at least one.
    Operands,
    Parts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    SameShape,
    SameElement,
    SameRank,
    SameType,
    /// Ranked tensors have one encoding.
    SameEncoding,
    /// All lists of results, or of the operands that are named, have the same number of them.
    EqualSegments,
}

/// Something with a name in a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Operand(usize),
    Result(usize),
    Attribute(usize),
    Region(usize),
    Successor(usize),
}

/// A piece of the assembly.
#[derive(Debug)]
pub enum Element {
    /// Several tokens written without blanks between them.
    Literal {
        text: &'static str,
        lexemes: Vec<Lexeme>,
    },
    Part(Part),
    /// `attr-dict`, or `attr-dict-with-keyword`.
    Dictionary {
        has_keyword: bool,
    },
    /// The types of these groups, one after another.
    Types(Vec<Part>),
    FunctionalType(Vec<Part>, Vec<Part>),
    Group {
        arms: Vec<Arm>,
        is_optional: bool,
    },
    Directive(Directive, Vec<Part>),
}

#[derive(Debug)]
pub struct Arm {
    pub elements: Vec<Element>,
    /// What must be there for the arm to be written; `None` is always.
    pub anchor: Option<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lexeme {
    Word(&'static str),
    Punctuation(Token, &'static str),
}

impl Blocks {
    pub fn allow(self, count: usize) -> bool {
        match self {
            Blocks::Any => true,
            Blocks::One => count == 1,
            Blocks::AtMostOne => count <= 1,
            Blocks::Exactly(wanted) => count == wanted,
        }
    }
}

impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Blocks::Any => f.write_str("any region"),
            Blocks::One => f.write_str("region with 1 blocks"),
            Blocks::AtMostOne => f.write_str("region with at most 1 blocks"),
            Blocks::Exactly(count) => write!(f, "region with {count} blocks"),
        }
    }
}

impl Signature {
    /// Whether some attribute may be spelt in several ways, or be left out, and mean the same.
    pub(crate) fn has_spellings(&self) -> bool {
        let mut attributes = self.attributes.iter();
        attributes.any(|spec| spec.default.is_some() || matches!(spec.kind, Kind::Enumeration(_)))
    }

    /// Whether the row says anything about the operation.
    pub fn is_known(&self) -> bool {
        !self.code.def().signature.is_empty()
    }

    /// The group of operands or results that a part is.
    pub fn groups(&self, part: Part) -> Option<&Group> {
        match part {
            Part::Operand(i) => self.operands.get(i),
            Part::Result(i) => self.results.get(i),
            _ => None,
        }
    }

    pub(crate) fn has_equal_operand_groups(&self) -> bool {
        let mut equal = self.rules.iter().filter(|r| r.kind == RuleKind::EqualSegments);
        equal.any(|r| matches!(r.parts.first(), Some(Part::Operand(_))))
    }

    pub(crate) fn has_equal_result_groups(&self) -> bool {
        let mut equal = self.rules.iter().filter(|r| r.kind == RuleKind::EqualSegments);
        equal.any(|r| !matches!(r.parts.first(), Some(Part::Operand(_))))
    }

    /// What the signature says of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&AttributeSpec> {
        self.attributes.iter().find(|spec| spec.name == name)
    }
}
