//! Concrete contents for inputs.

use ovolo_lang::interpret::{Scalar, concrete, float};
use ovolo_lang::types::{FloatKind, Type};

use super::sizes::Random;

/// A way to fill the inputs of a run.
#[derive(Clone, Debug)]
pub enum Data {
    /// Small integers, floats too: sums and products of them are exact.
    Small(u64),
    /// Powers of two and their negatives: quotients of them are exact.
    Powers(u64),
    /// Anything: integers of full width, floats between -2 and 2.
    Any(u64),
    /// Among others infinities, NaN, signed zeros, huge and tiny floats, extreme integers.
    Special(u64),
    /// Floats that are next to one another, such as a conversion to a narrower type makes one.
    Near(u64),
    /// Floats that are small next to those on the diagonals of matrices: such have inverses and roots. Integers of one sign: of such
    /// the least or the greatest of some and of sums of them is now this and now that one.
    Dominant(u64),
    /// Floats as dominant ones, with one input that is no number.
    Needle(u32),
    /// Given inputs, all others small.
    Given(Vec<(u32, u128)>),
}

impl Data {
    /// The fillings to try, of all ways in turn.
    pub fn all() -> impl Iterator<Item = Data> {
        const ROUNDS: u64 = 24;
        let ways = [
            Data::Small,
            Data::Any,
            Data::Special,
            Data::Powers,
            Data::Dominant,
            Data::Near,
        ];
        (0..ROUNDS).flat_map(move |seed| ways.map(|way| way(seed)))
    }

    /// The value of an input; whether it is on a diagonal matters to some.
    pub fn value(&self, ty: &Type, number: u32, on_diagonal: bool) -> Scalar {
        if let (Type::Float(kind), Data::Dominant(_) | Data::Needle(_)) = (ty, self) {
            let seed = if let Data::Dominant(seed) = self { *seed } else { 0 };
            let draw = Random(5 << 48 ^ seed << 32 ^ u64::from(number)).draw();
            let small = (draw >> 11) as f64 / (1u64 << 53) as f64;
            let value = match (self, on_diagonal) {
                (Data::Needle(needle), _) if *needle == number => f64::NAN,
                (_, true) => 64.0 + small,
                (_, false) if seed % 2 == 1 => -0.5 - small / 2.0,
                (_, false) => 0.5 + small / 2.0,
            };
            return Scalar::Bits(float::encode(*kind, value).unwrap_or(0));
        }
        let (seed, stream) = match self {
            Data::Small(seed) => (*seed, 1),
            Data::Powers(seed) => (*seed, 2),
            Data::Any(seed) => (*seed, 3),
            Data::Special(seed) => (*seed, 4),
            Data::Near(seed) => (*seed, 6),
            Data::Dominant(seed) => (*seed, 5),
            Data::Needle(_) => (0, 1),
            Data::Given(given) => {
                let found = given.iter().find(|(n, _)| *n == number);
                return match found {
                    Some((_, bits)) => Scalar::Bits(bits & concrete::mask(ty)),
                    None => Data::Small(0).value(ty, number, on_diagonal),
                };
            }
        };
        let mut random = Random(stream << 48 ^ seed << 32 ^ u64::from(number));
        random.draw();
        let bits = match ty {
            Type::Float(kind) => self.float(*kind, &mut random),
            _ => self.integer(ty, &mut random) & concrete::mask(ty),
        };
        Scalar::Bits(bits)
    }

    fn float(&self, kind: FloatKind, random: &mut Random) -> u128 {
        let draw = random.draw();
        let value = match self {
            Data::Small(_) | Data::Given(_) | Data::Dominant(_) | Data::Needle(_) => (draw % 9) as f64 - 4.0,
            Data::Powers(_) => {
                let magnitude = ((draw % 5) as f64 - 2.0).exp2();
                if draw & 64 == 0 { magnitude } else { -magnitude }
            }
            Data::Any(_) => (draw >> 11) as f64 / (1u64 << 51) as f64 - 2.0,
            Data::Near(_) => return float::encode(kind, 1.0).unwrap_or(0) + u128::from(draw % 4),
            Data::Special(_) => {
                let huge = if kind == FloatKind::F16 { 60000.0 } else { 1e38 };
                let tiny = if kind == FloatKind::F16 { 1e-7 } else { 1e-38 };
                let choices = [
                    0.0,
                    -0.0,
                    1.0,
                    -1.0,
                    huge,
                    -huge,
                    tiny,
                    -tiny,
                    3.0,
                    1e4,
                    f64::NAN,
                    f64::INFINITY,
                    f64::NEG_INFINITY,
                    0.1,
                    0.3,
                    -0.7,
                ];
                choices[draw as usize % choices.len()]
            }
        };
        float::encode(kind, value).unwrap_or(0)
    }

    fn integer(&self, ty: &Type, random: &mut Random) -> u128 {
        let draw = random.draw();
        let width = ty.bit_width().unwrap_or(64).max(1);
        match self {
            Data::Small(_) | Data::Near(_) | Data::Given(_) | Data::Needle(_) => {
                (i128::from(draw % 17) - 8) as u128
            }
            // With few bits they stay of that sign, for the most part.
            Data::Dominant(seed) => {
                let magnitude = 1 + u128::from(draw) % (1 << (width / 2).min(10));
                if seed % 2 == 0 {
                    magnitude.wrapping_neg()
                } else {
                    magnitude
                }
            }
            Data::Powers(_) => 1 << (draw as u32 % width),
            Data::Any(_) => u128::from(draw) << 64 | u128::from(random.draw()),
            Data::Special(_) => {
                let least = 1u128 << (width - 1);
                let choices = [
                    0,
                    1,
                    2,
                    3,
                    u128::MAX,
                    u128::MAX - 6,
                    least,
                    least - 1,
                    least + 1,
                    5,
                    7,
                ];
                choices[draw as usize % choices.len()]
            }
        }
    }
}
