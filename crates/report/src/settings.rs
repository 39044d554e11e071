//! Settings as words and numbers: in files, in results, on the command line.

use std::time::Duration;

use evolearner_learn::{
    Answer, Bloat, Constructor, Crossover, Forall, InitMethod, Language, Mutation, Named, Quality,
    Settings, Splitter,
};
use serde::{Deserialize, Serialize};

/// Settings under their names on the command line. What is absent stays as it was.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SettingsModel {
    /// Candidates per generation.
    pub population: Option<usize>,
    /// Generations after the first population.
    pub generations: Option<u32>,
    /// Candidates per tournament.
    pub tournament: Option<usize>,
    /// How two candidates are crossed.
    pub crossover: Option<String>,
    /// The share of pairs that are crossed.
    pub crossover_rate: Option<f64>,
    /// How one candidate is changed.
    pub mutation: Option<String>,
    /// The share of candidates that are changed.
    pub mutation_rate: Option<f64>,
    /// The highest tree, in edges.
    pub max_depth: Option<usize>,
    /// How the first population is made.
    pub init: Option<String>,
    /// The heights of random trees, such as `1..6`.
    pub init_depth: Option<String>,
    /// The most triples that a walk takes from an example.
    pub max_triples: Option<usize>,
    /// Thresholds per numeric property.
    pub splits: Option<usize>,
    /// How thresholds are found.
    pub splitter: Option<String>,
    /// The highest cardinality.
    pub max_cardinality: Option<u32>,
    /// What one unit of quality is worth in nodes.
    pub parsimony: Option<f64>,
    /// How long concepts are kept in check.
    pub bloat: Option<String>,
    /// What is maximised.
    pub quality: Option<String>,
    /// The description logic to search in.
    pub language: Option<String>,
    /// Constructors beyond that logic, such as `dates,strings`.
    pub with: Option<String>,
    /// Constructors that it has and a search does without, such as `forall`.
    pub without: Option<String>,
    /// How many individuals near the examples must have a value before a concept may name it.
    pub min_frequency: Option<usize>,
    /// Wall-clock limit, such as `300s`; `none` for no limit.
    pub timeout: Option<String>,
    /// The most evaluations.
    #[cfg_attr(feature = "openapi", schema(format = "uint64"))]
    pub evaluations: Option<u64>,
    /// Whether a perfect concept ends the run.
    pub stop_when_solved: Option<bool>,
    /// A quality that ends the run.
    pub stop_at_quality: Option<f64>,
    /// The best candidates that pass on unchanged.
    pub elite: Option<usize>,
    /// Which concept is the answer.
    pub answer: Option<String>,
    /// Whether concepts are shortened and simplified before they are reported.
    pub simplify: Option<bool>,
    /// What `∀` says of individuals without successors.
    pub forall: Option<String>,
    /// Memory for remembered extensions, in MB per thread.
    pub cache: Option<usize>,
    /// The seed.
    #[cfg_attr(feature = "openapi", schema(format = "uint64"))]
    pub seed: Option<u64>,
}

/// A setting that cannot be what it is set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadSetting {
    /// The name of the setting.
    pub name: &'static str,
    /// What it was set to.
    pub value: String,
    /// What it can be.
    pub expected: String,
}

impl std::fmt::Display for BadSetting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} cannot be `{}`: {}", self.name, self.value, self.expected)
    }
}

impl std::error::Error for BadSetting {}

fn bad(name: &'static str, value: &impl ToString, expected: &str) -> BadSetting {
    BadSetting { name, value: value.to_string(), expected: expected.to_owned() }
}

fn choose<T: Named>(
    slot: &mut T,
    name: &'static str,
    word: Option<&String>,
) -> Result<(), BadSetting> {
    if let Some(word) = word {
        *slot = T::from_word(word).ok_or_else(|| {
            let words: Vec<&str> = T::ALL.iter().map(|choice| choice.word()).collect();
            bad(name, word, &format!("one of {}", words.join(", ")))
        })?;
    }
    Ok(())
}

fn replace<T: Copy>(slot: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *slot = value;
    }
}

fn within(
    slot: &mut f64,
    name: &'static str,
    value: Option<f64>,
    high: f64,
) -> Result<(), BadSetting> {
    if let Some(value) = value {
        if !(0.0..=high).contains(&value) {
            return Err(bad(name, &value, &format!("a number from 0 to {high}")));
        }
        *slot = value;
    }
    Ok(())
}

fn at_least_one<T: Copy + From<u8> + PartialOrd + ToString>(
    slot: &mut T,
    name: &'static str,
    value: Option<T>,
) -> Result<(), BadSetting> {
    if let Some(value) = value {
        if value < T::from(1) {
            return Err(bad(name, &value, "at least 1"));
        }
        *slot = value;
    }
    Ok(())
}

