"""The solitaire game of North Cape (11.6): groups of Allied ships that dice steer."""
