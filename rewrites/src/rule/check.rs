//! From the surface of a rule file to rules: names, types and the conditions under which a rule can be
//! applied.

use std::collections::BTreeSet;

use ovolo_lang::algebra::{FastMath, FloatPredicate, IntPredicate};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;
use ovolo_lang::op::{OpCode, Shape, Trait, has_meaning};
use ovolo_lang::types::FloatKind;

use super::syntax::{BinaryOp, Chain, Clause, Comparison, Expr, ExprKind, Item, Name};
use super::{Condition, Domain, Example, Operation, Relation, Rule, Sort, Term, Variable};
use crate::term::{IndexOp, Scalar};

type Checked<T> = Result<T, Diagnostic>;

pub(super) fn check(items: Vec<Item>, others: &[Rule]) -> Result<Vec<Rule>, Vec<Diagnostic>> {
    let names: Vec<Name> = items.iter().map(|item| item.name.clone()).collect();
    let mut lemmas: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
    lemmas.extend(others.iter().map(|rule| rule.name.as_str()));
    let (mut rules, mut errors) = (Vec::new(), Vec::new());
    for (i, item) in items.into_iter().enumerate() {
        if let Some(first) = names[..i].iter().find(|n| n.text == item.name.text) {
            errors.push(
                Diagnostic::new(item.name.span, "another rule has this name")
                    .note(first.span, "the first rule"),
            );
        }
        match rule(item, &lemmas) {
            Ok(rule) => rules.push(rule),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(rules) } else { Err(errors) }
}

fn rule(item: Item, lemmas: &[&str]) -> Checked<Rule> {
    let domain = domain(&item.domain)?;
    let gates = gates(&item.gates, &domain)?;
    let mut scope = Scope::new(&domain, false);
    for (name, constant) in &item.variables {
        scope.declare(name, *constant)?;
    }
    let (left, right) = scope.sides(&item.left, &item.right)?;
    let mut rule = Rule {
        name: item.name.text,
        documentation: String::new(),
        source: None,
        domain: domain.clone(),
        gates,
        variables: Vec::new(),
        left,
        right,
        both_ways: item.both_ways,
        conditions: Vec::new(),
        lemmas: Vec::new(),
        assumed: None,
        examples: Vec::new(),
        span: item.name.span,
    };
    for clause in &item.clauses {
        match clause {
            Clause::When(chains) => rule.conditions.extend(scope.conditions(chains)?),
            Clause::By(names) => {
                for name in names {
                    if !lemmas.contains(&name.text.as_str()) {
                        return Err(Diagnostic::new(
                            name.span,
                            format!("no rule is named `{}`", name.text),
                        ));
                    }
                    rule.lemmas.push(name.text.clone());
                }
            }
            Clause::Assumed(reason) => rule.assumed = Some(reason.clone()),
            Clause::Example(left, right, known, span) => {
                let mut scope = Scope::new(&domain, true);
                let (left, right) = scope.sides(left, right)?;
                rule.examples.push(Example {
                    left,
                    right,
                    assumptions: scope.conditions(known)?,
                    names: scope.variables,
                    span: *span,
                });
            }
        }
    }
    rule.variables = scope.variables;
    applicable(&rule, &item.left, &item.right, &item.variables)?;
    document(&mut rule, &item.documentation);
    Ok(rule)
}

/// Whether each direction binds what it uses.
fn applicable(rule: &Rule, left: &Expr, right: &Expr, declared: &[(Name, bool)]) -> Checked<()> {
    let bound = variables(&rule.left);
    let is_pattern = |term: &Term| matches!(term, Term::Index(..) | Term::Op(_));
    if !is_pattern(&rule.left) {
        return Err(Diagnostic::new(
            left.span,
            "the left side of a rule is an operation",
        ));
    }
    let mut computed = false;
    rule.left
        .walk(&mut |t| computed |= matches!(t, Term::Computed(_)));
    if computed {
        return Err(Diagnostic::new(
            left.span,
            "constants are computed on the right side only",
        ));
    }
    for (i, (name, _)) in declared.iter().enumerate() {
        if !bound.contains(&i) {
            return Err(Diagnostic::new(
                name.span,
                format!("`{}` does not occur on the left side", name.text),
            )
            .help("a rule is applied where its left side matches, which must give each variable a value"));
        }
    }
    let mut unknown = false;
    rule.right.walk(&mut |term| {
        if let Term::Computed(inner) = term {
            unknown |= variables(inner).iter().any(|v| !rule.variables[*v].constant);
        }
    });
    if unknown {
        return Err(Diagnostic::new(
            right.span,
            "a constant is computed from variables that are not constants",
        )
        .help("declare them with `const`"));
    }
    if rule.both_ways {
        rule.right
            .walk(&mut |t| computed |= matches!(t, Term::Computed(_)));
        if computed || !is_pattern(&rule.right) || variables(&rule.right) != bound {
            return Err(
                Diagnostic::new(right.span, "this side cannot be the left side of a rule")
                    .help("write `=>`, or use all variables in one operation"),
            );
        }
    }
    Ok(())
}

fn variables(term: &Term) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    term.walk(&mut |t| {
        if let Term::Variable(i) = t {
            found.insert(*i);
        }
    });
    found
}

