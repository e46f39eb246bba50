//! What this process has used of the machine.
//!
//! ```
//! use ovolo_bench::resources::Usage;
//!
//! let usage = Usage::begin();
//! let cells = vec![1u8; 64 << 20];
//! assert!(cells.iter().all(|&cell| cell == 1));
//! let used = usage.end();
//! assert!(used.peak_bytes.is_none_or(|peak| peak >= 64 << 20));
//! ```

use std::fs;
use std::time::Instant;

/// The start of something of which the use is wanted.
pub struct Usage {
    start: Instant,
    cpu_seconds: f64,
}

/// What was used from the start to the end.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    pub seconds: f64,
    /// Of all threads.
    pub cpu_seconds: f64,
    /// The most memory that the process had at a time; `None` where the system does not say.
    pub peak_bytes: Option<u64>,
}

impl Usage {
    /// Begins to count. Memory that is free is handed back to the system first, where that can be asked for.
    pub fn begin() -> Usage {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        // SAFETY: it may be called at any time.
        unsafe {
            libc::malloc_trim(0);
        }
        // Where this is not allowed the peak is that of the process so far, which is no less.
        let _ = fs::write("/proc/self/clear_refs", "5");
        Usage {
            start: Instant::now(),
            cpu_seconds: cpu_seconds(),
        }
    }

    pub fn end(&self) -> Used {
        Used {
            seconds: self.start.elapsed().as_secs_f64(),
            cpu_seconds: cpu_seconds() - self.cpu_seconds,
            peak_bytes: peak_bytes(),
        }
    }
}

fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

fn cpu_seconds() -> f64 {
    // SAFETY: all zeros is a value of the struct.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is valid for the call.
    if unsafe { libc::getrusage(libc::RUSAGE_SELF, &raw mut usage) } != 0 {
        return 0.0;
    }
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}
