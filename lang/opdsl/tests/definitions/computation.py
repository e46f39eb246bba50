# Operators, local names, constants and the numbers of iterations.
@linalg_structured_op
def operators(a=TensorDef(T), b=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = a[None] + b[None] * a[None] - b[None] / (a[None] + b[None])


@linalg_structured_op
def local_names(x=TensorDef(F64, S.M), y=TensorDef(F64, S.M, output=True)):
    half = const(1.0 / 2.0)
    two = const(3 - 1)
    shifted = x[D.i] + half
    squared = shifted * shifted
    y[D.i] = squared * TypeFn.cast_signed(F64, two) + TypeFn.cast_signed(F64, index(D.i)) * const(-1.5e-3)


@linalg_structured_op
def accumulated_in_place(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.i] = y[D.i] * x[D.i]


# Types that do not depend on the operands.
@linalg_structured_op
def hard_wired(a=ScalarDef(I32), b=ScalarDef(I64), x=TensorDef(F32), y=TensorDef(U, output=True)):
    wide = TypeFn.cast_signed(F64, a) * TypeFn.cast_signed(F64, x[None])
    y[None] = TypeFn.cast_signed(U, wide + TypeFn.cast_unsigned(F64, b))
# expected:
# operators(a: T[], b: T[]) -> y: T[]
#   y[] = sub(add(a[], mul(b[], a[])), div(b[], add(a[], b[])))
#   OperatorsOp
# local_names(x: F64[M]) -> y: F64[M]
#   for i
#   y[i] = add(mul(mul(add(x[i], 0.5), add(x[i], 0.5)), cast_signed(F64, 2)), mul(cast_signed(F64, index(i)), -0.0015))
#   LocalNamesOp
# accumulated_in_place(x: T[M]) -> y: T[M]
#   for i
#   y[i] = mul(y[i], x[i])
#   AccumulatedInPlaceOp
# hard_wired(a: I32, b: I64, x: F32[]) -> y: U[]
#   y[] = cast_signed(U, add(mul(cast_signed(F64, a), cast_signed(F64, x[])), cast_unsigned(F64, b)))
#   HardWiredOp
