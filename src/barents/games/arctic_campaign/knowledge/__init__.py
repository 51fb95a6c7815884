"""What each side of the campaign may know, and worlds that agree with it."""
