//! One 64-bit hash for everything that is stored or compared between runs: XXH3.
//!
//! Unlike the hashes of tables it has no seed and never changes. It finds damage and
//! distinguishes contents; it is no protection against forgery.

use std::hash::Hasher;

use twox_hash::XxHash3_64;

/// The hash of some bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// The [`checksum`] of bytes that come in pieces.
#[derive(Clone, Default)]
pub struct Digest {
    hasher: XxHash3_64,
    n_bytes: u64,
}

impl Digest {
    /// Adds the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.hasher.write(bytes);
        self.n_bytes += bytes.len() as u64;
    }

    /// The number of bytes so far.
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// The hash of all bytes so far.
    pub fn finish(&self) -> u64 {
        self.hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        (0..2000u32).map(|i| (i * i % 251) as u8).collect()
    }

    #[test]
    fn the_hash_is_xxh3_as_published() {
        // Computed with libxxhash, the reference implementation.
        assert_eq!(checksum(b""), 0x2D06_8005_38D3_94C2);
        assert_eq!(checksum(&sample()), 0xBCDC_0711_D3B8_3D45);
    }

    #[test]
    fn pieces_have_the_hash_of_the_whole() {
        let bytes = sample();
        for size in [1, 7, 64, 255, 1024, 2000] {
            let mut digest = Digest::default();
            bytes.chunks(size).for_each(|piece| digest.update(piece));
            assert_eq!((digest.finish(), digest.n_bytes()), (checksum(&bytes), 2000), "{size}");
        }
    }
}
