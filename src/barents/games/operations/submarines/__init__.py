"""Submarines of Operations."""
