"""From latitude and longitude to the board and back.

Three maps are Lambert conformal conics on a sphere, one of them turned; the fourth is a conic bent by a
thin-plate spline so that the places whose hexes are known fall on them. Either way the *board* is a plane
in which neighbouring hexes are 1 apart, x runs right and y down: that of `barents.kernel.hexes.Grid.centre`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from tools.maps.geometry import Points

EARTH_KM = 6371.0088
NAUTICAL_MILE_KM = 1.852


class Projection(Protocol):
    """A board and the globe. Points are rows: (longitude, latitude) in degrees, (x, y) on the board."""

    def to_board(self, globe: Points) -> Points:
        """Where places on the globe lie on the board."""

    def to_globe(self, board: Points) -> Points:
        """Which places on the globe points of the board show."""


def great_circle_km(a: Points, b: Points) -> Points:
    """Distances over the sphere between rows of (longitude, latitude)."""
    (lon_a, lat_a), (lon_b, lat_b) = np.radians(a).T, np.radians(b).T
    haversine = np.sin((lat_b - lat_a) / 2) ** 2 + np.cos(lat_a) * np.cos(lat_b) * np.sin((lon_b - lon_a) / 2) ** 2
    return np.asarray(2 * EARTH_KM * np.arcsin(np.sqrt(haversine)))


@dataclass(frozen=True)
class Conic:
    """Lambert's conformal conic on a sphere, in kilometres, x east and y north, turned by an angle."""

    parallels: tuple[float, float]
    origin: tuple[float, float]
    turn: float = 0.0

    @cached_property
    def _cone(self) -> tuple[float, float, float]:
        """The cone's constant, its scale and the radius of the parallel of origin."""
        first, second = np.radians(self.parallels)
        cone = np.log(np.cos(first) / np.cos(second)) / np.log(_tangent(second) / _tangent(first))
        scale = EARTH_KM * np.cos(first) * _tangent(first) ** cone / cone
        return float(cone), float(scale), float(scale / _tangent(np.radians(self.origin[0])) ** cone)

    def forward(self, globe: Points) -> Points:
        """Kilometres from the origin."""
        cone, scale, radius_of_origin = self._cone
        radius = scale / _tangent(np.radians(globe[:, 1])) ** cone
        angle = cone * np.radians(globe[:, 0] - self.origin[1])
        return _turned(radius * np.sin(angle), radius_of_origin - radius * np.cos(angle), self.turn)

    def backward(self, plane: Points) -> Points:
        """The inverse of `forward`."""
        cone, scale, radius_of_origin = self._cone
        x, y = _turned(plane[:, 0], plane[:, 1], -self.turn).T
        angle = np.arctan2(x, radius_of_origin - y)
        radius = np.hypot(x, radius_of_origin - y)
        lat = 2 * np.degrees(np.arctan((scale / radius) ** (1 / cone))) - 90
        return np.column_stack([self.origin[1] + np.degrees(angle / cone), lat])


def _tangent(lat: Points) -> Points:
    return np.asarray(np.tan(np.pi / 4 + lat / 2))


def _turned(x: Points, y: Points, degrees: float) -> Points:
    angle = np.radians(degrees)
    return np.column_stack([x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)])


@dataclass(frozen=True)
class ConicBoard:
    """A conic laid on the board: one hex centre is tied to a point of the plane, and the spacing is fixed."""

    conic: Conic
    spacing_km: float
    anchor: tuple[float, float]
    """A point of the board …"""
    anchor_km: tuple[float, float]
    """… and where it lies in the conic's plane."""

    def to_board(self, globe: Points) -> Points:
        """Where places on the globe lie on the board."""
        x, y = self.conic.forward(globe).T
        return np.column_stack(
            [
                self.anchor[0] + (x - self.anchor_km[0]) / self.spacing_km,
                self.anchor[1] - (y - self.anchor_km[1]) / self.spacing_km,
            ]
        )

    def to_globe(self, board: Points) -> Points:
        """Which places on the globe points of the board show."""
        x = self.anchor_km[0] + (board[:, 0] - self.anchor[0]) * self.spacing_km
        y = self.anchor_km[1] - (board[:, 1] - self.anchor[1]) * self.spacing_km
        return self.conic.backward(np.column_stack([x, y]))


@dataclass(frozen=True)
class WarpedBoard:
    """A conic bent so that tied places lie exactly on their hexes.

    First the affine map that fits all ties best, then a thin-plate spline, U(r) = r^2 ln r with r in
    thousands of kilometres, through what the affine map leaves over.
    """

    conic: Conic
    tied_globe: tuple[tuple[float, float], ...]
    tied_board: tuple[tuple[float, float], ...]

    @cached_property
    def _knots(self) -> Points:
        return self.conic.forward(np.array(self.tied_globe)) / 1000

    @cached_property
    def _affine(self) -> Points:
        """Best affine map alone: rows for the constant, x and y."""
        solution = np.linalg.lstsq(_with_constant(self._knots), np.array(self.tied_board), rcond=None)
        return np.asarray(solution[0])

    @cached_property
    def weights(self) -> tuple[Points, Points]:
        """The spline's weight at each tie, and the affine part (constant, x, y) of the whole map."""
        basis = _with_constant(self._knots)
        count = len(self._knots)
        system = np.zeros((count + 3, count + 3))
        system[:count, :count] = _radial(self._knots, self._knots)
        system[:count, count:] = basis
        system[count:, :count] = basis.T
        residual = np.zeros((count + 3, 2))
        residual[:count] = np.array(self.tied_board) - basis @ self._affine
        solution = np.linalg.solve(system, residual)
        return np.asarray(solution[:count]), np.asarray(self._affine + solution[count:])

    def to_board(self, globe: Points) -> Points:
        """Where places on the globe lie on the board."""
        return self._bend(self.conic.forward(globe) / 1000)

    def to_globe(self, board: Points) -> Points:
        """The inverse, by Newton's method from the affine map's inverse, at most 150 km a step."""
        guess = (board - self._affine[0]) @ np.linalg.inv(self._affine[1:])
        east, north = np.array([0.001, 0.0]), np.array([0.0, 0.001])
        for _ in range(60):
            miss = board - self._bend(guess)
            if np.abs(miss).max() < 1e-13:
                break
            along_x = self._bend(guess + east) - self._bend(guess - east)
            along_y = self._bend(guess + north) - self._bend(guess - north)
            jacobian = np.stack([along_x, along_y], axis=2) / 0.002
            move = np.linalg.solve(jacobian, miss[:, :, None])[:, :, 0]
            length = np.hypot(move[:, 0], move[:, 1])
            guess = guess + move * np.minimum(1.0, 0.150 / np.maximum(length, 1e-300))[:, None]
        return self.conic.backward(guess * 1000)

    def _bend(self, plane: Points) -> Points:
        weights, affine = self.weights
        return np.asarray(_with_constant(plane) @ affine + _radial(plane, self._knots) @ weights)


def _with_constant(points: Points) -> Points:
    return np.column_stack([np.ones(len(points)), points])


def _radial(points: Points, knots: Points) -> Points:
    squared = ((points[:, None, :] - knots[None, :, :]) ** 2).sum(axis=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(squared > 0, 0.5 * squared * np.log(squared), 0.0)
