"""The rules of Nordkapp: a module a chapter, and `flow`, which has the sequence of play."""
