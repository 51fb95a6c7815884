"""Play in the terminal: the situation in words, the choices by number, the dice explained.

`sea` draws a small map and `stages` the displays, `show` puts a view into words and `wording` what is asked, `answers`
reads what a person types, and `table` is where the two sides sit.
"""
