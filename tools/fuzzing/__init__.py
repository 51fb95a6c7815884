"""Looks for what breaks: games of any kind, played by anybody, with everything done to them that can be done."""
