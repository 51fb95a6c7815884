"""Surface action in Operations, and what hits do."""
