//! Handing the chunks of a parallel loop to threads, and combining what they reduced.

use std::num::NonZeroU32;

use inkwell::IntPredicate;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, IntValue, PointerValue};

use super::outline::Chunk;
use super::{CHUNKS_PER_THREAD, ParallelLoop};
use crate::emit::{Emitter, returned};
use crate::error::{LowerError, Result};
use crate::function::FunctionLowering;
use crate::options::Parallel;
use crate::pool::RUN_CHUNKS;

/// Starts a team of threads, in the interface that the runtimes of GNU and of LLVM have in common.
pub(crate) const OPENMP_PARALLEL: &str = "GOMP_parallel";

impl Emitter<'_> {
    /// The parts of every parallel loop.
    pub(super) fn chunks(&self) -> u32 {
        let threads = match self.parallel {
            Parallel::Sequential => 1,
            Parallel::OpenMp { threads } | Parallel::InProcess { threads } => threads.get(),
        };
        threads.saturating_mul(CHUNKS_PER_THREAD)
    }
}

impl<'c> FunctionLowering<'_, 'c> {
    /// Runs a loop on threads and returns its results.
    pub(super) fn shared_out(&mut self, nest: &ParallelLoop<'c>) -> Result<Vec<BasicValueEnum<'c>>> {
        let emit = self.emit;
        let mut trips = Vec::new();
        for d in 0..nest.lower.len() {
            trips.push(self.trip_count(nest, d)?);
        }
        let mut total = trips[0];
        for &count in &trips[1..] {
            total = emit.product(total, count)?;
        }
        let mut cells = Vec::new();
        for reduction in &nest.reductions {
            let ty = reduction.memory_type(emit)?;
            let array = match ty {
                inkwell::types::BasicTypeEnum::IntType(t) => t.array_type(emit.chunks()),
                inkwell::types::BasicTypeEnum::FloatType(t) => t.array_type(emit.chunks()),
                inkwell::types::BasicTypeEnum::VectorType(t) => t.array_type(emit.chunks()),
                _ => return Err(LowerError::internal("a reduction of neither numbers nor vectors")),
            };
            cells.push(self.automatic(array.into(), 64)?);
        }
        let chunk = self.outlined_chunk(nest, &trips, total, &cells)?;
        self.run_chunks(&chunk, total)?;
        self.combined(nest, &cells)
    }

    /// Runs every chunk: on threads where there is something to share out.
    fn run_chunks(&mut self, chunk: &Chunk<'c>, total: IntValue<'c>) -> Result<()> {
        let (context, builder) = (self.emit.context, &self.emit.builder);
        let threads = context.append_basic_block(self.function, "threads");
        let alone = context.append_basic_block(self.function, "alone");
        let after = context.append_basic_block(self.function, "joined");
        let several = builder.build_int_compare(IntPredicate::UGT, total, self.emit.index(1), "")?;
        builder.build_conditional_branch(several, threads, alone)?;

        builder.position_at_end(threads);
        match self.emit.parallel {
            Parallel::OpenMp { threads } => self.start_team(chunk, threads)?,
            Parallel::InProcess { threads } => self.start_pool(chunk, threads)?,
            Parallel::Sequential => return Err(LowerError::internal("nothing to share out to")),
        }
        self.emit.builder.build_unconditional_branch(after)?;

        self.emit.builder.position_at_end(alone);
        let (zero, chunks) = (self.emit.index(0), self.emit.index(self.emit.chunks().into()));
        self.counted_loop(zero, chunks, 1, Vec::new(), |this, n, _| {
            this.call_chunk(chunk.function, chunk.context, n)?;
            Ok(Vec::new())
        })?;
        self.emit.builder.build_unconditional_branch(after)?;
        self.emit.builder.position_at_end(after);
        Ok(())
    }

    fn call_chunk(&self, chunk: FunctionValue<'c>, context: PointerValue<'c>, n: IntValue<'c>) -> Result<()> {
        self.emit
            .builder
            .build_call(chunk, &[context.into(), n.into()], "")?;
        Ok(())
    }

    fn start_pool(&self, chunk: &Chunk<'c>, threads: NonZeroU32) -> Result<()> {
        let emit = self.emit;
        let function = chunk.function.as_global_value().as_pointer_value();
        let arguments = [
            function.into(),
            chunk.context.into(),
            emit.index(emit.chunks().into()).into(),
            emit.index(threads.get().into()).into(),
        ];
        emit.call_runtime(RUN_CHUNKS, None, &arguments)?;
        Ok(())
    }

    /// `GOMP_parallel(team, context, min(threads, omp_get_max_threads()), 0)`.
    fn start_team(&mut self, chunk: &Chunk<'c>, threads: NonZeroU32) -> Result<()> {
        let team = self.team_function(chunk.function)?;
        let emit = self.emit;
        let int = emit.context.i32_type();
        let most =
            returned(emit.call_runtime("omp_get_max_threads", Some(int.into()), &[])?)?.into_int_value();
        let wanted = int.const_int(threads.get().into(), false);
        let fewer = emit
            .builder
            .build_int_compare(IntPredicate::SLT, most, wanted, "")?;
        let count = emit.builder.build_select(fewer, most, wanted, "")?;
        let arguments = [
            team.as_global_value().as_pointer_value().into(),
            chunk.context.into(),
            count,
            int.const_zero().into(),
        ];
        emit.call_runtime(OPENMP_PARALLEL, None, &arguments)?;
        Ok(())
    }

    /// `void team(context)`, which each thread of a team runs: of so many threads the `t`-th takes every so-manieth chunk.
    fn team_function(&mut self, chunk: FunctionValue<'c>) -> Result<FunctionValue<'c>> {
        let emit = self.emit;
        let builder = &emit.builder;
        let team = self.new_function("team", &[emit.pointer_type().into()]);
        let here = builder.get_insert_block();
        let entry = emit.context.append_basic_block(team, "entry");
        builder.position_at_end(entry);
        let [context] = team.get_params()[..] else {
            return Err(LowerError::internal("a team has one parameter"));
        };
        let int = emit.context.i32_type();
        let number = |name: &str| -> Result<IntValue<'c>> {
            let value = returned(emit.call_runtime(name, Some(int.into()), &[])?)?.into_int_value();
            Ok(builder.build_int_s_extend(value, emit.index_type(), "")?)
        };
        let (thread, threads) = (number("omp_get_thread_num")?, number("omp_get_num_threads")?);
        // The chunks from `thread` on, every `threads`-th.
        let (zero, one) = (emit.index(0), emit.index(1));
        let chunks = emit.index(emit.chunks().into());
        let left = builder.build_int_sub(chunks, thread, "")?;
        let rounded = builder.build_int_add(left, builder.build_int_sub(threads, one, "")?, "")?;
        let count = builder.build_int_signed_div(rounded, threads, "")?;
        let mut inside = self.inside(team, entry);
        inside.counted_loop(zero, count, 1, Vec::new(), |this, turn, _| {
            let distance = this.emit.product(turn, threads)?;
            let n = this.emit.exact_int(InstructionOpcode::Add, thread, distance)?;
            this.call_chunk(chunk, context.into_pointer_value(), n)?;
            Ok(Vec::new())
        })?;
        builder.build_return(None)?;
        if let Some(here) = here {
            builder.position_at_end(here);
        }
        Ok(team)
    }

    /// What the chunks reduced, combined in their order.
    fn combined(
        &mut self,
        nest: &ParallelLoop<'c>,
        cells: &[PointerValue<'c>],
    ) -> Result<Vec<BasicValueEnum<'c>>> {
        if cells.is_empty() {
            return Ok(Vec::new());
        }
        let neutral = self.neutral_elements(nest)?;
        let (zero, chunks) = (self.emit.index(0), self.emit.index(self.emit.chunks().into()));
        self.counted_loop(zero, chunks, 1, neutral, |this, n, state| {
            let mut next = Vec::new();
            for ((reduction, &cells), &state) in nest.reductions.iter().zip(cells).zip(state) {
                let ty = reduction.memory_type(this.emit)?;
                // SAFETY: builds an instruction; there is a cell for each chunk.
                let cell = unsafe { this.emit.builder.build_in_bounds_gep(ty, cells, &[n], "")? };
                let part = this.emit.load(&reduction.ty, cell)?;
                next.push(reduction.combine(this.emit, state, part)?);
            }
            Ok(next)
        })
    }
}
