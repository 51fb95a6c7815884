"""What each side of North Cape may know, and worlds that agree with it."""
