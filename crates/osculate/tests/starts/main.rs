//! What queries tell of the start, and what they keep to from one query to the next: overlaps and what becomes of them, the skin,
//! resuming, spans of no length. The judge is the brute force of `osculate-judge`.

#[path = "../support/bodies.rs"]
mod bodies;
mod instants;
mod kinds;
#[path = "../support/methods.rs"]
mod methods;
mod resume;
mod scales;
mod scene;
mod sides;
mod skin;
