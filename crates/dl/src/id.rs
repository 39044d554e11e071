//! Dense ids, one type per kind of thing, and vectors indexed by them.
//!
//! An id is a position in the table of its kind. The tables are sorted by name, so comparing two
//! ids of one kind compares their names, and nothing depends on the order in which a file states
//! its facts.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A position in the table of one kind of thing.
pub trait Id: Copy + Ord + std::hash::Hash + std::fmt::Debug {
    /// The id of the thing at this position.
    fn new(index: usize) -> Self;
    /// The position of the thing.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl Id for $name {
            fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("tables hold fewer than 2^32 entries"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )+};
}

ids! {
    /// A named class.
    ClassId,
    /// An object property.
    ObjectPropertyId,
    /// A data property.
    DataPropertyId,
    /// An individual, named or blank.
    IndividualId,
    /// A distinct literal.
    LiteralId,
}

/// A vector that is indexed by one kind of id only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    kind: PhantomData<fn(I)>,
}

impl<I, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self { items: Vec::new(), kind: PhantomData }
    }
}

impl<I: Id, T> IdVec<I, T> {
    /// A vector with one item per id, in order of ids.
    pub fn from_vec(items: Vec<T>) -> Self {
        Self { items, kind: PhantomData }
    }

    /// A vector of `len` items made by `make`.
    pub fn from_fn(len: usize, make: impl FnMut(I) -> T) -> Self {
        Self::from_vec((0..len).map(I::new).map(make).collect())
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Appends an item and returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = I::new(self.items.len());
        self.items.push(item);
        id
    }

    /// The items in order of ids.
    pub fn values(&self) -> &[T] {
        &self.items
    }

    /// The items in order of ids.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.items
    }

    /// The items by value, in order of ids.
    pub fn into_vec(self) -> Vec<T> {
        self.items
    }

    /// The ids, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// The items with their ids, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (I::new(index), item))
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}
