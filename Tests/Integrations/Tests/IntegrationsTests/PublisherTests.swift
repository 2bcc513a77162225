import OpenCombine
import RatchetTesting

@testable import RatchetPublishers

@Suite("OpenCombine")
@MainActor struct PublisherTests {
  @Test("publishes a first value")
  func firstValue() async throws {
    #expect(try await first(of: "EUR", from: Rates()) == Rate(value: 1))
  }

  @Test("publishes values that an effect sends")
  func values() async {
    let store = TestStore(initialState: [Double]()) {
      Reduce<[Double], Double> { state, action in
        state.append(action)
        return action == 0 ? all(of: "EUR", from: Rates()).map(\.value) : .none
      }
    }
    await store.send(0) { $0 = [0] }
    await store.receive(1) { $0.append(1) }
    await store.receive(2) { $0.append(2) }
  }

  @Test("is cancelled with the task that awaits a value")
  func cancel() async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    // Without '@Sendable' it would belong to the main actor, which the runtime checks.
    let never = PassthroughSubject<Int, Never>()
      .handleEvents(receiveCancel: { @Sendable in end.yield() })
    let task = Task.immediate { try await never.eraseToAnyPublisher().firstValue() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    for await _ in ends.prefix(1) {}
  }
}

// MARK: - Fixtures

private struct Rates: LegacyRates {
  func rates(of currency: String) -> AnyPublisher<Rate, any Error> {
    Publishers.Sequence(sequence: [Rate(value: 1), Rate(value: 2)]).eraseToAnyPublisher()
  }
}
