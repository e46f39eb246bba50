//! Reading certificates.

use ovolo_lang::affine::{AffineExpr, AffineMap};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;

use super::super::certificate::{
    Case, Certificate, Equality, Image, Instance, Lemma, Method, Named, Reordering, Source, TermImage,
};
use super::super::equal::{FIRST, SECOND};
use super::{Certificates, HEAD};

/// Reads a file.
pub fn certificates(text: &str) -> Result<Certificates, Diagnostic> {
    let mut found = Certificates::default();
    let mut function: Option<String> = None;
    let mut has_head = false;
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        let line = line.split_once("//").map_or(line, |(before, _)| before);
        let mut words = Words {
            text: line,
            at: 0,
            start,
        };
        start += whole.len();
        words.skip_spaces();
        if words.rest().is_empty() {
            continue;
        }
        if !has_head {
            if words.rest().trim_end() != HEAD {
                return Err(words.expected(&format!("`{HEAD}`, the first line of a certificate")));
            }
            has_head = true;
            continue;
        }
        match (words.word(), function.as_ref()) {
            ("function", _) => {
                let name = words.function()?;
                if found
                    .functions
                    .insert(name.clone(), Certificate::default())
                    .is_some()
                {
                    return Err(words.mistake(&format!("@{name} has a certificate already")));
                }
                function = Some(name);
            }
            (verb, Some(name)) => {
                let certificate = found.functions.entry(name.clone()).or_default();
                match (verb, certificate.cases.last_mut()) {
                    ("case", _) => {
                        let method = words.method()?;
                        certificate.cases.push(Case {
                            method,
                            ..Case::default()
                        });
                    }
                    (verb, Some(case)) => words.line(verb, case)?,
                    (_, None) => return Err(words.begun("`case` and a method")),
                }
            }
            (_, None) => return Err(words.begun("`function` and a name")),
        }
        words.end()?;
    }
    match has_head {
        true => Ok(found),
        false => {
            Err(Diagnostic::new(Span::default(), "an empty certificate").help(format!("expected `{HEAD}`")))
        }
    }
}

/// The words of a line.
struct Words<'t> {
    text: &'t str,
    at: usize,
    /// Where the line is in the file.
    start: usize,
}

