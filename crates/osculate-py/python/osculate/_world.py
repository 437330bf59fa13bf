"""What queries of a world find."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ._osculate import Handle
    from ._verdict import Verdict


@dataclasses.dataclass(frozen=True, eq=False)
class WorldHit:
    """The first body that a ray or a shape meets on its way."""

    body: Handle
    """The body."""
    share: float
    """The share of the way up to which, and including which, it is proven free of all bodies."""
    verdict: Verdict
    """What is known of the meeting: a contact, that the way begins in the body, or that no more could be shown."""
    point: NDArray[np.float64] | None
    """Where on the body, if that is known."""
    normal: NDArray[np.float64] | None
    """The normal of its surface there, out of the body."""


@dataclasses.dataclass(frozen=True, eq=False)
class NearestBody:
    """The body that is nearest to a point."""

    body: Handle
    """The body."""
    distance: float
    """How far its surface is from the point, rounded up; 0 if the point is in it."""
    point: NDArray[np.float64]
    """The point of the body that is nearest."""
