import RatchetDependencies
import Synchronization

// MARK: - Fixtures

enum LevelKey: DependencyKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 1 }
}

enum NameKey: DependencyKey {
  static var liveValue: String { "live" }
  static var testValue: String { "test" }
  static var previewValue: String { "preview" }
}

extension DependencyValues {
  var level: Int {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }

  var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }
}

struct Reader: Sendable {
  @Dependency(\.level) var level
  @Dependency(NameKey.self) var name
}

/// Collects what is logged while an operation runs.
func messages(
  of operation: () -> Void, update: (inout DependencyValues) -> Void = { _ in }
) -> [LogMessage] {
  let collected = Collected()
  withDependencies {
    $0.log = { message in collected.add(message) }
    update(&$0)
  } operation: {
    operation()
  }
  return collected.messages
}

final class Collected: Sendable {
  private let storage = Locked<[LogMessage]>([])
  var messages: [LogMessage] { storage.withLock { $0 } }
  func add(_ message: LogMessage) { storage.withLock { $0.append(message) } }
}

/// A value with an identity of its own.
final class Token: Sendable {}
