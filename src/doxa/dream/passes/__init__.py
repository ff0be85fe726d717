"""The passes of a dream, one a file: each reads the planned state and yields proposals."""
