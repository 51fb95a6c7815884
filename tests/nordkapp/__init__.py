"""Tests of Nordkapp, one module a chapter."""
