"""The pictures of the documentation: all there, as wide as they should be, and of the charts as they are now."""

from __future__ import annotations

import re
import struct
from math import ceil
from pathlib import Path

import pytest

from barents.atlas.chart import Chart
from barents.atlas.map import Map
from tools import chart_pictures
from tools.chart_pictures import FOLDER, LARGEST, PICTURES, Picture


def size(file: Path) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", file.read_bytes(), 16)
    return width, height


def test_pages_show_what_the_tool_draws_and_nothing_else() -> None:
    shown = {name for page in FOLDER.glob("*.md") for name in re.findall(r"\]\((\S+)\.png\)", page.read_text("utf-8"))}
    assert shown == {picture.name for picture in PICTURES}
    assert shown == {file.stem for file in FOLDER.glob("*.png")}


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_has_its_width_the_shape_of_its_chart_and_is_small_enough(picture: Picture) -> None:
    file = FOLDER / f"{picture.name}.png"
    wide, high = Chart(Map.load(picture.map), theme=picture.theme, season=picture.season).size
    assert size(file) == (picture.width, ceil(picture.width * high / wide))
    assert file.stat().st_size <= LARGEST


def test_a_picture_is_drawn_where_it_is_asked_for(tmp_path: Path) -> None:
    file = chart_pictures.draw(Picture("small", "nordkapp", "summer", "night", 300), tmp_path)
    assert file == tmp_path / "small.png"
    assert size(file)[0] == 300


def test_too_large_a_picture_is_refused_before_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chart_pictures, "LARGEST", 10_000)
    with pytest.raises(ValueError, match=r"small has \d+ kB, more than 10: make it narrower"):
        chart_pictures.draw(Picture("small", "nordkapp", "summer", "night", 300), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_picture_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        chart_pictures.main(["north-sea"])
    assert "no picture 'north-sea'; the pictures are north-cape-winter" in capsys.readouterr().err
