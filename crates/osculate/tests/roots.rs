//! First roots against plain bisection on intervals (D2M's algorithm 1) and against roots that are known.

use osculate::{
    Interval, Reason, Span,
    numbers::Jet,
    query::roots::{FirstRoot, Inclusion, first_root},
};
use osculate_judge::seeded::Seeded;

/// A product of `t − root`, each to a power, times a constant; roots within `closed` do not count.
struct Product {
    roots: Vec<(f64, u32)>,
    factor: f64,
    closed: Option<(f64, f64)>,
}

impl Inclusion for Product {
    fn enclose(&self, span: Span) -> Jet {
        let t = Jet::variable(Interval::new(span.start(), span.end()));
        let mut product = Jet::constant(self.factor);
        for &(root, power) in &self.roots {
            for _ in 0..power {
                product = product * (t - Jet::constant(root));
            }
        }
        product
    }

    fn gate(&self, span: Span) -> bool {
        self.closed
            .is_none_or(|(start, end)| span.start() < start || span.end() > end)
    }
}

/// D2M's algorithm 1, as the reference: bisection, with nothing but the values.
fn bisect(function: &dyn Inclusion, span: Span, tolerance: f64) -> Option<Span> {
    if !function.gate(span) || !function.enclose(span).value.contains(0.0) {
        return None;
    }
    let (start, end) = (span.start(), span.end());
    let middle = 0.5 * (start + end);
    if end - start <= tolerance || middle <= start || middle >= end {
        return Some(span);
    }
    bisect(function, Span::new(start, middle).unwrap(), tolerance)
        .or_else(|| bisect(function, Span::new(middle, end).unwrap(), tolerance))
}

#[test]
fn known_roots_are_bracketed() {
    let mut numbers = Seeded::new(7);
    let mut evaluations = 0;
    for case in 0..3000 {
        let count = 1 + case % 4;
        let roots: Vec<(f64, u32)> = (0..count)
            .map(|_| {
                (
                    numbers.unit() * 1.4 - 0.2,
                    1 + u32::from(numbers.unit() < 0.1),
                )
            })
            .collect();
        let closed = (case % 3 == 0).then(|| {
            let start = numbers.unit();
            (start, start + 0.3 * numbers.unit())
        });
        let function = Product {
            roots,
            factor: numbers.unit() * 20.0 - 10.0,
            closed,
        };
        let tolerance = 1e-10;
        // A root on the border of what is closed may count or not.
        let inside =
            |root: f64, by: f64| closed.is_some_and(|(s, e)| root > s + by && root < e - by);
        let counts = |by: f64| {
            let mut open: Vec<f64> = function.roots.iter().map(|r| r.0).collect();
            open.retain(|&r| (0.0..=1.0).contains(&r) && !inside(r, by));
            open.into_iter().fold(f64::INFINITY, f64::min)
        };
        let (surely, maybe) = (counts(-1e-9), counts(1e-9));
        match first_root(&function, Span::UNIT, tolerance, 200_000) {
            FirstRoot::None => assert_eq!(surely, f64::INFINITY, "case {case} missed {surely}"),
            FirstRoot::Within(span) => {
                evaluations += 1;
                assert!(span.end() - span.start() <= tolerance);
                assert!(
                    span.start() <= surely,
                    "case {case} is late: {span:?}, not {surely}"
                );
                // A double root is a plateau to rounding: its bracket may come a little early.
                assert!(
                    span.end() >= maybe - 1e-6,
                    "case {case} is early: {span:?}, not {maybe}"
                );
            }
            undecided => panic!("case {case}: {undecided:?}"),
        }
        let reference = bisect(&function, Span::UNIT, 1e-4);
        assert!(
            reference.is_some() || surely.is_infinite(),
            "the reference itself missed {surely} in case {case}"
        );
        if let (Some(reference), FirstRoot::Within(span)) =
            (reference, first_root(&function, Span::UNIT, 1e-4, 200_000))
        {
            assert!(
                span.end() >= reference.start(),
                "case {case}: {span:?} before {reference:?}"
            );
        }
    }
    assert!(evaluations > 1500);
}

#[test]
fn a_rejected_root_does_not_hide_a_later_one() {
    let roots = vec![(0.25, 1), (0.75, 1)];
    let function = Product {
        roots,
        factor: 1.0,
        closed: Some((0.2, 0.3)),
    };
    let FirstRoot::Within(span) = first_root(&function, Span::UNIT, 1e-12, 1000) else {
        panic!()
    };
    assert!(span.start() <= 0.75 && span.end() >= 0.75);
}

#[test]
fn roots_at_the_ends_count() {
    for (root, factor) in [(0.0, 1.0), (1.0, 1.0), (0.0, -1.0), (1.0, -1.0)] {
        let function = Product {
            roots: vec![(root, 1)],
            factor,
            closed: None,
        };
        let found = first_root(&function, Span::UNIT, 1e-12, 1000);
        let FirstRoot::Within(span) = found else {
            panic!("{root}: {found:?}")
        };
        assert!(span.start() <= root && span.end() >= root);
    }
}

/// Zero everywhere: horizontal stretches must not be thrown away.
struct Flat;

