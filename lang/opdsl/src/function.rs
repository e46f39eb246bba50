//! The functions of the DSL, by the names that they have there and in MLIR's attributes.

/// A function that an expression calls, or that an attribute names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Unary(Unary),
    Binary(Binary),
    Ternary(Ternary),
    Type(Cast),
}

/// Declares functions of one arity with their names.
macro_rules! functions {
    ($(#[$doc:meta])* $kind:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind {
            $($variant,)*
        }

        impl $kind {
            /// All of them.
            pub const ALL: &[$kind] = &[$($kind::$variant,)*];

            /// The name in the DSL and in MLIR's attributes.
            pub fn name(self) -> &'static str {
                match self {
                    $($kind::$variant => $name,)*
                }
            }

            /// The function of this name.
            pub fn from_name(name: &str) -> Option<$kind> {
                $kind::ALL.iter().copied().find(|f| f.name() == name)
            }
        }
    };
}

functions! {
    /// A function of one float.
    Unary {
        Exp = "exp",
        Log = "log",
        Abs = "abs",
        Ceil = "ceil",
        Floor = "floor",
        NegF = "negf",
        Reciprocal = "reciprocal",
        Round = "round",
        Sqrt = "sqrt",
        Rsqrt = "rsqrt",
        Square = "square",
        Tanh = "tanh",
        Erf = "erf",
    }
}

functions! {
    /// A function of two numbers of one kind.
    Binary {
        Add = "add",
        Sub = "sub",
        Mul = "mul",
        Div = "div",
        DivUnsigned = "div_unsigned",
        MaxSigned = "max_signed",
        MinSigned = "min_signed",
        MaxUnsigned = "max_unsigned",
        MinUnsigned = "min_unsigned",
        PowF = "powf",
    }
}

functions! {
    /// A function of three values.
    Ternary {
        Select = "select",
    }
}

functions! {
    /// A conversion to another type of numbers; the name says how integers are read.
    Cast {
        Signed = "cast_signed",
        Unsigned = "cast_unsigned",
    }
}

impl Binary {
    /// Those that `ReduceFn` has.
    pub const REDUCTIONS: &[Binary] = &[
        Binary::Add,
        Binary::Mul,
        Binary::MaxSigned,
        Binary::MinSigned,
        Binary::MaxUnsigned,
        Binary::MinUnsigned,
    ];
}

impl Function {
    /// The name in the DSL and in MLIR's attributes.
    pub fn name(self) -> &'static str {
        match self {
            Function::Unary(f) => f.name(),
            Function::Binary(f) => f.name(),
            Function::Ternary(f) => f.name(),
            Function::Type(f) => f.name(),
        }
    }

    /// `unary`, `binary`, `ternary` or `type`.
    pub fn kind(self) -> &'static str {
        match self {
            Function::Unary(_) => "unary",
            Function::Binary(_) => "binary",
            Function::Ternary(_) => "ternary",
            Function::Type(_) => "type",
        }
    }

    /// `UnaryFn`, `BinaryFn`, `TernaryFn` or `TypeFn`.
    pub fn namespace(self) -> &'static str {
        match self {
            Function::Unary(_) => "UnaryFn",
            Function::Binary(_) => "BinaryFn",
            Function::Ternary(_) => "TernaryFn",
            Function::Type(_) => "TypeFn",
        }
    }

    /// The function of the same kind with another name.
    pub fn renamed(self, name: &str) -> Option<Function> {
        match self {
            Function::Unary(_) => Unary::from_name(name).map(Function::Unary),
            Function::Binary(_) => Binary::from_name(name).map(Function::Binary),
            Function::Ternary(_) => Ternary::from_name(name).map(Function::Ternary),
            Function::Type(_) => Cast::from_name(name).map(Function::Type),
        }
    }

    /// How many values it takes.
    pub fn arity(self) -> usize {
        match self {
            Function::Unary(_) | Function::Type(_) => 1,
            Function::Binary(_) => 2,
            Function::Ternary(_) => 3,
        }
    }
}
