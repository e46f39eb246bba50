//! A term that is being changed, with what is known of the loops around each place in it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use egg::{Id, Language, RecExpr, Symbol};

use super::expand::root;
use crate::dependence::{Addressing, Buffer, Dependences, Domain, Emptiness};
use crate::guard::Condition;
use crate::linear::{Linear, linear_of};
use crate::nest::{BufferSource, Nest, touches};
use crate::term::{Comparison, IndexOp, Loop, LoopKind, Node, branches};

/// A rule that makes other statements of a loop.
pub trait LoopChange {
    /// What a loop becomes; `None` where it stays and the loops in its body are looked at.
    fn apply(&mut self, arena: &mut Arena<'_>, head: Loop, body: Id) -> Option<Vec<Id>>;
}

/// The nodes of a nest, to which a rule adds its own.
pub struct Arena<'o> {
    nest: Nest,
    nodes: Vec<Node>,
    linear: Vec<Option<Linear>>,
    ids: HashMap<Node, Id>,
    taken: BTreeSet<Symbol>,
    pub dependences: Dependences<'o>,
}

impl<'o> Arena<'o> {
    /// The nodes of the nest, and its statement.
    pub fn of(nest: &Nest, oracle: &'o dyn Emptiness) -> (Arena<'o>, Id) {
        let mut dependences = Dependences::new(oracle);
        let buffers = nest.buffers.iter();
        dependences.buffers = buffers
            .map(|(name, (buffer, _))| (*name, buffer.clone()))
            .collect();
        dependences.domains = nest.domains.clone();
        let mut taken: BTreeSet<Symbol> = nest.domains.keys().copied().collect();
        taken.extend(nest.buffers.keys());
        taken.extend(nest.values.keys());
        let mut arena = Arena {
            nest: nest.clone(),
            nodes: Vec::new(),
            linear: Vec::new(),
            ids: HashMap::new(),
            taken,
            dependences,
        };
        let mut ids: Vec<Id> = Vec::new();
        for node in nest.term.as_ref() {
            if let Node::Var(name) | Node::Outer(name, _) = node {
                arena.taken.insert(*name);
            }
            let node = node.clone().map_children(|c| ids[usize::from(c)]);
            ids.push(arena.add(node));
        }
        let root = ids[usize::from(root(&nest.term))];
        let root = arena.with_own_names(root, &mut BTreeSet::new());
        (arena, root)
    }

    /// The statement with another name for each loop but the first of a name. A distributed loop is several of one name,
    /// which is right only while they have the same bounds.
    fn with_own_names(&mut self, id: Id, known: &mut BTreeSet<Symbol>) -> Id {
        let mut node = self.node(id).clone();
        match &mut node {
            Node::For(head, _) if !known.insert(head.iv) => {
                // One variable in the place of another overflows nothing.
                return self.copied(id, &mut BTreeMap::new()).unwrap_or(id);
            }
            Node::For(_, [_, _, body]) => *body = self.with_own_names(*body, known),
            Node::Seq(children) | Node::If(_, children) => {
                for child in children.iter_mut() {
                    *child = self.with_own_names(*child, known);
                }
            }
            _ => return id,
        }
        self.add(node)
    }

    /// The nest with another statement; loops that it lacks are forgotten, those that it has stand in its order.
    pub fn into_nest(self, root: Id) -> Nest {
        let mut term = RecExpr::default();
        let mut done = HashMap::new();
        self.copy_to(root, &mut term, &mut done);
        let mut heads = Vec::new();
        self.loops_from(root, &mut heads);
        let mut nest = self.nest;
        let mut domains = std::mem::take(&mut nest.domains);
        let known = heads
            .into_iter()
            .filter_map(|name| domains.shift_remove_entry(&name));
        nest.domains = known.collect();
        nest.term = term;
        nest
    }

    /// The variables of the loops of a statement, each before those inside.
    fn loops_from(&self, id: Id, found: &mut Vec<Symbol>) {
        match self.node(id) {
            Node::For(head, [_, _, body]) => {
                found.push(head.iv);
                self.loops_from(*body, found);
            }
            Node::Seq(statements) | Node::If(_, statements) => {
                statements.iter().for_each(|&s| self.loops_from(s, found));
            }
            _ => {}
        }
    }

