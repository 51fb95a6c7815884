"""What each side of an operation may know, and worlds that agree with it."""
