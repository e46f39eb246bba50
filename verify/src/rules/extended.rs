//! Floats of no particular format: real numbers with two infinities, two zeros and one NaN.
//!
//! [`Extended`] computes as IEEE 754 says where nothing rounds. What rounding to nearest does is then the same in every
//! format for all that is said of it here: it is an unknown function of the magnitude alone, it keeps order, and it
//! leaves the values of the format as they are. What is proved so is true in every format.

use z3::ast::{Ast, Bool, Int, Real};
use z3::{FuncDecl, Sort};

/// A float. Where it is no finite number, `number` is 0; NaN is not negative.
#[derive(Clone, Debug, PartialEq)]
pub struct Extended {
    pub nan: Bool,
    pub infinite: Bool,
    pub negative: Bool,
    pub number: Real,
}

/// Which of the integers beside a number is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integral {
    Down,
    Up,
    TowardZero,
    HalfAwayFromZero,
    HalfToEven,
}

/// What rounding does to the magnitudes that occur.
#[derive(Debug, Default)]
pub struct Rounding {
    seen: Vec<Magnitude>,
}

/// Magnitudes whose order is told to z3, at most: their pairs are. Arbitrary.
const MOST_ORDERED: usize = 12;

#[derive(Debug)]
struct Magnitude {
    exact: Real,
    rounded: Real,
    overflows: Bool,
}

fn real(value: i64) -> Real {
    Real::from_rational(value, 1)
}

fn absolute(number: &Real) -> Real {
    number.lt(real(0)).ite(&-number, number)
}

impl Extended {
    /// A number.
    pub fn number(number: Real, negative: bool) -> Extended {
        Extended {
            nan: Bool::from_bool(false),
            infinite: Bool::from_bool(false),
            negative: Bool::from_bool(negative),
            number,
        }
    }

    pub fn infinity(negative: bool) -> Extended {
        Extended {
            infinite: Bool::from_bool(true),
            ..Extended::number(real(0), negative)
        }
    }

    pub fn nan() -> Extended {
        Extended {
            nan: Bool::from_bool(true),
            ..Extended::number(real(0), false)
        }
    }

    /// A value of which nothing is known, with what makes it one.
    pub fn unknown(name: &str) -> (Extended, Bool) {
        let part = |of: &str| Bool::new_const(format!("{of} of {name}"));
        let value = Extended {
            nan: part("nan"),
            infinite: part("infinite"),
            negative: part("negative"),
            number: Real::new_const(name),
        };
        let is_value = value.is_value();
        (value, is_value)
    }

    /// The value that a function of which only the name is known gives, with what makes it one.
    pub fn of_function(name: &str, args: &[&Extended]) -> (Extended, Bool) {
        let (truth, number) = (Sort::bool(), Sort::real());
        let domain = [&truth, &truth, &truth, &number].repeat(args.len());
        let parts: Vec<&dyn Ast> = args
            .iter()
            .flat_map(|a| [&a.nan as &dyn Ast, &a.infinite, &a.negative, &a.number])
            .collect();
        let apply =
            |of: &str, sort: &Sort| FuncDecl::new(format!("{of} of {name}"), &domain, sort).apply(&parts);
        let truth_of = |of| apply(of, &truth).as_bool().unwrap_or(Bool::from_bool(false));
        let value = Extended {
            nan: truth_of("nan"),
            infinite: truth_of("infinite"),
            negative: truth_of("negative"),
            number: apply("number", &number).as_real().unwrap_or(real(0)),
        };
        let is_value = value.is_value();
        (value, is_value)
    }

    fn is_value(&self) -> Bool {
        let zero = real(0);
        let has_no_number = self.number.eq(&zero);
        Bool::and(&[
            self.nan.implies(!&self.infinite & !&self.negative),
            (&self.nan | &self.infinite).implies(&has_no_number),
            self.number.lt(&zero).implies(&self.negative),
            self.number.gt(&zero).implies(!&self.negative),
        ])
    }

    pub fn is_finite(&self) -> Bool {
        !&self.nan & !&self.infinite
    }

    pub fn is_zero(&self) -> Bool {
        self.is_finite() & self.number.eq(real(0))
    }

