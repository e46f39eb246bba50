//! Small affine programs as trees: run to learn which elements they touch, printed as MLIR.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::random::Random;

/// The type of the data of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    F32,
    F64,
    I32,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub data: Data,
    pub arrays: Vec<Array>,
    /// The sizes that the index arguments are given, run after run.
    pub sizes: Vec<[i64; 2]>,
    pub body: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub struct Array {
    pub rank: usize,
    pub no_alias: bool,
    pub dynamic: bool,
    /// Elements beyond those that are touched.
    pub slack: i64,
}

#[derive(Clone, Debug)]
pub enum Statement {
    For(Loop),
    If(Condition),
    Store(Access, Expression),
    /// A value that later statements of the block may use, whatever is stored in between.
    Let(usize, Expression),
}

#[derive(Clone, Debug)]
pub struct Loop {
    pub iv: usize,
    /// The greatest is the bound.
    pub lower: Vec<Affine>,
    /// The least is the bound.
    pub upper: Vec<Affine>,
    pub step: i64,
    pub carried: Vec<Carried>,
    pub body: Vec<Statement>,
}

/// `affine.if`.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Each is zero, where it says `true`, or at least zero.
    pub constraints: Vec<(Affine, bool)>,
    pub then: Vec<Statement>,
    pub otherwise: Vec<Statement>,
    /// Values with what each branch yields.
    pub results: Vec<(usize, [Expression; 2])>,
}

/// A value that goes from iteration to iteration, and after the loop is its result.
#[derive(Clone, Debug)]
pub struct Carried {
    pub name: usize,
    pub init: Expression,
    pub next: Expression,
}

#[derive(Clone, Debug)]
pub struct Access {
    pub array: usize,
    pub subscripts: Vec<Affine>,
}

#[derive(Clone, Debug)]
pub enum Expression {
    Constant(i64),
    /// The scalar argument.
    Argument,
    Load(Access),
    /// A `Let`, a carried value inside its loop, or the result of a loop or a condition after it.
    Named(usize),
    Iv(usize),
    Operation(usize, Box<[Expression; 2]>),
    /// The lesser where the first is less than the second; else the other operand.
    Select(Box<[Expression; 4]>),
}

/// `(terms + constant) wrap divisor + after`.
#[derive(Clone, Debug, PartialEq)]
pub struct Affine {
    /// Induction variables, or index arguments, with their factors.
    pub terms: Vec<(Variable, i64)>,
    pub constant: i64,
    pub wrap: Option<(&'static str, i64)>,
    pub after: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    Iv(usize),
    Size(usize),
}

/// The operations of each type of data.
pub fn operations(data: Data) -> &'static [&'static str] {
    match data {
        Data::I32 => &["addi", "muli", "subi", "xori", "andi", "maxsi"],
        _ => &["addf", "mulf", "subf", "maximumf"],
    }
}

impl Data {
    pub fn name(self) -> &'static str {
        match self {
            Data::F32 => "f32",
            Data::F64 => "f64",
            Data::I32 => "i32",
        }
    }
}

impl Affine {
    pub fn constant(constant: i64) -> Affine {
        Affine {
            terms: Vec::new(),
            constant,
            wrap: None,
            after: 0,
        }
    }

    pub fn of(variable: Variable, constant: i64) -> Affine {
        Affine {
            terms: vec![(variable, 1)],
            ..Affine::constant(constant)
        }
    }

    fn value(&self, scope: &BTreeMap<usize, i64>, sizes: &[i64; 2]) -> i64 {
        let of = |v: &Variable| match v {
            Variable::Iv(iv) => scope.get(iv).copied().unwrap_or(0),
            Variable::Size(n) => sizes[*n],
        };
        let sum = self.terms.iter().map(|(v, c)| of(v) * c).sum::<i64>() + self.constant;
        let wrapped = match self.wrap {
            None => sum,
            Some(("floordiv", d)) => sum.div_euclid(d),
            Some(("ceildiv", d)) => -(-sum).div_euclid(d),
            Some((_, d)) => sum.rem_euclid(d),
        };
        wrapped + self.after
    }

    /// With `shift` added; `names` are the variables in scope, any other is 0.
    fn text(&self, shift: i64, names: &impl Fn(&Variable) -> Option<String>) -> String {
        let mut text = String::new();
        for (variable, factor) in &self.terms {
            if let Some(name) = names(variable) {
                let _ = write!(text, "{name} * {factor} + ");
            }
        }
        let _ = write!(text, "{}", self.constant);
        if let Some((op, divisor)) = self.wrap {
            text = format!("({text}) {op} {divisor}");
        }
        if self.after + shift != 0 {
            let _ = write!(text, " + {}", self.after + shift);
        }
        text
    }
}

