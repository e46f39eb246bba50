//! Limits on what the process may take, where it runs programs that may do anything, and how such a process ends.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

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

/// The signal of a clock that has run out, on Linux.
const ALARM: i32 = 14;

/// How a process ended that had so many seconds to call a function.
pub fn ending(status: ExitStatus, seconds: u32) -> String {
    match status.signal() {
        Some(ALARM) => format!("longer than {seconds} s"),
        Some(signal) => format!("ended by signal {signal} on made-up data"),
        None => format!("no return on made-up data ({status})"),
    }
}

/// Whether a call returns, as a copy of the process finds out; how it ended where it does not. Where no copy can be made
/// nothing is known against the call.
///
/// # Safety
/// The call does what may be done in a process that lacks the other threads of this one.
pub unsafe fn tried(seconds: u32, call: impl FnOnce()) -> Result<(), String> {
    // SAFETY: the copy calls, and ends without anything of what this process would do at its end; the status is the
    // caller's own variable.
    unsafe {
        let copy = libc::fork();
        if copy == 0 {
            // What a program that goes wrong says of itself is nobody's business.
            libc::close(libc::STDERR_FILENO);
            let none = libc::rlimit {
                rlim_cur: 0,
                rlim_max: 0,
            };
            libc::setrlimit(libc::RLIMIT_CORE, &none);
            limit_time(seconds);
            call();
            libc::_exit(0);
        }
        if copy < 0 {
            return Ok(());
        }
        let mut status = 0;
        let mut waited = libc::waitpid(copy, &mut status, 0);
        while waited < 0 && *libc::__errno_location() == libc::EINTR {
            waited = libc::waitpid(copy, &mut status, 0);
        }
        let status = ExitStatus::from_raw(status);
        if waited == copy && !status.success() {
            return Err(ending(status, seconds));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_of_calls() {
        // SAFETY: the calls allocate nothing and wait for nobody.
        let tried = |call: fn()| unsafe { tried(1, call) };
        assert_eq!(tried(|| ()), Ok(()));
        // SAFETY: the call sends the process a signal.
        let killed = tried(|| unsafe {
            libc::kill(libc::getpid(), libc::SIGKILL);
        });
        assert_eq!(killed, Err("ended by signal 9 on made-up data".to_string()));
        // SAFETY: the call waits for a signal.
        let endless = tried(|| unsafe {
            libc::pause();
        });
        assert_eq!(endless, Err("longer than 1 s".to_string()));
    }
}
