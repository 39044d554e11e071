//! Sorting numbers by their texts.
//!
//! Names of one file share long beginnings, and lie all over the memory. So a run of numbers is sorted by the
//! eight bytes that follow what its texts share, which lie beside the numbers; those that are equal in them are
//! runs of their own. A text is looked at a few times, and not with every comparison.

use crate::parallel;

/// A run of so few is sorted by comparing its texts.
const FEW: usize = 16;

/// A run of so many is worth several threads.
const MANY: usize = 1 << 16;

/// A number behind eight bytes of its text.
type Keyed = (u64, u32);

/// Sorts numbers by their texts, which are distinct, on so many threads.
pub(crate) fn sort<'t>(
    indices: &mut [u32],
    n_threads: usize,
    text: impl Fn(u32) -> &'t [u8] + Copy + Sync,
) {
    let mut keyed: Vec<Keyed> = indices.iter().map(|&index| (0, index)).collect();
    let mut large = vec![(&mut keyed[..], 0)];
    let mut small = Vec::new();
    while let Some((run, n_known)) = large.pop() {
        for (run, n_known) in split(run, n_known, n_threads, text) {
            if run.len() < MANY { &mut small } else { &mut large }.push((run, n_known));
        }
        // Few enough to be handed over one by one, many enough for all threads.
        if small.len() > MANY || large.is_empty() {
            parallel::map(n_threads, deal(std::mem::take(&mut small)), |runs| {
                let mut runs = runs;
                while let Some((run, n_known)) = runs.pop() {
                    runs.extend(split(run, n_known, 1, text));
                }
            });
        }
    }
    for (place, (_, index)) in indices.iter_mut().zip(keyed) {
        *place = index;
    }
}

/// Runs in portions that are worth handing over.
fn deal<T>(runs: Vec<T>) -> Vec<Vec<T>> {
    let mut runs = runs.into_iter();
    let portions = std::iter::from_fn(|| {
        let portion: Vec<T> = runs.by_ref().take(MANY / FEW).collect();
        (!portion.is_empty()).then_some(portion)
    });
    portions.collect()
}

/// Sorts a run, whose texts share so many bytes, as far as eight more bytes decide. Returns those of its
/// parts that are not sorted by that, with how many bytes each shares.
fn split<'r, 't>(
    run: &'r mut [Keyed],
    n_known: usize,
    n_threads: usize,
    text: impl Fn(u32) -> &'t [u8] + Copy,
) -> Vec<(&'r mut [Keyed], usize)> {
    if run.len() <= FEW {
        run.sort_unstable_by(|one, other| text(one.1)[n_known..].cmp(&text(other.1)[n_known..]));
        return Vec::new();
    }
    let first = &text(run[0].1)[n_known..];
    let mut n_shared = first.len();
    for &(_, index) in &*run {
        let other = &text(index)[n_known..];
        n_shared = n_shared.min(other.len());
        if first[..n_shared] != other[..n_shared] {
            n_shared = first.iter().zip(other).take_while(|(a, b)| a == b).count();
        }
    }
    let n_known = n_known + n_shared;
    for (key, index) in &mut *run {
        let mut bytes = [0; 8];
        let rest = &text(*index)[n_known..];
        let n = rest.len().min(bytes.len());
        bytes[..n].copy_from_slice(&rest[..n]);
        *key = u64::from_be_bytes(bytes);
    }
    sort_by_keys(run, n_threads);
    let equal = run.chunk_by_mut(|one, other| one.0 == other.0).filter(|run| run.len() > 1);
    let mut parts = Vec::new();
    for part in equal {
        if part.iter().all(|&(_, index)| text(index).len() >= n_known + size_of::<u64>()) {
            parts.push((part, n_known + size_of::<u64>()));
        } else {
            // A text that ends here and one that goes on with zeros have the same key.
            part.sort_unstable_by_key(|&(_, index)| text(index));
        }
    }
    parts
}

fn sort_by_keys(run: &mut [Keyed], n_threads: usize) {
    if n_threads < 2 || run.len() < MANY {
        run.sort_unstable();
        return;
    }
    let (lower, _, upper) = run.select_nth_unstable(run.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| sort_by_keys(lower, n_threads / 2));
        sort_by_keys(upper, n_threads - n_threads / 2);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_sorted_as_their_texts() {
        let mut state = 1u64;
        let mut random = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        };
        for (n, alphabet) in [(0, 1), (1, 1), (2, 2), (300, 2), (5000, 3), (150_000, 200)] {
            let mut texts: Vec<Vec<u8>> = (0..n)
                .map(|_| {
                    let beginning = b"http://x/".iter().copied();
                    let beginning = beginning.chain(b"a long beginning".repeat(random(3) as usize));
                    let n = random(14);
                    beginning.chain((0..n).map(|_| random(alphabet) as u8)).collect()
                })
                .collect();
            texts.sort_unstable();
            texts.dedup();
            let mut numbers: Vec<u32> = (0..texts.len() as u32).collect();
            for place in (1..numbers.len()).rev() {
                numbers.swap(place, random(place as u64 + 1) as usize);
            }
            for n_threads in [1, 2, 3] {
                let mut sorted = numbers.clone();
                sort(&mut sorted, n_threads, |number| &texts[number as usize]);
                assert!(sorted.into_iter().eq(0..texts.len() as u32), "{n} of {alphabet}");
            }
        }
    }
}
