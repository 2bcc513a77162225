/// How far an await for a completion handler has come; decides who is resumed, and what is reported.
package struct CompletionState<Waiter> {
  private enum Phase {
    /// Nobody waits yet. Becomes `waiting`, or `over` when cancelled before that.
    case beginning
    /// Becomes `over` with the first of: a call, a cancellation, an error at the start, the release of the handler.
    case waiting(Waiter)
    /// Nobody waits any more.
    case over
  }

  /// What to do about a call of the handler.
  package enum Call {
    /// Hand its result to who waits.
    case first(Waiter)
    /// Nothing: nobody waits any more, by no fault of the caller.
    case late
    /// Report it: the handler was called before.
    case repeated
  }

  private var phase = Phase.beginning
  private var isCalled = false
  private var isCancelled = false
  package private(set) var canceller: (@Sendable () -> Void)?

  package init() {}

  /// Begins to wait; false if that was cancelled before.
  package mutating func begin(_ waiter: Waiter) -> Bool {
    guard !isCancelled else { return false }
    phase = .waiting(waiter)
    return true
  }

  package mutating func call() -> Call {
    if isCalled { return .repeated }
    isCalled = true
    return stop().map(Call.first) ?? .late
  }

  /// Takes out who waits, and the canceller, which must be called after that; nothing if the wait is over.
  package mutating func cancel() -> (waiter: Waiter?, canceller: (@Sendable () -> Void)?) {
    if case .over = phase { return (nil, nil) }
    isCancelled = true
    let canceller = canceller
    return (stop(), canceller)
  }

  /// Ends the wait for another reason; returns who waits, if anybody does.
  package mutating func stop() -> Waiter? {
    defer { phase = .over }
    canceller = nil
    guard case .waiting(let waiter) = phase else { return nil }
    return waiter
  }

  /// Keeps a canceller while somebody waits; true if it must be called now, because the wait was cancelled.
  package mutating func setCanceller(_ canceller: @escaping @Sendable () -> Void) -> Bool {
    if case .waiting = phase { self.canceller = canceller }
    return isCancelled
  }
}