/// Constructors by their words, with commas between them.
fn constructors(
    name: &'static str,
    words: Option<&String>,
) -> Result<Vec<Constructor>, BadSetting> {
    let words = words.map_or("", String::as_str);
    let words = words.split(',').map(str::trim).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let mut constructor = Constructor::Negation;
            choose(&mut constructor, name, Some(&word.to_owned()))?;
            Ok(constructor)
        })
        .collect()
}

impl SettingsModel {
    /// Changes settings to what is set here.
    pub fn apply(&self, settings: &mut Settings) -> Result<(), BadSetting> {
        let evolution = &mut settings.evolution;
        at_least_one(&mut evolution.population, "population", self.population)?;
        replace(&mut evolution.generations, self.generations);
        at_least_one(&mut evolution.tournament, "tournament", self.tournament)?;
        choose::<Crossover>(&mut evolution.crossover, "crossover", self.crossover.as_ref())?;
        within(&mut evolution.crossover_rate, "crossover-rate", self.crossover_rate, 1.0)?;
        choose::<Mutation>(&mut evolution.mutation, "mutation", self.mutation.as_ref())?;
        within(&mut evolution.mutation_rate, "mutation-rate", self.mutation_rate, 1.0)?;
        if let Some(depth) = self.max_depth {
            if !(1..=60).contains(&depth) {
                return Err(bad("max-depth", &depth, "a number from 1 to 60"));
            }
            evolution.max_depth = depth;
        }
        choose::<Bloat>(&mut evolution.bloat, "bloat", self.bloat.as_ref())?;
        replace(&mut evolution.elite, self.elite);
        choose::<InitMethod>(&mut settings.init.method, "init", self.init.as_ref())?;
        if let Some(depths) = &self.init_depth {
            settings.init.depth = parse_range(depths)?;
        }
        at_least_one(&mut settings.init.max_triples, "max-triples", self.max_triples)?;
        replace(&mut settings.space.splits, self.splits);
        choose::<Splitter>(&mut settings.space.splitter, "splitter", self.splitter.as_ref())?;
        replace(&mut settings.space.max_cardinality, self.max_cardinality);
        choose::<Forall>(&mut settings.space.forall, "forall", self.forall.as_ref())?;
        if let Some(language) = &self.language {
            settings.space.language = language
                .parse::<Language>()
                .map_err(|error| bad("language", language, &error.to_string()))?;
        }
        for constructor in constructors("with", self.with.as_ref())? {
            settings.space.language = settings.space.language.with(constructor);
        }
        for constructor in constructors("without", self.without.as_ref())? {
            settings.space.language = settings.space.language.without(constructor);
        }
        replace(&mut settings.space.min_frequency, self.min_frequency);
        within(&mut settings.fitness.parsimony, "parsimony", self.parsimony, 1e12)?;
        choose::<Quality>(&mut settings.fitness.quality, "quality", self.quality.as_ref())?;
        if let Some(timeout) = &self.timeout {
            settings.limits.timeout = parse_duration(timeout)?;
        }
        if self.evaluations.is_some() {
            settings.limits.evaluations = self.evaluations;
        }
        replace(&mut settings.limits.stop_when_solved, self.stop_when_solved);
        if let Some(quality) = self.stop_at_quality {
            let mut least = 0.0;
            within(&mut least, "stop-at-quality", Some(quality), 1.0)?;
            settings.limits.stop_at_quality = Some(least);
        }
        if let Some(megabytes) = self.cache {
            settings.limits.cache_bytes = megabytes.saturating_mul(1_000_000);
        }
        choose::<Answer>(&mut settings.answer, "answer", self.answer.as_ref())?;
        replace(&mut settings.simplify, self.simplify);
        replace(&mut settings.seed, self.seed);
        Ok(())
    }
}

impl From<&Settings> for SettingsModel {
    fn from(settings: &Settings) -> Self {
        let (evolution, space) = (&settings.evolution, &settings.space);
        let word = |word: &str| Some(word.to_owned());
        let (with, without) = space.language.beyond_its_name();
        let words = |constructors: Vec<Constructor>| {
            let words: Vec<&str> = constructors.iter().map(|one| one.word()).collect();
            (!words.is_empty()).then(|| words.join(","))
        };
        Self {
            population: Some(evolution.population),
            generations: Some(evolution.generations),
            tournament: Some(evolution.tournament),
            crossover: word(evolution.crossover.word()),
            crossover_rate: Some(evolution.crossover_rate),
            mutation: word(evolution.mutation.word()),
            mutation_rate: Some(evolution.mutation_rate),
            max_depth: Some(evolution.max_depth),
            init: word(settings.init.method.word()),
            init_depth: Some(format!("{}..{}", settings.init.depth.0, settings.init.depth.1)),
            max_triples: Some(settings.init.max_triples),
            splits: Some(space.splits),
            splitter: word(space.splitter.word()),
            max_cardinality: Some(space.max_cardinality),
            parsimony: Some(settings.fitness.parsimony),
            bloat: word(evolution.bloat.word()),
            quality: word(settings.fitness.quality.word()),
            language: Some(space.language.to_string()),
            with: words(with),
            without: words(without),
            min_frequency: Some(space.min_frequency),
            timeout: Some(match settings.limits.timeout {
                Some(limit) => format!("{}s", limit.as_secs_f64()),
                None => "none".to_owned(),
            }),
            evaluations: settings.limits.evaluations,
            stop_when_solved: Some(settings.limits.stop_when_solved),
            stop_at_quality: settings.limits.stop_at_quality,
            elite: Some(evolution.elite),
            answer: word(settings.answer.word()),
            simplify: Some(settings.simplify),
            forall: word(space.forall.word()),
            cache: Some(settings.limits.cache_bytes / 1_000_000),
            seed: Some(settings.seed),
        }
    }
}

