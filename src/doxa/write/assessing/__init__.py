"""Looks over a conversation while it goes on, and keeps what should not wait for its end."""
