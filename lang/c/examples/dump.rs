fn main() { let a: Vec<String> = std::env::args().collect(); let t = std::fs::read_to_string(&a[1]).unwrap(); ovolo_c::dump(&a[1], &t, &a[2..]); }
