//! Running a [`Program`].

use rustc_hash::FxHashMap;

use super::frame::Frame;
use super::mixed::decided;
use super::program::*;
use super::reason::Stop;
use super::{Domain, Limits, MemRef, Memory, Reason, Trap};

pub struct Machine<'a, D: Domain> {
    pub(super) program: &'a Program,
    pub(super) domain: &'a mut D,
    pub(super) memory: &'a mut Memory<D::Value>,
    /// The globals that were asked for.
    pub(super) globals: FxHashMap<&'a str, MemRef>,
    pub(super) steps: u64,
    /// Cells that may live at one time.
    pub(super) cells: usize,
    pub(super) depth: usize,
}

impl<'a, D: Domain> Machine<'a, D> {
    pub fn new(
        program: &'a Program,
        domain: &'a mut D,
        memory: &'a mut Memory<D::Value>,
        limits: &Limits,
    ) -> Machine<'a, D> {
        Machine {
            program,
            domain,
            memory,
            globals: FxHashMap::default(),
            steps: limits.steps,
            cells: limits.cells,
            depth: limits.depth,
        }
    }

    pub fn steps_left(&self) -> u64 {
        self.steps
    }

    /// Runs a region to the end, and returns the places of what it passes on. Its arguments are set.
    pub(super) fn region(
        &mut self,
        region: &'a Region,
        frame: &mut Frame<D::Value>,
    ) -> Result<&'a [Place], Stop> {
        let Some(mut block) = region.blocks.first() else {
            return Ok(&[]);
        };
        self.descend()?;
        loop {
            self.block(block, frame)?;
            if let Exit::Leave(places) = &block.exit {
                self.depth += 1;
                return Ok(places);
            }
            let jump = self.jump(&block.exit, frame);
            let located = |reason| Stop::from(reason).at(block.end.span, block.end.name);
            let Some(jump) = jump.map_err(located)? else {
                return Ok(&[]);
            };
            self.moves(&jump.moves, frame);
            block = &region.blocks[jump.block];
        }
    }

    /// Where control goes inside the region.
    fn jump(&mut self, exit: &'a Exit, frame: &Frame<D::Value>) -> Result<Option<&'a Jump>, Reason> {
        self.spend(1)?;
        Ok(match exit {
            Exit::Leave(_) => None,
            Exit::Branch(jump) => Some(jump),
            Exit::Either(condition, jumps) => {
                let condition = decided(self.domain, &frame.data[*condition as usize])?;
                jumps.get(usize::from(condition == 0))
            }
            Exit::Switch(flag, cases, jumps) => {
                let flag = self.decided_lane(*flag, frame)?;
                let case = cases.iter().position(|&case| case == flag);
                jumps.get(case.unwrap_or(cases.len()))
            }
        })
    }

    pub(super) fn block(&mut self, block: &'a Block, frame: &mut Frame<D::Value>) -> Result<(), Trap> {
        block.entered.mark();
        for (instruction, source) in &block.code {
            self.execute(instruction, frame)
                .map_err(|stop| stop.at(source.span, source.name))?;
        }
        Ok(())
    }

    fn execute(&mut self, instruction: &'a Instruction, frame: &mut Frame<D::Value>) -> Result<(), Stop> {
        match instruction {
            Instruction::For(x) => return self.counted_loop(x, frame),
            Instruction::Control(x) => return self.control(x, frame),
            Instruction::Call(x) => return self.call(x, frame),
            Instruction::AtomicRegion(x) => return self.atomic_region(x, frame),
            Instruction::Tensor(x) => return self.tensor(x, frame),
            Instruction::Linalg(x) => return self.linalg(x, frame),
            Instruction::Scalar(x) => self.scalar(x, frame)?,
            Instruction::Mixed(x) => self.mixed(x, frame)?,
            Instruction::Pointwise(x) => self.pointwise(x, frame)?,
            Instruction::Poison(place) => self.poison(*place, frame)?,
            Instruction::Assert(condition, message) => {
                self.spend(1)?;
                if decided(self.domain, &frame.data[*condition as usize])? == 0 {
                    return Err(Reason::AssertionFailed(message.to_string()).into());
                }
            }
            Instruction::Apply(choice, expressions, result) => {
                self.spend(1)?;
                frame.index[*result as usize] = chosen(*choice, expressions, &frame.index)?;
            }
            Instruction::Delinearize {
                linear,
                basis,
                results,
            } => self.delinearize(*linear, basis, results, frame)?,
            Instruction::Load(x) => self.load(x, frame)?,
            Instruction::Store(x) => self.store(x, frame)?,
            Instruction::Allocate(x) => self.allocate(x, frame)?,
            Instruction::Reallocate(x) => self.reallocate(x, frame)?,
            Instruction::Free(slot) => self.free(*slot, frame)?,
            Instruction::GetGlobal { name, result } => self.get_global(name, *result, frame)?,
            Instruction::Dim {
                shaped,
                dimension,
                result,
            } => self.dim(*shaped, *dimension, *result, frame)?,
            Instruction::Rank { shaped, result } => {
                self.spend(1)?;
                frame.index[*result as usize] = frame.extents(*shaped)?.len() as i64;
            }
            Instruction::View(x) => self.view(x, frame)?,
            Instruction::Metadata(x) => self.metadata(x, frame)?,
            Instruction::Transfer(x) => self.transfer(x, frame)?,
            Instruction::AtomicUpdate(x) => self.atomic_update(x, frame)?,
            Instruction::Lane(x) => self.lane(x, frame)?,
            Instruction::Vector(x) => self.vector(x, frame)?,
            Instruction::Nothing => self.spend(1)?,
            Instruction::Unsupported(reason) => return Err(reason.clone().into()),
        }
        Ok(())
    }

    /// Goes one level deeper; the caller comes back by adding one to the depth.
    pub(super) fn descend(&mut self) -> Result<(), Reason> {
        self.depth = self.depth.checked_sub(1).ok_or(Reason::DepthLimit)?;
        Ok(())
    }

    #[inline]
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Reason> {
        self.steps = self.steps.checked_sub(steps).ok_or(Reason::StepLimit)?;
        Ok(())
    }

    /// Asks for room for some cells, and spends the steps of filling them.
    pub(super) fn room(&mut self, cells: usize) -> Result<(), Reason> {
        if cells > self.cells.saturating_sub(self.memory.live_cells()) {
            return Err(Reason::MemoryLimit);
        }
        self.spend(1 + cells as u64)
    }

    pub(super) fn moves(&mut self, moves: &Moves, frame: &mut Frame<D::Value>) {
        if !moves.overlap {
            moves.pairs.iter().for_each(|&(from, to)| frame.copy(from, to));
            return;
        }
        let values: Vec<_> = moves.pairs.iter().map(|&(from, _)| frame.held(from)).collect();
        for ((_, to), value) in moves.pairs.iter().zip(&values) {
            frame.put(*to, value);
        }
    }

    /// The bits of an integer or an index that must be known.
    pub(super) fn decided_lane(&self, place: Place, frame: &Frame<D::Value>) -> Result<u128, Reason> {
        match place.bank {
            Bank::Index => Ok(u128::from(frame.index[place.start as usize] as u64)),
            _ => decided(self.domain, &frame.data[place.start as usize]),
        }
    }

    fn dim(
        &mut self,
        shaped: Place,
        dimension: u32,
        result: u32,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Reason> {
        self.spend(1)?;
        let d = frame.index[dimension as usize];
        let sizes = frame.extents(shaped)?;
        let size = usize::try_from(d).ok().and_then(|d| sizes.get(d)).copied();
        let rank = sizes.len();
        frame.index[result as usize] = size.ok_or(Reason::NoSuchDimension { dimension: d, rank })?;
        Ok(())
    }

    fn delinearize(
        &mut self,
        linear: u32,
        basis: &[super::affine::IndexExpr],
        results: &[u32],
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Reason> {
        self.spend(results.len() as u64)?;
        let mut rest = frame.index[linear as usize];
        // The outermost coordinate takes what the others leave.
        for (i, &result) in results.iter().enumerate().rev() {
            if i == 0 {
                frame.index[result as usize] = rest;
                break;
            }
            let extent = basis[i].evaluate(&frame.index)?;
            if extent <= 0 {
                return Err(Reason::NegativeExtent(extent));
            }
            frame.index[result as usize] = rest.rem_euclid(extent);
            rest = rest.div_euclid(extent);
        }
        Ok(())
    }
}

pub(super) fn chosen(
    choice: Choice,
    expressions: &[super::affine::IndexExpr],
    index: &[i64],
) -> Result<i64, Reason> {
    let mut best = None;
    for expr in expressions {
        let value = expr.evaluate(index)?;
        best = Some(match (choice, best) {
            (_, None) | (Choice::Only, _) => value,
            (Choice::Least, Some(b)) => value.min(b),
            (Choice::Greatest, Some(b)) => value.max(b),
        });
    }
    best.ok_or_else(|| Reason::Unsupported("a map without results".into()))
}
