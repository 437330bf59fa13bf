//! `osculate experiment`.

mod d2m;
mod kaya;