fn document(rule: &mut Rule, lines: &[String]) {
    let (sources, text): (Vec<&String>, Vec<&String>) =
        lines.iter().partition(|line| line.starts_with("Source:"));
    let join = |lines: Vec<&str>| lines.join("\n").trim().to_string();
    rule.documentation = join(text.iter().map(|line| line.as_str()).collect());
    let source = join(
        sources
            .iter()
            .map(|line| line["Source:".len()..].trim())
            .collect(),
    );
    rule.source = (!source.is_empty()).then_some(source);
}

fn domain(names: &[Name]) -> Checked<Domain> {
    let mut scalars = Vec::new();
    for name in names {
        match (name.text.as_str(), names.len()) {
            ("index", 1) => return Ok(Domain::Index),
            ("bits", 1) => return Ok(Domain::Bits),
            ("float", 1) => return Ok(Domain::Floats),
            _ => scalars.push(scalar(name)?),
        }
    }
    let is_float = |s: &Scalar| matches!(s, Scalar::Float(_));
    match scalars.first() {
        None => Ok(Domain::Index),
        Some(first) if scalars.iter().all(|s| is_float(s) == is_float(first)) => Ok(Domain::Only(scalars)),
        Some(_) => Err(Diagnostic::new(
            names[0].span,
            "a rule is about integers or about floats",
        )),
    }
}

fn scalar(name: &Name) -> Checked<Scalar> {
    let width = |digits: &str| digits.parse().ok().filter(|w| (1..=64).contains(w));
    let scalar = match name.text.as_str() {
        "f16" => Some(FloatKind::F16),
        "bf16" => Some(FloatKind::BF16),
        "f32" => Some(FloatKind::F32),
        "f64" => Some(FloatKind::F64),
        _ => None,
    };
    scalar
        .map(Scalar::Float)
        .or_else(|| name.text.strip_prefix('i').and_then(width).map(Scalar::Integer))
        .ok_or_else(|| {
            Diagnostic::new(name.span, format!("`{}` is no domain of rules", name.text))
                .help("expected index, bits, float, or a list of types such as i32, i64 or f32, f64")
        })
}

fn gates(names: &[Name], domain: &Domain) -> Checked<FastMath> {
    let mut words = Vec::new();
    for name in names {
        if FastMath::parse(&name.text).is_none() {
            return Err(
                Diagnostic::new(name.span, format!("`{}` is no fast-math flag", name.text))
                    .help("expected reassoc, nnan, ninf, nsz, arcp, contract or afn"),
            );
        }
        if Kind::of(domain) != Kind::Float {
            return Err(Diagnostic::new(
                name.span,
                "only rules over floats have fast-math flags",
            ));
        }
        words.push(name.text.as_str());
    }
    Ok(FastMath::parse(&words.join(","))
        .filter(|_| !words.is_empty())
        .unwrap_or_default())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Index,
    Bits,
    Float,
}

impl Kind {
    fn of(domain: &Domain) -> Kind {
        match domain {
            Domain::Index => Kind::Index,
            Domain::Bits => Kind::Bits,
            Domain::Floats => Kind::Float,
            Domain::Only(scalars) => match scalars[0] {
                Scalar::Float(_) => Kind::Float,
                _ => Kind::Bits,
            },
        }
    }
}

