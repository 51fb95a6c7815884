"""The rules of North Cape: a module a chapter, and `flow`, which has the sequence of play."""
