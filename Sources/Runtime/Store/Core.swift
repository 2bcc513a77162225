import RatchetDependencies

/// The loop that every store runs: actions through the reducer, then the effects that it returned.
///
/// A `Store` lets effects send into it directly; a test store puts an inbox in between.
@MainActor package final class Core<State, Action: Sendable>: ActionReceiver<Action>, StoreLoop {
  package let registry: EffectRegistry
  // Not `package`: what other modules cannot reach, the compiler can prove not to overlap.
  private(set) var actions = 0
  private var values: DependencyValues
  /// Takes what effects send, in place of this object.
  private var interceptor: (any ActionInterceptor<Action>)?
  /// Pending effects have to wait.
  private var isStalled = false

  let box: StateBox<State>
  private let reduction: Reduction<State, Action>
  let executor: any EffectExecutor
  private var queue = Queue<QueuedAction<Action>>()
  /// A reducer runs, or what it returned is entered into the ledger: actions are queued.
  private var isBusy = false
  /// The outermost caller starts pending effects.
  private var isStarting = false
  /// An action is queued, or an effect is pending.
  private var hasWork = false
  /// An action is queued.
  private var hasQueued = false
  /// The end of each batch is told to ``observer``.
  var isObserved = false
  /// Observers are being told: the state is that at the end of a batch.
  private var isTelling = false
  /// The view of the store, which finds out what has changed.
  private var observer: RootView<State>?

  package init(
    state: State, reduction: Reduction<State, Action>, dependencies: DependencyValues,
    executor: any EffectExecutor
  ) {
    box = StateBox(state)
    self.reduction = reduction
    values = dependencies
    registry = EffectRegistry(dependencies: dependencies)
    self.executor = executor
    super.init()
    registry.host = self
  }

  package var state: State { box.value }

  package var dependencies: DependencyValues { values }

  var isInBatch: Bool { (isBusy || isStarting) && !isTelling }

  var isReducing: Bool { box.isLent }

  package func setDependencies(_ dependencies: DependencyValues) {
    // What a `deinit` in the old ones does finds the new ones in place.
    let old = exchange(&values, with: dependencies)
    registry.dependencies = dependencies
    withExtendedLifetime(old) {}
  }

  package func setInterceptor(_ interceptor: (any ActionInterceptor<Action>)?) {
    _ = exchange(&self.interceptor, with: interceptor)
  }

  func setObserver(_ observer: RootView<State>) {
    self.observer = observer
  }

  package func setStalled(_ isStalled: Bool) {
    self.isStalled = isStalled
  }

  // MARK: - Actions

  /// Reduces an action, or queues it while a reducer runs.
  package override func send(_ action: Action) -> StoreTask {
    if isBusy {
      let cascade = registry.openCascade()
      enqueue(action, in: cascade)
      return StoreTask(cascade: cascade)
    }
    let cascade = process(action, in: nil, from: nil)
    return StoreTask(cascade: cascade?.isOver == true ? nil : cascade)
  }

  override func receive(_ action: Action, from effect: RunningEffect) -> (
    any DeliverySignal
  )? {
    if let interceptor { return interceptor.intercept(action, from: effect) }
    return reduce(action, from: effect)
  }

  package func disconnected(_ effect: RunningEffect) {
    interceptor?.disconnected(effect)
  }

  /// Starts pending effects after they had to wait.
  package func startPending() {
    if !isBusy { inForce { settle() } }
  }

  /// Reduces what an effect sent, or queues it while a reducer runs.
  package func reduce(_ action: Action, from effect: RunningEffect) -> (any DeliverySignal)? {
    if isBusy {
      let signal = Gate()
      registry.hold(effect.cascade)
      enqueue(action, in: effect.cascade, from: effect, signal: signal)
      return signal
    }
    _ = process(action, in: effect.cascade, from: effect)
    return nil
  }

  /// Cancels all effects and drops what is queued; nothing is reduced after it.
  package func shutDown() {
    registry.cancelAll()
    registry.host = nil
    _ = observer.take()
    isObserved = false
  }

  package func startTask(
    of effect: RunningEffect, _ leaf: any EffectLeaf
  ) -> Task<Void, Never> {
    executor.start(effect, leaf)
  }

  // MARK: - The loop

  /// Does something to the ledger, and then all that follows.
  package func busy(_ change: () -> Void) {
    let wasBusy = isBusy
    isBusy = true
    change()
    if registry.hasPaths { cancelRemoved() }
    isBusy = wasBusy
    hasWork = true
    if !isBusy { inForce { settle() } }
  }

  private func enqueue(
    _ action: Action, in cascade: Cascade, from sender: RunningEffect? = nil,
    signal: Gate? = nil
  ) {
    queue.append(QueuedAction(action: action, cascade: cascade, sender: sender, signal: signal))
    hasQueued = true
    hasWork = true
  }

  /// Does something under the store's dependencies, which are in force already when an effect sends.
  @inline(__always)
  private func inForce<Result>(_ body: () -> Result) -> Result {
    values.isIdentical(to: .current) ? body() : values.withValues(body)
  }

  private func process(
    _ action: Action, in cascade: Cascade?, from sender: RunningEffect?
  ) -> Cascade? {
    inForce { run(action, in: cascade, from: sender) }
  }

  private func run(
    _ action: Action, in cascade: Cascade?, from sender: RunningEffect?
  ) -> Cascade? {
    isBusy = true
    let cascade = reduce(action, in: cascade, from: sender)
    isBusy = false
    if hasWork { settle() }
    return cascade
  }

  private func settle() {
    if hasQueued { reduceQueued() }
    if isStarting { return }
    isStarting = true
    repeat {
      while hasWork, !isStalled {
        hasWork = false
        if registry.startNext() { hasWork = true }
      }
    } while isObserved && tellObserver()
    isStarting = false
  }

  /// Ends a batch; true if those who were told of it sent actions or ended effects, which begin another one.
  private func tellObserver() -> Bool {
    // Busy, so that what observers send is reduced when all have been told.
    isBusy = true
    isTelling = true
    observer?.batchEnded()
    isTelling = false
    isBusy = false
    if hasQueued { reduceQueued() }
    return hasWork
  }

  private func reduceQueued() {
    // Busy also between two actions: what is released there may send, and has to queue up.
    isBusy = true
    while let next = queue.popFirst() { reduce(next) }
    isBusy = false
    hasQueued = false
  }

  private func reduce(_ next: QueuedAction<Action>) {
    if next.sender?.phase != .cancelled, registry.isLive(next.cascade) {
      _ = reduce(next.action, in: next.cascade, from: next.sender)
    } else {
      registry.noteDropped()
    }
    registry.release(next.cascade)
    next.signal?.open()
  }

  private func reduce(
    _ action: Action, in cascade: Cascade?, from sender: RunningEffect?
  ) -> Cascade? {
    actions += 1
    let effect = box.mutate { reduction.run(&$0, action).tree }
    var cascade = cascade
    if case .none = effect {
      if isObserved { hasWork = true }
    } else {
      hasWork = true
      cascade = registry.enter(effect, cause: action, in: cascade, sender: sender)
    }
    if registry.hasPaths { cancelRemoved() }
    return cascade
  }

  /// Cancels what is in flight in features that are not there any more.
  package func cancelRemoved() {
    box.look { registry.cancelRemoved(in: $0) }
  }
}
