//! Questions that need no search: conditions that are seen to exclude each other.
//!
//! Conditions are sums `Σ cᵢ·xᵢ + c >= 0` of integers, and choices between such. What follows from them is
//!
//! - by a variable `x` with `a·x + p >= 0` and `q - b·x >= 0`, `a`, `b` > 0: `a·q + b·p >= 0` (Fourier 1826, Motzkin 1936), and
//! - for `g` > 0: from `Σ g·cᵢ·xᵢ + c >= 0` that `Σ cᵢ·xᵢ + c floordiv g >= 0`, as `Σ cᵢ·xᵢ` is an integer,
//!
//! a sum that is zero is at least zero with either sign, and of a choice each case is looked at. Where `c >= 0` follows for some `c < 0` in all cases nothing satisfies the conditions. Whatever
//! else is left out, since it is no sum, takes too long or is beyond 64 bits, makes what follows less, and so no answer wrong.

use smallvec::SmallVec;

use super::linear::{Linear, Relation};

/// Conditions that are looked at for one question, and for a large one, of so many conditions. Arbitrary: z3 takes as long for a
/// question that is this hard, and large ones are seldom easy.
const MOST_WORK: usize = 12_000;
const FEW_WORK: usize = 500;
const LARGE: usize = 300;

/// Conditions that are copied in the time in which one is looked at. Arbitrary.
const CHEAP: usize = 4;

/// Conditions beyond which no variable is eliminated. Arbitrary.
const MOST_ROWS: usize = 80;

/// Cases of a choice each of which is looked at. Arbitrary.
const MOST_CASES: usize = 8;

/// Multiples of variables, in order.
type Terms = SmallVec<[(usize, i64); 6]>;

/// A sum that is at least zero, or is zero.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    terms: Terms,
    constant: i64,
    is_equality: bool,
}

/// Conditions: sums that are at least zero, and choices between conditions.
#[derive(Clone, Debug, Default)]
pub struct Case {
    rows: Vec<Row>,
    choices: Vec<Vec<Case>>,
}

impl Case {
    /// That a sum compares with zero so.
    pub fn compare(&mut self, sum: &Linear, relation: Relation) {
        match relation {
            Relation::NotLess => self.at_least(sum, 1, 0),
            Relation::Greater => self.at_least(sum, 1, -1),
            Relation::NotGreater => self.at_least(sum, -1, 0),
            Relation::Less => self.at_least(sum, -1, -1),
            Relation::Equal => self.push(sum, 1, 0, true),
        }
    }

    /// That a sum is another number than zero.
    pub fn differs(&mut self, sum: &Linear) {
        let of = |relation| {
            let mut case = Case::default();
            case.compare(sum, relation);
            case
        };
        self.choices.push(vec![of(Relation::Less), of(Relation::Greater)]);
    }

    pub fn choose(&mut self, cases: Vec<Case>) {
        self.choices.push(cases);
    }

    /// That a multiple of a sum and a number are at least zero together.
    pub fn at_least(&mut self, sum: &Linear, factor: i64, more: i64) {
        self.push(sum, factor, more, false);
    }

    fn push(&mut self, sum: &Linear, factor: i64, more: i64, is_equality: bool) {
        let terms = sum
            .terms
            .iter()
            .map(|(&atom, &c)| Some((atom, c.checked_mul(factor)?.checked_abs().map(|_| c * factor)?)));
        let constant = sum.constant.checked_mul(factor).and_then(|c| c.checked_add(more));
        if let (Some(terms), Some(constant)) = (terms.collect::<Option<Terms>>(), constant) {
            self.rows.push(Row {
                terms,
                constant,
                is_equality,
            });
        }
    }

