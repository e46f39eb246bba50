//! The whole pipeline in one readable function, [`pipeline::optimize`].

pub mod choose;
pub mod deep;
pub mod derive;
pub mod follow;
mod kept;
pub mod measure;
pub mod pipeline;
pub mod reassociate;
pub mod search;
pub mod together;
pub mod validate;
