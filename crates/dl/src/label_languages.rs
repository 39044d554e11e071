//! In which languages people read labels.

use std::fmt;
use std::str::FromStr;

/// The language that labels are in where nobody says otherwise, and that untagged labels count as.
pub(crate) const ENGLISH: &str = "en";

/// Languages in which labels are wanted, best first; English follows, then all others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LabelLanguages(Vec<String>);

impl LabelLanguages {
    /// At most so many languages are compared; a browser sends a handful.
    const MAX: usize = 16;

    /// Languages by their tags (BCP 47), best first. What is no tag is left out.
    pub fn new<'a>(tags: impl IntoIterator<Item = &'a str>) -> Self {
        let tags = tags.into_iter().map(str::trim).filter(|tag| is_tag(tag));
        Self(tags.take(Self::MAX).map(str::to_ascii_lowercase).collect())
    }

    /// The tags in lower case, best first.
    pub fn tags(&self) -> &[String] {
        &self.0
    }

    /// Languages in the order in which labels are taken: wishes that come to the same order have the same effect.
    pub fn order_of<'l>(&self, languages: &'l [String]) -> Vec<&'l str> {
        let mut order: Vec<&str> = languages.iter().map(|language| &**language).collect();
        order.sort_by_key(|language| self.rank(language));
        order
    }

    /// Where a language stands: the least is the best.
    ///
    /// A wanted language is met by its variants, and a wanted variant by its language (RFC 4647, sections 3.3.1
    /// and 3.4), the tag as it is wanted first. A label without a tag counts as English behind those that
    /// say so, because most that come without one are. Languages that nobody wants follow in alphabetical order.
    pub(crate) fn rank<'t>(&self, tag: &'t str) -> (usize, u8, &'t str) {
        let mut wanted = self.0.iter().map(|tag| &**tag).chain([ENGLISH]);
        if tag.is_empty() {
            let place = wanted.position(|wanted| fits(ENGLISH, wanted));
            return (place.unwrap_or(self.0.len()), 2, tag);
        }
        match wanted.enumerate().find(|(_, wanted)| fits(wanted, tag)) {
            Some((place, wanted)) => (place, u8::from(wanted != tag), tag),
            None => (self.0.len() + 1, 0, tag),
        }
    }
}

/// Tags with commas between them.
impl FromStr for LabelLanguages {
    type Err = BadLanguage;

    fn from_str(text: &str) -> Result<Self, BadLanguage> {
        match text.split(',').map(str::trim).find(|tag| !is_tag(tag)) {
            Some(tag) => Err(BadLanguage(tag.to_owned())),
            None => Ok(Self::new(text.split(','))),
        }
    }
}

impl fmt::Display for LabelLanguages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(","))
    }
}

/// A text that is no tag of a language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("‘{0}’ is no language tag such as de or pt-BR")]
pub struct BadLanguage(String);

/// Whether a text has the form of a language tag.
fn is_tag(text: &str) -> bool {
    let is_part = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    text.len() <= 64 && text.split('-').all(is_part)
}

/// Whether two tags are the same, or one is a variant of the other.
fn fits(one: &str, other: &str) -> bool {
    let is_variant = |tag: &str, of: &str| {
        tag.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    is_variant(one, other) || is_variant(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The languages of labels in the order in which they are preferred.
    fn check(wanted: &str, expect: &[&str]) {
        let wanted = LabelLanguages::new(wanted.split(','));
        let tags = ["zh", "", "en-gb", "de-at", "en", "enm", "de"].map(str::to_owned);
        assert_eq!(wanted.order_of(&tags), expect, "{wanted}");
    }

    #[test]
    fn languages_are_preferred_as_they_are_wanted_and_english_follows() {
        check("", &["en", "en-gb", "", "de", "de-at", "enm", "zh"]);
        check("de", &["de", "de-at", "en", "en-gb", "", "enm", "zh"]);
        check("de-AT,zh", &["de-at", "de", "zh", "en", "en-gb", "", "enm"]);
        check("de-CH", &["de", "en", "en-gb", "", "de-at", "enm", "zh"]);
        check("fr, en-GB ,de", &["en-gb", "en", "", "de", "de-at", "enm", "zh"]);
        check("*,??,zh", &["zh", "en", "en-gb", "", "de", "de-at", "enm"]);
    }

    #[test]
    fn tags_are_read_with_care() {
        assert_eq!("de, pt-BR".parse(), Ok(LabelLanguages::new(["de", "pt-br"])));
        for (text, bad) in [("", ""), ("de,", ""), ("de,x y", "x y"), ("de;q=1", "de;q=1")] {
            assert_eq!(text.parse::<LabelLanguages>(), Err(BadLanguage(bad.to_owned())), "{text}");
        }
    }
}
