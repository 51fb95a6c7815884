"""The laboratory in the browser: studies, their games and their figures."""
