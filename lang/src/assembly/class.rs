//! Classes of types: what a signature demands of an operand or a result.
//!
//! Each says in MLIR's terms what it is (`signless-integer-like`, `vector of index values`), so that a
//! diagnostic names the same fault as MLIR's.

use std::fmt;

use crate::types::{IntegerType, Signedness, Type};

use super::syntax::Expr;

/// A set of types.
#[derive(Clone, Debug, PartialEq)]
pub enum Class {
    Named(&'static Named),
    /// A container with elements of a class, of a given rank or of any.
    Of {
        container: &'static Named,
        element: Box<Class>,
        rank: Option<usize>,
    },
    Either(Vec<Class>),
    /// The types of a dialect with this name, sigil and all.
    Dialect(&'static str),
}

/// A row of [`CLASSES`].
pub struct Named {
    pub name: &'static str,
    description: &'static str,
    contains: fn(&Type) -> bool,
}

macro_rules! classes {
    ($($name:literal $description:literal $contains:expr;)*) => {
        /// Every class that has a name.
        pub static CLASSES: &[Named] = &[$(Named {
            name: $name,
            description: $description,
            contains: $contains,
        }),*];
    };
}

classes! {
    "any" "any type" |_| true;
    "index" "index" |t| *t == Type::Index;
    "i1" "1-bit signless integer" |t| *t == Type::I1;
    "i8" "8-bit signless integer" |t| *t == Type::integer(8);
    "i32" "32-bit signless integer" |t| *t == Type::I32;
    "i64" "64-bit signless integer" |t| *t == Type::I64;
    "any-i32" "32-bit integer" |t| matches!(t, Type::Integer(IntegerType { width: 32, .. }));
    "f32" "32-bit float" |t| *t == Type::F32;
    "f64" "64-bit float" |t| *t == Type::F64;
    "integer" "integer" Type::is_integer;
    "signless-integer" "signless integer" signless;
    "signed-integer" "signed integer" |t| matches!(t, Type::Integer(i) if i.signedness == Signedness::Signed);
    "float" "floating-point" Type::is_float;
    "none" "none type" |t| *t == Type::None;
    "function" "function type" |t| matches!(t, Type::Function(_));

    "integer-like" "signless-integer-like" |t| like(t, signless_or_index);
    "fixed-width-integer-like" "signless-fixed-width-integer-like" |t| like(t, signless);
    "float-like" "floating-point-like" |t| like(t, Type::is_float);
    "bool-like" "bool-like" |t| like(t, |e| *e == Type::I1);

    "shaped" "shaped" |t| shape(t).is_some();
    "vector" "vector" |t| t.as_vector().is_some_and(|v| !v.shape.is_empty());
    "vector-of-any-rank" "vector" |t| t.as_vector().is_some();
    "fixed-vector" "fixed-length vector" |t| t.as_vector().is_some_and(|v| v.shape.iter().all(|d| !d.scalable));
    "scalable-vector" "scalable vector" |t| t.as_vector().is_some_and(|v| v.shape.iter().any(|d| d.scalable));
    "memref" "memref" |t| matches!(t, Type::MemRef(m) if m.shape.is_some());
    "ranked-or-unranked-memref" "ranked or unranked memref" |t| matches!(t, Type::MemRef(_));
    "unranked-memref" "unranked.memref" |t| matches!(t, Type::MemRef(m) if m.shape.is_none());
    "strided-memref" "strided memref" |t| matches!(t, Type::MemRef(m) if m.is_strided());
    "static-memref" "statically shaped memref" |t| matches!(t, Type::MemRef(_)) && is_static(t);
    "non-0-ranked-or-unranked-memref" "non-0-ranked or unranked memref"
        |t| matches!(t, Type::MemRef(m) if m.rank() != Some(0));
    "tensor" "tensor" |t| matches!(t, Type::Tensor(_));
    "ranked-tensor" "ranked tensor" |t| matches!(t, Type::Tensor(m) if m.shape.is_some());
    "static-tensor" "statically shaped tensor" |t| matches!(t, Type::Tensor(_)) && is_static(t);
    "non-0-ranked-or-unranked-tensor" "non-0-ranked or unranked tensor"
        |t| matches!(t, Type::Tensor(m) if m.shape.as_ref().is_none_or(|s| !s.is_empty()));
}

impl Class {
    /// The class that an expression without variables and functions means.
    pub fn new(expr: &Expr<'static>) -> Result<Class, String> {
        match expr {
            Expr::Name(name) => Ok(Class::Named(named(name)?)),
            Expr::Of(container, element, rank) => Ok(Class::Of {
                container: named(container)?,
                element: Box::new(match element {
                    Some(element) => Class::new(element)?,
                    None => Class::Named(named("any")?),
                }),
                rank: rank.and_then(|r| usize::try_from(r).ok()),
            }),
            Expr::Either(all) => Ok(Class::Either(
                all.iter().map(Class::new).collect::<Result<_, _>>()?,
            )),
            Expr::Dialect(name) => Ok(Class::Dialect(name)),
            Expr::Call(function, _) => Err(format!("`{function}(…)` is not a class")),
        }
    }

    pub fn contains(&self, ty: &Type) -> bool {
        match self {
            Class::Named(class) => (class.contains)(ty),
            Class::Of {
                container,
                element,
                rank,
            } => {
                (container.contains)(ty)
                    && element.contains(ty.element())
                    && rank.is_none_or(|rank| shape(ty) == Some(Some(rank)))
            }
            Class::Either(all) => all.iter().any(|class| class.contains(ty)),
            Class::Dialect(name) => matches!(ty, Type::Opaque(text) if is_named(text, name)),
        }
    }

    /// The only type of the class, where there is one.
    pub fn only(&self) -> Option<Type> {
        match self {
            Class::Named(class) => Some(match class.name {
                "index" => Type::Index,
                "i1" => Type::I1,
                "i8" => Type::integer(8),
                "i32" => Type::I32,
                "i64" => Type::I64,
                _ => return None,
            }),
            _ => None,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Class::Named(class) if is_container(class) => {
                write!(f, "{} of any type values", class.description)
            }
            Class::Named(class) => f.write_str(class.description),
            Class::Of {
                container,
                element,
                rank,
            } => {
                write!(f, "{} of {element} values", container.description)?;
                match rank {
                    Some(rank) => write!(f, " of rank {rank}"),
                    None => Ok(()),
                }
            }
            Class::Either(all) => {
                for (i, class) in all.iter().enumerate() {
                    let or = if i == 0 { "" } else { " or " };
                    write!(f, "{or}{class}")?;
                }
                Ok(())
            }
            Class::Dialect(name) => write!(f, "a type `{name}`"),
        }
    }
}

impl PartialEq for Named {
    fn eq(&self, other: &Named) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

fn named(name: &str) -> Result<&'static Named, String> {
    let found = CLASSES.iter().find(|class| class.name == name);
    found.ok_or_else(|| format!("`{name}` is no class of types"))
}

/// Whether the text of a dialect's type or attribute begins with this name.
pub fn is_named(text: &str, name: &str) -> bool {
    let rest = text.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('<'))
}

/// Whether the description of the class goes on with `of … values`.
fn is_container(class: &Named) -> bool {
    let name = class.name;
    name == "shaped"
        || ["vector", "memref", "tensor"]
            .iter()
            .any(|kind| name.contains(kind))
            && !name.starts_with("non-0")
}

/// A scalar of the class, or a vector or tensor of them.
fn like(ty: &Type, scalar: fn(&Type) -> bool) -> bool {
    match ty {
        Type::Vector(v) => scalar(&v.element),
        Type::Tensor(t) => scalar(&t.element),
        _ => scalar(ty),
    }
}

fn signless(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Integer(IntegerType {
            signedness: Signedness::Signless,
            ..
        })
    )
}

fn signless_or_index(ty: &Type) -> bool {
    *ty == Type::Index || signless(ty)
}

/// The rank of a shaped type, itself `None` when the type is unranked.
fn shape(ty: &Type) -> Option<Option<usize>> {
    match ty {
        Type::Vector(v) => Some(Some(v.shape.len())),
        Type::MemRef(m) => Some(m.rank()),
        Type::Tensor(t) => Some(t.shape.as_ref().map(Vec::len)),
        _ => None,
    }
}

fn is_static(ty: &Type) -> bool {
    let shape = match ty {
        Type::MemRef(m) => &m.shape,
        Type::Tensor(t) => &t.shape,
        _ => return true,
    };
    shape
        .as_ref()
        .is_some_and(|s| s.iter().all(|d| d.fixed().is_some()))
}
