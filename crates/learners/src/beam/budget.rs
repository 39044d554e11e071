//! How much work a search may still do.

use evolearner_search::Watch;

/// The clock is looked at after so many units.
const UNITS_PER_LOOK: u64 = 2_000_000;

/// Work in units that do not depend on the machine: what is read, counted and looked up, weighted so that a
/// unit takes between a third of a nanosecond and two. The same run stops at the same place everywhere, unless
/// the clock stops it.
pub(super) struct Budget<'w> {
    watch: &'w Watch,
    left: u64,
    next_look: u64,
    /// Whether the clock or a request ended the work.
    pub(super) is_stopped: bool,
}

impl<'w> Budget<'w> {
    pub(super) fn new(watch: &'w Watch, units: u64) -> Self {
        Self { watch, left: units, next_look: 0, is_stopped: false }
    }

    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// A budget of its own for a part of the work.
    pub(super) fn part(&self, units: u64) -> Budget<'w> {
        Budget::new(self.watch, units.min(self.left))
    }

    /// Takes some units; false if there are not so many or the run is to end.
    #[inline]
    pub(super) fn spend(&mut self, units: u64) -> bool {
        if units > self.left {
            self.left = 0;
            return false;
        }
        self.left -= units;
        if units < self.next_look {
            self.next_look -= units;
            return true;
        }
        self.next_look = UNITS_PER_LOOK;
        self.is_stopped = self.watch.reason().is_some();
        if self.is_stopped {
            self.left = 0;
        }
        !self.is_stopped
    }
}
