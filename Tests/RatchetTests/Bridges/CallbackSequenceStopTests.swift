import RatchetTesting
import TestSupport

@Suite("The callbacks of a sequence are stopped, exactly once,")
struct CallbackSequenceStopTests {
  @Test("when the consumer leaves its loop")
  func leavingTheLoop() async {
    let source = Source()
    for await number in source.sequence {
      #expect(number == 1)
      #expect(source.stops == 0)
      break
    }
    #expect(source.stops == 1)
    source.callback?(2)
    #expect(source.stops == 1)
  }

  @Test("when the consumer's task is cancelled while it waits")
  func cancelling() async {
    let source = Source()
    let (seen, continuation) = AsyncStream<Int>.makeStream()
    let task = Task {
      for await number in source.sequence { continuation.yield(number) }
      return source.stops
    }
    for await _ in seen { break }
    task.cancel()
    #expect(await task.value == 1)
    #expect(source.stops == 1)
  }

  @Test("when they finish while they are started")
  func finishingAtOnce() async {
    let stops = Locked(0)
    let sequence = CallbackSequence<Int, Never>(bufferingPolicy: .unbounded) { callback in
      callback.finish()
      return { stops.withLock { $0 += 1 } }
    }
    for await _ in sequence { Issue.record("There is no element.") }
    #expect(stops.withLock { $0 } == 1)
  }

  @Test("when an iterator is released that was never asked for an element")
  func releasing() {
    let source = Source()
    do { _ = source.sequence.makeAsyncIterator() }
    #expect(source.stops == 1)
  }

  @Test(
    "when they finish and the consumer is cancelled at the same time", .deep(1_000, small: 50))
  func race() async {
    for _ in 0..<Deep.size {
      let source = Source()
      let (seen, continuation) = AsyncStream<Int>.makeStream()
      let task = Task {
        for await number in source.sequence { continuation.yield(number) }
      }
      for await _ in seen { break }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { task.cancel() }
        group.addTask { source.callback?.finish() }
        group.addTask { source.release() }
      }
      await task.value
      #expect(source.stops == 1)
    }
  }

  @Test("and what stops them, with the delegate that it keeps, is released")
  func noLeak() async {
    final class Delegate: Sendable {}
    weak var released: Delegate?
    do {
      let delegate = Delegate()
      released = delegate
      let sequence = CallbackSequence<Int, Never>(bufferingPolicy: .unbounded) { callback in
        callback(1)
        return { withExtendedLifetime(delegate) {} }
      }
      for await _ in sequence { break }
    }
    #expect(released == nil)
  }

  // MARK: - Fixtures

  /// Calls back once when it is started, and keeps the callback.
  private final class Source: Sendable {
    private let state = Locked(State())

    private struct State {
      var stops = 0
      var callback: CallbackSequence<Int, Never>.Callback?
    }

    var stops: Int { state.withLock { $0.stops } }
    var callback: CallbackSequence<Int, Never>.Callback? { state.withLock { $0.callback } }

    func release() { state.withLock { $0.callback.take() }.map { withExtendedLifetime($0) {} } }

    var sequence: CallbackSequence<Int, Never> {
      CallbackSequence(bufferingPolicy: .unbounded) { [self] callback in
        state.withLock { $0.callback = callback }
        callback(1)
        return { [self] in state.withLock { $0.stops += 1 } }
      }
    }
  }
}
