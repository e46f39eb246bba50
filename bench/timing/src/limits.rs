//! Limits on what the process may take, where it runs programs that may do anything.

/// Ends the process when so many more bytes of addresses are wanted, and leaves no image of it behind.
pub fn limit_memory(bytes: u64) {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = pages
        .split(' ')
        .next()
        .and_then(|pages| pages.parse::<u64>().ok());
    // SAFETY: these calls read the values that they are handed; where one is refused there is no limit.
    unsafe {
        let page = libc::sysconf(libc::_SC_PAGESIZE).max(0) as u64;
        let most = pages.unwrap_or(0).saturating_mul(page).saturating_add(bytes);
        for (resource, limit) in [(libc::RLIMIT_AS, most), (libc::RLIMIT_CORE, 0)] {
            let limit = libc::rlimit {
                rlim_cur: limit,
                rlim_max: limit,
            };
            libc::setrlimit(resource, &limit);
        }
    }
}

/// Ends the process after so many seconds, by `SIGALRM`; a later limit takes the place of this one.
pub fn limit_time(seconds: u32) {
    // SAFETY: the call sets a clock.
    unsafe { libc::alarm(seconds) };
}
