"""Every verb of `Memory`, declared once: the command line and every other surface list and call these."""

from doxa.access import Right
from doxa.operations.registry import REGISTRY
from doxa.operations.spec import OperationSpec

__all__ = ["REGISTRY", "OperationSpec", "Right"]