/// Two heights, such as `1..6`.
fn parse_range(text: &str) -> Result<(usize, usize), BadSetting> {
    let error = || bad("init-depth", &text, "two heights such as 1..6");
    let (low, high) = text.split_once("..").ok_or_else(error)?;
    let (low, high) = (low.trim().parse(), high.trim_start_matches('=').trim().parse());
    match (low, high) {
        (Ok(low), Ok(high)) => Ok((low, high)),
        _ => Err(error()),
    }
}

/// A time such as `300s`, `5m`, `1m30s`, `500ms`, `1.5` (seconds) or `none`.
pub fn parse_duration(text: &str) -> Result<Option<Duration>, BadSetting> {
    let text = text.trim();
    if text == "none" {
        return Ok(None);
    }
    match seconds(text).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(duration) => Ok(Some(duration)),
        None => Err(bad("timeout", &text, "a time such as 300s, 5m, 1m30s, 500ms or none")),
    }
}

/// The sum of numbers with units, the largest unit first; a single number may stand without one.
fn seconds(text: &str) -> Option<f64> {
    let mut rest = text;
    let mut sum = 0.0;
    let mut last_scale = f64::INFINITY;
    loop {
        let is_number = |c: char| c.is_ascii_digit() || c == '.';
        let (number, behind) = rest.split_at(rest.find(|c| !is_number(c)).unwrap_or(rest.len()));
        let behind = behind.trim_start();
        let (unit, next) = behind.split_at(behind.find(is_number).unwrap_or(behind.len()));
        let scale = match unit.trim_end() {
            "ms" => 0.001,
            "" if rest == text => 1.0,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return None,
        };
        if scale >= last_scale {
            return None;
        }
        last_scale = scale;
        sum += number.parse::<f64>().ok()? * scale;
        if next.is_empty() {
            return Some(sum);
        }
        rest = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_a_round_trip() {
        let mut odd = Settings::paper();
        odd.space.language =
            odd.space.language.with(Constructor::Dates).without(Constructor::Forall);
        odd.limits.stop_at_quality = Some(0.9);
        for settings in [Settings::paper(), Settings::recommended(), odd] {
            let mut copy = Settings::default();
            SettingsModel::from(&settings).apply(&mut copy).unwrap();
            assert_eq!(copy, settings);
        }
    }

    #[test]
    fn bad_settings_say_what_they_can_be() {
        let check = |model: SettingsModel, message: &str| {
            let error = model.apply(&mut Settings::default()).unwrap_err();
            assert_eq!(error.to_string(), message);
        };
        check(
            SettingsModel { crossover: Some("two".into()), ..SettingsModel::default() },
            "crossover cannot be `two`: one of one-point, leaf-biased",
        );
        check(
            SettingsModel { with: Some("dates, moods".into()), ..SettingsModel::default() },
            "with cannot be `moods`: one of negation, union, exists, forall, cardinality, numbers, \
             booleans, exact, inverse, dates, strings, values, nominals, self, data-counts",
        );
        check(
            SettingsModel { mutation_rate: Some(1.5), ..SettingsModel::default() },
            "mutation-rate cannot be `1.5`: a number from 0 to 1",
        );
        check(
            SettingsModel { population: Some(0), ..SettingsModel::default() },
            "population cannot be `0`: at least 1",
        );
    }

    #[test]
    fn durations_have_units() {
        let check = |text: &str, seconds: Option<f64>| {
            let parsed = parse_duration(text).unwrap();
            assert_eq!(parsed.map(|duration| duration.as_secs_f64()), seconds, "{text}");
        };
        check("300s", Some(300.0));
        check("1.5", Some(1.5));
        check("5m", Some(300.0));
        check("500ms", Some(0.5));
        check("none", None);
        check("1m30s", Some(90.0));
        check("1h 2min 3.5s", Some(3723.5));
        check("5 m", Some(300.0));
        for wrong in ["soon", "-1s", "", "s", "30s1m", "1m1m", "1m30", "1 2", "1e3s", "1..5"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }
}