/// The least and greatest subscript of each dimension of each array.
pub type Extents = Vec<Vec<Option<(i64, i64)>>>;

impl Program {
    /// What a run of every choice of sizes touches; `None` when it takes too many statements.
    pub fn extents(&self, most: usize) -> Option<Extents> {
        let mut walk = Walk {
            extents: self.arrays.iter().map(|a| vec![None; a.rank]).collect(),
            left: most,
            sizes: [0, 0],
        };
        for sizes in &self.sizes {
            walk.sizes = *sizes;
            walk.block(&self.body, &mut BTreeMap::new())?;
        }
        Some(walk.extents)
    }

    pub fn shape(&self, array: usize, extents: &Extents) -> Vec<i64> {
        let slack = self.arrays[array].slack;
        let extent = |range: &Option<(i64, i64)>| range.map_or(1, |(low, high)| high - low + 1) + slack;
        extents[array].iter().map(extent).collect()
    }

    pub fn text(&self, extents: &Extents) -> String {
        let mut print = Print {
            program: self,
            extents,
            text: String::new(),
            next: 0,
        };
        let arguments = self.arrays.iter().enumerate().map(|(n, array)| {
            let mark = if array.no_alias { " {llvm.noalias}" } else { "" };
            format!("%A{n}: {}{mark}", print.memref(n))
        });
        let arguments: Vec<String> = arguments.collect();
        let ty = self.data.name();
        let head = format!(
            "func.func @kernel({}, %s: {ty}, %n: index, %m: index) {{\n",
            arguments.join(", ")
        );
        print.text.push_str(&head);
        print.block(&self.body, &mut Vec::new(), &mut BTreeMap::new(), 1);
        print.text.push_str("  return\n}\n");
        print.text
    }

    /// Every program that lacks a part of this one.
    pub fn smaller(&self) -> Vec<Program> {
        let mut all = Vec::new();
        for body in smaller_blocks(&self.body) {
            all.push(Program { body, ..self.clone() });
        }
        for n in 0..self.sizes.len() {
            if self.sizes.len() > 1 {
                all.push(Program {
                    sizes: vec![self.sizes[n]],
                    ..self.clone()
                });
            }
        }
        for n in 0..self.arrays.len() {
            let plain = Array {
                no_alias: true,
                dynamic: false,
                slack: 0,
                ..self.arrays[n].clone()
            };
            for change in [
                Array {
                    slack: 0,
                    ..self.arrays[n].clone()
                },
                Array {
                    dynamic: false,
                    ..self.arrays[n].clone()
                },
                Array {
                    no_alias: true,
                    ..plain
                },
            ] {
                let mut program = self.clone();
                if format!("{change:?}") != format!("{:?}", program.arrays[n]) {
                    program.arrays[n] = change;
                    all.push(program);
                }
            }
        }
        all
    }
}

struct Walk {
    extents: Extents,
    left: usize,
    sizes: [i64; 2],
}

impl Walk {
    fn block(&mut self, block: &[Statement], scope: &mut BTreeMap<usize, i64>) -> Option<()> {
        for statement in block {
            self.left = self.left.checked_sub(1)?;
            match statement {
                Statement::For(l) => {
                    let lower = l.lower.iter().map(|a| a.value(scope, &self.sizes)).max()?;
                    let upper = l.upper.iter().map(|a| a.value(scope, &self.sizes)).min()?;
                    l.carried.iter().for_each(|c| self.expression(&c.init, scope));
                    let mut i = lower;
                    while i < upper {
                        scope.insert(l.iv, i);
                        self.block(&l.body, scope)?;
                        l.carried.iter().for_each(|c| self.expression(&c.next, scope));
                        i += l.step;
                    }
                    scope.remove(&l.iv);
                }
                Statement::If(c) => {
                    let holds = |(affine, is_zero): &(Affine, bool)| {
                        let value = affine.value(scope, &self.sizes);
                        if *is_zero { value == 0 } else { value >= 0 }
                    };
                    let (branch, which) = match c.constraints.iter().all(holds) {
                        true => (&c.then, 0),
                        false => (&c.otherwise, 1),
                    };
                    self.block(branch, scope)?;
                    c.results
                        .iter()
                        .for_each(|(_, r)| self.expression(&r[which], scope));
                }
                Statement::Store(access, value) => {
                    self.expression(value, scope);
                    self.access(access, scope);
                }
                Statement::Let(_, value) => self.expression(value, scope),
            }
        }
        Some(())
    }

