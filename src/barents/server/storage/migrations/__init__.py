"""How a database of any earlier version becomes one of this version; `store` runs them at start-up."""
