"""The campaign on screen: desks, sheets, words, and what is told at the end."""