    fn expression(&mut self, expression: &Expression, scope: &BTreeMap<usize, i64>) {
        match expression {
            Expression::Load(access) => self.access(access, scope),
            Expression::Operation(_, ab) => ab.iter().for_each(|e| self.expression(e, scope)),
            Expression::Select(abcd) => abcd.iter().for_each(|e| self.expression(e, scope)),
            _ => {}
        }
    }

    fn access(&mut self, access: &Access, scope: &BTreeMap<usize, i64>) {
        for (d, subscript) in access.subscripts.iter().enumerate() {
            let value = subscript.value(scope, &self.sizes);
            let range = self.extents[access.array][d].get_or_insert((value, value));
            *range = (range.0.min(value), range.1.max(value));
        }
    }
}

struct Print<'p> {
    program: &'p Program,
    extents: &'p Extents,
    text: String,
    next: usize,
}

/// The SSA value of each name in scope.
type Names = BTreeMap<usize, String>;

impl Print<'_> {
    fn memref(&self, array: usize) -> String {
        let shape = self.program.shape(array, self.extents);
        let dynamic = self.program.arrays[array].dynamic;
        let dims = shape.iter().map(|n| {
            if dynamic {
                "?x".to_string()
            } else {
                format!("{n}x")
            }
        });
        format!("memref<{}{}>", dims.collect::<String>(), self.program.data.name())
    }

    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(depth));
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("%{prefix}{}", self.next)
    }

    fn block(&mut self, block: &[Statement], ivs: &mut Vec<usize>, names: &mut Names, depth: usize) {
        for statement in block {
            match statement {
                Statement::For(l) => self.affine_for(l, ivs, names, depth),
                Statement::If(c) => self.affine_if(c, ivs, names, depth),
                Statement::Store(access, value) => {
                    let value = self.expression(value, ivs, names, depth);
                    let target = self.access(access, ivs);
                    self.line(depth, &format!("affine.store {value}, {target}"));
                }
                Statement::Let(name, value) => {
                    let value = self.expression(value, ivs, names, depth);
                    names.insert(*name, value);
                }
            }
        }
    }

    fn affine_for(&mut self, l: &Loop, ivs: &mut Vec<usize>, names: &mut Names, depth: usize) {
        let ty = self.program.data.name();
        let inits: Vec<String> = l
            .carried
            .iter()
            .map(|c| self.expression(&c.init, ivs, names, depth))
            .collect();
        let (lower, upper) = (self.bound("max", &l.lower, ivs), self.bound("min", &l.upper, ivs));
        let step = if l.step == 1 {
            String::new()
        } else {
            format!(" step {}", l.step)
        };
        let arguments: Vec<String> = l.carried.iter().map(|_| self.fresh("acc")).collect();
        let result = self.fresh("r");
        let carried = arguments.iter().zip(&inits).map(|(a, i)| format!("{a} = {i}"));
        let carried = carried.collect::<Vec<String>>().join(", ");
        let types = vec![ty; inits.len()].join(", ");
        let (before, after) = match inits.len() {
            0 => (String::new(), String::new()),
            n => (
                format!("{result}:{n} = "),
                format!(" iter_args({carried}) -> ({types})"),
            ),
        };
        let head = format!(
            "{before}affine.for %i{} = {lower} to {upper}{step}{after} {{",
            l.iv
        );
        self.line(depth, &head);
        let mut inside = names.clone();
        inside.extend(l.carried.iter().map(|c| c.name).zip(arguments));
        ivs.push(l.iv);
        self.block(&l.body, ivs, &mut inside, depth + 1);
        let next: Vec<String> = l
            .carried
            .iter()
            .map(|c| self.expression(&c.next, ivs, &inside, depth + 1))
            .collect();
        if !next.is_empty() {
            self.line(depth + 1, &format!("affine.yield {} : {types}", next.join(", ")));
        }
        ivs.pop();
        self.line(depth, "}");
        for (k, c) in l.carried.iter().enumerate() {
            names.insert(c.name, format!("{result}#{k}"));
        }
    }

    fn affine_if(&mut self, c: &Condition, ivs: &mut Vec<usize>, names: &mut Names, depth: usize) {
        let ty = self.program.data.name();
        let (operands, dims) = self.inputs(ivs);
        let constraints = c.constraints.iter().map(|(affine, is_zero)| {
            let sign = if *is_zero { "==" } else { ">=" };
            format!("{} {sign} 0", affine.text(0, &Self::dim_names(ivs)))
        });
        let constraints = constraints.collect::<Vec<String>>().join(", ");
        let result = self.fresh("r");
        let types = vec![ty; c.results.len()].join(", ");
        let (before, after) = match c.results.len() {
            0 => (String::new(), String::new()),
            n => (format!("{result}:{n} = "), format!(" -> ({types})")),
        };
        let set = format!("affine_set<({dims}) : ({constraints})>({operands})");
        self.line(depth, &format!("{before}affine.if {set}{after} {{"));
        for (which, branch) in [&c.then, &c.otherwise].into_iter().enumerate() {
            if which == 1 && branch.is_empty() && c.results.is_empty() {
                break;
            }
            if which == 1 {
                self.line(depth, "} else {");
            }
            let mut inside = names.clone();
            self.block(branch, ivs, &mut inside, depth + 1);
            let values: Vec<String> = c
                .results
                .iter()
                .map(|(_, r)| self.expression(&r[which], ivs, &inside, depth + 1))
                .collect();
            if !values.is_empty() {
                self.line(
                    depth + 1,
                    &format!("affine.yield {} : {types}", values.join(", ")),
                );
            }
        }
        self.line(depth, "}");
        for (k, (name, _)) in c.results.iter().enumerate() {
            names.insert(*name, format!("{result}#{k}"));
        }
    }

    /// The operands of a map or set, and its dimensions.
    fn inputs(&self, ivs: &[usize]) -> (String, String) {
        let mut operands: Vec<String> = ivs.iter().map(|iv| format!("%i{iv}")).collect();
        operands.extend(["%n".to_string(), "%m".to_string()]);
        let dims: Vec<String> = (0..operands.len()).map(|d| format!("d{d}")).collect();
        (operands.join(", "), dims.join(", "))
    }

    fn dim_names(ivs: &[usize]) -> impl Fn(&Variable) -> Option<String> {
        move |v| match v {
            Variable::Iv(iv) => ivs.iter().position(|i| i == iv).map(|d| format!("d{d}")),
            Variable::Size(n) => Some(format!("d{}", ivs.len() + n)),
        }
    }

    fn bound(&self, fold: &str, list: &[Affine], ivs: &[usize]) -> String {
        if let [only] = list
            && only.terms.is_empty()
            && only.wrap.is_none()
        {
            return (only.constant + only.after).to_string();
        }
        let (operands, dims) = self.inputs(ivs);
        let results: Vec<String> = list.iter().map(|a| a.text(0, &Self::dim_names(ivs))).collect();
        let fold = if list.len() > 1 {
            format!("{fold} ")
        } else {
            String::new()
        };
        let results = results.join(", ");
        format!("{fold}affine_map<({dims}) -> ({results})>({operands})")
    }

    fn access(&self, access: &Access, ivs: &[usize]) -> String {
        let names = |v: &Variable| match v {
            Variable::Iv(iv) => ivs.contains(iv).then(|| format!("%i{iv}")),
            Variable::Size(0) => Some("%n".to_string()),
            Variable::Size(_) => Some("%m".to_string()),
        };
        let subscripts = access.subscripts.iter().zip(&self.extents[access.array]);
        let subscripts = subscripts.map(|(a, range)| a.text(-range.map_or(0, |r| r.0), &names));
        let subscripts = subscripts.collect::<Vec<String>>().join(", ");
        format!("%A{}[{subscripts}] : {}", access.array, self.memref(access.array))
    }

    fn expression(&mut self, e: &Expression, ivs: &[usize], names: &Names, depth: usize) -> String {
        let data = self.program.data;
        let ty = data.name();
        match e {
            Expression::Argument => "%s".to_string(),
            Expression::Named(name) => match names.get(name) {
                Some(value) => value.clone(),
                None => self.expression(&Expression::Constant(1), ivs, names, depth),
            },
            Expression::Constant(c) => {
                let point = if data == Data::I32 { "" } else { ".0" };
                self.define(depth, &format!("arith.constant {c}{point} : {ty}"))
            }
            Expression::Iv(iv) if ivs.contains(iv) => {
                let cast = format!("arith.index_cast %i{iv} : index to i32");
                let number = self.define(depth, &cast);
                match data {
                    Data::I32 => number,
                    _ => self.define(depth, &format!("arith.sitofp {number} : i32 to {ty}")),
                }
            }
            Expression::Iv(_) => self.expression(&Expression::Constant(1), ivs, names, depth),
            Expression::Load(access) => {
                let access = self.access(access, ivs);
                self.define(depth, &format!("affine.load {access}"))
            }
            Expression::Operation(op, ab) => {
                let [a, b] = [0, 1].map(|n| self.expression(&ab[n], ivs, names, depth));
                let list = operations(data);
                let op = list[op % list.len()];
                self.define(depth, &format!("arith.{op} {a}, {b} : {ty}"))
            }
            Expression::Select(abcd) => {
                let [a, b, c, d] = [0, 1, 2, 3].map(|n| self.expression(&abcd[n], ivs, names, depth));
                let compare = if data == Data::I32 { "cmpi slt" } else { "cmpf olt" };
                let less = self.define(depth, &format!("arith.{compare}, {a}, {b} : {ty}"));
                self.define(depth, &format!("arith.select {less}, {c}, {d} : {ty}"))
            }
        }
    }

    fn define(&mut self, depth: usize, op: &str) -> String {
        let name = self.fresh("v");
        self.line(depth, &format!("{name} = {op}"));
        name
    }
}

