"""What programs say to opdk about parts of their graphs."""
