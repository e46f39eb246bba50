//! Any term of a class, by choices that the caller makes: what a test of the rules looks at, since the
//! cheapest terms are few.

use std::collections::{BTreeMap, HashMap};

use egg::{Id, Language, RecExpr, Symbol};
use ovolo_rewrites::egraph::EGraph;
use ovolo_rewrites::level::{Level, size_name};
use ovolo_rewrites::nest::Choice;
use ovolo_rewrites::term::{LoopKind, Node, Step};

/// What a term of a class may consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    Expression,
    /// Stores, some under conditions.
    Flat,
    /// Stores and loops that are copied out or made lanes.
    Straight,
    Statement,
}

/// A term has no more nodes than this.
const MOST_NODES: usize = 3_000;

/// Below this depth the choice is the caller's; from there on the shallowest term is taken.
const FREE_DEPTH: usize = 24;

/// A term of the class `root` and sizes of its tiles. `choose` is asked for one of so many options; an
/// answer that is too great counts from the start again. `None` when the term grows out of bounds.
pub fn sample(egraph: &EGraph<'_>, root: Id, choose: &mut dyn FnMut(usize) -> usize) -> Option<Choice> {
    let tiles = tiles(egraph, choose);
    let mut sampler = Sampler {
        egraph,
        heights: heights(egraph),
        choose,
        term: RecExpr::default(),
        known: HashMap::new(),
        visits: 0,
    };
    sampler.build(egraph.find(root), Form::Statement, 0)?;
    Some(Choice {
        term: sampler.term,
        tiles,
    })
}

/// Sizes that divide as the rules ask: a vector divides a register tile, which divides a cache tile.
fn tiles(egraph: &EGraph<'_>, choose: &mut dyn FnMut(usize) -> usize) -> BTreeMap<Symbol, i64> {
    let mut sizes: BTreeMap<Symbol, [i64; 3]> = BTreeMap::new();
    let mut tiles = BTreeMap::new();
    for (tile, variable) in &egraph.analysis.loops {
        let [vector, register, cache] = *sizes.entry(variable.root).or_insert_with(|| {
            let mut pick = |options: &[i64]| options[choose(options.len()) % options.len()];
            let vector = pick(&[2, 4, 8, 1, 3]);
            let register = vector * pick(&[1, 2, 3]);
            [vector, register, register * pick(&[1, 2, 3])]
        });
        let size = match variable.level {
            Level::Point | Level::Lockstep | Level::Product => continue,
            Level::Vector => vector,
            Level::Register => register,
            Level::Cache | Level::Wavefront => cache,
        };
        tiles.insert(size_name(*tile), size);
    }
    tiles
}

struct Sampler<'s, 'a> {
    egraph: &'s EGraph<'a>,
    heights: HashMap<(Id, Form), usize>,
    choose: &'s mut dyn FnMut(usize) -> usize,
    term: RecExpr<Node>,
    known: HashMap<Node, Id>,
    visits: usize,
}

impl Sampler<'_, '_> {
    fn build(&mut self, class: Id, form: Form, depth: usize) -> Option<Id> {
        self.visits += 1;
        if self.visits > MOST_NODES {
            return None;
        }
        let options: Vec<(usize, &Node)> = self.egraph[class]
            .nodes
            .iter()
            .filter_map(|node| Some((height(node, form, &self.heights, self.egraph)?, node)))
            .flat_map(|option| vec![option; weight(option.1)])
            .collect();
        let node = if depth < FREE_DEPTH && !options.is_empty() {
            options[(self.choose)(options.len()) % options.len()].1
        } else {
            options.iter().min_by_key(|(height, _)| *height)?.1
        };
        let forms = child_forms(node, form)?;
        let mut node = node.clone();
        for (child, form) in node.children_mut().iter_mut().zip(forms) {
            *child = self.build(self.egraph.find(*child), form, depth + 1)?;
        }
        if let Some(id) = self.known.get(&node) {
            return Some(*id);
        }
        let id = self.term.add(node.clone());
        self.known.insert(node, id);
        Some(id)
    }
}

/// How many times an option counts: vectors come of several choices, each of which must be likely.
fn weight(node: &Node) -> usize {
    match node {
        Node::For(head, _) if head.kind == LoopKind::Vectorized => 12,
        Node::For(head, _) if head.kind == LoopKind::Unrolled => 2,
        Node::For(head, _)
            if matches!(
                head.kind,
                LoopKind::Promoted | LoopKind::Parallel | LoopKind::Reduced
            ) =>
        {
            3
        }
        Node::For(head, _) if head.step != Step::Fixed(1) => 2,
        Node::Seq(_) => 3,
        Node::If(..) => 2,
        _ => 1,
    }
}

/// The height of the shallowest term of each class in each form that it has.
fn heights(egraph: &EGraph<'_>) -> HashMap<(Id, Form), usize> {
    let mut heights: HashMap<(Id, Form), usize> = HashMap::new();
    loop {
        let mut changed = false;
        for class in egraph.classes() {
            for form in [Form::Expression, Form::Flat, Form::Straight, Form::Statement] {
                let least = class
                    .nodes
                    .iter()
                    .filter_map(|n| height(n, form, &heights, egraph))
                    .min();
                let Some(least) = least else { continue };
                let known = heights.entry((class.id, form)).or_insert(usize::MAX);
                if least < *known {
                    *known = least;
                    changed = true;
                }
            }
        }
        if !changed {
            return heights;
        }
    }
}

fn height(
    node: &Node,
    form: Form,
    heights: &HashMap<(Id, Form), usize>,
    egraph: &EGraph<'_>,
) -> Option<usize> {
    let mut height = 0;
    for (child, form) in node.children().iter().zip(child_forms(node, form)?) {
        height = height.max(*heights.get(&(egraph.find(*child), form))?);
    }
    Some(height + 1)
}

/// The forms of the children of a node in a term of this form; `None` when there is no such term.
fn child_forms(node: &Node, form: Form) -> Option<Vec<Form>> {
    let count = node.children().len();
    match (node, form) {
        (Node::Store(..), Form::Expression) => None,
        (Node::Store(..), _) => Some(vec![Form::Expression; count]),
        (Node::Seq(_), Form::Flat | Form::Straight | Form::Statement) => Some(vec![form; count]),
        (Node::For(head, _), Form::Straight | Form::Statement) => {
            let body = match (head.kind, form) {
                (LoopKind::Vectorized, _) => Form::Flat,
                (LoopKind::Unrolled, _) => Form::Straight,
                (_, Form::Straight) => return None,
                (LoopKind::Promoted, _) => Form::Straight,
                (LoopKind::Sequential | LoopKind::Kept | LoopKind::Parallel | LoopKind::Reduced, _) => {
                    Form::Statement
                }
            };
            Some(vec![Form::Expression, Form::Expression, body])
        }
        (Node::If(conditions, _), Form::Flat | Form::Straight | Form::Statement) => {
            let forms = [vec![Form::Expression; conditions.len()], vec![form; 2]];
            Some(forms.concat())
        }
        (Node::Panels(..), Form::Statement) => Some(vec![form]),
        (Node::Early(..), Form::Straight | Form::Statement) => Some(vec![form]),
        (node, Form::Expression) if !node.is_statement() => Some(vec![form; count]),
        _ => None,
    }
}
