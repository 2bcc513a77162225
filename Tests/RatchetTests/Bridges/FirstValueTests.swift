import RatchetTesting

@Suite("The first value of a publisher")
struct FirstValueTests {
  @Test("is what it publishes first to where the caller runs, and ends the subscription")
  @MainActor func first() async throws {
    let publisher = Publisher { callback in
      MainActor.assertIsolated()
      callback(1)
      callback(2)
    }
    #expect(try await publisher.firstValue() == 1)
    #expect(publisher.ends == 1)
  }

  @Test("is an error that says so when the publisher ends without one")
  func empty() async {
    let publisher = Publisher { $0.finish() }
    let error = await #expect(throws: (any Error).self) { try await publisher.firstValue() }
    #expect(
      error.map { "\($0)" }
        == "The publisher 'Publisher' ended without sending a value.")
    #expect(publisher.ends == 1)
  }

  @Test("is the error that the publisher ends with")
  func failure() async {
    let publisher = Publisher { $0.finish(throwing: Failure()) }
    await #expect(throws: Failure.self) { try await publisher.firstValue() }
    #expect(publisher.ends == 1)
  }

  @Test("is a CancellationError when the task is cancelled, which ends the subscription")
  func cancel() async {
    let (callbacks, continuation) = AsyncStream<Callback>.makeStream()
    let publisher = Publisher { continuation.yield($0) }
    let task = Task { try await publisher.firstValue() }
    for await callback in callbacks {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      callback(1)
      break
    }
    #expect(publisher.ends == 1)
  }
}

// MARK: - Fixtures

private typealias Callback = CallbackSequence<Int, any Error>.Callback
private struct Failure: Error {}

private final class Publisher: CallbackPublisher, Sendable {
  private let publish: @Sendable (Callback) -> Void
  private let count = Locked(0)

  init(_ publish: @escaping @Sendable (Callback) -> Void) {
    self.publish = publish
  }

  /// How many subscriptions have ended.
  var ends: Int { count.withLock { $0 } }

  func subscribe(_ callback: CallbackSequence<Int, any Error>.Callback) -> @Sendable () -> Void {
    publish(callback)
    return { [count] in count.withLock { $0 += 1 } }
  }
}
