import Foundation
import RatchetTesting

@MainActor @Suite("An effect from a sequence with a buffer")
struct BufferedSequenceTests {
  @Test("sends all in order, and ends with the sequence", arguments: [0, 1, 63, 64, 65, 1_000])
  func order(count: Int) async {
    let numbers = Numbers(0..<count)
    numbers.continuation.finish()
    let store = makeStore { numbers.stream }
    await store.send(.start).finish()
    #expect(store.state == Array(0..<count))
    #expect(store.inFlight.isEmpty)
  }

  @Test("sends what another thread adds meanwhile, in order")
  func producer() async {
    let numbers = Numbers(0..<0)
    let store = makeStore { numbers.stream }
    store.send(.start)
    Thread.detachNewThread { [continuation = numbers.continuation] in
      for number in 0..<10_000 { continuation.yield(number) }
      continuation.finish()
    }
    await store.finish()
    #expect(store.state == Array(0..<10_000))
  }

  @Test("takes the next element out of the buffer when the one before has been reduced")
  func nothingAhead() async {
    let numbers = Numbers(1...1, .bufferingNewest(1))
    let store = makeStore {
      numbers.stream
    } onNumber: { number in
      guard number == 1 else { return numbers.continuation.finish() }
      for number in 2...4 { numbers.continuation.yield(number) }
    }
    await store.send(.start).finish()
    #expect(store.state == [1, 4])
  }

  @Test(
    "that is cancelled by the action of an element sends none that follow, and ends its sequence")
  func cancelWhileSending() async {
    let numbers = Numbers(1...100)
    let ends = numbers.ends()
    let store = makeStore(stopAt: 3) { numbers.stream }
    store.send(.start)
    await store.finish()
    #expect(store.state == [1, 2, 3])
    #expect(store.inFlight.isEmpty)
    for await end in ends { #expect(end == .cancelled) }
  }

  @Test("that is cancelled while another thread adds elements sends none after it")
  func cancelRace() async {
    for round in 0..<200 {
      let numbers = Numbers(0..<0)
      let store = makeStore(stopAt: round % 20) { numbers.stream }
      store.send(.start)
      Thread.detachNewThread { [continuation = numbers.continuation] in
        for number in 0..<100 { continuation.yield(number) }
      }
      await store.finish()
      #expect(store.state == Array(0...(round % 20)))
    }
  }

  @Test("sends the elements before an error, then hands the error over")
  func failure() async {
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    for number in 1...3 { continuation.yield(number) }
    continuation.finish(throwing: Broken())
    let store = makeStore { stream }
    await store.send(.start).finish()
    #expect(store.state == [1, 2, 3, -1])
  }

  @Test("starts again after an error, with the elements of the new sequence")
  func retry() async {
    let attempts = Locked(0)
    let store = makeStore(retry: .times(2)) {
      let attempt = attempts.withLock { count in
        count += 1
        return count
      }
      let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
      for number in 1...2 { continuation.yield(attempt * 10 + number) }
      continuation.finish(throwing: Broken())
      return stream
    }
    await store.send(.start).finish()
    #expect(store.state == [11, 12, 21, 22, 31, 32, -1])
  }

  @Test("waits on the executor of a test store")
  func testStore() async {
    let numbers = Numbers(1...3)
    numbers.continuation.finish()
    let store = TestStore(initialState: [Int]()) {
      Feature(retry: .never, stopAt: nil, elements: { numbers.stream }, onNumber: { _ in })
    }
    await store.send(.start)
    for number in 1...3 {
      await store.receive(where: { $0 == .number(number) }) { $0.append(number) }
    }
    await store.finish()
  }

  @Test("is released with its store while it waits, and its stream with it")
  func release() async {
    final class Token: Sendable {}
    weak var weakToken: Token?
    let (ended, end) = AsyncStream<Void>.makeStream()
    do {
      let token = Token()
      weakToken = token
      let numbers = Numbers(1...1)
      numbers.continuation.onTermination = { _ in
        withExtendedLifetime(token) {}
        end.finish()
      }
      makeStore { numbers.stream }.send(.start)
    }
    for await _ in ended {}
    #expect(weakToken == nil)
  }

  // MARK: - Fixtures

  private func makeStore<Elements: AsyncSequence>(
    retry: RetryPolicy = .never, stopAt: Int? = nil,
    _ elements: @escaping @MainActor @Sendable () async throws -> Elements,
    onNumber: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> Store<[Int], Event> where Elements.Element == Int {
    Store(initialState: []) {
      Feature(retry: retry, stopAt: stopAt, elements: elements, onNumber: onNumber)
    }
  }
}

/// A stream with numbers in its buffer.
private struct Numbers {
  let stream: AsyncStream<Int>
  let continuation: AsyncStream<Int>.Continuation

  init(
    _ numbers: some Sequence<Int>,
    _ policy: AsyncStream<Int>.Continuation.BufferingPolicy = .unbounded
  ) {
    (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: policy)
    for number in numbers { continuation.yield(number) }
  }

  /// How the stream ends.
  func ends() -> AsyncStream<AsyncStream<Int>.Continuation.Termination> {
    let (ends, ended) = AsyncStream.makeStream(of: AsyncStream<Int>.Continuation.Termination.self)
    continuation.onTermination = { end in
      ended.yield(end)
      ended.finish()
    }
    return ends
  }
}

private struct Broken: Error {}

private enum Event: Equatable {
  case start
  case number(Int)
}

/// Collects numbers, and -1 for an error.
private struct Feature<Elements: AsyncSequence>: Reducer where Elements.Element == Int {
  let retry: RetryPolicy
  /// The number at which it stops the effect.
  let stopAt: Int?
  let elements: @MainActor @Sendable () async throws -> Elements
  let onNumber: @Sendable (Int) -> Void

  func reduce(into state: inout [Int], action: Event) -> Effect<Event> {
    switch action {
    case .start:
      return .sequence(retry: retry, elements, action: Event.number) { _, send in
        await send(.number(-1))
      }
      .cancellable(id: 1)
    case .number(let number):
      state.append(number)
      onNumber(number)
      return number == stopAt ? .cancel(id: 1) : .none
    }
  }
}
