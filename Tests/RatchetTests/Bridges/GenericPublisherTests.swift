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

  @Test("hands over its error")
  func failure() async {
    let publisher = Published<Int, Refused> { _, end in end(Refused()) }
    await #expect(throws: Refused.self) { try await publisher.firstValue() }
    #expect(publisher.cancellations == 1)
  }

  @Test("gives all its values to a sequence")
  func sequence() async {
    let publisher = Published<String, Never> { receive, end in
      receive("a")
      receive("b")
      end(nil)
    }
    let values = CallbackSequence<String, Never>(bufferingPolicy: .unbounded) {
      publisher.subscribe($0)
    }
    var seen: [String] = []
    for await value in values { seen.append(value) }
    #expect(seen == ["a", "b"])
  }

  @Test("behind an existential type has a first value")
  func existential() async throws {
    let publisher: any Subscribable<Int, Never> = Published { receive, _ in receive(1) }
    #expect(try await publisher.firstValue() == 1)
  }
}

// MARK: - Fixtures

private struct Refused: Error {}

/// A publisher as Combine's are: generic, and with no word about `Sendable` in its parameters.
private final class Published<Output, Failure: Error>: Sendable {
  typealias Publish =
    @Sendable (
      _ receive: (Output) -> Void, _ end: (Failure?) -> Void
    ) -> Void

  private let publish: Publish
  private let count = Locked(0)

  init(_ publish: @escaping Publish) {
    self.publish = publish
  }

  var cancellations: Int { count.withLock { $0 } }

  func sink(
    receiveCompletion: @escaping (Failure?) -> Void, receiveValue: @escaping (Output) -> Void
  ) {
    publish(receiveValue, receiveCompletion)
  }

  func cancel() {
    count.withLock { $0 += 1 }
  }
}

extension Published: Subscribable {
  func subscribe(_ callback: CallbackSequence<Output, Failure>.Callback) -> @Sendable () -> Void {
    sink(
      receiveCompletion: { failure in
        if let failure { callback.finish(throwing: failure) } else { callback.finish() }
      },
      receiveValue: { callback($0) })
    return { [weak self] in self?.cancel() }
  }
}
