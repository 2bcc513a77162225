#!/usr/bin/env bash
# Pastes the README's program and its test into an empty package, and runs both. The package gets
# Ratchet from git, by branch: what is committed, without what is merely changed.
# Prints what the program prints. Needs the Swift toolchain, and git.
#
#   Tests/readme.sh FOLDER   makes a clone, FOLDER/ratchet, and the package, FOLDER/app
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
folder="${1:?usage: Tests/readme.sh FOLDER}"
git clone --quiet --no-tags "$root" "$folder/ratchet"
git -C "$folder/ratchet" checkout --quiet -B main
app="$folder/app"
mkdir -p "$app/Sources/App" "$app/Tests/AppTests"

# The blocks of Swift that begin with an import: the first is the program, the second its test.
block() {
  awk -v wanted="$1" '
    /^```swift$/ { inside = 1; first = 1; next }
    /^```$/ { inside = 0; next }
    inside && first { first = 0; if (/^import /) count++; else inside = 0 }
    inside && count == wanted' "$root/README.md"
}
block 1 >"$app/Sources/App/App.swift"
block 2 >"$app/Tests/AppTests/AppTests.swift"
cat >"$app/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "app",
  platforms: [.macOS(.v26)],
  dependencies: [.package(url: "file://$folder/ratchet", branch: "main")],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: [.product(name: "Ratchet", package: "ratchet")]
    ),
    .testTarget(
      name: "AppTests",
      dependencies: ["App", .product(name: "RatchetTesting", package: "ratchet")]
    ),
  ]
)
MANIFEST
swift test --package-path "$app" >&2
swift run --package-path "$app" App
