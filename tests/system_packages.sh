#!/bin/sh
# Installs what the tests need from the system, and only what is missing: Chromium for the browser tests, PostgreSQL for
# the second store. Nothing here is needed to run Facedown.
set -eu

packages=""
chromium=${FACEDOWN_CHROMIUM:-/usr/bin/chromium}
[ -x "$chromium" ] || packages="$packages chromium"
command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || packages="$packages postgresql"
[ -n "$packages" ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "The tests need these programs, which are missing here:$packages." >&2
    echo "Install them with your system's package manager (and name the browser with FACEDOWN_CHROMIUM=<program>)." >&2
    exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "The tests need Debian packages that only root may install; run: sudo apt-get install$packages" >&2
    exit 1
fi

echo "Installing$packages (once) ..."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # a list of packages
if ! { apt-get update && apt-get install -y --no-install-recommends $packages; } >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi
