//! The table of options as JSON, from which `cargo xtask generate` makes pages and signatures.
//!
//! `cargo run -p evolearner-kit --example options`

fn main() {
    let table = evolearner::options_table(&[]);
    let text = serde_json::to_string_pretty(&table).expect("the table is plain data");
    println!("{text}");
}
