import RatchetDependencies

/// One effect in flight: connects its work with the store.
///
/// The ledger lists it until it ends, and knows whether it has begun; how it ended is known here.
@MainActor package final class RunningEffect {
  /// How an effect has ended.
  package enum Outcome {
    /// Its operation has returned: it should not send any more.
    case finished
    /// It was cancelled, or its store is gone: what it sends is dropped.
    case cancelled
  }

  /// What there is of the task in which its operation runs.
  private enum TaskState {
    /// No task: the effect has not begun, needs none, or has ended. Leads to `starting`.
    case none
    /// The task runs up to its first suspension. Leads to `running`, or to `none` if the effect has
    /// ended by then.
    case starting
    /// Leads to `none` when the effect ends.
    case running(Task<Void, Never>)
  }

  /// The effect whose operation is running, for what the operation calls; tasks that it creates
  /// inherit it.
  nonisolated static let current = TaskLocal<RunningEffect?>(wrappedValue: nil)

  package let node: Ledger.Node
  /// What it belongs to.
  package let cascade: Cascade
  /// The action that was reduced when the effect was returned.
  package let cause: any Sendable
  package let name: String?
  package let origin: SourceOrigin?
  /// What observers of the store are told of it; `nil` if there are none.
  var description: EffectDescription?
  /// `nil` until the effect has ended.
  private(set) var outcome: Outcome?
  let registry: EffectRegistry
  /// What it does, until it has ended: it may hold something that holds the effect's `send`.
  private var leaf: (any EffectLeaf)?
  private var task = TaskState.none
  /// The dependencies that it runs under, if they are not those of the store.
  private let dependencies: DependencyValues?
  /// What removes the presented feature that it belongs to.
  private let dismiss: (any EffectLeaf)?

  init(
    node: Ledger.Node, leaf: any EffectLeaf, cascade: Cascade, cause: any Sendable,
    in registry: EffectRegistry, dependencies: DependencyValues? = nil,
    dismiss: (any EffectLeaf)? = nil
  ) {
    self.node = node
    self.cascade = cascade
    self.cause = cause
    name = leaf.name
    origin = leaf.origin
    self.leaf = leaf
    self.registry = registry
    self.dependencies = dependencies
    self.dismiss = dismiss
  }

  /// Whether its work is to send one action.
  package var isSend: Bool { origin == nil }

  /// The action that it sends, if that is all its work and it has not ended.
  package var sentAction: (any Sendable)? { leaf?.sentAction }

  /// The priority of its task, if it has one of its own.
  package var priority: TaskPriority? { leaf?.rawPriority.map(TaskPriority.init(rawValue:)) }

  /// Whether its work is to wait for the end of a throttle's time.
  var waitsForThrottle: Bool { (leaf as? WaitLeaf)?.isThrottled == true }

  // MARK: - Work

  func start() {
    if dependencies == nil, dismiss == nil { return startLeaf() }
    var values = dependencies ?? .current
    if let dismiss, !values.dismiss.isReplacement {
      let send: @MainActor @Sendable () async -> Void = { [weak self] in
        guard let self, !Task.isCancelled else { return }
        await dismiss.deliver(to: self)?.wait()
      }
      values.dismiss = DismissEffect(real: send, in: registry)
    }
    values.withValues { startLeaf() }
  }

  private func startLeaf() {
    leaf?.start(self)
  }

  /// Starts the task of the effect, in which the leaf runs; it must call ``end()`` last.
  func startTask(_ leaf: any EffectLeaf) {
    task = .starting
    // Around the task, and not in it: a function between it and the operation is one more hop.
    let task = Self.current.withValue(self) { registry.loop?.startTask(of: self, leaf) }
    switch outcome {
    case nil: self.task = task.map { .running($0) } ?? .none
    case .finished: self.task = .none
    case .cancelled:
      self.task = .none
      task?.cancel()
    }
  }

  /// Gives an action to the store; returns a signal to wait for if it is not reduced at once.
  func deliver<Action: Sendable>(_ action: Action) -> (any DeliverySignal)? {
    switch outcome {
    case nil:
      let signal = registry.loop?.receiver(of: Action.self).receive(action, from: self)
      if outcome == .cancelled { cancelStartingTask() }
      return signal
    case .cancelled:
      registry.recordDropped()
      registry.tellDropped(action, from: self, .senderCancelled)
      return nil
    case .finished:
      reportSendAfterEnd(action)
      registry.tellDropped(action, from: self, .senderEnded)
      return nil
    }
  }

  /// Ends the store, because no parent presents the feature; returns when that is done.
  func dismissStore() async {
    if Task.isCancelled { return }
    switch outcome {
    case nil: await registry.loop?.dismiss(by: self)?.wait()
    case .cancelled: return
    case .finished: reportSendAfterEnd(PresentationAction<Never>.dismiss)
    }
  }

  /// Records that the operation has thrown an error; the end of the effect follows.
  func recordFailure(_ error: any Error) {
    if outcome == nil { registry.observation?.addFailure(self, error) }
  }

  /// Records that the work is done.
  package func end() {
    registry.ended(self)
  }

  // MARK: - The end

  /// Ends the connection to the store: from now on nothing that the effect sends is reduced.
  func disconnect(as outcome: Outcome) {
    self.outcome = outcome
    switch outcome {
    case .cancelled: registry.loop?.disconnected(self)
    // Taken out first, here and below: what is released by that may call this object again.
    case .finished: _ = exchange(&task, with: .none)
    }
  }

  /// Gives up the work, and with it what that captures; the last thing to be done with an effect.
  func releaseLeaf() {
    _ = leaf.take()
  }

  func cancelTask() {
    guard case .running(let task) = task else { return }
    self.task = .none
    task.cancel()
  }

  /// Cancels the task of an effect that cancelled itself while it starts: only the task itself
  /// knows it yet.
  private func cancelStartingTask() {
    guard case .starting = task else { return }
    // Safe: the task is used only while this call lasts, in the task itself.
    unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
  }

  // MARK: - Reports

  /// Reports an error that nobody handles, unless it comes from being cancelled.
  func ignore(_ error: any Error) {
    guard outcome == nil else { return }
    report(
      """
      Effect \(title) threw an error and has no 'catch:': \(ValueLine.text(error))

      The effect has ended; the store goes on. To handle the error, give 'Effect.run' a 'catch:' \
      closure, or catch it in the operation and send an action.
      """
    )
  }

  private func reportSendAfterEnd(_ action: some Sendable) {
    report(
      """
      Effect \(title) sent an action after it had ended: \(ValueLine.text(action))

      The action was dropped. An effect ends when its operation returns; its 'send' must not be \
      used by anything that outlives it, such as a callback or a task that the operation started. \
      To fix this, await that work in the operation: with 'for await' over a stream, or in a task \
      group.
      """
    )
  }

  /// What it is called in reports.
  var title: String {
    guard let origin else { return "'Effect.send' (started by \(ValueLine.text(cause)))" }
    let name = self.name.map { "\"\($0)\"" } ?? "'Effect.run'"
    return "\(name) (\(origin), started by \(ValueLine.text(cause)))"
  }

  func report(_ text: String) {
    guard let origin else { return }
    registry.dependencies.withValues {
      RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
    }
  }
}

/// With what an effect was returned: by which action, to what it belongs, and by which ids it can
/// be cancelled.
struct EffectContext {
  let cascade: Cascade
  /// The action.
  let cause: any Sendable
  var parent: Ledger.Node
  var path = PathTable.ID.root
  var ids: [CancelID] = []
  /// What sent the action, if it was an effect.
  var sender: RunningEffect?
  /// The dependencies that it runs under, if they are not those of the store.
  var dependencies: DependencyValues?
  /// What removes the presented feature that it belongs to.
  var dismiss: (any EffectLeaf)?

  @MainActor init(cascade: Cascade, cause: any Sendable, sender: RunningEffect? = nil) {
    self.cascade = cascade
    self.cause = cause
    self.sender = sender
    parent = cascade.node
  }

  /// Adds an id that was given in this feature, unless it was just given.
  mutating func add(_ id: AnyID) {
    let id = CancelID(id, at: path)
    if ids.last != id { ids.append(id) }
  }
}
