import Observation
import RatchetDependencies

/// The loop that every store runs: reduces actions, then starts the effects that they returned.
///
/// Used by the store, and by its effects through the effect registry, which lists the effects in
/// flight. Owns the state, the queue of actions, and the registry. Do not read the state while a
/// reducer runs: the reducer has exclusive access to it.
///
/// A *cascade* is everything that follows from one action sent from outside. A *batch* is all that
/// is done until no action is queued and no effect is pending (returned, but not started).
@MainActor package final class Core<State, Action: Sendable>: ActionReceiver, StoreLoop {
  private var existingRegistry: EffectRegistry?
  let box: StateBox<State>
  /// The reducer, in the form that a store runs.
  let reduction: Reduction<State, Action>
  /// The subscriptions that the state declares, if a reducer declares any.
  var declaration: Declaration<State>?
  /// What the store has to do with shared keys, if anything.
  var existingShared: StoreShared<State>?
  /// The number of actions reduced so far.
  // Not `package`: if other modules can reach it, the compiler cannot prove exclusive access.
  private(set) var actions = 0
  private var queue = Queue<QueuedAction>()
  private var phase = LoopPhase.idle
  /// Set when a dismissal begins; `isDismissed`, which observers read, follows at its end.
  var hasBeenDismissed = false
  /// The view of the state, which finds changes; `nil` until something is scoped or watched.
  private(set) var observer: StateView<State>?
  /// A copy of the registry's dependencies: a property of this object needs no exclusivity check.
  private var values: DependencyValues
  /// Notifies the observers that the store was made with, if any.
  var feed: EventFeed<State, Action>?
  /// Receives what effects send instead of this object; a test store sets it.
  var interceptor: (any ActionInterceptor<Action>)?

  /// Makes a loop; effects are started by `executor` or, if it is `nil`, at once.
  package init(
    state: State, reduction: Reduction<State, Action>, dependencies: DependencyValues,
    executor: (any EffectExecutor)? = nil, observers: [any StoreObserver<State, Action>] = []
  ) {
    box = StateBox(state)
    self.reduction = reduction
    values = dependencies
    feed = observers.isEmpty ? nil : EventFeed(observers, dependencies.recordingTape)
    if let executor { existingRegistry = makeRegistry(executor) }
  }

  /// The effects of the store; made on first use, since many stores have none.
  package var registry: EffectRegistry {
    if let existingRegistry { return existingRegistry }
    let registry = makeRegistry(ImmediateExecutor.shared)
    existingRegistry = registry
    return registry
  }

  private func makeRegistry(_ executor: any EffectExecutor) -> EffectRegistry {
    let registry = EffectRegistry(dependencies: values, executor: executor)
    registry.loop = self
    registry.observation = feed
    return registry
  }

  /// Whether features below the root have something in flight, or throttles.
  private var hasPaths: Bool { existingRegistry?.hasPaths == true }

  package var state: State { box.value }
  /// How often the state may have changed: with each action, and by shared values without one.
  var changes: Int { actions + (existingShared?.silentChanges ?? 0) }

  package var dependencies: DependencyValues { values }
  var loop: any StoreLoop { self }
  package var isInBatch: Bool { phase == .reducing || phase == .starting }
  var isReducing: Bool { box.isLent }

  /// Whether actions sent now are queued.
  var isQueueing: Bool { phase == .reducing || phase == .announcing }

  package func setDependencies(_ dependencies: DependencyValues) {
    // The old values are released last: a `deinit` in them runs with the new ones in force.
    let old = exchange(&values, with: dependencies)
    existingRegistry?.dependencies = dependencies
    extendLifetime(old)
  }

  /// Makes the view of the store, which is notified of the end of each batch from now on.
  func makeView(_ registrar: ObservationRegistrar) -> StateView<State> {
    let view = StateView(box, loop: self, registrar: registrar)
    observer = view
    return view
  }

  // MARK: - Actions

  /// Reduces an action, or queues it while a reducer runs.
  package func send(_ action: Action) -> StoreTask {
    if hasBeenDismissed { return drop(action) }
    if isQueueing {
      let cascade = registry.openCascade()
      enqueue(action, in: cascade)
      return StoreTask(cascade: cascade)
    }
    guard let cascade = process(action, in: nil, from: nil) else { return StoreTask(cascade: nil) }
    // A handle without a cascade has nothing to wait for, and no error.
    let isOver = cascade.hasEnded && cascade.failure == nil
    return StoreTask(cascade: isOver ? nil : cascade)
  }

  func receive(_ action: any Sendable, from effect: RunningEffect) -> (any DeliverySignal)? {
    let action = self.action(action)
    // Does the same as the two lines below, and notifies the observers.
    if feed != nil { return receiveObserved(action, from: effect) }
    if let interceptor { return interceptor.intercept(action, from: effect) }
    return reduceOrQueue(action, from: effect)
  }

  /// The action that an effect has sent, or that was queued, with its type.
  func action(_ erased: any Sendable) -> Action {
    guard let action = erased as? Action else {
      preconditionFailure("An effect that the store's reducer returned sends the store's actions.")
    }
    return action
  }

  /// Reduces queued actions and starts pending effects, unless an outer call will.
  package func startPending() {
    if !isQueueing { withStoreDependencies { finishBatch() } }
  }

  /// Reduces what an effect sent, or queues it while a reducer runs.
  package func reduceOrQueue(
    _ action: Action, from effect: RunningEffect
  ) -> (any DeliverySignal)? {
    // An action of a subscription begins a cascade of its own: all that follows from the action.
    let cascade = effect.cascade.isSubscription ? nil : effect.cascade
    if isQueueing {
      let signal = Gate()
      // `hold` opens a cascade if there is none.
      enqueue(action, in: registry.hold(cascade), from: effect, signal: signal)
      return signal
    }
    _ = process(action, in: cascade, from: effect)
    return nil
  }

  /// Cancels all effects and cascades, so that actions that are still queued are dropped.
  package func shutDown() {
    // Made here if there was none: a registry that is made later would retain this loop.
    registry.cancelAll(.storeEnd)
    registry.loop = nil
    registry.observation = nil
    declaration = nil
    let features = registry.root.takeApart()
    defer { extendLifetime(features) }
    endSharing()
    _ = observer.take()
    guard let feed = feed.take() else { return }
    // A store that its own reducer releases has events that wait for the end of the reducer.
    withStoreDependencies { feed.tell() }
    feed.end()
  }

  // MARK: - The loop

  /// Runs a closure and queues what is sent meanwhile; reduces that, unless an outer call will.
  func update(_ change: () -> Void) {
    queueing {
      change()
      // What it has changed or registered may belong to a feature that has left the state. Without
      // comparing, no subscription starts, and the cause is not used.
      if hasPaths { walkFeatures(isComparing: false, cause: SubscriptionCause.initialState) }
    }
    startPending()
  }

  /// Runs a closure; an action that is sent meanwhile is queued.
  @inline(__always)
  func queueing<Result>(_ body: () -> Result) -> Result {
    let outer = phase
    if !isQueueing { phase = .reducing }
    defer { phase = outer }
    return body()
  }

  private func enqueue(
    _ action: Action, in cascade: Cascade, from sender: RunningEffect? = nil,
    signal: Gate? = nil
  ) {
    queue.append(QueuedAction(action: action, cascade: cascade, sender: sender, signal: signal))
    notify(.queued(action, from: ActionSource(sender), count: queue.count))
  }

  /// Runs a closure under the store's dependencies, which may be in force already.
  @inline(__always)
  package func withStoreDependencies<Result>(_ body: () -> Result) -> Result {
    DependencyValues.current.isIdentical(to: values) ? body() : values.withValues(body)
  }

  /// Reduces an action and finishes the batch; returns the action's cascade if it has effects.
  private func process(
    _ action: Action, in cascade: Cascade?, from sender: RunningEffect?
  ) -> Cascade? {
    withStoreDependencies {
      let cascade = queueing { reduce(action, in: cascade, from: sender) }
      finishBatch()
      return cascade
    }
  }

  /// Reduces queued actions; the outermost call also starts pending effects and ends the batch.
  func finishBatch() {
    reduceQueued()
    // A nested call: an effect that is being started has sent an action, or has ended.
    if phase == .starting { return }
    phase = .starting
    repeat {
      // A test store blocks starts while the test must receive an action first (decision 4).
      while interceptor?.blocksStarts != true, existingRegistry?.startNext() == true {}
    } while announceEndOfBatch()
    phase = .idle
  }

  /// Notifies the view that a batch has ended; returns true if an observer's actions begin another.
  private func announceEndOfBatch() -> Bool {
    guard let observer else { return false }
    phase = .announcing
    observer.batchEnded()
    phase = .starting
    return reduceQueued()
  }

  /// Reduces all queued actions, the first one first; returns false if none is queued.
  @discardableResult
  private func reduceQueued() -> Bool {
    if queue.isEmpty { return false }
    // Actions are queued between two actions as well: a value released there may send one.
    queueing {
      while let next = queue.popFirst() { reduceUnlessCancelled(next) }
    }
    return true
  }

  private func reduceUnlessCancelled(_ next: QueuedAction) {
    let action = action(next.action)
    if next.sender?.outcome != .cancelled, next.cascade.isLive {
      _ = reduce(action, in: next.cascade, from: next.sender)
    } else {
      registry.statistics.actionsDropped += 1
      notify(.dropped(action, from: ActionSource(next.sender), reasonToDrop(next)))
    }
    registry.release(next.cascade)
    next.signal?.open()
  }

  /// Why a queued action is dropped.
  private func reasonToDrop(_ next: QueuedAction) -> DropReason {
    if hasBeenDismissed { return .storeDismissed }
    return next.sender?.outcome == .cancelled ? .senderCancelled : .handleCancelled
  }

  /// Reduces an action; returns the cascade of its effects: the given one, a new one, or `nil`.
  private func reduce(
    _ action: Action, in cascade: Cascade?, from sender: RunningEffect?
  ) -> Cascade? {
    actions += 1
    let work = feed == nil ? run(action, from: sender) : runObserved(action, from: sender)
    let pendingBefore = existingRegistry?.pending.count ?? 0
    let entered = work.flatMap {
      registry.register($0.tree, cause: action, in: cascade, sender: sender)
    }
    // Subscriptions start before the effects that the action has returned (rule 14).
    if declaration != nil || hasPaths { walkFeatures(cause: action, startingAt: pendingBefore) }
    // Set by `runObserved`.
    feed?.current = nil
    return entered
  }

  /// Runs the reducer; if the state has kept fields, also exchanges their changes with the storage.
  func run(_ action: Action, from sender: RunningEffect?) -> EffectWork? {
    if let kept = existingShared?.kept { return run(action, from: sender, kept) }
    return box.mutate { reduction.run(&$0, action).work }
  }
}

extension Core {
  package func setInterceptor(_ interceptor: (any ActionInterceptor<Action>)?) {
    _ = exchange(&self.interceptor, with: interceptor)
  }

  func disconnected(_ effect: RunningEffect) {
    interceptor?.disconnected(effect)
  }

  package var statistics: StoreStatistics {
    var statistics = registry.statistics
    statistics.actions = actions
    statistics.effectsUnwinding = registry.cancelledOperations.count
    return statistics
  }
}
