//! The least time in which one core reads memory, measured.

use std::time::Instant;

/// Bytes of a step of the loops below.
const STEP: usize = 512;

macro_rules! kernel {
    ($name:ident, $register:literal, $bytes:literal, [$($n:literal)*]) => {
        /// Loads so many steps from this address on.
        ///
        /// # Safety
        /// The memory may be read, and there is a step at least. The processor has the registers.
        unsafe fn $name(address: *const u8, steps: usize) {
            // SAFETY: as the caller promises; only vector registers, which are declared as clobbered, and the counters change.
            unsafe {
                std::arch::asm!(
                    "2:",
                    $(concat!("vmovups ", $register, $n, ", [rsi + ", $bytes, " * ", $n, "]"),)*
                    "add rsi, 512",
                    "dec rcx",
                    "jnz 2b",
                    "vzeroupper",
                    inout("rsi") address => _,
                    inout("rcx") steps => _,
                    clobber_abi("sysv64"),
                    options(readonly, nostack),
                );
            }
        }
    };
}

kernel!(zmm, "zmm", "64", [0 1 2 3 4 5 6 7]);
kernel!(ymm, "ymm", "32", [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]);

/// Seconds in which one core loads all of these bytes once, where such a set lies in the caches after it was loaded before.
/// `None` for too few to be timed, and where the processor has no wide registers.
pub fn reading_seconds(arrays: &[&[u8]]) -> Option<f64> {
    let kernel: unsafe fn(*const u8, usize) = if is_x86_feature_detected!("avx512f") {
        zmm
    } else if is_x86_feature_detected!("avx") {
        ymm
    } else {
        return None;
    };
    let long = || arrays.iter().filter(|bytes| bytes.len() >= STEP);
    let bytes: usize = long().map(|bytes| bytes.len() / STEP * STEP).sum();
    if bytes < LEAST {
        return None;
    }
    let pass = |times: usize| {
        let start = Instant::now();
        for _ in 0..times {
            for bytes in long() {
                // SAFETY: so many steps are in the slice, and there is one at least.
                unsafe { kernel(bytes.as_ptr(), bytes.len() / STEP) };
            }
        }
        start.elapsed().as_secs_f64() / times as f64
    };
    pass(1);
    let times = (SHORT / pass(1).max(1e-9)).ceil().max(1.0) as usize;
    Some((0..2).map(|_| pass(times)).fold(f64::INFINITY, f64::min))
}

/// Bytes that can be timed.
const LEAST: usize = 4 * STEP;

/// Seconds that are long enough for the clock to be read.
const SHORT: f64 = 1e-4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_takes_longer_and_little_is_not_timed() {
        let memory = vec![1u8; 64 << 20];
        let few = reading_seconds(&[&memory[..1 << 16]]);
        let many = reading_seconds(&[&memory[..1 << 25], &memory[1 << 25..]]);
        if let Some((few, many)) = few.zip(many) {
            assert!(100.0 * few < many, "{few} {many}");
            // No core reads a terabyte in a second from memory.
            assert!(many > (64 << 20) as f64 / 1e12);
        }
        assert_eq!(reading_seconds(&[&memory[..STEP], &memory[..10]]), None);
    }
}