    /// Puts the value that a sum which is zero gives a variable in its place.
    fn substitute(&mut self, atom: usize, equality: &Row) {
        // What is beyond 64 bits is left out.
        self.rows.retain_mut(|row| match row.without(atom, equality) {
            Some(other) => {
                *row = other;
                true
            }
            None => false,
        });
        let cases = self.choices.iter_mut().flatten();
        cases.for_each(|case| case.substitute(atom, equality));
    }

    /// How many sums it has.
    fn size(&self) -> usize {
        let cases = self.choices.iter().flatten();
        self.rows.len() + cases.map(|case| 1 + case.size()).sum::<usize>()
    }

    fn variables(&self, found: &mut Vec<bool>) {
        for (atom, _) in self.rows.iter().flat_map(|row| &row.terms) {
            if found.len() <= *atom {
                found.resize(atom + 1, false);
            }
            found[*atom] = true;
        }
        self.choices
            .iter()
            .flatten()
            .for_each(|case| case.variables(found));
    }
}

/// Whether it is seen that nothing satisfies conditions.
pub fn is_refuted(case: &Case) -> bool {
    let mut left = match case.size() {
        0..=LARGE => MOST_WORK,
        _ => FEW_WORK,
    };
    refuted(&Rows::default(), case, &mut left)
}

/// Whether conditions contradict others that are known.
fn refuted(known: &Rows, case: &Case, left: &mut usize) -> bool {
    let mut rows = known.clone();
    let mut choices: Vec<Vec<Case>> = case.choices.clone();
    rows.extend(&case.rows);
    while *left > 0 {
        let sizes = choices.iter().flatten().map(|case| 1 + case.size());
        *left = left.saturating_sub(sizes.sum::<usize>() / CHEAP);
        while let Some((atom, equality)) = rows.solved() {
            rows.eliminate(atom);
            for case in choices.iter_mut().flatten() {
                *left = left.saturating_sub(case.rows.len());
                case.substitute(atom, &equality);
            }
        }
        if rows.is_impossible {
            return true;
        }
        // Cases that contradict one condition are out at once.
        let is_seen = |case: &Case| rows.with(&case.rows).is_impossible;
        for choice in &mut choices {
            choice.retain(|case| !is_seen(case));
        }
        choices.sort_by_key(Vec::len);
        let mut used = Vec::new();
        choices
            .iter()
            .flatten()
            .for_each(|case| case.variables(&mut used));
        rows.project(&used, left);
        if rows.with(&[]).are_impossible(left) {
            return true;
        }
        let mut decided = choices.first().filter(|choice| choice.len() < 2).map(|_| 0);
        for (n, choice) in choices.iter_mut().enumerate() {
            if decided.is_none() && choice.len() <= MOST_CASES {
                choice.retain(|case| !rows.with(&case.rows).are_impossible(left));
                decided = (choice.len() < 2).then_some(n);
            }
        }
        match decided.map(|n| choices.remove(n)) {
            Some(choice) => match choice.into_iter().next() {
                None => return true,
                Some(case) => {
                    rows.extend(&case.rows);
                    choices.extend(case.choices);
                }
            },
            None => break,
        }
    }
    if choices.is_empty() {
        return false;
    }
    choices.sort_by_key(Vec::len);
    let split = choices.remove(0);
    split.iter().all(|case| {
        let all = Case {
            rows: case.rows.clone(),
            choices: [&choices[..], &case.choices].concat(),
        };
        *left > 0 && refuted(&rows, &all, left)
    })
}

/// Conditions that hold together.
#[derive(Clone, Debug, Default)]
struct Rows {
    all: Vec<Row>,
    is_impossible: bool,
}

impl Rows {
    fn with(&self, rows: &[Row]) -> Rows {
        let mut all = self.clone();
        all.extend(rows);
        all
    }

    fn extend(&mut self, rows: &[Row]) {
        rows.iter().for_each(|row| self.insert(row.clone()));
    }

