"""The campaign as the admiral plays it: by doctrine's own pages; no other habit has been found to be better yet."""

from __future__ import annotations

from barents.players.arctic_campaign import Doctrine


class Flag(Doctrine):
    """The admiral's staffs."""
