@linalg_structured_op
def no_definition(x, y=TensorDef(T, output=True)):
    y[None] = x[None]
@linalg_structured_op
def any_number(*x, y=TensorDef(T, output=True)):
    y[None] = x[None]
@linalg_structured_op
def no_output(x=TensorDef(T)):
    x[None] = x[None]
@linalg_structured_op
def two_outputs(x=TensorDef(T), y=TensorDef(T, output=True), z=TensorDef(T, output=True)):
    y[None] = x[None]
@linalg_structured_op
def order(y=TensorDef(T, output=True), x=TensorDef(T)):
    y[None] = x[None]
@linalg_structured_op
def attribute_first(x=TensorDef(T), f=UnaryFnAttrDef(default=UnaryFn.exp), y=TensorDef(T, output=True)):
    y[None] = f(x[None])
@linalg_structured_op
def no_type(x=TensorDef(), y=TensorDef(T, output=True)):
    y[None] = x[None]
@linalg_structured_op
def no_type_variable(x=TensorDef(S.M), y=TensorDef(T, output=True)):
    y[None] = x[None]
@linalg_structured_op
def dimension_in_shape(x=TensorDef(T, D.m), y=TensorDef(T, output=True)):
    y[None] = x[None]
@linalg_structured_op
def number_in_shape(x=TensorDef(T, 3), y=TensorDef(T, output=True)):
    y[None] = x[None]
@linalg_structured_op
def unknown_argument(x=TensorDef(T, S.M, input=True), y=TensorDef(T, output=True)):
    y[None] = x[None]
@linalg_structured_op
def not_a_truth_value(x=TensorDef(T), y=TensorDef(T, output=1)):
    y[None] = x[None]
@linalg_structured_op
def scalar_shape(x=ScalarDef(T, S.M), y=TensorDef(T, output=True)):
    y[None] = x
@linalg_structured_op
def index_dims_count(x=TensorDef(T, S.M, index_dims=[D.m, D.n]), y=TensorDef(T, S.M, S.N, output=True)):
    y[D.m, D.n] = y[D.m, D.n]
@linalg_structured_op
def index_dims_symbols(x=TensorDef(T, S.M, index_dims=[S.M]), y=TensorDef(T, S.M, output=True)):
    y[D.m] = y[D.m]
@linalg_structured_op
def index_dims_unused(x=TensorDef(T, S.M, index_dims=[D.k]), y=TensorDef(T, S.M, output=True)):
    y[D.m] = y[D.m]
@linalg_structured_op
def no_default(x=TensorDef(T), y=TensorDef(T, output=True), s=IndexAttrDef(S.S)):
    y[None] = x[None]
@linalg_structured_op
def default_count(x=TensorDef(T), y=TensorDef(T, output=True), s=IndexAttrDef(S.S, S.R, default=[1])):
    y[None] = x[None]
@linalg_structured_op
def default_floats(x=TensorDef(T), y=TensorDef(T, output=True), s=IndexAttrDef(S.S, default=[1.5])):
    y[None] = x[None]
@linalg_structured_op
def default_dimension(x=TensorDef(T), y=TensorDef(T, output=True), s=IndexAttrDef(D.s, default=[1])):
    y[None] = x[None]
@linalg_structured_op
def default_of_another_kind(x=TensorDef(T), y=TensorDef(T, output=True), f=UnaryFnAttrDef(default=BinaryFn.add)):
    y[None] = f(x[None])
@linalg_structured_op
def method_name(x=TensorDef(T), y=TensorDef(T, output=True), region=UnaryFnAttrDef(default=UnaryFn.exp)):
    y[None] = region(x[None])
@linalg_structured_op
def not_a_parameter(x=const(1), y=TensorDef(T, output=True)):
    y[None] = x
