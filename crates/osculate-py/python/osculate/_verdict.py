"""What is proven."""

import enum


class Verdict(enum.IntEnum):
    """What is proven about two moving bodies. Columns of verdicts have these numbers."""

    FREE = 0
    """Apart at every instant of the span."""
    CONTACT = 1
    """Apart up to `lower`, and there within the tolerance; by `upper` they meet, or come within the tolerance."""
    OVERLAPPING = 2
    """At the start they intersect, or cannot be told from touching."""
    UNDECIDED = 3
    """Apart up to `lower`; the budget ran out, or float64 is too coarse for the tolerance."""
