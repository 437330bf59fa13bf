//! Which bodies may form a pair at all.

/// Whether a body is moved by others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BodyKind {
    /// Pairs with free bodies only: what stands still, or follows its own way whatever it meets.
    Fixed,
    /// Pairs with all others.
    Free,
}

/// Which bodies a body may form pairs with: those of the other kind or both free, where each is in a group that the other wants.
///
/// ```
/// use osculate::broad_phase::PairFilter;
/// let (wall, ball) = (PairFilter::FIXED, PairFilter::FREE);
/// assert!(ball.allows(&wall) && ball.allows(&ball) && !wall.allows(&wall));
/// let ghost = ball.in_groups(0b10, 0b10); // Ghosts meet ghosts, and what is in all groups.
/// assert!(ghost.allows(&wall) && !ghost.allows(&ball.in_groups(0b01, u32::MAX)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PairFilter {
    /// Fixed bodies form no pairs with each other.
    pub kind: BodyKind,
    /// The groups that the body is in, as bits.
    pub groups: u32,
    /// The groups that it forms pairs with, as bits.
    pub partners: u32,
}

impl PairFilter {
    /// A free body in all groups.
    pub const FREE: PairFilter = PairFilter {
        kind: BodyKind::Free,
        groups: u32::MAX,
        partners: u32::MAX,
    };

    /// A fixed body in all groups.
    pub const FIXED: PairFilter = PairFilter {
        kind: BodyKind::Fixed,
        ..PairFilter::FREE
    };

    /// The same kind, in these groups, forming pairs with those of `partners`.
    pub const fn in_groups(self, groups: u32, partners: u32) -> PairFilter {
        PairFilter {
            groups,
            partners,
            ..self
        }
    }

    /// Whether two bodies may form a pair; the same both ways.
    #[inline(always)]
    pub fn allows(&self, other: &PairFilter) -> bool {
        let free = self.kind == BodyKind::Free || other.kind == BodyKind::Free;
        free & (self.groups & other.partners != 0) & (other.groups & self.partners != 0)
    }
}
