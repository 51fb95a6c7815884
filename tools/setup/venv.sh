#!/bin/sh
# venv.sh PYTHON FOLDER
# Makes a virtual environment in FOLDER, after a look at whether PYTHON will do.
set -eu

python=$1
folder=$2

if ! command -v "$python" >/dev/null 2>&1; then
    echo "Barents needs Python 3.11 or newer, and there is no '$python' here." >&2
    echo "Install it, or name the one to use: make PYTHON=python3.12 play" >&2
    exit 1
fi

version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Barents needs Python 3.11 or newer, and '$python' is Python $version." >&2
    echo "Name a newer one: make PYTHON=python3.12 play" >&2
    exit 1
fi

"$(dirname "$0")/need.sh" "python$version-venv" "$python" -c 'import ensurepip, venv'
"$python" -m venv "$folder"
