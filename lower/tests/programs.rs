//! Loop nests made at random, compiled and interpreted.

use std::fmt::Write;

use crate::common::{
    self, Data, Numbers, agrees, buffer, compiled, interpreted, with_superwords, with_whole_lines,
};
use ovolo_lang::parse::parse_module;
use ovolo_lang::types::Type;
use ovolo_lower::{OptLevel, Options, compile};

const PROGRAMS: u64 = 60;
const ROWS: i64 = 6;
const COLUMNS: i64 = 7;

/// A program under construction.
struct Writer {
    text: String,
    numbers: Numbers,
    /// Induction variables in scope.
    ivs: Vec<String>,
    names: u32,
    element: &'static str,
}

#[test]
fn random_loop_nests_compute_what_they_mean() {
    let elements = ["f32", "f64", "i32", "i8"];
    let mut source = String::new();
    for seed in 0..PROGRAMS {
        let element = elements[(seed % 4) as usize];
        source += &program(seed, element);
    }
    let module = parse_module(&source).unwrap_or_else(|e| panic!("{e:?}\n{source}"));
    let superwords = with_superwords(&module);
    let whole_lines = with_whole_lines(&module);
    for (level, compiled_from) in [
        (OptLevel::O1, &module),
        (OptLevel::O3, &module),
        (OptLevel::O3, &superwords),
        (OptLevel::O3, &whole_lines),
    ] {
        let options = Options {
            level,
            ..Options::default()
        };
        let jit = compile(compiled_from, &options)
            .and_then(|c| c.jit())
            .expect("it compiles");
        for seed in 0..PROGRAMS {
            let ty = [Type::F32, Type::F64, Type::I32, Type::integer(8)][(seed % 4) as usize].clone();
            let name = format!("f{seed}");
            let data = data(seed, &ty);
            let expected = interpreted(&module, &name, &data, &[]).unwrap_or_else(|e| panic!("{name}: {e}"));
            if let Err(difference) = agrees(&expected, &compiled(&jit, &name, &data), 0.0) {
                panic!(
                    "{name} at {level:?}: {difference}\n{}",
                    program(seed, elements[(seed % 4) as usize])
                );
            }
        }
    }
}

const LONG: i64 = 70;

/// Branches that store to different arrays, and read what an earlier iteration stored to the other one: LLVM makes one store of
/// both where it may, and takes its two arrays to be apart in all iterations if they are in one.
#[test]
fn arrays_change_places_in_branches() {
    let memref = format!("memref<{LONG}xf32> {{llvm.noalias}}");
    let load = |name: &str, array: &str, at: &str| {
        format!("{name} = affine.load {array}[{at}] : memref<{LONG}xf32>\n")
    };
    let store = |name: &str, array: &str, at: &str| {
        format!("affine.store {name}, {array}[{at}] : memref<{LONG}xf32>\n")
    };
    // What a branch reads and stores: the array and the distance of each.
    let branches = [
        [[("%c", 0), ("%a", 0)], [("%a", 0), ("%c", 1)]],
        [[("%c", 0), ("%a", 2)], [("%a", 0), ("%c", 2)]],
        [[("%a", 1), ("%c", 4)], [("%c", 0), ("%a", 0)]],
        [[("%c", 3), ("%a", 3)], [("%a", 3), ("%c", 4)]],
    ];
    let mut source = String::new();
    for (n, branches) in branches.iter().enumerate() {
        let branch = |[(read, from), (stored, to)]: [(&str, i64); 2], factor: &str| {
            let at = |distance: i64| format!("%i + {distance}");
            load("%x", read, &at(from))
                + &load("%y", "%d", "%i")
                + &load("%z", factor, "%i")
                + "%p = arith.mulf %y, %z : f32\n%s = arith.addf %x, %p : f32\n"
                + &store("%s", stored, &at(to))
        };
        let [then, otherwise] = [branch(branches[0], "%e"), branch(branches[1], "%d")];
        let last = LONG - 4;
        let decides = load("%h", "%b", "%i");
        source += &format!(
            "func.func @f{n}(%a: {memref}, %b: {memref}, %c: {memref}, %d: {memref}, %e: {memref}) {{
               %zero = arith.constant 0.0 : f32
               affine.for %i = 0 to {last} {{
                 {decides}
                 %lesser = arith.cmpf olt, %h, %zero : f32
                 scf.if %lesser {{ {then} }} else {{ {otherwise} }}
               }}
               return
             }}\n"
        );
    }
    let module = parse_module(&source).unwrap_or_else(|e| panic!("{e:?}\n{source}"));
    let jit = compile(&module, &Options::default())
        .and_then(|c| c.jit())
        .expect("it compiles");
    let mut numbers = Numbers(77);
    let mut one = || {
        let cells = (0..LONG).map(|_| u128::from((numbers.below(64) as f32 / 8.0 - 4.0).to_bits()));
        Data::Buffer(buffer(&Type::F32, &[LONG], &cells.collect::<Vec<_>>()))
    };
    let data = [one(), one(), one(), one(), one()];
    for n in 0..branches.len() {
        let name = format!("f{n}");
        let expected = interpreted(&module, &name, &data, &[]).unwrap_or_else(|e| panic!("{name}: {e}"));
        if let Err(difference) = agrees(&expected, &compiled(&jit, &name, &data), 0.0) {
            panic!("{name}: {difference}\n{source}");
        }
    }
}