fn smaller_blocks(block: &[Statement]) -> Vec<Vec<Statement>> {
    let mut all = Vec::new();
    for n in 0..block.len() {
        let mut with = |replacement: Vec<Statement>| {
            let mut new = block.to_vec();
            new.splice(n..=n, replacement);
            all.push(new);
        };
        with(Vec::new());
        match &block[n] {
            Statement::For(l) => {
                with(l.body.clone());
                for body in smaller_blocks(&l.body) {
                    with(vec![Statement::For(Loop { body, ..l.clone() })]);
                }
                for k in 0..l.carried.len() {
                    let mut less = l.clone();
                    less.carried.remove(k);
                    with(vec![Statement::For(less)]);
                    for next in smaller_expressions(&l.carried[k].next) {
                        let mut less = l.clone();
                        less.carried[k].next = next;
                        with(vec![Statement::For(less)]);
                    }
                }
                if l.step > 1 {
                    with(vec![Statement::For(Loop { step: 1, ..l.clone() })]);
                }
                for k in 0..l.lower.len() {
                    if l.lower.len() > 1 {
                        with(vec![Statement::For(Loop {
                            lower: vec![l.lower[k].clone()],
                            ..l.clone()
                        })]);
                    }
                }
                for k in 0..l.upper.len() {
                    if l.upper.len() > 1 {
                        with(vec![Statement::For(Loop {
                            upper: vec![l.upper[k].clone()],
                            ..l.clone()
                        })]);
                    }
                }
                if l.lower != [Affine::constant(0)] {
                    with(vec![Statement::For(Loop {
                        lower: vec![Affine::constant(0)],
                        ..l.clone()
                    })]);
                }
            }
            Statement::If(c) => {
                with(c.then.clone());
                with(c.otherwise.clone());
                for then in smaller_blocks(&c.then) {
                    with(vec![Statement::If(Condition { then, ..c.clone() })]);
                }
                for otherwise in smaller_blocks(&c.otherwise) {
                    with(vec![Statement::If(Condition {
                        otherwise,
                        ..c.clone()
                    })]);
                }
                for k in 0..c.constraints.len() {
                    let mut less = c.clone();
                    less.constraints.remove(k);
                    if !less.constraints.is_empty() {
                        with(vec![Statement::If(less)]);
                    }
                }
                for k in 0..c.results.len() {
                    let mut less = c.clone();
                    less.results.remove(k);
                    with(vec![Statement::If(less)]);
                    for which in 0..2 {
                        for smaller in smaller_expressions(&c.results[k].1[which]) {
                            let mut less = c.clone();
                            less.results[k].1[which] = smaller;
                            with(vec![Statement::If(less)]);
                        }
                    }
                }
            }
            Statement::Store(access, value) => {
                for value in smaller_expressions(value) {
                    with(vec![Statement::Store(access.clone(), value)]);
                }
                for access in smaller_accesses(access) {
                    with(vec![Statement::Store(access, value.clone())]);
                }
            }
            Statement::Let(name, value) => {
                for value in smaller_expressions(value) {
                    with(vec![Statement::Let(*name, value)]);
                }
            }
        }
    }
    all
}

