import RatchetDependencies

// The rule: what runs is a function of the state. When the store is made and after each action, the
// state's declarations are compared with the previous ones (`Core.compare`). What is no longer
// declared is cancelled before the next action is reduced; what is newly declared is entered after
// the effects that the action returned.
//
// `Declaration` holds what is declared, and `DeclarationNode` what was declared so far.

/// Everything that the state of a store declares.
///
/// Used by the store's loop, which owns it. Owns the tree of nodes. Do not compare it while a
/// reducer runs.
final class DeclaredSubscriptions<State> {
  private let declaration: Declaration<State>
  private var node: DeclarationNode?

  init(_ declaration: Declaration<State>) {
    self.declaration = declaration
  }

  /// Collects what has changed since the last call.
  func compare(_ state: State, _ changes: inout DeclarationChanges) {
    // Taken out, here and below, so that no property is being accessed while user code runs.
    var node = node.take()
    declaration.compare(state, &node, &changes)
    self.node = node
  }
}

/// The cause of a subscription that no action has started.
enum SubscriptionCause: Sendable {
  case initialState
  /// A change of a shared value that a condition reads.
  case sharedValue
}

extension EffectRegistry {
  /// Applies the result of a comparison; called while actions are queued.
  func apply(_ findings: DeclarationChanges.Findings, cause: any Sendable) {
    let stopped = findings.stops.compactMap { $0.run?.node }
    // All at once, so that a cancellation handler meets a ledger that has already been updated.
    if !stopped.isEmpty {
      observation?.addStop(of: stopped)
      carryOut(ledger.cancel(subscriptions: stopped), .undeclared)
    }
    for start in findings.starts { enter(start, cause: cause) }
    releaseUnused()
    for report in findings.reports { report() }
  }

  private func enter(_ start: DeclarationChanges.Start, cause: any Sendable) {
    if loop == nil { return }
    let run = Cascade(
      subscription: ledger.openSubscription(), id: start.id, registry: self)
    start.subscription.run = run
    if let observation {
      observation.addSubscription(run, start.effect, cause: cause)
      loop?.notifyObservers()
    }
    enter(start.effect, EffectContext(cascade: run, cause: cause))
    release(run)
  }
}
