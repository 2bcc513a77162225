// swift-tools-version: 6.2
import PackageDescription

// Ratchet beside packages that programs use: each target is glue that may be copied, and the guides
// take their code from here. Not part of the library's package, which has no dependencies.

/// Whether the service is built, too, with a server and a database: that takes minutes.
let hasService = Context.environment["RATCHET_SERVICE"] != nil

/// A target that uses Ratchet and products of other packages; compiled as a user's is.
func glue(_ name: String, with products: [Target.Dependency], isProgram: Bool = false) -> Target {
  let dependencies = [.product(name: "Ratchet", package: "ratchet")] + products
  return isProgram
    ? .executableTarget(name: name, dependencies: dependencies)
    : .target(name: name, dependencies: dependencies)
}

/// A backend of shared keys in a database.
let database: [Target.Dependency] =
  hasService ? ["RatchetDatabase", .product(name: "GRDB", package: "GRDB.swift")] : []

let servicePackages: [Package.Dependency] = [
  .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
]

let serviceTargets: [Target] = [
  glue("RatchetDatabase", with: [.product(name: "GRDB", package: "GRDB.swift")]),
  glue(
    "carts",
    with: [
      "RatchetLogging", "RatchetMetrics", "RatchetService", "RatchetTracing",
      .product(name: "GRDB", package: "GRDB.swift"),
      .product(name: "Hummingbird", package: "hummingbird"),
    ], isProgram: true),
  .testTarget(
    name: "CartsTests",
    dependencies: [
      "carts",
      .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      .product(name: "MetricsTestKit", package: "swift-metrics"),
      .product(name: "RatchetTesting", package: "ratchet"),
    ]
  ),
]

let package = Package(
  name: "integrations",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "ratchet", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
  ] + (hasService ? servicePackages : []),
  targets: [
    glue("RatchetLogging", with: [.product(name: "Logging", package: "swift-log")]),
    glue("RatchetMetrics", with: [.product(name: "Metrics", package: "swift-metrics")]),
    glue("RatchetTracing", with: [.product(name: "Tracing", package: "swift-distributed-tracing")]),
    glue(
      "RatchetService",
      with: [
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    glue("RatchetDefaults", with: []),
    glue("RatchetPublishers", with: [.product(name: "OpenCombine", package: "OpenCombine")]),
    glue(
      "linecount",
      with: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ], isProgram: true),
    .testTarget(
      name: "IntegrationsTests",
      dependencies: [
        "linecount", "RatchetDefaults", "RatchetLogging", "RatchetMetrics", "RatchetPublishers",
        "RatchetService",
        "RatchetTracing",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "RatchetTesting", package: "ratchet"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
      ] + database
    ),
  ] + (hasService ? serviceTargets : [])
)
