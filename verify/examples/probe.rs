use ovolo_certificate::Terms;
use ovolo_lang::fp::FpModel;
use ovolo_lang::parse::parse_module;
use ovolo_verify::certify::certify;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let read = |p: &str| {
        parse_module(&std::fs::read_to_string(p).unwrap()).unwrap_or_else(|m| panic!("{p}: {}", m[0]))
    };
    let (a, b) = (read(&args[1]), read(&args[2]));
    let model: FpModel = args.get(3).map_or(FpModel::STRICT, |m| m.parse().unwrap());
    let only = args.get(4);
    for op in a.functions() {
        let Some(name) = a.op(op).attribute("sym_name").and_then(|n| n.as_str()) else {
            continue;
        };
        if only.is_some_and(|o| o != name) {
            continue;
        }
        let Some(other) = b.function(name) else { continue };
        let start = Instant::now();
        let terms = Terms {
            model,
            assumed: &[],
            steps: 400_000_000,
        };
        let r = certify((&a, op), (&b, other), &terms);
        match r {
            Ok(c) => println!(
                "{name}: proved {:?} questions {} {:.2?}",
                c.certified,
                c.questions,
                start.elapsed()
            ),
            Err(e) => println!(
                "{name}: NO {} {:?} {:.2?}",
                e.reason,
                e.suspected,
                start.elapsed()
            ),
        }
    }
}
