fn main() {
    let a: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&a[2]).unwrap();
    let request = ovolo_c::Request { path: &a[2], text: &text, arguments: &a[3..], function: None };
    match ovolo_c::import(&request) {
        Err(e) => println!("ERROR {}", ovolo_lang::diagnostic::render(&a[2], &text, &e, false)),
        Ok(i) => {
            println!("{}", ovolo_lang::print::print_module(&i.module));
            for l in &i.left_out { println!("LEFT {}", ovolo_lang::diagnostic::render(&a[2], &text, std::slice::from_ref(l), false)); }
            for r in i.regions { println!("REGION {}", r.call) }
            if let Err(e) = ovolo_lang::structure::verify(&i.module) { println!("INVALID {}", ovolo_lang::diagnostic::render(&a[2], &text, &e, false)); }
        }
    }
}
