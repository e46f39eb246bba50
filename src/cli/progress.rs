//! What is being done, on a terminal only.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line on the standard error that vanishes when it is dropped. Nothing is shown where the standard error
/// is no terminal.
pub struct Progress(ProgressBar);

impl Progress {
    pub fn new() -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if !bar.is_hidden() {
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Progress(bar)
    }

    pub fn say(&self, what: &str) {
        self.0.set_message(what.to_string());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
