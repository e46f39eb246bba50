//! The scf dialect: structured control flow.

ops! {
    dialect Scf;

    /// Ends the first region of a while loop: whether to go on, and with what.
    ScfCondition = "scf.condition": Generic [Terminator]
        as "(condition: i1, args*: any) in scf.while; \
            '(' condition ')' attr-dict [args ':' type(args)]";
    /// Runs a region of several blocks once.
    ScfExecuteRegion = "scf.execute_region": Generic []
        as "() -> (results*: any) regions (region: any); [arrow-types(results)] region attr-dict";
    /// A loop from a lower to an upper bound by a positive step.
    ScfFor = "scf.for": Generic [AutomaticAllocationScope SingleBlock RecursiveEffects]
        as "<T: signless-integer | index> (lowerBound: T, upperBound: T, step: T, initArgs*: any) -> \
            (results*: any) regions (region: block ends scf.yield); custom";
    /// A nest of loops whose iterations may run in parallel.
    ScfForall = "scf.forall": Generic [AutomaticAllocationScope SingleBlock RecursiveEffects]
        as "(dynamicLowerBound*: index, dynamicUpperBound*: index, dynamicStep*: index, outputs*: \
            ranked-tensor) {staticLowerBound: dense-i64s, staticUpperBound: dense-i64s, staticStep: \
            dense-i64s, mapping?: array} -> (results*: any) regions (region: block ends \
            scf.forall.in_parallel); custom";
    /// Ends a forall: what its iterations write into the shared tensors.
    ScfInParallel = "scf.forall.in_parallel": Generic [Terminator SingleBlock NoTerminator GraphRegion]
        as "() regions (region: block) in scf.forall; region attr-dict";
    /// A condition, with results if it has an else.
    ScfIf = "scf.if": Generic [SingleBlock NoRegionArguments RecursiveEffects]
        as "(condition: i1) -> (results*: any) regions (thenRegion: block ends scf.yield, elseRegion: \
            optional-block ends scf.yield); custom";
    /// The region whose case equals an index, or the default.
    ScfIndexSwitch = "scf.index_switch": Generic [SingleBlock RecursiveEffects]
        as "(arg: index) {cases: dense-i64s} -> (results*: any) regions (defaultRegion: block ends \
            scf.yield, caseRegions*: block ends scf.yield); custom";
    /// A nest of parallel loops with optional reductions.
    ScfParallel = "scf.parallel": Generic [AutomaticAllocationScope SingleBlock RecursiveEffects]
        as "(lowerBound*: index, upperBound*: index, step*: index, initVals*: any) -> (results*: any) \
            regions (region: block ends scf.reduce); custom";
    /// Ends a parallel loop: how its results are combined.
    ScfReduce = "scf.reduce": Generic [Terminator RecursiveEffects]
        as "(operands*: any) regions (reductions*: block) in scf.parallel; custom";
    /// Ends the region that combines two values of a reduction.
    ScfReduceReturn = "scf.reduce.return": Generic [Terminator]
        as "(result: any) in scf.reduce; result attr-dict ':' type(result)";
    /// A loop whose first region decides and whose second computes.
    ScfWhile = "scf.while": Generic [SingleBlock RecursiveEffects]
        as "(inits*: any) -> (results*: any) regions (before: block, after: block); custom";
    /// Ends a region of the scf dialect.
    ScfYield = "scf.yield": Generic [Terminator ReturnLike]
        as "(results*: any) in scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while; \
            attr-dict [results ':' type(results)]";
}
