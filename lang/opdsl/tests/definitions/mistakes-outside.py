# Statements and expressions that OpDSL does not have.
for i in range(3):
    pass
a.b = 3
X = Y
Z = TV
W = Z.T1.x
V2 = UnaryFn.sin
if True:
    pass
def undecorated(x=TensorDef(T)):
    pass
@functools.cache
def other(x=TensorDef(T)):
    pass
@linalg_structured_op("name")
def named(x=TensorDef(T)):
    pass
@linalg_structured_op(name="x")
def named(x=TensorDef(T)):
    pass
@linalg_structured_op(op_name="a b")
def named(x=TensorDef(T)):
    pass
@linalg_structured_op
def lambdas(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = (lambda v: v)(x[None])
@linalg_structured_op
def conditional(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = x[None] if True else x[None]
@linalg_structured_op
def compared(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = TernaryFn.select(x[None] < x[None], x[None], x[None])
@linalg_structured_op
def loops(x=TensorDef(T), y=TensorDef(T, output=True)):
    for i in range(3):
        y[None] = x[None]
@linalg_structured_op
def returns(x=TensorDef(T), y=TensorDef(T, output=True)):
    return x
@linalg_structured_op
def powers(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = x[None] ** x[None]
@linalg_structured_op
def negated(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = -x[None]
@linalg_structured_op
def called(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = numpy.sin(x[None])
@linalg_structured_op
def fine(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = x[None]
@linalg_structured_op
def fine(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = x[None]
@linalg_structured_op
def composed(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = fine(x[None])
@linalg_structured_op
def effectless(x=TensorDef(T), y=TensorDef(T, output=True)):
    x[None]
@linalg_structured_op
def unpacked(x=TensorDef(T), y=TensorDef(T, output=True)):
    a, b = x[None], x[None]
@linalg_structured_op
def chained(x=TensorDef(T), y=TensorDef(T, output=True)):
    a = y[None] = x[None]
# expected:
# 2:1: the statement is outside of OpDSL (expected imports, aliases such as `T1 = TV.T1`, and functions with `@linalg_structured_op`)
#     for i in range(3):
#     ^
# 4:1: found an assignment to something else than one name (expected an alias such as `T1 = TV.T1`)
#     a.b = 3
#     ^^^
# 5:5: `Y` is the name of nothing (expected a parameter, an alias, or a name of OpDSL such as `D`, `S`, `TV`, `T`, `UnaryFn`, `const`)
#     X = Y
#         ^
# 7:5: the type variable `T1` has no attribute `x` (expected a name with a dot after one of D, S, TV, UnaryFn, BinaryFn, TernaryFn, TypeFn, ReduceFn)
#     W = Z.T1.x
#         ^^^^^^
# 8:14: there is no function `sin` (expected one of exp, log, abs, ceil, floor, negf, reciprocal, round, sqrt, rsqrt, square, tanh, erf)
#     V2 = UnaryFn.sin
#                  ^^^
# 9:1: the statement is outside of OpDSL (expected imports, aliases such as `T1 = TV.T1`, and functions with `@linalg_structured_op`)
#     if True:
#     ^
# 11:5: the function is no definition of an operation (expected one decorator, `@linalg_structured_op`, in front of it)
#     def undecorated(x=TensorDef(T)):
#         ^^^^^^^^^^^
# 13:2: found another decorator (expected `linalg_structured_op`)
#     @functools.cache
#      ^^^^^^^^^^^^^^^
# 16:23: found an argument without a name (expected `op_name="…"` or `op_class_name="…"`)
#     @linalg_structured_op("name")
#                           ^^^^^^
# 19:23: the decorator has no such argument (expected `op_name="…"` or `op_class_name="…"`)
#     @linalg_structured_op(name="x")
#                           ^^^^^^^^
# 23:5: `a b` is no name of an operation (expected letters, digits and underscores)
#     def named(x=TensorDef(T)):
#         ^^^^^
# 27:16: the expression is outside of OpDSL (expected names, subscripts, calls, numbers, lists and the operators + - * / // %)
#         y[None] = (lambda v: v)(x[None])
#                    ^^^^^^^^^^^
# 30:15: the expression is outside of OpDSL (expected names, subscripts, calls, numbers, lists and the operators + - * / // %)
#         y[None] = x[None] if True else x[None]
#                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# 33:32: the expression is outside of OpDSL (expected names, subscripts, calls, numbers, lists and the operators + - * / // %)
#         y[None] = TernaryFn.select(x[None] < x[None], x[None], x[None])
#                                    ^^^^^^^^^^^^^^^^^
# 36:5: the statement is outside of OpDSL (expected `domain(…)`, `implements(…)`, `defines(…)` or an assignment)
#         for i in range(3):
#         ^
# 40:5: the statement is outside of OpDSL (expected `domain(…)`, `implements(…)`, `defines(…)` or an assignment)
#         return x
#         ^
# 43:15: OpDSL has no such operator for values (expected +, -, *, / or a function such as `BinaryFn.max_signed`)
#         y[None] = x[None] ** x[None]
#                   ^^^^^^^^^^^^^^^^^^
# 46:15: OpDSL has no negation of values (expected `UnaryFn.negf(…)`, or a difference)
#         y[None] = -x[None]
#                   ^^^^^^^^
# 49:15: `numpy` is the name of nothing (expected a parameter, an alias, or a name of OpDSL such as `D`, `S`, `TV`, `T`, `UnaryFn`, `const`)
#         y[None] = numpy.sin(x[None])
#                   ^^^^^
# 54:5: the operation `fine` is defined twice (expected one definition of each name)
#     def fine(x=TensorDef(T), y=TensorDef(T, output=True)):
#         ^^^^
# 58:15: `fine` is the name of nothing (expected a parameter, an alias, or a name of OpDSL such as `D`, `S`, `TV`, `T`, `UnaryFn`, `const`)
#         y[None] = fine(x[None])
#                   ^^^^
# 61:5: the expression has no effect (expected `domain(…)`, `implements(…)`, `defines(…)` or an assignment)
#         x[None]
#         ^^^^^^^
# 64:5: `a` is the name of nothing (expected a parameter, an alias, or a name of OpDSL such as `D`, `S`, `TV`, `T`, `UnaryFn`, `const`)
#         a, b = x[None], x[None]
#         ^
# 67:5: found several targets (expected one)
#         a = y[None] = x[None]
#         ^^^^^^^^^^^^^^^^^^^^^
