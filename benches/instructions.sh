#!/bin/sh
# Instructions a query on 50 flights of the 34.6k torus knot past itself: a figure without noise.
# usage: instructions.sh [METHOD TOLERANCE]...; Capoeira has the tolerance of its leaves, whatever is asked for.
#        instructions.sh [decide|contact|plain|batch SET]...; points on straight lines: a set of the benchmark `points`
#        (public, lattice, simulation, uniform), -vf or -ee. `points` alone stands for all of these.
#        instructions.sh [convex SET]...; convex bodies: box-box-0, box-box-3, box-box-12 (by their spins), icosphere-box,
#        capsules, hull-mesh, compound-mesh, own-motion (a user's). `convex` alone stands for all of these.
#        instructions.sh [small QUESTION]...; boxes on boxes that hardly move: travel, chord (of stretches that are there), stretch
#        (two of them), stays-travel, stays-chord (all of it), separation, points, and both -again with memory; make-new, make-between, make-small and make-small-between (two
#        motions), step-between and step-small-between (two motions and the query of them). `small` alone stands for all of these.
#        instructions.sh [looks SET]...; contact points of bodies that lie on each other, as in a heap: boxes, stones and pebbles (polytopes of
#        up to 12 and 32 corners), capsules, cylinders, angles (compounds), hulls (of all kinds), bodies (compounds too). `looks` alone stands
#        for all of these.
#        instructions.sh [events|plain-events GAS]...; instructions a collision of two bodies in a gas at a fraction of 0.3,
#        discs-NUMBER or spheres-NUMBER; by the engine, or by the plain peer. `events` alone stands for some of these.
#        instructions.sh [robot SET]...; first contacts of a robot: a scene of the benchmark `robots` with _ for spaces, and the length
#        of its edges, such as mannequin-2. `robot` alone stands for some of these: 2.9, 0.9 and 1.4 rad are about the lengths at which
#        as many edges collide as in the paper (docs/experiments.md).
#        instructions.sh [separation|contacts|manifolds PAIR]...; two bodies at an instant, a pair of the benchmark `instant` with
#        - for spaces, such as bunny-on-slab. `instant` alone stands for contacts of some of these.
# Only the queries are counted, not building the hierarchy or the set, nor what a gas does before it has forgotten its start.
set -eu
cd "$(dirname "$0")/.."
if ! command -v valgrind > /dev/null; then
    echo "instructions.sh needs valgrind, which is not installed (Debian, Ubuntu: apt-get install valgrind)" >&2
    exit 1
fi
program=$(cargo build --release --quiet -p osculate-benches --bench instructions --message-format json |
    sed -n 's/.*"executable":"\([^"]*instructions-[^"]*\)".*/\1/p')
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
printf '%-12s %-13s %s\n' method 'tolerance/set' 'instructions a query'
if [ "$*" = points ]; then
    set --
    for set in public lattice simulation uniform; do
        for kind in vf ee; do
            set -- "$@" decide "$set-$kind" contact "$set-$kind" plain "$set-$kind"
        done
    done
    set -- "$@" batch simulation-vf batch simulation-ee batch uniform-vf batch uniform-ee
fi
if [ "$*" = convex ]; then
    set --
    for set in box-box-0 box-box-3 box-box-12 icosphere-box capsules hull-mesh compound-mesh own-motion; do
        set -- "$@" convex "$set"
    done
fi
if [ "$*" = small ]; then
    set --
    for question in travel chord stretch stays-travel stays-chord separation separation-again points points-again \
        make-new make-between make-small make-small-between step-between step-small-between; do
        set -- "$@" small "$question"
    done
fi
if [ "$*" = looks ]; then
    set --
    for set in boxes stones pebbles capsules cylinders angles hulls bodies; do
        set -- "$@" looks "$set"
    done
fi
if [ "$*" = robot ]; then
    set --
    for set in mannequin-2 mannequin-2.9 chessmen-0.9 chessmen-1 puma-1 puma-1.4 hand-0.5 ur5,_beetle-0.2 panda,_shelf_of_triangles-0.3; do
        set -- "$@" robot "$set"
    done
fi
if [ "$*" = events ]; then
    set --
    for gas in discs-512 discs-16384 discs-65536 spheres-512 spheres-16384; do
        set -- "$@" events "$gas" plain-events "$gas"
    done
fi
if [ "$*" = instant ]; then
    set --
    for pair in bunny-on-slab bunny-on-bunny nut-on-screw gears box-on-floor; do
        set -- "$@" contacts "$pair"
    done
fi
# Pairs of a method and a tolerance, in radii.
[ $# -gt 0 ] || set -- best-first 1e-6 best-first 1e-10 HCA 1e-6 HCA 1e-3 C2A 1e-6 C2A 1e-3 C2A 1e-2 D2M 1e-10 Capoeira 1e-2
while [ $# -gt 1 ]; do
    queries=$(valgrind --tool=callgrind --callgrind-out-file="$folder/profile" --log-file="$folder/log" \
        --collect-atstart=no --toggle-collect='*measured_queries*' "$program" "$1" "$2")
    counted=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$folder/log")
    printf '%-12s %-13s %d\n' "$1" "$2" "$((counted / queries))"
    shift 2
done
