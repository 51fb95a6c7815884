"""Matches under way: seats, connections, clocks, and whatever answers without a person."""
