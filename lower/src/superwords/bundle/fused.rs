//! Sums in some lanes and differences in the others, of products that are fused with them.

use inkwell::intrinsics::Intrinsic;
use inkwell::values::{BasicValue, FastMathFlags, InstructionOpcode, InstructionValue, VectorValue};

use super::{Bundle, Bundles, Made, Planned, common_flags};

impl<'c> Bundles<'_, 'c> {
    /// The factors of products that are added to or subtracted from, where these may be fused with that.
    pub(super) fn factors(&self, products: Planned, sums: &[InstructionValue<'c>]) -> Option<[Planned; 2]> {
        let Bundle { scalars, made, .. } = &self.bundles[products];
        let &[a, b] = (match made {
            Made::Operation(operands) => operands.as_slice(),
            _ => return None,
        }) else {
            return None;
        };
        let may_fuse = |i: InstructionValue<'c>| {
            let flags = i.get_fast_math_flags();
            flags.is_ok_and(|flags| flags.contains(FastMathFlags::AllowContract))
        };
        let mut products = scalars.iter().map(|v| v.as_instruction_value());
        let is_product = |i: InstructionValue<'c>| i.get_opcode() == InstructionOpcode::FMul && may_fuse(i);
        let may_all = products.all(|i| i.is_some_and(is_product)) && sums.iter().all(|i| may_fuse(*i));
        may_all.then_some([a, b])
    }

    /// Sums and differences of products and others, in the order of `codes`, each as a fused multiply-add: the processor may do
    /// both at once, which LLVM finds in this form.
    pub(super) fn fused(
        &mut self,
        codes: [InstructionValue<'c>; 2],
        factors: [Planned; 2],
        others: Planned,
        all: &[InstructionValue<'c>],
        before: InstructionValue<'c>,
    ) -> Option<[VectorValue<'c>; 2]> {
        let [x, y] = [self.emit(factors[0], before)?, self.emit(factors[1], before)?];
        let added = self.emit(others, before)?;
        self.builder.position_before(&before);
        let subtracted = self.builder.build_float_neg(added, "").ok()?;
        let fma = Intrinsic::find("llvm.fmuladd")?.get_declaration(self.module, &[x.get_type().into()])?;
        let mut both = Vec::new();
        for code in codes {
            let last = if code.get_opcode() == InstructionOpcode::FSub {
                subtracted
            } else {
                added
            };
            let call = self
                .builder
                .build_call(fma, &[x.into(), y.into(), last.into()], "")
                .ok()?;
            let vector = call.try_as_basic_value().basic()?.into_vector_value();
            vector
                .as_instruction_value()?
                .set_fast_math_flags(common_flags(all))
                .ok()?;
            both.push(vector);
        }
        both.try_into().ok()
    }
}
