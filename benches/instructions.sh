#!/bin/sh
# Instructions a query on 50 flights of the 34.6k torus knot past itself, for each method: a figure without noise.
# Only the queries are counted, not building the hierarchy.
set -eu
cd "$(dirname "$0")/.."
if ! command -v valgrind > /dev/null; then
    echo "instructions.sh needs valgrind, which is not installed (Debian, Ubuntu: apt-get install valgrind)" >&2
    exit 1
fi
program=$(cargo build --release --quiet -p osculate-benches --example instructions --message-format json |
    sed -n 's/.*"executable":"\([^"]*instructions\)".*/\1/p')
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
printf '%-12s %s\n' method 'instructions a query'
for method in "${@:-best-first HCA C2A}"; do
    for one in $method; do
        queries=$(valgrind --tool=callgrind --callgrind-out-file="$folder/profile" --log-file="$folder/log" \
            --collect-atstart=no --toggle-collect='*measured_queries*' "$program" "$one")
        counted=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$folder/log")
        printf '%-12s %d\n' "$one" "$((counted / queries))"
    done
done
