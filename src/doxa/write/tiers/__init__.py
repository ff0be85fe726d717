"""Tiers: which working memories become long-term, by surprise, repetition, or a policy of the application's own."""
