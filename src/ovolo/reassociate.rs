//! The matrix-chain rule in the pipeline: the cheapest order of each chain of products, if it is proved.

use std::time::Instant;

use ovolo_extract::products::cheapest;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::structure::verify;
use ovolo_rewrites::lift::NotLifted;
use ovolo_rewrites::products::{Chain, Extents, chains, reassociate, replica, rewrite};
use ovolo_verify::program::{Options, Verdict, verify_programs};

/// A chain that was taken in another order.
#[derive(Clone, Debug)]
pub struct Reordered {
    pub factors: usize,
    /// The order, as it is written in mathematics.
    pub order: String,
    pub before: u128,
    pub after: u128,
    pub classes: usize,
    pub nodes: usize,
    pub unions: usize,
    /// The choices of extents at which both orders were proved to be the same sums of products.
    pub sizes: usize,
    pub seconds: f64,
}

/// What became of the chains of a function.
#[derive(Clone, Debug, Default)]
pub struct Reassociation {
    pub reordered: Vec<Reordered>,
    pub kept: Vec<NotLifted>,
    /// Why orders were turned down.
    pub rejected: Vec<String>,
}

/// Takes every chain of products of a function in its cheapest order.
pub fn reassociated(module: &mut Module, function: OpId, model: FpModel) -> Reassociation {
    let found = chains(module, function, model);
    let mut done = Reassociation {
        kept: found.kept,
        ..Reassociation::default()
    };
    for chain in &found.chains {
        match reordered(module, chain) {
            Ok(Some((changed, reordered))) => {
                *module = changed;
                done.reordered.push(reordered);
            }
            Ok(None) => {}
            Err(reason) => done.rejected.push(reason),
        }
    }
    done
}

/// The module with the chain in its cheapest order; `None` where that takes no less.
fn reordered(module: &Module, chain: &Chain) -> Result<Option<(Module, Reordered)>, String> {
    let start = Instant::now();
    let grown = reassociate(&chain.numbers, &chain.written);
    let best = cheapest(&grown.egraph, grown.root, &chain.extents.sizes());
    let (before, after) = (chain.multiplications(), chain.of_order(&best.term));
    if after >= before {
        return Ok(None);
    }
    let mut sizes = 0;
    for extents in small_extents(chain) {
        let pair = [&chain.written, &best.term].map(|order| replica(chain, &extents, order));
        let [Some(written), Some(chosen)] = pair else {
            return Err("an order of products cannot be written".to_string());
        };
        let options = Options {
            total_steps: 15_000_000,
            proof_steps: 0,
            ..Options::default()
        };
        match verify_programs(&written, &chosen, &options) {
            Verdict::Proved(_) | Verdict::Checked(_) => sizes += 1,
            other => return Err(format!("an order of products: {other}")),
        }
    }
    let mut changed = module.clone();
    let unwritten = || "an order of products cannot be written".to_string();
    rewrite(&mut changed, chain, &best.term).ok_or_else(unwritten)?;
    verify(&changed).map_err(|_| unwritten())?;
    let name = |number: u32| {
        let factor = &chain.factors[number as usize];
        let transposed = if factor.is_transposed() { "^T" } else { "" };
        name_of(module, factor.value, number) + transposed
    };
    Ok(Some((
        changed,
        Reordered {
            factors: chain.factors.len(),
            order: Chain::text(&best.term, name),
            before,
            after,
            classes: grown.egraph.number_of_classes(),
            nodes: grown.egraph.total_number_of_nodes(),
            unions: grown.unions,
            sizes,
            seconds: start.elapsed().as_secs_f64(),
        },
    )))
}

fn name_of(module: &Module, value: ValueId, number: u32) -> String {
    match &module.value(value).name {
        Some(name) => name.to_string(),
        None => format!("#{number}"),
    }
}

/// Neighbouring extents that are more than one at a time.
const WINDOW: usize = 6;

/// Extents at which two orders are compared: all are one but for a few neighbours, of which every pair and triple takes
/// part; and in one choice the middle is zero. An extent that several factors share is the same for all.
///
/// A product of n matrices is a polynomial of as many terms as the inner extents multiply to, so they cannot all be
/// larger than one.
fn small_extents(chain: &Chain) -> Vec<Extents> {
    let count = chain.extents.between.len();
    let same = shared_extents(chain);
    let made = |of: &dyn Fn(usize) -> i64| {
        let between = (0..count).map(|n| small_group(chain.extents.between[n].len(), of(same[n])));
        Extents {
            batch: small_group(chain.extents.batch.len(), 2),
            between: between.collect(),
        }
    };
    let last = count.saturating_sub(WINDOW).max(1);
    let starts = (0..count)
        .step_by(WINDOW - 2)
        .filter(|&start| start == 0 || start < last + 2);
    let mut choices: Vec<Extents> = starts
        .map(|start| {
            let window = start..start + WINDOW;
            made(&|n| {
                if window.contains(&n) {
                    2 + (n % 2) as i64
                } else {
                    1
                }
            })
        })
        .collect();
    choices.push(made(&|n| {
        if n == same[count / 2] {
            0
        } else {
            2 - (n % 2) as i64
        }
    }));
    choices.sort();
    choices.dedup();
    choices
}

/// The extents of rows or columns of several dimensions: of the first as told, of the next two where more than one is.
fn small_group(dims: usize, first: i64) -> Vec<i64> {
    let other = if first > 1 { 2 } else { 1 };
    let extents = [first, other].into_iter().chain(std::iter::repeat(1));
    extents.take(dims).collect()
}

/// For each extent the first one that must be equal to it, since one matrix stands at several places of the chain.
fn shared_extents(chain: &Chain) -> Vec<usize> {
    let mut first: Vec<usize> = (0..chain.extents.between.len()).collect();
    let find = |first: &[usize], mut n: usize| {
        while first[n] != n {
            n = first[n];
        }
        n
    };
    for (n, &number) in chain.numbers.iter().enumerate() {
        for side in [0, 1] {
            let (a, b) = (find(&first, n + side), find(&first, number as usize + side));
            first[a.max(b)] = a.min(b);
        }
    }
    (0..first.len()).map(|n| find(&first, n)).collect()
}