    /// The same value: the same zero, or NaN both.
    pub fn same(&self, other: &Extended) -> Bool {
        Bool::and(&[
            self.nan.eq(&other.nan),
            self.infinite.eq(&other.infinite),
            self.negative.eq(&other.negative),
            self.number.eq(&other.number),
        ])
    }

    pub fn choose(condition: &Bool, a: &Extended, b: &Extended) -> Extended {
        Extended {
            nan: condition.ite(&a.nan, &b.nan),
            infinite: condition.ite(&a.infinite, &b.infinite),
            negative: condition.ite(&a.negative, &b.negative),
            number: condition.ite(&a.number, &b.number),
        }
    }

    /// NaN, or infinite, or this number: the parts of a result.
    fn of(nan: Bool, infinite: Bool, negative: Bool, number: &Real) -> Extended {
        Extended {
            infinite: !&nan & &infinite,
            negative: !&nan & negative,
            number: (&nan | infinite).ite(&real(0), number),
            nan,
        }
    }

    pub fn negated(&self) -> Extended {
        Extended {
            negative: !&self.nan & !&self.negative,
            number: -&self.number,
            ..self.clone()
        }
    }

    pub fn absolute(&self) -> Extended {
        Extended {
            negative: Bool::from_bool(false),
            number: absolute(&self.number),
            ..self.clone()
        }
    }

    /// The magnitude of this with a sign.
    pub fn with_sign(&self, negative: &Bool) -> Extended {
        let magnitude = self.absolute();
        Extended::choose(negative, &magnitude.negated(), &magnitude)
    }

    pub fn sum(&self, other: &Extended) -> Extended {
        let (a, b) = (self, other);
        let opposite = &a.infinite & &b.infinite & a.negative.xor(&b.negative);
        let infinite = &a.infinite | &b.infinite;
        let number = &a.number + &b.number;
        let of_infinite = a.infinite.ite(&a.negative, &b.negative);
        // A sum that is zero is negative where both operands are negative zeros.
        let of_finite = number.lt(real(0)) | (number.eq(real(0)) & &a.negative & &b.negative);
        let negative = infinite.ite(&of_infinite, &of_finite);
        Extended::of(&a.nan | &b.nan | opposite, infinite, negative, &number)
    }

    pub fn product(&self, other: &Extended) -> Extended {
        let (a, b) = (self, other);
        let lost = (&a.infinite & b.is_zero()) | (a.is_zero() & &b.infinite);
        let number = &a.number * &b.number;
        let infinite = &a.infinite | &b.infinite;
        Extended::of(
            &a.nan | &b.nan | lost,
            infinite,
            a.negative.xor(&b.negative),
            &number,
        )
    }

    pub fn quotient(&self, other: &Extended) -> Extended {
        let (a, b) = (self, other);
        let lost = (&a.infinite & &b.infinite) | (a.is_zero() & b.is_zero());
        // Where the divisor is infinite its number is 0, and z3 may give the quotient any value.
        let number = b.number.eq(real(0)).ite(&real(0), &(&a.number / &b.number));
        let infinite = &a.infinite | b.is_zero();
        Extended::of(
            &a.nan | &b.nan | lost,
            infinite,
            a.negative.xor(&b.negative),
            &number,
        )
    }

    /// The square root; its number is this one, which is not negative and has this square.
    pub fn square_root(&self, root: &Real) -> (Extended, Bool) {
        let is_positive = self.number.gt(real(0));
        let is_root = is_positive.implies(root.gt(real(0)) & (root * root).eq(&self.number))
            & (!&is_positive).implies(root.eq(real(0)));
        let below = &self.negative & !self.is_zero();
        let value = Extended::of(
            &self.nan | below,
            self.infinite.clone(),
            self.negative.clone(),
            root,
        );
        (value, is_root)
    }

