//! A place to write to that is full.

use std::io::{self, Write};

/// Refuses every byte, as a full disk does.
#[derive(Debug)]
pub struct FullDisk;

impl Write for FullDisk {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
