"""Words for harm."""

from __future__ import annotations

from collections.abc import Mapping

from affray.kernel.words import OptionTemplate, Template

EVENTS: Mapping[str, Template] = {}
OPTIONS: Mapping[str, OptionTemplate] = {}
QUESTIONS: Mapping[str, str] = {}
ROLLS: Mapping[str, str] = {}
PLACES: Mapping[str, tuple[str, ...]] = {}
TOGETHER: frozenset[str] = frozenset()
BREAKS: frozenset[str] = frozenset()
