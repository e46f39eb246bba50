//! The simplex method over the rationals, exactly: feasibility and extremes of linear inequalities.
//!
//! Every inequality `row >= 0` has a slack, the value of its row. The tableau writes some of the variables
//! and slacks, the basic ones, in terms of the others, which are zero at the point it stands for. Entering
//! and leaving candidates are chosen by least number (Bland's rule), so no sequence of pivots cycles.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;

use super::system::System;
use super::work::{Exhausted, Work};

/// A variable, or the slack of an inequality; slacks are numbered after all variables.
type Name = usize;

pub(super) struct Tableau {
    num_variables: usize,
    basic: Vec<Line>,
    /// The names of the columns.
    nonbasic: Vec<Name>,
}

/// `denominator * name = constant + Σ coefficients[j] * nonbasic[j]`, with a positive denominator.
struct Line {
    name: Name,
    denominator: BigInt,
    constant: BigInt,
    coefficients: Vec<BigInt>,
}

/// The greatest or least value of something.
pub(super) enum Extreme {
    /// A numerator and a positive denominator.
    Value(BigInt, BigInt),
    /// There is none: the value grows beyond all bounds in this direction, which stays in the polyhedron.
    Unbounded(Vec<BigInt>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    Greatest,
    Least,
}

impl Tableau {
    /// A tableau at a rational point of the inequalities, or `None` when there is none.
    pub fn new(system: &System, work: &mut Work) -> Result<Option<Tableau>, Exhausted> {
        let mut tableau = Tableau {
            num_variables: system.num_variables,
            basic: Vec::new(),
            nonbasic: (0..system.num_variables).collect(),
        };
        for (i, row) in system.inequalities.iter().enumerate() {
            tableau.basic.push(Line {
                name: system.num_variables + i,
                denominator: BigInt::from(1),
                constant: row.constant.clone(),
                coefficients: row.coefficients.clone(),
            });
        }
        tableau.make_variables_basic(work)?;
        Ok(tableau.is_feasible(work)?.then_some(tableau))
    }

    /// Variables are free, slacks are not. A variable that stays in a column has no part in any slack.
    fn make_variables_basic(&mut self, work: &mut Work) -> Result<(), Exhausted> {
        for column in 0..self.nonbasic.len() {
            let candidate = self.basic.iter().position(|line| {
                line.name >= self.num_variables && line.coefficients[column] != BigInt::ZERO
            });
            if let Some(line) = candidate {
                self.pivot(line, column, work)?;
            }
        }
        Ok(())
    }

    /// Pivots until no slack is negative; false when that is impossible.
    fn is_feasible(&mut self, work: &mut Work) -> Result<bool, Exhausted> {
        loop {
            let negative =
                |line: &&(usize, &Line)| line.1.constant < BigInt::ZERO && self.is_slack(line.1.name);
            let lines: Vec<(usize, &Line)> = self.basic.iter().enumerate().collect();
            let Some(&(line, _)) = lines.iter().filter(negative).min_by_key(|(_, line)| line.name) else {
                return Ok(true);
            };
            let Some(column) = self.entering(line, Sign::Plus) else {
                return Ok(false);
            };
            self.pivot(line, column, work)?;
        }
    }

    fn is_slack(&self, name: Name) -> bool {
        name >= self.num_variables
    }

    /// The slack with the least number whose coefficient in the line has the sign.
    fn entering(&self, line: usize, sign: Sign) -> Option<usize> {
        let coefficients = self.basic[line]
            .coefficients
            .iter()
            .zip(&self.nonbasic)
            .enumerate();
        let helpful = coefficients.filter(|(_, (c, name))| c.sign() == sign && self.is_slack(**name));
        helpful
            .min_by_key(|(_, (_, name))| **name)
            .map(|(column, _)| column)
    }

    /// The line whose slack is the first to reach zero as the column grows.
    fn leaving(&self, column: usize) -> Option<usize> {
        let mut first: Option<usize> = None;
        for (i, line) in self.basic.iter().enumerate() {
            if !self.is_slack(line.name) || line.coefficients[column] >= BigInt::ZERO {
                continue;
            }
            let Some(best) = first.map(|first| &self.basic[first]) else {
                first = Some(i);
                continue;
            };
            // constant / -coefficient, compared crosswise.
            let mine = &line.constant * -&best.coefficients[column];
            let theirs = &best.constant * -&line.coefficients[column];
            if (mine, line.name) < (theirs, best.name) {
                first = Some(i);
            }
        }
        first
    }

    /// The extreme of the value of an inequality's row.
    pub fn greatest_slack(&mut self, inequality: usize, work: &mut Work) -> Result<Extreme, Exhausted> {
        self.extreme(self.num_variables + inequality, Goal::Greatest, work)
    }

