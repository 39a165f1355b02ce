#!/bin/sh
# Make the virtual environment and install the package into it, from the pinned releases.
#
#   tools/bootstrap.sh VENV run|dev
#
# "run" installs what `affray` needs to run, "dev" the tools for tests, checks and benches as well.
# PYTHON names the interpreter to use; without it the newest suitable one on PATH is taken.
set -eu

venv=$1
what=$2

say() {
    echo "bootstrap: $*" >&2
}

is_suitable() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

if [ -n "${PYTHON:-}" ]; then
    candidates=$PYTHON
else
    candidates="python3 python3.14 python3.13 python3.12 python3.11"
fi
python=
for candidate in $candidates; do
    if is_suitable "$candidate"; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    say "Affray needs Python 3.11 or later; none of these is that: $candidates."
    say "Install it (Debian, Ubuntu: apt install python3 python3-venv; Fedora: dnf install python3;"
    say "macOS: brew install python), or name it: make PYTHON=/path/to/python3"
    exit 1
fi

say "Making the environment in $venv (about half a minute) ..."
if ! "$venv/bin/python" -c '' >/dev/null 2>&1 || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        say "$python cannot make virtual environments: its ensurepip or venv is missing."
        say "Debian, Ubuntu: apt install python3-venv (for another release than the default:"
        say "apt install python3.12-venv and the like), then run make again."
        exit 1
    fi
    "$python" -m venv --clear "$venv"
fi

if [ "$what" = dev ]; then
    package='.[dev,bench]'
else
    package='.'
fi

pip="$venv/bin/python -m pip --disable-pip-version-check"
if $pip install --quiet uv &&
    "$venv/bin/uv" pip install --quiet --python "$venv/bin/python" --compile-bytecode \
        -c constraints.txt -e "$package"; then
    :
else
    say "uv did not do it; trying with plain pip."
    if ! $pip install --quiet -c constraints.txt -e "$package"; then
        say "The packages could not be installed; the lines above say which and why."
        say "With no network: try again when there is one. Behind a proxy: set HTTPS_PROXY."
        exit 1
    fi
fi

touch "$venv/.installed-run"
if [ "$what" = dev ]; then
    touch "$venv/.installed-dev"
fi
