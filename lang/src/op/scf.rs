//! The scf dialect: structured control flow.

ops! {
    dialect Scf;

    /// Ends the first region of a while loop: whether to go on, and with what.
    ScfCondition = "scf.condition": Generic [Terminator]
        as "(condition: i1, args*: any) in scf.while; \
            '(' condition ')' attr-dict [args ':' type(args)]";
    /// Runs a region of several blocks once.
    ScfExecuteRegion = "scf.execute_region": Generic [];
    /// A loop from a lower to an upper bound by a positive step.
    ScfFor = "scf.for": Generic [AutomaticAllocationScope SingleBlock RecursiveEffects];
    /// A nest of loops whose iterations may run in parallel.
    ScfForall = "scf.forall": Generic [AutomaticAllocationScope SingleBlock RecursiveEffects];
    /// Ends a forall: what its iterations write into the shared tensors.
    ScfInParallel = "scf.forall.in_parallel": Generic [Terminator SingleBlock NoTerminator GraphRegion];
    /// A condition, with results if it has an else.
    ScfIf = "scf.if": Generic [SingleBlock NoRegionArguments RecursiveEffects];
    /// The region whose case equals an index, or the default.
    ScfIndexSwitch = "scf.index_switch": Generic [SingleBlock RecursiveEffects];
    /// A nest of parallel loops with optional reductions.
    ScfParallel = "scf.parallel": Generic [AutomaticAllocationScope SingleBlock RecursiveEffects];
    /// Ends a parallel loop: how its results are combined.
    ScfReduce = "scf.reduce": Generic [Terminator RecursiveEffects];
    /// Ends the region that combines two values of a reduction.
    ScfReduceReturn = "scf.reduce.return": Generic [Terminator]
        as "(result: any) in scf.reduce; result attr-dict ':' type(result)";
    /// A loop whose first region decides and whose second computes.
    ScfWhile = "scf.while": Generic [SingleBlock RecursiveEffects];
    /// Ends a region of the scf dialect.
    ScfYield = "scf.yield": Generic [Terminator ReturnLike]
        as "(results*: any) in scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while; \
            attr-dict [results ':' type(results)]";
}
