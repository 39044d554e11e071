//! Scratch.
use evolearner::*;
use evolearner::learn_api as l;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let file = |p: &str| Input { name: p.into(), bytes: Box::new(std::fs::File::open(p).unwrap()), format: None };
    let g = load(vec![file(&a[1])], GraphSettings::default(), &mut |_| None).unwrap().graph;
    let ids = |p: &str| std::fs::read_to_string(p).unwrap().lines().filter(|x| !x.is_empty()).map(|x| g.symbols.individuals.find(x.trim()).unwrap()).collect::<Vec<_>>();
    let (p, _) = l::Problem::new(&ids(&a[2]), &ids(&a[3])).unwrap();
    for seed in 1..=a.get(4).map_or(3, |s| s.parse().unwrap()) {
        let s = l::Settings { seed, ..l::Settings::paper() };
        let t = std::time::Instant::now();
        let o = l::learn(&g, &p, &s, 1, l::CancelToken::default(), &mut ());
        let el = t.elapsed();
        let c = l::Confusion::new(o.answer.covered, o.n_positives, o.n_negatives);
        let con = l::concept(&o.alphabet, &o.answer.genes);
        println!("seed {seed} {:.3}s splits {:?} init {:?} evals {} acc {:.4} f1 {:.4} nodes {} len {} hall {:.4}", el.as_secs_f64(), o.phases.splits, o.phases.init, o.evaluations, c.accuracy(), c.f1(), o.answer.genes.len(), con.length(), o.hall.best().unwrap().quality);
    }
}
