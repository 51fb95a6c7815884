"""Matches that are over, and records that somebody brings."""
