#!/usr/bin/env bash
# Pastes the README's program and its test into an empty package, and runs both.
# Prints what the program prints. Needs the Swift toolchain only.
#
#   Tests/readme.sh FOLDER   makes the package there; the folder must not exist
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
folder="${1:?usage: Tests/readme.sh FOLDER}"
mkdir "$folder" "$folder/Sources" "$folder/Sources/App" "$folder/Tests" "$folder/Tests/AppTests"

# The blocks of Swift that begin with an import: the first is the program, the second its test.
block() {
  awk -v wanted="$1" '
    /^```swift$/ { inside = 1; first = 1; next }
    /^```$/ { inside = 0; next }
    inside && first { first = 0; if (/^import /) count++; else inside = 0 }
    inside && count == wanted' "$root/README.md"
}
block 1 >"$folder/Sources/App/App.swift"
block 2 >"$folder/Tests/AppTests/AppTests.swift"
cat >"$folder/Package.swift" <<MANIFEST
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "app",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "ratchet", path: "$root")],
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
swift test --package-path "$folder" >&2
swift run --package-path "$folder" App
