//! Plain bytes in, compressed bytes out: the inverse of [`crate::decompress()`].

use std::io::{self, Write};

use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// The bytes of one zstd frame before compression: enough for a good ratio, little memory.
const FRAME: usize = 4 << 20;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// gzip, at the level of the `gzip` command.
    Gzip,
    /// zstd, at its fastest level.
    Zstd,
}

impl Compression {
    /// The compression that a file's ending stands for, and the name without this ending.
    pub fn from_name(name: &str) -> (Option<Self>, &str) {
        for (ending, compression) in [(".gz", Self::Gzip), (".zst", Self::Zstd)] {
            let start = name.len().saturating_sub(ending.len());
            if name.is_char_boundary(start) && name[start..].eq_ignore_ascii_case(ending) {
                return (Some(compression), &name[..start]);
            }
        }
        (None, name)
    }

    /// Runs `write` on a writer whose bytes arrive compressed in `out`, and completes the archive.
    pub fn write<T>(
        self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> io::Result<T> {
        match self {
            Self::Gzip => {
                let mut encoder = GzEncoder::new(out, flate2::Compression::default());
                let result = write(&mut encoder)?;
                encoder.finish()?.flush()?;
                Ok(result)
            }
            Self::Zstd => {
                let mut encoder = Zstd { out, frame: Vec::with_capacity(FRAME) };
                let result = write(&mut encoder)?;
                encoder.finish()?;
                Ok(result)
            }
        }
    }
}

/// Frames of a fixed number of bytes, one after the other, as the format allows. The encoder of
/// ruzstd panics where its target fails, so it writes to memory only.
struct Zstd<'a> {
    out: &'a mut dyn Write,
    frame: Vec<u8>,
}

impl Zstd<'_> {
    fn end_frame(&mut self) -> io::Result<()> {
        let packed = compress_to_vec(self.frame.as_slice(), CompressionLevel::Fastest);
        self.frame.clear();
        self.out.write_all(&packed)
    }

    fn finish(mut self) -> io::Result<()> {
        self.end_frame()?;
        self.out.flush()
    }
}

impl Write for Zstd<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_taken = bytes.len().min(FRAME - self.frame.len());
        self.frame.extend_from_slice(&bytes[..n_taken]);
        if self.frame.len() == FRAME {
            self.end_frame()?;
        }
        Ok(n_taken)
    }

    /// The bytes of an open frame stay until it is full: a frame for each flush would be large.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decompress;

    #[test]
    fn what_is_compressed_is_read_back() {
        // More than one frame, of text that repeats and of bytes that do not.
        let text: Vec<u8> = (0..200_000_u32)
            .flat_map(|i| format!("<http://e/{}> <http://e/p> \"{}\" .\n", i % 977, i).into_bytes())
            .collect();
        assert!(text.len() > FRAME);
        let noise: Vec<u8> =
            (0..300_000_u64).map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8).collect();
        for plain in [&text[..], &noise, b"", b"x"] {
            for compression in [Compression::Gzip, Compression::Zstd] {
                let mut packed = Vec::new();
                let n_chunks = compression
                    .write(&mut packed, |out| {
                        for chunk in plain.chunks(70_001) {
                            out.write_all(chunk)?;
                        }
                        Ok(plain.chunks(70_001).len())
                    })
                    .expect("memory takes everything");
                assert_eq!(n_chunks, plain.len().div_ceil(70_001));
                let mut again = Vec::new();
                let mut reader = decompress(Box::new(packed.as_slice())).expect("an archive");
                reader.read_to_end(&mut again).expect("a whole archive");
                assert!(again == plain, "{compression:?} of {} bytes", plain.len());
            }
        }
    }

    #[test]
    fn a_full_disk_is_an_error_and_no_panic() {
        for compression in [Compression::Gzip, Compression::Zstd] {
            let result =
                compression.write(&mut evolearner_testing::FullDisk, |out| out.write_all(b"text"));
            let error = result.expect_err("the disk is full");
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
    }

    #[test]
    fn the_ending_names_the_compression() {
        for (name, compression, plain) in [
            ("a.nt.gz", Some(Compression::Gzip), "a.nt"),
            ("a.ttl.ZST", Some(Compression::Zstd), "a.ttl"),
            ("a.nt", None, "a.nt"),
            ("é", None, "é"),
            ("", None, ""),
        ] {
            assert_eq!(Compression::from_name(name), (compression, plain));
        }
    }
}
