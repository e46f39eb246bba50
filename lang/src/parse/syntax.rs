//! What the parser hands to the builder: the generic form of every operation, with names unresolved.

use crate::attribute::NamedAttribute;
use crate::ir::{OpName, Span};
use crate::op::OpCode;
use crate::types::Type;

/// `%name#number`.
#[derive(Clone, Copy, Debug)]
pub struct Use<'a> {
    pub name: &'a str,
    pub number: u32,
    pub span: Span,
}

/// `%name:count` on the left of `=`.
#[derive(Clone, Copy, Debug)]
pub struct ResultGroup<'a> {
    pub name: &'a str,
    pub count: u32,
    pub span: Span,
}

#[derive(Debug)]
pub struct Statement<'a> {
    pub results: Vec<ResultGroup<'a>>,
    pub operation: Operation<'a>,
}

#[derive(Debug)]
pub struct Operation<'a> {
    pub name: OpName,
    /// The dialect that must be the default one here, for a name written without its dialect.
    pub default_dialect: Option<&'static str>,
    /// Whether names without a dialect mean the same in its regions as around it, as they do in the
    /// generic form.
    pub inherits_dialect: bool,
    /// The text of the operation up to its first region.
    pub span: Span,
    pub operands: Vec<(Use<'a>, Type)>,
    pub result_types: Vec<Type>,
    pub attributes: Vec<NamedAttribute>,
    pub regions: Vec<RegionSyntax<'a>>,
    pub successors: Vec<(&'a str, Span)>,
}

#[derive(Debug)]
pub struct RegionSyntax<'a> {
    pub blocks: Vec<BlockSyntax<'a>>,
    /// Appended to the only block when it does not end in a terminator.
    pub implicit_terminator: Option<OpCode>,
    pub span: Span,
}

#[derive(Debug)]
pub struct BlockSyntax<'a> {
    pub label: Option<(&'a str, Span)>,
    pub arguments: Vec<BlockArgument<'a>>,
    pub statements: Vec<Statement<'a>>,
}

#[derive(Clone, Debug)]
pub struct BlockArgument<'a> {
    pub name: &'a str,
    pub span: Span,
    pub ty: Type,
}

impl<'a> Operation<'a> {
    pub fn new(name: OpName, span: Span) -> Operation<'a> {
        Operation {
            name,
            default_dialect: None,
            inherits_dialect: false,
            span,
            operands: Vec::new(),
            result_types: Vec::new(),
            attributes: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
        }
    }

    pub fn of(code: OpCode, span: Span) -> Operation<'a> {
        Operation::new(OpName::Known(code), span)
    }

    pub fn operand(mut self, operand: Use<'a>, ty: Type) -> Operation<'a> {
        self.operands.push((operand, ty));
        self
    }

    pub fn operands(mut self, operands: impl IntoIterator<Item = (Use<'a>, Type)>) -> Operation<'a> {
        self.operands.extend(operands);
        self
    }

    /// Operands of type `index`.
    pub fn indices(self, operands: impl IntoIterator<Item = Use<'a>>) -> Operation<'a> {
        self.operands(operands.into_iter().map(|u| (u, Type::Index)))
    }

    pub fn result(mut self, ty: Type) -> Operation<'a> {
        self.result_types.push(ty);
        self
    }

    pub fn results(mut self, types: Vec<Type>) -> Operation<'a> {
        self.result_types.extend(types);
        self
    }

    pub fn attribute(mut self, name: &str, value: crate::attribute::Attribute) -> Operation<'a> {
        self.attributes.push((name.into(), value));
        self
    }

    pub fn attributes(mut self, attributes: Option<Vec<NamedAttribute>>) -> Operation<'a> {
        self.attributes.extend(attributes.into_iter().flatten());
        self
    }

    pub fn region(mut self, region: RegionSyntax<'a>) -> Operation<'a> {
        self.regions.push(region);
        self
    }
}

impl<'a> RegionSyntax<'a> {
    /// Makes the region have an entry block, and gives that block these arguments.
    pub fn entry(mut self, arguments: Vec<BlockArgument<'a>>) -> RegionSyntax<'a> {
        if self.blocks.is_empty() {
            self.blocks.push(BlockSyntax {
                label: None,
                arguments: Vec::new(),
                statements: Vec::new(),
            });
        }
        if !arguments.is_empty() {
            self.blocks[0].arguments = arguments;
        }
        self
    }

    pub fn terminated_by(mut self, code: OpCode) -> RegionSyntax<'a> {
        self.implicit_terminator = Some(code);
        self
    }
}
