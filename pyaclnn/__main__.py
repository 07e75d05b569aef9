"""``python -m pyaclnn``."""

import sys

from .cli.main import main

sys.exit(main())
