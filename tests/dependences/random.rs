//! Random small nests, each run instance by instance: where all bounds are constants the dependences must be
//! exactly those that occur, and where a size is symbolic none that occurs at a small size may be missing.

use std::collections::BTreeMap;
use std::fmt::Write;

use ovolo_lang::affine::{AffineExpr, AffineMap, Leaf, constant, dim, symbol};
use ovolo_rewrites::memory::Directions;

use super::{memories, parsed};

/// Programs of a test run; `OVOLO_RANDOM_PROGRAMS` asks for more.
const PROGRAMS: u64 = 250;
/// Instances above which a program takes too long to compare pair by pair.
const MOST_INSTANCES: usize = 400;
/// The values of the symbolic size.
const SIZES: [i64; 6] = [-1, 0, 1, 2, 5, 8];

#[test]
fn dependences_of_random_nests_are_those_that_occur() {
    let count = std::env::var("OVOLO_RANDOM_PROGRAMS").ok();
    let count = count.and_then(|n| n.parse().ok()).unwrap_or(PROGRAMS);
    let (mut exact, mut relations) = (0, 0);
    for seed in 0..count {
        let program = Program::new(seed);
        let found = found(&program);
        let sizes = if program.is_symbolic {
            &SIZES[..]
        } else {
            &SIZES[..1]
        };
        for &size in sizes {
            let Some(occurring) = occurring(&program, size) else {
                continue;
            };
            relations += occurring.len();
            if program.is_symbolic {
                for (key, relation) in &occurring {
                    let covered = found.get(key).is_some_and(|f| f.covers(relation));
                    assert!(
                        covered,
                        "{key:?} {relation:?} at size {size} is missing in\n{}",
                        program.text
                    );
                }
            } else {
                exact += 1;
                assert_eq!(found, occurring, "\n{}", program.text);
            }
        }
    }
    assert!(
        exact * 4 > count && relations as u64 > count,
        "too few: {exact} programs, {relations} dependences"
    );
}

