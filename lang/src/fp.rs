//! The floating-point model in force: which changes of a float computation count as equal.

use std::fmt;
use std::str::FromStr;

use crate::algebra::FastMath;

/// What a transformation may do to floats beyond keeping every operation and its order.
///
/// ```
/// use ovolo_lang::fp::FpModel;
///
/// let model: FpModel = "contract,reassoc".parse().unwrap();
/// assert!(model.contract && model.reassoc);
/// assert_eq!("strict".parse(), Ok(FpModel::STRICT));
/// assert_eq!(FpModel::STRICT.to_string(), "strict");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FpModel {
    /// `a * b + c` may be rounded once or twice.
    pub contract: bool,
    /// Sums and products, and least and greatest elements, may be taken in any order.
    pub reassoc: bool,
}

impl FpModel {
    /// Every operation and its order are kept for each element. The default.
    pub const STRICT: FpModel = FpModel {
        contract: false,
        reassoc: false,
    };

    /// What an operation with these `fastmath<…>` flags allows under this model.
    pub fn with_flags(self, flags: FastMath) -> FpModel {
        FpModel {
            contract: self.contract || flags.contract,
            reassoc: self.reassoc || flags.reassoc,
        }
    }
}

/// The text names no floating-point model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown floating-point model `{0}`: expected a list of `strict`, `contract`, `reassoc`")]
pub struct UnknownFpModel(pub String);

impl FromStr for FpModel {
    type Err = UnknownFpModel;

    /// Reads `strict`, `contract`, `reassoc`, or a list of them separated by commas.
    fn from_str(text: &str) -> Result<FpModel, UnknownFpModel> {
        let mut model = FpModel::STRICT;
        for word in text.split(',').map(str::trim) {
            match word {
                "strict" => {}
                "contract" => model.contract = true,
                "reassoc" => model.reassoc = true,
                _ => return Err(UnknownFpModel(word.to_string())),
            }
        }
        Ok(model)
    }
}

impl fmt::Display for FpModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.contract, self.reassoc) {
            (false, false) => "strict",
            (true, false) => "contract",
            (false, true) => "reassoc",
            (true, true) => "contract,reassoc",
        })
    }
}
