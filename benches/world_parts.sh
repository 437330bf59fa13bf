#!/bin/sh
# Which parts of a world's step take how many of its instructions, in percent: in the second second of a drop of 300 bodies, and at rest.
set -eu
cd "$(dirname "$0")/.."
if ! command -v valgrind > /dev/null; then
    echo "world_parts.sh needs valgrind, which is not installed (Debian, Ubuntu: apt-get install valgrind)" >&2
    exit 1
fi
program=$(cargo build --release --quiet -p osculate-benches --bench world --message-format json |
    sed -n 's/.*"executable":"\([^"]*world-[^"]*\)".*/\1/p')
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
for part in fall rest; do
    echo "$part:"
    valgrind --tool=callgrind --callgrind-out-file="$folder/profile" --log-file="$folder/log" \
        --collect-atstart=no --toggle-collect='*measured_second*' "$program" --bench "part $part"
    callgrind_annotate --inclusive=yes --threshold=99.9 "$folder/profile" |
        sed -n 's/^ *\([0-9,]*\) *( *\([0-9.]*%\)).*Stepping>*::\([a-z_]*\).*/  \2 \3/p' | sort -u -k2
done
