"""The kernels that operators launch: names, NumPy functions, and the dtypes that the vector cores take."""

from .kernel import Kernel, are_mixed_floats

__all__ = ["Kernel", "are_mixed_floats"]
