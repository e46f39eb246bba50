//! Which modules of a crate import each other, and where that goes in a circle.
//!
//! Modules are compared with their siblings: what is inside a folder counts for the folder, and a name that a module
//! hands on from another counts for the other. A module and its parent are one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

/// The path of a module inside its crate.
type ModulePath = Vec<String>;

/// Lines of a file that a screen shows.
const SCREEN: usize = 60;

/// Siblings that import each other.
pub struct Circle {
    pub modules: Vec<ModulePath>,
    /// One import for each pair that has any: from, to, and the name.
    pub imports: Vec<(ModulePath, ModulePath, String)>,
    pub lines: Vec<usize>,
}

impl Circle {
    /// Three modules at most, each on a screen.
    pub fn is_small(&self) -> bool {
        self.modules.len() <= 3 && self.lines.iter().all(|&lines| lines <= SCREEN)
    }
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with_lines = self.modules.iter().zip(&self.lines);
        let members: Vec<String> = with_lines
            .map(|(module, lines)| format!("{} ({lines} lines)", module.join("::")))
            .collect();
        write!(f, "{}", members.join(", "))?;
        for (from, to, name) in &self.imports {
            write!(f, "\n    {} -> {}: {name}", from.join("::"), to.join("::"))?;
        }
        Ok(())
    }
}

#[derive(Default)]
struct Module {
    lines: usize,
    /// Paths that its code names.
    named: Vec<ModulePath>,
    /// Names that it imports or hands on, and what they stand for.
    aliases: BTreeMap<String, ModulePath>,
}

/// The circles of a crate whose root is `lib.rs` or `main.rs` in `folder`, the largest first.
pub fn circles(folder: &Path) -> Vec<Circle> {
    let modules = modules_of(folder);
    let mut levels: BTreeMap<ModulePath, BTreeMap<(ModulePath, ModulePath), String>> = BTreeMap::new();
    for (from, module) in &modules {
        for named in &module.named {
            let target = target(&modules, named, &mut BTreeSet::new());
            let common = from.iter().zip(&target).take_while(|(a, b)| a == b).count();
            if let (Some(_), Some(_)) = (from.get(common), target.get(common)) {
                let ends = (from[..=common].to_vec(), target[..=common].to_vec());
                let level = levels.entry(from[..common].to_vec()).or_default();
                level.entry(ends).or_insert_with(|| named.join("::"));
            }
        }
    }
    let lines_below = |path: &ModulePath| {
        let below = modules.iter().filter(|(other, _)| other.starts_with(path));
        below.map(|(_, module)| module.lines).sum()
    };
    let mut circles: Vec<Circle> = levels
        .values()
        .flat_map(circles_of)
        .map(|(modules, imports)| Circle {
            lines: modules.iter().map(lines_below).collect(),
            modules,
            imports,
        })
        .collect();
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.modules.len()));
    circles
}

type Imports = Vec<(ModulePath, ModulePath, String)>;

fn circles_of(level: &BTreeMap<(ModulePath, ModulePath), String>) -> Vec<(Vec<ModulePath>, Imports)> {
    let names: BTreeSet<&ModulePath> = level.keys().flat_map(|(a, b)| [a, b]).collect();
    let names: Vec<&ModulePath> = names.into_iter().collect();
    let number = |path: &ModulePath| names.binary_search(&path).expect("it is one of them");
    let graph: DiGraphMap<usize, ()> =
        DiGraphMap::from_edges(level.keys().map(|(a, b)| (number(a), number(b))));
    let components = tarjan_scc(&graph).into_iter().filter(|c| c.len() > 1);
    let circles = components.map(|component| {
        let inside = |path: &ModulePath| component.contains(&number(path));
        let imports = level
            .iter()
            .filter(|((a, b), _)| inside(a) && inside(b))
            .map(|((a, b), name)| (a.clone(), b.clone(), name.clone()));
        let mut members: Vec<ModulePath> = component.iter().map(|&n| names[n].clone()).collect();
        members.sort();
        (members, imports.collect())
    });
    circles.collect()
}

/// The module that a path leads to, through names that are handed on.
fn target(
    modules: &BTreeMap<ModulePath, Module>,
    path: &ModulePath,
    seen: &mut BTreeSet<ModulePath>,
) -> ModulePath {
    let depth = (0..=path.len()).rev().find(|&n| modules.contains_key(&path[..n]));
    let (module, rest) = path.split_at(depth.unwrap_or(0));
    let alias = rest
        .first()
        .and_then(|name| modules.get(module)?.aliases.get(name));
    match alias {
        Some(other) if !other.starts_with(path) && seen.insert(path.clone()) => {
            let whole: ModulePath = other.iter().chain(&rest[1..]).cloned().collect();
            target(modules, &whole, seen)
        }
        _ => module.to_vec(),
    }
}

fn modules_of(folder: &Path) -> BTreeMap<ModulePath, Module> {
    let mut modules = BTreeMap::new();
    let mut pending = vec![(folder.to_path_buf(), ModulePath::new())];
    while let Some((folder, path)) = pending.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let entry = entry.expect("a readable entry").path();
            let stem = entry
                .file_stem()
                .and_then(|s| s.to_str())
                .expect("a name")
                .to_string();
            let mut inner = path.clone();
            if !matches!(stem.as_str(), "lib" | "main") {
                inner.push(stem);
            }
            if entry.is_dir() {
                pending.push((entry, inner));
            } else if entry.extension().is_some_and(|e| e == "rs" || e == "lalrpop")
                && inner.last().is_none_or(|name| name != "tests")
            {
                let text = fs::read_to_string(&entry).expect("a readable source");
                modules.insert(inner.clone(), module(&text, &inner));
            }
        }
    }
    modules
}

