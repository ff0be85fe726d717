"""Credentials, personal data and instruction-like text: found by rule, without a network."""
