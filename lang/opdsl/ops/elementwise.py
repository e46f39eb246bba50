# Operations on each element by itself: the operands are scalars and tensors of one shape, of
# whatever rank, but for the last.

T1 = TV.T1
T2 = TV.T2


@linalg_structured_op
def copy(
    I=TensorDef(T1),
    O=TensorDef(U, output=True),
    cast=TypeFnAttrDef(default=TypeFn.cast_signed),
):
    """Copies each element, converted to the output's type where that is another."""
    defines(Canonicalizer)
    O[None] = cast(U, I[None])


@linalg_structured_op
def fill(value=ScalarDef(T1), O=TensorDef(U, output=True)):
    """Sets each element to one value, converted to the output's type."""
    implements(FillOpInterface)
    defines(Canonicalizer)
    O[None] = TypeFn.cast_signed(U, value)


@linalg_structured_op
def elemwise_unary(
    I=TensorDef(T1),
    O=TensorDef(U, output=True),
    fun=UnaryFnAttrDef(default=UnaryFn.exp),
    cast=TypeFnAttrDef(default=TypeFn.cast_signed),
):
    """The function `fun` of each element, which is converted to the output's type first."""
    O[None] = fun(cast(U, I[None]))


@linalg_structured_op
def exp(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """The exponential of each element."""
    O[None] = UnaryFn.exp(I[None])


@linalg_structured_op
def log(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """The natural logarithm of each element."""
    O[None] = UnaryFn.log(I[None])


@linalg_structured_op
def abs(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """The absolute value of each element."""
    O[None] = UnaryFn.abs(I[None])


@linalg_structured_op
def ceil(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Each element rounded up to an integer."""
    O[None] = UnaryFn.ceil(I[None])


@linalg_structured_op
def floor(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Each element rounded down to an integer."""
    O[None] = UnaryFn.floor(I[None])


@linalg_structured_op(op_class_name="NegFOp")
def negf(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Each element with the other sign."""
    O[None] = UnaryFn.negf(I[None])


@linalg_structured_op
def reciprocal(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """One divided by each element."""
    O[None] = UnaryFn.reciprocal(I[None])


@linalg_structured_op
def round(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Each element rounded to the nearest integer, halves away from zero."""
    O[None] = UnaryFn.round(I[None])


@linalg_structured_op
def sqrt(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """The square root of each element."""
    O[None] = UnaryFn.sqrt(I[None])


@linalg_structured_op
def rsqrt(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """One divided by the square root of each element."""
    O[None] = UnaryFn.rsqrt(I[None])


@linalg_structured_op
def square(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Each element multiplied by itself."""
    O[None] = UnaryFn.square(I[None])


@linalg_structured_op
def tanh(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """The hyperbolic tangent of each element."""
    O[None] = UnaryFn.tanh(I[None])


@linalg_structured_op
def erf(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """The error function of each element."""
    O[None] = UnaryFn.erf(I[None])


@linalg_structured_op
def elemwise_binary(
    lhs=TensorDef(T1),
    rhs=TensorDef(T2),
    O=TensorDef(U, output=True),
    fun=BinaryFnAttrDef(default=BinaryFn.add),
    cast=TypeFnAttrDef(default=TypeFn.cast_signed),
):
    """The function `fun` of two elements, which are converted to the output's type first."""
    O[None] = fun(cast(U, lhs[None]), cast(U, rhs[None]))


@linalg_structured_op
def add(lhs=TensorDef(T1), rhs=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Sums, element by element."""
    O[None] = lhs[None] + rhs[None]


@linalg_structured_op
def sub(lhs=TensorDef(T1), rhs=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Differences, element by element."""
    O[None] = lhs[None] - rhs[None]


@linalg_structured_op
def mul(lhs=TensorDef(T1), rhs=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Products, element by element."""
    O[None] = lhs[None] * rhs[None]


@linalg_structured_op
def div(lhs=TensorDef(T1), rhs=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Quotients, element by element; those of integers are signed."""
    O[None] = lhs[None] / rhs[None]


@linalg_structured_op
def div_unsigned(lhs=TensorDef(T1), rhs=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Quotients of unsigned integers, element by element."""
    O[None] = BinaryFn.div_unsigned(lhs[None], rhs[None])


@linalg_structured_op
def max(lhs=TensorDef(T1), rhs=TensorDef(T1), O=TensorDef(T1, output=True)):
    """The greater of two elements; integers are signed."""
    O[None] = BinaryFn.max_signed(lhs[None], rhs[None])


@linalg_structured_op
def min(lhs=TensorDef(T1), rhs=TensorDef(T1), O=TensorDef(T1, output=True)):
    """The lesser of two elements; integers are signed."""
    O[None] = BinaryFn.min_signed(lhs[None], rhs[None])


@linalg_structured_op(op_class_name="PowFOp")
def powf(lhs=TensorDef(T1), rhs=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Elements raised to the powers that the second operand holds; floats only."""
    O[None] = BinaryFn.powf(lhs[None], rhs[None])


@linalg_structured_op
def select(
    cond=TensorDef(U),
    lhs=TensorDef(T1),
    rhs=TensorDef(T1),
    O=TensorDef(T1, output=True),
):
    """The element of the second operand where the condition holds, of the third where not."""
    O[None] = TernaryFn.select(cond[None], lhs[None], rhs[None])


@linalg_structured_op
def fill_rng_2d(
    min=ScalarDef(F64),
    max=ScalarDef(F64),
    seed=ScalarDef(I32),
    O=TensorDef(T, S.M, S.N, output=True),
):
    """A matrix of pseudo-random numbers between two bounds.

    A linear congruential generator takes two steps for each element, from the seed and the
    numbers of the row and of the column. Its 32 bits become a float between the bounds; nothing
    is said of how the numbers are distributed.
    """
    domain(D.m, D.n)
    a = TypeFn.cast_signed(I32, const(1103515245))
    c = TypeFn.cast_signed(I32, const(12345))
    by_row = (TypeFn.cast_signed(I32, index(D.m)) + seed) * a + c
    bits = (TypeFn.cast_signed(I32, index(D.n)) + by_row) * a + c
    from_zero = TypeFn.cast_signed(F64, const(2147483647)) + TypeFn.cast_signed(F64, bits)
    step = (max - min) * TypeFn.cast_signed(F64, const(2.3283064e-10))
    O[D.m, D.n] = TypeFn.cast_signed(T, from_zero * step + min)
