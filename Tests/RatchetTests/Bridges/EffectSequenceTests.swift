import RatchetTesting

@MainActor @Suite("An effect from a sequence")
struct EffectSequenceTests {
  @Test("tries again after the delays of its policy, also when the sequence cannot be made")
  func retry() async {
    let attempts = Attempts([.failure([1], 1), .notMade, .elements([3])])
    let store = makeStore(
      attempts, .times(2, backoff: .exponential(from: .seconds(1), upTo: .seconds(10))))
    await store.send(.start)
    await store.receive(.element(1)) { $0 = ["1"] }
    await store.advance(by: .milliseconds(999))
    #expect(attempts.count == 1)
    await store.advance(by: .milliseconds(1))
    #expect(attempts.count == 2)
    await store.advance(by: .milliseconds(1_999))
    #expect(attempts.count == 2)
    await store.advance(by: .milliseconds(1))
    await store.receive(.element(3)) { $0 = ["1", "3"] }
    #expect(attempts.count == 3)
    await store.finish()
  }

  @Test("iterates a sequence whose type a client hides")
  func hiddenType() async {
    let numbers: @Sendable () -> any AsyncSequence<Int, Never> & Sendable = {
      AsyncStream {
        $0.yield(1)
        $0.finish()
      }
    }
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        return action == 0 ? .sequence({ numbers() }, action: { $0 }) : .none
      }
    }
    await store.send(0).finish()
    #expect(store.state == [0, 1])
  }

  @Test("gives up when no retry is left, with the last error")
  func givingUp() async {
    let attempts = Attempts([.failure([], 1), .failure([], 2), .failure([], 3)])
    let store = makeStore(attempts, .times(2))
    await store.send(.start)
    await store.receive(.failed("Broken(number: 3)")) { $0 = ["Broken(number: 3)"] }
    #expect(attempts.count == 3)
    await store.finish()
  }

  @Test("takes the next element out of a buffer when the one before has been reduced")
  func nothingAhead() async {
    let (numbers, continuation) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(1)
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        if action == 0 { return .sequence({ numbers }, action: { $0 }) }
        if action == 4 { continuation.finish() } else { (2...4).forEach { continuation.yield($0) } }
        return .none
      }
    }
    await store.send(0).finish()
    #expect(store.state == [0, 1, 4])
  }

  @Test("that is cancelled stops the callbacks of its sequence")
  func cancelStops() async {
    let stops = Locked(0)
    let store = Store<[String], Event>(initialState: []) {
      Feature(retry: .never) {
        CallbackSequence<Int, any Error>(bufferingPolicy: .unbounded) { callback in
          callback(1)
          return { withExtendedLifetime(callback) { stops.withLock { $0 += 1 } } }
        }
      }
    }
    store.send(.start)
    store.send(.stop)
    await store.finish()
    #expect(stops.withLock { $0 } == 1)
    #expect(store.inFlight.isEmpty)
  }

  @Test("that is cancelled keeps silent, and does not try again, when its sequence then throws")
  func errorAfterCancel() async {
    let attempts = Locked(0)
    let messages = Messages()
    let store = withDependencies {
      $0.log = messages.sink
    } operation: {
      Store<[String], Event>(initialState: []) {
        Feature(retry: .times(5)) {
          attempts.withLock { $0 += 1 }
          return AsyncThrowingStream<Int, any Error> {
            await untilCancelled()
            throw Broken(number: 1)
          }
        }
      }
    }
    store.send(.start)
    store.send(.stop)
    await store.finish()
    #expect(attempts.withLock { $0 } == 1)
    #expect(store.state == [])
    #expect(messages.texts == [])
  }

  @Test("without an error handler is reported with its line")
  func noHandler() async {
    let messages = Messages()
    let line = UInt(#line + 3)
    let store = Store<Int, Int>(initialState: 0) {
      Reduce { _, _ in
        .sequence(name: "numbers") {
          Numbers([], Broken(number: 1))
        } action: {
          $0
        }
      }
    } withDependencies: {
      $0.log = messages.sink
    }
    store.send(0)
    await store.finish()
    #expect(messages.all.map(\.line) == [line])
    #expect(messages.texts.first?.contains("\"numbers\"") == true)
  }

  // MARK: - Fixtures

  private func makeStore(
    _ attempts: Attempts, _ retry: RetryPolicy = .never,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> TestStore<[String], Event> {
    TestStore(
      initialState: [], reducer: { Feature(retry: retry) { try attempts.next() } },
      sourceLocation: sourceLocation)
  }
}

private enum Event: Equatable {
  case start, stop
  case element(Int)
  case failed(String)
}

private struct Feature<Elements: AsyncSequence>: Reducer where Elements.Element == Int {
  let retry: RetryPolicy
  let elements: @MainActor @Sendable () async throws -> Elements

  func reduce(into state: inout [String], action: Event) -> Effect<Event> {
    switch action {
    case .start:
      return .sequence(retry: retry, elements, action: Event.element) { error, send in
        await send(.failed("\(error)"))
      }
      .cancellable(id: 1)
    case .stop:
      return .cancel(id: 1)
    case .element(let number):
      state.append("\(number)")
    case .failed(let text):
      state.append(text)
    }
    return .none
  }
}

private struct Broken: Error { let number: Int }

/// Hands out one sequence for each attempt.
@MainActor private final class Attempts {
  enum Step: Sendable {
    case elements([Int])
    case failure([Int], Int)
    case notMade
  }

  private var steps: [Step]
  private(set) var count = 0

  init(_ steps: [Step]) {
    self.steps = steps
  }

  func next() throws -> Numbers {
    count += 1
    switch steps.removeFirst() {
    case .elements(let numbers): return Numbers(numbers)
    case .failure(let numbers, let number): return Numbers(numbers, Broken(number: number))
    case .notMade: throw Broken(number: 0)
    }
  }
}

private struct Numbers: AsyncSequence, AsyncIteratorProtocol {
  private var rest: [Int]
  private let error: Broken?

  init(_ numbers: [Int], _ error: Broken? = nil) {
    rest = numbers
    self.error = error
  }

  func makeAsyncIterator() -> Numbers { self }

  mutating func next() async throws -> Int? {
    if !rest.isEmpty { return rest.removeFirst() }
    if let error { throw error }
    return nil
  }
}
