//! Kinds of attributes: how they are stored and what a custom form writes for them.

use crate::attribute::Attribute;
use crate::types::{Dim, IntegerType, Signedness, Type};

use super::class::{Class, is_named};
use super::confinement::Confinement;
use super::enumeration::Enumeration;
use super::syntax::{DefaultValue, Expr, KindArgument, KindExpr};

/// What an attribute of a signature is.
#[derive(Clone, Debug)]
pub enum Kind {
    Simple(&'static Simple),
    Enumeration(&'static Enumeration),
    /// `type(i64)`: the attribute of a type of the class.
    TypeOf(Class),
    /// `elements(i32)`, `elements(f64, 4, 8)`: the elements of a vector or tensor; of this shape, when that
    /// is not empty.
    Elements(Class, Vec<i64>),
    /// `positive(i32)`: of a kind, with a condition on the value.
    Confined(&'static Confinement, Box<Kind>),
    Either(Vec<Kind>),
    /// The attributes of a dialect with this name, sigil and all.
    Dialect(&'static str),
}

/// A row of [`KINDS`].
pub struct Simple {
    pub name: &'static str,
    pub form: Form,
    /// What MLIR calls it.
    description: &'static str,
    fits: fn(&Attribute) -> bool,
}

/// What a custom form writes for an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing: that the attribute is there shows in a word beside it.
    Nothing,
    /// `true` or `false`.
    Bool,
    /// An integer without its type.
    Integer(Width),
    /// `"text"`.
    String,
    /// A string as `@name`.
    SymbolName,
    /// `@name`.
    Symbol,
    /// `@outer::@inner`.
    SymbolPath,
    /// A type.
    Type,
    /// `[1, 2]` for `array<i64: 1, 2>` and the like.
    Dense(Width),
    /// `[1, 2]`, lists of such, and whatever else an attribute is.
    Attribute,
}

/// The type of an integer attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    I1,
    I8,
    I16,
    I32,
    I64,
    Index,
}

impl Width {
    pub fn ty(self) -> Type {
        match self {
            Width::I1 => Type::I1,
            Width::I8 => Type::integer(8),
            Width::I16 => Type::integer(16),
            Width::I32 => Type::I32,
            Width::I64 => Type::I64,
            Width::Index => Type::Index,
        }
    }
}

macro_rules! kinds {
    ($($name:literal $form:expr, $description:literal $fits:expr;)*) => {
        /// Every kind that is no enumeration.
        pub static KINDS: &[Simple] = &[$(Simple {
            name: $name,
            form: $form,
            description: $description,
            fits: $fits,
        }),*];
    };
}

kinds! {
    "any" Form::Attribute, "any attribute" |_| true;
    "unit" Form::Nothing, "unit attribute" |a| *a == Attribute::Unit;
    "bool" Form::Bool, "bool attribute" |a| matches!(a, Attribute::Bool(_));
    "i32" Form::Integer(Width::I32), "32-bit signless integer attribute" |a| integer(a, &Type::I32);
    "i64" Form::Integer(Width::I64), "64-bit signless integer attribute" |a| integer(a, &Type::I64);
    "any-i32" Form::Attribute, "32-bit integer attribute" |a| integer_of(a, 32, None);
    "si32" Form::Attribute, "32-bit signed integer attribute" |a| integer_of(a, 32, Some(Signedness::Signed));
    "si64" Form::Attribute, "64-bit signed integer attribute" |a| integer_of(a, 64, Some(Signedness::Signed));
    "ui32" Form::Attribute, "32-bit unsigned integer attribute" |a| integer_of(a, 32, Some(Signedness::Unsigned));
    "index" Form::Integer(Width::Index), "index attribute" |a| integer(a, &Type::Index);
    "integer" Form::Attribute, "arbitrary integer attribute" |a| matches!(a, Attribute::Integer { .. } | Attribute::Bool(_));
    "typed" Form::Attribute, "TypedAttr instance" |a| a.ty().is_some() || matches!(a, Attribute::Opaque(_) | Attribute::String(_));
    "string" Form::String, "string attribute" |a| matches!(a, Attribute::String(_));
    "symbol-name" Form::SymbolName, "string attribute" |a| matches!(a, Attribute::String(_));
    "symbol" Form::Symbol, "flat symbol reference attribute" |a| matches!(a, Attribute::SymbolRef(path) if path.len() == 1);
    "symbol-path" Form::SymbolPath, "symbol reference attribute" |a| matches!(a, Attribute::SymbolRef(_));
    "type" Form::Type, "any type attribute" |a| matches!(a, Attribute::Type(_));
    "function-type" Form::Type, "type attribute of function type" |a| matches!(a, Attribute::Type(Type::Function(_)));
    "memref-type" Form::Type, "memref type attribute" |a| matches!(a, Attribute::Type(Type::MemRef(_)));
    "map" Form::Attribute, "AffineMap attribute" |a| matches!(a, Attribute::AffineMap(_));
    "set" Form::Attribute, "IntegerSet attribute" |a| matches!(a, Attribute::IntegerSet(_));
    "dictionary" Form::Attribute, "dictionary of named attribute values" |a| matches!(a, Attribute::Dictionary(_));
    "dictionaries" Form::Attribute, "Array of dictionary attributes" |a| all(a, |i| matches!(i, Attribute::Dictionary(_)));
    "array" Form::Attribute, "array attribute" |a| matches!(a, Attribute::Array(_));
    "maps" Form::Attribute, "AffineMap array attribute" |a| all(a, |i| matches!(i, Attribute::AffineMap(_)));
    "strings" Form::Attribute, "string array attribute" |a| all(a, |i| matches!(i, Attribute::String(_)));
    "bools" Form::Attribute, "1-bit boolean array attribute" |a| all(a, |i| matches!(i, Attribute::Bool(_)));
    "i64s" Form::Attribute, "64-bit integer array attribute" |a| all(a, |i| integer(i, &Type::I64));
    "index-lists" Form::Attribute, "Array of 64-bit integer array attributes"
        |a| all(a, |i| all(i, |j| integer(j, &Type::I64)));
    "types" Form::Attribute, "type array attribute" |a| all(a, |i| matches!(i, Attribute::Type(_)));
    "dense-i8s" Form::Dense(Width::I8), "i8 dense array attribute" |a| dense(a, &Type::integer(8));
    "dense-i16s" Form::Dense(Width::I16), "i16 dense array attribute" |a| dense(a, &Type::integer(16));
    "dense-f32s" Form::Attribute, "f32 dense array attribute" |a| dense(a, &Type::F32);
    "dense-f64s" Form::Attribute, "f64 dense array attribute" |a| dense(a, &Type::F64);
    "dense-i32s" Form::Dense(Width::I32), "i32 dense array attribute" |a| dense(a, &Type::I32);
    "dense-i64s" Form::Dense(Width::I64), "i64 dense array attribute" |a| dense(a, &Type::I64);
    "dense-bools" Form::Dense(Width::I1), "i1 dense array attribute" |a| dense(a, &Type::I1);
    "integer-elements" Form::Attribute, "integer elements attribute" integer_elements;
}

impl Kind {
    pub fn new(expr: &KindExpr<'static>) -> Result<Kind, String> {
        match expr {
            KindExpr::Name(name) => Kind::named(name),
            KindExpr::Dialect(name) => Ok(Kind::Dialect(name)),
            KindExpr::Either(all) => Ok(Kind::Either(all.iter().map(Kind::new).collect::<Result<_, _>>()?)),
            KindExpr::Call("type", arguments) => match arguments.as_slice() {
                [class] => Ok(Kind::TypeOf(class_of(class)?)),
                _ => Err("`type(…)` has one argument, a class of types".into()),
            },
            KindExpr::Call("elements", arguments) => match arguments.split_first() {
                Some((class, extents)) => Ok(Kind::Elements(class_of(class)?, numbers(extents)?)),
                None => Err("`elements(…)` has a class of types as its first argument".into()),
            },
            KindExpr::Call(name, arguments) => {
                let confinement = Confinement::named(name);
                let confinement =
                    confinement.ok_or_else(|| format!("`{name}` is no condition on attributes"))?;
                match arguments.as_slice() {
                    [KindArgument::Kind(kind)] => Ok(Kind::Confined(confinement, Box::new(Kind::new(kind)?))),
                    _ => Err(format!("`{name}(…)` has one argument, a kind of attributes")),
                }
            }
        }
    }

    fn named(name: &str) -> Result<Kind, String> {
        let simple = KINDS.iter().find(|kind| kind.name == name).map(Kind::Simple);
        let kind = simple.or_else(|| Enumeration::named(name).map(Kind::Enumeration));
        kind.ok_or_else(|| format!("`{name}` is no kind of attributes"))
    }

    pub fn fits(&self, attribute: &Attribute) -> bool {
        match self {
            Kind::Simple(kind) => (kind.fits)(attribute),
            Kind::Enumeration(e) => e.normal(attribute).is_some(),
            Kind::TypeOf(class) => matches!(attribute, Attribute::Type(ty) if class.contains(ty)),
            Kind::Elements(class, shape) => has_elements(attribute, class, shape),
            Kind::Confined(confinement, kind) => kind.fits(attribute) && confinement.holds(attribute),
            Kind::Either(kinds) => kinds.iter().any(|kind| kind.fits(attribute)),
            Kind::Dialect(name) => matches!(attribute, Attribute::Opaque(text) if is_named(text, name)),
        }
    }

    /// What an attribute that is not of the kind fails to be.
    pub fn description(&self) -> String {
        match self {
            Kind::Simple(kind) => kind.description.to_string(),
            Kind::Enumeration(e) => e.description(),
            Kind::TypeOf(class) => format!("type attribute of {class}"),
            Kind::Elements(class, shape) if shape.is_empty() => format!("{class} elements attribute"),
            Kind::Elements(class, shape) => format!("{class} elements attribute of shape {shape:?}"),
            Kind::Confined(confinement, kind) => {
                format!("{} {}", kind.description(), confinement.description)
            }
            Kind::Either(kinds) => {
                let all: Vec<String> = kinds.iter().map(Kind::description).collect();
                all.join(" or ")
            }
            Kind::Dialect(name) => format!("an attribute `{name}`"),
        }
    }

    /// What a custom form writes; the enumeration where it is one, which has a style of its own.
    pub fn form(&self) -> Result<Form, &'static Enumeration> {
        match self {
            Kind::Simple(kind) => Ok(kind.form),
            Kind::Enumeration(e) => Err(e),
            Kind::TypeOf(_) => Ok(Form::Type),
            Kind::Confined(_, kind) => kind.form(),
            Kind::Elements(..) | Kind::Either(_) | Kind::Dialect(_) => Ok(Form::Attribute),
        }
    }

    /// The attribute that stands for the default of a signature.
    pub fn default(&self, default: &DefaultValue<'_>) -> Result<Attribute, String> {
        let value = match (self, default) {
            (Kind::Enumeration(e), DefaultValue::Word(word)) => e.attribute([*word]),
            (_, DefaultValue::Word("true")) => Some(Attribute::Bool(true)),
            (_, DefaultValue::Word("false")) => Some(Attribute::Bool(false)),
            (Kind::Simple(kind), DefaultValue::Number(n)) => match kind.form {
                Form::Integer(width) => Some(Attribute::integer(*n, width.ty())),
                _ => None,
            },
            (_, DefaultValue::Text(text)) => Some(Attribute::Opaque((*text).into())),
            (Kind::Simple(kind), DefaultValue::EmptyList) => match kind.form {
                Form::Dense(width) => Some(Attribute::dense_array(width.ty(), [])),
                _ => Some(Attribute::array(Vec::new())),
            },
            _ => None,
        };
        value
            .filter(|value| self.fits(value))
            .ok_or_else(|| format!("{default:?} is not a value of the kind {self:?}"))
    }
}

impl std::fmt::Debug for Simple {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

fn integer(attribute: &Attribute, wanted: &Type) -> bool {
    matches!(attribute, Attribute::Integer { ty, .. } if ty == wanted)
}

/// An integer of this width; `None` is any signedness.
fn integer_of(attribute: &Attribute, wanted: u32, sign: Option<Signedness>) -> bool {
    let Attribute::Integer { ty, .. } = attribute else {
        return false;
    };
    matches!(ty, Type::Integer(IntegerType { width, signedness })
        if *width == wanted && sign.is_none_or(|sign| sign == *signedness))
}

/// The class that an argument of a kind names.
fn class_of(argument: &KindArgument<'static>) -> Result<Class, String> {
    match argument {
        KindArgument::Kind(KindExpr::Name(name)) => Class::new(&Expr::Name(name)),
        _ => Err("the argument is no class of types".into()),
    }
}

fn numbers(arguments: &[KindArgument<'_>]) -> Result<Vec<i64>, String> {
    let number = |argument: &KindArgument<'_>| match argument {
        KindArgument::Number(n) => Ok(*n),
        KindArgument::Kind(_) => Err("an extent is a number".to_string()),
    };
    arguments.iter().map(number).collect()
}

fn has_elements(attribute: &Attribute, class: &Class, wanted: &[i64]) -> bool {
    let Some(ty) = attribute.ty() else { return false };
    let shape: Option<Vec<i64>> = match &ty {
        Type::Vector(v) => Some(v.shape.iter().map(|d| d.size).collect()),
        Type::Tensor(t) => t.shape.iter().flatten().map(|d: &Dim| d.fixed()).collect(),
        _ => None,
    };
    class.contains(ty.element()) && shape.is_some_and(|shape| wanted.is_empty() || shape == wanted)
}

fn all(attribute: &Attribute, fits: impl Fn(&Attribute) -> bool) -> bool {
    matches!(attribute, Attribute::Array(items) if items.iter().all(fits))
}

fn dense(attribute: &Attribute, wanted: &Type) -> bool {
    matches!(attribute, Attribute::DenseArray(array) if array.element == *wanted)
}

fn integer_elements(attribute: &Attribute) -> bool {
    attribute
        .ty()
        .is_some_and(|ty| matches!(ty, Type::Vector(_) | Type::Tensor(_)) && ty.element().is_int_or_index())
}
