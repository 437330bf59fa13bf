//! Searches for the next event: all find the same ones, and the search by cells finds them in scenes made to break it.

#![deny(clippy::too_many_lines)]

mod agreement;
mod judged;
mod lockstep;
mod places;
mod random_scenes;
mod seeded;
mod ties;
mod times;
mod walls;

/// A number that the environment may set.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}
