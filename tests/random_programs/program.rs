//! Small affine programs as trees: run to learn which elements they touch, printed as MLIR.

use std::collections::BTreeMap;
use std::fmt::Write;

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
    /// Whether the function works on a copy that nobody sees; none is made of one whose extents are arguments.
    pub local: bool,
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
            let copied = if array.is_copied() { "_in" } else { "" };
            format!("%A{n}{copied}: {}{mark}", print.memref(n))
        });
        let arguments: Vec<String> = arguments.collect();
        let ty = self.data.name();
        let head = format!(
            "func.func @kernel({}, %s: {ty}, %n: index, %m: index) {{\n",
            arguments.join(", ")
        );
        print.text.push_str(&head);
        let copied = self
            .arrays
            .iter()
            .enumerate()
            .filter(|(_, array)| array.is_copied());
        copied.for_each(|(n, _)| print.copy(n));
        print.block(&self.body, &mut Vec::new(), &mut BTreeMap::new(), 1);
        print.text.push_str("  return\n}\n");
        print.text
    }
}

impl Array {
    fn is_copied(&self) -> bool {
        self.local && !self.dynamic
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

    /// An array of the function's own with what an argument holds.
    fn copy(&mut self, array: usize) {
        let ty = self.memref(array);
        self.line(1, &format!("%A{array} = memref.alloc() : {ty}"));
        let shape = self.program.shape(array, self.extents);
        let ivs: Vec<String> = shape.iter().map(|_| self.fresh("c")).collect();
        for (depth, (iv, extent)) in ivs.iter().zip(&shape).enumerate() {
            self.line(depth + 1, &format!("affine.for {iv} = 0 to {extent} {{"));
        }
        let (value, cell) = (self.fresh("v"), ivs.join(", "));
        let depth = ivs.len() + 1;
        self.line(
            depth,
            &format!("{value} = affine.load %A{array}_in[{cell}] : {ty}"),
        );
        self.line(depth, &format!("affine.store {value}, %A{array}[{cell}] : {ty}"));
        (1..depth).rev().for_each(|depth| self.line(depth, "}"));
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
