import Foundation
import RatchetTesting
import TestSupport

@Suite("Cancelling a task that awaits a completion handler")
struct CompletionHandlerCancelTests {
  @Test(
    "throws at once and calls the canceller once; what the handler is called with later is ignored")
  func cancel() async {
    let messages = Messages()
    let cancellations = Locked(0)
    await withDependencies {
      $0.log = messages.sink
    } operation: {
      let (task, handler) = await waiting { cancellations.withLock { $0 += 1 } }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      handler(1)
      task.cancel()
    }
    #expect(cancellations.withLock { $0 } == 1)
    #expect(messages.texts == [])
  }

  @Test("reports only the second call that comes afterwards, and that neither result was used")
  func secondCall() async {
    let messages = Messages()
    await withDependencies {
      $0.log = messages.sink
    } operation: {
      let (task, handler) = await waiting {}
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      handler(1)
      handler(2)
    }
    #expect(
      messages.texts == [
        """
        A completion handler was called again, with the value 2.

        Both results were ignored: the task that awaited the handler was cancelled. To fix this, \
        call the handler exactly once. For repeated values, use 'CallbackSequence'.
        """
      ])
  }

  @Test("before the start throws, and starts nothing")
  func beforeTheStart() async {
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await withCompletionHandler(of: Int.self) { handler in
        Issue.record("It was started.")
        handler(1)
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("while it starts calls a canceller that is set afterwards at once")
  func whileItStarts() async {
    let cancellations = Locked(0)
    let task = Task {
      try await withCompletionHandler(of: Int.self) { handler in
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        handler.onCancel { cancellations.withLock { $0 += 1 } }
        #expect(cancellations.withLock { $0 } == 1)
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(cancellations.withLock { $0 } == 1)
  }

  @Test("after the handler was called does not call the canceller")
  func afterTheCall() async throws {
    let task = Task {
      let value = try await withCompletionHandler(of: Int.self) { handler in
        handler.onCancel { Issue.record("The canceller was called.") }
        handler(1)
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      }
      return value
    }
    #expect(try await task.value == 1)
  }

  @Test(
    "at the same time as a call and a release calls the canceller if it ends the wait, and only then",
    .deep(1_000, small: 50))
  func race() async {
    for _ in 0..<Deep.size {
      let cancellations = Locked(0)
      let (task, kept) = await waitingForKept { cancellations.withLock { $0 += 1 } }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { task.cancel() }
        group.addTask { kept.withLock { $0.take() }?(1) }
        group.addTask { kept.withLock { $0.take() }.map { withExtendedLifetime($0) {} } }
      }
      let isCancelled: Bool
      switch await task.result {
      case .success(let value):
        #expect(value == 1)
        isCancelled = false
      case .failure(let error):
        isCancelled = error is CancellationError
        #expect(isCancelled || "\(error)".contains("was released without being called"))
      }
      #expect(cancellations.withLock { $0 } == (isCancelled ? 1 : 0))
    }
  }

  @Test("and calling the handler release what the two captured")
  func noLeak() async {
    for isCancelled in [true, false] {
      weak var captured: Token?
      do {
        let token = Token()
        captured = token
        let (task, handler) = await waiting { withExtendedLifetime(token) {} }
        if isCancelled { task.cancel() } else { handler(1) }
        _ = await task.result
      }
      #expect(captured == nil)
    }
  }

  @Test("releases the canceller after the lock: an object that it keeps may call the handler then")
  func releasedCanceller() async {
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
      try await withCompletionHandler(of: Int.self) { (handler: CompletionHandler<Int>) in
        let request = Request(handler)
        handler.onCancel { withExtendedLifetime(request) {} }
        throw Refusal()
      }
    }
  }

  // MARK: - Fixtures

  /// Completes when it is released, as an interface does that was given up.
  private final class Request: Sendable {
    let handler: CompletionHandler<Int>

    init(_ handler: CompletionHandler<Int>) { self.handler = handler }

    deinit { handler(0) }
  }

  private final class Token: Sendable {}

  /// A task that waits for a handler, and the only reference to that.
  private func waitingForKept(
    canceller: @escaping @Sendable () -> Void
  ) async -> (Task<Int, any Error>, Locked<CompletionHandler<Int>?>) {
    let (task, handler) = await waiting(canceller: canceller)
    return (task, Locked(handler))
  }

  /// A task that waits for a handler, which is returned.
  private func waiting(
    canceller: @escaping @Sendable () -> Void
  ) async -> (Task<Int, any Error>, CompletionHandler<Int>) {
    let (handlers, continuation) = AsyncStream<CompletionHandler<Int>>.makeStream()
    let task = Task {
      try await withCompletionHandler(of: Int.self) { handler in
        handler.onCancel(canceller)
        continuation.yield(handler)
        continuation.finish()
      }
    }
    for await handler in handlers { return (task, handler) }
    fatalError("The task did not start.")
  }
}
