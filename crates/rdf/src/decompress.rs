//! Compressed bytes in, plain bytes out; the magic number decides, never the name.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The most memory that a frame may need. Twice the window of `zstd --ultra -22`.
const MAX_ZSTD_WINDOW: u64 = 256 << 20;

const INPUT_BUFFER: usize = 64 << 10;

/// Bytes of unknown content.
type Bytes<'a> = Box<dyn Read + Send + 'a>;

/// Bytes whose beginning was looked at.
type Whole<'a> = Chain<Cursor<Vec<u8>>, Bytes<'a>>;

/// Looks at the first bytes and puts the decompressor in front that they call for.
///
/// One layer is unpacked. An archive within an archive is refused, because each layer multiplies
/// what a small file can hold by a thousand or more.
pub fn decompress(bytes: Bytes<'_>) -> io::Result<Bytes<'_>> {
    let (kind, whole) = sniff(bytes)?;
    let Some(kind) = kind else { return Ok(Box::new(whole)) };
    let (inside, plain) = sniff(kind.unpack(whole))?;
    match inside {
        None => Ok(Box::new(plain)),
        Some(inside) => {
            let (kind, inside) = (kind.name(), inside.name());
            let message = format!(
                "the {kind} archive holds another archive ({inside}); unpack it once and try again"
            );
            Err(io::Error::new(io::ErrorKind::InvalidData, message))
        }
    }
}

/// What a file is packed with.
#[derive(Clone, Copy)]
enum Packing {
    Gzip,
    Bzip2,
    Zstd,
}

impl Packing {
    fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Zstd => "zstd",
        }
    }

    fn unpack(self, whole: Whole<'_>) -> Bytes<'_> {
        let whole = BufReader::with_capacity(INPUT_BUFFER, whole);
        let name = self.name();
        match self {
            Self::Gzip => Box::new(Archive { name, inner: MultiGzDecoder::new(whole) }),
            Self::Bzip2 => Box::new(Archive { name, inner: MultiBzDecoder::new(whole) }),
            Self::Zstd => Box::new(Archive { name, inner: Zstd::new(whole) }),
        }
    }
}

/// The packing by the first bytes, which stay to be read.
fn sniff(mut bytes: Bytes<'_>) -> io::Result<(Option<Packing>, Whole<'_>)> {
    let mut head = Vec::with_capacity(4);
    bytes.by_ref().take(4).read_to_end(&mut head)?;
    let packing = match head.as_slice() {
        [0x1f, 0x8b, ..] => Some(Packing::Gzip),
        // The digit is the block size: without it a text that starts with "BZh" would be taken.
        [b'B', b'Z', b'h', b'1'..=b'9'] => Some(Packing::Bzip2),
        [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Some(Packing::Zstd),
        _ => None,
    };
    Ok((packing, Cursor::new(head).chain(bytes)))
}

/// A decompressor whose errors say what failed.
struct Archive<R> {
    name: &'static str,
    inner: R,
}

impl<R: Read> Read for Archive<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|error| {
            if error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let what =
                if error.kind() == io::ErrorKind::UnexpectedEof { "truncated" } else { "damaged" };
            let message = format!("the {} archive is {what}: {error}", self.name);
            io::Error::new(error.kind(), message)
        })
    }
}

/// All frames of a zstd stream, one after the other; skippable frames are skipped.
struct Zstd<R> {
    source: R,
    decoder: FrameDecoder,
    in_frame: bool,
}

impl<R: BufRead> Zstd<R> {
    fn new(source: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_ZSTD_WINDOW);
        Self { source, decoder, in_frame: false }
    }

    /// Goes to the next frame; `false` at the end of the stream.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let skipped = io::copy(
                        &mut self.source.by_ref().take(u64::from(length)),
                        &mut io::sink(),
                    )?;
                    if skipped < u64::from(length) {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(self.explain(error)),
            }
        }
        Ok(false)
    }

    /// ruzstd wraps the end of the source in its own errors: at the end, it is a truncation.
    fn explain(&mut self, error: FrameDecoderError) -> io::Error {
        let kind = match self.source.fill_buf() {
            Ok([]) => io::ErrorKind::UnexpectedEof,
            _ => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, error)
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.in_frame {
                if !self.next_frame()? {
                    return Ok(0);
                }
                self.in_frame = true;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                if let Err(error) = self
                    .decoder
                    .decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
                {
                    return Err(self.explain(error));
                }
            }
            let n_read = self.decoder.read(buffer)?;
            if n_read > 0 || buffer.is_empty() {
                return Ok(n_read);
            }
            if self.decoder.get_checksum_from_data() != self.decoder.get_calculated_checksum()
                && self.decoder.get_checksum_from_data().is_some()
            {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "the checksum does not match",
                ));
            }
            self.in_frame = false;
        }
    }
}
