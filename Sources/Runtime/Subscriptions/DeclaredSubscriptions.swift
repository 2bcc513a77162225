import RatchetDependencies

// A *subscription* is an effect that runs as long as the state declares it. The rule: which
// subscriptions run is a function of the state. When the store is made and after each action, what
// the state declares is compared with what it declared before (`Core.compare`). A subscription that
// is no longer declared is cancelled before the next action is reduced. One that is newly declared
// is entered (listed as pending) after the effects that the action returned, whose cancels do not
// reach it, and starts before them, so that it hears what they do.
//
// `Declaration` finds what a state declares; a `DeclarationNode` records what it declared before.

/// Compares, for one store, which subscriptions its state declares with those it declared before.
///
/// Used by the store's loop, which owns it. Owns the tree of nodes, which records what is declared.
/// Do not call it while a reducer runs: the state cannot be read then.
final class DeclaredSubscriptions<State> {
  private let declaration: Declaration<State>
  private var node: DeclarationNode?

  init(_ declaration: Declaration<State>) {
    self.declaration = declaration
  }

  /// Collects which subscriptions are to start and stop since the last call.
  func compare(_ state: State, _ changes: inout DeclarationChanges) {
    // Taken out, so that this property is not being accessed while user code runs: that may call
    // the store, and overlapping accesses to one property are an error.
    var node = node.take()
    declaration.compare(state, &node, &changes)
    self.node = node
  }
}

/// Why a subscription has started, if no action is the cause; shown to observers.
enum SubscriptionCause: Sendable {
  case initialState
  /// A change of a shared value that a condition reads.
  case sharedValue
}

extension EffectRegistry {
  /// Stops and starts the subscriptions that a comparison has found.
  ///
  /// Called while actions are queued, so that user code that runs here cannot re-enter a reducer.
  func apply(
    _ findings: DeclarationChanges.Findings, cause: any Sendable, startingAt position: Int?
  ) {
    let stopped = findings.stops.compactMap { $0.run?.node }
    // Stops all at once, so that a cancellation handler meets a ledger that has already been
    // updated.
    if !stopped.isEmpty {
      observation?.addStop(of: stopped)
      carryOut(ledger.cancel(subscriptions: stopped), .undeclared)
    }
    let before = pending.count
    for start in findings.starts { enter(start, cause: cause) }
    if let position, position < before { pending.moveLast(pending.count - before, to: position) }
    releaseUnused()
    for report in findings.reports { report() }
  }

  /// Starts a subscription: enters its effect into the ledger, in a cascade (a group) of its own.
  private func enter(_ start: DeclarationChanges.Start, cause: any Sendable) {
    if loop == nil { return }
    let run = Cascade(
      subscription: ledger.openSubscription(), id: start.id, registry: self)
    start.subscription.run = run
    notify { $0.addSubscription(run, start.effect, cause: cause) }
    enter(start.effect, EffectContext(cascade: run, cause: cause))
    release(run)
  }
}
