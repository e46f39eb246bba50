//! One operation's touch of memory.

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::ir::OpId;

use super::AccessInfo;
use super::objects::ObjectId;
use super::place::{FrameId, Position};

pub(super) struct Access {
    pub op: OpId,
    pub frame: FrameId,
    pub reads: bool,
    pub writes: bool,
    pub target: Target,
    pub text: String,
}

pub(super) enum Target {
    /// The element at these subscripts of the object.
    Element(ObjectId, Vec<AffineExpr>),
    /// Any elements of the object, and why it is not said which.
    Anywhere(ObjectId, String),
    /// Any memory that is not private to the function, and why.
    Everything(String),
}

impl Target {
    /// The object that is touched, and no other.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Target::Element(object, _) | Target::Anywhere(object, _) => Some(*object),
            Target::Everything(_) => None,
        }
    }
}

impl Access {
    pub fn position(&self) -> Position {
        Position {
            frame: self.frame,
            op: self.op,
        }
    }

    pub fn info(&self) -> AccessInfo {
        AccessInfo {
            op: self.op,
            text: self.text.clone(),
            reads: self.reads,
            writes: self.writes,
        }
    }
}
