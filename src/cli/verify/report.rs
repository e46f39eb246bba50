//! Verdicts as text and as JSON.

use std::fmt::Write;

use ovolo_verify::program::{Check, Counterexample, Scope, Sizes, Unknown, Verdict};
use serde_json::{Map, Value, json};

use super::super::Exit;
use super::super::input::Source;

/// The verdict on one function.
pub struct Judged {
    pub function: String,
    pub verdict: Verdict,
    /// Conditions under which it is proved, where it is not without.
    pub equal_when: Vec<String>,
    /// Two commands whose outputs differ, where it is refuted.
    pub replay: Vec<String>,
}

/// The verdict on two modules.
pub struct Report {
    pub functions: Vec<Judged>,
    /// Why the modules may not be equal though their functions are.
    pub interface: Option<String>,
    pub verdict: Verdict,
    /// Whether `--witness` may write data.
    pub may_be_written: bool,
}

impl Report {
    /// Nothing is known of any function.
    pub fn of_none(reason: String) -> Report {
        Report {
            functions: Vec::new(),
            interface: None,
            verdict: Verdict::Unknown(Unknown::Other(reason)),
            may_be_written: false,
        }
    }

    pub fn exit(&self, accept_checked: bool) -> Exit {
        match &self.verdict {
            Verdict::Proved(_) => Exit::Done,
            Verdict::Checked(_) if accept_checked => Exit::Done,
            Verdict::Refuted(_) => Exit::Refuted,
            Verdict::Checked(_) | Verdict::Unknown(_) => Exit::Unknown,
        }
    }

    pub fn text(&self, as_json: bool) -> String {
        if as_json {
            return format!("{:#}\n", self.json());
        }
        let mut text = String::new();
        for judged in &self.functions {
            let name = match &judged.verdict {
                // It names the function itself.
                Verdict::Refuted(_) => String::new(),
                _ if self.functions.len() == 1 => String::new(),
                _ => format!("@{}: ", judged.function),
            };
            // Writing to a string never fails.
            let _ = writeln!(text, "{name}{}", judged.verdict);
            match (judged.replay.as_slice(), &judged.verdict) {
                ([first, second], _) => {
                    let _ = writeln!(text, "  run first:  {first}\n  run second: {second}");
                }
                (_, Verdict::Refuted(example)) if self.may_be_written && !example.arguments.is_empty() => {
                    text += "  --witness FOLDER writes the data and shows the commands that run both\n";
                }
                _ => {}
            }
            if !judged.equal_when.is_empty() {
                let _ = writeln!(text, "  equal when {}: proved", judged.equal_when.join(", "));
            }
        }
        match (&self.interface, self.functions.is_empty()) {
            (Some(reason), _) => text += &format!("unknown: {reason}\n"),
            (None, true) => text += &format!("{}\n", self.verdict),
            (None, false) => {}
        }
        text
    }

    pub fn json(&self) -> Value {
        let functions = self.functions.iter().map(|judged| {
            let mut all = verdict(&judged.verdict);
            all.insert("function".into(), json!(judged.function));
            if !judged.equal_when.is_empty() {
                all.insert("equal_when".into(), json!(judged.equal_when));
            }
            if !judged.replay.is_empty() {
                all.insert("replay".into(), json!(judged.replay));
            }
            Value::Object(all)
        });
        let mut all = verdict(&self.verdict);
        all.insert("functions".into(), functions.collect());
        Value::Object(all)
    }

    /// Where the blocks stand that no run entered, one a line.
    pub fn missed(&self, sources: [&Source; 2]) -> String {
        match &self.verdict {
            Verdict::Checked(check) => missed(check, sources),
            _ => String::new(),
        }
    }
}

fn verdict(verdict: &Verdict) -> Map<String, Value> {
    let mut all = Map::new();
    let mut add = |name: &str, value: Value| all.insert(name.to_string(), value);
    match verdict {
        Verdict::Proved(proof) => {
            add("verdict", json!("proved"));
            let scope = match proof.scope {
                Scope::Same => "same text",
                Scope::ForThisShape => "this shape",
                Scope::AllSizes => "all sizes",
            };
            add("for", json!(scope));
            add("model", json!(proof.model.to_string()));
            add("when", json!(proof.preconditions));
        }
        Verdict::Checked(check) => {
            add("verdict", json!("checked"));
            add("sizes", check.sizes.iter().map(sizes).collect());
            add("left_out", check.left_out.iter().map(sizes).collect());
            add("model", json!(check.model.to_string()));
            add("when", json!(check.preconditions));
            let never = check.never_entered.iter().map(Vec::len);
            add("never_ran", never.collect());
            add("not_proved", json!(check.not_proved));
        }
        Verdict::Refuted(counterexample) => {
            add("verdict", json!("refuted"));
            add("counterexample", example(counterexample));
        }
        Verdict::Unknown(unknown) => {
            add("verdict", json!("unknown"));
            let (Unknown::TooLarge(reason) | Unknown::NoMeaning(reason) | Unknown::Other(reason)) = unknown;
            add("reason", json!(reason));
        }
    }
    all
}

fn example(counterexample: &Counterexample) -> Value {
    let inputs = counterexample.inputs.iter();
    json!({
        "function": counterexample.function,
        "sizes": sizes(&counterexample.sizes),
        "placement": counterexample.placement,
        "differs": counterexample.cell,
        "inputs": inputs.map(|(name, value)| (name.clone(), json!(value))).collect::<Map<_, _>>(),
        "first": counterexample.outcomes[0],
        "second": counterexample.outcomes[1],
    })
}

fn sizes(sizes: &Sizes) -> Value {
    let named = sizes.0.iter().map(|(name, value)| (name.clone(), json!(value)));
    Value::Object(named.collect())
}

/// Loop bodies and branches that are shown of those that never ran.
const SHOWN: usize = 8;

fn missed(check: &Check, sources: [&Source; 2]) -> String {
    let mut text = String::new();
    for (source, spans) in sources.iter().zip(&check.never_entered) {
        let shown = spans.iter().take(SHOWN);
        shown.for_each(|span| text += &format!("    never ran: {}\n", source.position(*span)));
        if spans.len() > SHOWN {
            text += &format!("    … and {} more\n", spans.len() - SHOWN);
        }
    }
    text
}
