//! Which blocks of a region dominate which.

use rustc_hash::FxHashMap;

use crate::ir::{BlockId, Module, RegionId};

/// The dominator tree of the blocks that the entry of a region reaches.
pub struct Tree {
    /// Where each block that the entry reaches stands in `spans`.
    numbers: FxHashMap<BlockId, usize>,
    /// When a walk of the dominator tree enters and leaves each block: what a block dominates lies within.
    spans: Vec<(u32, u32)>,
}

impl Tree {
    pub fn of(module: &Module, region: RegionId) -> Tree {
        let order = reverse_postorder(module, region);
        let numbers: FxHashMap<BlockId, usize> = order.iter().copied().zip(0..).collect();
        let immediate = immediate_dominators(module, &order, &numbers);
        Tree {
            spans: spans(&immediate),
            numbers,
        }
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.numbers.contains_key(&block)
    }

    /// Whether every path from the entry to `b` goes through `a`; a block that no path reaches is dominated
    /// by all and dominates none.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        match (self.numbers.get(&a), self.numbers.get(&b)) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(&a), Some(&b)) => {
                let (a, b) = (self.spans[a], self.spans[b]);
                a.0 <= b.0 && b.1 <= a.1
            }
        }
    }
}

fn successors(module: &Module, block: BlockId) -> &[BlockId] {
    match module.block(block).ops.last() {
        Some(&last) => &module.op(last).successors,
        None => &[],
    }
}

/// The blocks that the entry reaches, each before those it leads to where no loop leads back.
fn reverse_postorder(module: &Module, region: RegionId) -> Vec<BlockId> {
    let Some(&entry) = module.region(region).blocks.first() else {
        return Vec::new();
    };
    let mut order = Vec::new();
    let mut seen: FxHashMap<BlockId, ()> = FxHashMap::default();
    seen.insert(entry, ());
    let mut stack = vec![(entry, successors(module, entry).iter())];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.next() {
            Some(&next) => {
                let is_inside = module.block(next).parent == Some(region);
                if is_inside && seen.insert(next, ()).is_none() {
                    stack.push((next, successors(module, next).iter()));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// By the algorithm of Cooper, Harvey and Kennedy; the entry is its own.
fn immediate_dominators(
    module: &Module,
    order: &[BlockId],
    numbers: &FxHashMap<BlockId, usize>,
) -> Vec<usize> {
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    for (number, &block) in order.iter().enumerate() {
        for target in successors(module, block) {
            if let Some(&target) = numbers.get(target) {
                predecessors[target].push(number);
            }
        }
    }
    let mut immediate: Vec<Option<usize>> = vec![None; order.len()];
    if let Some(entry) = immediate.first_mut() {
        *entry = Some(0);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for block in 1..order.len() {
            let known = predecessors[block]
                .iter()
                .copied()
                .filter(|&p| immediate[p].is_some());
            let new = known.reduce(|a, b| common(&immediate, a, b));
            if new != immediate[block] {
                immediate[block] = new;
                changed = true;
            }
        }
    }
    immediate.into_iter().map(Option::unwrap_or_default).collect()
}

/// The closest block that dominates both.
fn common(immediate: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let later = if a > b { &mut a } else { &mut b };
        *later = immediate[*later].unwrap_or_default();
    }
    a
}

fn spans(immediate: &[usize]) -> Vec<(u32, u32)> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); immediate.len()];
    for (block, &parent) in immediate.iter().enumerate().skip(1) {
        children[parent].push(block);
    }
    let mut spans = vec![(0, 0); immediate.len()];
    let mut time = 0;
    let mut stack = vec![(0, 0)];
    while let Some((block, next)) = stack.pop() {
        if block >= immediate.len() {
            break;
        }
        if next == 0 {
            spans[block].0 = time;
            time += 1;
        }
        match children[block].get(next) {
            Some(&child) => {
                stack.push((block, next + 1));
                stack.push((child, 0));
            }
            None => {
                spans[block].1 = time;
                time += 1;
            }
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse_unverified;

    #[test]
    fn a_diamond_with_a_loop_and_a_block_that_nothing_reaches() {
        let text = "func.func @f(%c: i1) {
          \"cf.cond_br\"(%c)[^a, ^b] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
        ^a:
          \"cf.br\"()[^join] : () -> ()
        ^b:
          \"cf.br\"()[^join] : () -> ()
        ^join:
          \"cf.cond_br\"(%c)[^join, ^exit] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
        ^exit:
          return
        ^dead:
          \"cf.br\"()[^exit] : () -> ()
        }";
        let module = parse_unverified(text).expect("a module");
        let function = module.functions().next().expect("a function");
        let region = module.op(function).regions[0];
        let blocks = &module.region(region).blocks;
        let tree = Tree::of(&module, region);
        let [entry, a, b, join, exit, dead] = blocks[..] else {
            panic!("six blocks")
        };
        let dominated = |x| blocks.iter().filter(|&&y| tree.dominates(x, y)).count();
        assert_eq!(dominated(entry), 6);
        assert_eq!((dominated(a), dominated(b)), (2, 2));
        assert_eq!(dominated(join), 3);
        assert_eq!(dominated(exit), 2);
        assert!(!tree.dominates(dead, exit) && tree.dominates(exit, dead));
        assert!(!tree.is_reachable(dead) && tree.is_reachable(exit));
    }
}
