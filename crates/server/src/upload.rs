//! An upload on its way: from a connection into a file, and out of it within bounds.
//!
//! What is received goes to a temporary file without a name, so that memory does not grow with the
//! size of an upload and nothing is left behind, however the server ends.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::Path;

use axum::body::Body;
use axum::http::StatusCode;
use evolearner::{CancelToken, decompress};
use futures_util::StreamExt as _;

use crate::api_error::ApiError;

/// So many bytes are gathered before they are written.
const BLOCK: usize = 1 << 20;

/// An archive may hold this many times its own size. Knowledge bases compress by 10 to 50; gzip
/// reaches 1000 on a file of one repeated letter.
const MAX_RATIO: u64 = 200;

/// What an archive may hold however small it is.
const SMALL: u64 = 16_000_000;

/// An upload that has arrived.
pub(crate) struct Upload {
    file: File,
    n_bytes: u64,
}

/// Writes the body of a request to a temporary file in a folder, or in that of the system.
pub(crate) async fn receive(
    body: Body,
    folder: Option<&Path>,
    max_bytes: usize,
) -> Result<Upload, ApiError> {
    let mut file = match folder {
        Some(folder) => tempfile::tempfile_in(folder),
        None => tempfile::tempfile(),
    }
    .map_err(|error| ApiError::storage(error.into()))?;
    let mut chunks = body.into_data_stream();
    let mut block = Vec::new();
    let mut n_bytes = 0;
    loop {
        let chunk = chunks.next().await.transpose().map_err(|error| {
            ApiError::new(StatusCode::BAD_REQUEST, format!("the upload broke off: {error}"))
        })?;
        let is_end = chunk.is_none();
        let chunk = chunk.unwrap_or_default();
        n_bytes += chunk.len();
        if n_bytes > max_bytes {
            let why = format!(
                "an upload has at most {max_bytes} bytes; compress it, or start the server with it"
            );
            return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, why));
        }
        block.extend_from_slice(&chunk);
        if is_end || block.len() >= BLOCK {
            let write = move || -> io::Result<(File, Vec<u8>)> {
                file.write_all(&block)?;
                block.clear();
                if is_end {
                    file.rewind()?;
                }
                Ok((file, block))
            };
            let written = tokio::task::spawn_blocking(write).await.map_err(ApiError::internal)?;
            (file, block) = written.map_err(|error| ApiError::storage(error.into()))?;
        }
        if is_end {
            return Ok(Upload { file, n_bytes: n_bytes as u64 });
        }
    }
}

impl Upload {
    /// The bytes of the knowledge base, unpacked where they are compressed.
    ///
    /// Reading fails behind `max_unpacked` bytes, behind [`MAX_RATIO`] times what was uploaded, and
    /// once the token is cancelled.
    pub(crate) fn unpack(
        self,
        max_unpacked: u64,
        cancel: &CancelToken,
    ) -> Result<Box<dyn Read + Send>, ApiError> {
        let file = Box::new(BufReader::new(self.file));
        let inner = decompress(file).map_err(ApiError::unusable)?;
        let n_left = max_unpacked.min(self.n_bytes.saturating_mul(MAX_RATIO).max(SMALL));
        Ok(Box::new(Bounded { inner, n_left, cancel: cancel.clone() }))
    }
}

/// A reader that refuses to go on behind a bound, or when it is cancelled.
struct Bounded<R> {
    inner: R,
    n_left: u64,
    cancel: CancelToken,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.cancel.is_cancelled() {
            return Err(io::Error::other("loading was cancelled"));
        }
        let n = self.inner.read(buffer)?;
        self.n_left = self
            .n_left
            .checked_sub(n as u64)
            .ok_or_else(|| io::Error::other("unpacked, it is larger than this server takes"))?;
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};

    fn uploaded(bytes: &[u8]) -> Upload {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.rewind().unwrap();
        Upload { file, n_bytes: bytes.len() as u64 }
    }

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut archive = GzEncoder::new(Vec::new(), Compression::best());
        archive.write_all(bytes).unwrap();
        archive.finish().unwrap()
    }

    #[test]
    fn unpacking_ends_at_the_bound_and_at_the_ratio() {
        let read = |bytes: &[u8], max| {
            let mut plain = uploaded(bytes).unpack(max, &CancelToken::default()).ok()?;
            plain.read_to_end(&mut Vec::new()).ok()
        };
        assert_eq!(read(&[b'#'; 100], 100), Some(100));
        assert_eq!(read(&[b'#'; 100], 99), None);
        assert_eq!(read(&packed(&[b'#'; 100]), 100), Some(100));
        assert_eq!(read(&packed(&[b'#'; 100]), 99), None);
        let (small, large) = (SMALL as usize, SMALL as usize + 1);
        assert_eq!(read(&packed(&vec![b'#'; small]), u64::MAX), Some(small));
        assert_eq!(read(&packed(&vec![b'#'; large]), u64::MAX), None);
    }

    #[test]
    fn an_archive_in_an_archive_is_refused_unread() {
        let twice = packed(&packed(b"<http://x/a> a <http://x/C> ."));
        let refused = uploaded(&twice).unpack(u64::MAX, &CancelToken::default()).err();
        assert!(refused.expect("it is refused").into_detail().contains("another archive"));
    }

    #[test]
    fn a_cancelled_upload_is_not_read_on() {
        let cancel = CancelToken::default();
        let mut plain = uploaded(b"anything").unpack(u64::MAX, &cancel).unwrap();
        cancel.cancel();
        assert!(plain.read_to_end(&mut Vec::new()).is_err());
    }
}
