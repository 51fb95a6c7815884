"""The rules of Arctic Disaster: a module a chapter, and `flow`, which has the sequence of play."""
