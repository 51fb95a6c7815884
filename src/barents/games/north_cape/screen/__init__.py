"""North Cape on screen: views, words, the ships behind the counters, and what is told at the end."""