impl<'t> Words<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next word; an empty one at the end.
    fn word(&mut self) -> &'t str {
        self.skip_spaces();
        let rest = self.rest();
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let offset = |at: usize| u32::try_from(self.start + at).unwrap_or(u32::MAX);
        Span {
            start: offset(start),
            end: offset(end.max(start + 1)),
        }
    }

    /// The mistake that the next word is another than expected.
    fn expected(&self, what: &str) -> Diagnostic {
        let mut next = Words { ..*self };
        let word = next.word();
        let start = next.at - word.len();
        let found = match word {
            "" => "the line ends here".to_string(),
            word => format!("`{word}` is not what belongs here"),
        };
        Diagnostic::new(self.span(start, next.at), found).help(format!("expected {what}"))
    }

    /// A mistake in what was read of the line.
    fn mistake(&self, message: &str) -> Diagnostic {
        Diagnostic::new(self.span(0, self.at), message)
    }

    /// The mistake that the first word, which was read, is another than expected.
    fn begun(&self, what: &str) -> Diagnostic {
        Words { at: 0, ..*self }.expected(what)
    }

    fn keyword(&mut self, word: &str) -> Result<(), Diagnostic> {
        match self.is_next(word) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{word}`"))),
        }
    }

    /// Steps over a word, if it is the next.
    fn is_next(&mut self, word: &str) -> bool {
        let before = self.at;
        let is_it = self.word() == word;
        if !is_it {
            self.at = before;
        }
        is_it
    }

    fn end(&mut self) -> Result<(), Diagnostic> {
        self.skip_spaces();
        match self.rest().is_empty() {
            true => Ok(()),
            false => Err(self.expected("the end of the line")),
        }
    }

    fn read<T>(&mut self, what: &str, of: impl Fn(&str) -> Option<T>) -> Result<T, Diagnostic> {
        let before = self.at;
        of(self.word()).ok_or_else(|| Words { at: before, ..*self }.expected(what))
    }

    fn number(&mut self) -> Result<usize, Diagnostic> {
        self.read("a number", |word| word.parse().ok())
    }

    fn function(&mut self) -> Result<String, Diagnostic> {
        self.read("`@` and the name of a function", |word| {
            Some(word.strip_prefix('@')?.to_string())
        })
    }

    fn method(&mut self) -> Result<Method, Diagnostic> {
        self.read("`reordering`, `equality` or `sums`", |word| match word {
            "reordering" => Some(Method::Reordering(Reordering::default())),
            "equality" | "sums" => Some(Method::Equality(Equality {
                has_sums: word == "sums",
                ..Equality::default()
            })),
            _ => None,
        })
    }

    fn side(&mut self) -> Result<usize, Diagnostic> {
        self.read("`first` or `second`", |word| match word {
            "first" => Some(FIRST),
            "second" => Some(SECOND),
            _ => None,
        })
    }

    fn named(&mut self, side: usize) -> Result<Named, Diagnostic> {
        self.read("a statement and a part of it, as `3.1`", |word| {
            let (statement, node) = word.split_once('.')?;
            Some(Named {
                side,
                statement: statement.parse().ok()?,
                node: node.parse().ok()?,
            })
        })
    }

    /// Two parts, of the second function and of the first.
    fn pair(&mut self) -> Result<[Named; 2], Diagnostic> {
        let second = self.named(SECOND)?;
        self.keyword("=")?;
        Ok([second, self.named(FIRST)?])
    }

    /// `by` and a map, to the end of the line.
    fn map(&mut self) -> Result<Vec<AffineExpr>, Diagnostic> {
        self.keyword("by")?;
        self.skip_spaces();
        let distance = self.start + self.at;
        let map = self.rest().parse::<AffineMap>();
        let map = map.map_err(|mistake| mistake.shifted(distance))?;
        self.at = self.text.len();
        Ok(map.results)
    }

    /// A statement or an access, and the map to its instance.
    fn instance(&mut self) -> Result<Instance, Diagnostic> {
        Ok(Instance {
            statement: self.number()?,
            at: self.map()?,
        })
    }

    fn line(&mut self, verb: &str, case: &mut Case) -> Result<(), Diagnostic> {
        if verb == "touch" {
            let number = self.number()?;
            self.keyword("=")?;
            case.touches.entry(number).or_default().push(self.instance()?);
            return Ok(());
        }
        match &mut case.method {
            Method::Reordering(reordering) => self.of_reordering(verb, reordering),
            Method::Equality(equality) => self.of_equality(verb, equality),
        }
    }

    fn of_reordering(&mut self, verb: &str, reordering: &mut Reordering) -> Result<(), Diagnostic> {
        match verb {
            "image" => {
                let before = self.at;
                if self.number()? != reordering.images.len() {
                    let next = format!("the number {}", reordering.images.len());
                    return Err(Words { at: before, ..*self }.expected(&next));
                }
                self.keyword("way")?;
                let way = self.number()?;
                self.keyword("=")?;
                let of = self.instance()?;
                reordering.images.push(Image { of, way });
            }
            "inverse" => {
                let of = self.number()?;
                self.keyword("=")?;
                reordering.inverses.entry(of).or_default().push(self.instance()?);
            }
            _ => return Err(self.begun("`touch`, `image` or `inverse`")),
        }
        Ok(())
    }

    fn of_equality(&mut self, verb: &str, equality: &mut Equality) -> Result<(), Diagnostic> {
        match verb {
            "update" => {
                let named = Named {
                    side: self.side()?,
                    statement: self.number()?,
                    node: 0,
                };
                equality.updates.insert(named);
            }
            "source" => {
                let side = self.side()?;
                let load = self.named(side)?;
                self.keyword("since")?;
                let since = self.number()?;
                self.keyword("=")?;
                let Instance { statement, at } = self.instance()?;
                let source = Source { statement, at, since };
                equality.sources.entry(load).or_default().push(source);
            }
            "lemma" => {
                let u = self.number()?;
                self.keyword("=")?;
                let pair = [u, self.number()?];
                let mut within = Vec::new();
                while self.is_next("where") {
                    let holds = !self.is_next("not");
                    within.push((self.number()?, holds));
                }
                let map = self.map()?;
                if equality.lemmas.insert(pair, Lemma { map, within }).is_some() {
                    return Err(self.mistake("a second lemma for two statements"));
                }
            }
            "access" => {
                let u = self.number()?;
                self.keyword("=")?;
                equality.accesses.insert(u, self.number()?);
            }
            "operation" => {
                let pair = self.pair()?;
                self.keyword("way")?;
                equality.take_way(pair, self.number()?);
            }
            "terms" => {
                let pair = self.pair()?;
                self.keyword("family")?;
                let family = self.number()?;
                self.keyword("=")?;
                let of = self.number()?;
                let mut order = Vec::new();
                while self.is_next("factor") {
                    order.push(self.number()?);
                }
                let image = TermImage {
                    family: of,
                    order,
                    map: self.map()?,
                };
                equality.take_image(pair, family, &image);
            }
            "reached" => {
                let pair = self.pair()?;
                self.keyword("family")?;
                let inverse = (self.number()?, self.map()?);
                equality.terms.entry(pair).or_default().inverses.push(inverse);
            }
            _ => {
                return Err(self.begun(
                    "`touch`, `update`, `source`, `lemma`, `access`, `operation`, `terms` or `reached`",
                ));
            }
        }
        Ok(())
    }
}
