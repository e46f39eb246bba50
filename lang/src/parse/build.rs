//! The IR from the syntax: scopes, forward references, block labels.
//!
//! Recursion here is bounded by the lexer's nesting limit.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{BlockId, Module, NewOp, OpId, OpName, RegionId, Span, ValueId};
use crate::op::{OpCode, Trait};
use crate::types::Type;

use super::context::Context;
use super::syntax::{BlockArgument, Operation, RegionSyntax, Statement, Use};

/// Results that one operation may have; a group `%x:4294967295` must not exhaust the memory.
const RESULT_LIMIT: usize = 1 << 16;

pub fn module<'a>(context: Context<'a>, items: Vec<Statement<'a>>) -> Result<Module, Vec<Diagnostic>> {
    let mut builder = Builder {
        context,
        module: Module::new(),
        values: FxHashMap::default(),
        scopes: Vec::new(),
        pending: FxHashMap::default(),
        opened: 0,
        dialects: vec!["builtin"],
    };
    builder.top(items);
    let mut diagnostics = builder.context.diagnostics;
    diagnostics.sort_by_key(|d| d.span.start);
    if diagnostics.is_empty() {
        Ok(builder.module)
    } else {
        Err(diagnostics)
    }
}

struct Builder<'a> {
    context: Context<'a>,
    module: Module,
    /// Every visible name.
    values: FxHashMap<&'a str, Definition>,
    scopes: Vec<Scope<'a>>,
    /// Uses before their definition, in the isolated region being built.
    pending: FxHashMap<&'a str, Vec<Forward<'a>>>,
    /// Scopes opened so far.
    opened: u32,
    /// The default dialect of the regions around.
    dialects: Vec<&'static str>,
}

/// What a name stands for: an argument, or the results of one group.
struct Definition {
    values: SmallVec<[ValueId; 1]>,
    span: Span,
}

/// The names that one region defined.
struct Scope<'a> {
    defined: Vec<&'a str>,
    /// How many scopes had been opened with this one.
    number: u32,
    /// Of an isolated region: what is known of the names of the surroundings, hidden meanwhile.
    hidden: Option<Hidden<'a>>,
}

struct Hidden<'a> {
    values: FxHashMap<&'a str, Definition>,
    pending: FxHashMap<&'a str, Vec<Forward<'a>>>,
}

/// A use of a name that no text before it defines.
struct Forward<'a> {
    used: Use<'a>,
    ty: Type,
    op: OpId,
    operand: usize,
    /// How many scopes had been opened. A scope that is still open holds the use if its number is at
    /// most this one.
    opened: u32,
}

impl<'a> Builder<'a> {
    fn top(&mut self, mut items: Vec<Statement<'a>>) {
        let is_module = |s: &Statement<'_>| matches!(s.operation.name, OpName::Known(OpCode::Module));
        let body = self.module.body();
        let top = self.module.top();
        if items.len() == 1 && is_module(&items[0]) && items[0].results.is_empty() {
            let Some(Statement { operation, .. }) = items.pop() else {
                return;
            };
            let op = self.module.op_mut(top);
            op.attributes = operation.attributes;
            op.span = operation.span;
            match <[RegionSyntax<'a>; 1]>::try_from(operation.regions) {
                Ok([mut region]) if region.blocks.len() <= 1 => {
                    let block = region.blocks.pop();
                    if block.as_ref().is_some_and(|b| !b.arguments.is_empty()) {
                        self.report(region.span, "a module's block takes no arguments");
                    }
                    items = block.map(|b| b.statements).unwrap_or_default();
                }
                _ => self.report(operation.span, "a module has one region of one block"),
            }
            if !operation.operands.is_empty() || !operation.result_types.is_empty() {
                self.report(operation.span, "a module has neither operands nor results");
            }
        }
        self.open(true);
        self.statements(body, items, &FxHashMap::default());
        self.close();
    }

    fn report(&mut self, span: Span, message: impl Into<String>) {
        self.context.report(Diagnostic::new(span, message));
    }

    fn open(&mut self, isolated: bool) {
        self.opened += 1;
        self.scopes.push(Scope {
            defined: Vec::new(),
            number: self.opened,
            hidden: isolated.then(|| Hidden {
                values: std::mem::take(&mut self.values),
                pending: std::mem::take(&mut self.pending),
            }),
        });
    }

