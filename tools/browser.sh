#!/bin/sh
# Looks for a browser for the tests of the web table; installs one where that takes no asking:
# as root on a Debian that has none. Everywhere else those tests are skipped and say so.
set -u
[ -n "${AFFRAY_BROWSER:-}" ] && exit 0
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
[ -e "/Applications/Google Chrome.app" ] && exit 0
if [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ]; then
    echo "Installing chromium for the tests of the web table"
    if apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; then
        exit 0
    fi
fi
echo "No browser was found: the tests that need one are skipped."
echo "Install chromium, or name a browser in AFFRAY_BROWSER."
exit 0
