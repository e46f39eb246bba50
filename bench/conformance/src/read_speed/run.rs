//! One run of a program: its time and its memory.

use std::io;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// What one run took.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub seconds: f64,
    /// Time of all its threads, in the program and in the system.
    pub cpu_seconds: f64,
    /// The most memory it held at a time, in bytes.
    pub peak: u64,
}

/// Runs a command, on one core of the machine where that is given, and throws away what it prints.
pub fn run(command: &[String], core: Option<usize>) -> Result<Run> {
    let mut words: Vec<String> = Vec::new();
    if let Some(core) = core {
        words.extend(["taskset".to_string(), "--cpu-list".to_string(), core.to_string()]);
    }
    words.extend_from_slice(command);
    let (program, arguments) = words.split_first().context("an empty command")?;
    let start = Instant::now();
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .with_context(|| format!("{program} does not run"))?;
    let (status, usage) = wait(child.id())?;
    let seconds = start.elapsed().as_secs_f64();
    if status != 0 {
        bail!("{} failed", words.join(" "));
    }
    Ok(Run {
        seconds,
        cpu_seconds: time(usage.ru_utime) + time(usage.ru_stime),
        peak: u64::try_from(usage.ru_maxrss).unwrap_or_default() * 1024,
    })
}

/// Waits for a child and says what it used; the status is 0 where it ended well.
fn wait(child: u32) -> Result<(libc::c_int, libc::rusage)> {
    let mut status = 0;
    // SAFETY: a rusage is made of numbers, for all of which 0 is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let child = libc::pid_t::try_from(child)?;
    // SAFETY: both point to variables of this function, which live until the call is done.
    let waited = unsafe { libc::wait4(child, &mut status, 0, &mut usage) };
    match waited == child {
        true => Ok((status, usage)),
        false => Err(io::Error::last_os_error()).context("the child cannot be waited for"),
    }
}

fn time(time: libc::timeval) -> f64 {
    time.tv_sec as f64 + time.tv_usec as f64 * 1e-6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_string).collect()
    }

    #[test]
    fn a_run_has_a_time_and_a_peak() {
        let run = run(&words("sleep 0.05"), None).unwrap();
        assert!(run.seconds >= 0.05 && run.cpu_seconds < run.seconds && run.peak > 10_000);
    }

    #[test]
    fn failures_are_seen() {
        assert!(run(&words("false"), None).is_err());
        assert!(run(&words("no-such-program"), None).is_err());
    }
}
