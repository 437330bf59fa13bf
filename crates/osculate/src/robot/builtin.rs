//! Robots without a file.
mod car;
mod chess_pieces;
mod hand_parts;
mod mannequin_parts;
mod puma_parts;
