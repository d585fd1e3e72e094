//! A list with room for a few items without an allocation.

use std::array;

/// Up to `N` items inline, and any further items in a `Vec`.
#[derive(Clone, Debug)]
pub(crate) struct Few<T, const N: usize> {
    first: [T; N],
    len: usize,
    more: Vec<T>,
}

impl<T: Default, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Self { first: array::from_fn(|_| T::default()), len: 0, more: Vec::new() }
    }
}

impl<T, const N: usize> Few<T, N> {
    pub(crate) fn push(&mut self, item: T) {
        match self.first.get_mut(self.len) {
            Some(place) => {
                *place = item;
                self.len += 1;
            }
            None => self.more.push(item),
        }
    }

    /// Removes all items. Those with a place inline are dropped when others take it.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.more = Vec::new();
    }

    /// The items, in two parts.
    #[inline]
    pub(crate) fn slices(&self) -> [&[T]; 2] {
        [self.first.get(..self.len).unwrap_or_default(), &self.more]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.slices().into_iter().flatten()
    }

    pub(crate) fn len(&self) -> usize {
        self.len + self.more.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        let [first, more] = self.slices();
        first.get(at).or_else(|| more.get(at.checked_sub(first.len())?))
    }

    pub(crate) fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        match at.checked_sub(self.len) {
            Some(at) => self.more.get_mut(at),
            None => self.first.get_mut(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Few;

    #[test]
    fn items_come_back_in_their_order() {
        let mut list = Few::<_, 3>::default();
        for item in 0..7 {
            list.push(item);
        }
        assert_eq!(list.len(), 7);
        for at in 0..7 {
            *list.get_mut(at).unwrap() *= 2;
        }
        assert!(list.iter().copied().eq([0, 2, 4, 6, 8, 10, 12]));
        assert_eq!([list.get(2), list.get(3), list.get(7)], [Some(&4), Some(&6), None]);
        assert_eq!(list.get_mut(7), None);
    }
}
