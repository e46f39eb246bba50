//! The most fused multiply-adds that one core does, measured.

use std::time::Instant;

use ovolo_lang::types::FloatKind;

/// Chains of dependent multiply-adds that run side by side: more than latency times ports of any current
/// core, and few enough for the registers.
macro_rules! chains {
    ($instruction:literal, $register:literal, $a:literal, $b:literal, [$($n:literal)*]) => {
        concat!($($instruction, " ", $register, $n, ", ", $register, $a, ", ", $register, $b, "\n"),*)
    };
}

macro_rules! kernel {
    ($name:ident, $instruction:literal, $register:literal, $a:literal, $b:literal, $chains:tt) => {
        /// Runs `iterations` times through all chains.
        fn $name(iterations: u64) {
            // SAFETY: only vector registers, which are declared as clobbered, and the counter change. The
            // caller has checked that the processor has the instructions.
            unsafe {
                std::arch::asm!(
                    "vzeroall",
                    "2:",
                    chains!($instruction, $register, $a, $b, $chains),
                    "dec rcx",
                    "jnz 2b",
                    "vzeroupper",
                    inout("rcx") iterations => _,
                    clobber_abi("sysv64"),
                    options(nomem, nostack),
                );
            }
        }
    };
}

kernel!(f32_512, "vfmadd231ps", "zmm", "14", "15", [0 1 2 3 4 5 6 7 8 9 10 11]);
kernel!(f64_512, "vfmadd231pd", "zmm", "14", "15", [0 1 2 3 4 5 6 7 8 9 10 11]);
kernel!(f32_256, "vfmadd231ps", "ymm", "14", "15", [0 1 2 3 4 5 6 7 8 9 10 11]);
kernel!(f64_256, "vfmadd231pd", "ymm", "14", "15", [0 1 2 3 4 5 6 7 8 9 10 11]);

const CHAINS: u64 = 12;

/// Operations per second of one core in multiply-adds of this format, each counted as two. `None` where the
/// processor has no such instruction, or the format is neither `f32` nor `f64`.
pub fn fma_peak(kind: FloatKind) -> Option<f64> {
    let wide = is_x86_feature_detected!("avx512f");
    let fused = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    let (kernel, lanes): (fn(u64), u64) = match kind {
        FloatKind::F32 if wide => (f32_512, 16),
        FloatKind::F64 if wide => (f64_512, 8),
        FloatKind::F32 if fused => (f32_256, 8),
        FloatKind::F64 if fused => (f64_256, 4),
        _ => return None,
    };
    // About a millisecond: long enough for the clock to be read, short enough to run between two kernels.
    const ITERATIONS: u64 = 600_000;
    // The best of a few, since one may be interrupted.
    let seconds = (0..4).map(|_| {
        let start = Instant::now();
        kernel(ITERATIONS);
        start.elapsed().as_secs_f64()
    });
    let least = seconds.fold(f64::INFINITY, f64::min);
    Some((ITERATIONS * CHAINS * lanes * 2) as f64 / least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_of_a_known_format_is_plausible() {
        for kind in [FloatKind::F32, FloatKind::F64] {
            if let Some(peak) = fma_peak(kind) {
                assert!((1e9..1e13).contains(&peak), "{kind:?}: {peak}");
            }
        }
        assert_eq!(fma_peak(FloatKind::F16), None);
    }
}