# expected:
# 2:19: the parameter `x` has no definition (expected `=TensorDef(…)`, `=ScalarDef(…)` or the definition of an attribute)
#     def no_definition(x, y=TensorDef(T, output=True)):
#                       ^
# 5:16: found a parameter for any number of arguments (expected parameters such as `A=TensorDef(T1, S.M)`)
#     def any_number(*x, y=TensorDef(T, output=True)):
#                    ^^
# 8:14: there is no output (expected a tensor with `output=True`)
#     def no_output(x=TensorDef(T)):
#                  ^^^^^^^^^^^^^^^^
# 11:62: `z` is a second output (expected one output)
#     def two_outputs(x=TensorDef(T), y=TensorDef(T, output=True), z=TensorDef(T, output=True)):
#                                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^
# 14:40: `x` stands behind `y` (expected inputs and scalars first, then the output, then attributes)
#     def order(y=TensorDef(T, output=True), x=TensorDef(T)):
#                                            ^^^^^^^^^^^^^^
# 17:76: `y` stands behind `f` (expected inputs and scalars first, then the output, then attributes)
#     def attribute_first(x=TensorDef(T), f=UnaryFnAttrDef(default=UnaryFn.exp), y=TensorDef(T, output=True)):
#                                                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^
# 20:15: the tensor has no type (expected a type variable such as `T1`)
#     def no_type(x=TensorDef(), y=TensorDef(T, output=True)):
#                   ^^^^^^^^^^^
# 23:34: found the symbol `S.M` (expected a type variable such as `T1` or `TV.T1`)
#     def no_type_variable(x=TensorDef(S.M), y=TensorDef(T, output=True)):
#                                      ^^^
# 26:39: found the dimension `D.m` (expected a symbol such as `S.M`, or an affine expression of symbols)
#     def dimension_in_shape(x=TensorDef(T, D.m), y=TensorDef(T, output=True)):
#                                           ^^^
# 29:36: found the integer 3 (expected a symbol such as `S.M`, or an affine expression of symbols)
#     def number_in_shape(x=TensorDef(T, 3), y=TensorDef(T, output=True)):
#                                        ^
# 32:42: there is no such argument (expected `index_dims`, `output`)
#     def unknown_argument(x=TensorDef(T, S.M, input=True), y=TensorDef(T, output=True)):
#                                              ^^^^^^^^^^
# 35:54: found the integer 1 (expected `True` or `False`)
#     def not_a_truth_value(x=TensorDef(T), y=TensorDef(T, output=1)):
#                                                          ^^^^^^^^
# 38:20: the scalar has no type, or several (expected one type variable)
#     def scalar_shape(x=ScalarDef(T, S.M), y=TensorDef(T, output=True)):
#                        ^^^^^^^^^^^^^^^^^
# 41:53: there are 2 dimensions for a shape of rank 1 (expected one for each)
#     def index_dims_count(x=TensorDef(T, S.M, index_dims=[D.m, D.n]), y=TensorDef(T, S.M, S.N, output=True)):
#                                                         ^^^^^^^^^^
# 44:55: found the symbol `S.M` (expected dimensions such as `D.k`)
#     def index_dims_symbols(x=TensorDef(T, S.M, index_dims=[S.M]), y=TensorDef(T, S.M, output=True)):
#                                                           ^^^^^
# 47:23: the dimension `D.k` of `index_dims` is in no subscript (expected dimensions of the assignment)
#     def index_dims_unused(x=TensorDef(T, S.M, index_dims=[D.k]), y=TensorDef(T, S.M, output=True)):
#                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# 50:63: the attribute has no default (expected `default=…`)
#     def no_default(x=TensorDef(T), y=TensorDef(T, output=True), s=IndexAttrDef(S.S)):
#                                                                   ^^^^^^^^^^^^^^^^^
# 53:97: found 1 default values (expected 2, one for each symbol)
#     def default_count(x=TensorDef(T), y=TensorDef(T, output=True), s=IndexAttrDef(S.S, S.R, default=[1])):
#                                                                                                     ^^^
# 56:93: the default values are no integers (expected a list of integers)
#     def default_floats(x=TensorDef(T), y=TensorDef(T, output=True), s=IndexAttrDef(S.S, default=[1.5])):
#                                                                                                 ^^^^^
# 59:83: found the dimension `D.s` (expected different symbols such as `S.SH`)
#     def default_dimension(x=TensorDef(T), y=TensorDef(T, output=True), s=IndexAttrDef(D.s, default=[1])):
#                                                                                       ^^^
# 62:99: found the function `BinaryFn.add` (expected one of the functions of `UnaryFn`)
#     def default_of_another_kind(x=TensorDef(T), y=TensorDef(T, output=True), f=UnaryFnAttrDef(default=BinaryFn.add)):
#                                                                                                       ^^^^^^^^^^^^
# 65:62: MLIR's classes have a method `region` (expected another name for the attribute)
#     def method_name(x=TensorDef(T), y=TensorDef(T, output=True), region=UnaryFnAttrDef(default=UnaryFn.exp)):
#                                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# 68:29: found an argument without a name (expected `default=…`)
#     def not_a_parameter(x=const(1), y=TensorDef(T, output=True)):
#                                 ^
