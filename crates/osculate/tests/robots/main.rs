//! Robots along joint-space paths.

mod random_robots;
mod taylor_poses;
