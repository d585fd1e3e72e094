//! The choices of a case, from a seed, or from a list that repeats or shrinks a case.

/// The choices that make a case. The choice 0 is always the simplest one, such as an empty list.
#[derive(Debug)]
pub struct Random {
    state: u64,
    /// The choices of a case that runs again. After the last one, every choice is 0.
    given: Option<Vec<u64>>,
    chosen: Vec<u64>,
}

impl Random {
    /// Choices from a seed, by `SplitMix64`.
    pub fn new(seed: u64) -> Self {
        Self { state: seed, given: None, chosen: Vec::new() }
    }

    /// Repeats these choices.
    pub fn given(choices: Vec<u64>) -> Self {
        Self { state: 0, given: Some(choices), chosen: Vec::new() }
    }

    /// The choices so far.
    pub fn chosen(&self) -> &[u64] {
        &self.chosen
    }

    fn generated(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn choose(&mut self, max: u64) -> u64 {
        let at = self.chosen.len();
        let choice = match &self.given {
            Some(given) => given.get(at).copied().unwrap_or(0).min(max),
            None => match max.checked_add(1) {
                Some(number) => self.generated() % number,
                None => self.generated(),
            },
        };
        self.chosen.push(choice);
        choice
    }

    /// Any number.
    pub fn wide(&mut self) -> u64 {
        self.choose(u64::MAX)
    }

    /// A number below a limit, or 0 if the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.choose(limit.saturating_sub(1) as u64)).unwrap_or_default()
    }

    /// True or false.
    pub fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    /// One of the values. The slice must not be empty.
    pub fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    /// A list of up to `most` items.
    pub fn list<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    /// A value or `None`.
    pub fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.flip().then(|| make(self))
    }
}
