"""Typed decomposition without a model: entities, claims of every kind and relations, with the edges between them."""
