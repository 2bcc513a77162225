import RatchetTesting

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

  @Test("when the consumer throws out of its loop")
  func throwing() async {
    let source = Source()
    await #expect(throws: CancellationError.self) {
      for await _ in source.sequence { throw CancellationError() }
    }
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

  @Test("when they finish")
  func finishing() async {
    let source = Source()
    for await _ in source.sequence { source.callback?.finish() }
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

  @Test("when they finish and the consumer is cancelled at the same time, in a thousand rounds")
  func race() async {
    for _ in 0..<1_000 {
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
    final class Delegate: Sendable {
      let receive: @Sendable (Int) -> Void
      init(_ receive: @escaping @Sendable (Int) -> Void) { self.receive = receive }
    }
    final class Manager: Sendable {
      private let kept = Locked(Kept())
      struct Kept { weak var delegate: Delegate? }
      var delegate: Delegate? { kept.withLock { $0.delegate } }
      func setDelegate(_ delegate: Delegate?) { kept.withLock { $0.delegate = delegate } }
    }
    let manager = Manager()
    let sequence = CallbackSequence<Int, Never>(bufferingPolicy: .unbounded) { callback in
      let delegate = Delegate { callback($0) }
      manager.setDelegate(delegate)
      delegate.receive(1)
      return { withExtendedLifetime(delegate) {} }
    }
    for await _ in sequence {
      #expect(manager.delegate != nil)
      break
    }
    #expect(manager.delegate == nil)
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
