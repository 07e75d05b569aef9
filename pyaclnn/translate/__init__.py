"""C++ samples of CANN as Python scripts: ``translate(source)``.

A sample is not translated line by line. It is run in thought, with CANN's calls noted instead of made; the script is
then written from the notes: which tensors with which data, which operators with which arguments, what is printed.

``machine`` runs, by what ``program``, ``language``, ``libraries`` and ``results`` say of ``values``; ``trace`` has the
notes; ``script`` writes.
"""

from .errors import TranslationError
from .translation import Translation, translate, translated

__all__ = ["Translation", "TranslationError", "translate", "translated"]
