// swift-tools-version: 6.3
import PackageDescription

// A program with a planted data race and a planted leak. `Tests/sanitize` runs it, to show that the
// sanitizers which find nothing in the library would find something. Not part of the library's
// package.
let package = Package(
  name: "sanitizers",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "ratchet", path: "../..")],
  targets: [
    .executableTarget(
      name: "planted",
      dependencies: [.product(name: "Ratchet", package: "ratchet")]
    )
  ]
)
