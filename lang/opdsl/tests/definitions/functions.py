# Every function of the DSL.
@linalg_structured_op
def u_exp(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.exp(x[None])


@linalg_structured_op
def u_log(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.log(x[None])


@linalg_structured_op
def u_abs(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.abs(x[None])


@linalg_structured_op
def u_ceil(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.ceil(x[None])


@linalg_structured_op
def u_floor(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.floor(x[None])


@linalg_structured_op
def u_negf(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.negf(x[None])


@linalg_structured_op
def u_reciprocal(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.reciprocal(x[None])


@linalg_structured_op
def u_round(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.round(x[None])


@linalg_structured_op
def u_sqrt(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.sqrt(x[None])


@linalg_structured_op
def u_rsqrt(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.rsqrt(x[None])


@linalg_structured_op
def u_square(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.square(x[None])


@linalg_structured_op
def u_tanh(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.tanh(x[None])


@linalg_structured_op
def u_erf(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.erf(x[None])


@linalg_structured_op
def b_add(a=TensorDef(T), b=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = BinaryFn.add(a[None], b[None])


@linalg_structured_op
def b_sub(a=TensorDef(T), b=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = BinaryFn.sub(a[None], b[None])


@linalg_structured_op
def b_mul(a=TensorDef(T), b=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = BinaryFn.mul(a[None], b[None])


@linalg_structured_op
def b_div(a=TensorDef(T), b=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = BinaryFn.div(a[None], b[None])


@linalg_structured_op
def b_div_unsigned(a=TensorDef(T), b=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = BinaryFn.div_unsigned(a[None], b[None])


@linalg_structured_op
def b_max_signed(a=TensorDef(T), b=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = BinaryFn.max_signed(a[None], b[None])


@linalg_structured_op
def b_min_signed(a=TensorDef(T), b=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = BinaryFn.min_signed(a[None], b[None])


@linalg_structured_op
def b_max_unsigned(a=TensorDef(T), b=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = BinaryFn.max_unsigned(a[None], b[None])


@linalg_structured_op
def b_min_unsigned(a=TensorDef(T), b=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = BinaryFn.min_unsigned(a[None], b[None])


@linalg_structured_op
def b_powf(a=TensorDef(T), b=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = BinaryFn.powf(a[None], b[None])


@linalg_structured_op
def t_select(c=TensorDef(U), a=TensorDef(T), b=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = TernaryFn.select(c[None], a[None], b[None])


@linalg_structured_op
def cast_signed(x=TensorDef(T), y=TensorDef(U, output=True)):
    y[None] = TypeFn.cast_signed(U, x[None])


@linalg_structured_op
def cast_unsigned(x=TensorDef(T), y=TensorDef(U, output=True)):
    y[None] = TypeFn.cast_unsigned(U, x[None])


@linalg_structured_op
def r_add(x=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
    y[D.m] = ReduceFn.add[D.n](x[D.m, D.n])


@linalg_structured_op
def r_mul(x=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
    y[D.m] = ReduceFn.mul[[D.n]](x[D.m, D.n])


@linalg_structured_op
def r_max_signed(x=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
    y[D.m] = ReduceFn.max_signed[(D.n,)](x[D.m, D.n])


@linalg_structured_op
def r_min_signed(x=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
    y[D.m] = ReduceFn.min_signed[D.n](x[D.m, D.n])


@linalg_structured_op
def r_max_unsigned(x=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
    y[D.m] = ReduceFn.max_unsigned[[D.n]](x[D.m, D.n])


@linalg_structured_op
def r_min_unsigned(x=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
    y[D.m] = ReduceFn.min_unsigned[(D.n,)](x[D.m, D.n])
# expected:
# u_exp(x: T[]) -> y: T[]
#   y[] = exp(x[])
#   UExpOp
# u_log(x: T[]) -> y: T[]
#   y[] = log(x[])
#   ULogOp
# u_abs(x: T[]) -> y: T[]
#   y[] = abs(x[])
#   UAbsOp
# u_ceil(x: T[]) -> y: T[]
#   y[] = ceil(x[])
#   UCeilOp
# u_floor(x: T[]) -> y: T[]
#   y[] = floor(x[])
#   UFloorOp
# u_negf(x: T[]) -> y: T[]
#   y[] = negf(x[])
#   UNegfOp
# u_reciprocal(x: T[]) -> y: T[]
#   y[] = reciprocal(x[])
#   UReciprocalOp
# u_round(x: T[]) -> y: T[]
#   y[] = round(x[])
#   URoundOp
# u_sqrt(x: T[]) -> y: T[]
#   y[] = sqrt(x[])
#   USqrtOp
# u_rsqrt(x: T[]) -> y: T[]
#   y[] = rsqrt(x[])
#   URsqrtOp
# u_square(x: T[]) -> y: T[]
#   y[] = square(x[])
#   USquareOp
# u_tanh(x: T[]) -> y: T[]
#   y[] = tanh(x[])
#   UTanhOp
# u_erf(x: T[]) -> y: T[]
#   y[] = erf(x[])
#   UErfOp
# b_add(a: T[], b: T[]) -> y: T[]
#   y[] = add(a[], b[])
#   BAddOp
# b_sub(a: T[], b: T[]) -> y: T[]
#   y[] = sub(a[], b[])
#   BSubOp
# b_mul(a: T[], b: T[]) -> y: T[]
#   y[] = mul(a[], b[])
#   BMulOp
# b_div(a: T[], b: T[]) -> y: T[]
#   y[] = div(a[], b[])
#   BDivOp
# b_div_unsigned(a: T[], b: T[]) -> y: T[]
#   y[] = div_unsigned(a[], b[])
#   BDivUnsignedOp
# b_max_signed(a: T[], b: T[]) -> y: T[]
#   y[] = max_signed(a[], b[])
#   BMaxSignedOp
# b_min_signed(a: T[], b: T[]) -> y: T[]
#   y[] = min_signed(a[], b[])
#   BMinSignedOp
# b_max_unsigned(a: T[], b: T[]) -> y: T[]
#   y[] = max_unsigned(a[], b[])
#   BMaxUnsignedOp
# b_min_unsigned(a: T[], b: T[]) -> y: T[]
#   y[] = min_unsigned(a[], b[])
#   BMinUnsignedOp
# b_powf(a: T[], b: T[]) -> y: T[]
#   y[] = powf(a[], b[])
#   BPowfOp
# t_select(c: U[], a: T[], b: T[]) -> y: T[]
#   y[] = select(c[], a[], b[])
#   TSelectOp
# cast_signed(x: T[]) -> y: U[]
#   y[] = cast_signed(U, x[])
#   CastSignedOp
# cast_unsigned(x: T[]) -> y: U[]
#   y[] = cast_unsigned(U, x[])
#   CastUnsignedOp
# r_add(x: T[M, N]) -> y: T[M]
#   for m, n (reduction)
#   y[m] = add(y[m], x[m, n])
#   RAddOp
# r_mul(x: T[M, N]) -> y: T[M]
#   for m, n (reduction)
#   y[m] = mul(y[m], x[m, n])
#   RMulOp
# r_max_signed(x: T[M, N]) -> y: T[M]
#   for m, n (reduction)
#   y[m] = max_signed(y[m], x[m, n])
#   RMaxSignedOp
# r_min_signed(x: T[M, N]) -> y: T[M]
#   for m, n (reduction)
#   y[m] = min_signed(y[m], x[m, n])
#   RMinSignedOp
# r_max_unsigned(x: T[M, N]) -> y: T[M]
#   for m, n (reduction)
#   y[m] = max_unsigned(y[m], x[m, n])
#   RMaxUnsignedOp
# r_min_unsigned(x: T[M, N]) -> y: T[M]
#   for m, n (reduction)
#   y[m] = min_unsigned(y[m], x[m, n])
#   RMinUnsignedOp
