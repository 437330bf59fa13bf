//! Taylor models against numbers of 256 bits, and against exact ones where numbers are very large or very small.

use super::*;
use osculate_judge::meshes::fixed::Ball;
use osculate_judge::points::rational::Rational;
use osculate_judge::seeded::{Seeded, cases};

/// A function of time that can be evaluated in any numbers.
enum Expression {
    Time,
    Constant(f64),
    Sum(Box<[Expression; 2]>),
    Difference(Box<[Expression; 2]>),
    Product(Box<[Expression; 2]>),
    Scaled(Box<Expression>, f64),
    Sine(Box<Expression>),
    Cosine(Box<Expression>),
}

fn some(rng: &mut Seeded, depth: u32) -> Expression {
    let two = |rng: &mut Seeded| Box::new([some(rng, depth - 1), some(rng, depth - 1)]);
    match if depth == 0 {
        rng.below(2)
    } else {
        rng.below(8)
    } {
        0 => Expression::Time,
        1 => Expression::Constant(rng.real(-2.0, 2.0)),
        2 => Expression::Sum(two(rng)),
        3 => Expression::Difference(two(rng)),
        4 => Expression::Product(two(rng)),
        5 => Expression::Scaled(Box::new(some(rng, depth - 1)), rng.real(-3.0, 3.0)),
        6 => Expression::Sine(Box::new(some(rng, depth - 1))),
        _ => Expression::Cosine(Box::new(some(rng, depth - 1))),
    }
}

/// The cosine, or the sine, by its series: the terms alternate, and fall once n² exceeds x²; the first one left out bounds the
/// rest.
fn wave(x: Ball, odd: bool) -> Ball {
    let square = x * x;
    let (mut sum, mut term) = (Ball::ZERO, if odd { x } else { Ball::ONE });
    for n in (u32::from(odd)..).step_by(2) {
        if f64::from((n + 1) * (n + 2)) > square.magnitude() && term.magnitude() < 1e-40 {
            return sum.widened(term.magnitude());
        }
        sum = sum + term;
        term = -((term * square).by(n + 1)).by(n + 2);
    }
    unreachable!()
}

impl Expression {
    fn model(&self, span: Span) -> TaylorModel {
        match self {
            Expression::Time => TaylorModel::time(span),
            Expression::Constant(value) => TaylorModel::constant(span, *value),
            Expression::Sum(of) => of[0].model(span) + of[1].model(span),
            Expression::Difference(of) => of[0].model(span) - of[1].model(span),
            Expression::Product(of) => of[0].model(span) * of[1].model(span),
            Expression::Scaled(of, by) => of.model(span).scaled(*by),
            Expression::Sine(of) => of.model(span).sin(),
            Expression::Cosine(of) => of.model(span).cos(),
        }
    }

    /// The truth at an instant; none, if it is too large for the reference.
    fn truth(&self, t: f64) -> Option<Ball> {
        let both = |of: &[Expression; 2]| Some((of[0].truth(t)?, of[1].truth(t)?));
        let value = match self {
            Expression::Time => Ball::new(t),
            Expression::Constant(value) => Ball::new(*value),
            Expression::Sum(of) => both(of).map(|(x, y)| x + y)?,
            Expression::Difference(of) => both(of).map(|(x, y)| x - y)?,
            Expression::Product(of) => both(of).map(|(x, y)| x * y)?,
            Expression::Scaled(of, by) => of.truth(t)? * Ball::new(*by),
            Expression::Sine(of) => wave(of.truth(t)?, true),
            Expression::Cosine(of) => wave(of.truth(t)?, false),
        };
        (value.magnitude() < 30.0).then_some(value)
    }
}

fn holds(interval: Interval, truth: Ball) -> bool {
    let below = |end: f64| end == f64::NEG_INFINITY || !(Ball::new(end) - truth).is_positive();
    let above = |end: f64| end == f64::INFINITY || !(Ball::new(end) - truth).is_negative();
    below(interval.lower) && above(interval.upper)
}