fn smaller_expressions(expression: &Expression) -> Vec<Expression> {
    match expression {
        Expression::Operation(op, ab) => {
            let mut all = ab.to_vec();
            for n in 0..2 {
                for smaller in smaller_expressions(&ab[n]) {
                    let mut ab = ab.clone();
                    ab[n] = smaller;
                    all.push(Expression::Operation(*op, ab));
                }
            }
            all
        }
        Expression::Select(abcd) => abcd.to_vec(),
        Expression::Constant(1) => Vec::new(),
        Expression::Load(access) => {
            let mut all: Vec<Expression> = smaller_accesses(access)
                .into_iter()
                .map(Expression::Load)
                .collect();
            all.push(Expression::Constant(1));
            all
        }
        _ => vec![Expression::Constant(1)],
    }
}

fn smaller_accesses(access: &Access) -> Vec<Access> {
    let mut all = Vec::new();
    for (d, subscript) in access.subscripts.iter().enumerate() {
        let mut simpler = vec![Affine::constant(0)];
        simpler.push(Affine {
            wrap: None,
            after: 0,
            ..subscript.clone()
        });
        simpler.push(Affine {
            constant: 0,
            after: 0,
            ..subscript.clone()
        });
        for term in &subscript.terms {
            simpler.push(Affine {
                terms: vec![*term],
                ..subscript.clone()
            });
        }
        for simple in simpler {
            let is_less = weight(&simple) < weight(subscript);
            if is_less {
                let mut new = access.clone();
                new.subscripts[d] = simple;
                all.push(new);
            }
        }
    }
    all
}

