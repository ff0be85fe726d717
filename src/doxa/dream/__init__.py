"""Offline passes over memory: each plans what it would do, and only an applied plan changes anything."""