const RECORDS: i64 = 5;
const LONGEST_RECORD: i64 = 9;

/// Loops over records of a few elements, each statement of which stores one: what is vectors of straight-line code.
#[test]
fn random_records_compute_what_they_mean() {
    let elements = ["f32", "f64", "i32", "i8"];
    let types = [Type::F32, Type::F64, Type::I32, Type::integer(8)];
    let mut source = String::new();
    for seed in 0..PROGRAMS {
        source += &records(seed, elements[(seed % 4) as usize]);
    }
    let module = parse_module(&source).unwrap_or_else(|e| panic!("{e:?}\n{source}"));
    let compiled_module = compile(&with_superwords(&module), &Options::default());
    let jit = compiled_module.and_then(|c| c.jit()).expect("it compiles");
    for seed in 0..PROGRAMS {
        let mut numbers = Numbers(seed * 31 + 7);
        let ty = &types[(seed % 4) as usize];
        let mut one = || {
            let mut value = |_| match ty {
                Type::Float(kind) => {
                    let value = numbers.below(64) as f64 / 8.0 - 4.0;
                    ovolo_lang::interpret::float::encode(*kind, value).unwrap_or(0)
                }
                _ => u128::from(numbers.next()) & common::mask(ty),
            };
            let count = (RECORDS + 1) * LONGEST_RECORD;
            Data::Buffer(buffer(
                ty,
                &[count],
                &(0..count).map(&mut value).collect::<Vec<_>>(),
            ))
        };
        let buffers = [one(), one(), one()];
        for n in 0..=RECORDS {
            let mut data = buffers.to_vec();
            data.push(Data::Scalar(Type::Index, n as u128));
            let name = format!("f{seed}");
            let expected = interpreted(&module, &name, &data, &[]).unwrap_or_else(|e| panic!("{name}: {e}"));
            if let Err(difference) = agrees(&expected, &compiled(&jit, &name, &data), 0.0) {
                let program = records(seed, elements[(seed % 4) as usize]);
                panic!("{name} of {n} records: {difference}\n{program}");
            }
        }
    }
}

fn records(seed: u64, element: &'static str) -> String {
    let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9) + 0xABCD);
    let memref = format!("memref<{}x{element}>", (RECORDS + 1) * LONGEST_RECORD);
    let apart = ["", " {llvm.noalias}"][usize::from(!seed.is_multiple_of(3))];
    let kind = if element.starts_with('f') { "f" } else { "i" };
    let mut text = format!("func.func @f{seed}(");
    for name in ["A", "B", "C"] {
        let _ = write!(text, "%{name}: {memref}{apart}, ");
    }
    text += "%n: index) {\n";
    for nest in 0..=numbers.below(2) {
        let end = match numbers.below(3) {
            0 => "%n".to_string(),
            _ => numbers.below(RECORDS as u64 + 1).to_string(),
        };
        let size = 1 + numbers.below(LONGEST_RECORD as u64);
        let _ = writeln!(text, "  affine.for %i{nest} = 0 to {end} {{");
        let target = ["A", "B", "C"][numbers.below(3) as usize];
        let shift = numbers.below(3);
        let op = ["add", "sub", "mul"][numbers.below(3) as usize];
        for place in 0..size {
            let (target, op) = match numbers.below(8) {
                0 => ("B", "add"),
                _ => (target, op),
            };
            for operand in ["x", "y"] {
                let from = ["A", "B", "C"][numbers.below(3) as usize];
                let offset = numbers.below(size);
                let _ = writeln!(
                    text,
                    "    %{operand}{nest}_{place} = affine.load %{from}[%i{nest} * {size} + {offset}] : {memref}"
                );
            }
            let value = format!("{nest}_{place}");
            let _ = writeln!(
                text,
                "    %v{value} = arith.{op}{kind} %x{value}, %y{value} : {element}"
            );
            let place = if numbers.below(6) == 0 {
                size - 1 - place
            } else {
                place
            };
            let _ = writeln!(
                text,
                "    affine.store %v{value}, %{target}[%i{nest} * {size} + {}] : {memref}",
                place + shift
            );
        }
        text += "  }\n";
    }
    text + "  return\n}\n"
}

fn data(seed: u64, ty: &Type) -> Vec<Data> {
    let mut numbers = Numbers(seed * 77 + 1);
    let mut one = |seed: u64| {
        let mut value = |_| match ty {
            Type::Float(kind) => {
                let value = (numbers.below(64) + seed) as f64 / 8.0 - 4.0;
                ovolo_lang::interpret::float::encode(*kind, value).unwrap_or(0)
            }
            _ => u128::from(numbers.next()) & common::mask(ty),
        };
        let cells: Vec<u128> = (0..ROWS * COLUMNS).map(&mut value).collect();
        Data::Buffer(buffer(ty, &[ROWS, COLUMNS], &cells))
    };
    vec![one(0), one(1), Data::Scalar(Type::Index, u128::from(seed % 5))]
}

