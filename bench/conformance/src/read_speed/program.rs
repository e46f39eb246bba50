//! A file of affine functions: nests of loops with constant, symbolic and mapped bounds, reductions, conditions,
//! loads and stores with affine subscripts, and the arithmetic between.

use std::fmt::Write as _;
use std::io::{self, Write};

/// Definitions that the functions share: maps and sets by alias, and a function to call.
const PROLOGUE: &str = "\
#shifted = affine_map<(d0)[s0] -> (d0 + s0)>
#tile_end = affine_map<(d0)[s0] -> (d0 + 32, s0)>
#lower = affine_map<(d0)[s0] -> (0, d0 - 3, s0 floordiv 2)>
#diagonal = affine_map<(d0, d1)[s0] -> (d0 * 4 + d1 - s0)>
#interior = affine_set<(d0, d1)[s0] : (d0 - 1 >= 0, s0 - d0 - 2 >= 0, d1 - 1 >= 0)>
#border = affine_set<(d0)[s0] : (d0 - s0 + 1 == 0)>

func.func private @activation(f32) -> f32
";

/// Loops of one nest; deeper ones do not occur in kernels.
const DEEPEST: usize = 4;

/// Writes functions until there are this many bytes, and says how many functions there are.
pub fn write(out: &mut impl Write, bytes: u64) -> io::Result<u64> {
    let mut random = Random(0x6f76_6f6c_6f00_0000);
    let (mut written, mut functions) = (PROLOGUE.len() as u64, 0);
    out.write_all(PROLOGUE.as_bytes())?;
    while written < bytes {
        let function = Function::new(&mut random).text(functions);
        out.write_all(function.as_bytes())?;
        written += function.len() as u64;
        functions += 1;
    }
    out.flush()?;
    Ok(functions)
}

/// SplitMix64: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn one_of<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }
}

/// A memref that is an argument of the function.
struct Buffer {
    name: String,
    ty: String,
    rank: usize,
}

/// A function while it is written.
struct Function<'r> {
    random: &'r mut Random,
    out: String,
    depth: usize,
    buffers: Vec<Buffer>,
    /// Induction variables in scope, the outermost first.
    loops: Vec<String>,
    /// Values of type f32 in scope.
    floats: Vec<String>,
    /// The number of the last value; those below 10 are for arguments. Names are those that tools write.
    next: usize,
}

