"""Fleets of Operations: their orders, their ways, their fuel, ports and the sea."""
