//! Functions of scalars, made up.

use std::fmt::Write;

use ovolo_lang::interpret::{Scalar, Value};

/// A generator of no merit but that it is the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 33) % n as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Widths of the arguments.
const ARGUMENTS: [u32; 9] = [1, 1, 8, 8, 8, 32, 32, 64, 64];

/// A function of the arguments that gives its last values.
pub fn function(random: &mut Random) -> String {
    let mut body = Body {
        text: String::new(),
        values: (0..)
            .zip(ARGUMENTS)
            .map(|(i, width)| (format!("%a{i}"), width))
            .collect(),
        next: 0,
        depth: 0,
    };
    for _ in 0..2 + random.below(14) {
        body.operation(random);
    }
    let results: Vec<&(String, u32)> = body.values[ARGUMENTS.len()..].iter().rev().take(3).collect();
    let list = |part: &dyn Fn(&(String, u32)) -> String| {
        let parts: Vec<String> = results.iter().map(|value| part(value)).collect();
        parts.join(", ")
    };
    let arguments: Vec<String> = (0..)
        .zip(ARGUMENTS)
        .map(|(i, width)| format!("%a{i}: i{width}"))
        .collect();
    let types = list(&|(_, width)| format!("i{width}"));
    let names = list(&|(name, _)| name.clone());
    format!(
        "func.func @f({}) -> ({types}) {{\n{}  return {names} : {types}\n}}\n",
        arguments.join(", "),
        body.text
    )
}

struct Body {
    text: String,
    /// Names with their widths.
    values: Vec<(String, u32)>,
    next: usize,
    /// Conditions around.
    depth: usize,
}

impl Body {
    /// A value of the width; where there is none, or at times, a constant.
    fn value(&mut self, random: &mut Random, width: u32) -> String {
        let known: Vec<String> = (self.values.iter())
            .filter(|(_, w)| *w == width)
            .map(|(name, _)| name.clone())
            .collect();
        match known.is_empty() || random.below(5) == 0 {
            true => self.constant(random, width),
            false if random.below(2) == 0 => {
                known[known.len() - 1 - random.below(known.len().min(3))].clone()
            }
            false => random.pick(&known).clone(),
        }
    }

    fn constant(&mut self, random: &mut Random, width: u32) -> String {
        let value = signed(special(random, width), width);
        self.constant_of(value, width)
    }

    fn constant_of(&mut self, value: i64, width: u32) -> String {
        let name = self.name();
        let value = match width {
            1 => (value != 0).to_string(),
            _ => format!("{value} : i{width}"),
        };
        let _ = writeln!(self.text, "  {name} = arith.constant {value}");
        name
    }

    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn define(&mut self, width: u32, operation: &str) {
        let name = self.name();
        let _ = writeln!(self.text, "  {name} = {operation}");
        self.values.push((name, width));
    }

    fn operation(&mut self, random: &mut Random) {
        let width = *random.pick(&[1, 8, 8, 32, 64]);
        match random.below(18) {
            0..=4 => self.binary(random, width),
            5 => self.shift(random, width),
            6 => self.division(random, width),
            7..=9 => self.comparison(random, width),
            10 | 11 => {
                let condition = self.value(random, 1);
                let (a, b) = (self.value(random, width), self.value(random, width));
                self.define(width, &format!("arith.select {condition}, {a}, {b} : i{width}"));
            }
            12 | 13 => self.cast(random),
            14 => self.through_index(random),
            15 | 16 if self.depth < 2 => self.guarded(random, width),
            _ => self.extended(random, width),
        }
    }

