// swift-tools-version: 6.3
import PackageDescription

// Tests that fail on purpose, to show where a test store records its failures. Run by `.ci/run`,
// which reads what the runner prints. Not part of the library's package.
let package = Package(
  name: "failures",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "ratchet", path: "../..")],
  targets: [
    .target(
      name: "Failing",
      dependencies: [.product(name: "RatchetTesting", package: "ratchet")]
    ),
    .executableTarget(name: "unattached", dependencies: ["Failing"]),
    .testTarget(
      name: "FailuresTests",
      dependencies: ["Failing", .product(name: "RatchetTesting", package: "ratchet")]
    ),
  ]
)
