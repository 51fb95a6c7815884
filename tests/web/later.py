"""Nordkapp as a later version of the program may have it: with other rules than those of any match of today."""

from dataclasses import replace

from barents.games.nordkapp import GAME as TODAY

GAME = replace(TODAY, version="later")
