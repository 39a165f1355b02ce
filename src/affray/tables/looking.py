"""What a policy is handed to look at.

Most policies read their system's facade. One that serves any system makes a view of its own: it
has a method `look(system, fight, who)`, and gets back what that returns.
"""

from __future__ import annotations

from typing import Any

from affray.kernel.fight import Fight
from affray.kernel.policy import Policy
from affray.kernel.system import System


def view_for(policy: Policy, system: System[Any], fight: Fight[Any], who: str) -> Any:
    """What `policy` may read when it answers for `who`: live, not a copy."""
    look = getattr(policy, "look", None)
    return system.facade(fight, who) if look is None else look(system, fight, who)
