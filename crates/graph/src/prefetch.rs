//! Loading memory before it is needed, without `unsafe`.

/// Reads numbers that are needed next, and nothing more.
///
/// The reads do not depend on each other, so the waits for main memory overlap; what then asks for
/// the same places finds them in the cache. The numbers are combined and the result is hidden from
/// the optimiser, which would leave out reads without a use.
#[inline]
pub fn prefetch(numbers: impl Iterator<Item = u32>) {
    std::hint::black_box(numbers.fold(0, |all, number| all ^ number));
}
