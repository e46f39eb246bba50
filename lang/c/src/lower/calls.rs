//! Calls: functions of `math.h`, and those of the file, which are inlined.

use ovolo_lang::algebra::FloatPredicate;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{FloatKind, Type};

use super::integers::Int;
use super::memory::Pointer;
use super::{Lowering, Result, Value, fail};
use crate::ast::*;
use crate::live::Vars;

/// Functions inlined in one another beyond this are taken for a recursion.
const DEEPEST: usize = 32;

impl Lowering<'_> {
    pub(super) fn call(&mut self, name: &str, arguments: &[Expr], e: &Expr) -> Result<Value> {
        if let Some(function) = self.unit.functions.iter().find(|f| f.name == name) {
            return self.inline(function, arguments, e);
        }
        let plain = name.trim_start_matches("__builtin_");
        if let (Ty::Float(kind), Some(code)) = (&e.ty, float_function(plain, &e.ty)) {
            let values = arguments
                .iter()
                .map(|a| self.float(a))
                .collect::<Result<Vec<_>>>()?;
            return Ok(Value::Float(
                self.compute(code, &values, Type::Float(*kind)),
                *kind,
            ));
        }
        match (plain, arguments, &e.ty) {
            ("abs" | "labs" | "llabs", [a], Ty::Int(ty)) => {
                let int = self.int(a)?;
                let value = self.int_value(&int);
                let value = self.compute(OpCode::AbsI, &[value], Type::integer(ty.bits));
                Ok(Value::Int(self.int_of(value, *ty)))
            }
            (name, [a], Ty::Int(ty)) if let Some((code, bits)) = counted_bits(name) => {
                // The argument is converted to the unsigned type that the function is of.
                let int = self.int(a)?;
                let own = IntTy { bits, signed: false };
                let value = self.int_value(&int);
                let value = self.resized(value, int.ty, bits);
                let count = self.compute(code, &[value], Type::integer(bits));
                let count = self.resized(count, own, ty.bits);
                Ok(Value::Int(self.int_of(count, *ty)))
            }
            ("isnan" | "isinf" | "isinf_sign" | "isfinite", [a], Ty::Int(_)) => self.class_of_float(plain, a),
            ("free", [a], _) => self.freed(a).map(|()| Value::Nothing),
            ("assume", [_], _) => Ok(Value::Nothing),
            ("expect", [a, _], Ty::Int(_)) => self.int(a).map(Value::Int),
            _ => fail(
                e.span,
                format!("`{name}` is called, whose body is not in this file"),
            ),
        }
    }

    /// The macros of `math.h` that tell NaNs and infinities.
    fn class_of_float(&mut self, class: &str, a: &Expr) -> Result<Value> {
        let Ty::Float(kind) = a.ty else {
            return fail(a.span, "this is no number that is understood");
        };
        let value = self.float(a)?;
        let infinity = self.float_constant(f64::INFINITY, kind);
        let flag = match class {
            "isnan" => self.compare(OpCode::CmpF, FloatPredicate::Uno.code(), value, value),
            "isinf_sign" => {
                let negative = self.float_constant(f64::NEG_INFINITY, kind);
                let flags = [infinity, negative].map(|limit| {
                    let flag = self.compare(OpCode::CmpF, FloatPredicate::Oeq.code(), value, limit);
                    self.flag_as_int(flag)
                });
                let [above, below] = flags;
                return self
                    .arithmetic(BinaryOp::Sub, above, below, IntTy::INT)
                    .map(Value::Int);
            }
            _ => {
                let size = self.compute(OpCode::AbsF, &[value], Type::Float(kind));
                let predicate = if class == "isinf" {
                    FloatPredicate::Oeq.code()
                } else {
                    FloatPredicate::Olt.code()
                };
                self.compare(OpCode::CmpF, predicate, size, infinity)
            }
        };
        Ok(Value::Int(self.flag_as_int(flag)))
    }

    fn inline(&mut self, function: &Function, arguments: &[Expr], e: &Expr) -> Result<Value> {
        if self.inlined.contains(&function.name) || self.inlined.len() > DEEPEST {
            return fail(e.span, format!("`{}` calls itself", function.name));
        }
        if arguments.len() != function.parameters.len() {
            return fail(
                e.span,
                format!("`{}` takes another number of arguments", function.name),
            );
        }
        let mut values = Vec::new();
        for (argument, &parameter) in arguments.iter().zip(&function.parameters) {
            values.push(match &self.variable(parameter).ty {
                // Where no prototype says what a function takes, a `float` comes as a `double`, and a `char` as an `int`.
                ty @ (Ty::Int(_) | Ty::Float(_)) if !argument.ty.is_same(ty) => self.convert(argument, ty)?,
                Ty::Pointer(_) if argument.is_null() => Value::Undefined,
                Ty::Array(..) | Ty::Pointer(_) => Value::Pointer(self.pointer(argument)?),
                Ty::Int(_) => Value::Int(self.int(argument)?),
                Ty::Float(_) => self.expression(argument)?,
                Ty::Struct(of) if of.is_of_scalars() => self.expression(argument)?,
                other => {
                    return fail(
                        argument.span,
                        format!("an argument of type `{}` is not understood", other.describe()),
                    );
                }
            });
        }
        for (value, &parameter) in values.into_iter().zip(&function.parameters) {
            self.bind(parameter, value, e)?;
        }
        self.inlined.push(function.name.clone());
        self.in_memory(&function.body);
        let value = self.body(&function.body, &Vars::new())?;
        self.inlined.pop();
        match (&function.result, value) {
            (Ty::Void, _) => Ok(Value::Nothing),
            (_, Some(value)) => Ok(value),
            (Ty::Int(ty), None) => Ok(Value::Int(Int::constant(0, *ty))),
            (_, None) => Ok(Value::Undefined),
        }
    }

    /// Gives a parameter of an inlined function its value. An array is a pointer to its first element, which may stand anywhere in
    /// another.
    fn bind(&mut self, parameter: VarId, value: Value, e: &Expr) -> Result<()> {
        let variable = self.variable(parameter);
        match (&variable.ty, value) {
            (Ty::Array(..), Value::Pointer(Pointer { array, indices })) => {
                let is_first = indices.len() == 1 && indices[0].as_constant() == Some(0);
                let is_of_structs = variable.ty.cells().is_some_and(|(_, members)| members.is_some());
                let rank = variable.ty.rank() + usize::from(is_of_structs);
                if is_first && rank == self.rank(array) {
                    self.scalars.remove(&(parameter, 0));
                    self.places.insert(parameter, array);
                    return Ok(());
                }
                if indices.len() + rank != self.rank(array) + 1 {
                    return fail(
                        e.span,
                        format!("an array of other dimensions is given for `{}`", variable.name),
                    );
                }
                self.places.remove(&parameter);
                self.scalars
                    .insert((parameter, 0), Value::Pointer(Pointer { array, indices }));
                Ok(())
            }
            (_, Value::Struct(values)) => {
                self.places.remove(&parameter);
                let scalars = values.into_iter().enumerate();
                self.scalars
                    .extend(scalars.map(|(number, value)| ((parameter, number), value)));
                Ok(())
            }
            (_, value) => {
                self.places.remove(&parameter);
                self.scalars.insert((parameter, 0), value);
                Ok(())
            }
        }
    }
}

