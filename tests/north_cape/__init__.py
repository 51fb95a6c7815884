"""Tests of North Cape."""
