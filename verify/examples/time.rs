use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let read = |p: &str| {
        ovolo_lang::parse::parse_module(&std::fs::read_to_string(p).unwrap())
            .map_err(|_| "parse")
            .unwrap()
    };
    let (a, b) = (read(&args[1]), read(&args[2]));
    let options = ovolo_verify::program::Options {
        model: args[3].parse().unwrap(),
        ..Default::default()
    };
    let t = Instant::now();
    let v = ovolo_verify::program::verify_programs(&a, &b, &options);
    println!("{v}\n{:?}", t.elapsed());
}