/// What the polynomial leaves out at an instant: the truth, less the polynomial without any rounding.
fn left_out(model: &TaylorModel, t: f64, truth: Ball) -> Ball {
    let [centre, radius, _, _] = TaylorModel::time(model.span())
        .coefficients()
        .map(Ball::new);
    let x = match radius.is_zero() {
        true => Ball::ZERO,
        false => (Ball::new(t) - centre) / radius,
    };
    let [constant, first, second, third] = model.coefficients().map(Ball::new);
    truth - (((third * x + second) * x + first) * x + constant)
}

/// The ends, the middle and instants between them.
fn instants(span: Span, rng: &mut Seeded) -> [f64; 6] {
    let (start, end) = (span.start(), span.end());
    let mut between = || (start + rng.unit() * (end - start)).clamp(start, end);
    [
        start,
        end,
        0.5 * (start + end),
        between(),
        between(),
        between(),
    ]
}

#[test]
fn random_functions_are_held_at_every_instant() {
    let mut wide = 0;
    for case in 0..cases(400) {
        let rng = &mut Seeded::of_case(71, case);
        let expression = some(rng, 1 + case as u32 % 5);
        let start = rng.real(-3.0, 3.0);
        let length = rng.one_of(&[0.0, 1e-9, 1e-3, 0.1, 0.5, 1.0, 4.0]);
        let span = Span::new(start, start + length).unwrap();
        let model = expression.model(span);
        let range = model.range();
        for t in instants(span, rng) {
            let Some(truth) = expression.truth(t) else {
                continue;
            };
            let at = model.at(t);
            assert!(holds(at, truth), "case {case} at {t}: {at:?} {truth:?}");
            let rest = left_out(&model, t, truth);
            assert!(
                holds(model.remainder(), rest),
                "case {case} at {t}: {rest:?} {model:?}"
            );
            assert!(
                holds(range, truth),
                "case {case} over {span:?}: {range:?} {truth:?}"
            );
            let (alone, radius) = model.without_remainder();
            assert_eq!(alone.remainder(), Interval::ZERO);
            let off = Interval::new(-radius, radius);
            assert!(holds(off, left_out(&alone, t, truth)), "case {case} at {t}");
            if length <= 1e-3 && at.width() > 1e-3 {
                wide += 1;
            }
        }
    }
    // Over a thousandth of a second all of these are known well: what would be held by everything is no test.
    assert_eq!(wide, 0);
}

#[test]
fn polynomials_of_degree_three_keep_only_rounding() {
    let rng = &mut Seeded::new(72);
    for _ in 0..cases(500) {
        let (start, length) = (rng.real(-2.0, 2.0), rng.real(0.0, 2.0));
        let span = Span::new(start, start + length).unwrap();
        let t = TaylorModel::time(span);
        let [a, b, c, d] = [(); 4].map(|()| rng.real(-2.0, 2.0));
        let constant = |value: f64| TaylorModel::constant(span, value);
        let cubic = ((constant(d) * t + constant(c)) * t + constant(b)) * t + constant(a);
        assert!(cubic.remainder().width() < 4e-12, "{:?}", cubic.remainder());
        let [lower, upper] = [cubic.range().lower, cubic.range().upper];
        let mut hull = [f64::INFINITY, f64::NEG_INFINITY];
        for step in 0..=1000 {
            let t = start + length * f64::from(step) / 1000.0;
            let value = ((d * t + c) * t + b) * t + a;
            hull = [hull[0].min(value), hull[1].max(value)];
        }
        assert!(lower <= hull[0] && hull[1] <= upper);
        // Bernstein's bound is at most this much too wide: c₂ and 2c₃ are what the control points may stand away by.
        let [_, _, second, third] = cubic.coefficients().map(f64::abs);
        let slack = 1e-9 + 2.0 * (second + 2.0 * third);
        assert!(upper - lower <= hull[1] - hull[0] + slack);
    }
}

