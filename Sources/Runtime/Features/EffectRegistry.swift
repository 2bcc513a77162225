import RatchetDependencies

/// Starts, ends and cancels the effects of one store.
///
/// Used by the store's loop and by the effects themselves. Owns the effects in flight, and the tree
/// of features in which something is alive. Do not release a value while its tables change, but add
/// it to `released`: a `deinit` may send actions.
///
/// The life of an effect:
/// 1. `register` lists it, under its ids. It is pending (phase `listed`), or waiting if it is a
///    part of an effect that begins later.
/// 2. `startNext` starts it when no action is queued any more. It is running: still `listed`, with
///    `hasBegun` set. Its `outcome` is `nil` until step 3.
/// 3. `ended` removes it when its work is done; or `cancel` removes it: by its id, or with its
///    cascade (everything that follows from one action), its feature, or its store. It cannot send
///    any more.
/// 4. If it was cancelled after its start, `ended` is called when its operation has returned.
///
/// The registry outlives its store until the operations of cancelled effects have returned, so that
/// the tasks that wait for them are resumed.
@MainActor package final class EffectRegistry {
  /// The outermost feature.
  let root = Feature()
  /// Has the cascades of actions as members.
  private let actions: InFlight
  /// Has the cascades of subscriptions as members.
  private let subscriptions: InFlight
  /// Effects that were returned and have not begun.
  var pending = Queue<RunningEffect>()
  let executor: any EffectExecutor
  /// The store's loop, until the store is released.
  var loop: (any EffectLoop)?
  /// The store's dependencies: kept here because they are needed (for reports, for example) after
  /// the store may have been released.
  var dependencies: DependencyValues
  /// Sequences whose next part is due, because the previous one has ended or was cancelled.
  var due: [InFlight] = []
  /// Whether `register` is at work, which also registers the parts that are due.
  var isRegistering = false
  /// Features in which nothing may be alive any more, for `releaseUnused`.
  var idle: [Feature] = []
  /// User values that the tables no longer need, for `releaseUnused`.
  var released: [Any] = []
  /// Collects events of effects for the store's observers, if there are any.
  var observation: (any EffectObservation)?
  /// The reducers that were reported because other reducers call them.
  var reducedByHand: Set<String> = []
  /// The counts of effects; the loop adds the count of actions.
  var statistics = StoreStatistics()
  private var serial = 0
  /// The number of cascades that were opened so far.
  private var opened = 0
  /// The cascade that closed last: the next action uses it again if nothing else refers to it.
  /// (Benchmark `d`: five allocations, not six.)
  private var closedCascade: Cascade?
  /// Waits for cancelled effects whose operations have not returned.
  let cancelledOperations = CancelledOperations()
  /// Records that the store was dismissed; here instead of in the store's loop, which is smaller
  /// without it.
  private(set) lazy var dismissal = Dismissal()

  init(dependencies: DependencyValues, executor: any EffectExecutor) {
    self.dependencies = dependencies
    self.executor = executor
    actions = InFlight(cascade: 0, in: root, isSubscription: false)
    subscriptions = InFlight(cascade: 0, in: root, isSubscription: true)
  }

  /// Returns the number of the next effect or sequence, in the order of return.
  func nextSerial() -> Int {
    serial += 1
    return serial
  }

  // MARK: - Cascades

  /// Opens a cascade with one hold, which keeps it open until the caller releases it.
  ///
  /// The cascade is that of a subscription if `id` is given; `.some(nil)` is a subscription without
  /// an id.
  func openCascade(ofSubscription id: AnyID?? = nil) -> Cascade {
    opened += 1
    let cascade: Cascade
    if id == nil, isKnownUniquelyReferenced(&closedCascade), let known = closedCascade.take() {
      cascade = known
      cascade.reopen(opened, in: self)
    } else {
      cascade = Cascade(opened, in: self, subscription: id)
    }
    cascade.attach(to: id == nil ? actions : subscriptions, isWaiting: false)
    return cascade
  }

  /// Keeps a cascade open until it is released; opens one if there is none.
  ///
  /// A store holds the cascade of an action that waits to be reduced.
  @discardableResult
  package func hold(_ cascade: Cascade?) -> Cascade {
    guard let cascade else { return openCascade() }
    cascade.holds += 1
    return cascade
  }

  /// Takes back a hold; closes the cascade if nothing of it is left.
  package func release(_ cascade: Cascade) {
    cascade.holds -= 1
    if cascade.holds == 0, cascade.members.isEmpty { close(cascade) }
  }

  /// Removes a cascade that has no members and no holds, and resumes those that wait for its end.
  func close(_ cascade: Cascade) {
    // It has closed before: `close()`, below, makes `isEmpty` true.
    if cascade.isEmpty { return }
    cascade.close()
    // A cascade with an error is not used again: until then, it would keep the error alive.
    if !cascade.isSubscription, cascade.failure == nil { closedCascade = cascade }
    // Resumes those that wait in `finish`.
    if hasFinished { actions.openGate() }
  }

  /// Cancels all of a cascade for its handle, a `StoreTask`; called at any time, so it also
  /// continues the sequences that are due.
  func cancel(_ cascade: Cascade) {
    cancel([cascade], .handle)
    continueSequences()
  }

  // MARK: - Effects

  /// Removes the first pending effect and starts it, unless it was cancelled; returns false if none
  /// is pending.
  func startNext() -> Bool {
    guard let effect = pending.popFirst() else { return false }
    if effect.phase == .listed {
      effect.hasBegun = true
      statistics.effectsStarted += 1
      notify { $0.addStart(of: effect) }
      // An observer may have cancelled the effect, which then counts as one whose operation has
      // not returned: `ended` says that there is none.
      if effect.outcome == nil { effect.start() } else { ended(effect) }
    }
    return true
  }

  /// Removes an effect whose work is done; called also when the operation of a cancelled effect has
  /// returned.
  func ended(_ effect: RunningEffect) {
    if effect.outcome == .cancelled {
      observation?.addEnd(of: effect)
      cancelledOperations.remove()
      effect.cascade.removeCancelledOperation()
      return
    }
    effect.disconnect(as: .finished)
    statistics.effectsFinished += 1
    // The cascade that must close, or the sequence that must continue, if there is one.
    let emptied = remove(effect)
    notify { $0.addEnd(of: effect) }
    if let cascade = emptied as? Cascade {
      close(cascade)
    } else if let emptied {
      due.append(emptied)
      continueSequences()
    }
    effect.releaseLeaf()
    releaseUnused()
  }

  /// Cancels the effects with an id in the context's feature and below; called during a
  /// registration, which then continues the sequences that are due.
  func cancel(id: AnyID, _ context: EffectContext) {
    guard let entries = context.feature.ids[id] else { return }
    // A cancel does not reach what waits in the sequences and delays around it: that was returned
    // after the cancel.
    let reached = entries.values.filter { entry in
      entry.phase != .waiting || !context.enclosing.contains { $0 === entry.parent }
    }
    cancel(reached, .id, id: id, by: context.cause)
  }

  /// Cancels all subscriptions when `Store.drain` ends the work of the store, except those that
  /// bring changes of shared values; called while the store queues actions, so this method may
  /// register the parts that are due.
  func cancelSubscriptions() {
    let ended = subscriptions.members.all.filter { cascade in
      !cascade.members.all.contains { ($0 as? RunningEffect)?.kind == .listen }
    }
    cancel(ended, .drain)
    registerDue()
  }

  /// Cancels all effects except subscriptions' effects, when the time limit of `Store.drain` is
  /// over.
  ///
  /// No sequence of an action continues: all are cancelled as well.
  func cancelActions() {
    cancel(actions.members.all, .drain)
  }

  /// Cancels all effects and sequences, those of subscriptions included, so none continues.
  ///
  /// The default reason is for a test store that skips its effects in flight.
  package func cancelAll(_ reason: EffectCancellation.Reason = .drain) {
    cancel(roots.flatMap(\.members.all), reason)
  }

  /// Adds events for the observers of the store and notifies these; does nothing without observers.
  func notify(_ add: (any EffectObservation) -> Void) {
    guard let observation else { return }
    add(observation)
    loop?.notifyObservers()
  }

  // MARK: - Questions

  /// The two entries of which all cascades are members.
  var roots: [InFlight] { [actions, subscriptions] }

  /// Whether features below the root have something in flight, or remember throttles.
  var hasPaths: Bool { !root.children.isEmpty }

  /// Whether nothing is in flight.
  package var isEmpty: Bool { hasFinished && subscriptions.isEmpty }

  /// Whether nothing except subscriptions is in flight.
  package var hasFinished: Bool { actions.isEmpty }

  /// Whether nothing is listed except what throttles remember, for tests.
  package var isClean: Bool {
    isEmpty
      && root.tree.allSatisfy { feature in
        feature.inFlight.isEmpty && feature.ids.isEmpty && (feature.isRoot || !feature.isUnused)
      }
  }

  /// The effects that are pending, running, or waiting in a sequence, in the order in which they
  /// were returned.
  ///
  /// An effect that a debounce or a throttle delays is represented by its wait.
  package var live: [RunningEffect] {
    var effects: [RunningEffect] = []
    var rest = roots
    while let entry = rest.popLast() {
      if let effect = entry as? RunningEffect {
        effects.append(effect)
      } else {
        rest += entry.members.all + entry.waiting.all
      }
    }
    return effects.sorted { $0.serial < $1.serial }
  }

  package func describe(_ effect: RunningEffect) -> EffectDescription {
    effect.description ?? describe(effect, sender: nil)
  }

  /// Describes an effect; `sender` is the number of the effect that sent the action that returned
  /// it, if any.
  func describe(_ effect: RunningEffect, sender: Int?) -> EffectDescription {
    EffectDescription(
      id: effect.serial, kind: effect.kind, name: effect.name,
      origin: effect.origin,
      isSubscription: effect.isSubscription, sender: sender,
      cancelIDs: effect.allIDs, pathComponents: effect.feature.path,
      cause: effect.cause, declaredID: effect.cascade.subscriptionID,
      isWaiting: effect.phase == .waiting)
  }

  /// Returns when nothing except subscriptions is in flight and the operations of cancelled effects
  /// have returned (or their time limit is over), or when the calling task is cancelled.
  package func finish() async {
    // Repeated, because actions may have been sent meanwhile that started more effects.
    repeat {
      await actions.waitUntilEmpty()
      await cancelledOperations.wait()
    } while !hasFinished && !Task.isCancelled
  }
}
