//! A certified first root of your own function: when does a point on a rolling wheel first reach a height?
//!
//! `cargo run --release --example first_root`

use osculate::{
    Interval, Span,
    numbers::Jet,
    query::roots::{FirstRoot, Inclusion, first_root},
};

/// The height of a point on the rim of a wheel that rolls up a slope, above the line that it is to reach; it counts only
/// while the wheel is past a post.
struct Rim {
    radius: f64,
    turning: f64,
    slope: f64,
    line: f64,
    post: f64,
}

impl Inclusion for Rim {
    // One formula gives values and both derivatives, over spans as at instants.
    fn enclose(&self, span: Span) -> Jet {
        let t = Jet::variable(Interval::new(span.start(), span.end()));
        let rim = Jet::constant(self.radius) * (Jet::constant(self.turning) * t).sin();
        rim + Jet::constant(self.slope) * t - Jet::constant(self.line)
    }

    // The gate: roots before the post do not count.
    fn gate(&self, span: Span) -> bool {
        span.end() >= self.post
    }
}

fn main() {
    let anywhere = Rim {
        radius: 0.5,
        turning: 9.0,
        slope: 0.4,
        line: 0.45,
        post: 0.0,
    };
    let past_the_post = Rim {
        post: 0.3,
        ..anywhere
    };
    for (what, rim) in [("anywhere", anywhere), ("past the post", past_the_post)] {
        match first_root(&rim, Span::UNIT, 1e-14, 10_000) {
            FirstRoot::Within(span) => {
                println!("{what}: within [{}, {}]", span.start(), span.end());
                let height = |t: f64| 0.5 * libm::sin(9.0 * t) + 0.4 * t - 0.45;
                assert!(
                    height(span.start()).abs() < 1e-12,
                    "{}",
                    height(span.start())
                );
            }
            FirstRoot::None => println!("{what}: never"),
            FirstRoot::Undecided { free_until, reason } => {
                println!("{what}: not before {free_until}; {reason:?}")
            }
        }
    }
}

#[test]
fn runs() {
    main();
}
