"""The CPU simulator: CANN's C functions, computed by ``reference``, for machines without an NPU."""
