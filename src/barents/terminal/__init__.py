"""Play in the terminal: the situation in words, the choices by number, the dice explained.

`sea` draws a small map, `show` puts a view into words, `answers` reads what a person types, and `table` is where the
two sides sit.
"""
