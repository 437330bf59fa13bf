//! Seeded numbers.

use osculate_judge::seeded::Seeded;

/// Tests are reproduced by their seeds: the numbers must not change.
#[test]
fn the_sequence_is_splitmix64() {
    let mut numbers = Seeded::new(1_234_567);
    let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
    assert_eq!([numbers.bits(), numbers.bits()], expected);
}

#[test]
fn numbers_stay_within_their_bounds() {
    let mut numbers = Seeded::of_kind(1, 2, 3);
    for _ in 0..1000 {
        assert!((-2.0..3.0).contains(&numbers.real(-2.0, 3.0)));
        assert!((-2..=3).contains(&numbers.whole(-2, 3)));
        assert!(numbers.below(5) < 5);
        assert!((0.01..100.0).contains(&numbers.magnitude(-2.0, 2.0)));
        assert!(numbers.inside().length() < 1.0);
        assert!((numbers.direction().length() - 1.0).abs() < 1e-15);
        assert!((numbers.rotation().length() - 1.0).abs() < 1e-15);
    }
    let seen = [(); 100].map(|()| numbers.whole(0, 3));
    assert!((0..4).all(|n| seen.contains(&n)));
}
