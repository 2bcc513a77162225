import RatchetDependencies

/// How far an effect has come.
package enum EffectPhase {
  /// May send. Becomes `finished` when its operation returns, `cancelled` when cancelled before.
  case live
  /// Its operation has returned: it should not send any more.
  case finished
  /// It was cancelled, or its store is gone: what it sends is dropped.
  case cancelled
}

/// One effect in flight: connects its work with the store.
@MainActor package final class RunningEffect {
  package let node: Ledger.Node
  /// With its ids, so that the ledger never releases the last reference to something of the user's.
  private let context: EffectContext
  package let name: String?
  private let rawPriority: UInt8?
  package let origin: SourceOrigin?
  /// Whether its work is to send one action.
  package let isSend: Bool
  /// What it does, until it has ended: it may hold something that holds the effect's `send`.
  private var leaf: (any EffectLeaf)?
  private(set) var phase = EffectPhase.live
  private var host: (any EffectHost)?
  let registry: EffectRegistry
  private var task: Task<Void, Never>?
  /// Its operation runs for the first time, up to its first suspension.
  private var isStarting = false

  init(
    node: Ledger.Node, leaf: any EffectLeaf, context: consuming EffectContext, host: any EffectHost,
    registry: EffectRegistry
  ) {
    self.node = node
    name = leaf.name
    rawPriority = leaf.rawPriority
    origin = leaf.origin
    isSend = leaf.isSend
    self.leaf = leaf
    self.host = host
    self.registry = registry
    self.context = context
  }

  package var cascade: Cascade { context.cascade }

  /// The action that was reduced when the effect was returned.
  package var cause: any Sendable { context.cause }

  /// The action that it sends, if that is all its work and it has not ended.
  package var sentAction: (any Sendable)? { leaf?.sentAction }

  /// The priority of its task, if it has one of its own.
  package var priority: TaskPriority? { rawPriority.map(TaskPriority.init(rawValue:)) }

  var hasPriority: Bool { rawPriority != nil }

  /// Whether its work is to wait for the end of a throttle's time.
  var waitsForThrottle: Bool { (leaf as? WaitLeaf)?.isThrottled == true }

  func start() {
    if context.dependencies == nil, context.dismiss == nil { return startLeaf() }
    var values = context.dependencies ?? .current
    if let dismiss = context.dismiss, !values.dismiss.isReplacement {
      values.dismiss = DismissEffect(real: { [weak self] in
        guard let self, !Task.isCancelled else { return }
        await dismiss.deliver(to: self)?.wait()
      })
    }
    values.withValues { startLeaf() }
  }

  private func startLeaf() {
    leaf?.start(self)
  }

  /// Starts the task of the effect, in which the leaf runs; it must call ``end()`` last.
  func startTask(_ leaf: any EffectLeaf) {
    isStarting = true
    let task = host?.startTask(of: self, leaf)
    isStarting = false
    guard let task else { return }
    switch phase {
    case .live: self.task = task
    case .finished: break
    case .cancelled: task.cancel()
    }
  }

  /// Gives an action to the store; returns a signal to wait for if it is not reduced at once.
  func deliver<Action: Sendable>(_ action: Action) -> (any DeliverySignal)? {
    switch phase {
    case .live:
      let signal = host?.receiver(of: Action.self).receive(action, from: self)
      if phase == .cancelled, isStarting { cancelCurrentTask() }
      return signal
    case .cancelled:
      registry.noteDropped()
      return nil
    case .finished:
      reportSendAfterEnd(action)
      return nil
    }
  }

  /// Records that the work is done.
  package func end() {
    registry.ended(self)
  }

  /// Ends the connection to the store: from now on nothing that the effect sends is reduced.
  func disconnect(as phase: EffectPhase) {
    self.phase = phase
    if phase == .cancelled { host?.disconnected(self) }
    // Taken out first, here and below: what is released by that may call this object again.
    _ = host.take()
    if phase == .finished { _ = task.take() }
  }

  /// Gives up the work, and with it what that captures; the last thing to be done with an effect.
  func releaseLeaf() {
    _ = leaf.take()
  }

  /// Cancels the task of an effect that cancelled itself while it starts: only it knows its task yet.
  private func cancelCurrentTask() {
    unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
  }

  func cancelTask() {
    task.take()?.cancel()
  }

  /// Reports an error that nobody handles, unless it comes from being cancelled.
  func ignore(_ error: any Error) {
    if phase == .live { reportThrown(error) }
  }
}
