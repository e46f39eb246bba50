//! Programs made at random.

use std::collections::BTreeMap;

use crate::patterns::pattern;
use crate::program::{
    Access, Affine, Array, Carried, Condition, Data, Dialect, Expression, Loop, Program, Statement, Variable,
};
use crate::random::Random;

/// A program made at random.
pub fn generate(random: &mut Random) -> Program {
    if random.below(5) == 0 {
        return pattern(random);
    }
    let data = random.pick(&[
        Data::F32,
        Data::F32,
        Data::F32,
        Data::F64,
        Data::F64,
        Data::I32,
        Data::I32,
        Data::I64,
        Data::I16,
        Data::I8,
    ]);
    let dialect = if random.below(8) == 0 {
        Dialect::Scf
    } else {
        Dialect::Affine
    };
    let is_tame = random.below(3) == 0;
    let policy = if is_tame { 0 } else { random.below(10) };
    let arrays = (0..random.between(1, 4)).map(|_| Array {
        rank: random.pick(&[2, 2, 2, 1, 1, 3, 0]),
        no_alias: policy < 6 || (policy < 8 && random.below(2) == 0),
        dynamic: random.below(8) == 0,
        local: random.below(6) == 0,
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
        bounds: BTreeMap::new(),
        is_tame,
    };
    let nests = generator.random.pick(&[1, 1, 2, 3]);
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
    if random.below(3) > 0 {
        sizes.extend([[0, 1], [random.between(1, 3), random.between(-3, 7)]]);
    }
    Program {
        data,
        dialect,
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
    /// Of the last loop inside so many others.
    bounds: BTreeMap<usize, Bounds>,
    /// Whether the first array is written, mostly in place of one loop order, and the others are read: what
    /// vectors and register tiles are for.
    is_tame: bool,
}

/// Where a loop runs, and how often about.
#[derive(Clone)]
struct Bounds {
    lower: Vec<Affine>,
    upper: Vec<Affine>,
    step: i64,
    extent: i64,
}

impl Bounds {
    /// As these, but for a few iterations at either end.
    fn near(&self, random: &mut Random) -> Bounds {
        let mut near = self.clone();
        let by = [(); 2].map(|()| random.pick(&[0, 0, 0, 1, 2, -1]));
        for (list, by) in [&mut near.lower, &mut near.upper].into_iter().zip(by) {
            for bound in list.iter_mut().filter(|bound| bound.wrap.is_none()) {
                bound.constant += by;
            }
        }
        near.extent += by[1] - by[0];
        near
    }

    fn is_in_scope(&self, ivs: &[usize]) -> bool {
        let mut terms = self
            .lower
            .iter()
            .chain(&self.upper)
            .flat_map(|bound| &bound.terms);
        terms.all(|(variable, _)| match variable {
            Variable::Iv(iv) => ivs.contains(iv),
            Variable::Size(_) => true,
        })
    }
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
        let loops = match perfect {
            true => 1,
            false => self.random.pick(&[1, 1, 2, 2, 3]),
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
        let mut bounds = Bounds {
            lower,
            upper,
            step: self.random.pick(&[1, 1, 1, 1, 1, 2, 3]),
            extent,
        };
        // Loops with the bounds of their neighbours may be fused.
        if let Some(last) = self.bounds.get(&self.ivs.len())
            && last.is_in_scope(&self.ivs)
            && self.random.below(3) > 0
            && self.trips * last.extent <= 2500
        {
            bounds = last.near(self.random);
        }
        self.bounds.insert(self.ivs.len(), bounds.clone());
        let Bounds {
            lower,
            upper,
            step,
            extent,
        } = bounds;
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
                _ => Expression::Operation(self.random.below(9), Box::new([mine, other])),
            };
        }
        self.ivs.pop();
        self.names.truncate(visible);
        self.names.extend(carried.iter().map(|c| c.name));
        self.trips = trips;
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
            let op = self.random.pick(&[0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8]);
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
            3 | 4 => {
                let wrap = self.random.pick(&["floordiv", "mod"]);
                let divisor = self.random.between(2, 5);
                let terms = match self.random.below(4) {
                    0 => vec![(Variable::Iv(iv), -1)],
                    1 => vec![(Variable::Iv(iv), 2), (Variable::Iv(other), 1)],
                    2 => vec![(Variable::Iv(iv), 1), (Variable::Size(1), -1)],
                    _ => plain.terms.clone(),
                };
                Affine {
                    terms,
                    wrap: Some((wrap, divisor)),
                    ..plain
                }
            }
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
