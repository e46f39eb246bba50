//! Programs of the kinds that some rules are for, each with something at random that may make them wrong: steps of time
//! over a row or a plane, products, recurrences, loops that hand an array on, and loops that walk backwards.

use crate::program::{Access, Affine, Array, Data, Dialect, Expression, Loop, Program, Statement, Variable};
use crate::random::Random;

/// One of the programs, as large as is good for tiles and no larger.
pub fn pattern(random: &mut Random) -> Program {
    let mut pattern = Pattern { random, next: 0 };
    let (arrays, body) = match pattern.random.below(5) {
        0 => pattern.steps(),
        1 => pattern.product(),
        2 => pattern.chain(),
        3 => pattern.recurrence(),
        _ => pattern.backwards(),
    };
    let data = random.pick(&[Data::F32, Data::F32, Data::F64, Data::I32]);
    let mut sizes = vec![[random.between(6, 14), random.between(3, 9)]];
    if random.below(3) > 0 {
        sizes.extend([[0, 1], [random.between(1, 3), random.between(1, 3)]]);
    }
    Program {
        data,
        dialect: Dialect::Affine,
        arrays,
        sizes,
        body,
    }
}

struct Pattern<'r> {
    random: &'r mut Random,
    next: usize,
}

type Made = (Vec<Array>, Vec<Statement>);

fn at(iv: usize, by: i64) -> Affine {
    Affine::of(Variable::Iv(iv), by)
}

fn read(array: usize, subscripts: &[Affine]) -> Expression {
    Expression::Load(Access {
        array,
        subscripts: subscripts.to_vec(),
    })
}

fn store(array: usize, subscripts: &[Affine], value: Expression) -> Statement {
    let access = Access {
        array,
        subscripts: subscripts.to_vec(),
    };
    Statement::Store(access, value)
}

/// The first and the second operation of every type of data are a sum and a product.
fn sum(a: Expression, b: Expression) -> Expression {
    Expression::Operation(0, Box::new([a, b]))
}

fn times(a: Expression, b: Expression) -> Expression {
    Expression::Operation(1, Box::new([a, b]))
}

