//! The func dialect: functions and calls.

ops! {
    dialect Func;

    /// A function.
    Func = "func.func": Own [Isolated Symbol AffineScope AutomaticAllocationScope]
        as "() {sym_name: symbol-name, function_type: function-type, sym_visibility?: string, arg_attrs?: \
            dictionaries, res_attrs?: dictionaries} regions (body: any); \
            custom";
    /// A direct call.
    Call = "func.call": Own []
        as "(operands*: any) {callee: symbol} -> (results*: any); \
            callee '(' operands ')' attr-dict ':' functional-type(operands, results)";
    /// Ends a function.
    Return = "func.return": Own [Terminator ReturnLike]
        as "(operands*: any) in func.func; attr-dict [operands ':' type(operands)]";
    /// A call of a function value.
    CallIndirect = "func.call_indirect": Generic []
        as "<F: function> (callee: F, callee_operands*: inputs(F)) -> (results*: outputs(F)); \
            callee '(' callee_operands ')' attr-dict ':' type(callee)";
    /// A function as a value.
    FuncConstant = "func.constant": Generic [Pure ConstantLike]
        as "() {value: symbol} -> (result: any); attr-dict value ':' type(result)";
}
