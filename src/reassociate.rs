//! The matrix-chain rule in the pipeline: the cheapest order of each chain of products, if it is proved.

use std::time::{Duration, Instant};

use ovolo_extract::products::cheapest;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::structure::verify;
use ovolo_rewrites::lift::NotLifted;
use ovolo_rewrites::products::{Chain, chains, reassociate, replica, rewrite};
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
    let best = cheapest(&grown.egraph, grown.root, &chain.extents);
    let before = chain.multiplications();
    if best.multiplications >= before {
        return Ok(None);
    }
    let mut sizes = 0;
    for extents in small_extents(chain) {
        let pair = [&chain.written, &best.term].map(|order| replica(chain, &extents, order));
        let [Some(written), Some(chosen)] = pair else {
            return Err("an order of products cannot be written".to_string());
        };
        let options = Options {
            time: Duration::from_secs(2),
            ..Options::default()
        };
        match verify_programs(&written, &chosen, &options) {
            Verdict::Proved(_) => sizes += 1,
            other => return Err(format!("an order of products: {other}")),
        }
    }
    let mut changed = module.clone();
    let unwritten = || "an order of products cannot be written".to_string();
    rewrite(&mut changed, chain, &best.term).ok_or_else(unwritten)?;
    verify(&changed).map_err(|_| unwritten())?;
    let name = |number: u32| name_of(module, chain.factors[number as usize], number);
    Ok(Some((
        changed,
        Reordered {
            factors: chain.factors.len(),
            order: Chain::text(&best.term, name),
            before,
            after: best.multiplications,
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
fn small_extents(chain: &Chain) -> Vec<Vec<i64>> {
    let count = chain.extents.len();
    let same = shared_extents(chain);
    let fixed = [(0, chain.are_vectors[0]), (count - 1, chain.are_vectors[1])];
    let made = |of: &dyn Fn(usize) -> i64| {
        let mut extents: Vec<i64> = (0..count).map(|n| of(same[n])).collect();
        for (end, is_vector) in fixed {
            if is_vector {
                extents[end] = 1;
            }
        }
        extents
    };
    let last = count.saturating_sub(WINDOW).max(1);
    let starts = (0..count)
        .step_by(WINDOW - 2)
        .filter(|&start| start == 0 || start < last + 2);
    let mut choices: Vec<Vec<i64>> = starts
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

/// For each extent the first one that must be equal to it, since one matrix stands at several places of the chain.
fn shared_extents(chain: &Chain) -> Vec<usize> {
    let mut first: Vec<usize> = (0..chain.extents.len()).collect();
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
