import RatchetDependencies

/// The effects in flight: does what the ledger decides.
///
/// Outlives its store until the operations of cancelled effects have returned, so that whoever
/// waits for them is told.
@MainActor package final class EffectRegistry {
  var tables = Tables()
  private(set) var dropped = 0
  /// Something below the root may be in flight.
  var hasPaths = false
  var throttles = ThrottleTable()
  var remainders: [Ledger.Node: Remainder] = [:]
  /// Sequences whose next part is due.
  var due: [Ledger.Node] = []
  /// Effects are being entered; that goes on with the sequences that are due.
  var isEntering = false
  let cancelledOperations = CancelledOperations()
  private var gate: Gate?
  /// The store's core, until the store is gone.
  var host: (any EffectHost)?

  /// The store's dependencies, for what has to be reported when the store may be gone.
  var dependencies: DependencyValues

  init(dependencies: DependencyValues) {
    self.dependencies = dependencies
  }

  // MARK: - Cascades

  /// Begins a cascade, which stays open until it is released.
  func openCascade() -> Cascade {
    tables.open(holds: 1, in: self)
  }

  /// Keeps a cascade open until it is released; begins one if there is none.
  @discardableResult
  package func hold(_ cascade: Cascade?) -> Cascade {
    guard let cascade else { return openCascade() }
    tables.ledger.hold(cascade.node)
    return cascade
  }

  package func release(_ cascade: Cascade) {
    if tables.ledger.release(cascade.node) { close(tables.cascades.remove(cascade.node)) }
  }

  func cancel(_ cascade: Cascade) {
    carryOut(tables.ledger.cancel(cascade: cascade.node))
    advanceDue()
  }

  func isLive(_ cascade: Cascade) -> Bool {
    tables.ledger.isLive(cascade.node)
  }

  // MARK: - Effects

  /// Starts the effect that was returned first of those that have not begun; true if there are more.
  func startNext() -> Bool {
    guard let next = tables.begin() else { return false }
    if next.begins { next.effect.start() }
    return next.isFollowed
  }

  /// Takes an effect out whose work is done.
  func ended(_ effect: RunningEffect) {
    if effect.phase == .cancelled {
      cancelledOperations.end()
      effect.cascade.operationReturned()
      return
    }
    effect.disconnect(as: .finished)
    let consequence = tables.end(effect)
    switch consequence.next {
    case .nothing: break
    case .advance(let sequence): advance(sequence)
    case .closed: close(consequence.cascade)
    }
    effect.releaseLeaf()
    releaseIDs()
  }

  /// Called while effects are entered.
  func cancel(id: AnyID, at path: PathTable.ID) {
    carryOut(tables.ledger.cancel(id: id, at: path))
  }

  package func cancelAll() {
    carryOut(tables.ledger.cancelAll())
  }

  func noteDropped() {
    dropped += 1
  }

  /// Whether nothing at all is left in the ledger, for tests.
  package var isClean: Bool { tables.ledger.isClean }

  /// Whether nothing is in flight.
  package var isEmpty: Bool { tables.ledger.isEmpty }

  /// Returns when nothing is in flight or the calling task is cancelled.
  package func finish() async {
    // Again, because more may have been sent meanwhile.
    repeat {
      if !tables.ledger.isEmpty {
        let gate = self.gate ?? Gate()
        self.gate = gate
        await gate.pass()
      }
      await cancelledOperations.wait()
    } while !tables.ledger.isEmpty && !Task.isCancelled
  }

  // MARK: - Consequences

  /// Disconnects all before it cancels the first task: what a cancellation handler does then meets a
  /// ledger that has decided.
  ///
  /// Does not enter the next parts of sequences, which would take stack for each cancel in those: that is left to
  /// the caller.
  func carryOut(_ cancellation: Ledger.Cancellation) {
    // All is taken out first: what is called or released below may enter new effects, in the same places.
    let abandoned = cancellation.abandoned.compactMap { tables.effects.remove($0) }
    let running = cancellation.running.compactMap { tables.effects.remove($0) }
    let parts = cancellation.abandoned.compactMap { remainders.removeValue(forKey: $0) }
    let closed = cancellation.closed.compactMap { tables.cascades.remove($0) }
    for effect in abandoned { effect.disconnect(as: .cancelled) }
    for effect in running {
      effect.disconnect(as: .cancelled)
      cancelledOperations.begin()
      effect.cascade.operationWasCancelled()
    }
    for cascade in closed { cascade.close() }
    openGateIfEmpty()
    for effect in running { effect.cancelTask() }
    due += cancellation.due
    for effect in abandoned + running { effect.releaseLeaf() }
    withExtendedLifetime(parts) {}
    releaseIDs()
  }

  /// Releases what the tables let go of, when none of them is being changed.
  func releaseIDs() {
    if let released = tables.ledger.takeReleased() { withExtendedLifetime(released) {} }
    if throttles.hasReleased { withExtendedLifetime(throttles.takeReleased()) {} }
  }

  func close(_ cascade: Cascade?) {
    cascade?.close()
    openGateIfEmpty()
  }

  private func openGateIfEmpty() {
    guard let gate, tables.ledger.isEmpty else { return }
    self.gate = nil
    gate.open()
  }
}
