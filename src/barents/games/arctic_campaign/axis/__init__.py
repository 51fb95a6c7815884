"""The Germans' part of the campaign (chapter C)."""
