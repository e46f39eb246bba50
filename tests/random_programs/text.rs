//! Programs as MLIR.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::program::{
    Access, Affine, Condition, Data, Dialect, Expression, Extents, Loop, Program, Statement, Variable,
    operations,
};

/// What divides where the operation may have no value: no divisor is 0, and none is -1.
const DIVISOR: i64 = 3;

impl Program {
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
        print.shared();
        print.text
    }

    /// The array whose memory the function `@shared` passes for each array: the first of the same type, where both
    /// may be one.
    pub fn shared(&self, extents: &Extents) -> Vec<usize> {
        let kind = |n: usize| (self.shape(n, extents), self.arrays[n].dynamic);
        let may = |n: usize| !self.arrays[n].no_alias;
        let first = |n: usize| (0..n).find(|&k| may(k) && may(n) && kind(k) == kind(n));
        (0..self.arrays.len()).map(|n| first(n).unwrap_or(n)).collect()
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

    /// A function that calls the kernel with one array for several arguments.
    fn shared(&mut self) {
        let shared = self.program.shared(self.extents);
        if shared.iter().enumerate().all(|(n, k)| n == *k) {
            return;
        }
        let own = shared.iter().enumerate().filter(|(n, k)| n == *k);
        let arguments: Vec<String> = own.map(|(n, _)| format!("%A{n}: {}", self.memref(n))).collect();
        let passed: Vec<String> = shared.iter().map(|k| format!("%A{k}")).collect();
        let types: Vec<String> = shared.iter().map(|&k| self.memref(k)).collect();
        let (arguments, passed, types) = (arguments.join(", "), passed.join(", "), types.join(", "));
        let ty = self.program.data.name();
        self.line(
            0,
            &format!("func.func @shared({arguments}, %s: {ty}, %n: index, %m: index) {{"),
        );
        self.line(
            1,
            &format!("func.call @kernel({passed}, %s, %n, %m) : ({types}, {ty}, index, index) -> ()"),
        );
        self.line(1, "return");
        self.line(0, "}");
    }

    fn is_scf(&self) -> bool {
        self.program.dialect == Dialect::Scf
    }

    /// The prefix of the operations that load and store.
    fn memory(&self) -> &'static str {
        if self.is_scf() { "memref" } else { "affine" }
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
                Statement::For(l) => self.for_loop(l, ivs, names, depth),
                Statement::If(c) => self.condition(c, ivs, names, depth),
                Statement::Store(access, value) => {
                    let value = self.expression(value, ivs, names, depth);
                    let target = self.access(access, ivs, depth);
                    let dialect = self.memory();
                    self.line(depth, &format!("{dialect}.store {value}, {target}"));
                }
                Statement::Let(name, value) => {
                    let value = self.expression(value, ivs, names, depth);
                    names.insert(*name, value);
                }
            }
        }
    }

    fn for_loop(&mut self, l: &Loop, ivs: &mut Vec<usize>, names: &mut Names, depth: usize) {
        let ty = self.program.data.name();
        let inits: Vec<String> = l
            .carried
            .iter()
            .map(|c| self.expression(&c.init, ivs, names, depth))
            .collect();
        let [lower, upper] =
            [("max", &l.lower), ("min", &l.upper)].map(|(fold, list)| self.bound(fold, list, ivs, depth));
        let step = match l.step {
            step if self.is_scf() => {
                let step = self.define(depth, &format!("arith.constant {step} : index"));
                format!(" step {step}")
            }
            1 => String::new(),
            step => format!(" step {step}"),
        };
        let dialect = if self.is_scf() { "scf" } else { "affine" };
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
            "{before}{dialect}.for %i{} = {lower} to {upper}{step}{after} {{",
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
            let line = format!("{dialect}.yield {} : {types}", next.join(", "));
            self.line(depth + 1, &line);
        }
        ivs.pop();
        self.line(depth, "}");
        for (k, c) in l.carried.iter().enumerate() {
            names.insert(c.name, format!("{result}#{k}"));
        }
    }

    fn condition(&mut self, c: &Condition, ivs: &mut Vec<usize>, names: &mut Names, depth: usize) {
        let ty = self.program.data.name();
        let result = self.fresh("r");
        let types = vec![ty; c.results.len()].join(", ");
        let (before, after) = match c.results.len() {
            0 => (String::new(), String::new()),
            n => (format!("{result}:{n} = "), format!(" -> ({types})")),
        };
        let condition = self.is_met(&c.constraints, ivs, depth);
        let dialect = if self.is_scf() { "scf" } else { "affine" };
        self.line(depth, &format!("{before}{dialect}.if {condition}{after} {{"));
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
                    &format!("{dialect}.yield {} : {types}", values.join(", ")),
                );
            }
        }
        self.line(depth, "}");
        for (k, (name, _)) in c.results.iter().enumerate() {
            names.insert(*name, format!("{result}#{k}"));
        }
    }

    /// What `affine.if` or `scf.if` decides on.
    fn is_met(&mut self, constraints: &[(Affine, bool)], ivs: &[usize], depth: usize) -> String {
        let (operands, dims) = self.inputs(ivs);
        let texts: Vec<String> = constraints
            .iter()
            .map(|(affine, _)| affine.text(0, &Self::dim_names(ivs)))
            .collect();
        if !self.is_scf() {
            let constraints = texts.iter().zip(constraints).map(|(text, (_, is_zero))| {
                let sign = if *is_zero { "==" } else { ">=" };
                format!("{text} {sign} 0")
            });
            let constraints = constraints.collect::<Vec<String>>().join(", ");
            return format!("affine_set<({dims}) : ({constraints})>({operands})");
        }
        let zero = self.define(depth, "arith.constant 0 : index");
        let mut all: Option<String> = None;
        for (text, (_, is_zero)) in texts.iter().zip(constraints) {
            let map = format!("affine.apply affine_map<({dims}) -> ({text})>({operands})");
            let value = self.define(depth, &map);
            let predicate = if *is_zero { "eq" } else { "sge" };
            let one = self.define(depth, &format!("arith.cmpi {predicate}, {value}, {zero} : index"));
            all = Some(match all {
                Some(others) => self.define(depth, &format!("arith.andi {others}, {one} : i1")),
                None => one,
            });
        }
        all.unwrap_or_default()
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

    fn bound(&mut self, fold: &str, list: &[Affine], ivs: &[usize], depth: usize) -> String {
        let is_scf = self.is_scf();
        if let [only] = list
            && only.terms.is_empty()
            && only.wrap.is_none()
        {
            let number = only.constant + only.after;
            return match is_scf {
                true => self.define(depth, &format!("arith.constant {number} : index")),
                false => number.to_string(),
            };
        }
        let (operands, dims) = self.inputs(ivs);
        let results: Vec<String> = list.iter().map(|a| a.text(0, &Self::dim_names(ivs))).collect();
        let map = format!("affine_map<({dims}) -> ({})>({operands})", results.join(", "));
        match (is_scf, list.len()) {
            (true, 1) => self.define(depth, &format!("affine.apply {map}")),
            (true, _) => self.define(depth, &format!("affine.{fold} {map}")),
            (false, 1) => map,
            (false, _) => format!("{fold} {map}"),
        }
    }

    fn access(&mut self, access: &Access, ivs: &[usize], depth: usize) -> String {
        let shifts: Vec<i64> = self.extents[access.array]
            .iter()
            .map(|range| -range.map_or(0, |r| r.0))
            .collect();
        let subscripts = access.subscripts.iter().zip(shifts);
        let subscripts: Vec<String> = match self.is_scf() {
            true => {
                let (operands, dims) = self.inputs(ivs);
                let texts: Vec<String> = subscripts
                    .map(|(a, shift)| a.text(shift, &Self::dim_names(ivs)))
                    .collect();
                let apply =
                    |text: String| format!("affine.apply affine_map<({dims}) -> ({text})>({operands})");
                texts
                    .into_iter()
                    .map(|text| self.define(depth, &apply(text)))
                    .collect()
            }
            false => {
                let names = |v: &Variable| match v {
                    Variable::Iv(iv) => ivs.contains(iv).then(|| format!("%i{iv}")),
                    Variable::Size(0) => Some("%n".to_string()),
                    Variable::Size(_) => Some("%m".to_string()),
                };
                subscripts.map(|(a, shift)| a.text(shift, &names)).collect()
            }
        };
        let subscripts = subscripts.join(", ");
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
                let point = if data.is_float() { ".0" } else { "" };
                self.define(depth, &format!("arith.constant {c}{point} : {ty}"))
            }
            Expression::Iv(iv) if ivs.contains(iv) => {
                let integer = if data.is_float() { "i32" } else { ty };
                let number = self.define(depth, &format!("arith.index_cast %i{iv} : index to {integer}"));
                match data {
                    Data::F32 | Data::F64 => {
                        self.define(depth, &format!("arith.sitofp {number} : i32 to {ty}"))
                    }
                    _ => number,
                }
            }
            Expression::Iv(_) => self.expression(&Expression::Constant(1), ivs, names, depth),
            Expression::Load(access) => {
                let access = self.access(access, ivs, depth);
                let dialect = self.memory();
                self.define(depth, &format!("{dialect}.load {access}"))
            }
            Expression::Operation(op, ab) => {
                let [a, b] = [0, 1].map(|n| self.expression(&ab[n], ivs, names, depth));
                let list = operations(data);
                let op = list[op % list.len()];
                let is_division = ["arith.floordivsi", "arith.remsi", "math.ipowi"].contains(&op);
                let b = match is_division {
                    true => self.define(depth, &format!("arith.constant {DIVISOR} : {ty}")),
                    false => b,
                };
                self.define(depth, &format!("{op} {a}, {b} : {ty}"))
            }
            Expression::Select(abcd) => {
                let [a, b, c, d] = [0, 1, 2, 3].map(|n| self.expression(&abcd[n], ivs, names, depth));
                let compare = if data.is_float() { "cmpf olt" } else { "cmpi slt" };
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
