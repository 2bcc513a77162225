import RatchetTesting
import TestSupport

/// A backend in memory that answers when a test says so.
final class Locker<Value: Equatable & Sendable>: SharedBackend {
  struct Trouble: Error, CustomStringConvertible { let description = "the locker is closed" }

  let identity: String
  /// The value; others change it with `put`.
  private let content: Locked<Value?>
  /// Whether it fails.
  let isClosed = Locked(false)
  /// Ends when it may answer; `nil` if it answers at once.
  private let opening: AsyncStream<Void>?
  /// Lets a slow one answer.
  let open: @Sendable () -> Void
  private let stream = AsyncStream.makeStream(of: Void.self)
  /// Has an element for each time that it was read.
  let reads = AsyncStream.makeStream(of: Void.self)

  init(_ value: Value? = nil, name: String = "locker", isSlow: Bool = false) {
    identity = name
    content = Locked(value)
    let (opening, continuation) = AsyncStream.makeStream(of: Void.self)
    self.opening = isSlow ? opening : nil
    open = { continuation.finish() }
  }

  var value: Value? { content.withLock { $0 } }

  /// Changes or removes the value as another process does.
  func put(_ value: Value?) {
    content.withLock { $0 = value }
    stream.continuation.yield()
  }

  func read() async throws -> Value? {
    if let opening { for await _ in opening {} }
    if isClosed.withLock({ $0 }) { throw Trouble() }
    reads.continuation.yield()
    return value
  }

  func save(_ value: Value, replacing known: Value?) async throws -> Value? {
    if isClosed.withLock({ $0 }) { throw Trouble() }
    return content.withLock { content in
      if let content, content != known { return content }
      content = value
      return nil
    }
  }

  func changes() -> AsyncStream<Void> { stream.stream }
}
