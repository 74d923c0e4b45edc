#!/bin/sh
# Fetches the faces of the pages, once, into a folder that git ignores and the wheel ships. Pages look right without them.
set -eu
command -v npm >/dev/null || { echo "make fonts needs npm (on Debian: apt-get install npm)." >&2; exit 1; }
to=$(cd "$(dirname "$0")" && pwd)/src/facedown/web/static/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() { # package, version, file in it, name
    (cd "$work" && tar -xzf "$(npm pack --silent "$1@$2")" && mv "package/files/$3" "$4.woff2" && rm -rf package)
}

fetch @fontsource-variable/atkinson-hyperlegible-next 5.3.0 atkinson-hyperlegible-next-latin-wght-normal.woff2 atkinson-hyperlegible-next
fetch @fontsource-variable/bricolage-grotesque 5.3.0 bricolage-grotesque-latin-wght-normal.woff2 bricolage-grotesque
fetch @fontsource/barlow-condensed 5.3.0 barlow-condensed-latin-700-normal.woff2 barlow-condensed
fetch @fontsource-variable/jost 5.3.0 jost-latin-wght-normal.woff2 jost
fetch @fontsource/b612-mono 5.3.0 b612-mono-latin-700-normal.woff2 b612-mono
fetch @fontsource/shippori-mincho 5.3.0 shippori-mincho-latin-700-normal.woff2 shippori-mincho
fetch @fontsource-variable/big-shoulders-display 5.3.0 big-shoulders-display-latin-wght-normal.woff2 big-shoulders-display
fetch @fontsource-variable/fredoka 5.3.0 fredoka-latin-wght-normal.woff2 fredoka
mkdir -p "$to"
mv "$work"/*.woff2 "$to"