    fn copy_to(&self, id: Id, term: &mut RecExpr<Node>, done: &mut HashMap<Id, Id>) -> Id {
        if let Some(id) = done.get(&id) {
            return *id;
        }
        let node = self.node(id).clone();
        let node = node.map_children(|child| self.copy_to(child, term, done));
        let new = term.add(node);
        done.insert(id, new);
        new
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[usize::from(id)]
    }

    /// Whether an expression or a statement has a variable in it.
    pub fn mentions(&self, id: Id, name: Symbol) -> bool {
        let mut seen = BTreeSet::from([id]);
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if matches!(self.node(id), Node::Var(var) if *var == name) {
                return true;
            }
            pending.extend(
                self.node(id)
                    .children()
                    .iter()
                    .filter(|child| seen.insert(**child)),
            );
        }
        false
    }

    /// The normal form of an index expression.
    pub fn linear(&self, id: Id) -> Option<&Linear> {
        self.linear[usize::from(id)].as_ref()
    }

    /// Whether nothing after the nest, and nothing before it, has to do with what an array holds.
    pub fn is_local(&self, array: Symbol) -> bool {
        self.nest.holds_locally(array)
    }

    /// The extents of an array, where they are known.
    pub fn shape(&self, array: Symbol) -> Option<Vec<Linear>> {
        self.nest.buffers.get(&array)?.0.shape.iter().cloned().collect()
    }

    /// A temporary of the elements that an array has, of this shape, under a new name.
    pub fn fresh_array(&mut self, like: Symbol, shape: Vec<Linear>) -> Symbol {
        let name = self.fresh(like);
        let buffer = Buffer {
            element: self.nest.buffers[&like].0.element,
            shape: shape.into_iter().map(Some).collect(),
            addressing: Addressing::Same,
            overlap_group: None,
        };
        self.dependences.buffers.insert(name, buffer.clone());
        self.nest.buffers.insert(name, (buffer, BufferSource::Temporary));
        name
    }

    /// Forgets an array that nothing touches.
    pub fn forget_array(&mut self, array: Symbol) {
        self.nest.buffers.shift_remove(&array);
        self.nest.locals.remove(&array);
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Whether a statement or a value reads or writes an array.
    pub fn touches_array(&self, id: Id, array: Symbol) -> bool {
        touches(&self.nodes, id, array)
    }

    /// The temporaries of one cell that lifting made and nothing reads after the nest.
    pub fn scalar_temporaries(&self) -> Vec<Symbol> {
        let is_result = |name: &Symbol| self.nest.results.iter().any(|(_, result)| result == name);
        let buffers = self.nest.buffers.iter();
        buffers
            .filter(|(name, (buffer, source))| {
                buffer.shape.is_empty() && *source == BufferSource::Temporary && !is_result(name)
            })
            .map(|(name, _)| *name)
            .collect()
    }

    /// A temporary like another, under a new name.
    pub fn fresh_scalar(&mut self, like: Symbol) -> Symbol {
        self.fresh_array(like, Vec::new())
    }

    /// A statement with another array in the place of one.
    pub fn with_buffer(&mut self, id: Id, from: Symbol, to: Symbol) -> Id {
        self.with_buffer_once(id, (from, to), &mut HashMap::new())
    }

    fn with_buffer_once(&mut self, id: Id, names: (Symbol, Symbol), done: &mut HashMap<Id, Id>) -> Id {
        if let Some(id) = done.get(&id) {
            return *id;
        }
        let mut node = self.node(id).clone();
        for child in node.children_mut() {
            *child = self.with_buffer_once(*child, names, done);
        }
        match &mut node {
            Node::Load(buffer, ..) | Node::Store(buffer, _) if *buffer == names.0 => *buffer = names.1,
            _ => {}
        }
        let new = self.add(node);
        done.insert(id, new);
        new
    }

    pub fn domain(&self, iv: Symbol) -> Option<&Domain> {
        self.nest.domains.get(&iv)
    }

    /// Makes what is known of a loop, or of a new one, this.
    pub fn set_domain(&mut self, iv: Symbol, domain: Domain) {
        if self.domain(iv).is_some_and(|known| *known != domain) {
            self.dependences.forget();
        }
        self.dependences.domains.insert(iv, domain.clone());
        self.nest.domains.insert(iv, domain);
    }

    /// Takes what is executed in the iterations of two loops for executed in those of the inner one, which has this domain then.
    pub fn join_executed(&mut self, outer: Symbol, inner: Symbol, domain: &Domain) {
        for known in &mut self.nest.executed {
            let loops = &mut known.loops;
            if [outer, inner]
                .iter()
                .all(|name| loops.iter().any(|(known, _)| known == name))
            {
                loops.retain(|(name, _)| *name != outer);
                let own = loops.iter_mut().filter(|(name, _)| *name == inner);
                own.for_each(|(_, known)| *known = domain.clone());
            }
        }
    }

    /// Lets what is executed in the iterations of a loop, for values of its variable, be executed in those of another too.
    pub fn rename_executed(&mut self, (iv, value): (Symbol, &Linear), name: Symbol, domain: &Domain) {
        let mut renamed = Vec::new();
        for known in &self.nest.executed {
            let at = |other: Symbol| {
                if other == iv {
                    value.clone()
                } else {
                    Linear::var(other)
                }
            };
            let mut known = known.clone();
            let Some(own) = known.loops.iter_mut().find(|(other, _)| *other == iv) else {
                continue;
            };
            *own = (name, domain.clone());
            let indices = known.access.indices.iter();
            known.access.indices = indices.map(|index| index.as_ref()?.substitute(&at)).collect();
            renamed.push(known);
        }
        self.nest.executed.extend(renamed);
    }

    pub fn add(&mut self, node: Node) -> Id {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = Id::from(self.nodes.len());
        let linear = linear_of(&node, |child| self.linear[usize::from(child)].as_ref());
        self.linear.push(linear);
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    /// A name like `base` that nothing else has.
    pub fn fresh(&mut self, base: Symbol) -> Symbol {
        let names = (1..).map(|n| Symbol::from(format!("{base}_{n}")));
        let mut names = names.skip_while(|name| self.taken.contains(name));
        let name = names.next().expect("there are more names than are taken");
        self.taken.insert(name);
        name
    }

    pub fn is_nothing(&self, id: Id) -> bool {
        matches!(self.node(id), Node::Seq(none) if none.is_empty())
    }

    /// One statement after the other.
    pub fn sequence(&mut self, statements: impl IntoIterator<Item = Id>) -> Id {
        let mut all = Vec::new();
        for statement in statements {
            match self.node(statement) {
                Node::Seq(parts) => all.extend(parts.iter().copied()),
                _ => all.push(statement),
            }
        }
        match all.as_slice() {
            [only] => *only,
            _ => self.add(Node::Seq(all.into())),
        }
    }

    /// A loop; nothing where its body does nothing.
    pub fn for_loop(&mut self, head: Loop, [lo, hi]: [Id; 2], body: Id) -> Id {
        match self.is_nothing(body) {
            true => body,
            false => self.add(Node::For(head, [lo, hi, body])),
        }
    }

    /// The statement with loops changed, from outside in; what a loop becomes is not looked at again.
    pub fn with_loops(&mut self, id: Id, change: &mut dyn LoopChange) -> Id {
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let changed: Vec<Id> = statements.iter().map(|&s| self.with_loops(s, change)).collect();
                self.sequence(changed)
            }
            Node::For(head, _) if head.kind == LoopKind::Kept => id,
            Node::For(head, [lo, hi, body]) => {
                if let Some(parts) = change.apply(self, head, body) {
                    return self.sequence(parts);
                }
                let body = self.with_loops(body, change);
                self.for_loop(head, [lo, hi], body)
            }
            Node::If(comparisons, children) => {
                let (ids, statements) = branches(&children);
                let statements = statements.map(|s| self.with_loops(s, change));
                let children = ids.iter().copied().chain(statements).collect();
                self.add(Node::If(comparisons, children))
            }
            _ => id,
        }
    }

    /// The conditions of an `If` in their normal forms.
    pub fn conditions(&self, comparisons: &[Comparison], ids: &[Id]) -> Option<Vec<Condition>> {
        let pairs = ids.iter().zip(comparisons);
        pairs
            .map(|(&id, &comparison)| {
                let expr = self.linear(id)?.clone();
                Some(Condition { expr, comparison })
            })
            .collect()
    }

    /// Whether no iteration of the loops satisfies all conditions.
    pub fn never(&mut self, conditions: impl IntoIterator<Item = Condition>) -> bool {
        let conditions: Vec<Condition> = conditions.into_iter().collect();
        self.dependences.never(&conditions).is_yes()
    }

    /// The node of a normal form.
    pub fn index(&mut self, linear: &Linear) -> Id {
        linear.nodes(&mut |node| self.add(node))
    }

    /// The least (`Min`) or the greatest (`Max`) of some normal forms; there is one.
    pub fn fold(&mut self, op: IndexOp, list: &[Linear]) -> Id {
        let ids: Vec<Id> = list.iter().map(|linear| self.index(linear)).collect();
        let (&first, rest) = ids.split_first().expect("a bound has a value");
        rest.iter()
            .fold(first, |all, &next| self.add(Node::Index(op, [all, next])))
    }

    /// A copy of a statement with variables replaced by values, its loops under new names. `None` on overflow.
    pub fn copied(&mut self, id: Id, values: &mut BTreeMap<Symbol, Linear>) -> Option<Id> {
        self.copied_once(id, values, Names::New, &mut HashMap::new())
    }

    /// The statement with a variable replaced by a value. Its loops keep their names, so the statement that it was must
    /// be used no more. `None` on overflow.
    pub fn moved(&mut self, id: Id, iv: Symbol, value: Linear) -> Option<Id> {
        self.copied_once(
            id,
            &mut BTreeMap::from([(iv, value)]),
            Names::Kept,
            &mut HashMap::new(),
        )
    }

    fn copied_once(
        &mut self,
        id: Id,
        values: &mut BTreeMap<Symbol, Linear>,
        names: Names,
        done: &mut HashMap<Id, Id>,
    ) -> Option<Id> {
        if let Some(id) = done.get(&id) {
            return Some(*id);
        }
        let mut node = self.node(id).clone();
        let new = match &mut node {
            Node::Var(name) => match values.get(name).cloned() {
                Some(value) => self.index(&value),
                None => id,
            },
            Node::For(head, [lo, hi, body]) => {
                let [lo, hi] = [*lo, *hi].map(|bound| self.copied_once(bound, values, names, done));
                let domain = self.domain(head.iv)?.clone();
                let domain = substituted(&domain, values)?;
                let mut name = head.iv;
                if names == Names::New {
                    name = self.fresh(head.iv);
                    values.insert(head.iv, Linear::var(name));
                }
                self.set_domain(name, domain);
                let body = self.copied_once(*body, values, names, done)?;
                let head = Loop { iv: name, ..*head };
                self.add(Node::For(head, [lo?, hi?, body]))
            }
            other => {
                for child in other.children_mut() {
                    *child = self.copied_once(*child, values, names, done)?;
                }
                self.add(node)
            }
        };
        done.insert(id, new);
        Some(new)
    }
}

/// What the loops of a copy are called.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    New,
    Kept,
}

/// A domain where variables have other values. `None` on overflow.
pub(super) fn substituted(domain: &Domain, values: &BTreeMap<Symbol, Linear>) -> Option<Domain> {
    let value = |name: Symbol| values.get(&name).cloned().unwrap_or_else(|| Linear::var(name));
    let all =
        |list: &[Linear]| -> Option<Vec<Linear>> { list.iter().map(|l| l.substitute(&value)).collect() };
    Some(Domain {
        lower: all(&domain.lower)?,
        upper: all(&domain.upper)?,
        step: domain.step,
    })
}
