//! Many numbers in a few: what a box plot shows.

/// How numbers lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub least: f64,
    pub lower_quartile: f64,
    pub median: f64,
    pub upper_quartile: f64,
    pub most: f64,
    pub mean: f64,
}

impl Spread {
    /// Of these numbers, if there are any. Quartiles are interpolated.
    pub fn of(numbers: impl Iterator<Item = f64>) -> Option<Spread> {
        let mut sorted: Vec<f64> = numbers.collect();
        if sorted.is_empty() {
            return None;
        }
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len() - 1;
        let at = |share: f64| {
            let place = share * last as f64;
            let below = place.floor();
            let (low, high) = (sorted[below as usize], sorted[place.ceil() as usize]);
            low + (high - low) * (place - below)
        };
        Some(Spread {
            least: sorted[0],
            lower_quartile: at(0.25),
            median: at(0.5),
            upper_quartile: at(0.75),
            most: sorted[last],
            mean: sorted.iter().sum::<f64>() / sorted.len() as f64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_interpolated() {
        let spread = Spread::of([4.0, 1.0, 3.0, 2.0].into_iter()).unwrap();
        assert_eq!(
            spread,
            Spread {
                least: 1.0,
                lower_quartile: 1.75,
                median: 2.5,
                upper_quartile: 3.25,
                most: 4.0,
                mean: 2.5
            }
        );
        let one = Spread::of([7.0].into_iter()).unwrap();
        assert_eq!(
            (one.least, one.median, one.most, one.mean),
            (7.0, 7.0, 7.0, 7.0)
        );
        assert_eq!(Spread::of(std::iter::empty()), None);
    }
}
