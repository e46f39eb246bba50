# Shapes, subscripts and dimensions.
@linalg_structured_op
def rank(A=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
    y[D.m] += A[D.m]
@linalg_structured_op
def rank_of_output(A=TensorDef(T, S.M), y=TensorDef(T, S.M, S.N, output=True)):
    y[D.m] = A[D.m]
@linalg_structured_op
def rank_zero(A=TensorDef(T, S.M), y=TensorDef(T, output=True)):
    y[None] = A[None]
@linalg_structured_op
def unbound_symbol(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A[D.m * S.STRIDE]
@linalg_structured_op
def kept_dimension(A=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
    y[D.m] = ReduceFn.add[D.m](A[D.m, D.n])
@linalg_structured_op
def also_kept(A=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
    y[D.m] = ReduceFn.add[D.m, D.n](A[D.m, D.n])
@linalg_structured_op
def not_reduced(A=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A[D.m, D.n]
@linalg_structured_op
def half_reduced(A=TensorDef(T, S.M, S.N, S.K), y=TensorDef(T, S.M, output=True)):
    y[D.m] = ReduceFn.add[D.n](A[D.m, D.n, D.k])
@linalg_structured_op
def reduced_unused(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m] = ReduceFn.add[D.k](A[D.m])
@linalg_structured_op
def unbound_dimension(I=TensorDef(T, S.N), O=TensorDef(T, S.M, output=True)):
    O[D.i] += I[D.i + D.k]
@linalg_structured_op
def index_of_nothing(I=TensorDef(T, S.N), O=TensorDef(T, S.N, output=True)):
    O[D.i] = I[D.i] + TypeFn.cast_signed(T, index(D.j))
@linalg_structured_op
def domain_lacks(A=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
    domain(D.m)
    y[D.m] += A[D.m, D.n]
@linalg_structured_op
def domain_too_large(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    domain(D.m, D.n)
    y[D.m] = A[D.m]
@linalg_structured_op
def domain_twice(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    domain(D.m, D.m)
    y[D.m] = A[D.m]
@linalg_structured_op
def domain_of_symbols(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    domain(S.M)
    y[D.m] = A[D.m]
@linalg_structured_op
def two_accesses(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A[D.m] + A[D.m + 1]
@linalg_structured_op
def unused(A=TensorDef(T, S.M), B=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A[D.m]
@linalg_structured_op
def unused_scalar(A=TensorDef(T, S.M), b=ScalarDef(T), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A[D.m]
@linalg_structured_op
def product_of_dimensions(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A[D.m * D.m]
@linalg_structured_op
def quotient_by_dimension(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A[D.m // D.m]
@linalg_structured_op
def quotient_by_zero(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A[D.m % 0]
@linalg_structured_op
def difference(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A[D.m - 1]
@linalg_structured_op
def constant_left(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A[2 * D.m]
@linalg_structured_op
def constant_subscript(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A[0]
@linalg_structured_op
def not_injective(A=TensorDef(T, S.M), B=TensorDef(T, S.N), y=TensorDef(T, S.M, output=True)):
    y[D.m + D.n] += A[D.m] * B[D.n]
@linalg_structured_op
def collapsed(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m // 2] += A[D.m]
@linalg_structured_op
def no_subscripts(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y = A[D.m]
@linalg_structured_op
def no_subscripts_read(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A
@linalg_structured_op
def two_assignments(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.m] = A[D.m]
    y[D.m] = A[D.m]
@linalg_structured_op
def to_input(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    A[D.m] = y[D.m]
@linalg_structured_op
def no_assignment(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    domain(D.m)
# expected:
# 4:15: `A` has rank 2 and 1 subscripts (expected one for each dimension of its shape, or `[None]`)
#         y[D.m] += A[D.m]
#                   ^^^^^^
# 7:5: `y` has rank 2 and 1 subscripts (expected one for each dimension of its shape, or `[None]`)
#         y[D.m] = A[D.m]
#         ^^^^^^
# 10:15: `A` has rank 1 and 0 subscripts (expected one for each dimension of its shape, or `[None]`)
#         y[None] = A[None]
#                   ^^^^^^^
# 13:14: the symbol `S.STRIDE` is bound by nothing (expected a symbol of a shape or of an index attribute)
#         y[D.m] = A[D.m * S.STRIDE]
#                  ^^^^^^^^^^^^^^^^^
# 16:5: the reduction over `D.m` keeps the dimension: the output has it as a subscript (expected dimensions that the output lacks)
#         y[D.m] = ReduceFn.add[D.m](A[D.m, D.n])
#         ^^^^^^
# 19:5: the reduction over `D.m` keeps the dimension: the output has it as a subscript (expected dimensions that the output lacks)
#         y[D.m] = ReduceFn.add[D.m, D.n](A[D.m, D.n])
#         ^^^^^^
# 22:14: the iterations of `D.n` all write the same element (expected `+=`, or a reduction such as `ReduceFn.max_signed[D.n](…)`)
#         y[D.m] = A[D.m, D.n]
#                  ^^^^^^^^^^^
# 25:32: the iterations of `D.k` all write the same element (expected `+=`, or a reduction such as `ReduceFn.max_signed[D.k](…)`)
#         y[D.m] = ReduceFn.add[D.n](A[D.m, D.n, D.k])
#                                    ^^^^^^^^^^^^^^^^
# 28:32: the reduced dimension `D.k` is in no subscript (expected dimensions of the operands)
#         y[D.m] = ReduceFn.add[D.k](A[D.m])
#                                    ^^^^^^
# 30:5: no operand says how often the dimension `D.k` runs (expected `D.k` alone as a subscript, or a tensor with `index_dims=[D.k]`)
#     def unbound_dimension(I=TensorDef(T, S.N), O=TensorDef(T, S.M, output=True)):
#         ^^^^^^^^^^^^^^^^^
# 34:45: the dimension `D.j` is not iterated: no subscript has it (expected dimensions of the operands)
#         O[D.i] = I[D.i] + TypeFn.cast_signed(T, index(D.j))
#                                                 ^^^^^^^^^^
# 36:5: the domain lacks the dimension `D.n` (expected all dimensions of the assignment in `domain(…)`)
#     def domain_lacks(A=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
#         ^^^^^^^^^^^^
# 41:17: the dimension `D.n` of the domain is in no subscript (expected the dimensions of the assignment)
#         domain(D.m, D.n)
#                     ^^^
# 45:17: the dimension `D.m` is there twice (expected each dimension once)
#         domain(D.m, D.m)
#                     ^^^
# 49:12: found the symbol `S.M` (expected a dimension such as `D.m`)
#         domain(S.M)
#                ^^^
# 53:23: `A` has two different lists of subscripts (expected `[D.m]` as elsewhere)
#         y[D.m] = A[D.m] + A[D.m + 1]
#                           ^^^^^^^^^^
# 55:33: nothing uses the tensor `B` (expected a use of it, or `index_dims=[…]` where only its shape matters)
#     def unused(A=TensorDef(T, S.M), B=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
#                                     ^^^^^^^^^^^^^^^^^^^
# 58:40: nothing uses the scalar `b` (expected a use of it)
#     def unused_scalar(A=TensorDef(T, S.M), b=ScalarDef(T), y=TensorDef(T, S.M, output=True)):
#                                            ^^^^^^^^^^^^^^
# 62:16: the product of two dimensions is not affine (expected products and quotients by constants and symbols)
#         y[D.m] = A[D.m * D.m]
#                    ^^^^^^^^^
# 65:16: the quotient or remainder by a dimension is not affine (expected products and quotients by constants and symbols)
#         y[D.m] = A[D.m // D.m]
#                    ^^^^^^^^^^
# 68:16: the divisor is not positive (expected products and quotients by constants and symbols)
#         y[D.m] = A[D.m % 0]
#                    ^^^^^^^
# 71:16: affine expressions have no such operator (expected +, *, % and // (a difference is a sum with a product by -1))
#         y[D.m] = A[D.m - 1]
#                    ^^^^^^^
# 74:16: the constant is on the left of an affine expression (expected it on the right, as in `D.i * 2`)
#         y[D.m] = A[2 * D.m]
#                    ^^^^^^^
# 77:16: found the integer 0 (expected an affine expression of dimensions, or `None` alone)
#         y[D.m] = A[0]
#                    ^
# 80:5: two iterations may write one element: the output has the subscript `D.m + D.n` (expected one dimension in each subscript of the output, with a factor at most)
#         y[D.m + D.n] += A[D.m] * B[D.n]
#         ^^^^^^^^^^^^
# 83:5: two iterations may write one element: the output has the subscript `D.m // 2` (expected one dimension in each subscript of the output, with a factor at most)
#         y[D.m // 2] += A[D.m]
#         ^^^^^^^^^^^
# 86:5: `y` is a parameter (expected another name, or subscripts such as `[None]` behind the output)
#         y = A[D.m]
#         ^
# 89:14: found a tensor without subscripts (expected subscripts, or `[None]`, behind the tensor)
#         y[D.m] = A
#                  ^
# 93:5: the definition assigns to its output twice (expected one assignment; local names hold what is computed on the way)
#         y[D.m] = A[D.m]
#         ^^^^^^
# 96:5: the operand is no output (expected a tensor with `output=True`)
#         A[D.m] = y[D.m]
#         ^^^^^^
# 98:5: the definition assigns nothing to its output (expected an assignment such as `O[D.m] = I[D.m]`)
#     def no_assignment(A=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
#         ^^^^^^^^^^^^^
