import RatchetDependencies

/// The loop that every store runs: actions through the reducer, then the effects that it returned.
///
/// A `Store` lets effects send into it directly; a test store puts an inbox in between.
@MainActor package final class Core<State, Action: Sendable>: ActionReceiver, SequenceOwner {
  package let inFlight = InFlight()
  package var dependencies: DependencyValues
  /// Takes what effects send, in place of this object.
  package var interceptor: (any ActionInterceptor<Action>)?
  /// Whether pending effects have to wait.
  package var isStalled = false
  package private(set) var actions = 0

  private var current: State
  private let reduction: Reduction<State, Action>
  let executor: any EffectExecutor
  private var queue = Queue<QueuedAction<Action>>()
  var pending = Queue<any InFlightEffect>()
  var sequences: [Ledger.Node: EffectSequence<Action>] = [:]
  /// A reducer runs, or what it returned is entered into the ledger: actions are queued.
  private var isBusy = false
  /// The outermost caller starts pending effects.
  private var isStarting = false
  /// An action is queued, or an effect is pending.
  var hasWork = false

  package init(
    state: State, reduction: Reduction<State, Action>, dependencies: DependencyValues,
    executor: any EffectExecutor
  ) {
    self.current = state
    self.reduction = reduction
    self.dependencies = dependencies
    self.executor = executor
    inFlight.owner = self
  }

  package var state: State {
    precondition(
      !isBusy,
      """
      The state of a store was read while its reducer runs, by something that the reducer called. \
      The reducer is changing it at that moment. Read the state that the reducer was given, or \
      send an action and read it when that is reduced.
      """
    )
    return current
  }

  // MARK: - Actions

  /// Reduces an action, or queues it while a reducer runs.
  package func send(_ action: Action) -> StoreTask {
    if isBusy {
      let cascade = inFlight.openCascade()
      enqueue(action, in: cascade)
      return StoreTask(cascade: cascade)
    }
    return StoreTask(cascade: process(action, in: nil))
  }

  package func receive(_ action: Action, from effect: RunningEffect<Action>) -> Delivery {
    if let interceptor { return interceptor.intercept(action, from: effect) }
    return reduce(action, from: effect)
  }

  package func disconnected(_ effect: RunningEffect<Action>) {
    interceptor?.disconnected(effect)
  }

  /// Starts pending effects after they had to wait.
  package func startPending() {
    if !isBusy { settle() }
  }

  /// Reduces what an effect sent, or queues it while a reducer runs.
  package func reduce(_ action: Action, from effect: RunningEffect<Action>) -> Delivery {
    if isBusy {
      let signal = Gate()
      inFlight.hold(effect.cascade)
      enqueue(action, in: effect.cascade, from: effect, signal: signal)
      return .later(signal)
    }
    _ = process(action, in: effect.cascade)
    return .done
  }

  /// Cancels all effects and drops what is queued; nothing is reduced after it.
  package func shutDown() {
    inFlight.cancelAll()
    inFlight.owner = nil
    sequences = [:]
  }

  package func startTask(
    of effect: RunningEffect<Action>, operation: @escaping @MainActor @Sendable () async -> Void
  ) -> Task<Void, Never> {
    dependencies.isIdentical(to: .current)
      ? executor.start(effect, operation: operation)
      : dependencies.withValues { executor.start(effect, operation: operation) }
  }

  // MARK: - The loop

  /// Does something to the ledger, and then all that follows.
  func busy(_ body: () -> Void) {
    let wasBusy = isBusy
    isBusy = true
    body()
    isBusy = wasBusy
    if !isBusy { settle() }
  }

  private func enqueue(
    _ action: Action, in cascade: Cascade, from sender: RunningEffect<Action>? = nil,
    signal: Gate? = nil
  ) {
    queue.append(QueuedAction(action: action, cascade: cascade, sender: sender, signal: signal))
    hasWork = true
  }

  private func process(_ action: Action, in cascade: Cascade?) -> Cascade? {
    isBusy = true
    let cascade = reduce(action, in: cascade)
    isBusy = false
    if hasWork { settle() }
    return cascade
  }

  private func settle() {
    while let next = queue.popFirst() { reduce(next) }
    if isStarting { return }
    isStarting = true
    while !isStalled, let effect = pending.popFirst() {
      if inFlight.begin(effect) { effect.start() }
    }
    isStarting = false
    hasWork = !pending.isEmpty
  }

  private func reduce(_ next: QueuedAction<Action>) {
    if next.sender?.phase != .cancelled, inFlight.ledger.isLive(next.cascade.node) {
      isBusy = true
      _ = reduce(next.action, in: next.cascade)
      isBusy = false
    } else {
      inFlight.noteDropped()
    }
    inFlight.release(next.cascade)
    next.signal?.open()
  }

  private func reduce(_ action: Action, in cascade: Cascade?) -> Cascade? {
    actions += 1
    let effect =
      dependencies.isIdentical(to: .current)
      ? reduction.run(&current, action)
      : dependencies.withValues { reduction.run(&current, action) }
    return effect.isNone ? cascade : enter(effect, cause: action, in: cascade)
  }

  private func enter(_ effect: Effect<Action>, cause: Action, in cascade: Cascade?) -> Cascade? {
    if let cascade {
      enter(effect.shape, EffectPlace(cascade: cascade), cause: cause)
      return cascade
    }
    let cascade = inFlight.openCascade()
    enter(effect.shape, EffectPlace(cascade: cascade), cause: cause)
    inFlight.release(cascade)
    return cascade
  }
}
