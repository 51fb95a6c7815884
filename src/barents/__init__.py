"""Barents: a computer umpire for the Arctic convoy battles of 1942-45."""
