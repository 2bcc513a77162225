// swift-tools-version: 6.3
import PackageDescription

// A program as a user has it: it shows what a user builds and links. Not part of the library's
// package.
let package = Package(
  name: "consumer",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "ratchet", path: "../..")],
  targets: [
    .executableTarget(
      name: "consumer",
      dependencies: [.product(name: "Ratchet", package: "ratchet")]
    )
  ]
)