    /// An integer beside it, with its sign.
    pub fn integral(&self, which: Integral) -> Extended {
        let number = &self.number;
        let floor = |x: &Real| x.to_int().to_real();
        let half = Real::from_rational(1, 2);
        let from_zero = |of: &dyn Fn(&Real) -> Real| {
            let magnitude = of(&absolute(number));
            number.lt(real(0)).ite(&-&magnitude, &magnitude)
        };
        let number = match which {
            Integral::Down => floor(number),
            Integral::Up => -floor(&-number),
            Integral::TowardZero => from_zero(&|x| floor(x)),
            Integral::HalfAwayFromZero => from_zero(&|x| floor(&(x + &half))),
            Integral::HalfToEven => {
                let up: Int = (number + &half).to_int();
                let is_half = up.to_real().eq(number + &half);
                let is_odd = up.modulo(Int::from_i64(2)).eq(Int::from_i64(1));
                (is_half & is_odd).ite(&(&up - Int::from_i64(1)), &up).to_real()
            }
        };
        Extended {
            number: self.is_finite().ite(&number, &real(0)),
            ..self.clone()
        }
    }

    pub fn less(&self, other: &Extended) -> Bool {
        let (a, b) = (self, other);
        let lowest = |x: &Extended| &x.infinite & &x.negative;
        let highest = |x: &Extended| &x.infinite & !&x.negative;
        let finite = !&a.infinite & !&b.infinite & a.number.lt(&b.number);
        let infinite = (lowest(a) & !lowest(b)) | (highest(b) & !highest(a));
        !&a.nan & !&b.nan & (finite | infinite)
    }

    /// As a comparison has it: both zeros are equal, and NaN is not equal to itself.
    pub fn equals(&self, other: &Extended) -> Bool {
        let (a, b) = (self, other);
        let infinite = &a.infinite & &b.infinite & a.negative.eq(&b.negative);
        let finite = !&a.infinite & !&b.infinite & a.number.eq(&b.number);
        !&a.nan & !&b.nan & (infinite | finite)
    }
}

impl Rounding {
    /// The value rounded, with what is known of that.
    pub fn round(&mut self, value: &Extended) -> (Extended, Vec<Bool>) {
        let (known, magnitude) = self.see(absolute(&value.number));
        let overflows = value.is_finite() & &magnitude.overflows;
        let number = value.negative.ite(&-&magnitude.rounded, &magnitude.rounded);
        let rounded = Extended {
            infinite: &value.infinite | &overflows,
            number: (!value.is_finite() | overflows).ite(&real(0), &number),
            ..value.clone()
        };
        (rounded, known)
    }

    /// What follows from the value being one of the format.
    pub fn of_format(&mut self, value: &Extended) -> Vec<Bool> {
        let (mut known, magnitude) = self.see(absolute(&value.number));
        known.push(!&magnitude.overflows & magnitude.rounded.eq(&magnitude.exact));
        known
    }

    fn see(&mut self, exact: Real) -> (Vec<Bool>, &Magnitude) {
        let sort = Sort::real();
        let nearest = FuncDecl::new("nearest", &[&sort], &sort);
        let overflow = FuncDecl::new("overflows", &[&sort], &Sort::bool());
        let of = |x: &Real| Magnitude {
            exact: x.clone(),
            rounded: nearest.apply(&[x]).as_real().unwrap_or(real(0)),
            overflows: overflow.apply(&[x]).as_bool().unwrap_or(Bool::from_bool(false)),
        };
        let mut known = Vec::new();
        if let Some(i) = self.seen.iter().position(|seen| seen.exact == exact) {
            return (known, &self.seen[i]);
        }
        let magnitude = of(&exact);
        // What is rounded once stays as it is, and so does zero.
        let twice = of(&magnitude.rounded);
        let is_zero = exact.eq(real(0));
        known.push(magnitude.rounded.ge(real(0)));
        known.push(is_zero.implies(magnitude.rounded.eq(real(0)) & !&magnitude.overflows));
        known.push(
            magnitude
                .overflows
                .not()
                .implies(twice.rounded.eq(&magnitude.rounded) & !twice.overflows),
        );
        for other in self.seen.iter().take(MOST_ORDERED) {
            for (a, b) in [(other, &magnitude), (&magnitude, other)] {
                let ordered = a.rounded.le(&b.rounded) & a.overflows.implies(&b.overflows);
                let fits = !&a.overflows & !&b.overflows;
                known.push(a.exact.le(&b.exact).implies(fits.implies(&ordered)));
                known.push(a.exact.le(&b.exact).implies(a.overflows.implies(&b.overflows)));
            }
        }
        self.seen.push(magnitude);
        (known, &self.seen[self.seen.len() - 1])
    }
}
