import Ratchet

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Converts the lines of a recording from one version of a program to a later one.
///
/// ```swift
/// let renamed = RecordingMigration(from: "1.0", to: "1.1") { line in
///   line["action"]?.rename("add", to: "append")
/// }
/// ```
///
/// The closure changes each line of the file as JSON. The first line has the members `state` and
/// `digest` (a hash of the state). The line of an action has `action`, `digest` and, if the reducer
/// read values from dependencies such as `uuid`, `draws`. A migration that changes how states are
/// encoded removes the digests, which are then not compared: `line["digest"] = nil`.
public struct RecordingMigration: Sendable {
  /// The version of the recordings that are migrated.
  package let source: String
  /// The version to which they are migrated.
  package let target: String
  /// Why the replay may differ from what happened, or is impossible; `nil` if it can be trusted.
  public let risk: String?
  /// Whether recordings of the version cannot be replayed at all.
  package let isImpossible: Bool
  /// Changes one line.
  let change: @Sendable (inout RecordedJSON) throws -> Void

  /// Makes a migration.
  ///
  /// - Parameters:
  ///   - source: The version of the recordings that are migrated.
  ///   - target: The version to which they are migrated.
  ///   - risk: Why the replay may differ from what happened, for a program to check first.
  ///   - change: Changes one line.
  public init(
    from source: String, to target: String, risk: String? = nil,
    change: @escaping @Sendable (inout RecordedJSON) throws -> Void = { _ in }
  ) {
    self.init(source, target, risk, isImpossible: false, change)
  }

  /// Declares that recordings of a version cannot be migrated, and are not replayed.
  ///
  /// - Parameters:
  ///   - source: The version of the recordings.
  ///   - target: The version to which they cannot be migrated.
  ///   - reason: Why not.
  /// - Returns: A migration that always fails.
  public static func impossible(
    from source: String, to target: String, _ reason: String
  ) -> RecordingMigration {
    RecordingMigration(source, target, reason, isImpossible: true) { _ in }
  }

  private init(
    _ source: String, _ target: String, _ risk: String?, isImpossible: Bool,
    _ change: @escaping @Sendable (inout RecordedJSON) throws -> Void
  ) {
    self.source = source
    self.target = target
    self.risk = risk
    self.isImpossible = isImpossible
    self.change = change
  }

  /// The migrations that lead from a version to a target version; `nil` if none do.
  ///
  /// Without a target, they lead to the farthest version that can be reached. A path with an
  /// impossible migration is returned only if there is no other path to the same version.
  static func path(
    from version: String, to target: String?, among all: [RecordingMigration]
  ) -> [RecordingMigration]? {
    let paths = shortestPaths(from: version, among: all)
    let end = target ?? end(of: paths, among: all)
    let possible = shortestPaths(from: version, among: all.filter { !$0.isImpossible })
    return (possible + paths).first { $0.version == end }?.path
  }

  /// The farthest version from which no migration leads on; if all are in cycles, the farthest.
  private static func end(of paths: [Path], among all: [RecordingMigration]) -> String? {
    let ends = paths.filter { path in !all.contains { $0.source == path.version } }
    return (ends.last ?? paths.last)?.version
  }

  private typealias Path = (version: String, path: [RecordingMigration])

  /// The shortest path of migrations to each version that can be reached, the nearest first.
  private static func shortestPaths(
    from version: String, among all: [RecordingMigration]
  ) -> [Path] {
    var paths: [Path] = [(version, [])]
    var next = 0
    while next < paths.count {
      let (version, path) = paths[next]
      for migration in all where migration.source == version {
        if paths.contains(where: { $0.version == migration.target }) { continue }
        paths.append((migration.target, path + [migration]))
      }
      next += 1
    }
    return paths
  }
}

extension [RecordingMigration] {
  /// Applies all migrations to a line, in order; returns its new bytes.
  func migrate(_ line: ArraySlice<UInt8>) throws(RecordingError) -> ArraySlice<UInt8> {
    if isEmpty { return line }
    do {
      var value = try JSONDecoder.ofRecordings.decode(RecordedJSON.self, from: Data(line))
      for migration in self { try migration.change(&value) }
      return ArraySlice(try JSONEncoder.ofRecordings.encode(value))
    } catch {
      throw RecordingError(
        .undecodable, "the migration failed: \(RecordingError.reason(of: error))")
    }
  }

  /// The reason why nothing can be replayed; `nil` if no migration is impossible.
  var impossibility: String? {
    first(where: \.isImpossible).map {
      "version \($0.source) cannot be migrated to \($0.target): \($0.risk ?? "")"
    }
  }
}
