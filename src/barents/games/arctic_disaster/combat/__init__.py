"""Chapter 11 of Arctic Disaster: combat in the air and between ships, on its displays."""