/// The operation that a function of `math.h` is.
fn float_function(name: &str, ty: &Ty) -> Option<OpCode> {
    let base = match ty {
        Ty::Float(FloatKind::F32) => name.strip_suffix('f')?,
        _ => name,
    };
    Some(match base {
        "sqrt" => OpCode::Sqrt,
        "fabs" => OpCode::AbsF,
        "exp" => OpCode::Exp,
        "exp2" => OpCode::Exp2,
        "expm1" => OpCode::ExpM1,
        "log" => OpCode::Log,
        "log2" => OpCode::Log2,
        "log10" => OpCode::Log10,
        "log1p" => OpCode::Log1p,
        "sin" => OpCode::Sin,
        "cos" => OpCode::Cos,
        "tan" => OpCode::Tan,
        "asin" => OpCode::Asin,
        "acos" => OpCode::Acos,
        "atan" => OpCode::Atan,
        "atan2" => OpCode::Atan2,
        "sinh" => OpCode::Sinh,
        "cosh" => OpCode::Cosh,
        "tanh" => OpCode::Tanh,
        "asinh" => OpCode::Asinh,
        "acosh" => OpCode::Acosh,
        "atanh" => OpCode::Atanh,
        "cbrt" => OpCode::Cbrt,
        "erf" => OpCode::Erf,
        "erfc" => OpCode::Erfc,
        "pow" => OpCode::PowF,
        "fmod" => OpCode::RemF,
        "floor" => OpCode::Floor,
        "ceil" => OpCode::Ceil,
        "trunc" => OpCode::Trunc,
        "round" => OpCode::Round,
        "rint" | "nearbyint" => OpCode::RoundEven,
        "copysign" => OpCode::CopySign,
        "fma" => OpCode::Fma,
        "fmax" => OpCode::MaxNumF,
        "fmin" => OpCode::MinNumF,
        _ => return None,
    })
}

/// The operation that a function of gcc and clang is which counts bits, and the bits of its argument. Of zero, where C says nothing of
/// leading and trailing zeros, they are all.
fn counted_bits(name: &str) -> Option<(OpCode, u32)> {
    let operations = [
        ("popcount", OpCode::CountOnes),
        ("clz", OpCode::CountLeadingZeros),
        ("ctz", OpCode::CountTrailingZeros),
    ];
    operations
        .into_iter()
        .find_map(|(function, code)| match name.strip_prefix(function)? {
            "" => Some((code, 32)),
            "l" | "ll" => Some((code, 64)),
            _ => None,
        })
}
