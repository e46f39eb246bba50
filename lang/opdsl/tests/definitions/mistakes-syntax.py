def broken(:
    pass
# expected:
# 1:12: this is no Python: Expected a parameter or the end of the parameter list
#     def broken(:
#                ^
