use ovolo_lang::fp::FpModel;
use ovolo_rewrites::lift::{Assumptions, lift_function};
use ovolo_rewrites::{egraph, loops, materialize};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let fp = args.get(2).map_or(FpModel::STRICT, |s| s.parse().unwrap());
    let module = ovolo_lang::parse::parse_module(&text).unwrap_or_else(|d| panic!("{d:?}"));
    let f = module.functions().next().unwrap();
    let oracle = ovolo_verify::emptiness::Z3Emptiness::new();
    let machine = ovolo_extract::machine::Machine::host();
    let mut chosen = vec![];
    for (op, nest) in lift_function(
        &module,
        f,
        Assumptions {
            fp,
            ..Default::default()
        },
    ) {
        let nest = match nest {
            Ok(n) => n,
            Err(e) => {
                println!("{op:?}: {}", e.reason);
                continue;
            }
        };
        let t = Instant::now();
        let (mut eg, root) = egraph::of_nest(&nest, &oracle);
        let rules: Vec<_> = ovolo_rewrites::rule::builtin().iter().collect();
        let rep = ovolo_rewrites::saturate::saturate(&mut eg, rules, &Default::default());
        println!(
            "algebra {:?} {} nodes {} classes {:?}",
            rep.stop,
            rep.nodes,
            rep.classes,
            t.elapsed()
        );
        let t = Instant::now();
        let before = ovolo_extract::tiles::extract(&eg, root, &machine, 1);
        println!(
            "before {:?} {:?}",
            before.candidates[0].cost,
            before.candidates[0].cost.total()
        );
        let mut nest2 = nest.clone();
        nest2.term = before.candidates[0].choice.term.clone();
        let (mut eg, root) = egraph::of_nest(&nest2, &oracle);
        let rep = loops::saturate_loops(&mut eg, &Default::default());
        println!(
            "{rep:?} nodes {} classes {} queries {} {:?}",
            eg.total_number_of_nodes(),
            eg.number_of_classes(),
            eg.analysis.dependences.queries(),
            t.elapsed()
        );
        let t = Instant::now();
        let ex = ovolo_extract::tiles::extract(&eg, root, &machine, 8);
        println!("assignments {} {:?}", ex.assignments, t.elapsed());
        for c in &ex.candidates {
            println!("{:.3e} {:?} {:?}", c.cost.total(), c.cost, c.choice.tiles);
        }
        chosen.push((nest, ex.candidates[0].choice.clone()));
    }
    let pairs: Vec<_> = chosen.iter().map(|(n, c)| (n, c)).collect();
    let m = materialize::materialize(&module, &pairs).unwrap_or_else(|e| panic!("{e}"));
    if args.len() > 3 {
        println!("{}", ovolo_lang::print::print_module(&m));
    }
    let name = module
        .op(f)
        .attribute("sym_name")
        .unwrap()
        .as_str()
        .unwrap()
        .to_string();
    let options = ovolo_lower::Options {
        fp,
        ..Default::default()
    };
    let t = Instant::now();
    let jits = [&module, &m].map(|m| ovolo_lower::compile(m, &options).unwrap().jit().unwrap());
    println!("compile {:?}", t.elapsed());
    let body = module.single_block(f, 0).unwrap();
    let make = || {
        module
            .block(body)
            .arguments
            .iter()
            .map(|&a| {
                let ty = module.ty(a);
                let mr = ty.as_memref().unwrap();
                let shape: Vec<i64> = mr
                    .shape
                    .as_ref()
                    .unwrap()
                    .iter()
                    .map(|d| d.fixed().unwrap())
                    .collect();
                let n: i64 = shape.iter().product();
                let e = mr.element.clone();
                if e == ovolo_lang::types::Type::F32 {
                    ovolo_lower::Buffer::from_values(
                        e,
                        &shape,
                        &(0..n)
                            .map(|i| ((i * 7919) % 1000) as f32 / 1000.0 - 0.4)
                            .collect::<Vec<f32>>(),
                    )
                    .unwrap()
                } else if e == ovolo_lang::types::Type::F64 {
                    ovolo_lower::Buffer::from_values(
                        e,
                        &shape,
                        &(0..n)
                            .map(|i| ((i * 7919) % 1000) as f64 / 1000.0 - 0.4)
                            .collect::<Vec<f64>>(),
                    )
                    .unwrap()
                } else {
                    ovolo_lower::Buffer::from_values(
                        e,
                        &shape,
                        &(0..n).map(|i| (i * 7919 % 1000003) as i32).collect::<Vec<i32>>(),
                    )
                    .unwrap()
                }
            })
            .collect::<Vec<_>>()
    };
    let mut best = [f64::INFINITY; 2];
    let mut outs = vec![];
    for round in 0..4 {
        for (k, j) in jits.iter().enumerate() {
            if k == 0 && round > 1 {
                continue;
            }
            let mut bufs = make();
            let mut a: Vec<_> = bufs.iter_mut().map(ovolo_lower::Argument::Buffer).collect();
            let t = Instant::now();
            j.call(&name, &mut a).unwrap();
            best[k] = best[k].min(t.elapsed().as_secs_f64());
            if round == 0 {
                outs.push(bufs);
            }
        }
    }
    let same = outs[0].iter().zip(&outs[1]).all(|(a, b)| a.bytes() == b.bytes());
    println!(
        "TIME {name} original {:.3} ms optimised {:.3} ms ratio {:.2} bitwise equal {same}",
        best[0] * 1e3,
        best[1] * 1e3,
        best[0] / best[1]
    );
}
