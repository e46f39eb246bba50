//! Verdicts that are kept between runs, by all that they depend on.
//!
//! A file holds one verdict, with the whole text of what it is about and a checksum. Whatever is not exactly as it was
//! written, or is about another text, counts as not there.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ovolo_rewrites::rule::Rule;

use super::{Counterexample, Options, Verdict};

/// A folder of verdicts.
#[derive(Clone, Debug)]
pub struct ProofCache {
    folder: PathBuf,
}

/// A verdict as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct CachedAnswer {
    pub verdict: Verdict,
    /// The guard that was found for a false rule, as text.
    pub guard: Option<String>,
    /// How long it took to find.
    pub time: Duration,
}

/// The first line of a file. The number changes with the form of the file.
const MARK: &str = "ovolo proof 1";

impl ProofCache {
    /// The cache in a folder, which need not exist.
    pub fn at(folder: &Path) -> ProofCache {
        ProofCache {
            folder: folder.to_path_buf(),
        }
    }

    /// The folder that the user's environment names for such things; `None` where it names none.
    pub fn of_user() -> Option<ProofCache> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let caches = set("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute());
        let folder = caches.or_else(|| set("HOME").map(|home| PathBuf::from(home).join(".cache")))?;
        Some(ProofCache::at(&folder.join("ovolo").join("proofs")))
    }

    /// What is remembered about this question.
    pub fn recall(&self, question: &str) -> Option<CachedAnswer> {
        let text = fs::read_to_string(self.path(question)).ok()?;
        let (head, body) = text.split_once('\n')?;
        let sum = head.strip_prefix(MARK)?.strip_prefix(' ')?;
        if sum != checksum(body) {
            return None;
        }
        read(body.strip_prefix(question)?)
    }

    /// Keeps an answer. That it cannot be kept is no mistake: it is found again.
    pub fn keep(&self, question: &str, answer: &CachedAnswer) {
        let body = format!("{question}{}", write(answer));
        let text = format!("{MARK} {}\n{body}", checksum(&body));
        let _ = fs::create_dir_all(&self.folder)
            .and_then(|()| tempfile::NamedTempFile::new_in(&self.folder))
            .and_then(|mut file| file.write_all(text.as_bytes()).map(|()| file))
            .and_then(|file| Ok(file.persist(self.path(question))?));
    }

    fn path(&self, question: &str) -> PathBuf {
        self.folder.join(format!("{}.proof", checksum(question)))
    }
}

/// All that the verdict on a rule depends on: the rule, its lemmas, what a proof may take, and who proves.
pub fn question(rule: &Rule, rules: &[Rule], options: &Options) -> String {
    let mut text = format!(
        "{} {}\n{}\n{options:?}\n",
        env!("CARGO_PKG_VERSION"),
        env!("OVOLO_PROVER"),
        z3::full_version()
    );
    let mut told: Vec<&str> = Vec::new();
    tell(rule, rules, &mut told, &mut text);
    text.push_str("end\n");
    text
}

/// The parts of a rule that its verdict depends on, and those of its lemmas.
fn tell<'r>(rule: &'r Rule, rules: &'r [Rule], told: &mut Vec<&'r str>, text: &mut String) {
    if told.contains(&rule.name.as_str()) {
        return;
    }
    told.push(&rule.name);
    let parts = (&rule.name, &rule.domain, &rule.gates, &rule.variables);
    let sides = (&rule.left, &rule.right, rule.both_ways, &rule.conditions);
    text.push_str(&format!(
        "{parts:?} {sides:?} {:?} assumed {}\n",
        rule.lemmas,
        rule.assumed.is_some()
    ));
    for lemma in rules.iter().filter(|r| rule.lemmas.contains(&r.name)) {
        tell(lemma, rules, told, text);
    }
}

/// Not against an enemy, who could write the folder anyway: against files that are cut short or damaged.
fn checksum(text: &str) -> String {
    let hash = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, text).hash(&mut hasher);
        hasher.finish()
    };
    format!("{:016x}{:016x}", hash(0), hash(1))
}

fn write(answer: &CachedAnswer) -> String {
    let mut lines = vec![
        answer.time.as_micros().to_string(),
        answer.guard.clone().unwrap_or_default(),
    ];
    match &answer.verdict {
        Verdict::Proved { how } => lines.extend(["proved".to_string(), how.clone()]),
        Verdict::Unknown { why } => lines.extend(["unknown".to_string(), why.clone()]),
        Verdict::Refuted(found) => {
            lines.extend(["refuted", &found.scalar, &found.left, &found.right].map(str::to_string));
            lines.push(found.zero_by_zero.to_string());
            lines.extend(
                found
                    .values
                    .iter()
                    .flat_map(|(name, value)| [name.clone(), value.clone()]),
            );
        }
    }
    // No part has a line break; one that had would not be read back as it was.
    lines.join("\n")
}