/// The names in scope while terms are read.
struct Scope {
    kind: Kind,
    variables: Vec<Variable>,
    /// Whether the type of the variable is settled by a use.
    settled: Vec<bool>,
    /// Unknown names become variables: this is an example.
    open: bool,
    /// Within `{…}` or a condition.
    computing: bool,
}

impl Scope {
    fn new(domain: &Domain, open: bool) -> Scope {
        Scope {
            kind: Kind::of(domain),
            variables: Vec::new(),
            settled: Vec::new(),
            open,
            computing: false,
        }
    }

    fn declare(&mut self, name: &Name, constant: bool) -> Checked<usize> {
        if self.find(&name.text).is_some() {
            return Err(Diagnostic::new(
                name.span,
                format!("`{}` is declared twice", name.text),
            ));
        }
        if constant && self.kind == Kind::Float {
            return Err(Diagnostic::new(
                name.span,
                "rules over floats match no constants but literals",
            ));
        }
        self.variables.push(Variable {
            name: name.text.clone(),
            constant,
            sort: Sort::Value,
        });
        self.settled.push(false);
        Ok(self.variables.len() - 1)
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|v| v.name == name)
    }

    fn sides(&mut self, left: &Expr, right: &Expr) -> Checked<(Term, Term)> {
        let sort = self
            .sort_of(left)
            .or_else(|| self.sort_of(right))
            .unwrap_or(Sort::Value);
        Ok((self.term(left, sort)?, self.term(right, sort)?))
    }

    /// The type of an expression where it shows; `None` where it may still be either.
    fn sort_of(&self, expr: &Expr) -> Option<Sort> {
        match &expr.kind {
            ExprKind::Name(name) if is_truth(name) => Some(Sort::Truth),
            ExprKind::Name(name) => {
                let i = self.find(name)?;
                self.settled[i].then_some(self.variables[i].sort)
            }
            ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Computed(_) => Some(Sort::Value),
            ExprKind::Negate(a) => self.sort_of(a),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, _) if self.kind == Kind::Index => {
                Some(Sort::Truth)
            }
            ExprKind::Binary(_, ab) => self.sort_of(&ab[0]).or_else(|| self.sort_of(&ab[1])),
            ExprKind::Call(name, _) if name.text == "cmpi" || name.text == "cmpf" => Some(Sort::Truth),
            ExprKind::Call(name, args) if name.text == "select" => {
                args.iter().skip(1).find_map(|a| self.sort_of(a))
            }
            ExprKind::Call(_, args) => args.iter().find_map(|a| self.sort_of(a)),
        }
    }

    fn term(&mut self, expr: &Expr, sort: Sort) -> Checked<Term> {
        match &expr.kind {
            ExprKind::Name(name) => self.name(name, expr.span, sort),
            ExprKind::Integer(digits) => self.integer(digits, false, expr.span, sort),
            ExprKind::Float(digits) => self.float(digits, false, expr.span, sort),
            ExprKind::Negate(a) => match &a.kind {
                ExprKind::Integer(digits) => self.integer(digits, true, expr.span, sort),
                ExprKind::Float(digits) => self.float(digits, true, expr.span, sort),
                _ => self.negation(a, sort),
            },
            ExprKind::Binary(op, ab) => self.binary(*op, ab, expr.span, sort),
            ExprKind::Call(name, args) => self.call(name, args, expr.span, sort),
            ExprKind::Computed(inner) => {
                if self.open || self.computing {
                    return Err(Diagnostic::new(expr.span, "nothing is computed here"));
                }
                self.computing = true;
                let inner = self.term(inner, sort);
                self.computing = false;
                Ok(Term::Computed(Box::new(inner?)))
            }
        }
    }

    fn name(&mut self, name: &str, span: Span, sort: Sort) -> Checked<Term> {
        if is_truth(name) {
            expect(sort, Sort::Truth, span)?;
            return Ok(Term::Truth(name == "true"));
        }
        if name == "width" && self.computing && self.kind == Kind::Bits {
            return Ok(Term::Width);
        }
        let i = match self.find(name) {
            Some(i) => i,
            None if self.open => self.declare(
                &Name {
                    text: name.to_string(),
                    span,
                },
                false,
            )?,
            None => {
                return Err(Diagnostic::new(span, format!("`{name}` is not declared"))
                    .help("name the variables of the rule after `forall`"));
            }
        };
        if self.settled[i] {
            expect(sort, self.variables[i].sort, span)?;
        }
        self.variables[i].sort = sort;
        self.settled[i] = true;
        Ok(Term::Variable(i))
    }

    fn integer(&self, digits: &str, negative: bool, span: Span, sort: Sort) -> Checked<Term> {
        expect(sort, Sort::Value, span)?;
        if self.kind == Kind::Float {
            return Err(Diagnostic::new(span, "a float is expected").help(format!("write {digits}.0")));
        }
        let value = match digits.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => digits.parse(),
        };
        value
            .ok()
            .and_then(|v: i128| i64::try_from(if negative { -v } else { v }).ok())
            .map(Term::Integer)
            .ok_or_else(|| Diagnostic::new(span, "this integer does not fit in 64 bits"))
    }

    fn float(&self, digits: &str, negative: bool, span: Span, sort: Sort) -> Checked<Term> {
        expect(sort, Sort::Value, span)?;
        match digits.parse::<f64>() {
            Ok(value) if self.kind == Kind::Float => Ok(Term::Float(if negative { -value } else { value })),
            _ => Err(Diagnostic::new(span, "a float is not expected in this domain")),
        }
    }

    /// `-a` is `a * -1` of indices, `0 - a` of integers, and a negation of floats.
    fn negation(&mut self, a: &Expr, sort: Sort) -> Checked<Term> {
        expect(sort, Sort::Value, a.span)?;
        let a = self.term(a, sort)?;
        Ok(match self.kind {
            Kind::Index => Term::Index(IndexOp::Mul, Box::new([a, Term::Integer(-1)])),
            Kind::Bits => operation(OpCode::SubI, Sort::Value, vec![Term::Integer(0), a]),
            Kind::Float => operation(OpCode::NegF, Sort::Value, vec![a]),
        })
    }

    fn binary(&mut self, op: BinaryOp, ab: &[Expr; 2], span: Span, sort: Sort) -> Checked<Term> {
        let index = |op, a, b| Term::Index(op, Box::new([a, b]));
        let joins_truths = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        if self.kind == Kind::Index {
            expect(sort, if joins_truths { Sort::Truth } else { Sort::Value }, span)?;
        }
        let (a, b) = (self.term(&ab[0], sort)?, self.term(&ab[1], sort)?);
        let code = match (self.kind, op) {
            (Kind::Index, BinaryOp::Add) => return Ok(index(IndexOp::Add, a, b)),
            (Kind::Index, BinaryOp::Subtract) => {
                let negated = match b {
                    Term::Integer(value) if value != i64::MIN => Term::Integer(-value),
                    b => index(IndexOp::Mul, b, Term::Integer(-1)),
                };
                return Ok(index(IndexOp::Add, a, negated));
            }
            (Kind::Index, BinaryOp::Multiply) => return Ok(index(IndexOp::Mul, a, b)),
            (Kind::Index, BinaryOp::FloorDiv) => return Ok(index(IndexOp::FloorDiv, a, b)),
            (Kind::Index, BinaryOp::CeilDiv) => return Ok(index(IndexOp::CeilDiv, a, b)),
            (Kind::Index, BinaryOp::Mod) => return Ok(index(IndexOp::Mod, a, b)),
            (Kind::Bits, BinaryOp::Add) => OpCode::AddI,
            (Kind::Bits, BinaryOp::Subtract) => OpCode::SubI,
            (Kind::Bits, BinaryOp::Multiply) => OpCode::MulI,
            (Kind::Bits, BinaryOp::ShiftLeft) => OpCode::ShLI,
            (Kind::Index | Kind::Bits, BinaryOp::And) => OpCode::AndI,
            (Kind::Index | Kind::Bits, BinaryOp::Or) => OpCode::OrI,
            (Kind::Index | Kind::Bits, BinaryOp::Xor) => OpCode::XOrI,
            (Kind::Float, BinaryOp::Add) => OpCode::AddF,
            (Kind::Float, BinaryOp::Subtract) => OpCode::SubF,
            (Kind::Float, BinaryOp::Multiply) => OpCode::MulF,
            (Kind::Float, BinaryOp::Divide) => OpCode::DivF,
            _ => {
                return Err(
                    Diagnostic::new(span, "this operator has no meaning in the domain of the rule")
                        .help("write the operation by name, as in divsi(x, y)"),
                );
            }
        };
        Ok(operation(code, sort, vec![a, b]))
    }

    fn call(&mut self, name: &Name, args: &[Expr], span: Span, sort: Sort) -> Checked<Term> {
        let arity = |n: usize| match args.len() == n {
            true => Ok(()),
            false => Err(Diagnostic::new(
                span,
                format!("`{}` has {n} operands, not {}", name.text, args.len()),
            )),
        };
        match (name.text.as_str(), self.kind) {
            ("min" | "max", Kind::Index) => {
                arity(2)?;
                expect(sort, Sort::Value, span)?;
                let op = if name.text == "min" {
                    IndexOp::Min
                } else {
                    IndexOp::Max
                };
                Ok(Term::Index(
                    op,
                    Box::new([self.term(&args[0], sort)?, self.term(&args[1], sort)?]),
                ))
            }
            ("log2", Kind::Bits) if self.computing => {
                arity(1)?;
                Ok(Term::Log2(Box::new(self.term(&args[0], sort)?)))
            }
            ("select", _) => {
                arity(3)?;
                Ok(operation(
                    OpCode::Select,
                    sort,
                    vec![
                        self.term(&args[0], Sort::Truth)?,
                        self.term(&args[1], sort)?,
                        self.term(&args[2], sort)?,
                    ],
                ))
            }
            ("cmpi", Kind::Index | Kind::Bits) | ("cmpf", Kind::Float) => {
                arity(3)?;
                expect(sort, Sort::Truth, span)?;
                self.comparison(name, args)
            }
            _ => {
                let code = self.code(name)?;
                arity(match code.shape() {
                    Shape::Unary => 1,
                    Shape::Binary => 2,
                    _ => 3,
                })?;
                let args = args.iter().map(|a| self.term(a, sort)).collect::<Checked<_>>()?;
                Ok(operation(code, sort, args))
            }
        }
    }

    fn comparison(&mut self, name: &Name, args: &[Expr]) -> Checked<Term> {
        let predicate = match &args[0].kind {
            ExprKind::Name(word) if name.text == "cmpi" => {
                IntPredicate::from_name(word).map(IntPredicate::code)
            }
            ExprKind::Name(word) => FloatPredicate::from_name(word).map(FloatPredicate::code),
            _ => None,
        };
        let Some(predicate) = predicate else {
            return Err(Diagnostic::new(
                args[0].span,
                format!("this is no predicate of `{}`", name.text),
            ));
        };
        let operands = args[1..]
            .iter()
            .find_map(|a| self.sort_of(a))
            .unwrap_or(Sort::Value);
        Ok(Term::Op(Operation {
            code: if name.text == "cmpi" {
                OpCode::CmpI
            } else {
                OpCode::CmpF
            },
            operands,
            result: Sort::Truth,
            predicate,
            args: vec![self.term(&args[1], operands)?, self.term(&args[2], operands)?],
        }))
    }

    /// The operation of the table with this mnemonic that takes and gives one type of the domain.
    fn code(&self, name: &Name) -> Checked<OpCode> {
        let wanted = match self.kind {
            Kind::Bits => Trait::IntegerLike,
            Kind::Float => Trait::FloatLike,
            Kind::Index => return Err(self.no_such(name)),
        };
        ["arith", "math"]
            .iter()
            .filter_map(|dialect| OpCode::from_name(&format!("{dialect}.{}", name.text)))
            .find(|code| {
                has_meaning(*code)
                    && code.has_trait(wanted)
                    && matches!(code.shape(), Shape::Unary | Shape::Binary | Shape::Ternary)
            })
            .ok_or_else(|| self.no_such(name))
    }

    fn no_such(&self, name: &Name) -> Diagnostic {
        let help = match self.kind {
            Kind::Index => "expected min, max, cmpi or select",
            Kind::Bits => "expected an operation of the arith dialect, such as divsi, cmpi or select",
            Kind::Float => {
                "expected an operation of the arith or math dialect, such as maximumf, fma or select"
            }
        };
        Diagnostic::new(
            name.span,
            format!("`{}` is no operation of rules in this domain", name.text),
        )
        .help(help)
    }

    fn conditions(&mut self, chains: &[Chain]) -> Checked<Vec<Condition>> {
        let mut conditions = Vec::new();
        self.computing = true;
        for chain in chains {
            if self.kind == Kind::Float {
                return Err(Diagnostic::new(chain.first.span, "nothing is known of floats")
                    .help("gate the rule with `under` a fast-math flag"));
            }
            if chain.rest.is_empty() {
                conditions.push(self.named_fact(&chain.first)?);
            }
            let mut left = &chain.first;
            for (comparison, right) in &chain.rest {
                conditions.push(self.compared(left, *comparison, right)?);
                left = right;
            }
        }
        self.computing = false;
        Ok(conditions)
    }

    fn named_fact(&mut self, expr: &Expr) -> Checked<Condition> {
        if let ExprKind::Call(name, args) = &expr.kind {
            match (name.text.as_str(), args.as_slice()) {
                ("power_of_two", [a]) if self.kind == Kind::Bits => {
                    return Ok(Condition::PowerOfTwo(self.term(a, Sort::Value)?));
                }
                ("ult", [a, b]) if self.kind == Kind::Bits => {
                    return Ok(Condition::UnsignedLess(
                        self.term(a, Sort::Value)?,
                        self.term(b, Sort::Value)?,
                    ));
                }
                _ => {}
            }
        }
        Err(Diagnostic::new(expr.span, "this is no condition").help(
            "expected a comparison (==, !=, <, <=, >, >=), `a | b` (a divides b), and over bits power_of_two(a), \
             ult(a, b) or width >= n",
        ))
    }

    fn compared(&mut self, left: &Expr, comparison: Comparison, right: &Expr) -> Checked<Condition> {
        if matches!(&left.kind, ExprKind::Name(name) if name == "width") {
            let n = match &right.kind {
                ExprKind::Integer(digits) => digits.parse::<u32>().ok().filter(|n| *n <= 64),
                _ => None,
            };
            return match (comparison, n) {
                (Comparison::GreaterEqual, Some(n)) => Ok(Condition::MinimumWidth(n)),
                (Comparison::Greater, Some(n)) => Ok(Condition::MinimumWidth(n + 1)),
                _ => Err(Diagnostic::new(
                    left.span,
                    "the width has a least value: `width >= n`",
                )),
            };
        }
        let (a, b) = (self.term(left, Sort::Value)?, self.term(right, Sort::Value)?);
        Ok(match comparison {
            Comparison::Equal => Condition::Compare(Relation::Equal, a, b),
            Comparison::NotEqual => Condition::Compare(Relation::NotEqual, a, b),
            Comparison::Less => Condition::Compare(Relation::Less, a, b),
            Comparison::LessEqual => Condition::Compare(Relation::LessEqual, a, b),
            Comparison::Greater => Condition::Compare(Relation::Less, b, a),
            Comparison::GreaterEqual => Condition::Compare(Relation::LessEqual, b, a),
            Comparison::Divides => Condition::Divides(a, b),
        })
    }
}

fn operation(code: OpCode, sort: Sort, args: Vec<Term>) -> Term {
    Term::Op(Operation {
        code,
        operands: sort,
        result: sort,
        predicate: 0,
        args,
    })
}

fn is_truth(name: &str) -> bool {
    name == "true" || name == "false"
}

fn expect(expected: Sort, found: Sort, span: Span) -> Checked<()> {
    match expected == found {
        true => Ok(()),
        false => Err(Diagnostic::new(
            span,
            match found {
                Sort::Truth => "this is a truth value where a value of the rule's type is expected",
                Sort::Value => "this is a value of the rule's type where a truth value is expected",
            },
        )),
    }
}
