"""The JSON Schema of everything that client and server say to each other: the client's types are made from it.

python -m barents.server.schema
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from barents.atlas.mapfile import ChartFile, MapFile
from barents.kernel.report import ShipCard
from barents.server import house_protocol, protocol, study_protocol


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
        house_protocol.Lobby,
        house_protocol.Taking,
        house_protocol.Credentials,
        house_protocol.NewPassword,
        house_protocol.Farewell,
        house_protocol.AccountCard,
        house_protocol.Career,
        house_protocol.Standing,
        house_protocol.Notices,
        house_protocol.NoticesCard,
        study_protocol.LabCard,
        study_protocol.StudyTerms,
        study_protocol.StudyCard,
        study_protocol.StudyReport,
        study_protocol.StudyGame,
        ShipCard,
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
