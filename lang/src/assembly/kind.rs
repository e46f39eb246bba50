//! Kinds of attributes: how they are stored and what a custom form writes for them.

use crate::attribute::Attribute;
use crate::types::Type;

use super::enumeration::Enumeration;
use super::syntax::DefaultValue;

/// What an attribute of a signature is.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Simple(&'static Simple),
    Enumeration(&'static Enumeration),
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
    I32,
    I64,
    Index,
}

impl Width {
    pub fn ty(self) -> Type {
        match self {
            Width::I1 => Type::I1,
            Width::I32 => Type::I32,
            Width::I64 => Type::I64,
            Width::Index => Type::Index,
        }
    }
}

macro_rules! kinds {
    ($table:ident; $($name:literal $form:expr, $description:literal $fits:expr;)*) => {
        /// Kinds that are no enumeration.
        pub static $table: &[Simple] = &[$(Simple {
            name: $name,
            form: $form,
            description: $description,
            fits: $fits,
        }),*];
    };
}

mod test;

kinds! {
    KINDS;
    "any" Form::Attribute, "any attribute" |_| true;
    "unit" Form::Nothing, "unit attribute" |a| *a == Attribute::Unit;
    "bool" Form::Bool, "bool attribute" |a| matches!(a, Attribute::Bool(_));
    "i32" Form::Integer(Width::I32), "32-bit signless integer attribute" |a| integer(a, &Type::I32);
    "i64" Form::Integer(Width::I64), "64-bit signless integer attribute" |a| integer(a, &Type::I64);
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
    "dense-i32s" Form::Dense(Width::I32), "i32 dense array attribute" |a| dense(a, &Type::I32);
    "dense-i64s" Form::Dense(Width::I64), "i64 dense array attribute" |a| dense(a, &Type::I64);
    "dense-bools" Form::Dense(Width::I1), "i1 dense array attribute" |a| dense(a, &Type::I1);
    "integer-elements" Form::Attribute, "integer elements attribute" integer_elements;
}

impl Kind {
    pub fn new(name: &str) -> Result<Kind, String> {
        let simple = KINDS
            .iter()
            .chain(test::TEST_KINDS)
            .find(|kind| kind.name == name)
            .map(Kind::Simple);
        let kind = simple.or_else(|| Enumeration::named(name).map(Kind::Enumeration));
        kind.ok_or_else(|| format!("`{name}` is no kind of attributes"))
    }

    pub fn fits(self, attribute: &Attribute) -> bool {
        match self {
            Kind::Simple(kind) => (kind.fits)(attribute),
            Kind::Enumeration(e) => e.normal(attribute).is_some(),
        }
    }

    /// What an attribute that is not of the kind fails to be.
    pub fn description(self) -> String {
        match self {
            Kind::Simple(kind) => kind.description.to_string(),
            Kind::Enumeration(e) => e.description(),
        }
    }

    /// The attribute that stands for the default of a signature.
    pub fn default(self, default: &DefaultValue<'_>) -> Result<Attribute, String> {
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
