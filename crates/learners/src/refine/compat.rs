//! What DL-Learner does differently from the papers, where a run asks for it.

use evolearner_dl::{Datatype, choices};
use evolearner_evaluate::{Op, Space};
use evolearner_search::choice_options;

use super::concepts::Shape;

choices! {
    /// Whose behaviour is reproduced.
    pub enum Compat {
        /// The published definitions.
        Off = "off",
        /// The program DL-Learner, as far as a search can follow it.
        ///
        /// The rows of its oddities that are followed, and those that are not, are listed in
        /// docs/learners.md.
        DlLearner = "dl-learner",
    }
}

choice_options!(Compat);

/// The datatypes of numeric properties, as far as DL-Learner allows one bound of each kind on them.
pub struct Facets {
    datatypes: Vec<Option<Datatype>>,
}

impl Facets {
    /// The datatypes on a space: those of the first values.
    pub fn of(space: &Space) -> Self {
        let limited = ["double", "integer"].map(Datatype::xsd);
        let datatypes = space.numeric.iter().map(|numeric| {
            let types = space.graph.symbols.value_types.get(numeric.property.0 as usize)?;
            types.iter().map(|one| &one.datatype).find(|one| limited.contains(one)).cloned()
        });
        Self { datatypes: datatypes.collect() }
    }

    /// The kind of a bound that may occur only once in a conjunction: its operator and its datatype.
    pub fn bound(&self, shape: Shape) -> Option<(bool, &Datatype)> {
        match shape {
            Shape::Leaf { code, is_negated: false, .. }
                if matches!(code.op(), Op::Min | Op::Max) =>
            {
                let datatype = self.datatypes[code.argument()].as_ref()?;
                Some((code.op() == Op::Min, datatype))
            }
            _ => None,
        }
    }
}
