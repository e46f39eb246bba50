//! The sides of a comparison: what is to be known of them beside what is measured.

use std::fmt;

use ovolo_lang::ir::Module;
use ovolo_lang::types::Type;
use ovolo_timing::data::Argument;

/// The names of the sides that are not given one.
pub const ORIGINAL: &str = "original";
pub const OPTIMIZED: &str = "optimised";
pub const THROUGH_MLIR: &str = "optimised, through MLIR";

/// What is made of a kernel.
#[derive(Clone, Debug)]
pub struct Form {
    pub name: String,
    pub module: Module,
    pub equality: Equality,
    /// Seconds that a call is predicted to take.
    pub predicted: Option<f64>,
    /// What is made of the loops, as `ovolo optimize --schedule` reads it; empty where nothing is.
    pub schedule: String,
}

/// Whether a form is equal to the original.
#[derive(Clone, Debug)]
pub struct Equality {
    pub known: Known,
    /// The same in words.
    pub told: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Another program, proved equal.
    Proved,
    /// Another program, equal at the sizes tried.
    Checked,
    /// Another program, not proved.
    Unproved,
    /// The original.
    Kept,
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Known::Proved => "proved",
            Known::Checked => "checked",
            Known::Unproved => "not proved",
            Known::Kept => "kept as it was",
        })
    }
}

/// What is to be known of a side beside how it was compiled.
#[derive(Clone, Debug)]
pub struct About {
    /// Who made its code.
    pub by: &'static str,
    /// The whole command line of a compiler, or the routine of a library and what that was told; empty of our own code.
    pub line: String,
    pub version: String,
    /// The threads that it may use.
    pub threads: u32,
    /// Whether it is equal to the original, of a form that was made of that.
    pub equality: Option<Equality>,
    /// Seconds that a call is predicted to take.
    pub predicted: Option<f64>,
    /// What was made of the loops; empty where nothing was.
    pub schedule: String,
}

/// A side that was not measured.
#[derive(Clone, Debug)]
pub struct Untimed {
    pub name: String,
    pub reason: String,
}

/// An argument that a kernel was called with.
#[derive(Clone, Debug)]
pub struct Given {
    /// `f64`, or `1024x1024xf64` of an array.
    pub shape: String,
    /// Of an integer.
    pub value: Option<i64>,
}

impl About {
    /// Of what this program compiles in its own process.
    pub fn own(threads: u32) -> About {
        About {
            by: "ovolo",
            line: String::new(),
            version: format!("ovolo {}", env!("CARGO_PKG_VERSION")),
            threads,
            equality: None,
            predicted: None,
            schedule: String::new(),
        }
    }
}

impl Given {
    pub fn of(argument: &Argument) -> Given {
        match argument {
            Argument::Scalar { ty, bits } => Given {
                shape: ty.to_string(),
                value: (!matches!(ty, Type::Float(_))).then_some(*bits as i64),
            },
            Argument::Buffer(buffer) => {
                let extents: String = buffer.extents.iter().map(|n| format!("{n}x")).collect();
                Given {
                    shape: format!("{extents}{}", buffer.element),
                    value: None,
                }
            }
        }
    }
}
