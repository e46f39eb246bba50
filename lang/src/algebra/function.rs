//! Functions of one float that the C library computes.

macro_rules! functions {
    ($($name:ident = $c:literal, $on_f64:expr;)*) => {
        /// A function of the C library.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Function {
            $($name,)*
        }

        impl Function {
            /// What C calls it on `double`.
            pub fn c_name(self) -> &'static str {
                match self {
                    $(Function::$name => $c,)*
                }
            }

            /// Its value on an f64, good to about one unit in the last place.
            pub(crate) fn on_f64(self, x: f64) -> f64 {
                match self {
                    $(Function::$name => $on_f64(x),)*
                }
            }
        }
    };
}

// The standard library's own inverse hyperbolic functions lose small arguments and the sign of zero.
functions! {
    Cbrt = "cbrt", f64::cbrt;
    Exp = "exp", f64::exp;
    Exp2 = "exp2", f64::exp2;
    ExpM1 = "expm1", f64::exp_m1;
    Log = "log", f64::ln;
    Log2 = "log2", f64::log2;
    Log10 = "log10", f64::log10;
    Log1p = "log1p", f64::ln_1p;
    Sin = "sin", f64::sin;
    Cos = "cos", f64::cos;
    Tan = "tan", f64::tan;
    Asin = "asin", f64::asin;
    Acos = "acos", f64::acos;
    Atan = "atan", f64::atan;
    Sinh = "sinh", f64::sinh;
    Cosh = "cosh", f64::cosh;
    Tanh = "tanh", f64::tanh;
    Asinh = "asinh", libm::asinh;
    Acosh = "acosh", libm::acosh;
    Atanh = "atanh", libm::atanh;
    Erf = "erf", libm::erf;
    Erfc = "erfc", libm::erfc;
}
