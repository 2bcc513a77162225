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
# What the seconds and the bytes are for: Docs/Ratchet.docc/Performance.md, "What a build costs".
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
TIMEFORMAT='%R %U %S'

# Builds the program in a folder of its own, and prints real, user and system time.
build() {
  { time swift build --package-path Tests/Consumer --product consumer --scratch-path "$folder/$1" -c "$1" >"$folder/$1.log" 2>&1; } 2>&1 ||
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
