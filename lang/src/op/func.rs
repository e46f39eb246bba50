//! The func dialect: functions and calls.

ops! {
    dialect Func;

    /// A function.
    Func = "func.func": Own [Isolated Symbol AffineScope AutomaticAllocationScope];
    /// A direct call.
    Call = "func.call": Own [];
    /// Ends a function.
    Return = "func.return": Own [Terminator ReturnLike];
    /// A call of a function value.
    CallIndirect = "func.call_indirect": Generic [];
    /// A function as a value.
    FuncConstant = "func.constant": Generic [Pure ConstantLike];
}
