import FoundationEssentials

/// Changes the lines of a recording of one version of a program to those of a later one.
///
/// ```swift
/// let renamed = RecordingMigration(from: "1.0", to: "1.1", .fine) { line in
///   line["action"]?.rename("add", to: "append")
/// }
/// ```
///
/// The lines are those of the file: the first has the members `state` and `digest`, the others
/// `action`, `digest` and maybe `draws`. A migration that changes what states encode removes the
/// digests, which are then not compared: `line["digest"] = nil`.
public struct RecordingMigration: Sendable {
  /// How much a migrated recording tells.
  public enum Grade: Hashable, Sendable {
    /// As much as before.
    case fine
    /// It may go differently than it did, for a reason.
    case risky(String)
    /// There is no migration, for a reason: nothing can be replayed.
    case impossible(String)
  }

  /// The version of the recordings that are migrated.
  public let source: String
  /// The version to which they are migrated.
  public let target: String
  /// How much a migrated recording tells.
  public let grade: Grade
  let change: @Sendable (inout RecordedJSON) throws -> Void

  /// Makes a migration.
  ///
  /// - Parameters:
  ///   - source: The version of the recordings that are migrated.
  ///   - target: The version to which they are migrated.
  ///   - grade: How much a migrated recording tells; known before anything runs.
  ///   - change: Changes one line.
  public init(
    from source: String, to target: String, _ grade: Grade = .fine,
    change: @escaping @Sendable (inout RecordedJSON) throws -> Void = { _ in }
  ) {
    self.source = source
    self.target = target
    self.grade = grade
    self.change = change
  }

  /// The migrations of a list that lead from a version to another one, or to the last that they
  /// lead to; `nil` if none do.
  static func path(
    from version: String, to target: String?, among all: [RecordingMigration]
  ) -> [RecordingMigration]? {
    var path: [RecordingMigration] = []
    var reached = version
    while reached != target, path.count <= all.count,
      let next = all.first(where: { $0.source == reached })
    {
      path.append(next)
      reached = next.target
    }
    return target == nil || reached == target ? path : nil
  }
}

extension [RecordingMigration] {
  /// The bytes of a line after all migrations.
  func migrate(_ line: ArraySlice<UInt8>) throws(RecordingError) -> ArraySlice<UInt8> {
    if isEmpty { return line }
    do {
      var value = try JSONDecoder.ofRecordings.decode(RecordedJSON.self, from: Data(line))
      for migration in self { try migration.change(&value) }
      return ArraySlice(try JSONEncoder.ofRecordings.encode(value))
    } catch {
      throw RecordingError(
        .undecodable, "the migration fails: \(RecordingError.reason(of: error))")
    }
  }

  /// Why nothing can be replayed; `nil` if something can.
  var impossibility: String? {
    for migration in self {
      guard case .impossible(let reason) = migration.grade else { continue }
      return "version \(migration.source) cannot be migrated to \(migration.target): \(reason)"
    }
    return nil
  }
}
