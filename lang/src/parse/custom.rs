//! Custom forms that no signature describes; [`crate::assembly`] says which operation has which.

mod affine;
mod function;
mod indices;
mod linalg;
mod mask;
mod parallel;
mod scalar;
mod scf;
mod transfer;

pub(crate) use indices::DYNAMIC_POSITION;
pub(crate) use transfer::outer_product_type;
