"""A month of the campaign that is resolved quickly (8 c)."""