/// Source, destination, and the level that carries the dependence.
type Key = (usize, usize, Option<usize>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Relation {
    directions: Vec<Directions>,
    distances: Vec<Option<i64>>,
}

impl Relation {
    fn of_distances(distances: &[i64]) -> Relation {
        Relation {
            directions: distances.iter().map(|&d| Directions::of_distance(d)).collect(),
            distances: distances.iter().map(|&d| Some(d)).collect(),
        }
    }

    fn add(&mut self, other: &Relation) {
        for (a, b) in self.directions.iter_mut().zip(&other.directions) {
            *a = a.union(*b);
        }
        for (a, b) in self.distances.iter_mut().zip(&other.distances) {
            *a = a.filter(|_| a == b);
        }
    }

    fn covers(&self, other: &Relation) -> bool {
        let mut both = self.clone();
        both.add(other);
        both == *self
    }
}

fn found(program: &Program) -> BTreeMap<Key, Relation> {
    let memory = memories(&parsed(&program.text), false).remove(0);
    assert_eq!(memory.accesses.len(), program.accesses, "\n{}", program.text);
    let relations = memory.dependences.into_iter().map(|d| {
        assert!(
            program.is_symbolic || d.assumed.is_empty(),
            "{d:?} in\n{}",
            program.text
        );
        let relation = Relation {
            directions: d.directions,
            distances: d.distances,
        };
        ((d.source, d.destination, d.level), relation)
    });
    relations.collect()
}

/// An access as it runs once.
struct Instance {
    access: usize,
    writes: bool,
    array: usize,
    cell: Vec<i64>,
    /// The loops around it, with their induction variables.
    loops: Vec<(usize, i64)>,
}

/// What happens at a size; `None` when that is too much.
fn occurring(program: &Program, size: i64) -> Option<BTreeMap<Key, Relation>> {
    let mut run = Run {
        size,
        ivs: vec![0; program.loops],
        around: Vec::new(),
        instances: Vec::new(),
    };
    run.items(&program.body)?;
    let mut relations: BTreeMap<Key, Relation> = BTreeMap::new();
    for (later, b) in run.instances.iter().enumerate() {
        for a in &run.instances[..later] {
            if a.array != b.array || a.cell != b.cell || !(a.writes || b.writes) {
                continue;
            }
            let common = a.loops.iter().zip(&b.loops).take_while(|(a, b)| a.0 == b.0);
            let distances: Vec<i64> = common.map(|(a, b)| b.1 - a.1).collect();
            let level = distances.iter().position(|&d| d != 0);
            let relation = Relation::of_distances(&distances);
            let known = relations.entry((a.access, b.access, level));
            known.and_modify(|r| r.add(&relation)).or_insert(relation);
        }
    }
    Some(relations)
}

struct Run {
    size: i64,
    ivs: Vec<i64>,
    around: Vec<usize>,
    instances: Vec<Instance>,
}

impl Run {
    fn value(&self, expr: &AffineExpr) -> i64 {
        expr.evaluate(&self.ivs, &[self.size]).expect("small numbers")
    }

    fn items(&mut self, items: &[Item]) -> Option<()> {
        for item in items {
            match item {
                Item::Loop {
                    number,
                    lower,
                    upper,
                    step,
                    body,
                } => {
                    let (mut iv, end) = (self.value(lower), self.value(upper));
                    self.around.push(*number);
                    while iv < end {
                        self.ivs[*number] = iv;
                        self.items(body)?;
                        iv += step;
                    }
                    self.around.pop();
                }
                Item::If {
                    expr,
                    is_equality,
                    then,
                    otherwise,
                } => {
                    let value = self.value(expr);
                    let holds = if *is_equality { value == 0 } else { value >= 0 };
                    self.items(if holds { then } else { otherwise })?;
                }
                Item::Access {
                    number,
                    writes,
                    array,
                    subscripts,
                } => self.instances.push(Instance {
                    access: *number,
                    writes: *writes,
                    array: *array,
                    cell: subscripts.iter().map(|s| self.value(s)).collect(),
                    loops: self.around.iter().map(|&l| (l, self.ivs[l])).collect(),
                }),
            }
        }
        (self.instances.len() <= MOST_INSTANCES).then_some(())
    }
}

/// A nest; expressions spell the induction variable of loop 3 `d3` and the size `s0`.
struct Program {
    text: String,
    body: Vec<Item>,
    loops: usize,
    accesses: usize,
    is_symbolic: bool,
}

enum Item {
    Loop {
        number: usize,
        lower: AffineExpr,
        upper: AffineExpr,
        step: i64,
        body: Vec<Item>,
    },
    If {
        expr: AffineExpr,
        is_equality: bool,
        then: Vec<Item>,
        otherwise: Vec<Item>,
    },
    Access {
        number: usize,
        writes: bool,
        array: usize,
        subscripts: Vec<AffineExpr>,
    },
}

impl Program {
    fn new(seed: u64) -> Program {
        let mut generator = Generator {
            state: seed.wrapping_mul(0xd134_2543_de82_ef95),
            text: "func.func @f(%A: memref<?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index, \
                   %v: f32) {\n"
                .to_string(),
            scope: Vec::new(),
            loops: 0,
            accesses: 0,
            is_symbolic: seed.is_multiple_of(3),
        };
        let body = generator.items(0);
        generator.text += "return\n}\n";
        Program {
            text: generator.text,
            body,
            loops: generator.loops,
            accesses: generator.accesses,
            is_symbolic: generator.is_symbolic,
        }
    }
}

struct Generator {
    state: u64,
    text: String,
    /// The loops around the place where the text ends.
    scope: Vec<usize>,
    loops: usize,
    accesses: usize,
    is_symbolic: bool,
}

impl Generator {
    /// A number below `end`, by splitmix64.
    fn below(&mut self, end: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    fn items(&mut self, depth: usize) -> Vec<Item> {
        let count = 1 + self.below(2);
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(match (depth, self.below(8)) {
                (0, _) | (1 | 2, 0..=2) => self.nested_loop(depth),
                (1..=3, 3) => self.condition(depth),
                _ => self.access(),
            });
        }
        items
    }

    fn nested_loop(&mut self, depth: usize) -> Item {
        let number = self.loops;
        self.loops += 1;
        let lower = self.bound(0);
        let length = self.between(0, 5);
        let upper = self.bound(length);
        let step = if self.below(3) == 0 { self.between(2, 3) } else { 1 };
        let (from, to) = (self.map(&lower), self.map(&upper));
        let _ = writeln!(self.text, "affine.for %i{number} = {from} to {to} step {step} {{");
        self.scope.push(number);
        let body = self.items(depth + 1);
        self.scope.pop();
        self.text += "}\n";
        Item::Loop {
            number,
            lower,
            upper,
            step,
            body,
        }
    }

    fn condition(&mut self, depth: usize) -> Item {
        let expr = self.expr();
        let is_equality = self.below(3) == 0;
        let sign = if is_equality { "==" } else { ">=" };
        let set = self
            .map(&expr)
            .replace(") -> (", ") : (")
            .replace("affine_map", "affine_set");
        let set = set
            .replacen(")>", &format!(" {sign} 0)>"), 1)
            .replace("] -> (", "] : (");
        let _ = writeln!(self.text, "affine.if {set} {{");
        let then = self.items(depth + 1);
        self.text += "} else {\n";
        let otherwise = self.items(depth + 1);
        self.text += "}\n";
        Item::If {
            expr,
            is_equality,
            then,
            otherwise,
        }
    }

    fn access(&mut self) -> Item {
        let number = self.accesses;
        self.accesses += 1;
        let writes = self.below(2) == 0;
        let array = self.below(2) as usize;
        let subscripts: Vec<AffineExpr> = (0..=array).map(|_| self.expr()).collect();
        let name = ["A", "B"][array];
        let ty = ["memref<?xf32>", "memref<?x?xf32>"][array];
        let texts: Vec<String> = subscripts.iter().map(named).collect();
        let place = format!("%{name}[{}] : {ty}", texts.join(", "));
        let _ = match writes {
            true => writeln!(self.text, "affine.store %v, {place}"),
            false => writeln!(self.text, "%x{number} = affine.load {place}"),
        };
        Item::Access {
            number,
            writes,
            array,
            subscripts,
        }
    }

    /// A bound near `base`: a constant, or one more or less than an outer variable or the size.
    fn bound(&mut self, base: i64) -> AffineExpr {
        let outer = match self.below(4) {
            0 if !self.scope.is_empty() => self.variable(),
            1 if self.is_symbolic => symbol(0),
            _ => constant(0),
        };
        outer + self.between(-1, 1) + base
    }

    fn variable(&mut self) -> AffineExpr {
        let position = self.below(self.scope.len() as u64) as usize;
        dim(self.scope[position] as u32)
    }

    /// A sum of a few terms, perhaps divided.
    fn expr(&mut self) -> AffineExpr {
        let mut sum = constant(self.between(-3, 3));
        if self.is_symbolic && self.below(4) == 0 {
            sum = sum + symbol(0);
        }
        for _ in 0..self.between(0, 2) {
            if !self.scope.is_empty() {
                sum = sum + self.variable() * self.between(-2, 3);
            }
        }
        let divisor = self.between(2, 4);
        match self.below(6) {
            0 => sum.floordiv(divisor),
            1 => sum.modulo(divisor),
            2 if !self.scope.is_empty() => sum.modulo(divisor) + self.variable(),
            _ => sum,
        }
    }

    /// `affine_map<(d0, …)[s0] -> (expr)>(%i0, …)[%n]` over the loops in scope.
    fn map(&self, expr: &AffineExpr) -> String {
        let mut numbers = vec![constant(0); self.loops + 1];
        for (position, &number) in self.scope.iter().enumerate() {
            numbers[number] = dim(position as u32);
        }
        let map = AffineMap::new(self.scope.len() as u32, 1, vec![expr.replace(&numbers, &[])]);
        let operands: Vec<String> = self.scope.iter().map(|number| format!("%i{number}")).collect();
        format!("affine_map<{map}>({})[%n]", operands.join(", "))
    }
}

/// The expression with the names of its variables.
fn named(expr: &AffineExpr) -> String {
    let mut text = String::new();
    let _ = expr.write(&mut text, &mut |out: &mut String, leaf| match leaf {
        Leaf::Dim(i) => write!(out, "%i{i}"),
        Leaf::Symbol(_) => out.write_str("symbol(%n)"),
    });
    text
}
