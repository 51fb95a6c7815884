"""Tests of Arctic Disaster, a module a chapter."""
