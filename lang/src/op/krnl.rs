//! The krnl dialect of onnx-mlir: loops apart from their schedule, tile buffers, and what its runtime computes.

const FLOAT_UNARY: &str = "(in: float) -> (out: float) where same-type; generic";
const FLOAT_TEST: &str = "(in: float) -> (out: i1); generic";

ops! {
    dialect Krnl;

    /// Loop references that a schedule transforms and `krnl.iterate` runs.
    KrnlDefineLoops = "krnl.define_loops": Own []
        as "() {num_loops: non-negative(i64)} -> (loops*: '!krnl.loop'); custom";
    /// Splits a loop into one over blocks of a constant size and one over the iterations of a block.
    KrnlBlock = "krnl.block": Own []
        as "(loop: '!krnl.loop') {tile_size: positive(i64)} -> (loop_block: '!krnl.loop', loop_local: '!krnl.loop'); \
            loop tile_size attr-dict ':' functional-type(loop, results)";
    /// Sends the loop of each operand to the place among them that the map gives it.
    KrnlPermute = "krnl.permute": Own []
        as "(loops*: '!krnl.loop') {map: i64s}; '(' loops ')' map attr-dict ':' type(loops)";
    /// Unrolls a loop fully.
    KrnlUnroll = "krnl.unroll": Own []
        as "(loop: '!krnl.loop'); loop attr-dict ':' type(loop)";
    /// States that the iterations of loops may run in parallel.
    KrnlParallel = "krnl.parallel": Own []
        as "(loops*: '!krnl.loop', num_threads?: i32) {proc_bind?: string}; \
            '(' loops ')' [',' 'num_threads' '' '(' num_threads ')'] attr-dict ':' type(loops)";
    /// The clauses of OpenMP for the parallel loop with this induction variable.
    KrnlParallelClause = "krnl.parallel_clause": Own []
        as "(parallel_loop_index: index, num_threads?: i32) {proc_bind?: string}; \
            '(' parallel_loop_index ')' [',' 'num_threads' '' '(' num_threads ')'] attr-dict ':' \
            type(parallel_loop_index)";
    /// Runs a region for each iteration of scheduled loops, whose bounds it gives.
    KrnlIterate = "krnl.iterate": Own [SingleBlock RecursiveEffects]
        as "(operands*: any) {bounds: maps, num_optimized_loops: non-negative(i64)} -> (results*: any) \
            regions (bodyRegion: block ends krnl.yield); custom";
    /// Ends an iterate: what it hands on.
    KrnlYield = "krnl.yield": Generic [Pure Terminator ReturnLike]
        as "(operands*: any) in krnl.iterate; attr-dict [operands ':' type(operands)]";
    /// Ends a region that hands on nothing.
    KrnlTerminate = "krnl.terminate": Generic [Terminator ReturnLike]
        as "(); generic";
    /// The induction variables of loops.
    KrnlGetInductionVarValue = "krnl.get_induction_var_value": Own []
        as "(loops*: '!krnl.loop') -> (ind_var_vals*: index) where equal-segments(loops, ind_var_vals); \
            '(' loops ')' attr-dict ':' functional-type(loops, results)";
    /// Operations that stand in a loop which the schedule is still to make.
    KrnlMovable = "krnl.movable": Generic [SingleBlock RecursiveEffects]
        as "() regions (region: block ends krnl.terminate); region attr-dict";
    /// A region at whose top the bounds of affine loops may be defined.
    KrnlRegion = "krnl.region": Generic [AffineScope NoTerminator SingleBlock NoRegionArguments RecursiveEffects]
        as "() regions (bodyRegion: block); generic";
    /// A kernel that takes the place of loops.
    KrnlSpecializedKernel = "krnl.specialized_kernel": Own []
        as "(loops*: '!krnl.loop'); '(' loops ')' attr-dict ':' type(loops)";

    /// Reads an element.
    KrnlLoad = "krnl.load": Own []
        as "<M: memref> (memref: M, indices*: index) -> (result: element(M)); \
            memref '[' indices ']' attr-dict ':' type(memref)";
    /// Writes an element.
    KrnlStore = "krnl.store": Own []
        as "<M: memref> (value: element(M), memref: M, indices*: index); \
            value ',' memref '[' indices ']' attr-dict ':' type(memref)";
    /// The place of an element in the row-major order of a memref.
    KrnlGetLinearOffsetIndex = "krnl.get_linear_offset_index": Own []
        as "(memref: memref, indices*: index) {map: map} -> (result: index); custom";
    /// A hint that an element is soon accessed.
    KrnlPrefetch = "krnl.prefetch": Own []
        as "(memref: memref, indices*: index) {isWrite: bool, localityHint: i32, isDataCache: bool, map: map}; custom";
    /// Part of a pool of memory from a byte offset on.
    KrnlGetRef = "krnl.getref": Generic []
        as "(mempool: memref, offset: integer, value*: index) -> (output: memref); generic";
    /// A memref of vectors over the memory of a memref of scalars.
    KrnlVectorTypeCast = "krnl.vector_type_cast": Own []
        as "(source: memref) -> (result: memref); source attr-dict ':' type(source) 'to' type(result)";
    /// Fills a buffer with a tile of a memref, as far as that goes, and pads it.
    KrnlCopyToTileBuffer = "krnl.copy_to_tile_buffer": Own []
        as "<B: memref, S: memref> (buffer: B, source: S, starts*: index, padValue: element(B)) {tileSize?: i64s, \
            padToNext?: i64s, overreadToNext?: i64s, transpose: bool = false} where same-element(buffer, source); \
            buffer ',' source '[' starts ']' ',' padValue attr-dict ':' type(buffer) ',' type(source)";
    /// Copies a buffer into a tile of a memref, as far as that goes.
    KrnlCopyFromTileBuffer = "krnl.copy_from_tile_buffer": Own []
        as "(buffer: memref, dest: memref, starts*: index) {tileSize?: i64s} where same-element(buffer, dest); \
            buffer ',' dest '[' starts ']' attr-dict ':' type(buffer) ',' type(dest)";
    /// Adds the product of two tiles to a third.
    KrnlMatmul = "krnl.matmul": Own []
        as "(A: memref, aGlobalIndexMemStart*: index, B: memref, bGlobalIndexMemStart*: index, C: memref, \
            cGlobalIndexMemStart*: index, loops*: '!krnl.loop', iGlobalIndexComputeStart: index, \
            jGlobalIndexComputeStart: index, kGlobalIndexComputeStart: index, iGlobalUB: index, jGlobalUB: index, \
            kGlobalUB: index) {computeTileSize?: i64s, aTileSize?: i64s, bTileSize?: i64s, cTileSize?: i64s, \
            simdize: bool = true, unroll: bool = true, overcompute: bool = false} where same-element(A, B, C); \
            A '[' aGlobalIndexMemStart ']' ',' B '[' bGlobalIndexMemStart ']' ',' C '[' cGlobalIndexMemStart ']' ',' \
            '(' loops ')' ',' '(' iGlobalIndexComputeStart ',' jGlobalIndexComputeStart ',' \
            kGlobalIndexComputeStart ')' ',' '(' iGlobalUB ',' jGlobalUB ',' kGlobalUB ')' attr-dict ':' type(A) ',' \
            type(B) ',' type(C) ',' '(' type(loops) ')'";
    /// Sets all elements to a value; with `delayed` also those that only the layout has.
    KrnlMemset = "krnl.memset": Own []
        as "<M: memref> (dest: M, value: element(M)) {delayed: bool = false}; \
            dest ',' value attr-dict ':' type(dest)";
    /// Copies elements that lie one behind the other, from and to given offsets.
    KrnlMemcpy = "krnl.memcpy": Generic []
        as "(dest: memref, src: memref, num_elems: i64, dest_offset: index, src_offset: index) where \
            same-element(dest, src); generic";
    /// A memref of constants.
    KrnlGlobal = "krnl.global": Generic [Pure]
        as "() {shape: any, name: string, value?: any, offset?: i64, alignment?: i64} -> (output: memref); generic";

    /// Names the function that the runtime of onnx-mlir enters.
    KrnlEntryPoint = "krnl.entry_point": Generic []
        as "() {func: symbol-path, numInputs: i32, numOutputs: i32, signature?: string}; generic";
    /// Calls a function of a library with the memrefs of an operation.
    KrnlCall = "krnl.call": Generic []
        as "(parameters*: any) {funcName: string, numOfOutput?: si64} -> (returnValue*: float | integer); generic";
    /// A point that the instrumentation of the runtime is told of.
    KrnlRuntimeInstrument = "krnl.runtime_instrument": Generic []
        as "() {opName: string, tag: i64, nodeName?: string}; generic";
    /// Starts the instrumentation of the runtime.
    KrnlRuntimeInstrumentInit = "krnl.runtime_instrument_init": Generic []
        as "() {tag: i64}; generic";
    /// Prints a value by a format of `printf`.
    KrnlPrint = "krnl.print": Generic []
        as "(input?: any) {format: string}; generic";
    /// Prints a memref.
    KrnlPrintTensor = "krnl.print_tensor": Generic []
        as "(input: memref) {msg: string}; generic";
    /// Fills a memref with normally distributed numbers.
    KrnlRandomNormal = "krnl.random_normal": Generic []
        as "(output: memref, numberOfValues: index, mean: float, scale: float, seed: float); generic";
    /// The index of a key in a perfect hash table.
    KrnlFindIndex = "krnl.find_index": Generic [Pure]
        as "(input: '!krnl.string' | i64, G: memref<i32>, V: memref<i32>, len: i32) -> (index: index); generic";
    /// The length of a string.
    KrnlStrlen = "krnl.strlen": Generic [Pure]
        as "(str: '!krnl.string') -> (res: i64); generic";
    /// Compares the first bytes of two strings.
    KrnlStrncmp = "krnl.strncmp": Generic [Pure]
        as "(str1: '!krnl.string', str2: '!krnl.string', len: i64) -> (res: i32); generic";
    /// The absence of a value.
    KrnlNoValue = "krnl.noValue": Generic [Pure]
        as "() {value: unit} -> (none_val: none); generic";
    /// The absence of a value, as older texts spell it.
    KrnlNone = "krnl.none": Generic [Pure]
        as "() {value: unit} -> (none_val: none); generic";
    /// Allocates a sequence of memrefs.
    KrnlSeqAlloc = "krnl.seqalloc": Generic []
        as "(length*: index) -> (output: memref); generic";
    /// Frees a sequence and its elements.
    KrnlSeqDealloc = "krnl.seqdealloc": Generic []
        as "(input_sequence: memref); generic";
    /// An element of a sequence, copied unless `copy` says otherwise.
    KrnlSeqExtract = "krnl.seqextract": Generic []
        as "(seq: memref, index: index) {copy?: integer} -> (output: any); generic";
    /// Copies an element into a place of a sequence.
    KrnlSeqStore = "krnl.seqstore": Generic []
        as "(input: any, seq: memref, index: index); generic";

    /// The error function.
    KrnlErf = "krnl.erf": Generic [Pure]
        as FLOAT_UNARY;
    /// Whether a float is infinite.
    KrnlIsInf = "krnl.isinf": Generic [Pure]
        as FLOAT_TEST;
    /// Whether a float is a NaN.
    KrnlIsNaN = "krnl.isnan": Generic [Pure]
        as FLOAT_TEST;
    /// The nearest integral value, ties to even.
    KrnlRoundEven = "krnl.round_even": Generic [Pure]
        as "(in: float-like) -> (out: float-like) where same-type; generic";
    /// Arc cosine.
    KrnlAcos = "krnl.acos": Generic [Pure]
        as FLOAT_UNARY;
    /// Inverse hyperbolic cosine.
    KrnlAcosh = "krnl.acosh": Generic [Pure]
        as FLOAT_UNARY;
    /// Arc sine.
    KrnlAsin = "krnl.asin": Generic [Pure]
        as FLOAT_UNARY;
    /// Inverse hyperbolic sine.
    KrnlAsinh = "krnl.asinh": Generic [Pure]
        as FLOAT_UNARY;
    /// Arc tangent.
    KrnlAtan = "krnl.atan": Generic [Pure]
        as FLOAT_UNARY;
    /// Inverse hyperbolic tangent.
    KrnlAtanh = "krnl.atanh": Generic [Pure]
        as FLOAT_UNARY;
    /// Tangent.
    KrnlTan = "krnl.tan": Generic [Pure]
        as FLOAT_UNARY;
}
