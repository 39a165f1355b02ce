"""How the events, options and questions of sixteen read."""

from affray.kernel.words import Words

WORDS = Words()
