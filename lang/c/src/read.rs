//! From libclang's tree to [`ast`](crate::ast).

mod expression;
mod switch;

use std::collections::HashMap;
use std::rc::Rc;

use ovolo_lang::diagnostic::Span;
use ovolo_lang::types::FloatKind;

use crate::ast::*;
use crate::clang::{self, Cursor, raw};

/// The functions and variables of a file, whose text is `text`.
pub fn read(unit: &clang::Unit, text: &str) -> Unit {
    let mut reader = Reader {
        text,
        unit: Unit::default(),
        variables: HashMap::new(),
        declared: None,
    };
    for cursor in unit.root().children() {
        if cursor.kind() == raw::CXCursor_FunctionDecl && cursor.is_definition() {
            let function = reader.function(cursor);
            reader.unit.functions.extend(function);
        }
    }
    reader.addressed(unit.root());
    reader.unit
}

/// Statements and expressions deeper than this are not understood, rather than overflow the stack.
const DEEPEST: u32 = 400;

struct Reader<'u> {
    text: &'u str,
    unit: Unit,
    variables: HashMap<u32, Vec<(Cursor<'u>, VarId)>>,
    /// The variable whose first value is read.
    declared: Option<VarId>,
}

impl<'u> Reader<'u> {
    /// Notes where in the file addresses of variables are taken, but for those that functions get which do not keep them.
    fn addressed(&mut self, root: Cursor<'u>) {
        let is_own = |c: &Cursor<'u>| {
            c.kind() == raw::CXCursor_VarDecl || c.kind() == raw::CXCursor_FunctionDecl && c.is_definition()
        };
        let mut forgotten: Vec<Cursor<'u>> = Vec::new();
        for declared in root.children().into_iter().filter(is_own) {
            declared.walk(&mut |cursor| {
                if cursor.kind() == raw::CXCursor_CallExpr
                    && ["scanf", "fscanf", "sscanf"].contains(&cursor.name().as_str())
                {
                    forgotten.extend(cursor.children());
                }
                if cursor.kind() == raw::CXCursor_UnaryOperator
                    && cursor.unary_operator() == raw::CXUnaryOperator_AddrOf
                    && !forgotten.iter().any(|other| other.is(&cursor))
                {
                    self.mark_addressed(cursor, cursor.span());
                }
            });
        }
    }

    /// Notes that the address is taken of what a place names; subscripts in it are only read.
    fn mark_addressed(&mut self, cursor: Cursor<'u>, at: Span) {
        for child in cursor.children() {
            let is_element = cursor.kind() == raw::CXCursor_ArraySubscriptExpr;
            if !(is_element && matches!(self.ty(child.ty(), &mut Vec::new()), Ty::Int(_))) {
                self.mark_addressed(child, at);
            }
        }
        let declaration = cursor.declaration();
        let known = self.variables.get(&declaration.hash()).into_iter().flatten();
        if let Some((_, id)) = known.clone().find(|(other, _)| other.is(&declaration)) {
            self.unit.variables[id.0 as usize].addressed_at.push(at);
        }
    }

    fn function(&mut self, cursor: Cursor<'u>) -> Option<Function> {
        let children = cursor.children();
        let body = children.iter().find(|c| c.kind() == raw::CXCursor_CompoundStmt)?;
        let parameters = children.iter().filter(|c| c.kind() == raw::CXCursor_ParmDecl);
        let last = parameters.clone().map(|c| c.span().end).max();
        let body_start = body.span().start;
        // Declarations of parameters end with a semicolon.
        let declared = last.and_then(|last| self.text.get(last as usize..body_start as usize));
        let is_old_style = declared.is_some_and(|declared| declared.trim_end().ends_with(';'));
        let parameters: Vec<VarId> = parameters.map(|c| self.variable(*c)).collect();
        let start = cursor.location().unwrap_or_default();
        let name = cursor.name();
        Some(Function {
            span: cursor.span(),
            name_span: Span {
                start,
                end: start + name.len() as u32,
            },
            name,
            body_start,
            is_old_style,
            parameters,
            result: self.ty(cursor.ty().result(), &mut Vec::new()),
            body: self.block(*body, 0),
            is_static: cursor.is_static(),
        })
    }

    /// The variable that a declaration makes.
    fn variable(&mut self, cursor: Cursor<'u>) -> VarId {
        let cursor = cursor.canonical();
        let known = self.variables.get(&cursor.hash()).into_iter().flatten();
        if let Some((_, id)) = known.clone().find(|(other, _)| other.is(&cursor)) {
            return *id;
        }
        let id = VarId(self.unit.variables.len() as u32);
        self.variables
            .entry(cursor.hash())
            .or_default()
            .push((cursor, id));
        let name = cursor.name();
        let start = cursor.location().unwrap_or_default();
        self.unit.variables.push(Variable {
            span: Span {
                start,
                end: start + name.len() as u32,
            },
            name,
            ty: Ty::Void,
            is_global: cursor.is_global(),
            is_parameter: cursor.kind() == raw::CXCursor_ParmDecl,
            is_static: cursor.is_static(),
            is_volatile: cursor.ty().is_volatile(),
            is_restrict: false,
            addressed_at: Vec::new(),
            initial: None,
        });
        let children = cursor.children();
        let initializer = cursor.initializer();
        // The extents are children of the declaration, those of the inner dimensions first.
        let is_extent = |c: &&Cursor<'u>| !initializer.is_some_and(|i| i.is(c)) && c.is_expression();
        let written: Vec<Cursor<'u>> = children.iter().filter(is_extent).copied().collect();
        let mut known = Vec::new();
        array_extents(cursor.ty(), &mut known);
        // An extent of a fixed number of arrays of variable ones is a constant that the type says nothing of.
        let extents: Vec<Cursor<'u>> = match written.len() == known.len() {
            true => {
                let inner_first = known.iter().rev();
                let pairs = written.iter().zip(inner_first);
                pairs
                    .filter(|(_, is_variable)| **is_variable)
                    .map(|(c, _)| *c)
                    .collect()
            }
            false => written.into_iter().filter(|c| c.evaluate().is_none()).collect(),
        };
        let mut extents: Vec<Expr> = extents.iter().map(|c| self.expression(*c, 0)).collect();
        let is_declared_elsewhere = !(cursor.is_global() || cursor.is_static() || cursor.is_automatic());
        let ty = match !is_declared_elsewhere
            && extents.len() == known.iter().filter(|is_variable| **is_variable).count()
        {
            true => self.ty(cursor.ty(), &mut extents),
            false => Ty::Other(cursor.ty().name().into()),
        };
        // The `restrict` of `double A[restrict 100]` is in no type that libclang gives.
        let has_restrict = match &ty {
            Ty::Array(..) => {
                cursor.kind() == raw::CXCursor_ParmDecl && cursor.printed().contains("[restrict")
            }
            Ty::Pointer { .. } => cursor.ty().is_restrict(),
            _ => false,
        };
        let is_constant = cursor.is_global() && is_const(cursor.ty());
        let initial = initializer.filter(|_| is_constant).map(|i| self.expression(i, 0));
        let variable = &mut self.unit.variables[id.0 as usize];
        variable.ty = ty;
        variable.is_restrict = has_restrict;
        variable.initial = initial;
        id
    }

    /// A type; `extents` are those that are no constants, the outermost last.
    fn ty(&mut self, ty: clang::Type<'u>, extents: &mut Vec<Expr>) -> Ty {
        let other = || Ty::Other(ty.name().into());
        if matches!(ty.kind(), raw::CXType_Pointer) && ty.pointee().is_volatile() {
            return other();
        }
        let int = |signed: bool| match ty.size() {
            Some(bytes @ (1 | 2 | 4 | 8)) => Ty::Int(IntTy {
                bits: 8 * bytes,
                signed,
            }),
            _ => other(),
        };
        match ty.kind() {
            raw::CXType_Void => Ty::Void,
            raw::CXType_Bool => Ty::Int(IntTy {
                bits: 1,
                signed: false,
            }),
            raw::CXType_Char_U
            | raw::CXType_UChar
            | raw::CXType_UShort
            | raw::CXType_UInt
            | raw::CXType_ULong
            | raw::CXType_ULongLong => int(false),
            raw::CXType_Char_S
            | raw::CXType_SChar
            | raw::CXType_Short
            | raw::CXType_Int
            | raw::CXType_Long
            | raw::CXType_LongLong => int(true),
            raw::CXType_Float => Ty::Float(FloatKind::F32),
            raw::CXType_Double => Ty::Float(FloatKind::F64),
            raw::CXType_Pointer => {
                let to = self.ty(ty.pointee(), extents);
                Ty::Pointer(Rc::new(to))
            }
            raw::CXType_ConstantArray | raw::CXType_IncompleteArray | raw::CXType_VariableArray => {
                let extent = match (ty.kind(), ty.extent()) {
                    (raw::CXType_ConstantArray, Some(n)) => Extent::Fixed(n),
                    (raw::CXType_VariableArray, _) => match extents.pop() {
                        Some(Expr {
                            kind: ExprKind::Int(n),
                            ..
                        }) => i64::try_from(n).map_or(Extent::Open, Extent::Fixed),
                        Some(extent) => Extent::Variable(Rc::new(extent)),
                        // Of an expression the number of dimensions matters, and no more.
                        None => Extent::Open,
                    },
                    _ => Extent::Open,
                };
                Ty::Array(Rc::new(self.ty(ty.element(), extents)), extent)
            }
            raw::CXType_Record => self.record(ty),
            raw::CXType_Enum => self.ty(ty.underlying(), extents),
            _ => other(),
        }
    }

    fn record(&mut self, ty: clang::Type<'u>) -> Ty {
        let declaration = ty.declaration();
        if declaration.kind() != raw::CXCursor_StructDecl {
            return Ty::Other(ty.name().into());
        }
        let mut members = Vec::new();
        for field in declaration.children() {
            if field.kind() == raw::CXCursor_FieldDecl {
                // What points to a struct may be a member of that struct.
                let is_plain =
                    !(field.is_bit_field() || field.ty().is_volatile() || points_to_record(field.ty()));
                let member = match is_plain {
                    true => self.ty(field.ty(), &mut Vec::new()),
                    false => Ty::Other(field.ty().name().into()),
                };
                members.push((field.name(), member));
            }
        }
        Ty::Struct(Rc::new(Struct {
            name: declaration.ty().name(),
            members,
            size: ty.size(),
        }))
    }

    fn block(&mut self, cursor: Cursor<'u>, depth: u32) -> Vec<Stmt> {
        let children = cursor.children().into_iter();
        children.flat_map(|c| self.statements(c, depth + 1)).collect()
    }

    /// The statement, in a block of its own where it is several.
    fn statement(&mut self, cursor: Cursor<'u>, depth: u32) -> Stmt {
        let mut all = self.statements(cursor, depth);
        match all.len() {
            1 => all.remove(0),
            _ => Stmt {
                kind: StmtKind::Block(all),
                span: cursor.span(),
            },
        }
    }

    fn statements(&mut self, cursor: Cursor<'u>, depth: u32) -> Vec<Stmt> {
        let span = cursor.span();
        let unknown = |what: &str| StmtKind::Unknown(what.to_string());
        if depth > DEEPEST {
            return vec![Stmt {
                kind: unknown("a statement that is nested too deeply"),
                span,
            }];
        }
        let children = cursor.children();
        let kind = match (cursor.kind(), children.as_slice()) {
            (raw::CXCursor_NullStmt, _) => return Vec::new(),
            (raw::CXCursor_CompoundStmt, _) => StmtKind::Block(self.block(cursor, depth)),
            (raw::CXCursor_DeclStmt, variables) => {
                let variables = variables.iter().filter(|c| c.kind() == raw::CXCursor_VarDecl);
                return variables.map(|c| self.declaration(*c, depth)).collect();
            }
            (raw::CXCursor_IfStmt, [condition, then]) => {
                let then = self.statement(*then, depth + 1);
                StmtKind::If(self.expression(*condition, depth), Box::new(then), None)
            }
            (raw::CXCursor_IfStmt, [condition, then, otherwise]) => {
                let then = Box::new(self.statement(*then, depth + 1));
                let otherwise = Box::new(self.statement(*otherwise, depth + 1));
                StmtKind::If(self.expression(*condition, depth), then, Some(otherwise))
            }
            (raw::CXCursor_ForStmt, [head @ .., body]) => match self.for_head(span, head) {
                Some([init, condition, advance]) => StmtKind::For {
                    init: init.map(|c| Box::new(self.statement(c, depth + 1))),
                    condition: condition.map(|c| self.expression(c, depth)),
                    advance: advance.map(|c| self.expression(c, depth)),
                    body: Box::new(self.statement(*body, depth + 1)),
                },
                None => unknown("a `for` that a macro or a header writes, with a part left out"),
            },
            (raw::CXCursor_WhileStmt, [condition, body]) => {
                let body = self.statement(*body, depth + 1);
                StmtKind::While(self.expression(*condition, depth), Box::new(body))
            }
            (raw::CXCursor_DoStmt, [body, condition]) => {
                let body = self.statement(*body, depth + 1);
                StmtKind::DoWhile(Box::new(body), self.expression(*condition, depth))
            }
            (raw::CXCursor_ReturnStmt, value) => {
                StmtKind::Return(value.first().map(|value| self.expression(*value, depth)))
            }
            (raw::CXCursor_BreakStmt, _) => StmtKind::Break,
            (raw::CXCursor_ContinueStmt, _) => StmtKind::Continue,
            (raw::CXCursor_GotoStmt, [label, ..]) => StmtKind::Goto(label.name().into()),
            (raw::CXCursor_GotoStmt | raw::CXCursor_IndirectGotoStmt, _) => unknown("a computed `goto`"),
            (raw::CXCursor_LabelStmt, inner) => {
                // The statement behind a label is its last child, in front of it are attributes.
                let kind = StmtKind::Label(cursor.name().into());
                let inner = inner.last().map(|inner| self.statements(*inner, depth + 1));
                let label = Stmt { kind, span };
                return [label].into_iter().chain(inner.into_iter().flatten()).collect();
            }
            (raw::CXCursor_SwitchStmt, [value, body]) => self.switch(*value, *body, depth),
            (raw::CXCursor_AsmStmt, _) => unknown("assembly"),
            _ if cursor.is_expression() => StmtKind::Expr(self.expression(cursor, depth)),
            _ => unknown("this statement"),
        };
        vec![Stmt { kind, span }]
    }

    fn declaration(&mut self, cursor: Cursor<'u>, depth: u32) -> Stmt {
        let span = cursor.span();
        let variable = self.variable(cursor);
        let initial = cursor.initializer();
        // What is constant is the same in every call as what each call makes anew.
        let is_own = cursor.is_automatic() || initial.is_some() && is_const(cursor.ty());
        let kind = match is_own {
            false => StmtKind::Unknown(
                "a variable of a function that lives longer than a call (`static` or `extern`)".to_string(),
            ),
            true => StmtKind::Declare(variable, initial.map(|i| self.initial(variable, i, depth))),
        };
        Stmt { kind, span }
    }

    /// What a variable is at first. A pointer is converted to the type of the variable, which has extents that the expression is not
    /// told.
    fn initial(&mut self, variable: VarId, initial: Cursor<'u>, depth: u32) -> Expr {
        let around = self.declared.replace(variable);
        let mut e = self.expression(initial, depth);
        self.declared = around;
        let ty = &self.unit.variables[variable.0 as usize].ty;
        if matches!((&e.kind, ty), (ExprKind::Convert(_), Ty::Pointer(_))) && e.ty.is_same(ty) {
            e.ty = ty.clone();
        }
        e
    }

    /// The start, the condition and the advance of a `for`, by where they stand between its semicolons.
    fn for_head(&self, span: Span, parts: &[Cursor<'u>]) -> Option<[Option<Cursor<'u>>; 3]> {
        if let [init, condition, advance] = parts {
            return Some([Some(*init), Some(*condition), Some(*advance)]);
        }
        let [first, second] = semicolons(self.text, span)?;
        let mut head = [None; 3];
        for part in parts {
            let start = part.span().start;
            let place = usize::from(start > first) + usize::from(start > second);
            if head[place].replace(*part).is_some() || part.span() == span {
                return None;
            }
        }
        Some(head)
    }
}

