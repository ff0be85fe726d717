"""Language models: one seam, one structured question at a time."""

from doxa.llm.contract import Model, Tool

__all__ = ["Model", "Tool"]