    fn close(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        let Some(hidden) = scope.hidden else {
            for name in scope.defined {
                self.values.remove(name);
            }
            return;
        };
        self.values = hidden.values;
        let undefined = std::mem::replace(&mut self.pending, hidden.pending);
        for Use { name, span, .. } in undefined.into_values().flatten().map(|f| f.used) {
            self.report(span, format!("`%{name}` is not defined"));
        }
    }

    fn statements(
        &mut self,
        block: BlockId,
        statements: Vec<Statement<'a>>,
        labels: &FxHashMap<&'a str, BlockId>,
    ) {
        for statement in statements {
            self.statement(block, statement, labels);
        }
    }

    fn statement(&mut self, block: BlockId, statement: Statement<'a>, labels: &FxHashMap<&'a str, BlockId>) {
        let Statement { results, operation } = statement;
        let Operation {
            name,
            default_dialect,
            inherits_dialect,
            span,
            operands,
            mut result_types,
            attributes,
            regions,
            successors,
        } = operation;
        if let Some(dialect) = default_dialect
            && self.dialects.last() != Some(&dialect)
        {
            let short = name.as_str().trim_start_matches(dialect).trim_start_matches('.');
            self.context.report(
                Diagnostic::new(
                    span,
                    format!("`{short}` is not an operation of the default dialect here"),
                )
                .help(format!(
                    "write `{}`; directly inside `func.func` the default is `func`",
                    name.as_str()
                )),
            );
        }
        if result_types.len() > RESULT_LIMIT {
            self.report(span, "the operation has too many results");
            result_types.truncate(RESULT_LIMIT);
        }
        let op = self.module.create(NewOp {
            name,
            operands: SmallVec::new(),
            result_types: result_types.into(),
            attributes,
            span,
        });
        for (used, ty) in operands {
            let value = self.resolve(used, ty, op);
            self.module.op_mut(op).operands.push(value);
        }
        for (label, span) in successors {
            match labels.get(label) {
                Some(&target) => self.module.op_mut(op).successors.push(target),
                None => self.report(
                    span,
                    format!("the block `^{label}` is not defined in this region"),
                ),
            }
        }
        self.module.attach(block, op);
        let inner = match self.module.op(op).code() {
            _ if inherits_dialect => self.dialects.last().copied().unwrap_or("builtin"),
            Some(OpCode::Func) => "func",
            Some(OpCode::Module) => "builtin",
            _ => "",
        };
        self.dialects.push(inner);
        for region in regions {
            let id = self.module.add_region(op);
            self.region(op, id, region);
        }
        self.dialects.pop();
        self.define_results(op, &results, span);
    }

