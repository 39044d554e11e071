//! Alternatives that have a word in files, on command lines and in results.

/// One of a fixed list of alternatives.
pub trait Choice: Copy + PartialEq + 'static {
    /// All of them.
    const ALL: &'static [Self];

    /// The word for it in files, on command lines and in results.
    fn word(self) -> &'static str;

    /// A sentence about it.
    fn about(self) -> &'static str;

    /// The alternative with that word.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.word() == word)
    }
}

/// Defines an enumeration whose variants have words. The first line of a variant's documentation is
/// its sentence.
#[macro_export]
macro_rules! choices {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident {
            $(#[doc = $about:literal] $(#[doc = $more:literal])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $visibility enum $name {
            $(#[doc = $about] $(#[doc = $more])* $variant,)+
        }

        impl $crate::Choice for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            fn about(self) -> &'static str {
                match self {
                    $(Self::$variant => $about.trim_ascii(),)+
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::Choice;

    choices! {
        /// A direction.
        enum Direction {
            /// Towards the root.
            ///
            /// More about it.
            Up = "up",
            /// Away from the root.
            Down = "down",
        }
    }

    #[test]
    fn words_and_sentences_come_from_the_definition() {
        assert_eq!(Direction::from_word("down"), Some(Direction::Down));
        assert_eq!(Direction::from_word("sideways"), None);
        assert_eq!(Direction::Up.about(), "Towards the root.");
    }
}
