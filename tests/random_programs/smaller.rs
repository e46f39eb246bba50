//! Programs that lack a part of another: what a failure is looked for in.

use crate::program::{Access, Affine, Array, Condition, Expression, Loop, Program, Statement};

impl Program {
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
                    local: false,
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