    fn define_results(&mut self, op: OpId, groups: &[super::syntax::ResultGroup<'a>], span: Span) {
        let values = self.module.op(op).results.clone();
        let named = groups.iter().map(|g| u64::from(g.count)).sum::<u64>();
        if named != values.len() as u64 && !groups.is_empty() {
            let at = Span {
                start: groups[0].span.start,
                end: groups[groups.len() - 1].span.end,
            };
            self.context.report(
                Diagnostic::new(
                    at,
                    format!("found names for {}", counted(named as usize, "result")),
                )
                .note(span, format!("the operation has {}", values.len())),
            );
        }
        let mut rest = values.as_slice();
        for group in groups {
            if group.count == 0 {
                self.report(group.span, "a group of results has at least one");
            }
            let (mine, others) = rest.split_at(rest.len().min(group.count as usize));
            rest = others;
            if let Some(&first) = mine.first() {
                self.name(first, group.name);
            }
            self.define(group.name, mine.into(), group.span);
        }
    }

    /// Keeps a name that says something; numbers are given out anew by the printer.
    fn name(&mut self, value: ValueId, name: &'a str) {
        if !name.starts_with(|c: char| c.is_ascii_digit()) {
            self.module.value_mut(value).name = Some(self.context.name(name));
        }
    }

    fn define(&mut self, name: &'a str, values: SmallVec<[ValueId; 1]>, span: Span) {
        let number = self.scopes.last().map_or(0, |scope| scope.number);
        if let Some(uses) = self.pending.remove(name) {
            let (inside, outside): (Vec<_>, Vec<_>) = uses.into_iter().partition(|f| f.opened >= number);
            for forward in inside {
                let value = self.pick(&values, forward.used, &forward.ty, span);
                if let Some(value) = value {
                    self.module.op_mut(forward.op).operands[forward.operand] = value;
                }
            }
            if !outside.is_empty() {
                self.pending.insert(name, outside);
            }
        }
        if let Some(earlier) = self.values.get(name) {
            let diagnostic = Diagnostic::new(span, format!("`%{name}` is defined twice"))
                .note(earlier.span, "first defined here");
            self.context.report(diagnostic);
            return;
        }
        self.values.insert(name, Definition { values, span });
        if let Some(scope) = self.scopes.last_mut() {
            scope.defined.push(name);
        }
    }

    fn resolve(&mut self, used: Use<'a>, ty: Type, op: OpId) -> ValueId {
        if let Some(definition) = self.values.get(used.name) {
            let (values, span) = (definition.values.clone(), definition.span);
            if let Some(value) = self.pick(&values, used, &ty, span) {
                return value;
            }
            return self.placeholder(ty);
        }
        let forward = Forward {
            used,
            ty: ty.clone(),
            op,
            operand: self.module.op(op).operands.len(),
            opened: self.opened,
        };
        self.pending.entry(used.name).or_default().push(forward);
        self.placeholder(ty)
    }

    /// The value that `name#number` means, when its type is the one that the use states.
    fn pick(&mut self, values: &[ValueId], used: Use<'a>, ty: &Type, defined: Span) -> Option<ValueId> {
        let Use { name, number, span } = used;
        let Some(&value) = values.get(number as usize) else {
            let diagnostic = Diagnostic::new(span, format!("`%{name}` has no result number {number}"))
                .note(defined, format!("defined here with {}", values.len()));
            self.context.report(diagnostic);
            return None;
        };
        let found = self.module.ty(value);
        if found != ty {
            let diagnostic = Diagnostic::new(span, format!("`%{name}` has the type `{found}`"))
                .help(format!("expected `{ty}`, the type that the operation states"))
                .note(defined, "defined here");
            self.context.report(diagnostic);
        }
        Some(value)
    }

    /// A value that stands in until the definition is met.
    fn placeholder(&mut self, ty: Type) -> ValueId {
        let op = self.module.create(NewOp {
            name: OpName::Unknown("placeholder".into()),
            operands: SmallVec::new(),
            result_types: [ty].into_iter().collect(),
            attributes: Vec::new(),
            span: Span::default(),
        });
        self.module.op(op).results[0]
    }

    fn region(&mut self, op: OpId, region: RegionId, syntax: RegionSyntax<'a>) {
        let code = self.module.op(op).code();
        self.open(code.is_some_and(|c| c.has_trait(Trait::Isolated)));
        let mut labels = FxHashMap::default();
        let mut blocks = Vec::with_capacity(syntax.blocks.len());
        for block in &syntax.blocks {
            let id = self.module.add_block(region);
            if let Some((label, span)) = block.label
                && labels.insert(label, id).is_some()
            {
                self.report(span, format!("the block `^{label}` is defined twice"));
            }
            blocks.push(id);
        }
        let several = blocks.len() > 1;
        for (id, block) in blocks.into_iter().zip(syntax.blocks) {
            for BlockArgument { name, span, ty } in block.arguments {
                let value = self.module.add_argument(id, ty, None);
                self.name(value, name);
                self.define(name, [value].into_iter().collect(), span);
            }
            self.statements(id, block.statements, &labels);
            if let Some(code) = syntax.implicit_terminator
                && !several
                && !self.ends(id)
            {
                self.module.append(id, NewOp::new(code));
            }
        }
        self.close();
    }

    /// Whether the block ends in a terminator.
    fn ends(&self, block: BlockId) -> bool {
        let last = self.module.block(block).ops.last();
        last.and_then(|&op| self.module.op(op).code())
            .is_some_and(|code| code.has_trait(Trait::Terminator))
    }
}
