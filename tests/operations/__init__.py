"""Tests of the operations engine: its data by file, its rules by chapter."""
