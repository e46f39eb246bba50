//! Small affine programs as trees, and which elements they touch when they run.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The type of the data of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
}

/// The operations that loops, conditions and subscripts are written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Affine,
    Scf,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub data: Data,
    pub dialect: Dialect,
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
        Data::F32 | Data::F64 => &[
            "arith.addf",
            "arith.mulf",
            "arith.subf",
            "arith.maximumf",
            "arith.minimumf",
            "arith.divf",
        ],
        _ => &[
            "arith.addi",
            "arith.muli",
            "arith.subi",
            "arith.xori",
            "arith.andi",
            "arith.maxsi",
            "arith.minui",
            "arith.floordivsi",
            "arith.remsi",
            "math.ipowi",
        ],
    }
}

impl Data {
    pub fn name(self) -> &'static str {
        match self {
            Data::F32 => "f32",
            Data::F64 => "f64",
            Data::I8 => "i8",
            Data::I16 => "i16",
            Data::I32 => "i32",
            Data::I64 => "i64",
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Data::F32 | Data::F64)
    }

    pub fn bytes(self) -> usize {
        match self {
            Data::I8 => 1,
            Data::I16 => 2,
            Data::F32 | Data::I32 => 4,
            Data::F64 | Data::I64 => 8,
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
    pub fn text(&self, shift: i64, names: &impl Fn(&Variable) -> Option<String>) -> String {
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
}

impl Array {
    pub fn is_copied(&self) -> bool {
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