/// What is beyond x³ in a product goes into the remainder, all of it and little more.
#[test]
fn products_of_cubics_are_held() {
    for case in 0..cases(300) {
        let rng = &mut Seeded::of_case(76, case);
        let span = Span::new(-1.0, 1.0).unwrap();
        let t = TaylorModel::time(span);
        let numbers = [(); 8].map(|()| rng.real(-1.0, 1.0));
        let constant = |value: f64| TaylorModel::constant(span, value);
        let cubic = |[a, b, c, d]: [f64; 4]| {
            ((constant(d) * t + constant(c)) * t + constant(b)) * t + constant(a)
        };
        let [a, b, c, d, e, f, g, h] = numbers;
        let product = cubic([a, b, c, d]) * cubic([e, f, g, h]);
        let most = (b * h + c * g + d * f).abs() + (d * h).abs() + 2.0 * (c * h + d * g).abs();
        assert!(product.remainder().width() <= most * 1.000_001 + 1e-12);
        for t in instants(span, rng) {
            let truth = |[a, b, c, d]: [f64; 4]| {
                let [a, b, c, d, t] = [a, b, c, d, t].map(Ball::new);
                ((d * t + c) * t + b) * t + a
            };
            let truth = truth([a, b, c, d]) * truth([e, f, g, h]);
            let rest = left_out(&product, t, truth);
            assert!(
                holds(product.remainder(), rest),
                "{rest:?} {product:?} at {t}"
            );
        }
    }
}

#[test]
fn sines_converge_with_the_fourth_power() {
    for centre in [0.0, 0.7, 2.0, -9.0] {
        for radius in [0.5, 0.25, 0.125, 1e-2] {
            let span = Span::new(centre - radius, centre + radius).unwrap();
            let (sin, cos) = TaylorModel::time(span).sin_cos();
            for model in [sin, cos] {
                let most = libm::pow(radius, 4.0) / 24.0 * 1.05 + 1e-14;
                assert!(
                    model.remainder().magnitude() <= most,
                    "{model:?} over {span:?}"
                );
            }
        }
    }
    // Over a turn nothing but an interval is left, and that is not wider than it must be.
    let (sin, cos) = TaylorModel::time(Span::new(0.0, 7.0).unwrap()).sin_cos();
    for model in [sin, cos] {
        assert!(model.range().width() < 2.0 + 1e-12, "{model:?}");
    }
}

#[test]
fn functions_by_their_derivatives_are_held() {
    for case in 0..cases(300) {
        let rng = &mut Seeded::of_case(73, case);
        let (start, length) = (rng.real(-3.0, 3.0), rng.one_of(&[0.0, 0.01, 0.5, 2.0]));
        let span = Span::new(start, start + length).unwrap();
        // The sine: its derivatives at the middle, and the third over the span.
        let middle = Interval::point(TaylorModel::time(span).centre());
        let (sin, cos) = (middle.sin(), middle.cos());
        let third = -Interval::new(span.start(), span.end()).cos();
        let model = TaylorModel::of_derivatives(span, [sin, cos, -sin, third]);
        for t in instants(span, rng) {
            let truth = wave(Ball::new(t), true);
            assert!(holds(model.at(t), truth), "{t} of {span:?}: {model:?}");
            assert!(holds(model.range(), truth));
        }
        if length < 0.1 {
            assert!(model.remainder().width() < 1e-7);
        }
    }
}

#[test]
fn intervals_as_constants_and_factors_are_held() {
    for case in 0..cases(300) {
        let rng = &mut Seeded::of_case(74, case);
        let start = rng.real(-2.0, 2.0);
        let span = Span::new(start, start + rng.real(0.0, 1.0)).unwrap();
        let (low, width) = (rng.real(-2.0, 2.0), rng.one_of(&[0.0, 1e-12, 0.1, 2.0]));
        let factor = Interval::new(low, low + width);
        let member = (low + rng.unit() * width).clamp(factor.lower, factor.upper);
        let t = TaylorModel::time(span);
        let model = t.sin().scaled(factor) + TaylorModel::constant(span, factor) * t;
        for at in instants(span, rng) {
            let (t, member) = (Ball::new(at), Ball::new(member));
            let truth = wave(t, true) * member + member * t;
            assert!(holds(model.at(at), truth) && holds(model.range(), truth));
        }
    }
}

