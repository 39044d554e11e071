//! What a job maximises where there are far more examples on one side than on the other.

use evolearner::learning::{Problem, Quality, Settings};

use super::job::{LearnRequest, Preset};

/// From this many times as many examples on, the side with more of them decides the accuracy: a
/// concept that gets nothing right but that side is then 80 % accurate.
const LOPSIDED: usize = 4;

/// Puts a measure in the place of accuracy that a concept without any worth does not score high in,
/// unless the request names a measure or asks for the paper's settings. The notice says which.
pub(super) fn choose(
    request: &LearnRequest,
    problem: &Problem,
    settings: &mut Settings,
) -> Option<String> {
    let (n_positives, n_negatives) = (problem.positives().len(), problem.negatives().len());
    let (few, many) = (n_positives.min(n_negatives), n_positives.max(n_negatives));
    if settings.fitness.quality != Quality::Accuracy || many < LOPSIDED.saturating_mul(few) {
        return None;
    }
    // F1 asks about positives; where these are the many, covering everything would do.
    let (better, name, worthless) = if n_positives <= n_negatives {
        (Quality::F1, "F1", "covers no positive")
    } else {
        (Quality::BalancedAccuracy, "balanced accuracy", "covers every negative")
    };
    let accuracy = many as f64 / (few + many) as f64;
    let why = format!(
        "{n_positives} positives against {n_negatives} negatives: a concept that {worthless} can \
         have an accuracy of {accuracy:.3}"
    );
    let is_free = request.settings.quality.is_none() && request.preset == Preset::Default;
    if is_free {
        settings.fitness.quality = better;
        return Some(format!("{why}, so {name} is maximised instead"));
    }
    Some(format!("{why}; {name} would say more"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner::IndividualId;
    use evolearner::report::settings::SettingsModel;

    fn chosen(n_positives: u32, n_negatives: u32, request: &LearnRequest) -> (Quality, bool) {
        let individuals = |range: std::ops::Range<u32>| range.map(IndividualId).collect::<Vec<_>>();
        let all = n_positives + n_negatives;
        let (positives, negatives) = (individuals(0..n_positives), individuals(n_positives..all));
        let (problem, _) = Problem::new(&positives, &negatives).unwrap();
        let mut settings = Settings::recommended();
        request.settings.apply(&mut settings).unwrap();
        let notice = choose(request, &problem, &mut settings);
        (settings.fitness.quality, notice.is_some())
    }

    #[test]
    fn accuracy_gives_way_where_one_side_decides_it() {
        let plain = LearnRequest::default();
        assert_eq!(chosen(30, 30, &plain), (Quality::Accuracy, false));
        assert_eq!(chosen(10, 39, &plain), (Quality::Accuracy, false));
        assert_eq!(chosen(3, 337, &plain), (Quality::F1, true));
        assert_eq!(chosen(337, 3, &plain), (Quality::BalancedAccuracy, true));
    }

    #[test]
    fn what_a_request_names_stays_and_is_warned_about() {
        let quality = |word: &str| SettingsModel {
            quality: Some(word.to_owned()),
            ..SettingsModel::default()
        };
        let named = |word| LearnRequest { settings: quality(word), ..LearnRequest::default() };
        assert_eq!(chosen(3, 337, &named("accuracy")), (Quality::Accuracy, true));
        assert_eq!(chosen(3, 337, &named("recall")), (Quality::Recall, false));
        let paper = LearnRequest { preset: Preset::Paper, ..LearnRequest::default() };
        assert_eq!(chosen(3, 337, &paper), (Quality::Accuracy, true));
    }
}
