//! The references against what is simpler still.

mod hulls;
mod meshes;
mod points;
mod robots;
mod seeded;
mod steps;
