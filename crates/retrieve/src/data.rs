//! Restrictions on data properties: who has such values, or so many of them.

use evolearner_dl::{DataRestriction, Quantifier};
use evolearner_graph::Graph;
use evolearner_graph::bits::set_bit;

use crate::bitset::BitSet;
use crate::spans::{Spans, n_distinct};
use evolearner_dl::Forall;

/// Sets `out`, which must be empty, to the members of a data restriction.
pub(crate) fn data(graph: &Graph, forall: Forall, restriction: &DataRestriction, out: &mut BitSet) {
    let values = graph.values(restriction.property);
    let spans = Spans::of(&graph.literals, values, &restriction.range);
    let mut counted = |least: u32, wanted: &dyn Fn(u32) -> bool| {
        for (individual, row) in values.iter() {
            if row.len() >= least as usize && wanted(n_distinct(&graph.literals, row, &spans)) {
                out.insert(individual);
            }
        }
    };
    match restriction.quantifier {
        Quantifier::Some => with_value(graph, restriction, &spans, out),
        Quantifier::Only => {
            let outside = spans.complement(graph.literals.len() as u32);
            with_value(graph, restriction, &outside, out);
            out.not();
            if forall == Forall::Nonempty {
                let mut having = BitSet::empty(out.universe());
                with_value(graph, restriction, &Spans::all(&graph.literals), &mut having);
                out.and(&having);
            }
        }
        Quantifier::AtLeast(0) => out.fill(),
        Quantifier::AtLeast(n) => counted(n, &|found| found >= n),
        Quantifier::AtMost(n) => {
            counted(n.saturating_add(1), &|found| found > n);
            out.not();
        }
        Quantifier::Exactly(0) => {
            with_value(graph, restriction, &spans, out);
            out.not();
        }
        Quantifier::Exactly(n) => counted(n, &|found| found == n),
    }
}

/// Adds the individuals that have a value in the spans: a run of the column for each.
fn with_value(graph: &Graph, restriction: &DataRestriction, spans: &Spans, out: &mut BitSet) {
    let values = graph.values(restriction.property);
    let words = out.words_mut();
    for span in spans.iter() {
        for &[_, individual] in values.between(span) {
            set_bit(words, individual);
        }
    }
}
