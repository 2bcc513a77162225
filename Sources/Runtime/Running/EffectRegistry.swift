import RatchetDependencies

/// Starts, ends and cancels the effects of one store; carries out what the ledger decides.
///
/// The ledger is a value that lists what is in flight and decides what a cancel reaches; it starts
/// and cancels nothing itself.
///
/// Used by the store's loop and by the effects themselves. Owns the ledger, the effects in flight,
/// and what waits for them. Do not enter effects while the ledger is being changed. Values taken
/// out of the ledger are released only after a change, because a `deinit` may enter effects.
///
/// The life of an effect:
/// 1. `enter` lists it in the ledger, under its ids. It is pending, or waiting if it is a part of
///    an effect that begins later.
/// 2. `startNext` starts it when no action is queued any more. It is running.
/// 3. `ended` removes it when its work is done, or `carryOut` when it is cancelled: by its id, or
///    with its cascade, feature or store. It cannot send any more.
/// 4. `ended` is also called for a cancelled effect, once its operation has returned.
///
/// The registry outlives its store until the operations of cancelled effects have returned, so that
/// the tasks that wait for them are resumed.
@MainActor package final class EffectRegistry {
  var ledger = Ledger()
  /// The effects that the ledger lists.
  var effects: [Ledger.Node: RunningEffect] = [:]
  /// Effects that were returned and have not begun.
  var pending = Queue<RunningEffect>()
  let executor: any EffectExecutor
  /// The store's loop, until the store is released.
  var loop: (any EffectLoop)?
  /// The store's dependencies, for reports after the store may have been released.
  var dependencies: DependencyValues
  var throttles = ThrottleTable()
  /// What has not begun of each sequence (the effects of `concatenate`) and of each delay.
  var remainders: [Ledger.Node: Remainder] = [:]
  /// Sequences whose next part is due, because the previous one has ended or was cancelled.
  var due: [Ledger.Node] = []
  /// Whether `enter` is at work, which also enters the parts that are due.
  var isEntering = false
  /// Collects events of effects for the store's observers, if there are any.
  var observation: (any EffectObservation)?
  /// The reducers that were reported because other reducers call them.
  var reducedByHand: Set<String> = []
  /// The number of actions that were not reduced because their sender had been cancelled.
  private(set) var dropped = 0
  let cancelledOperations = CancelledOperations()
  /// Records that the store was dismissed; here instead of in the store's loop, which is smaller
  /// without it.
  private(set) lazy var dismissal = Dismissal()
  /// A cascade that has ended, whose object the next cascade uses: that saves an allocation.
  var endedCascade: Cascade?
  /// Opened when nothing except subscriptions is in flight.
  private var gate: Gate?

  init(dependencies: DependencyValues, executor: any EffectExecutor) {
    self.dependencies = dependencies
    self.executor = executor
  }

  // MARK: - Cascades

  /// Opens a cascade, which stays open until it is released.
  func openCascade() -> Cascade {
    let node = ledger.openCascade()
    guard let cascade = endedCascade.take() else { return Cascade(node: node, registry: self) }
    cascade.reopen(node, in: self)
    return cascade
  }

  /// Keeps a cascade open until it is released; opens one if there is none.
  ///
  /// A store holds the cascade of an action that waits to be reduced.
  @discardableResult
  package func hold(_ cascade: Cascade?) -> Cascade {
    guard let cascade else { return openCascade() }
    ledger.hold(cascade.node)
    return cascade
  }

  /// Takes back a hold; closes the cascade if nothing of it is left.
  package func release(_ cascade: Cascade) {
    if ledger.release(cascade.node) { close(cascade) }
  }

  /// Keeps the object of a cascade that has ended for the next one, unless it is still referred to.
  func reuse(_ cascade: consuming Cascade) {
    if isKnownUniquelyReferenced(&cascade) { endedCascade = cascade }
  }

  func cancel(_ cascade: Cascade) {
    carryOut(ledger.cancel(cascade: cascade.node), .handle)
    advanceDue()
  }

  func isLive(_ cascade: Cascade) -> Bool {
    ledger.isLive(cascade.node)
  }

  // MARK: - Effects

  /// Starts the first pending effect, unless it was cancelled; returns false if there is none.
  func startNext() -> Bool {
    guard let effect = pending.popFirst() else { return false }
    if ledger.begin(effect.node) {
      notify { $0.addStart(of: effect) }
      // An observer may have cancelled the effect.
      if effect.outcome == nil { effect.start() } else { ended(effect) }
    }
    return true
  }

  /// Removes an effect whose work is done.
  func ended(_ effect: RunningEffect) {
    if effect.outcome == .cancelled {
      observation?.addEnd(of: effect)
      cancelledOperations.remove()
      effect.cascade.removeCancelledOperation()
      return
    }
    effect.disconnect(as: .finished)
    effects[effect.node] = nil
    let next = ledger.end(effect.node)
    notify { $0.addEnd(of: effect) }
    switch next {
    case .nothing: break
    case .advance(let sequence):
      advance(sequence)
      releaseUnused()
    case .closed: close(effect.cascade)
    }
    effect.releaseLeaf()
    extendLifetime(ledger.takeReleased())
  }

  /// Cancels the effects with an id in the context's feature and below; called while effects are
  /// entered.
  func cancel(id: AnyID, _ context: EffectContext) {
    carryOut(
      ledger.cancel(id: id, at: context.path, sparing: context.holders), .id, id: id,
      by: context.cause)
  }

  /// Cancels all subscriptions when `Store.drain` ends the work of the store; called while the
  /// store queues actions.
  func cancelSubscriptions() {
    carryOut(ledger.cancelSubscriptions(), .drain)
    enterDue()
  }

  func cancelAll(_ reason: EffectCancellation.Reason) {
    carryOut(ledger.cancelAll(), reason)
  }

  /// Cancels all effects for a test.
  package func cancelAll() {
    cancelAll(.drain)
  }

  func recordDropped() {
    dropped += 1
  }

  /// Adds events for the observers of the store and notifies these; does nothing without observers.
  func notify(_ add: (any EffectObservation) -> Void) {
    guard let observation else { return }
    add(observation)
    loop?.notifyObservers()
  }

  // MARK: - Consequences

  /// Carries out a cancel that the ledger has decided; `cause` is the action that returned it.
  ///
  /// Disconnects all effects before it cancels the first task, so that a cancellation handler that
  /// calls the store meets a ledger that has already been updated. The caller enters the next parts
  /// of sequences: here, each cancel in such a part would call this method recursively.
  func carryOut(
    _ cancellation: Ledger.Cancellation, _ reason: EffectCancellation.Reason, id: AnyID? = nil,
    by cause: (any Sendable)? = nil
  ) {
    // Everything is taken out first: user code that is called or released below may enter new
    // effects, to which the ledger may give the slots of the cancelled ones. The abandoned effects
    // have not begun; `parts` are what the cancelled sequences and delays had left to run.
    let abandoned = cancellation.abandoned.compactMap { effects.removeValue(forKey: $0) }
    let running = cancellation.running.compactMap { effects.removeValue(forKey: $0) }
    let parts =
      remainders.isEmpty
      ? []
      : (cancellation.abandoned + cancellation.running)
        .compactMap { remainders.removeValue(forKey: $0) }
    observation?.addCancelled(abandoned: abandoned, running: running, reason, id, by: cause)
    for effect in abandoned { effect.disconnect(as: .cancelled) }
    for effect in running {
      effect.disconnect(as: .cancelled)
      cancelledOperations.add()
      effect.cascade.addCancelledOperation()
    }
    if !cancellation.closed.isEmpty {
      // Each cascade that is now empty had at least one of these.
      for effect in abandoned { closeIfEmpty(effect.cascade) }
      for effect in running { closeIfEmpty(effect.cascade) }
      for part in parts { closeIfEmpty(part.cascade) }
      openGateIfEmpty()
    }
    loop?.notifyObservers()
    for effect in running { effect.cancelTask() }
    if !cancellation.due.isEmpty { due += cancellation.due }
    for effect in abandoned { effect.releaseLeaf() }
    for effect in running { effect.releaseLeaf() }
    extendLifetime(parts)
    releaseUnused()
  }

  /// Releases the ids and instants that the tables no longer need, while no table is being changed.
  func releaseUnused() {
    // Benchmark c-live: checking first takes a third of the time.
    if throttles.isEmpty, !ledger.hasReleased { return }
    let forgotten = throttles.takeForgotten()
    for throttle in forgotten { ledger.forget(throttle.subject.path) }
    let released = ledger.takeReleased()
    extendLifetime((forgotten, released))
  }

  private func closeIfEmpty(_ cascade: Cascade) {
    if !ledger.contains(cascade.node) { cascade.close() }
  }

  func close(_ cascade: Cascade) {
    cascade.close()
    openGateIfEmpty()
  }

  private func openGateIfEmpty() {
    guard let gate, ledger.hasFinished else { return }
    self.gate = nil
    gate.open()
  }

  // MARK: - Questions

  /// Whether there is an object for the next cascade, for tests.
  package var hasEndedCascade: Bool { endedCascade != nil }

  /// Whether effects of features below the root are in flight, or throttles remember some.
  var hasPaths: Bool { ledger.searched > 0 }

  /// Whether nothing is in flight.
  package var isEmpty: Bool { ledger.isEmpty }

  /// Whether nothing except subscriptions is in flight.
  package var hasFinished: Bool { ledger.hasFinished }

  /// Whether the ledger is empty except for what throttles remember, for tests.
  package var isClean: Bool {
    let remembered = Set(throttles.subjects.flatMap { ledger.paths.lineage(of: $0.path) })
    return ledger.isEmpty && ledger.listedIDs == 0 && ledger.pathsInUse == remembered.count
  }

  /// The effects that can still send, in the order in which they were returned.
  package var live: [RunningEffect] {
    ledger.liveEffects.compactMap { effects[$0] }
  }

  package func isLive(_ effect: RunningEffect) -> Bool {
    ledger.isLive(effect.node)
  }

  package func describe(_ effect: RunningEffect) -> EffectDescription {
    effect.description ?? describe(effect, sender: nil)
  }

  /// Describes an effect; `sender` is the number of the effect that sent the action that returned
  /// it, if any.
  func describe(_ effect: RunningEffect, sender: Int?) -> EffectDescription {
    EffectDescription(
      id: ledger.serial(of: effect.node), kind: effect.kind, name: effect.name,
      origin: effect.origin,
      isSubscription: effect.cascade.isSubscription, sender: sender,
      cancelIDs: ledger.ids(of: effect.node), pathComponents: ledger.path(of: effect.node),
      cause: effect.cause, declaredID: effect.cascade.subscriptionID,
      isWaiting: ledger.isWaiting(effect.node))
  }

  /// Returns when nothing except subscriptions is in flight, or the calling task is cancelled.
  package func finish() async {
    // Repeated, because actions may have been sent meanwhile that started more effects.
    repeat {
      if !ledger.hasFinished {
        let gate = self.gate ?? Gate()
        self.gate = gate
        await gate.pass()
      }
      await cancelledOperations.wait()
    } while !ledger.hasFinished && !Task.isCancelled
  }
}