    fn insert(&mut self, mut row: Row) {
        let common = row
            .terms
            .iter()
            .fold(0, |common, (_, c)| num_integer::gcd(common, *c));
        if common == 0 {
            self.is_impossible |= row.constant < 0 || row.is_equality && row.constant != 0;
            return;
        }
        if common > 1 {
            self.is_impossible |= row.is_equality && row.constant % common != 0;
            row.terms.iter_mut().for_each(|(_, c)| *c /= common);
            row.constant = row.constant.div_euclid(common);
        }
        let mut known = None;
        for (n, other) in self.all.iter().enumerate() {
            if other.terms == row.terms {
                let is_less = other.is_equality && other.constant > row.constant;
                self.is_impossible |= row.is_equality && other.constant < row.constant || is_less;
                self.is_impossible |= row.is_equality && other.is_equality && other.constant != row.constant;
                if other.is_equality == row.is_equality {
                    known = Some(n);
                }
            } else if other.is_opposite(&row) {
                let sum = other.constant.saturating_add(row.constant);
                self.is_impossible |= sum < 0 || row.is_equality && other.is_equality && sum != 0;
            }
        }
        match known {
            Some(n) => self.all[n].constant = self.all[n].constant.min(row.constant),
            None => self.all.push(row),
        }
    }

    /// A variable that a sum which is zero gives the value of.
    fn solved(&self) -> Option<(usize, Row)> {
        self.all.iter().find_map(|row| {
            let mut terms = row.terms.iter().filter(|(_, c)| row.is_equality && c.abs() == 1);
            let last = terms.next_back()?;
            Some((last.0, row.clone()))
        })
    }

    /// Eliminates all variables but these, as long as that is easy.
    fn project(&mut self, kept: &[bool], left: &mut usize) {
        let mut counts: Vec<[usize; 3]> = Vec::new();
        while !self.is_impossible && *left > 0 {
            *left = left.saturating_sub(self.all.len());
            // Of each variable in how many sums it is, with either sign, and in how many that are zero.
            counts.clear();
            for row in &self.all {
                for &(atom, c) in &row.terms {
                    if counts.len() <= atom {
                        counts.resize(atom + 1, [0; 3]);
                    }
                    let kind = if row.is_equality { 2 } else { usize::from(c < 0) };
                    counts[atom][kind] += 1;
                }
            }
            let is_open = |atom: usize| !kept.get(atom).is_some_and(|kept| *kept);
            let open = counts
                .iter()
                .enumerate()
                .filter(|(atom, n)| is_open(*atom) && **n != [0; 3]);
            let costs = open.map(|(atom, &[up, down, zero])| match zero {
                0 => ((up * down).saturating_sub(up + down), up + down, atom),
                _ => (0, up + down + zero, atom),
            });
            let Some((more, _, atom)) = costs.min() else {
                return;
            };
            if self.all.len() + more > MOST_ROWS {
                return;
            }
            *left = left.saturating_sub(more);
            self.eliminate(atom);
        }
    }

    fn eliminate(&mut self, atom: usize) {
        let all = std::mem::take(&mut self.all);
        let (with, others): (Vec<Row>, Vec<Row>) = all.into_iter().partition(|row| row.factor(atom) != 0);
        self.all = others;
        let equalities = with.iter().enumerate().filter(|(_, row)| row.is_equality);
        let equality = equalities.min_by_key(|(_, row)| row.factor(atom).unsigned_abs());
        if let Some((zero, equality)) = equality {
            let others = with.iter().enumerate().filter(|(n, _)| *n != zero);
            let others = others.filter_map(|(_, row)| row.without(atom, equality));
            others.for_each(|row| self.insert(row));
            return;
        }
        for p in with.iter().filter(|p| p.factor(atom) > 0) {
            for q in with.iter().filter(|q| q.factor(atom) < 0) {
                let (a, b) = (p.factor(atom), -q.factor(atom));
                let common = num_integer::gcd(a, b);
                let sum = p.sum(b / common, q, a / common);
                sum.into_iter().for_each(|row| self.insert(row));
            }
        }
    }

