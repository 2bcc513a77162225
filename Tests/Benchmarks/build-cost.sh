#!/usr/bin/env bash
# What the library costs the build of a program that uses it: a clean debug build, a clean release build and the size of
# the stripped program, for the 20 lines of Tests/Consumer. Needs the Swift toolchain and 'strip'.
#
#   Tests/Benchmarks/build-cost.sh             all three, and what the program is made of
#   Tests/Benchmarks/build-cost.sh --objects   with the 20 largest objects that were linked
#
# How to read it. "seconds" is what a user waits; on a machine that does other work compare "CPU", which is user and
# system time of all compilers together. The bars are for an idle machine with two cores.
#
# What the seconds are for (CPU, Swift 6.3.1). Debug: of about 24, 6 index the standard library and Foundation for
# editors, once a build folder ('--disable-index-store' shows it), 3 compile RatchetDependencies, 13 compile Ratchet, a
# quarter of that is type checking and the rest makes code; the program takes 1. Release: of about 36, 8 compile
# RatchetDependencies and 28 compile Ratchet, about half of it optimizing and half of it making code; the program takes
# 0.2.
#
# What the bytes are for. Each object of the library is linked whole: '--gc-sections' can drop nothing, because each
# function has a section of its own only with '-function-sections', which a package may not ask for in its manifest (a
# dependency with unsafe flags does not build). An archive, of which only what is used is linked, would make the program
# 15 % smaller, but without the conformances that only casts at run time ask for. So what counts is how much code there
# is: three fifths of the program, and a quarter of it are specializations for the types of the library (dictionaries,
# sorting, reading dependencies). A fifth of the program are tables for unwinding the stack.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
TIMEFORMAT='%R %U %S'

# Builds the program in a folder of its own, and prints real, user and system time.
build() {
  { time swift build --package-path Tests/Consumer --scratch-path "$folder/$1" -c "$1" >"$folder/$1.log" 2>&1; } 2>&1 ||
    { cat "$folder/$1.log" >&2 && exit 1; }
}

row() { printf '%-10s %10s %8s %8s\n' "$@"; }

row "" measured CPU bar
read -r real user system <<<"$(build debug)"
row debug "$real s" "$(awk "BEGIN { printf \"%.1f s\", $user + $system }")" "10 s"
read -r real user system <<<"$(build release)"
row release "$real s" "$(awk "BEGIN { printf \"%.1f s\", $user + $system }")" "15 s"

program="$folder/release/release/consumer"
test "$("$program")" = 1
strip -o "$folder/stripped" "$program"
row stripped "$(($(wc -c <"$folder/stripped") / 1000)) kB" "" "300 kB"

if command -v size >/dev/null; then
  printf '\nThe stripped program, in kB\n'
  size -A "$folder/stripped" | awk '
    $1 == ".text" || $1 == ".plt" { part["code"] += $2 }
    $1 ~ /^\.eh_frame/ { part["tables for unwinding"] += $2 }
    $1 ~ /^\.rela|^\.dyn|^\.gnu/ { part["symbols and relocations"] += $2 }
    $1 ~ /^swift5|^\.data|^\.rodata|^\.got/ { part["metadata, constants"] += $2 }
    END { for (name in part) printf "%8.0f  %s\n", part[name] / 1000, name }' | sort -rn
  if [ "${1:-}" = --objects ]; then
    printf '\nThe largest objects: code and constants, in kB\n'
    find -L "$folder/release/release" -name '*.o' -exec size {} + |
      awk 'NR > 1 && $1 != "text" { sub(".*/", "", $6); printf "%8.1f  %s\n", ($1 + $2) / 1000, $6 }' | sort -rn | head -20
  fi
fi
