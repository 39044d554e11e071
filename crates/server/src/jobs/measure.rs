//! What a job maximises where there are far more examples on one side than on the other.

use evolearner::{BadOption, Choice, Examples, Layer, Learner, PRESETS, Quality};

/// From this many times as many examples on, the side with more of them decides the accuracy: a
/// concept that gets nothing right but that side is then 80 % accurate.
const LOPSIDED: u32 = 4;

/// Replaces accuracy by a measure in which a concept without any worth does not score high, unless
/// the request names a measure or a preset. The notice says which.
pub(super) fn choose(
    examples: &Examples,
    learner: &mut Learner,
) -> Result<Option<String>, BadOption> {
    let (n_positives, n_negatives) = (examples.n_positives(), examples.n_negatives());
    let (few, many) = (n_positives.min(n_negatives), n_positives.max(n_negatives));
    let options = learner.options();
    if options.get::<Quality>("quality") != Quality::Accuracy || many < LOPSIDED.saturating_mul(few)
    {
        return Ok(None);
    }
    // F1 asks about positives; where these are the many, covering everything would do.
    let (better, name, worthless) = if n_positives <= n_negatives {
        (Quality::F1, "F1", "covers no positive")
    } else {
        (Quality::BalancedAccuracy, "balanced accuracy", "covers every negative")
    };
    let accuracy = f64::from(many) / (f64::from(few) + f64::from(many));
    let why = format!(
        "{n_positives} positives against {n_negatives} negatives: a concept that {worthless} can \
         have an accuracy of {accuracy:.3}"
    );
    let is_free = options.layer("quality") == Layer::Default && learner.preset() == PRESETS[0].id;
    if is_free {
        learner.set_text("quality", better.word(), Layer::Caller)?;
        return Ok(Some(format!("{why}, so {name} is maximised instead")));
    }
    Ok(Some(format!("{why}; {name} would say more")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner::{AUTO, IndividualId};

    fn chosen(
        n_positives: u32,
        n_negatives: u32,
        preset: &str,
        quality: Option<&str>,
    ) -> (Quality, bool) {
        let individuals = |range: std::ops::Range<u32>| range.map(IndividualId).collect::<Vec<_>>();
        let all = n_positives + n_negatives;
        let (positives, negatives) = (individuals(0..n_positives), individuals(n_positives..all));
        let (examples, _) = Examples::new(&positives, &negatives).unwrap();
        let mut learner = Learner::new(AUTO, preset).unwrap();
        if let Some(word) = quality {
            learner.set_text("quality", word, Layer::Caller).unwrap();
        }
        let notice = choose(&examples, &mut learner).unwrap();
        (learner.options().get("quality"), notice.is_some())
    }

    #[test]
    fn accuracy_gives_way_where_one_side_decides_it() {
        let plain = |n_positives, n_negatives| chosen(n_positives, n_negatives, "default", None);
        assert_eq!(plain(30, 30), (Quality::Accuracy, false));
        assert_eq!(plain(10, 39), (Quality::Accuracy, false));
        assert_eq!(plain(3, 337), (Quality::F1, true));
        assert_eq!(plain(337, 3), (Quality::BalancedAccuracy, true));
    }

    #[test]
    fn what_a_request_names_stays_and_is_warned_about() {
        let named = |word| chosen(3, 337, "default", Some(word));
        assert_eq!(named("accuracy"), (Quality::Accuracy, true));
        assert_eq!(named("recall"), (Quality::Recall, false));
        assert_eq!(chosen(3, 337, "paper", None), (Quality::Accuracy, true));
    }
}
