#!/bin/sh
# need.sh PACKAGE CHECK...
# Makes sure that the command CHECK succeeds, by way of Debian's PACKAGE where it does not:
# root on Debian gets it installed, anyone else is told the one command to run.
#     tools/setup/need.sh chromium command -v chromium
set -eu

package=$1
shift

if "$@" >/dev/null 2>&1; then
    exit 0
fi

if ! command -v apt-get >/dev/null 2>&1; then
    echo "Barents needs what Debian calls $package: please install it with your system's package manager." >&2
    exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "Barents needs $package. Please run this, then start again:" >&2
    echo "    sudo apt-get update && sudo apt-get install -y $package" >&2
    exit 1
fi

echo "Installing $package"
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package"
if ! "$@" >/dev/null 2>&1; then
    echo "$package is installed, and yet this still fails: $*" >&2
    exit 1
fi
