//! Which component a bean is: names of types in, our few kinds out.
//!
//! Types match by their long or short name whatever the case, or by their Java class.

/// What a bean is, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Component {
    /// A file that we can read.
    OwlFile,
    /// A file in a notation of DL-Learner's own, which we cannot read.
    KbFile,
    /// A source of knowledge that is not a file at all.
    Endpoint,
    /// Positive and negative examples.
    PosNeg,
    /// Positive examples alone.
    PosOnly,
    /// A class to describe.
    Class,
    /// A learning problem of another kind.
    OtherProblem,
    /// A way to measure quality, by the word for it among our options.
    Measure(&'static str),
    /// A measure that we do not know.
    OtherMeasure,
    /// Algorithms, reasoners, operators, heuristics and the rest.
    Other,
}

impl Component {
    /// Finds the component of a type.
    pub(super) fn of(type_name: &str) -> Self {
        let name = plain(type_name);
        let has = |part: &str| name.contains(part);
        if let Some(measure) = measure(type_name) {
            Self::Measure(measure)
        } else if has("measure") || has("accuracy") || name.starts_with("accmethod") {
            Self::OtherMeasure
        } else if has("reasoner") || has("heuristic") || has("operator") {
            Self::Other
        } else if has("posneg") && !has("fuzzy") && !has("und") {
            Self::PosNeg
        } else if has("posonly") {
            Self::PosOnly
        } else if name == "clp" || name == "classlearningproblem" || name == "classlearning" {
            Self::Class
        } else if has("learningproblem") || has("posneg") || (has("lp") && has("property")) {
            Self::OtherProblem
        } else if has("sparql") {
            Self::Endpoint
        } else if name == "kbfile" || name == "kb" {
            Self::KbFile
        } else if has("owlfile") || has("ontology") || name == "owl" || name == "rdf" {
            Self::OwlFile
        } else {
            Self::Other
        }
    }

    /// Whether knowledge comes from it.
    pub(super) fn is_source(self) -> bool {
        self == Self::OwlFile || self.unreadable().is_some()
    }

    /// The words for a source that we cannot read.
    pub(super) fn unreadable(self) -> Option<&'static str> {
        match self {
            Self::KbFile => Some("a file in DL-Learner's KB notation"),
            Self::Endpoint => Some("a SPARQL endpoint"),
            _ => None,
        }
    }

    /// Whether it states what is to be learned.
    pub(super) fn is_problem(self) -> bool {
        matches!(self, Self::PosNeg | Self::PosOnly | Self::Class | Self::OtherProblem)
    }
}

/// Our word for the measure of a type, if it is one.
pub(super) fn measure(type_name: &str) -> Option<&'static str> {
    let name = plain(type_name);
    let name = name.strip_prefix("accmethod").unwrap_or(&name);
    Some(match name {
        "predacc"
        | "predaccocel"
        | "predictiveaccuracy"
        | "accuracy"
        | "approxpredacc"
        | "approxprecacc"
        | "predaccapprox"
        | "predictiveaccuracyapproximate"
        | "predictiveaccuracywithoutweakelimination" => "accuracy",
        "weightedpredacc"
        | "predaccweighted"
        | "weightedpredictiveaccuracy"
        | "predictiveaccuracyweighted" => "balanced-accuracy",
        "fmeasure" | "f1" | "approxfmeasure" | "fmeasureapprox" | "fmeasureapproximate" => "f1",
        "jaccard" | "jaccardcoefficient" => "jaccard",
        "ameasure" | "approxameasure" | "ameasureapprox" | "ameasureapproximate" => {
            "mean-precision-recall"
        }
        _ => return None,
    })
}

/// Letters and digits in lower case; of a Java class only its own name.
fn plain(type_name: &str) -> String {
    let is_class = type_name.starts_with("org.") && !type_name.contains(char::is_whitespace);
    let name = match type_name.rsplit_once('.') {
        Some((_, class)) if is_class => class,
        _ => type_name,
    };
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_match_in_all_their_spellings() {
        for (type_name, expect) in [
            ("posNegStandard", Component::PosNeg),
            ("PosNegLPStandard", Component::PosNeg),
            ("org.dllearner.learningproblems.PosNegLPStandard", Component::PosNeg),
            ("posonlylp", Component::PosOnly),
            ("PosOnlyLP", Component::PosOnly),
            ("clp", Component::Class),
            ("ClassLearningProblem", Component::Class),
            ("fuzzyPosNeg", Component::OtherProblem),
            ("PropertyAxiomLearningProblem", Component::OtherProblem),
            ("OWL File", Component::OwlFile),
            ("owlfile", Component::OwlFile),
            ("KB File", Component::KbFile),
            ("SPARQL endpoint fragment", Component::Endpoint),
            ("SPARQL Reasoner", Component::Other),
            ("closed world reasoner", Component::Other),
            ("celoe", Component::Other),
            ("celoe_heuristic", Component::Other),
            ("org.dllearner.cli.CLI", Component::Other),
            ("fmeasure", Component::Measure("f1")),
            ("pred_acc.ocel", Component::Measure("accuracy")),
            ("org.dllearner.accuracymethods.AccMethodFMeasure", Component::Measure("f1")),
            ("gen_fmeasure", Component::OtherMeasure),
            ("Jaccard Coefficient", Component::Measure("jaccard")),
        ] {
            assert_eq!(Component::of(type_name), expect, "{type_name}");
        }
    }
}
