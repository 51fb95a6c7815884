"""The rules of Operations that hold for all of a turn, and `flow`, which has its sequence."""
