import RatchetTesting

@Suite("A generic publisher that conforms without a condition")
struct GenericPublisherTests {
  @Test("has a first value")
  func first() async throws {
    let publisher = Published<Int, any Error> { receive, _ in
      receive(1)
      receive(2)
    }
    #expect(try await publisher.firstValue() == 1)
    #expect(publisher.cancellations == 1)
  }
}

// MARK: - Fixtures

/// A publisher as Combine's are: generic, and with no word about `Sendable` in its parameters.
private final class Published<Output, Failure: Error>: Sendable {
  private let publish: @Sendable (_ receive: (Output) -> Void, _ end: (Failure?) -> Void) -> Void
  private let count = Locked(0)

  init(_ publish: @escaping @Sendable ((Output) -> Void, (Failure?) -> Void) -> Void) {
    self.publish = publish
  }

  var cancellations: Int { count.withLock { $0 } }

  func sink(end: @escaping (Failure?) -> Void, receive: @escaping (Output) -> Void) {
    publish(receive, end)
  }

  func cancel() {
    count.withLock { $0 += 1 }
  }
}

extension Published: CallbackPublisher {
  func subscribe(_ callback: CallbackSequence<Output, Failure>.Callback) -> @Sendable () -> Void {
    sink { failure in
      callback.finish(throwing: failure)
    } receive: {
      callback($0)
    }
    return { [weak self] in self?.cancel() }
  }
}
