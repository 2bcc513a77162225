/// How far an await for a completion handler has come; decides who is resumed, and what is reported.
package struct CompletionState<Waiter> {
  private enum Phase {
    /// Nobody waits yet. Becomes `waiting`, or `over` when cancelled before that.
    case beginning
    /// Becomes `over` with the first of: a call, a cancellation, an error at the start, the release of the handler.
    case waiting(Waiter)
    /// Nobody waits any more.
    case over(End)
  }

  /// What ended a wait.
  package enum End {
    /// A call of the handler.
    case call
    /// The cancellation of the task that waited.
    case cancellation
    /// An error at the start, or the release of the handler.
    case failure
  }

  /// What to do about a call of the handler.
  package enum Call {
    /// Hand its result to who waits.
    case first(Waiter)
    /// Nothing: nobody waits any more, by no fault of the caller.
    case late
    /// Report it: the handler was called before. The wait ended for the stated reason.
    case repeated(End)
  }

  private var phase = Phase.beginning
  private var isCalled = false
  package private(set) var canceller: (@Sendable () -> Void)?

  package init() {}

  /// Begins to wait; false if that was cancelled before.
  package mutating func begin(_ waiter: Waiter) -> Bool {
    guard case .beginning = phase else { return false }
    phase = .waiting(waiter)
    return true
  }

  package mutating func call() -> Call {
    if isCalled, case .over(let end) = phase { return .repeated(end) }
    isCalled = true
    return end(by: .call).map(Call.first) ?? .late
  }

  /// Takes out who waits, and the canceller, which must be called after that; nothing if the wait is over.
  package mutating func cancel() -> (waiter: Waiter?, canceller: (@Sendable () -> Void)?) {
    let canceller = canceller
    let waiter = end(by: .cancellation)
    return (waiter, waiter == nil ? nil : canceller)
  }

  /// Ends the wait with an error; returns who waits, if anybody does.
  package mutating func fail() -> Waiter? {
    end(by: .failure)
  }

  /// Keeps a canceller while somebody waits; true if it must be called now, because the wait was cancelled.
  package mutating func setCanceller(_ canceller: @escaping @Sendable () -> Void) -> Bool {
    switch phase {
    case .waiting: self.canceller = canceller
    case .over(.cancellation): return true
    case .beginning, .over: break
    }
    return false
  }

  private mutating func end(by end: End) -> Waiter? {
    canceller = nil
    switch phase {
    case .beginning:
      phase = .over(end)
      return nil
    case .waiting(let waiter):
      phase = .over(end)
      return waiter
    case .over:
      return nil
    }
  }
}
