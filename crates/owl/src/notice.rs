//! What a reader should know about a file: counted, with an example, never dropped in silence.

use std::collections::BTreeMap;

/// Something that was read differently from what the file may have meant, or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// What happened.
    pub message: String,
    /// How often.
    pub count: u64,
    /// One place where it happened.
    pub example: String,
}

/// Notices under way, one per message.
#[derive(Clone, Default, Debug)]
pub struct Notices {
    by_message: BTreeMap<String, (u64, String)>,
}

impl Notices {
    /// Counts one more occurrence. Of all examples the smallest is kept, so that the order of
    /// the file does not matter.
    pub fn add(&mut self, message: &str, example: &str) {
        self.add_many(message, 1, example);
    }

    /// Counts several occurrences at once.
    pub fn add_many(&mut self, message: &str, count: u64, example: &str) {
        if let Some((known, smallest)) = self.by_message.get_mut(message) {
            *known += count;
            if example < smallest.as_str() {
                example.clone_into(smallest);
            }
        } else {
            self.by_message.insert(message.to_owned(), (count, example.to_owned()));
        }
    }

    /// The notices, sorted by message.
    pub fn finish(self) -> Vec<Notice> {
        self.by_message
            .into_iter()
            .map(|(message, (count, example))| Notice { message, count, example })
            .collect()
    }
}