impl Pattern<'_> {
    fn iv(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn array(&mut self, rank: usize) -> Array {
        Array {
            rank,
            no_alias: self.random.below(8) > 0,
            dynamic: self.random.below(6) == 0,
            local: false,
            slack: self.random.pick(&[0, 0, 1]),
        }
    }

    /// From 0 or 1 up to a constant or a size.
    fn over(&mut self, iv: usize, body: Vec<Statement>) -> Statement {
        let lower = Affine::constant(self.random.pick(&[0, 0, 1]));
        let upper = match self.random.below(3) {
            0 => Affine::of(Variable::Size(0), self.random.between(-1, 0)),
            _ => Affine::constant(self.random.pick(&[4, 7, 9, 12, 16])),
        };
        self.between(iv, lower, upper, body)
    }

    fn between(&mut self, iv: usize, lower: Affine, upper: Affine, body: Vec<Statement>) -> Statement {
        Statement::For(Loop {
            iv,
            lower: vec![lower],
            upper: vec![upper],
            step: 1,
            carried: Vec::new(),
            body,
        })
    }

    /// Each step computes a row or a plane from the one before: with an array between them, or in place.
    fn steps(&mut self) -> Made {
        let is_plane = self.random.below(3) == 0;
        let is_in_place = self.random.below(2) == 0;
        let rank = if is_plane { 2 } else { 1 };
        let time = self.iv();
        let offset = self.random.between(-1, 1);
        let mut loops = Vec::new();
        for (from, to) in if is_in_place {
            vec![(0, 0)]
        } else {
            vec![(0, 1), (1, 0)]
        } {
            let ivs: Vec<usize> = (0..rank).map(|_| self.iv()).collect();
            let here = |by: i64| -> Vec<Affine> { ivs.iter().map(|iv| at(*iv, by)).collect() };
            let near = [self.random.between(-1, 1), self.random.between(-1, 1)];
            let value = match from {
                1 if self.random.below(2) == 0 => read(1, &here(offset)),
                _ => sum(
                    read(from, &here(near[0])),
                    times(read(from, &here(near[1])), Expression::Argument),
                ),
            };
            let mut body = vec![store(to, &here(0), value)];
            for iv in ivs.iter().rev() {
                let upper = self.random.pick(&[9, 12]);
                body = vec![self.between(*iv, Affine::constant(1), Affine::constant(upper), body)];
            }
            loops.extend(body);
        }
        let steps = self.random.pick(&[2, 4, 6]);
        let all = self.between(time, Affine::constant(0), Affine::constant(steps), loops);
        (vec![self.array(rank), self.array(rank)], vec![all])
    }

    /// Each element of a row takes up those before it, and is worked on before and after that.
    fn recurrence(&mut self) -> Made {
        let [i, j] = [self.iv(), self.iv()];
        let known = read(0, &[at(j, self.random.pick(&[0, 0, 0, -1, 1]))]);
        let taken = store(
            0,
            &[at(i, 0)],
            sum(read(0, &[at(i, 0)]), times(read(1, &[at(i, 0), at(j, 0)]), known)),
        );
        let lower = Affine::constant(self.random.pick(&[0, 0, 0, 1]));
        let upper = at(i, self.random.pick(&[0, 0, 0, 1, -1]));
        let mut body = vec![self.between(j, lower, upper, vec![taken])];
        if self.random.below(2) == 0 {
            let before = read(0, &[at(i, self.random.pick(&[0, -1]))]);
            body.insert(0, store(0, &[at(i, 0)], sum(before, Expression::Argument)));
        }
        if self.random.below(4) > 0 {
            let value = times(read(0, &[at(i, 0)]), read(1, &[at(i, 0), at(i, 0)]));
            body.push(store(0, &[at(i, 0)], value));
        }
        let all = self.over(i, body);
        (vec![self.array(1), self.array(2)], vec![all])
    }

    /// `C[i, j] += A[i, k] * B[k, j]`, the loops in any order, subscripts exchanged, perhaps a triangle.
    fn product(&mut self) -> Made {
        let ivs = [self.iv(), self.iv(), self.iv()];
        let [i, j, k] = ivs;
        let pair = |pattern: &mut Self, a: usize, b: usize| match pattern.random.below(3) {
            0 => [at(b, 0), at(a, 0)],
            _ => [at(a, 0), at(b, 0)],
        };
        let (a, b, c) = (pair(self, i, k), pair(self, k, j), pair(self, i, j));
        let target = self.random.pick(&[0, 0, 0, 0, 1]);
        let value = sum(read(target, &c), times(read(1, &a), read(2, &b)));
        let mut body = vec![store(target, &c, value)];
        let mut order = ivs.to_vec();
        while !order.is_empty() {
            let iv = order.remove(self.random.below(order.len()));
            let outer = order.iter().find(|_| self.random.below(6) == 0).copied();
            body = vec![match outer {
                Some(outer) => self.between(iv, Affine::constant(0), at(outer, 1), body),
                None => self.over(iv, body),
            }];
        }
        let arrays = vec![self.array(2), self.array(2), self.array(2)];
        (arrays, body)
    }

    /// Loops one after the other, each of which reads what the one before wrote, here or a few cells further; the arrays
    /// between them may be the function's own.
    fn chain(&mut self) -> Made {
        let is_nested = self.random.below(2) == 0;
        let around = self.iv();
        let upper = Affine::constant(self.random.pick(&[5, 8, 11]));
        let count = self.random.pick(&[2, 2, 3]);
        let mut loops = Vec::new();
        for n in 0..count {
            let iv = self.iv();
            let subscript = |by: i64| match is_nested && n % 2 == 0 {
                true => vec![at(around, 0), at(iv, by)],
                false if is_nested => vec![at(around, 0), at(iv, by)],
                false => vec![at(iv, by), Affine::constant(0)],
            };
            let by = self.random.pick(&[0, 0, 0, -1, 1]);
            let value = times(read(n, &subscript(by)), Expression::Argument);
            let value = match self.random.below(3) {
                0 => sum(value, read(count, &subscript(self.random.between(-1, 1)))),
                _ => value,
            };
            let lower = Affine::constant(self.random.pick(&[0, 0, 1]));
            let body = vec![store(n + 1, &subscript(0), value)];
            loops.push(self.between(iv, lower, upper.clone(), body));
        }
        let mut arrays: Vec<Array> = (0..=count).map(|_| self.array(2)).collect();
        for array in &mut arrays[1..count] {
            array.local = self.random.below(2) == 0;
            array.dynamic = false;
        }
        match is_nested {
            true => {
                let all = self.over(around, loops);
                (arrays, vec![all])
            }
            false => (arrays, loops),
        }
    }

    /// Rows that are written from their end, or read where the loop around has been.
    fn backwards(&mut self) -> Made {
        let [i, j] = [self.iv(), self.iv()];
        let minus = |iv: usize| Affine {
            terms: vec![(Variable::Iv(iv), -1)],
            ..Affine::constant(0)
        };
        let column = if self.random.below(2) == 0 {
            minus(j)
        } else {
            at(j, 0)
        };
        let target = [at(i, 0), column];
        let from = match self.random.below(3) {
            0 => [at(i, -1), at(j, self.random.between(-1, 1))],
            1 => [at(i, -1), minus(j)],
            _ => [at(j, 0), at(i, 0)],
        };
        let source = self.random.pick(&[0, 0, 1]);
        let value = sum(read(source, &from), read(1, &[at(i, 0), at(j, 0)]));
        let inner = vec![store(0, &target, value)];
        let inner = self.over(j, inner);
        let outer = self.over(i, vec![inner]);
        (vec![self.array(2), self.array(2)], vec![outer])
    }
}
