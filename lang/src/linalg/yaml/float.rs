//! Floats as MLIR prints them.

/// Six digits in scientific notation where they say the value, else seventeen, else the bits.
pub fn float(value: f64) -> String {
    let six = six_digits(value);
    if six.parse() == Ok(value) {
        return six;
    }
    let all = seventeen_digits(value);
    match all.contains('.') {
        true => all,
        false => format!("{:#018X}", value.to_bits()).replacen("0X", "0x", 1),
    }
}

/// `1.500000e+00`: six digits, and zeros up to six behind the point.
fn six_digits(value: f64) -> String {
    let text = format!("{value:.5e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}0e{sign}{:02}", exponent.unsigned_abs())
}

/// As LLVM writes a float: in scientific notation where there would be more than three zeros without digits behind them.
fn seventeen_digits(value: f64) -> String {
    let text = format!("{:.16e}", value.abs());
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let first: i32 = exponent.parse().unwrap_or_default();
    let digits = digits.replace('.', "");
    let digits = digits.trim_end_matches('0');
    let count = digits.len() as i32;
    // The power of ten of the last digit.
    let last = first - (count - 1);
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let is_scientific = match last >= 0 {
        true => last > 3 || count + last > 17,
        false => first < -3,
    };
    let (whole, rest) = digits.split_at(digits.len().min(1));
    match () {
        () if is_scientific => {
            let rest = if rest.is_empty() { "0" } else { rest };
            let exponent = if first < 0 {
                format!("-{}", -first)
            } else {
                format!("+{first}")
            };
            format!("{sign}{whole}.{rest}E{exponent}")
        }
        () if last >= 0 => format!("{sign}{digits}{}", "0".repeat(last as usize)),
        () if first >= 0 => {
            let (whole, rest) = digits.split_at(first as usize + 1);
            format!("{sign}{whole}.{rest}")
        }
        () => format!("{sign}0.{}{digits}", "0".repeat((-first - 1) as usize)),
    }
}

#[cfg(test)]
mod tests {
    use super::float;

    #[test]
    fn floats_are_printed_as_mlir_prints_them() {
        for (value, expected) in [
            (0.0, "0.000000e+00"),
            (1.5, "1.500000e+00"),
            (-0.1, "-1.000000e-01"),
            (2.3283064e-10, "2.3283063999999999E-10"),
            (3.3333333, "3.3333333000000001"),
            (1e300, "1.000000e+300"),
            (123456789.0, "0x419D6F3454000000"),
            (1234567.25, "1234567.25"),
            (0.001234567, "0.001234567"),
            (0.00001234567, "1.2345670000000001E-5"),
            (12345670000.0, "1.234567E+10"),
        ] {
            assert_eq!(float(value), expected);
        }
    }
}
