//! The references against what is simpler still.

mod hulls;
mod links;
mod meshes;
mod points;
mod robots;
mod seeded;
mod steps;
