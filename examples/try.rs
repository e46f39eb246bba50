use std::time::Instant;
use ovolo_lang::fp::FpModel;
use ovolo_rewrites::lift::{Assumptions, lift_function};
use ovolo_rewrites::{egraph, loops, materialize};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let fp = args.get(2).map_or(FpModel::STRICT, |s| s.parse().unwrap());
    let module = ovolo_lang::parse::parse_module(&text).unwrap_or_else(|d| panic!("{d:?}"));
    let f = module.functions().next().unwrap();
    let oracle = ovolo_verify::emptiness::Z3Emptiness::new();
    let machine = ovolo_extract::machine::Machine::host();
    let mut chosen = vec![];
    for (op, nest) in lift_function(&module, f, Assumptions { fp, ..Default::default() }) {
        let nest = match nest { Ok(n) => n, Err(e) => { println!("{op:?}: {}", e.reason); continue } };
        let t = Instant::now();
        let (mut eg, root) = egraph::of_nest(&nest, &oracle);
        let rules: Vec<_> = ovolo_rewrites::rule::builtin().iter().collect();
        let rep = ovolo_rewrites::saturate::saturate(&mut eg, rules, &Default::default());
        println!("algebra {:?} {} nodes {} classes {:?}", rep.stop, rep.nodes, rep.classes, t.elapsed());
        let t = Instant::now();
        let before = ovolo_extract::tiles::extract(&eg, root, &machine, 1);
        println!("before {:?} {:?}", before.candidates[0].cost, before.candidates[0].cost.total());
        let mut nest2 = nest.clone();
        nest2.term = before.candidates[0].choice.term.clone();
        let (mut eg, root) = egraph::of_nest(&nest2, &oracle);
        let rep = loops::saturate_loops(&mut eg, &Default::default());
        println!("{rep:?} nodes {} classes {} queries {} {:?}", eg.total_number_of_nodes(), eg.number_of_classes(), eg.analysis.dependences.queries(), t.elapsed());
        let t = Instant::now();
        let ex = ovolo_extract::tiles::extract(&eg, root, &machine, 8);
        println!("assignments {} {:?}", ex.assignments, t.elapsed());
        for c in &ex.candidates { println!("{:.3e} {:?} {:?}", c.cost.total(), c.cost, c.choice.tiles); }
        chosen.push((nest, ex.candidates[0].choice.clone()));
    }
    let pairs: Vec<_> = chosen.iter().map(|(n, c)| (n, c)).collect();
    match materialize::materialize(&module, &pairs) {
        Ok(m) => println!("{}", ovolo_lang::print::print_module(&m)),
        Err(e) => println!("ERROR {e}"),
    }
}