/// Where the two semicolons are in the head of the `for` that begins at a place.
fn semicolons(text: &str, span: Span) -> Option<[u32; 2]> {
    let rest = text.get(span.start as usize..span.end as usize)?;
    let bytes = rest.strip_prefix("for")?.as_bytes();
    let at = |i: usize| span.start + 3 + i as u32;
    let (mut depth, mut found, mut i) = (0, Vec::new(), 0);
    while i < bytes.len() {
        match bytes[i] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth == 1 => found.push(at(i)),
            b'/' if bytes.get(i + 1) == Some(&b'*') => {
                i += 2 + rest[3 + i + 2..].find("*/")?;
            }
            b'/' if bytes.get(i + 1) == Some(&b'/') => i += rest[3 + i..].find('\n')?,
            quote @ (b'"' | b'\'') => {
                i += 1;
                while *bytes.get(i)? != quote {
                    i += 1 + usize::from(bytes[i] == b'\\');
                }
            }
            _ => {}
        }
        if depth == 0 && bytes[i] == b')' {
            break;
        }
        i += 1;
    }
    found.try_into().ok()
}

/// Whether a type is a pointer to structs, or is made of such.
fn points_to_record(ty: clang::Type<'_>) -> bool {
    let (mut ty, mut is_pointer) = (ty, false);
    loop {
        ty = match ty.kind() {
            raw::CXType_Pointer => {
                is_pointer = true;
                ty.pointee()
            }
            raw::CXType_ConstantArray | raw::CXType_IncompleteArray => ty.element(),
            kind => return is_pointer && kind == raw::CXType_Record,
        };
    }
}

fn is_const(ty: clang::Type<'_>) -> bool {
    match ty.kind() {
        raw::CXType_ConstantArray | raw::CXType_IncompleteArray | raw::CXType_VariableArray => {
            ty.is_const() || is_const(ty.element())
        }
        _ => ty.is_const(),
    }
}

/// For each extent that is written in the type of a declaration, the outermost first, whether it is an expression that the type
/// refers to.
fn array_extents(ty: clang::Type<'_>, found: &mut Vec<bool>) {
    match ty.kind() {
        raw::CXType_Pointer => array_extents(ty.pointee(), found),
        raw::CXType_VariableArray | raw::CXType_ConstantArray | raw::CXType_IncompleteArray => {
            match ty.kind() {
                raw::CXType_IncompleteArray => {}
                kind => found.push(kind == raw::CXType_VariableArray),
            }
            array_extents(ty.element(), found);
        }
        _ => {}
    }
}
