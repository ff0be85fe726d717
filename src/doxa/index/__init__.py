"""Vector index and embedders: what turns text into vectors and finds the nearest of them, without storing any."""
