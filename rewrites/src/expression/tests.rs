use super::*;

fn read(text: &str) -> String {
    match parse(text, Division::Floor) {
        Ok(parsed) => parsed.to_string(),
        Err(error) => format!("error at {}: {error}", error.span.start),
    }
}

#[test]
fn what_is_printed_reads_back_as_the_same() {
    for (text, printed) in [
        ("a+b*c-(d-e)", "a + b * c - (d - e)"),
        ("a - (b + c) * 4", "a - (b + c) * 4"),
        ("-(a*3) + -b", "-(a * 3) - b"),
        ("a * -3 + b", "b - a * 3"),
        ("(a / b) * c / (d % 4)", "((a floordiv b) * c) floordiv (d mod 4)"),
        ("a < b && !(c == d || e)", "a < b && !(c == d || e != 0)"),
        ("0 <= i < 8", "0 <= i && i < 8"),
        ("(a < b) == (c < d)", "!((a < b) != (c < d))"),
        ("min(a, b, c) + max(a, -7)", "min(a, b, c) + max(a, -7)"),
        ("a < 3 ? b : c", "select(a < 3, b, c)"),
        ("(a < b) + 1", "select(a < b, 1, 0) + 1"),
        ("(i)[n] : (i >= 0, 4 | n)", "(i)[n] : (i >= 0, n mod 4 == 0)"),
        ("affine_map<(i, j)[n] -> (i * n, j)>", "(i, j)[n] -> (i * n, j)"),
    ] {
        assert_eq!(read(text), printed, "{text}");
        assert_eq!(read(printed), printed, "{text}");
    }
}

#[test]
fn mistakes_have_a_place() {
    for (text, message) in [
        ("a +", "error at 3: the expression ends too early"),
        (
            "a $ b",
            "error at 2: this character begins no word of an expression",
        ),
        (
            "(i) -> (j)",
            "error at 8: `j` is neither a dimension nor a symbol",
        ),
        ("(i, i) -> (i)", "error at 4: `i` is declared twice"),
        (
            "99999999999999999999",
            "error at 0: this integer does not fit in 64 bits",
        ),
        ("a b", "error at 2: `b` is not expected here"),
    ] {
        assert!(read(text).starts_with(message), "{text}: {}", read(text));
    }
}

#[test]
fn nesting_takes_no_stack() {
    let deep = 100_000;
    let parenthesized = format!("{}x{}", "(".repeat(deep), ")".repeat(deep));
    assert_eq!(read(&parenthesized), "x");
    let negated = format!("{}x", "-".repeat(deep));
    assert!(
        read(&negated).contains("too many operations"),
        "{}",
        read(&negated)
    );
    let complements = format!("{}(x < 1)", "!".repeat(deep));
    assert!(read(&complements).contains("too many operations"));
    assert!(read(&"(".repeat(deep)).contains("ends too early"));
    let sum = vec!["x"; 30_000].join(" + ");
    assert!(read(&sum).contains("too many operations"));
}

fn value(text: &str, division: Division, x: i64, y: i64) -> Option<Value> {
    let expression = parse(text, division).unwrap().results.remove(0);
    expression.evaluate(&|name| Some(if name.as_str() == "x" { x } else { y }))
}

/// Quotient and remainder of every small pair, under each convention.
#[test]
fn divisions_mean_what_they_say() {
    for x in -9..=9i64 {
        for y in -4..=4i64 {
            let both = |division| {
                let of = |text| match value(text, division, x, y) {
                    Some(Value::Integer(value)) => Some(value as i64),
                    _ => None,
                };
                of("x / y").zip(of("x % y"))
            };
            if y == 0 {
                assert_eq!(both(Division::Floor), None);
                assert_eq!(both(Division::Trunc), None);
                assert_eq!(both(Division::Euclid), Some((0, 0)));
                continue;
            }
            let floor = (x as f64 / y as f64).floor() as i64;
            assert_eq!(both(Division::Floor), Some((floor, x - y * floor)));
            assert_eq!(both(Division::Trunc), Some((x / y, x % y)));
            assert_eq!(both(Division::Euclid), Some((x.div_euclid(y), x.rem_euclid(y))));
        }
    }
}

/// With a literal divisor the reader takes a shorter way.
#[test]
fn literal_divisors_mean_the_same() {
    for division in [Division::Floor, Division::Trunc, Division::Euclid] {
        for x in -9..=9 {
            for y in -4..=4 {
                for op in ["/", "%"] {
                    let variable = value(&format!("x {op} y"), division, x, y);
                    assert_eq!(
                        value(&format!("x {op} {y}"), division, x, 0),
                        variable,
                        "{x} {op} {y}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_not_chosen_needs_no_value() {
    assert_eq!(
        value("y != 0 && x / y > 1", Division::Floor, 4, 0),
        Some(Value::Truth(false))
    );
    assert_eq!(
        value("x / y > 1 && y != 0", Division::Floor, 4, 0),
        Some(Value::Truth(false))
    );
    assert_eq!(
        value("select(y == 0, 7, x / y)", Division::Floor, 4, 0),
        Some(Value::Integer(7))
    );
    assert_eq!(value("x / y == x / y", Division::Floor, 4, 0), None);
}
