"""The web service under load: many matches at once over WebSockets, people on both sides, choices arriving steadily.

Every server process is one of its own with its own port, all on one database, and each table's two people sit at
different ones where there are several. The clients are all in this process, on the same cores as the servers. A
choice is begun when it was due, whether the clients were late or not, and has arrived when the first word of it has
reached both people (or the one who can see anything of it).

    python -m tools.load [--game GAME] [--matches N] [--rate N] [--seconds S] [--processes N] [--database KIND] …
    python -m tools.load --report      the table of docs/speed.md
"""
