// swift-tools-version: 6.0
import PackageDescription

// A program as a user has it: it shows what a user builds and links. Not part of the library's
// package.
//
// Its tools version is the lowest whose packages are compiled in Swift 6 mode.
let package = Package(
  name: "consumer",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "ratchet", path: "../..")],
  targets: [
    .executableTarget(
      name: "consumer",
      dependencies: [.product(name: "Ratchet", package: "ratchet")]
    ),
    .executableTarget(
      name: "features",
      dependencies: [.product(name: "Ratchet", package: "ratchet")]
    ),
  ]
    // Names that targets of the library's package have, too.
    + ["Console", "counter", "downloads", "meetings", "search", "todos"].map { .target(name: $0) }
)
