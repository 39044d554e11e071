//! Prints the description of the API, without a server.
//!
//!     cargo run --quiet --package evolearner-server --example openapi

fn main() {
    println!("{}", evolearner_server::openapi());
}