impl Function<'_> {
    fn new(random: &mut Random) -> Function<'_> {
        let buffers = (0..2 + random.below(3))
            .map(|number| buffer(random, number))
            .collect();
        Function {
            random,
            out: String::new(),
            depth: 1,
            buffers,
            loops: Vec::new(),
            floats: vec!["%alpha".to_string()],
            next: 10,
        }
    }

    fn text(mut self, number: u64) -> String {
        let arguments: Vec<String> = self
            .buffers
            .iter()
            .map(|b| format!("{}: {}", b.name, b.ty))
            .collect();
        let arguments = arguments.join(", ");
        let head = format!(
            "\nfunc.func @kernel_{number}({arguments}, %n: index, %m: index, %alpha: f32) -> f32 {{\n"
        );
        self.out.push_str(&head);
        for _ in 0..1 + self.random.below(2) {
            let value = self.random.below(1000);
            self.float(&format!(
                "arith.constant {}.{:02} : f32",
                value / 100,
                value % 100
            ));
        }
        for _ in 0..1 + self.random.below(3) {
            self.nest();
        }
        let result = self.a_float();
        self.line(&format!("return {result} : f32"));
        self.out.push_str("}\n");
        self.out
    }

    /// A loop with what is in it.
    fn nest(&mut self) {
        if self.random.below(4) == 0 {
            return self.reduction();
        }
        let head = self.loop_head();
        self.line(&format!("{head} {{"));
        self.body();
        self.line("}");
    }

    /// A loop that carries a value.
    fn reduction(&mut self) {
        let start = self.a_float();
        let scope = self.floats.len();
        let (carried, result) = (self.fresh("arg"), self.fresh(""));
        let head = self.loop_head();
        self.line(&format!(
            "{result} = {head} iter_args({carried} = {start}) -> (f32) {{"
        ));
        self.floats.push(carried);
        self.depth += 1;
        self.load();
        self.arithmetic();
        let last = self.floats.last().cloned().unwrap_or_default();
        self.line(&format!("affine.yield {last} : f32"));
        self.floats.truncate(scope);
        self.loops.pop();
        self.depth -= 1;
        self.line("}");
        self.floats.push(result);
    }

    /// `affine.for` with its bounds; its induction variable comes into scope.
    fn loop_head(&mut self) -> String {
        let outer = self.loops.last().cloned();
        let symbol = self.random.one_of(&["%n", "%m"]);
        let size = 8 << self.random.below(7);
        let bounds = match (self.random.below(6), &outer) {
            (0, Some(i)) => format!("#shifted({i})[{symbol}] to min #tile_end({i})[{symbol}]"),
            (1, Some(i)) => format!("max #lower({i})[{symbol}] to {symbol}"),
            (2, Some(i)) => format!(
                "affine_map<(d0) -> (d0 * {size})>({i}) to min affine_map<(d0)[s0] -> (d0 * {size} + {size}, s0)>({i})[{symbol}]"
            ),
            (3, _) => format!("0 to {symbol}"),
            (4, _) => format!("0 to {symbol} step {}", 2 << self.random.below(5)),
            _ => format!("0 to {size}"),
        };
        let i = self.fresh("arg");
        self.loops.push(i.clone());
        format!("affine.for {i} = {bounds}")
    }

    /// The statements of a loop whose head is written.
    fn body(&mut self) {
        let scope = self.floats.len();
        self.depth += 1;
        for _ in 0..2 + self.random.below(4) {
            match self.random.below(9) {
                0..=2 if self.loops.len() < DEEPEST => self.nest(),
                3 => self.condition(),
                4 => self.computed_index(),
                _ => self.statement(),
            }
        }
        self.floats.truncate(scope);
        self.loops.pop();
        self.depth -= 1;
    }

    /// `buffer[…] = f(buffer[…], …)`.
    fn statement(&mut self) {
        for _ in 0..1 + self.random.below(3) {
            self.load();
        }
        for _ in 0..1 + self.random.below(4) {
            self.arithmetic();
        }
        self.store();
    }

    fn load(&mut self) {
        let (name, ty, subscripts) = self.access();
        self.float(&format!("affine.load {name}[{subscripts}] : {ty}"));
    }

    fn store(&mut self) {
        let value = self.floats.last().cloned().unwrap_or_default();
        let (name, ty, subscripts) = self.access();
        self.line(&format!("affine.store {value}, {name}[{subscripts}] : {ty}"));
    }

    /// A buffer, its type, and a subscript for each of its dimensions.
    fn access(&mut self) -> (String, String, String) {
        let buffer = self.random.below(self.buffers.len());
        let subscripts: Vec<String> = (0..self.buffers[buffer].rank).map(|_| self.subscript()).collect();
        let buffer = &self.buffers[buffer];
        (buffer.name.clone(), buffer.ty.clone(), subscripts.join(", "))
    }

    fn subscript(&mut self) -> String {
        let (i, j) = (self.an_index(), self.an_index());
        let constant = 1 + self.random.below(16);
        // Odd and more than 1, so that no remainder is 0 whatever it is of.
        let divisor = 3 + 2 * self.random.below(7);
        match self.random.below(8) {
            0 => format!("{i} + {constant}"),
            1 => format!("{i} - {constant}"),
            2 => format!("{i} * {constant} + {j}"),
            3 => format!("{i} + symbol(%n)"),
            4 => match self.random.below(2) {
                0 => format!("{i} floordiv {divisor}"),
                _ => format!("({i} + {j}) mod {divisor}"),
            },
            _ => i,
        }
    }

    fn arithmetic(&mut self) {
        let (a, b) = (self.a_float(), self.floats.last().cloned().unwrap_or_default());
        match self.random.below(12) {
            0 => {
                let condition = self.fresh("");
                self.line(&format!("{condition} = arith.cmpf olt, {a}, {b} : f32"));
                self.float(&format!("arith.select {condition}, {a}, {b} : f32"));
            }
            1 => {
                let (i, word, sum) = (self.an_index(), self.fresh(""), self.fresh(""));
                self.line(&format!("{word} = arith.index_cast {i} : index to i32"));
                self.line(&format!("{sum} = arith.addi {word}, {word} : i32"));
                self.float(&format!("arith.sitofp {sum} : i32 to f32"));
            }
            2 => self.float(&format!("func.call @activation({a}) : (f32) -> f32")),
            3 => self.float(&format!("arith.divf {a}, {b} : f32")),
            4 => self.float(&format!("arith.mulf {a}, {b} fastmath<contract> : f32")),
            5 => self.float(&format!("arith.negf {a} : f32")),
            _ => {
                let op = self.random.one_of(&["addf", "subf", "mulf", "maximumf"]);
                self.float(&format!("arith.{op} {a}, {b} : f32"));
            }
        }
    }

    /// A store under a condition, with or without another.
    fn condition(&mut self) {
        let (i, j) = (self.an_index(), self.an_index());
        let set = match self.random.below(3) {
            0 => format!("#border({i})[%n]"),
            1 => format!("affine_set<(d0, d1) : (d0 - d1 >= 0)>({i}, {j})"),
            _ => format!("#interior({i}, {j})[%m]"),
        };
        self.line(&format!("affine.if {set} {{"));
        self.branch();
        if self.random.below(2) == 0 {
            self.line("} else {");
            self.branch();
        }
        self.line("}");
    }

    fn branch(&mut self) {
        let scope = self.floats.len();
        self.depth += 1;
        self.statement();
        self.depth -= 1;
        self.floats.truncate(scope);
    }

    /// A statement with an index that is computed before, and the smaller of it and a bound as a value.
    fn computed_index(&mut self) {
        let (i, j) = (self.an_index(), self.an_index());
        let (at, least, word) = (self.fresh(""), self.fresh(""), self.fresh(""));
        self.line(&format!("{at} = affine.apply #diagonal({i}, {j})[%n]"));
        self.line(&format!(
            "{least} = affine.min affine_map<(d0)[s0] -> (d0, s0 - 1)>({at})[%m]"
        ));
        self.line(&format!("{word} = arith.index_cast {least} : index to i32"));
        self.float(&format!("arith.sitofp {word} : i32 to f32"));
        self.loops.push(at);
        self.statement();
        self.loops.pop();
    }

    /// An operation that results in an f32, which comes into scope.
    fn float(&mut self, operation: &str) {
        let value = self.fresh("");
        self.line(&format!("{value} = {operation}"));
        self.floats.push(value);
    }

    fn a_float(&mut self) -> String {
        self.floats[self.random.below(self.floats.len())].clone()
    }

    fn an_index(&mut self) -> String {
        match self.loops.len() {
            0 => "%m".to_string(),
            n => self.loops[self.random.below(n)].clone(),
        }
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("%{stem}{}", self.next)
    }

    fn line(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{:1$}{text}", "", 2 * self.depth);
    }
}

