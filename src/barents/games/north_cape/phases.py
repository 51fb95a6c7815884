"""Where in the turn a question is asked (3.0), in the words that stand over it."""

from __future__ import annotations

SET_UP = "Set-up"
DECOYS = "Decoys"
MISSIONS = "Missions"
RECONNAISSANCE = "Reconnaissance"
INTERCEPTION = "Interception"
COMBAT = "Combat"
PERILS = "Ice and storm"
LANDING = "Landing"