    fn are_impossible(mut self, left: &mut usize) -> bool {
        self.project(&[], left);
        self.is_impossible
    }
}

impl Row {
    /// By what a variable is multiplied.
    fn factor(&self, atom: usize) -> i64 {
        let place = self.terms.binary_search_by_key(&atom, |(atom, _)| *atom);
        place.map_or(0, |place| self.terms[place].1)
    }

    /// Whether the sums but for their constants are each other's negatives.
    fn is_opposite(&self, other: &Row) -> bool {
        let mut pairs = self.terms.iter().zip(&other.terms);
        self.terms.len() == other.terms.len() && pairs.all(|(x, y)| x.0 == y.0 && x.1 == -y.1)
    }

    /// What follows for the other variables, given a sum that is zero; the same where one factor is 1. `None` beyond 64 bits.
    fn without(&self, atom: usize, equality: &Row) -> Option<Row> {
        let (a, b) = (self.factor(atom), equality.factor(atom));
        if a == 0 {
            return Some(self.clone());
        }
        let common = num_integer::gcd(a, b);
        self.sum(b.abs() / common, equality, -a * b.signum() / common)
    }

    /// The sum of multiples of two sums, the first a positive one, and the second one of any sign where it is zero; `None` beyond 64
    /// bits.
    fn sum(&self, a: i64, other: &Row, b: i64) -> Option<Row> {
        let constant = self
            .constant
            .checked_mul(a)?
            .checked_add(other.constant.checked_mul(b)?)?;
        let mut terms = Terms::new();
        let (mut p, mut q) = (self.terms.as_slice(), other.terms.as_slice());
        loop {
            let (atom, c) = match (p, q) {
                ([x, rest @ ..], [y, others @ ..]) if x.0 == y.0 => {
                    (p, q) = (rest, others);
                    (x.0, x.1.checked_mul(a)?.checked_add(y.1.checked_mul(b)?)?)
                }
                ([x, ..], [y, others @ ..]) if x.0 > y.0 => {
                    q = others;
                    (y.0, y.1.checked_mul(b)?)
                }
                ([x, rest @ ..], _) => {
                    p = rest;
                    (x.0, x.1.checked_mul(a)?)
                }
                ([], [y, others @ ..]) => {
                    q = others;
                    (y.0, y.1.checked_mul(b)?)
                }
                ([], []) => break,
            };
            if c != 0 {
                c.checked_abs()?;
                terms.push((atom, c));
            }
        }
        Some(Row {
            terms,
            constant,
            is_equality: self.is_equality && other.is_equality,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn sum(terms: &[i64], constant: i64) -> Linear {
        let terms = terms.iter().copied().enumerate().filter(|(_, c)| *c != 0);
        Linear {
            terms: terms.collect::<BTreeMap<usize, i64>>(),
            constant,
        }
    }

    fn all(sums: &[(&[i64], i64, Relation)]) -> Case {
        let mut case = Case::default();
        for (terms, constant, relation) in sums {
            case.compare(&sum(terms, *constant), *relation);
        }
        case
    }

    #[test]
    fn contradictions() {
        use Relation::{Equal, Greater, Less, NotGreater, NotLess};
        // x < y, y < z, z <= x + 1
        assert!(is_refuted(&all(&[
            (&[1, -1], 0, Less),
            (&[0, 1, -1], 0, Less),
            (&[-1, 0, 1], -1, NotGreater)
        ])));
        assert!(!is_refuted(&all(&[
            (&[1, -1], 0, Less),
            (&[0, 1, -1], 0, Less),
            (&[-1, 0, 1], -2, NotGreater)
        ])));
        // An even number is no odd one, and none is between 2 * x and 2 * x + 1.
        assert!(is_refuted(&all(&[(&[2, -2], -1, Equal)])));
        assert!(is_refuted(&all(&[
            (&[2, -2], -1, NotGreater),
            (&[2, -2], 0, Greater)
        ])));
        // Tiles do not meet: 4 * p <= x < 4 * p + 4, the same with q, and p < q.
        assert!(is_refuted(&all(&[
            (&[1, -4], 0, NotLess),
            (&[1, -4], -4, Less),
            (&[1, 0, -4], 0, NotLess),
            (&[1, 0, -4], -4, Less),
            (&[0, 1, -1], 0, Less)
        ])));
    }

    #[test]
    fn choices() {
        let at_least = |least: i64| all(&[(&[1], -least, Relation::NotLess)]);
        let mut case = all(&[(&[1], -3, Relation::Less)]);
        case.choose(vec![at_least(3), at_least(5)]);
        assert!(is_refuted(&case));
        let mut case = all(&[(&[1], -3, Relation::Less)]);
        case.choose(vec![at_least(3), at_least(2)]);
        assert!(!is_refuted(&case));
        case.differs(&sum(&[1], -2));
        assert!(is_refuted(&case));
        // A choice between nothing does not hold, one with what says nothing tells nothing.
        let mut nothing = Case::default();
        nothing.choose(Vec::new());
        assert!(is_refuted(&nothing));
        let mut open = Case::default();
        open.choose(vec![at_least(3), Case::default()]);
        assert!(!is_refuted(&open));
    }

    #[test]
    fn nothing_beyond_64_bits_is_refuted() {
        let large = i64::MAX;
        assert!(!is_refuted(&all(&[
            (&[1], large, Relation::Greater),
            (&[large, -1], large, Relation::Greater)
        ])));
        assert!(!is_refuted(&all(&[(
            &[i64::MIN, 1],
            i64::MIN,
            Relation::NotGreater
        )])));
    }

    /// What has a solution is not refuted, and much of what has none near zero is.
    #[test]
    fn solutions_are_not_refuted() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) % below
        };
        let relations = [
            Relation::Less,
            Relation::NotGreater,
            Relation::Greater,
            Relation::NotLess,
            Relation::Equal,
        ];
        let mut refuted = 0;
        for _ in 0..4_000 {
            let mut one = |most: u64| {
                let count = 1 + next(most);
                let sums = (0..count).map(|_| {
                    let terms: Vec<i64> = (0..3).map(|_| next(7) as i64 - 3).collect();
                    (terms, next(9) as i64 - 4, relations[next(5) as usize])
                });
                sums.collect::<Vec<_>>()
            };
            let certain = one(4);
            let choices: Vec<Vec<Vec<_>>> = vec![vec![one(2), one(2), one(3)], vec![one(2), one(2)]];
            let case_of = |sums: &[(Vec<i64>, i64, Relation)]| {
                let mut case = Case::default();
                for (terms, constant, relation) in sums {
                    case.compare(&sum(terms, *constant), *relation);
                }
                case
            };
            let mut case = case_of(&certain);
            for choice in &choices {
                case.choose(choice.iter().map(|sums| case_of(sums)).collect());
            }
            let hold = |sums: &[(Vec<i64>, i64, Relation)], at: &[i64; 3]| {
                sums.iter().all(|(terms, constant, relation)| {
                    let value = terms.iter().zip(at).map(|(c, x)| c * x).sum::<i64>() + constant;
                    relation.holds(value.into())
                })
            };
            let points = (-6..=6).flat_map(|x| (-6..=6).flat_map(move |y| (-6..=6).map(move |z| [x, y, z])));
            let has_solution = points.into_iter().any(|at| {
                hold(&certain, &at)
                    && choices
                        .iter()
                        .all(|choice| choice.iter().any(|sums| hold(sums, &at)))
            });
            let is_out = is_refuted(&case);
            assert!(!(is_out && has_solution), "{case:?}");
            refuted += usize::from(is_out);
        }
        assert!(refuted > 100, "{refuted}");
    }
}
