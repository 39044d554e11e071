//! Work that is counted, and time that is measured.

use evolearner_search::Watch;

/// Work has run out, or the run is to end.
pub(super) struct CutShort;

/// How often the clock is looked at, in units of work.
const BETWEEN_LOOKS: u64 = 1 << 21;

/// The work that is left, in units of about a nanosecond.
pub(super) struct Work<'w> {
    pub(super) left: u64,
    pub(super) spent: u64,
    pub(super) watch: &'w Watch,
    next_look: u64,
    /// Whether the watch and not the count said stop.
    pub(super) is_stopped: bool,
}

impl<'w> Work<'w> {
    pub(super) fn new(left: u64, watch: &'w Watch) -> Self {
        Self { left, spent: 0, watch, next_look: BETWEEN_LOOKS, is_stopped: false }
    }

    /// Counts work that is about to be done.
    pub(super) fn spend(&mut self, units: u64) -> Result<(), CutShort> {
        self.spent += units;
        self.left = self.left.saturating_sub(units);
        if self.left == 0 || self.is_stopped {
            return Err(CutShort);
        }
        if self.spent >= self.next_look {
            self.next_look = self.spent + BETWEEN_LOOKS;
            if self.watch.reason().is_some() {
                self.is_stopped = true;
                return Err(CutShort);
            }
        }
        Ok(())
    }
}
