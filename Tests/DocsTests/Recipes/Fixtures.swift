import Synchronization

/// What a client was called with, in order.
final class Calls<Value: Sendable>: Sendable {
  private let state = Mutex<[Value]>([])

  var values: [Value] { state.withLock { $0 } }

  func append(_ value: Value) {
    state.withLock { $0.append(value) }
  }
}

/// The error of a client without a connection.
struct Offline: Error {}
