//! Certificates as text, of the cases of `certify/`: what is written and read again proves the same with fewer questions, and no
//! certificate, of a neighbour or changed somewhere, proves a wrong program.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use ovolo_certificate::text::Certificates;
use ovolo_certificate::{Certificate, Checked, Refusal, Terms, check};
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_verify::certify::certify;
use rayon::prelude::*;

/// Numbers of a certificate that are changed, for each wrong program. Arbitrary.
const MOST_CHANGES: usize = 24;

struct Case {
    name: String,
    module: Module,
    model: FpModel,
    is_certified: bool,
    /// Whether the two functions differ at some size.
    is_wrong: bool,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certify");
    let entries = fs::read_dir(folder).expect("a folder of cases");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a case").path()).collect();
    files.sort();
    let case = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).expect("a readable case");
        let model = text.lines().find_map(|line| line.strip_prefix("// model: "));
        Case {
            name: path.file_stem().expect("a name").to_string_lossy().into_owned(),
            module: parse_module(&text).expect("a module"),
            model: model.map_or(FpModel::STRICT, |model| model.parse().expect("a model")),
            is_certified: text.starts_with("// certified"),
            is_wrong: text.lines().any(|line| line.starts_with("// wrong")),
        }
    };
    files.into_iter().map(case).collect()
}

impl Case {
    fn terms(&self) -> Terms<'_> {
        Terms {
            model: self.model,
            assumed: &[],
            steps: 80_000_000,
        }
    }

    fn certify(&self) -> Result<Checked, Refusal> {
        let [first, second] = self.functions();
        certify(first, second, &self.terms())
    }

    fn check(&self, certificate: &Certificate) -> Result<Checked, Refusal> {
        let [first, second] = self.functions();
        check(first, second, &self.terms(), certificate)
    }

    fn functions(&self) -> [(&Module, ovolo_lang::ir::OpId); 2] {
        ["first", "second"].map(|name| (&self.module, self.module.function(name).expect("a function")))
    }

    /// The first word of its name.
    fn family(&self) -> &str {
        self.name.split('_').next().unwrap_or_default()
    }
}

fn text(certificate: &Certificate) -> String {
    let mut all = Certificates::default();
    all.functions.insert("second".into(), certificate.clone());
    all.to_string()
}

fn read(text: &str) -> Option<Certificate> {
    Certificates::parse(text).ok()?.functions.remove("second")
}

#[test]
fn what_is_written_proves_the_same() {
    let (asked, asked_again) = (AtomicUsize::new(0), AtomicUsize::new(0));
    cases()
        .par_iter()
        .filter(|case| case.is_certified)
        .for_each(|case| {
            let found = case
                .certify()
                .unwrap_or_else(|refusal| panic!("{}: {refusal:?}", case.name));
            let written = text(&found.certificate);
            let read =
                Certificates::parse(&written).unwrap_or_else(|e| panic!("{}: {e}\n{written}", case.name));
            let again = case.check(&read.functions["second"]);
            let again = again.unwrap_or_else(|refusal| panic!("{}: {refusal:?}\n{written}", case.name));
            assert_eq!(text(&again.certificate), written, "{}", case.name);
            assert!(
                again.questions <= found.questions,
                "{}: {} questions, and {} with a certificate",
                case.name,
                found.questions,
                again.questions
            );
            asked.fetch_add(found.questions, Ordering::Relaxed);
            asked_again.fetch_add(again.questions, Ordering::Relaxed);
        });
    let (asked, asked_again) = (asked.into_inner(), asked_again.into_inner());
    assert!(
        asked_again * 3 < asked * 2,
        "{asked} questions, and {asked_again} with certificates"
    );
}

#[test]
fn no_certificate_proves_a_wrong_program() {
    let all = cases();
    let certified = all.par_iter().filter(|case| case.is_certified);
    let known: Vec<(&Case, String)> = certified
        .map(|case| (case, text(&case.certify().expect("a certificate").certificate)))
        .collect();
    let checked = AtomicUsize::new(0);
    all.par_iter().filter(|case| case.is_wrong).for_each(|wrong| {
        for (neighbour, certificate) in &known {
            let is_near = neighbour.family() == wrong.family();
            let most = if is_near { usize::MAX } else { 1 };
            for changed in changes(certificate).into_iter().take(most) {
                checked.fetch_add(1, Ordering::Relaxed);
                let Some(changed) = read(&changed) else { continue };
                let outcome = wrong.check(&changed);
                assert!(
                    outcome.is_err(),
                    "{} by the certificate of {}:\n{}",
                    wrong.name,
                    neighbour.name,
                    text(&changed)
                );
            }
        }
    });
    let checked = checked.into_inner();
    assert!(checked > 3_000, "{checked} certificates");
}

/// A certificate, and what it is with another number somewhere: one more, or one less.
fn changes(text: &str) -> Vec<String> {
    let mut all = vec![text.to_string()];
    let lines: Vec<&str> = text.lines().collect();
    let mut places = Vec::new();
    for (n, line) in lines.iter().enumerate().skip(2) {
        let code = line.split("//").next().unwrap_or_default();
        let is_start = |&(i, c): &(usize, char)| {
            c.is_ascii_digit() && !code[..i].ends_with(|before: char| before.is_ascii_alphanumeric())
        };
        places.extend(code.char_indices().filter(is_start).map(|(i, _)| (n, i)));
    }
    let step = places.len().div_ceil(MOST_CHANGES).max(1);
    for (place, &(n, i)) in places.iter().step_by(step).enumerate() {
        let line = lines[n];
        let length = line[i..]
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(line.len() - i);
        let Ok(number) = line[i..i + length].parse::<i64>() else {
            continue;
        };
        let other = if place % 2 == 0 || number == 0 {
            number + 1
        } else {
            number - 1
        };
        let changed = format!("{}{other}{}", &line[..i], &line[i + length..]);
        let mut lines: Vec<&str> = lines.clone();
        lines[n] = &changed;
        all.push(lines.join("\n"));
    }
    all
}
