# Values, functions and types.
@linalg_structured_op
def index_attribute(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True), s=IndexAttrDef(S.S, default=[1])):
    y[D.i] = x[D.i * S.S] * S.S
@linalg_structured_op
def index_attribute_by_name(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True), s=IndexAttrDef(S.S, default=[1])):
    y[D.i] = x[D.i * S.S] * s
@linalg_structured_op
def index_attribute_as_constant(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True), s=IndexAttrDef(S.S, default=[1])):
    y[D.i] = x[D.i] * TypeFn.cast_signed(T, const(S.S))
@linalg_structured_op
def shape_symbol(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.i] = x[D.i] + S.M
@linalg_structured_op
def number(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.i] = x[D.i] * 2
@linalg_structured_op
def dimension(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.i] = x[D.i] * D.i
@linalg_structured_op
def mixed(x=TensorDef(F32, S.M), y=TensorDef(F64, S.M, output=True)):
    y[D.i] = TypeFn.cast_signed(F64, x[D.i] * y[D.i])
@linalg_structured_op
def mixed_output(x=TensorDef(F32, S.M), y=TensorDef(F64, S.M, output=True)):
    y[D.i] = x[D.i]
@linalg_structured_op
def mixed_constant(x=TensorDef(F32, S.M), y=TensorDef(F32, S.M, output=True)):
    y[D.i] = x[D.i] * const(2.0)
@linalg_structured_op
def mixed_index(x=TensorDef(I32, S.M), y=TensorDef(I32, S.M, output=True)):
    y[D.i] = x[D.i] + index(D.i)
@linalg_structured_op
def exponential_of_integer(x=TensorDef(I32, S.M), y=TensorDef(I32, S.M, output=True)):
    y[D.i] = UnaryFn.exp(x[D.i])
@linalg_structured_op
def unbound_type(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.i] = TypeFn.cast_signed(TV.Other, x[D.i])
@linalg_structured_op
def type_missing(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.i] = TypeFn.cast_signed(x[D.i])
@linalg_structured_op
def type_swapped(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.i] = TypeFn.cast_signed(x[D.i], T)
@linalg_structured_op
def too_few(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.i] = BinaryFn.add(x[D.i])
@linalg_structured_op
def by_name(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.i] = UnaryFn.exp(arg=x[D.i])
@linalg_structured_op
def unknown_function(x=TensorDef(T, S.M), y=TensorDef(T, S.M, output=True)):
    y[D.i] = UnaryFn.sin(x[D.i])
@linalg_structured_op
def unknown_reduction(x=TensorDef(T, S.M), y=TensorDef(T, output=True)):
    y[None] = ReduceFn.sub[D.i](x[D.i])
@linalg_structured_op
def inner_reduction(x=TensorDef(T, S.M), y=TensorDef(T, output=True)):
    y[None] = UnaryFn.exp(ReduceFn.add[D.i](x[D.i]))
@linalg_structured_op
def doubled_reduction(x=TensorDef(T, S.M), y=TensorDef(T, output=True)):
    y[None] += ReduceFn.add[D.i](x[D.i])
@linalg_structured_op
def reduction_without_dimensions(x=TensorDef(T, S.M), y=TensorDef(T, output=True)):
    y[None] = ReduceFn.add(x[D.i])
@linalg_structured_op
def reduction_of_two(x=TensorDef(T, S.M), y=TensorDef(T, output=True)):
    y[None] = ReduceFn.add[D.i](x[D.i], x[D.i])
@linalg_structured_op
def signed_assignment(x=TensorDef(T, S.M), y=TensorDef(T, output=True)):
    y[None] *= x[D.i]
@linalg_structured_op
def unary_reduction(x=TensorDef(T, S.M), y=TensorDef(T, output=True), f=UnaryFnAttrDef(default=UnaryFn.exp)):
    y[None] = f[D.i](x[D.i])