fn read(text: &str) -> Option<CachedAnswer> {
    let lines: Vec<&str> = text.split('\n').collect();
    let [time, guard, kind, rest @ ..] = lines.as_slice() else {
        return None;
    };
    let verdict = match (*kind, rest) {
        ("proved", [how]) => Verdict::Proved { how: how.to_string() },
        ("unknown", [why]) => Verdict::Unknown { why: why.to_string() },
        ("refuted", [scalar, left, right, zero_by_zero, values @ ..]) if values.len() % 2 == 0 => {
            Verdict::Refuted(Counterexample {
                scalar: scalar.to_string(),
                values: values
                    .chunks(2)
                    .map(|pair| (pair[0].to_string(), pair[1].to_string()))
                    .collect(),
                left: left.to_string(),
                right: right.to_string(),
                zero_by_zero: zero_by_zero.parse().ok()?,
            })
        }
        _ => return None,
    };
    Some(CachedAnswer {
        verdict,
        guard: (!guard.is_empty()).then(|| guard.to_string()),
        time: Duration::from_micros(time.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers() -> Vec<CachedAnswer> {
        let of = |verdict, guard: Option<&str>| CachedAnswer {
            verdict,
            guard: guard.map(str::to_string),
            time: Duration::from_micros(1234),
        };
        let refuted = Verdict::Refuted(Counterexample {
            scalar: "i8".to_string(),
            values: vec![
                ("x".to_string(), "-7".to_string()),
                ("a".to_string(), "2".to_string()),
            ],
            left: "-4".to_string(),
            right: "no value".to_string(),
            zero_by_zero: true,
        });
        vec![
            of(
                Verdict::Proved {
                    how: "over ℤ".to_string(),
                },
                None,
            ),
            of(
                Verdict::Unknown {
                    why: "z3 gave up".to_string(),
                },
                None,
            ),
            of(refuted, Some("when a != 0")),
        ]
    }

    #[test]
    fn what_is_kept_is_recalled() {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = ProofCache::at(&folder.path().join("not/yet"));
        for answer in answers() {
            assert_eq!(memory.recall("a question\n"), None);
            memory.keep("a question\n", &answer);
            assert_eq!(memory.recall("a question\n"), Some(answer));
            memory.keep("another\n", &answers()[0]);
            fs::remove_dir_all(&memory.folder).expect("the folder");
        }
    }

    /// Of a file that is damaged anywhere, or stands under another name, nothing is believed.
    #[test]
    fn damage_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = ProofCache::at(folder.path());
        memory.keep("of a false rule\n", &answers()[2]);
        memory.keep("of a true rule\n", &answers()[0]);
        let (other, own) = (memory.path("of a true rule\n"), memory.path("of a false rule\n"));
        let whole = fs::read(&own).expect("the file");
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&own, &damaged).expect("written");
            assert_eq!(memory.recall("of a false rule\n"), None, "byte {at}");
            fs::write(&own, &whole[..at]).expect("written");
            assert_eq!(memory.recall("of a false rule\n"), None, "cut at {at}");
        }
        fs::copy(other, own).expect("copied");
        assert_eq!(memory.recall("of a false rule\n"), None);
    }

    #[test]
    fn questions_differ_in_what_matters() {
        let ask = |text: &str, steps| {
            let rules = ovolo_rewrites::rule::parse(text).expect("a rule");
            let options = Options {
                steps,
                ..Options::default()
            };
            question(&rules[0], &rules, &options)
        };
        let lemma = "rule s forall x, y: x + y => y + x";
        let base = ask(&format!("rule r forall x, y: x * y => y * x by s {lemma}"), 10);
        let same = format!("/// With words.\nrule r forall x, y: x * y => y * x by s {lemma}");
        assert_eq!(ask(&same, 10), base);
        for (text, steps) in [
            (format!("rule r forall x, y: x * y => y * x by s {lemma}"), 11),
            (format!("rule r forall x, y: x * y => x * y by s {lemma}"), 10),
            (
                format!("rule r forall x, y: x * y => y * x when x > 0 by s {lemma}"),
                10,
            ),
            (
                format!("rule r forall x, y over bits: x * y => y * x by s {lemma}"),
                10,
            ),
            (
                format!("rule r forall x, y: x * y => y * x by s {lemma} when x > 0"),
                10,
            ),
            (format!("rule r forall x, y: x * y <=> y * x by s {lemma}"), 10),
        ] {
            assert_ne!(ask(&text, steps), base, "{text}");
        }
    }
}