fn buffer(random: &mut Random, number: usize) -> Buffer {
    let rank = 1 + random.below(3);
    let mut ty = String::from("memref<");
    for _ in 0..rank {
        match random.below(2) {
            0 => ty.push_str("?x"),
            _ => ty.push_str(&format!("{}x", 16 << random.below(7))),
        }
    }
    ty.push_str("f32>");
    Buffer {
        name: format!("%arg{number}"),
        ty,
        rank,
    }
}

#[cfg(test)]
mod tests {
    use ovolo_lang::parse::parse_module;

    use super::*;

    fn text(bytes: u64) -> (String, u64) {
        let mut out = Vec::new();
        let functions = write(&mut out, bytes).unwrap();
        (String::from_utf8(out).unwrap(), functions)
    }

    #[test]
    fn what_is_written_is_read() {
        let (text, functions) = text(200_000);
        assert!(functions > 10);
        let module = parse_module(&text).map_err(|diagnostics| diagnostics[0].to_string());
        assert!(module.is_ok(), "{:?}", module.err());
        for word in [
            "iter_args",
            "max #lower",
            "min #tile_end",
            "affine.if",
            "affine.min",
            "symbol(",
            " mod ",
            "else",
        ] {
            assert!(text.contains(word), "no {word}");
        }
    }

    #[test]
    fn a_larger_file_begins_like_a_smaller_one() {
        let (small, large) = (text(10_000).0, text(50_000).0);
        assert!(large.starts_with(&small) && large.len() < 100_000);
    }
}