@linalg_structured_op
def constant_of_text(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = x[None] + const("1")
@linalg_structured_op
def large_constant(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = x[None] + const(99999999999999999999)
@linalg_structured_op
def infinite_constant(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = x[None] + const(1e308 * 10.0)
@linalg_structured_op
def divided_constant(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = x[None] + const(1 // 0)
@linalg_structured_op
def scalar_subscript(s=ScalarDef(T), y=TensorDef(T, S.N, output=True)):
    y[D.i] = s[D.i]
@linalg_structured_op
def double_subscript(x=TensorDef(T, S.N, S.N), y=TensorDef(T, S.N, output=True)):
    y[D.i] = x[D.i][D.i]
@linalg_structured_op
def unknown_interface(x=TensorDef(T), y=TensorDef(T, output=True)):
    implements(Canonicalizer)
    y[None] = x[None]
@linalg_structured_op
def unknown_method(x=TensorDef(T), y=TensorDef(T, output=True)):
    defines(FillOpInterface)
    y[None] = x[None]
@linalg_structured_op
def value_of_domain(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = domain(D.i)
@linalg_structured_op
def parameter_assigned(x=TensorDef(T), y=TensorDef(T, output=True)):
    x = y[None]
@linalg_structured_op
def misspelt(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = X[None]
# expected:
# 4:29: `S.S` belongs to an index attribute, which takes no part in the computation (expected it in subscripts only)
#         y[D.i] = x[D.i * S.S] * S.S
#                                 ^^^
# 7:29: an index attribute takes no part in the computation (expected its symbols, in subscripts)
#         y[D.i] = x[D.i * S.S] * s
#                                 ^
# 10:45: found the symbol `S.S` (expected an integer or a finite float in `const(…)`)
#         y[D.i] = x[D.i] * TypeFn.cast_signed(T, const(S.S))
#                                                 ^^^^^^^^^^
# 13:23: found the symbol `S.M` (expected an element of an operand, a scalar, or a function of such)
#         y[D.i] = x[D.i] + S.M
#                           ^^^
# 16:23: found the integer 2 (expected `const(2)` for a constant)
#         y[D.i] = x[D.i] * 2
#                           ^
# 19:23: found the dimension `D.i` (expected `index(D.i)` for the number of the iteration)
#         y[D.i] = x[D.i] * D.i
#                           ^^^
# 22:38: a value of type F32 meets one of type F64 (expected a conversion such as `TypeFn.cast_signed(U, …)` around one of them)
#         y[D.i] = TypeFn.cast_signed(F64, x[D.i] * y[D.i])
#                                          ^^^^^^^^^^^^^^^
# 25:14: the output of type F64 is assigned a value of type F32 (expected a conversion such as `TypeFn.cast_signed(F64, …)`)
#         y[D.i] = x[D.i]
#                  ^^^^^^
# 28:14: a value of type F32 meets one of type F64 (expected a conversion such as `TypeFn.cast_signed(U, …)` around one of them)
#         y[D.i] = x[D.i] * const(2.0)
#                  ^^^^^^^^^^^^^^^^^^^
# 31:14: a value of type I32 meets one of type index (expected a conversion such as `TypeFn.cast_signed(U, …)` around one of them)
#         y[D.i] = x[D.i] + index(D.i)
#                  ^^^^^^^^^^^^^^^^^^^
# 34:14: the function has no meaning for integers (expected a float, or a conversion such as `TypeFn.cast_signed(F32, …)`)
#         y[D.i] = UnaryFn.exp(x[D.i])
#                  ^^^^^^^^^^^^^^^^^^^
# 37:14: no operand has the type `Other` (expected the type variable of an operand, or I32, I64, F32, F64)
#         y[D.i] = TypeFn.cast_signed(TV.Other, x[D.i])
#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# 40:14: found 1 argument (expected 2)
#         y[D.i] = TypeFn.cast_signed(x[D.i])
#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^
# 43:33: found an operand's element (expected a type variable such as `U` as the first argument of a conversion)
#         y[D.i] = TypeFn.cast_signed(x[D.i], T)
#                                     ^^^^^^
# 46:14: found 1 argument (expected 2)
#         y[D.i] = BinaryFn.add(x[D.i])
#                  ^^^^^^^^^^^^^^^^^^^^
# 49:26: found an argument with a name (expected arguments by their positions)
#         y[D.i] = UnaryFn.exp(arg=x[D.i])
#                              ^^^^^^^^^^
# 52:22: there is no function `sin` (expected one of exp, log, abs, ceil, floor, negf, reciprocal, round, sqrt, rsqrt, square, tanh, erf)
#         y[D.i] = UnaryFn.sin(x[D.i])
#                          ^^^
# 55:24: there is no function `sub` (expected one of add, mul, max_signed, min_signed, max_unsigned, min_unsigned)
#         y[None] = ReduceFn.sub[D.i](x[D.i])
#                            ^^^
# 58:27: found a reduction (expected reductions as the outermost function of an assignment only)
#         y[None] = UnaryFn.exp(ReduceFn.add[D.i](x[D.i]))
#                               ^^^^^^^^^^^^^^^^^^^^^^^^^
# 61:16: found a reduction (expected reductions as the outermost function of an assignment only)
#         y[None] += ReduceFn.add[D.i](x[D.i])
#                    ^^^^^^^^^^^^^^^^^^^^^^^^^
# 64:15: the reduction has no dimensions (expected them in brackets, as in `ReduceFn.add[D.k](…)`)
#         y[None] = ReduceFn.add(x[D.i])
#                   ^^^^^^^^^^^^^^^^^^^^
# 67:15: found 2 arguments (expected 1)
#         y[None] = ReduceFn.add[D.i](x[D.i], x[D.i])
#                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# 70:5: the reduction has no sign in OpDSL (expected `+=`, or a reduction such as `ReduceFn.mul[D.k](…)`)
#         y[None] *= x[D.i]
#         ^^^^^^^^^^^^^^^^^
# 73:15: the attribute is no function of two values (expected a `BinaryFnAttrDef`, or one of `ReduceFn`)
#         y[None] = f[D.i](x[D.i])
#                   ^^^^^^
# 76:31: the expression is outside of OpDSL (expected names, subscripts, calls, numbers, lists and the operators + - * / // %)
#         y[None] = x[None] + const("1")
#                                   ^^^
# 79:31: the integer has more than 64 bits (expected a 64-bit integer)
#         y[None] = x[None] + const(99999999999999999999)
#                                   ^^^^^^^^^^^^^^^^^^^^
# 82:25: found the float inf (expected an integer or a finite float in `const(…)`)
#         y[None] = x[None] + const(1e308 * 10.0)
#                             ^^^^^^^^^^^^^^^^^^^
# 85:31: the constants have no such value of 64 bits (expected +, -, *, // or % of integers that fit)
#         y[None] = x[None] + const(1 // 0)
#                                   ^^^^^^
# 88:16: found subscripts of something that is no tensor (expected scalars without subscripts, tensors with one list of them)
#         y[D.i] = s[D.i]
#                    ^^^
# 91:21: found subscripts of something that is no tensor (expected scalars without subscripts, tensors with one list of them)
#         y[D.i] = x[D.i][D.i]
#                         ^^^
# 94:16: found the definition `Canonicalizer` (expected `ContractionOpInterface`, `ConvolutionOpInterface` or `FillOpInterface`)
#         implements(Canonicalizer)
#                    ^^^^^^^^^^^^^
# 98:13: found the interface `FillOpInterface` (expected `Canonicalizer`)
#         defines(FillOpInterface)
#                 ^^^^^^^^^^^^^^^
# 102:15: the call has no value (expected it as a statement of its own)
#         y[None] = domain(D.i)
#                   ^^^^^^^^^^^
# 105:5: `x` is a parameter (expected another name, or subscripts such as `[None]` behind the output)
#         x = y[None]
#         ^
# 108:15: `X` is the name of nothing (expected a parameter, an alias, or a name of OpDSL such as `D`, `S`, `TV`, `T`, `UnaryFn`, `const`)
#         y[None] = X[None]
#                   ^
