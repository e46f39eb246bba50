//! The floating-point model in force: which changes of a float computation count as equal.

use std::fmt;
use std::str::FromStr;

use crate::algebra::FastMath;
use crate::ir::{Module, OpId};
use crate::op::{OpCode, Shape, Trait, fast_math_attribute};

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
    /// Functions such as `exp`, whose values are not representable, may be taken to within a few units in the last place.
    pub afn: bool,
}

impl FpModel {
    /// Every operation and its order are kept for each element. The default.
    pub const STRICT: FpModel = FpModel {
        contract: false,
        reassoc: false,
        afn: false,
    };

    /// What an operation with these `fastmath<…>` flags allows under this model.
    pub fn with_flags(self, flags: FastMath) -> FpModel {
        FpModel {
            contract: self.contract || flags.contract,
            reassoc: self.reassoc || flags.reassoc,
            afn: self.afn || flags.afn,
        }
    }
}

/// Writes what the model grants into the `fastmath<…>` of every operation that computes a float, so that the text of
/// the module says it to whoever compiles it.
pub fn grant(module: &mut Module, model: FpModel) {
    let mut computing: Vec<OpId> = Vec::new();
    module.walk(module.top(), &mut |id| {
        let code = module.op(id).code();
        if code.is_some_and(|code| code.has_trait(Trait::FastMath) && code.shape() != Shape::Compare) {
            computing.push(id);
        }
    });
    for id in computing {
        let own = module.op(id).fast_math();
        let granted = FastMath {
            contract: own.contract || model.contract,
            reassoc: own.reassoc || model.reassoc,
            afn: own.afn || model.afn && module.op(id).code().is_some_and(OpCode::is_approximable),
            ..own
        };
        if let Some(attribute) = fast_math_attribute(granted).filter(|_| granted != own) {
            module.op_mut(id).set_attribute("fastmath", attribute);
        }
    }
}

/// The text names no floating-point model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown floating-point model `{0}`: expected a list of `strict`, `contract`, `reassoc`, `afn`")]
pub struct UnknownFpModel(pub String);

impl FromStr for FpModel {
    type Err = UnknownFpModel;

    /// Reads `strict`, `contract`, `reassoc`, `afn`, or a list of them separated by commas.
    fn from_str(text: &str) -> Result<FpModel, UnknownFpModel> {
        let mut model = FpModel::STRICT;
        for word in text.split(',').map(str::trim) {
            match word {
                "strict" => {}
                "contract" => model.contract = true,
                "reassoc" => model.reassoc = true,
                "afn" => model.afn = true,
                _ => return Err(UnknownFpModel(word.to_string())),
            }
        }
        Ok(model)
    }
}

impl fmt::Display for FpModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            (self.contract, "contract"),
            (self.reassoc, "reassoc"),
            (self.afn, "afn"),
        ];
        let granted: Vec<&str> = words
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, word)| *word)
            .collect();
        match granted.is_empty() {
            true => f.write_str("strict"),
            false => f.write_str(&granted.join(",")),
        }
    }
}
