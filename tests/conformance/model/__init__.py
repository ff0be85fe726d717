"""The contract of a store by the simplest means: lists of dated rows, naive scans. The oracle of the other stores."""

from tests.conformance.model.store import ModelGraph

__all__ = ["ModelGraph"]
