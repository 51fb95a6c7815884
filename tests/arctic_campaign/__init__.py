"""The Arctic Convoy campaign."""