    /// Two ways to compute a value, one where something holds of another value, one where it does not.
    fn guarded(&mut self, random: &mut Random, width: u32) {
        let of = *random.pick(&[8, 8, 32, 64]);
        let (a, b) = (self.value(random, of), self.constant(random, of));
        let predicate = *random.pick(&["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]);
        let condition = self.name();
        let _ = writeln!(
            self.text,
            "  {condition} = arith.cmpi {predicate}, {a}, {b} : i{of}"
        );
        self.values.push((condition.clone(), 1));
        let condition = match random.below(3) {
            0 => self.value(random, 1),
            _ => condition,
        };
        let result = self.name();
        let _ = writeln!(self.text, "  {result} = scf.if {condition} -> (i{width}) {{");
        self.depth += 1;
        for end in ["  } else {", "  }"] {
            let outside = self.values.len();
            self.values.push((a.clone(), of));
            for _ in 0..1 + random.below(4) {
                self.operation(random);
            }
            let value = self.value(random, width);
            let _ = writeln!(self.text, "  scf.yield {value} : i{width}\n{end}");
            self.values.truncate(outside);
        }
        self.depth -= 1;
        self.values.push((result, width));
    }

    fn binary(&mut self, random: &mut Random, width: u32) {
        let (a, b) = (self.value(random, width), self.value(random, width));
        let name = *random.pick(&[
            "addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui", "addi", "xori",
        ]);
        let may_have_flags = ["addi", "subi", "muli"].contains(&name) && random.below(3) == 0;
        let flags = match may_have_flags {
            true => *random.pick(&[" overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"]),
            false => "",
        };
        self.define(width, &format!("arith.{name} {a}, {b}{flags} : i{width}"));
    }

    fn shift(&mut self, random: &mut Random, width: u32) {
        let a = self.value(random, width);
        let by = match random.below(6) {
            0 => self.value(random, width),
            _ => {
                let by = random.below(width as usize);
                self.constant_of(by as i64, width)
            }
        };
        let name = random.pick(&["shli", "shrui", "shrsi"]);
        self.define(width, &format!("arith.{name} {a}, {by} : i{width}"));
    }

    fn division(&mut self, random: &mut Random, width: u32) {
        let (a, b) = (self.value(random, width), self.constant(random, width));
        let name = random.pick(&[
            "divsi",
            "divui",
            "remsi",
            "remui",
            "floordivsi",
            "ceildivsi",
            "ceildivui",
        ]);
        self.define(width, &format!("arith.{name} {a}, {b} : i{width}"));
    }

    fn comparison(&mut self, random: &mut Random, width: u32) {
        let (a, b) = (self.value(random, width), self.value(random, width));
        let predicate = random.pick(&["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]);
        self.define(1, &format!("arith.cmpi {predicate}, {a}, {b} : i{width}"));
    }

    fn cast(&mut self, random: &mut Random) {
        let (from, to) = *random.pick(&[
            (1, 8),
            (1, 32),
            (8, 32),
            (8, 64),
            (32, 64),
            (8, 1),
            (32, 8),
            (64, 8),
            (64, 32),
        ]);
        let a = self.value(random, from);
        let name = match from > to {
            true => "trunci",
            false => *random.pick(&["extsi", "extui"]),
        };
        self.define(to, &format!("arith.{name} {a} : i{from} to i{to}"));
    }

    /// A small sum of indices.
    fn through_index(&mut self, random: &mut Random) {
        let names: Vec<String> = (0..2)
            .map(|_| {
                let (a, name) = (self.value(random, 8), self.name());
                let cast = random.pick(&["index_cast", "index_castui"]);
                let _ = writeln!(self.text, "  {name} = arith.{cast} {a} : i8 to index");
                name
            })
            .collect();
        let sum = self.name();
        let operation = random.pick(&["addi", "muli", "subi", "minsi", "andi"]);
        let _ = writeln!(
            self.text,
            "  {sum} = arith.{operation} {}, {} : index",
            names[0], names[1]
        );
        match random.below(2) {
            0 => self.define(1, &format!("arith.cmpi slt, {sum}, {} : index", names[0])),
            _ => {
                let width = *random.pick(&[8, 32, 64]);
                self.define(width, &format!("arith.index_cast {sum} : index to i{width}"));
            }
        }
    }

    fn extended(&mut self, random: &mut Random, width: u32) {
        let (a, b) = (self.value(random, width), self.value(random, width));
        let (name, kind) = *random.pick(&[
            ("addui_extended", 1),
            ("mulsi_extended", 0),
            ("mului_extended", 0),
        ]);
        let (low, high) = (self.name(), self.name());
        let (second, types) = match kind {
            1 => (1, format!("i{width}, i1")),
            _ => (width, format!("i{width}")),
        };
        let _ = writeln!(self.text, "  {low}, {high} = arith.{name} {a}, {b} : {types}");
        self.values.push((low, width));
        self.values.push((high, second));
    }
}

/// A value at the end of its type, a small one, or any.
fn special(random: &mut Random, width: u32) -> u64 {
    let mask = u64::MAX >> (64 - width);
    let least = 1u64 << (width - 1);
    let value = match random.below(8) {
        0 => 0,
        1 => 1,
        2 => mask,
        3 => least,
        4 => least.wrapping_sub(1),
        5 => 1 << random.below(width as usize),
        6 => random.below(12) as u64,
        _ => random.next(),
    };
    value & mask
}

fn signed(bits: u64, width: u32) -> i64 {
    ((bits << (64 - width)) as i64) >> (64 - width)
}

/// Values of the arguments.
pub fn inputs(random: &mut Random) -> Vec<Vec<Value<Scalar>>> {
    let one = |random: &mut Random| {
        let bits = ARGUMENTS.iter().map(|&width| special(random, width));
        bits.map(|bits| Value::Scalar(Scalar::Bits(bits.into())))
            .collect()
    };
    (0..24).map(|_| one(random)).collect()
}
