//! What the two processes say to each other: programs one way, each behind a line with its length; then a line before
//! each first call and one for each program in the end.

use std::process::ExitStatus;

use ovolo_timing::agreement::Agreement;
use ovolo_timing::limits::ending;
use ovolo_timing::race::Lap;

/// The subcommand of the process that times.
pub const COMMAND: &str = "time";

/// What became of the programs.
#[derive(Debug)]
pub enum Answer {
    Laps(Vec<Lap>),
    /// The process ended in the first call of one of them.
    Stopped {
        form: usize,
        how: String,
    },
}

/// A text behind its length.
pub fn framed(text: &str) -> Vec<u8> {
    [format!("{}\n", text.len()).as_bytes(), text.as_bytes()].concat()
}

/// The texts that were put one behind the other; `None` where that is no list of texts.
pub fn unframed(mut text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    while !text.is_empty() {
        let (length, rest) = text.split_once('\n')?;
        let (framed, rest) = rest.split_at_checked(length.parse().ok()?)?;
        found.push(framed);
        text = rest;
    }
    Some(found)
}

/// The line before the first call of a form.
pub fn first(form: usize) -> String {
    format!("first {form}")
}

/// The line on how a form did.
pub fn line(lap: &Lap) -> String {
    let agreement = match lap.agreement {
        Agreement::Differs(difference) => format!("differs {difference:e}"),
        _ => "agrees".to_string(),
    };
    format!(
        "lap {:e} {:e} {agreement}",
        lap.seconds,
        lap.cold.unwrap_or(f64::NAN)
    )
}

/// The line on why nothing is timed.
pub fn failed(reason: &str) -> String {
    format!("failed {}", reason.replace('\n', " "))
}

/// What a process said of so many forms before it ended, each of which may take so many seconds at first.
pub fn answer(text: &str, status: ExitStatus, forms: usize, limit: u32) -> Result<Answer, String> {
    let mut laps = Vec::new();
    let mut last = None;
    for said in text.lines() {
        match said.split_once(' ') {
            Some(("first", form)) => last = form.parse().ok(),
            Some(("lap", rest)) => laps.extend(lap(rest)),
            Some(("failed", reason)) => return Err(reason.to_string()),
            _ => {}
        }
    }
    if laps.len() == forms {
        return Ok(Answer::Laps(laps));
    }
    let how = ending(status, limit);
    match last {
        Some(form) => Ok(Answer::Stopped { form, how }),
        None => Err(how),
    }
}

fn lap(text: &str) -> Option<Lap> {
    let mut words = text.split(' ');
    let seconds = words.next()?.parse().ok()?;
    let cold: f64 = words.next()?.parse().ok()?;
    let agreement = match words.next()? {
        "differs" => Agreement::Differs(words.next()?.parse().ok()?),
        _ => Agreement::Exact,
    };
    Some(Lap {
        seconds,
        cold: Some(cold).filter(|cold| !cold.is_nan()),
        agreement,
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    const ALARM: i32 = 14;

    #[test]
    fn texts_come_back() {
        let texts = ["", "a\n5\n", "µ"];
        let all: Vec<u8> = texts.iter().flat_map(|text| framed(text)).collect();
        let all = String::from_utf8(all).expect("text");
        assert_eq!(unframed(&all), Some(texts.to_vec()));
        assert_eq!(unframed("7\nshort"), None);
        assert_eq!(unframed("x"), None);
    }

    #[test]
    fn how_a_process_ended() {
        let lap = Lap {
            seconds: 2.5e-6,
            cold: None,
            agreement: Agreement::Differs(f64::INFINITY),
        };
        let done = ExitStatus::from_raw(0);
        let Ok(Answer::Laps(laps)) = answer(&format!("first 0\n{}\n", line(&lap)), done, 1, 1) else {
            panic!("there is a lap");
        };
        assert_eq!((laps[0].seconds, laps[0].agreement), (lap.seconds, lap.agreement));
        let Ok(Answer::Stopped { form: 1, how }) =
            answer("first 0\nfirst 1\n", ExitStatus::from_raw(ALARM), 2, 3)
        else {
            panic!("the second is what took long");
        };
        assert_eq!(how, "longer than 3 s");
        assert_eq!(
            answer(&failed("no\nfunction"), done, 2, 1).unwrap_err(),
            "no function"
        );
        assert!(answer("", ExitStatus::from_raw(11), 2, 1).is_err());
    }
}