impl Inclusion for Flat {
    fn enclose(&self, _span: Span) -> Jet {
        Jet::constant(0.0)
    }
}

#[test]
fn a_function_that_is_zero_has_its_first_root_at_the_start() {
    let FirstRoot::Within(span) = first_root(&Flat, Span::UNIT, 1e-9, 1000) else {
        panic!()
    };
    assert_eq!(span.start(), 0.0);
}

/// No number at all.
struct Nonsense;

impl Inclusion for Nonsense {
    fn enclose(&self, _span: Span) -> Jet {
        let nan = Interval {
            lower: f64::NAN,
            upper: f64::NAN,
        };
        Jet {
            value: nan,
            first: nan,
            second: nan,
        }
    }
}

#[test]
fn budgets_and_nonsense_prove_nothing() {
    assert!(!matches!(
        first_root(&Nonsense, Span::UNIT, 1e-9, 1000),
        FirstRoot::None
    ));
    let function = Product {
        roots: vec![(0.6, 2)],
        factor: 1.0,
        closed: None,
    };
    let FirstRoot::Undecided {
        free_until,
        reason: Reason::Budget,
    } = first_root(&function, Span::UNIT, 1e-12, 3)
    else {
        panic!()
    };
    assert!(free_until <= 0.6);
    // A tolerance below what f64 times can show.
    let function = Product {
        roots: vec![(0.6, 1)],
        factor: 1.0,
        closed: None,
    };
    match first_root(&function, Span::UNIT, 1e-30, 10_000) {
        FirstRoot::Undecided {
            free_until,
            reason: Reason::Resolution,
        } => assert!(free_until <= 0.6),
        FirstRoot::Within(span) => assert!(span.start() == span.end() && span.start() == 0.6),
        wrong => panic!("{wrong:?}"),
    }
}

/// `c + b·t + a·t²`.
struct Parabola([f64; 3]);

impl Inclusion for Parabola {
    fn enclose(&self, span: Span) -> Jet {
        let t = Jet::variable(Interval::new(span.start(), span.end()));
        let [c, b, a] = self.0.map(Jet::constant);
        c + b * t + a * t.square()
    }
}

/// Coefficients of `c + b·t + a·t²` whose squares underflow or overflow: the root is where it is for coefficients of about 1.
#[test]
fn roots_of_tiny_and_huge_functions_are_found() {
    // 1/3 is where 1 + t − 6t² and, for times of up to 1/2, 1 − 2t − 3t² are zero.
    let parabolas = [
        ([0.3, -1.0, 0.0], 0.3),
        ([1.0, 1.0, -6.0], 0.5),
        ([1.0, -2.0, -3.0], 1.0 / 3.0),
        ([1.0, 0.0, -4.0], 0.5),
    ];
    for (coefficients, root) in parabolas {
        for exponent in -960..=1018 {
            let unit = libm::ldexp(1.0, exponent);
            let function = Parabola(coefficients.map(|x| x * unit));
            for sign in [1.0, -1.0] {
                let function = Parabola(function.0.map(|x| x * sign));
                let found = first_root(&function, Span::UNIT, 1e-9, 1000);
                let FirstRoot::Within(span) = found else {
                    panic!("{coefficients:?}·2^{exponent}: {found:?}");
                };
                let near = span.start() <= root && root <= span.end() + 1e-15;
                assert!(near, "{coefficients:?}·2^{exponent}: {found:?}");
            }
            // No root, and none is found.
            let none = Parabola([1.0, -1.0, 0.5].map(|x| x * unit));
            assert_eq!(
                first_root(&none, Span::UNIT, 1e-9, 1000),
                FirstRoot::None,
                "2^{exponent}"
            );
        }
    }
}

/// Times in other units: the same parabola, its slopes divided by powers of the unit.
#[test]
fn roots_are_found_over_long_and_short_spans() {
    for exponent in [-190, -100, 0, 100, 190] {
        for size in [-500, -300, 0, 300, 600] {
            let (time, size) = (libm::ldexp(1.0, exponent), libm::ldexp(1.0, size));
            let function = Parabola([size, -2.0 * size / time, -3.0 * (size / time) / time]);
            let span = Span::new(0.0, time).unwrap();
            let found = first_root(&function, span, 1e-9 * time, 1000);
            let FirstRoot::Within(span) = found else {
                panic!("{:?}: {found:?}", function.0);
            };
            let root = time / 3.0;
            assert!(span.start() <= root && root <= span.end() * (1.0 + 1e-15));
        }
    }
}

/// What is no number proves nothing.
#[test]
fn slopes_that_are_no_numbers_exclude_no_root() {
    /// 1 at every instant, as far as is known between −1 and 1 in between, with a slope that is no number.
    struct Broken;
    impl Inclusion for Broken {
        fn enclose(&self, span: Span) -> Jet {
            let least = if span.start() < span.end() { -1.0 } else { 1.0 };
            Jet {
                value: Interval::new(least, 1.0),
                first: Interval::point(f64::NAN),
                second: Interval::ZERO,
            }
        }
    }
    assert_ne!(first_root(&Broken, Span::UNIT, 1e-3, 1000), FirstRoot::None);
}
