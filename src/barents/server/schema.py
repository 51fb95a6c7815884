"""The JSON Schema of everything that client and server say to each other: the client's types are made from it.

python -m barents.server.schema
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from barents.atlas.mapfile import ChartFile, MapFile
from barents.kernel.report import ShipCard
from barents.kernel.rulebook import Rulebook
from barents.server.lobby import protocol as lobby_protocol
from barents.server.matches import protocol
from barents.server.studies import protocol as study_protocol


def wire_schema() -> dict[str, Any]:
    """Every type by its name, the two unions of WebSocket messages among them."""
    spoken = {"Answer": protocol.Answer, "Message": protocol.Message}
    alone = (
        protocol.GameCard,
        protocol.Opening,
        protocol.Opened,
        protocol.MatchCard,
        protocol.Debrief,
        protocol.ReadMatch,
        protocol.Again,
        protocol.Verdict,
        protocol.Health,
        protocol.Problem,
        lobby_protocol.Lobby,
        lobby_protocol.Taking,
        lobby_protocol.Credentials,
        lobby_protocol.NewPassword,
        lobby_protocol.Farewell,
        lobby_protocol.AccountCard,
        lobby_protocol.Career,
        lobby_protocol.Standing,
        lobby_protocol.Notices,
        lobby_protocol.NoticesCard,
        study_protocol.LabCard,
        study_protocol.StudyTerms,
        study_protocol.StudyCard,
        study_protocol.StudyReport,
        study_protocol.StudyGame,
        ShipCard,
        Rulebook,
        MapFile,
        ChartFile,
    )
    shapes, parts = msgspec.json.schema_components([*spoken.values(), *alone], ref_template="#/definitions/{name}")
    named = {**parts, **dict(zip(spoken, shapes, strict=False))}
    return {
        "title": "Wire",
        "type": "object",
        "properties": {name: {"$ref": f"#/definitions/{name}"} for name in sorted(named)},
        "definitions": named,
    }


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(wire_schema(), order="sorted"), indent=1) + b"\n")
