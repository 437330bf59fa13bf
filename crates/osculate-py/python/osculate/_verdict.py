"""What is proven."""

import enum


class Verdict(enum.IntEnum):
    """What is proven about two moving bodies. Columns of verdicts have these numbers."""

    FREE = 0
    """Apart at every instant of the span."""
    CONTACT = 1
    """Apart up to `lower`, and within the tolerance at `lower`; by `upper` they touch, or come within the tolerance."""
    OVERLAPPING = 2
    """At the start they intersect, or cannot be distinguished from touching."""
    UNDECIDED = 3
    """Apart up to `lower`; then the budget ran out, or float64 is too coarse for the tolerance."""

    def __str__(self) -> str:
        """The word of the command line's answers: print would show the number."""
        return self.name.lower()
