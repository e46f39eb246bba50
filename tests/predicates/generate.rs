//! Predicates in the manner of the bounds of tiled loops.

/// Marsaglia's xorshift.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

const NAMES: [&str; 6] = ["v0", "v1", "v2", "v3", "v4", "v5"];
const FACTORS: [i64; 8] = [2, 3, 4, 5, 8, 16, 32, 128];

/// A predicate: half of them compare expressions that have much to do with each other.
pub fn predicate(random: &mut Random) -> String {
    match random.below(12) {
        0 => format!("({} && {})", predicate(random), predicate(random)),
        1 => format!("({} || {})", predicate(random), predicate(random)),
        2 => format!("!{}", predicate(random)),
        3 => excluded(random),
        4..=5 => unrelated(random),
        _ => related(random),
    }
}

/// A disjunction that leaves nothing out, or a conjunction that lets nothing in, or nearly so.
fn excluded(random: &mut Random) -> String {
    let (a, b) = (integer(random, 2), integer(random, 1));
    let slack = random.below(3) as i64 - 1;
    match random.below(3) {
        0 => format!("(({a} < {b}) || ({b} <= ({a} + {slack})))"),
        1 => format!("(({a} < {b}) && (({b} + {slack}) <= {a}))"),
        _ => format!("(!({a} == {b}) || (({a} + {slack}) <= {b}))"),
    }
}

fn unrelated(random: &mut Random) -> String {
    let comparison = random.pick(&["<", "<=", "==", "!=", ">", ">="]);
    format!("({} {comparison} {})", integer(random, 2), integer(random, 2))
}

/// An expression against itself as something equal, no less or no greater, and sometimes a little off.
fn related(random: &mut Random) -> String {
    let depth = 1 + random.below(3);
    let base = integer(random, depth);
    let other = random.pick(&NAMES);
    let c = random.pick(&FACTORS);
    let d = c - 1;
    let same = disguised(random, &base);
    let slack = random.below(c as usize + 2);
    match random.below(12) {
        0 => format!("({base} <= ({same} + {slack}))"),
        1 => format!("((({base} / {c}) * {c}) <= {same})"),
        2 => format!("({base} <= (((({same} + {d}) / {c}) * {c})))"),
        3 => format!("(min({base}, {other}) <= {same})"),
        4 => format!("({base} <= max({same}, {other}))"),
        5 => format!("((({base} + {slack}) / {c}) <= (({same} / {c}) + 1))"),
        6 => format!("(max(({base} * {c}), {other}) <= (({same} * {c}) + {slack}))"),
        7 => format!("(({base} % {c}) <= {slack})"),
        8 => format!("((min({base}, ({other} + {d})) - {other}) < {c})"),
        9 => format!("(((({base} / {c}) * {c}) + ({same} % {c})) == {same})"),
        10 => format!(
            "((max({base}, {other}) - min({same}, {other})) >= {})",
            slack as i64 - 1
        ),
        _ => format!("(({base} + {other}) != (({other} + {same}) + {slack}))"),
    }
}

/// The same integer in other words.
fn disguised(random: &mut Random, text: &str) -> String {
    let other = random.pick(&NAMES);
    let c = random.pick(&FACTORS);
    match random.below(6) {
        0 => format!("(({text} + {other}) - {other})"),
        1 => format!("((({text} / {c}) * {c}) + ({text} % {c}))"),
        2 => format!("((({text} * {c}) + {}) / {c})", random.below(c as usize)),
        3 => format!("min({text}, max({text}, {other}))"),
        _ => text.to_string(),
    }
}

/// Operations within one another to the depth.
pub fn integer(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return match random.below(4) {
            0 => (random.below(40) as i64 - 8).to_string(),
            _ => random.pick(&NAMES).to_string(),
        };
    }
    let c = random.pick(&FACTORS);
    let slack = random.below(2 * c as usize) as i64 - c / 2;
    let a = integer(random, depth - 1);
    match random.below(12) {
        0 => format!("({a} + {})", integer(random, depth - 1)),
        1 => format!("({a} - {})", integer(random, depth - 1)),
        2 => format!("({a} * {c})"),
        3 => format!("(({a} * {c}) + {})", integer(random, depth - 1)),
        4 => format!("({a} / {c})"),
        5 => format!("({a} % {c})"),
        6 => format!("min({a}, {})", integer(random, depth - 1)),
        7 => format!("max({a}, {})", integer(random, depth - 1)),
        8 => format!("(({a} + {slack}) / {c})"),
        9 => format!("((({a} / {c}) * {c}) + {slack})"),
        10 => format!("min((({a} * {c}) + {slack}), ({} - 1))", random.pick(&NAMES)),
        _ => format!("({a} + {slack})"),
    }
}
