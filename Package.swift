// swift-tools-version: 6.3
import PackageDescription

// Warnings are errors where a change is checked, as in `.ci/run`. A user's build must not fail
// because a newer compiler has a new warning.
let warnings: [SwiftSetting] =
  Context.environment["RATCHET_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
  ] + warnings

// A plain `swift test` builds and runs the tests of the libraries and of the counter. Those of the
// other samples, the guides, the compiler's errors, and the benchmarks would double its time.
let isComplete = Context.environment["RATCHET_TESTS"] == "all"

// On a simulator, no program starts another: nothing that starts one is built for it.
let isSimulated = Context.environment["RATCHET_TESTS"] == "simulator"

/// A sample of `Sources/Examples`.
func sample(_ name: String, with others: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name.lowercased(),
    dependencies: ["Console", "Ratchet", "RatchetRecording"] + others,
    path: "Sources/Examples/\(name)",
    swiftSettings: settings
  )
}

/// The tests of a sample.
func sampleTests(_ name: String, with others: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [
      .target(name: name.lowercased()), "Console", "RatchetTesting", "TestSupport",
    ] + others,
    swiftSettings: settings
  )
}

let libraries: [Target] = [
  .target(
    name: "RatchetDependencies",
    path: "Sources/Dependencies",
    swiftSettings: settings
  ),
  .target(
    name: "Ratchet",
    dependencies: ["RatchetDependencies"],
    path: "Sources/Runtime",
    exclude: ["Recording", "Reports", "Testing"],
    swiftSettings: settings
  ),
  .target(
    name: "RatchetRecording",
    dependencies: ["Ratchet"],
    path: "Sources/Runtime/Recording",
    swiftSettings: settings
  ),
  .target(
    name: "RatchetReports",
    dependencies: ["Ratchet", "RatchetRecording"],
    path: "Sources/Runtime/Reports",
    exclude: ["Page/Parts"],
    swiftSettings: settings
  ),
  .target(
    name: "RatchetTesting",
    dependencies: ["Ratchet", "RatchetReports"],
    path: "Sources/Runtime/Testing",
    swiftSettings: settings
  ),
]

let samples: [Target] = [
  .target(
    name: "Console",
    dependencies: ["Ratchet", "RatchetRecording", "RatchetReports"],
    path: "Sources/Examples/Console",
    swiftSettings: settings
  ),
  .target(
    name: "WebClient",
    dependencies: ["Ratchet"],
    path: "Sources/Examples/WebClient",
    swiftSettings: settings
  ),
  sample("Counter", with: ["WebClient"]), sample("Downloads", with: ["WebClient"]),
  sample("Meetings"), sample("Search", with: ["WebClient"]), sample("Todos"),
]

let tests: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: ["Ratchet"],
    path: "Tests/TestSupport",
    exclude: isSimulated
      ? [
        "LocalSocket.swift", "PipedRun.swift", "Program.swift", "Spawn.swift", "TerminalRun.swift",
        "WebServer.swift",
      ] : [],
    swiftSettings: settings
  ),
  .testTarget(
    name: "RatchetTests",
    dependencies: ["RatchetTesting", "TestSupport"] + (isSimulated ? [] : ["sharing"]),
    exclude: isSimulated
      ? [
        "Reducer/ReducerBodyTests.swift", "Shared/DamagedFileTests.swift",
        "Shared/SharingProcessTests.swift", "Store/StoreStateTests.swift",
      ] : [],
    swiftSettings: settings
  ),
  .testTarget(
    name: "RatchetTestingTests",
    dependencies: ["RatchetTesting", "TestSupport"],
    swiftSettings: settings
  ),
]

let programTests: [Target] = [
  .executableTarget(
    name: "sharing",
    dependencies: ["Ratchet"],
    path: "Tests/Sharing",
    swiftSettings: settings
  ),
  .testTarget(
    name: "RatchetDependenciesTests",
    dependencies: ["RatchetDependencies", "TestSupport"],
    swiftSettings: settings
  ),
  sampleTests("Counter"),
]

let otherTests: [Target] = [
  .executableTarget(
    name: "trapping",
    dependencies: ["Console"],
    path: "Tests/Trapping",
    swiftSettings: settings
  ),
  .executableTarget(
    name: "webserver",
    dependencies: ["Console"],
    path: "Tests/WebServer",
    swiftSettings: settings
  ),
  .testTarget(
    name: "ConsoleTests",
    dependencies: [
      "Console", "counter", "RatchetTesting", "TestSupport", "todos", "trapping", "WebClient",
      "webserver",
    ],
    swiftSettings: settings
  ),
  sampleTests("Downloads", with: ["webserver"]), sampleTests("Meetings"),
  sampleTests("Search", with: ["webserver"]), sampleTests("Todos"),
  .target(
    name: "Allocations",
    path: "Tests/Allocations"
  ),
  // Without package access, so that it is compiled as the target of a user's package is.
  .executableTarget(
    name: "benchmarks",
    dependencies: [
      .target(name: "Allocations", condition: .when(platforms: [.linux])), "RatchetTesting",
    ],
    path: "Tests/Benchmarks",
    exclude: ["build-cost.sh"],
    packageAccess: false,
    swiftSettings: settings
  ),
  .testTarget(
    name: "BenchmarksTests",
    dependencies: ["benchmarks", "TestSupport"],
    swiftSettings: settings
  ),
  .testTarget(
    name: "CompilationTests",
    dependencies: ["RatchetTesting", "TestSupport"],
    exclude: ["Cases", "Examples", "Pages"],
    swiftSettings: settings
  ),
]

let package = Package(
  name: "ratchet",
  // The first that have `Task.immediate`, with which each effect starts.
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  // No programs: a user's package must not have a target with the name of one that it reaches.
  products: [
    .library(name: "Ratchet", targets: ["Ratchet"]),
    .library(name: "RatchetDependencies", targets: ["RatchetDependencies"]),
    .library(name: "RatchetRecording", targets: ["RatchetRecording"]),
    .library(name: "RatchetReports", targets: ["RatchetReports"]),
    .library(name: "RatchetTesting", targets: ["RatchetTesting"]),
  ],
  dependencies: [],
  targets: libraries + tests + (isSimulated ? [] : samples + programTests)
    + (isComplete ? otherTests : [])
)
