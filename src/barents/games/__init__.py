"""The games, one package each, and in it one module a chapter of its rulebook."""
