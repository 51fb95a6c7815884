"""How fast Barents is: `python -m tools.bench`.

`figures` says what a bench is and keeps the list of them, `clock` runs them, `report` prints what came of it. A game
gets its figures from a module of its own, which registers benches made of the parts in `playing`: see `hunt`.
"""
