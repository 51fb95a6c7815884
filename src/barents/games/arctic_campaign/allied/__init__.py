"""The Allies' part of the campaign (chapter B)."""