fn module(text: &str, path: &ModulePath) -> Module {
    let words = words(text);
    let mut module = Module {
        lines: text.lines().count(),
        ..Module::default()
    };
    for pair in words.windows(2).filter(|pair| pair[0] == "mod") {
        let inside = path.iter().chain([&pair[1]]).cloned().collect();
        module.aliases.insert(pair[1].clone(), inside);
    }
    let mut n = 0;
    while n < words.len() {
        if words[n..].starts_with(&["#", "[", "cfg", "(", "test", ")", "]"].map(String::from)) {
            n = after_item(&words, n + 7);
            continue;
        }
        match words[n].as_str() {
            "use" => {
                let mut found = Vec::new();
                n = use_tree(&words, n + 1, &ModulePath::new(), &mut found);
                for (named, alias) in found {
                    if let Some(whole) = absolute(&named, path, &module) {
                        module.aliases.insert(alias, whole.clone());
                        module.named.push(whole);
                    }
                }
            }
            "crate" | "super" | "self" if words.get(n + 1).is_some_and(|w| w == "::") => {
                let mut named = vec![words[n].clone()];
                n += 1;
                while words.get(n).is_some_and(|w| w == "::") && words.get(n + 1).is_some_and(|w| is_name(w))
                {
                    named.push(words[n + 1].clone());
                    n += 2;
                }
                module.named.extend(absolute(&named, path, &module));
            }
            _ => n += 1,
        }
    }
    module
}

/// A path from the root of the crate; `None` for one into another crate.
fn absolute(named: &[String], path: &ModulePath, module: &Module) -> Option<ModulePath> {
    let (first, rest) = named.split_first()?;
    let mut whole = match first.as_str() {
        "crate" => ModulePath::new(),
        "self" => path.clone(),
        "super" => path.split_last()?.1.to_vec(),
        // A module inside, or one that was imported before.
        name => module.aliases.get(name)?.clone(),
    };
    for word in rest {
        match word.as_str() {
            "super" => drop(whole.pop()),
            "self" => {}
            _ => whole.push(word.clone()),
        }
    }
    Some(whole)
}

/// Reads what `use` names from a place on, and returns the place after it.
fn use_tree(
    words: &[String],
    mut n: usize,
    before: &ModulePath,
    found: &mut Vec<(ModulePath, String)>,
) -> usize {
    let mut path = before.clone();
    loop {
        match words.get(n).map(String::as_str) {
            Some("{") => {
                n += 1;
                while words.get(n).is_some_and(|w| w != "}") {
                    n = use_tree(words, n, &path, found);
                    n += usize::from(words.get(n).is_some_and(|w| w == ","));
                }
                return n + 1;
            }
            Some("::") => n += 1,
            Some("as") => {
                found.push((path, words[n + 1].clone()));
                return n + 2;
            }
            Some(word) if is_name(word) || word == "*" => {
                path.push(word.to_string());
                n += 1;
            }
            _ => {
                let name = match path.last().map(String::as_str) {
                    Some("self") => path.iter().rev().nth(1),
                    _ => path.last(),
                };
                if let Some(name) = name.cloned() {
                    found.push((path, name));
                }
                return n;
            }
        }
    }
}

/// The place after the item that begins at a place: its braces, or its semicolon.
fn after_item(words: &[String], mut n: usize) -> usize {
    let mut depth = 0;
    while n < words.len() {
        match words[n].as_str() {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if depth == 0 {
                    return n + 1;
                }
            }
            ";" if depth == 0 => return n + 1,
            _ => {}
        }
        n += 1;
    }
    n
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Names, `::` and single characters; comments, strings and characters in quotes are left out.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let at = |n: usize| chars.get(n).copied().unwrap_or(' ');
    let mut n = 0;
    while n < chars.len() {
        let c = chars[n];
        if c == '/' && at(n + 1) == '/' {
            n += chars[n..].iter().take_while(|&&c| c != '\n').count();
        } else if c == 'r' && (at(n + 1) == '"' || at(n + 1) == '#' && matches!(at(n + 2), '"' | '#')) {
            let hashes = chars[n + 1..].iter().take_while(|&&c| c == '#').count();
            n += hashes + 2;
            let is_end = |n: usize| at(n) == '"' && (1..=hashes).all(|k| at(n + k) == '#');
            while n < chars.len() && !is_end(n) {
                n += 1;
            }
            n += hashes + 1;
        } else if c == '"' {
            n += 1;
            while n < chars.len() && chars[n] != '"' {
                n += 1 + usize::from(chars[n] == '\\');
            }
            n += 1;
        } else if c == '\'' && (at(n + 1) == '\\' || at(n + 2) == '\'') {
            n += 2 + usize::from(at(n + 1) == '\\');
            n += chars[n.min(chars.len())..]
                .iter()
                .take_while(|&&c| c != '\'')
                .count()
                + 1;
        } else if c.is_alphanumeric() || c == '_' {
            let start = n;
            n += chars[n..]
                .iter()
                .take_while(|c| c.is_alphanumeric() || **c == '_')
                .count();
            words.push(chars[start..n].iter().collect());
        } else if c == ':' && at(n + 1) == ':' {
            words.push("::".to_string());
            n += 2;
        } else {
            if !c.is_whitespace() {
                words.push(c.to_string());
            }
            n += 1;
        }
    }
    words
}
