"""Aircraft of Operations, and whatever finds the enemy."""
