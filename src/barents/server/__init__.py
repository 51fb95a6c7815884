"""The web service: matches, seats, storage, live updates. `static/` is the built client."""
