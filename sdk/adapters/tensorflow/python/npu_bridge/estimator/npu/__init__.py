"""The calls by which programs tell opdk about parts of their graphs."""
