//! Articulated robots, held against a judge with its own kinematics and its own distances.

#[path = "../support/bodies.rs"]
mod bodies;

mod adversarial;
mod broken_paths;
mod builtin_truth;
mod edges;
mod exact;
mod far_frames;
mod flavours;
mod judged;
mod known;
mod link_motions;
mod methods;
mod odd_chains;
mod random_robots;
mod scenario;
mod small_budgets;
mod smallest;
mod taylor_poses;
mod temporal_culling;
mod translated;
mod truth;
mod user_paths;
