"""What all tests share: how hypothesis runs."""

import os
import signal
import threading

from hypothesis import HealthCheck, settings

# No deadlines: how fast a machine is says nothing about whether the rules are right. In continuous
# integration the examples are always the same, so that a verdict belongs to a change.
settings.register_profile(
    "desk", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("ci", settings.get_profile("desk"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# Where the tests run in the background, Ctrl-C is ignored, and the commands that tests start and
# interrupt would inherit that.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)
