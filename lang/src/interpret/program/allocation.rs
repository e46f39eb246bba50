//! Allocations and globals.

use crate::interpret::affine::IndexExpr;

use super::Constant;

#[derive(Clone, Debug)]
pub(in crate::interpret) struct Allocate {
    pub sizes: Box<[IndexExpr]>,
    /// Given strides and offset, if the layout has them.
    pub layout: Option<(Box<[IndexExpr]>, IndexExpr)>,
    pub unit: u32,
    pub on_stack: bool,
    pub result: u32,
}

/// `memref.realloc`.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Reallocate {
    pub memref: u32,
    pub size: IndexExpr,
    pub unit: u32,
    pub result: u32,
}

/// `memref.global`.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Global {
    pub sizes: Vec<i64>,
    pub unit: u32,
    pub is_constant: bool,
    pub contents: Contents,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) enum Contents {
    Undefined,
    Known(Constant),
    /// Another module has them.
    Elsewhere,
}
