//! Kinds that only the test dialect has: the constraints that MLIR's own tests check.

use num_traits::Signed;

use crate::attribute::Attribute;
use crate::types::{IntegerType, Signedness, Type};

use super::{Form, Simple, all, dense, integer};

kinds! {
    TEST_KINDS;
    "i32-or-string" Form::Attribute, "32-bit signless integer attribute or string attribute"
        |a| integer(a, &Type::I32) || matches!(a, Attribute::String(_));
    "any-i32" Form::Attribute, "32-bit integer attribute"
        |a| matches!(a, Attribute::Integer { ty: Type::Integer(i), .. } if i.width == 32);
    "si32" Form::Attribute, "32-bit signed integer attribute" |a| integer(a, &of_32_bits(Signedness::Signed));
    "ui32" Form::Attribute, "32-bit unsigned integer attribute" |a| integer(a, &of_32_bits(Signedness::Unsigned));
    "non-negative-i32" Form::Attribute, "32-bit signless integer attribute whose value is non-negative"
        |a| integer(a, &Type::I32) && !is_negative(a);
    "non-negative-i64" Form::Attribute, "64-bit signless integer attribute whose value is non-negative"
        |a| integer(a, &Type::I64) && !is_negative(a);
    "positive-i32" Form::Attribute, "32-bit signless integer attribute whose value is positive"
        |a| integer(a, &Type::I32) && is_positive(a);
    "positive-i64" Form::Attribute, "64-bit signless integer attribute whose value is positive"
        |a| integer(a, &Type::I64) && is_positive(a);
    "types" Form::Attribute, "type array attribute" |a| all(a, |i| matches!(i, Attribute::Type(_)));
    "type-i64" Form::Attribute, "type attribute of 64-bit signless integer" |a| *a == Attribute::Type(Type::I64);
    "i32-cases" Form::Attribute, "allowed 32-bit signless integer cases: 5, 10"
        |a| integer(a, &Type::I32) && matches!(a.as_i64(), Some(5 | 10));
    "i64-cases" Form::Attribute, "allowed 64-bit signless integer cases: 5, 10"
        |a| integer(a, &Type::I64) && matches!(a.as_i64(), Some(5 | 10));
    "any-i32-elements" Form::Attribute, "32-bit integer elements attribute"
        |a| elements(a, |t| matches!(t, Type::Integer(i) if i.width == 32), None);
    "i32-elements" Form::Attribute, "32-bit signless integer elements attribute"
        |a| elements(a, |t| *t == Type::I32, None);
    "i32-elements-2" Form::Attribute, "32-bit signless int elements attribute of shape [2]"
        |a| elements(a, |t| *t == Type::I32, Some(&[2]));
    "i64-elements-4x8" Form::Attribute, "64-bit signless int elements attribute of shape [4, 8]"
        |a| elements(a, |t| *t == Type::I64, Some(&[4, 8]));
    "f32-elements-2" Form::Attribute, "32-bit float elements attribute of shape [2]"
        |a| elements(a, |t| *t == Type::F32, Some(&[2]));
    "f64-elements-4x8" Form::Attribute, "64-bit float elements attribute of shape [4, 8]"
        |a| elements(a, |t| *t == Type::F64, Some(&[4, 8]));
    "sorted-i32s" Form::Attribute, "i32 dense array attribute in non-decreasing order"
        |a| dense(a, &Type::I32) && a.as_i64_list().is_some_and(|l| l.is_sorted());
    "strictly-sorted-i64s" Form::Attribute, "i64 dense array attribute in increasing order"
        |a| dense(a, &Type::I64) && a.as_i64_list().is_some_and(|l| l.is_sorted_by(|x, y| x < y));
    "positive-i64s" Form::Attribute, "i64 dense array attribute whose value is positive"
        |a| dense(a, &Type::I64) && a.as_i64_list().is_some_and(|l| l.iter().all(|n| *n > 0));
    "non-negative-i64s" Form::Attribute, "i64 dense array attribute whose value is non-negative"
        |a| dense(a, &Type::I64) && a.as_i64_list().is_some_and(|l| l.iter().all(|n| *n >= 0));
    "with-test-trait" Form::Attribute, "an attribute that has the trait TestAttrTrait"
        |a| matches!(a, Attribute::Opaque(text) if **text == *"#test.attr_with_trait");
}

fn of_32_bits(signedness: Signedness) -> Type {
    Type::Integer(IntegerType {
        width: 32,
        signedness,
    })
}

fn is_negative(attribute: &Attribute) -> bool {
    attribute.as_integer().is_some_and(Signed::is_negative)
}

fn is_positive(attribute: &Attribute) -> bool {
    attribute.as_integer().is_some_and(Signed::is_positive)
}

fn elements(attribute: &Attribute, fits: impl Fn(&Type) -> bool, shape: Option<&[i64]>) -> bool {
    let Attribute::DenseElements(dense) = attribute else {
        return false;
    };
    let found: Option<Vec<i64>> = match &dense.ty {
        Type::Tensor(tensor) => tensor.shape.iter().flatten().map(|d| d.fixed()).collect(),
        Type::Vector(vector) => Some(vector.shape.iter().map(|d| d.size).collect()),
        _ => None,
    };
    fits(dense.ty.element()) && shape.is_none_or(|shape| found.as_deref() == Some(shape))
}
