import RatchetDependencies
import RatchetTesting

/// Collects what a store reports.
final class Messages: Sendable {
  private let collected = Locked<[LogMessage]>([])

  var all: [LogMessage] { collected.withLock { $0 } }

  var texts: [String] { all.map(\.text) }

  /// The sink for `DependencyValues.log`.
  var sink: @Sendable (LogMessage) -> Void {
    { [collected] message in collected.withLock { $0.append(message) } }
  }
}
