//! Generated knowledge bases: their bytes and their meaning.

mod bytes;
mod family;
mod university;
