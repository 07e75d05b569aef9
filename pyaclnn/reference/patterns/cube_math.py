"""``cubeMathType``: how far the matrix units may narrow float32 operands."""

KEEP_AND_WIDEN, KEEP, ALLOW_DOWN, USE_FP16, USE_HF32, FLOAT32_ADD = -1, 0, 1, 2, 3, 4
