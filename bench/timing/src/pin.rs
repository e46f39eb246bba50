//! Measuring threads stay on a core.

/// Keeps the calling thread on the core where it is, until dropped.
pub(crate) struct Pin {
    before: Option<libc::cpu_set_t>,
}

impl Pin {
    pub(crate) fn to_one_core() -> Pin {
        let size = size_of::<libc::cpu_set_t>();
        // SAFETY: a set of processors is plain data, and the calls write no more than its size. The thread
        // stays as it was where the system refuses.
        unsafe {
            let mut before: libc::cpu_set_t = std::mem::zeroed();
            let core = libc::sched_getcpu();
            if core < 0 || libc::sched_getaffinity(0, size, &mut before) != 0 {
                return Pin { before: None };
            }
            let mut one: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(core as usize, &mut one);
            let pinned = libc::sched_setaffinity(0, size, &one) == 0;
            Pin {
                before: pinned.then_some(before),
            }
        }
    }
}

impl Drop for Pin {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // SAFETY: the set is the one the system gave.
            unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), before) };
        }
    }
}