    /// The extreme of a variable.
    pub fn extreme_variable(&mut self, x: usize, goal: Goal, work: &mut Work) -> Result<Extreme, Exhausted> {
        self.extreme(x, goal, work)
    }

    fn extreme(&mut self, name: Name, goal: Goal, work: &mut Work) -> Result<Extreme, Exhausted> {
        if let Some(column) = self.nonbasic.iter().position(|n| *n == name) {
            // A slack that is zero, or a variable that nothing bounds.
            match self.leaving(column) {
                Some(line) if self.is_slack(name) => self.pivot(line, column, work)?,
                _ => return Ok(Extreme::Unbounded(self.direction(column))),
            }
        }
        let Some(line) = self.basic.iter().position(|line| line.name == name) else {
            return Ok(Extreme::Unbounded(vec![BigInt::ZERO; self.num_variables]));
        };
        let improving = match goal {
            Goal::Greatest => Sign::Plus,
            Goal::Least => Sign::Minus,
        };
        while let Some(column) = self.entering(line, improving) {
            match self.leaving(column) {
                Some(leaving) => self.pivot(leaving, column, work)?,
                None => return Ok(Extreme::Unbounded(self.direction(column))),
            }
        }
        let Line {
            constant,
            denominator,
            ..
        } = &self.basic[line];
        Ok(Extreme::Value(constant.clone(), denominator.clone()))
    }

    /// How the variables move as the column grows, in integers.
    fn direction(&self, column: usize) -> Vec<BigInt> {
        let lines = || self.basic.iter().filter(|line| !self.is_slack(line.name));
        let common = lines().fold(BigInt::from(1), |common, line| common.lcm(&line.denominator));
        let mut direction = vec![BigInt::ZERO; self.num_variables];
        for line in lines() {
            direction[line.name] = &line.coefficients[column] * (&common / &line.denominator);
        }
        if let Some(moved) = direction.get_mut(self.nonbasic[column]) {
            *moved = common;
        }
        direction
    }

    /// The variables at the point of the tableau, when they are integers.
    pub fn integer_point(&self) -> Option<Vec<BigInt>> {
        let mut point = vec![BigInt::ZERO; self.num_variables];
        for line in self.basic.iter().filter(|line| !self.is_slack(line.name)) {
            let (value, rest) = line.constant.div_rem(&line.denominator);
            if rest != BigInt::ZERO {
                return None;
            }
            point[line.name] = value;
        }
        Some(point)
    }

    /// Exchanges a basic with a nonbasic name.
    fn pivot(&mut self, line: usize, column: usize, work: &mut Work) -> Result<(), Exhausted> {
        work.spend_on(
            self.basic.len() * (self.nonbasic.len() + 1),
            self.basic[line].denominator.bits(),
        )?;
        let mut solved = self.basic.swap_remove(line);
        let entering = std::mem::replace(&mut self.nonbasic[column], solved.name);
        // d * leaving = k + a * entering + rest: a * entering = d * leaving - k - rest
        let mut a = std::mem::replace(&mut solved.coefficients[column], -&solved.denominator);
        let turn = a > BigInt::ZERO;
        if turn {
            solved.constant = -solved.constant;
            solved
                .coefficients
                .iter_mut()
                .for_each(|c| *c = -std::mem::take(c));
        } else {
            a = -a;
        }
        solved.denominator = a;
        solved.name = entering;
        solved.reduce();
        for other in &mut self.basic {
            other.substitute(column, &solved);
        }
        // The lines keep their places.
        self.basic.push(solved);
        let last = self.basic.len() - 1;
        self.basic.swap(line, last);
        Ok(())
    }
}

impl Line {
    /// Puts what `solved` says in the place of the column that it has solved for.
    fn substitute(&mut self, column: usize, solved: &Line) {
        let factor = std::mem::take(&mut self.coefficients[column]);
        if factor == BigInt::ZERO {
            return;
        }
        self.denominator *= &solved.denominator;
        self.constant = &self.constant * &solved.denominator + &factor * &solved.constant;
        for (mine, theirs) in self.coefficients.iter_mut().zip(&solved.coefficients) {
            *mine = &*mine * &solved.denominator + &factor * theirs;
        }
        self.reduce();
    }

    /// Divides all numbers by their common divisor.
    fn reduce(&mut self) {
        let mut common = self.denominator.gcd(&self.constant);
        for c in &self.coefficients {
            if common == BigInt::from(1) {
                return;
            }
            common = common.gcd(c);
        }
        if common == BigInt::from(1) {
            return;
        }
        self.denominator /= &common;
        self.constant /= &common;
        self.coefficients.iter_mut().for_each(|c| *c /= &common);
    }
}
