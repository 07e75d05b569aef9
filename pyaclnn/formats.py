"""``aclFormat``: how the elements of a tensor are laid out in its storage."""

from __future__ import annotations

from enum import IntEnum

from .errors import ArgumentTypeError
from .values import exact, is_a, shown


class Format(IntEnum):
    """The layouts CANN names. ``ND`` is plain row-major storage of any rank."""

    UNDEFINED = -1
    NCHW = 0
    NHWC = 1
    ND = 2
    NC1HWC0 = 3
    FRACTAL_Z = 4
    NC1HWC0_C04 = 12
    HWCN = 16
    NDHWC = 27
    FRACTAL_NZ = 29
    NCDHW = 30
    NDC1HWC0 = 32
    FRACTAL_Z_3D = 33
    NC = 35
    NCL = 47
    FRACTAL_NZ_C0_16 = 50
    FRACTAL_NZ_C0_32 = 51
    FRACTAL_NZ_C0_2 = 52
    FRACTAL_NZ_C0_4 = 53
    FRACTAL_NZ_C0_8 = 54

    @property
    def rank(self) -> int | None:
        """The number of dimensions that the layout is made for; None where any will do."""
        return _RANKS.get(self)

    @property
    def is_private(self) -> bool:
        """Whether elements lie in blocks of the chip's own, which no strides can describe."""
        return self.name.startswith(("FRACTAL", "NC1HWC0", "NDC1HWC0"))


_RANKS = {
    Format.NCL: 3, Format.NCHW: 4, Format.NHWC: 4, Format.HWCN: 4, Format.FRACTAL_Z: 4, Format.FRACTAL_Z_3D: 4,
    Format.NC1HWC0: 5, Format.NC1HWC0_C04: 5, Format.NCDHW: 5, Format.NDHWC: 5, Format.NDC1HWC0: 6,
}  # fmt: skip


def as_format(value: Format | str | int) -> Format:
    """A ``Format`` from itself, its name (``"NCHW"``) or its number; ``ArgumentTypeError`` lists the allowed."""
    try:
        if is_a(value, str):
            return Format[str.__str__(value).removeprefix("ACL_FORMAT_").removeprefix("ACL_")]
        if is_a(value, int) and not is_a(value, bool):
            return Format(exact(value))
    except (KeyError, ValueError):
        pass
    raise ArgumentTypeError(f"{shown(value)} is no format; allowed are {', '.join(f.name for f in Format)}")
