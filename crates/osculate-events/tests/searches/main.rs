//! Searches for the next event: all find the same ones, and the search by cells finds them in scenes made to break it.

mod agreement;
mod judged;
mod lockstep;
mod places;
mod random_scenes;
mod seeded;
mod ties;
mod times;
mod walls;
