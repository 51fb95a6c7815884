"""The rules of the campaign that concern both sides (chapter A), and `flow`, which has the sequence of a month."""