fn program(seed: u64, element: &'static str) -> String {
    // The arguments are apart; half of the programs say so.
    let apart = ["", " {llvm.noalias}"][(seed / 4 % 2) as usize];
    let memref = format!("memref<{ROWS}x{COLUMNS}x{element}>{apart}");
    let mut writer = Writer {
        text: format!("func.func @f{seed}(%A: {memref}, %B: {memref}, %n: index) {{\n"),
        numbers: Numbers(seed.wrapping_mul(0x9E37_79B9) + 0x1234_5678_9ABC),
        ivs: vec!["%n".to_string()],
        names: 0,
        element,
    };
    for _ in 0..=writer.numbers.below(2) {
        let depth = 1 + writer.numbers.below(3);
        writer.nest(depth);
    }
    writer.text + "  return\n}\n"
}

impl Writer {
    fn nest(&mut self, depth: u64) {
        let iv = self.fresh("i");
        let (lower, upper) = (self.numbers.below(4) as i64 - 2, self.numbers.below(7) as i64);
        let step = 1 + self.numbers.below(3);
        let outer = self.any_iv();
        match self.numbers.below(3) {
            0 => self.line(&format!("affine.for {iv} = {lower} to {upper} step {step} {{")),
            1 => self.line(&format!(
                "affine.for {iv} = affine_map<(d0) -> (d0 - {upper})>({outer}) to affine_map<(d0) -> (d0 + {lower})>({outer}) step {step} {{"
            )),
            _ => self.line(&format!(
                "affine.for {iv} = max affine_map<(d0) -> (d0 floordiv 2, {lower})>({outer}) to min affine_map<(d0) -> (d0 * 2 + 3, {upper})>({outer}) {{"
            )),
        }
        self.ivs.push(iv);
        self.statement();
        if depth > 1 {
            self.nest(depth - 1);
        }
        if self.numbers.below(3) == 0 {
            let (x, y) = (self.any_iv(), self.any_iv());
            self.line(&format!(
                "affine.if affine_set<(d0, d1) : (d0 - d1 mod 3 >= 0, d1 + 2 >= 0)>({x}, {y}) {{"
            ));
            self.statement();
            self.line("}");
        }
        self.ivs.pop();
        self.line("}");
    }

    /// `M[…] = (M'[…] op M''[…])`, or a sum over a loop of its own.
    fn statement(&mut self) {
        let ty = self.element;
        let (add, sub, mul) = if ty.starts_with('f') {
            ("arith.addf", "arith.subf", "arith.mulf")
        } else {
            ("arith.addi", "arith.subi", "arith.muli")
        };
        let op = [add, sub, mul][self.numbers.below(3) as usize];
        let a = self.load();
        let b = if self.numbers.below(4) == 0 {
            let (sum, iv, acc) = (self.fresh("s"), self.fresh("k"), self.fresh("acc"));
            let trips = self.numbers.below(4);
            self.line(&format!(
                "{sum} = affine.for {iv} = 0 to {trips} iter_args({acc} = {a}) -> ({ty}) {{"
            ));
            self.ivs.push(iv);
            let x = self.load();
            let y = self.fresh("y");
            self.line(&format!("{y} = {add} {acc}, {x} : {ty}"));
            self.line(&format!("affine.yield {y} : {ty}"));
            self.ivs.pop();
            self.line("}");
            sum
        } else {
            self.load()
        };
        let r = self.fresh("r");
        self.line(&format!("{r} = {op} {a}, {b} : {ty}"));
        let place = self.place();
        self.line(&format!("affine.store {r}, {place}"));
    }

    fn load(&mut self) -> String {
        let (name, place) = (self.fresh("x"), self.place());
        self.line(&format!("{name} = affine.load {place}"));
        name
    }

    fn place(&mut self) -> String {
        let memref = ["%A", "%B"][self.numbers.below(2) as usize];
        let (row, column) = (self.subscript(ROWS), self.subscript(COLUMNS));
        format!(
            "{memref}[{row}, {column}] : memref<{ROWS}x{COLUMNS}x{}>",
            self.element
        )
    }

    /// An expression that lies in `0 .. extent` whatever the variables are.
    fn subscript(&mut self, extent: i64) -> String {
        let (a, b) = (self.numbers.below(7) as i64 - 3, self.numbers.below(9) as i64 - 4);
        let (x, y) = (self.any_iv(), self.any_iv());
        match self.numbers.below(3) {
            0 => format!("({x} * {a} + {y} + {b}) mod {extent}"),
            1 => format!("({x} + ({y} + {b}) ceildiv 3) mod {extent}"),
            _ => format!("({x} - {y} floordiv 4) mod {extent}"),
        }
    }

    fn any_iv(&mut self) -> String {
        self.ivs[self.numbers.below(self.ivs.len() as u64) as usize].clone()
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("%{stem}{}", self.names)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }
}
