"""A simulated NPU on the CPU, below CANN's C interface."""

from .activation import activate

__all__ = ["activate"]
