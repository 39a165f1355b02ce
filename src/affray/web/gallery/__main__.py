"""Writes all pages into a folder: `python -m affray.web.gallery FOLDER`."""

import sys
from pathlib import Path

from affray.web.gallery import write

if len(sys.argv) != 2:
    sys.exit("Say into which folder: python -m affray.web.gallery FOLDER")
write(Path(sys.argv[1]))