fn weight(affine: &Affine) -> usize {
    2 * affine.terms.len()
        + usize::from(affine.constant != 0)
        + usize::from(affine.wrap.is_some())
        + usize::from(affine.after != 0)
}

/// A program made at random.
pub fn generate(random: &mut Random) -> Program {
    let data = random.pick(&[Data::F32, Data::F32, Data::F64, Data::I32]);
    let is_tame = random.below(3) == 0;
    let policy = if is_tame { 0 } else { random.below(10) };
    let arrays = (0..random.between(1, 4)).map(|_| Array {
        rank: random.pick(&[2, 2, 2, 1, 1, 3, 0]),
        no_alias: policy < 6 || (policy < 8 && random.below(2) == 0),
        dynamic: random.below(8) == 0,
        slack: random.pick(&[0, 0, 0, 1, 3]),
    });
    let arrays = arrays.collect();
    let mut generator = Generator {
        random,
        arrays,
        ivs: Vec::new(),
        names: Vec::new(),
        next: 0,
        trips: 1,
        is_tame,
    };
    let nests = generator.random.pick(&[1, 1, 2]);
    let mut body = Vec::new();
    for _ in 0..nests {
        let depth = generator.random.pick(&[1, 2, 2, 3, 3, 4]);
        body.extend(generator.nest(depth));
    }
    if !generator.names.is_empty() && generator.random.below(2) == 0 {
        let (access, value) = (generator.access(), generator.expression(1));
        body.push(Statement::Store(access, value));
    }
    let arrays = generator.arrays;
    let mut sizes = vec![[random.between(4, 13), random.between(2, 9)]];
    if random.below(2) == 0 {
        sizes.extend([[0, 1], [random.between(1, 3), random.between(-3, 7)]]);
    }
    Program {
        data,
        arrays,
        sizes,
        body,
    }
}

struct Generator<'r> {
    random: &'r mut Random,
    arrays: Vec<Array>,
    /// In scope, outermost first.
    ivs: Vec<usize>,
    names: Vec<usize>,
    next: usize,
    /// Iterations of the loops around, about.
    trips: i64,
    /// Whether the first array is written, mostly in place of one loop order, and the others are read: what
    /// vectors and register tiles are for.
    is_tame: bool,
}