/// Whether an interval holds a number, exactly.
fn holds_exactly(interval: Interval, value: &Rational) -> bool {
    let below = |end: f64| end == f64::NEG_INFINITY || &Rational::from_f64(end) <= value;
    let above = |end: f64| end == f64::INFINITY || &Rational::from_f64(end) >= value;
    below(interval.lower) && above(interval.upper)
}

/// Sums and products of numbers of all sizes: whatever overflows or underflows, the exact value is held.
#[test]
fn what_overflows_or_underflows_is_held() {
    let sizes = [
        0.0,
        5e-324,
        1e-310,
        1e-200,
        1e-30,
        1.0,
        3.7,
        1e30,
        1e200,
        1e308,
        f64::MAX,
    ];
    for case in 0..cases(250) {
        let rng = &mut Seeded::of_case(75, case);
        let mut number = || rng.one_of(&sizes) * rng.one_of(&[1.0, -1.0]) * rng.real(0.1, 1.0);
        let [a, b, c, d] = [(); 4].map(|()| number());
        let size = rng.one_of(&[5e-324, 1e-300, 1e-8, 1.0, 1e8, 1e60]);
        let (x, y) = (rng.real(-1.0, 1.0) * size, rng.real(-1.0, 1.0) * size);
        let span = Span::new(x.min(y), x.max(y)).unwrap();
        let time = TaylorModel::time(span);
        let constant = |value: f64| TaylorModel::constant(span, value);
        // (a + b·t)·(c + d·t) − b·t
        let line = constant(a) + time.scaled(b);
        let model = line * (constant(c) + constant(d) * time) - time.scaled(b);
        for t in instants(span, rng) {
            let [a, b, c, d, t_exact] = [a, b, c, d, t].map(Rational::from_f64);
            let bt = &b * &t_exact;
            let truth = &(&(&a + &bt) * &(&c + &(&d * &t_exact))) - &bt;
            assert!(
                holds_exactly(model.at(t), &truth),
                "case {case} at {t}: {model:?}"
            );
            assert!(
                holds_exactly(model.range(), &truth),
                "case {case}: {model:?}"
            );
        }
    }
}

#[test]
fn nothing_is_known_of_what_is_no_number() {
    let span = Span::UNIT;
    let time = TaylorModel::time(span);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let constant = TaylorModel::constant(span, bad);
        let unknown = [
            constant,
            constant + time,
            time - constant,
            constant * time,
            constant * TaylorModel::constant(span, 0.0),
            time.scaled(bad),
            TaylorModel::constant(span, 0.0).scaled(bad),
            TaylorModel::of_derivatives(span, [Interval::point(bad); 4]),
            -constant,
        ];
        for (number, model) in unknown.iter().enumerate() {
            assert_eq!(model.range(), Interval::EVERYTHING, "{number} of {bad}");
            assert_eq!(model.at(0.5), Interval::EVERYTHING, "{number} of {bad}");
        }
        for wave in [constant.sin(), constant.cos()] {
            assert!(wave.range().contains(1.0) && wave.range().contains(-1.0));
        }
    }
    for outside in [-1e-300, 1.0 + f64::EPSILON, f64::NAN, f64::INFINITY] {
        assert_eq!(time.at(outside), Interval::EVERYTHING);
    }
    // Half known is known by half at most.
    let half = TaylorModel::constant(span, Interval::new(0.0, f64::INFINITY));
    for model in [half, half * half, half + time, half.scaled(-1.0)] {
        let range = model.range();
        assert!(range.lower == f64::NEG_INFINITY || range.upper == f64::INFINITY);
    }
}

#[test]
fn models_over_different_spans_are_not_mixed() {
    let (one, other) = (
        TaylorModel::time(Span::UNIT),
        TaylorModel::time(Span::new(0.0, 0.5).unwrap()),
    );
    for model in [one + other, one - other, one * other] {
        assert_eq!(model.range(), Interval::EVERYTHING);
    }
}
