//! Affine expressions over named dimensions and symbols, as they are written.

/// An expression of a shape or of a subscript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Affine {
    Dim(String),
    Symbol(String),
    Constant(i64),
    Binary(AffineOperator, Box<Affine>, Box<Affine>),
}

/// What Python's `+`, `*`, `%`, `//` and `/` are between affine expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AffineOperator {
    Add,
    Mul,
    Mod,
    FloorDiv,
    CeilDiv,
}

impl Affine {
    /// Calls `visit` with each part, left to right.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Affine)) {
        visit(self);
        if let Affine::Binary(_, a, b) = self {
            a.walk(visit);
            b.walk(visit);
        }
    }

    /// The dimensions in it, left to right, each as often as it is there.
    pub fn dims(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.walk(&mut |part| {
            if let Affine::Dim(name) = part {
                found.push(name.as_str());
            }
        });
        found
    }

    /// The symbols in it, left to right, each as often as it is there.
    pub fn symbols(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.walk(&mut |part| {
            if let Affine::Symbol(name) = part {
                found.push(name.as_str());
            }
        });
        found
    }

    /// Why the operator makes no affine expression of the two; `None` where it does.
    pub(crate) fn obstacle(operator: AffineOperator, a: &Affine, b: &Affine) -> Option<&'static str> {
        let is_constant = |e: &Affine| e.dims().is_empty();
        match operator {
            AffineOperator::Add => None,
            AffineOperator::Mul if is_constant(a) || is_constant(b) => None,
            AffineOperator::Mul => Some("the product of two dimensions is not affine"),
            _ if !is_constant(b) => Some("the quotient or remainder by a dimension is not affine"),
            _ => match b {
                Affine::Constant(n) if *n <= 0 => Some("the divisor is not positive"),
                _ => None,
            },
        }
    }
}

impl std::fmt::Display for Affine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Affine::Dim(name) => write!(f, "D.{name}"),
            Affine::Symbol(name) => write!(f, "S.{name}"),
            Affine::Constant(n) => write!(f, "{n}"),
            Affine::Binary(operator, a, b) => {
                let sign = match operator {
                    AffineOperator::Add => "+",
                    AffineOperator::Mul => "*",
                    AffineOperator::Mod => "%",
                    AffineOperator::FloorDiv => "//",
                    AffineOperator::CeilDiv => "/",
                };
                for (part, between) in [(a, format!(" {sign} ")), (b, String::new())] {
                    match **part {
                        Affine::Binary(AffineOperator::Add, ..) if *operator != AffineOperator::Add => {
                            write!(f, "({part}){between}")?;
                        }
                        _ => write!(f, "{part}{between}")?,
                    }
                }
                Ok(())
            }
        }
    }
}