impl Generator<'_> {
    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn nest(&mut self, depth: usize) -> Vec<Statement> {
        let visible = self.names.len();
        let mut statements = Vec::new();
        let perfect = self.random.below(2) == 0;
        if !perfect && !self.ivs.is_empty() {
            for _ in 0..self.random.below(2) {
                statements.push(self.leaf());
            }
        }
        let loops = if perfect || depth < 2 {
            1
        } else {
            self.random.between(1, 2)
        };
        for _ in 0..loops {
            let inner = self.affine_for(depth);
            match self.random.below(10) {
                0 if !self.ivs.is_empty() => {
                    let inner = inner.into_iter().collect();
                    statements.push(self.condition(inner));
                }
                _ => statements.extend(inner),
            }
        }
        if !perfect && !self.ivs.is_empty() && self.random.below(2) == 0 {
            statements.push(self.leaf());
        }
        if !self.ivs.is_empty() {
            self.names.truncate(visible);
        }
        statements
    }

    fn affine_for(&mut self, depth: usize) -> Option<Statement> {
        let extent = self.random.pick(&[20, 12, 9, 7, 5, 4, 3, 2, 1, 0, -3]);
        let extent = if self.trips * extent > 2500 { 3 } else { extent };
        let low = self.random.pick(&[0, 0, 0, 1, 2, -2]);
        let (mut lower, mut upper) = (vec![Affine::constant(low)], vec![Affine::constant(low + extent)]);
        let outer = (!self.ivs.is_empty()).then(|| self.random.pick(&self.ivs.clone()));
        match (self.random.below(12), outer) {
            (0, Some(iv)) => lower = vec![Affine::of(Variable::Iv(iv), self.random.between(-1, 2))],
            (1, Some(iv)) => upper = vec![Affine::of(Variable::Iv(iv), self.random.between(-1, 3))],
            (2, Some(iv)) => lower.push(Affine::of(Variable::Iv(iv), self.random.between(-4, 2))),
            (3, Some(iv)) => upper.push(Affine::of(Variable::Iv(iv), self.random.between(-2, 6))),
            (4, _) => {
                upper = vec![Affine::of(
                    Variable::Size(self.random.below(2)),
                    self.random.between(-2, 1),
                )]
            }
            (5, _) => upper.push(Affine::of(
                Variable::Size(self.random.below(2)),
                self.random.between(0, 2),
            )),
            (6, Some(iv)) => {
                let half = Affine {
                    wrap: Some(("floordiv", 2)),
                    ..Affine::of(Variable::Iv(iv), 3)
                };
                upper.push(half);
            }
            (7, Some(iv)) => {
                lower = vec![Affine::of(Variable::Iv(iv), 0)];
                upper = vec![Affine::of(Variable::Iv(iv), self.random.between(1, 5))];
            }
            _ => {}
        }
        let iv = self.fresh();
        let trips = self.trips;
        let mut carried: Vec<Carried> = Vec::new();
        if self.random.below(5) == 0 {
            for _ in 0..self.random.between(1, 2) {
                let (name, init) = (self.fresh(), self.expression(1));
                carried.push(Carried {
                    name,
                    init: init.clone(),
                    next: init,
                });
            }
        }
        let visible = self.names.len();
        self.trips *= extent.max(1);
        self.ivs.push(iv);
        self.names.extend(carried.iter().map(|c| c.name));
        let mut body = Vec::new();
        if depth > 1 {
            body = self.nest(depth - 1);
        } else {
            for _ in 0..self.random.pick(&[1, 1, 1, 2, 3]) {
                let leaf = self.leaf();
                let is_store = matches!(leaf, Statement::Store(..));
                body.push(match self.random.below(6) {
                    0 if is_store => self.condition(vec![leaf]),
                    _ => leaf,
                });
            }
        }
        for n in 0..carried.len() {
            let mine = Expression::Named(carried[self.random.below(carried.len())].name);
            let other = self.expression(1);
            carried[n].next = match self.random.below(4) {
                0 => mine,
                _ => Expression::Operation(self.random.below(6), Box::new([mine, other])),
            };
        }
        self.ivs.pop();
        self.names.truncate(visible);
        self.names.extend(carried.iter().map(|c| c.name));
        self.trips = trips;
        let step = self.random.pick(&[1, 1, 1, 1, 1, 2, 3]);
        Some(Statement::For(Loop {
            iv,
            lower,
            upper,
            step,
            carried,
            body,
        }))
    }

    /// The statements under a condition on the loops around.
    fn condition(&mut self, then: Vec<Statement>) -> Statement {
        let mut constraints = vec![self.constraint()];
        if self.random.below(3) == 0 {
            constraints.push(self.constraint());
        }
        let visible = self.names.len();
        let mut otherwise = Vec::new();
        if self.random.below(2) == 0 {
            let leaf = self.leaf();
            otherwise.push(match self.random.below(5) {
                0 if matches!(leaf, Statement::Store(..)) => self.condition(vec![leaf]),
                _ => leaf,
            });
        }
        self.names.truncate(visible);
        let mut results = Vec::new();
        if self.random.below(4) == 0 {
            let branches = [0; 2].map(|_| self.expression(2));
            results.push((self.fresh(), branches));
        }
        self.names.extend(results.iter().map(|(name, _)| *name));
        Statement::If(Condition {
            constraints,
            then,
            otherwise,
            results,
        })
    }

    fn constraint(&mut self) -> (Affine, bool) {
        let iv = Variable::Iv(self.random.pick(&self.ivs.clone()));
        let other = Variable::Iv(self.random.pick(&self.ivs.clone()));
        let size = Variable::Size(self.random.below(2));
        let constant = self.random.between(-6, 3);
        let of = |terms: Vec<(Variable, i64)>, constant| Affine {
            terms,
            constant,
            wrap: None,
            after: 0,
        };
        let wrapped = |op, divisor, after| Affine {
            wrap: Some((op, divisor)),
            after,
            ..Affine::of(iv, 0)
        };
        match self.random.below(12) {
            0..=2 => (of(vec![(iv, 1)], constant), false),
            3 => (of(vec![(iv, -1)], -constant), false),
            4 => (of(vec![(iv, 1)], constant), true),
            5 => (of(vec![(iv, 1), (other, -1)], constant + 2), false),
            6 => (of(vec![(iv, 1), (other, -1)], 0), true),
            7 => (of(vec![(iv, 1), (size, -1)], 2), false),
            8 => (of(vec![(iv, -3), (other, 2), (size, 1)], 0), false),
            9 => (of(vec![(size, 1)], constant), false),
            10 => (wrapped("mod", self.random.between(2, 3), 0), true),
            _ => (wrapped("floordiv", 2, -self.random.between(0, 3)), false),
        }
    }

    fn leaf(&mut self) -> Statement {
        if self.random.below(8) == 0 {
            let value = self.expression(1);
            let name = self.fresh();
            self.names.push(name);
            return Statement::Let(name, value);
        }
        let target = if self.is_tame {
            self.plain_access()
        } else {
            self.access()
        };
        let depth = self.random.pick(&[1, 1, 2, 2, 3]);
        let value = self.expression(depth);
        let value = match self.random.below(3) {
            0 => value,
            _ => {
                let own = Expression::Load(target.clone());
                Expression::Operation(self.random.pick(&[0, 0, 0, 1, 2, 3]), Box::new([own, value]))
            }
        };
        Statement::Store(target, value)
    }

    fn expression(&mut self, depth: usize) -> Expression {
        if depth > 0 && self.random.below(4) > 0 {
            let op = self.random.pick(&[0, 0, 1, 1, 2, 3, 4, 5]);
            if self.random.below(16) == 0 {
                let all = [0; 4].map(|_| self.expression(depth - 1));
                return Expression::Select(Box::new(all));
            }
            let ab = [self.expression(depth - 1), self.expression(depth - 1)];
            return Expression::Operation(op, Box::new(ab));
        }
        match self.random.below(16) {
            0 => Expression::Constant(self.random.between(-2, 3)),
            1 => Expression::Argument,
            2 if !self.ivs.is_empty() => Expression::Iv(self.random.pick(&self.ivs.clone())),
            3..=5 if !self.names.is_empty() => Expression::Named(self.random.pick(&self.names.clone())),
            _ => Expression::Load(self.access()),
        }
    }

    /// The element of the first array at the last or at other induction variables, in their order.
    fn plain_access(&mut self) -> Access {
        let rank = self.arrays[0].rank;
        let mut ivs = self.ivs.clone();
        while ivs.len() > rank {
            let drop = self.random.below(ivs.len());
            ivs.remove(drop);
        }
        let of = |iv: Option<&usize>| match iv {
            Some(iv) => Affine::of(Variable::Iv(*iv), 0),
            None => Affine::constant(0),
        };
        let subscripts = (0..rank).map(|d| of(ivs.get(d))).collect();
        Access { array: 0, subscripts }
    }

    fn access(&mut self) -> Access {
        let first = usize::from(self.is_tame && self.arrays.len() > 1);
        let array = first + self.random.below(self.arrays.len() - first);
        let rank = self.arrays[array].rank;
        // Mostly different variables, in the order of the loops or not.
        let mut ivs = self.ivs.clone();
        if self.random.below(3) == 0 {
            ivs.reverse();
        }
        while ivs.len() > rank && !ivs.is_empty() {
            let drop = self.random.below(ivs.len());
            ivs.remove(drop);
        }
        let subscripts = (0..rank).map(|d| self.subscript(ivs.get(d).copied())).collect();
        Access { array, subscripts }
    }

    fn subscript(&mut self, iv: Option<usize>) -> Affine {
        let Some(iv) = iv else {
            return Affine::constant(self.random.between(0, 2));
        };
        let plain = Affine::of(Variable::Iv(iv), self.random.pick(&[0, 0, 0, 0, 1, -1, 2]));
        let other = self.random.pick(&self.ivs.clone());
        match self.random.below(24) {
            0 => Affine {
                terms: vec![(Variable::Iv(iv), 2)],
                ..plain
            },
            1 => Affine {
                terms: vec![(Variable::Iv(iv), -1)],
                ..plain
            },
            2 => Affine {
                terms: vec![(Variable::Iv(iv), 1), (Variable::Iv(other), 1)],
                ..plain
            },
            3 => Affine {
                wrap: Some(("floordiv", self.random.between(2, 4))),
                ..plain
            },
            4 => Affine {
                wrap: Some(("mod", self.random.between(2, 5))),
                ..plain
            },
            5 => Affine {
                terms: vec![(Variable::Iv(iv), 1), (Variable::Iv(other), -1)],
                ..plain
            },
            6 => Affine {
                terms: vec![(Variable::Iv(iv), 1), (Variable::Size(0), 1)],
                ..plain
            },
            7 => Affine {
                wrap: Some(("ceildiv", 2)),
                ..plain
            },
            8 => Affine::constant(self.random.between(0, 3)),
            _ => plain,
        }
    }
}
