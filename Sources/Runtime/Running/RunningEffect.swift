import RatchetDependencies

/// Connects one effect in flight with its store: starts the work, delivers the actions that it
/// sends, and records how the effect ended.
///
/// Used by the effect registry, which owns it, and by the effect's operation, through `Send`. Owns
/// the task and, until the end, the leaf, which is the effect's work. Do not send through it after
/// its end: the action is dropped and, unless the effect was cancelled, reported.
///
/// The registry lists the effect until its end. Steps: `start`, `deliver` for each action, then
/// `disconnect` and `releaseLeaf`, which the registry calls when the work is done or cancelled.
@MainActor package final class RunningEffect: InFlight {
  /// How an effect has ended.
  package enum Outcome {
    /// Its operation has returned: it should not send any more.
    case finished
    /// It was cancelled, or its store was released: what it sends is dropped.
    case cancelled
  }

  /// The state of the task in which its operation runs.
  private enum TaskState {
    /// There is no task: the effect has not begun, needs none, or has ended. Leads to `starting`.
    case none
    /// The task runs to its first suspension. Leads to `running`, or to `none` if the effect ends
    /// before that.
    case starting
    /// The task has suspended once. Leads to `none` when the effect ends.
    case running(Task<Void, any Error>)
  }

  /// The effect whose operation is running, for code that the operation calls; inherited by tasks
  /// that it creates.
  package nonisolated static let current = TaskLocal<RunningEffect?>(wrappedValue: nil)

  /// The cascade that the effect belongs to: everything that follows from one action, or what one
  /// subscription runs.
  package let cascade: Cascade
  /// The action that returned the effect, or why its subscription started (`SubscriptionCause`).
  package let cause: any Sendable
  package let kind: EffectLeaf.Kind
  package let name: String?
  package let origin: SourceOrigin?
  /// The description for observers of the store; `nil` if there are none.
  var description: EffectDescription?
  /// Whether the registry has counted it as started.
  var hasBegun = false
  /// What the operation has thrown, for the observers.
  var failure: (any Error)?
  /// `nil` until the effect has ended.
  private(set) var outcome: Outcome?
  let registry: EffectRegistry
  /// The work, until the effect has ended: it may hold something that holds the effect's `send`,
  /// and thereby this object.
  private var leaf: EffectLeaf?
  private var task = TaskState.none
  /// The dependencies under which the effect runs, if they are not the store's.
  private let dependencies: DependencyValues?
  /// The presented features that the effect belongs to, outermost first.
  private let presented: [PresentedFeature]

  init(_ leaf: EffectLeaf, _ context: EffectContext, in registry: EffectRegistry) {
    cascade = context.cascade
    cause = context.cause
    kind = leaf.kind
    name = leaf.name
    origin = leaf.origin
    self.leaf = leaf
    self.registry = registry
    dependencies = context.dependencies
    presented = context.presented
    super.init(.effect, context, registry.nextSerial())
  }

  /// The action that it sends, if that is all its work and it has not ended.
  package var sentAction: (any Sendable)? { leaf?.sentAction }

  /// The priority of its task, if it has its own.
  package var priority: TaskPriority? { leaf?.rawPriority.map(TaskPriority.init(rawValue:)) }

  // MARK: - Work

  /// Sends the action, or starts the task in which the operation runs.
  func start() {
    guard let leaf else { return }
    if let values = ownDependencies { values.withValues { start(leaf) } } else { start(leaf) }
  }

  private func start(_ leaf: EffectLeaf) {
    if kind == .send {
      // A test store may hold the action back; it ends this effect when the test receives that.
      if leaf.deliver(to: self) == nil { end() }
      return
    }
    task = .starting
    let task = registry.executor.start(self, leaf)
    // The effect may have ended while it started.
    switch outcome {
    case nil: self.task = .running(task)
    case .finished: self.task = .none
    case .cancelled:
      self.task = .none
      task.cancel()
    }
  }

  /// The dependencies under which it runs; `nil` if they are the store's.
  ///
  /// In a presented feature, they have a `dismiss` that is bound to this effect.
  private var ownDependencies: DependencyValues? {
    if presented.isEmpty { return dependencies }
    var values = dependencies ?? .current
    values.dismiss = values.dismiss.bound(to: self)
    return values
  }

  /// Delivers an action to the store; returns a signal to await if it is not reduced at once.
  func deliver<Action: Sendable>(_ action: Action) -> (any DeliverySignal)? {
    switch outcome {
    case nil:
      let signal = registry.loop?.receive(action, from: self)
      // The action has cancelled this effect.
      if outcome == .cancelled { cancelStartingTask() }
      return signal
    case .cancelled:
      registry.statistics.actionsDropped += 1
      registry.loop?.notifyDropped(action, from: self, .senderCancelled)
      return nil
    case .finished:
      report(.sendAfterEnd(effect: title, action))
      registry.loop?.notifyDropped(action, from: self, .senderEnded)
      return nil
    }
  }

  /// Removes the feature that has read a `dismiss`; returns when that is done.
  ///
  /// The feature must be this effect's, or one above. It is found by `presentation`, the operator
  /// that presents it; `nil` stands for a feature that is not presented, such as the root.
  func dismiss(_ presentation: Presentation?, fileID: StaticString, line: UInt) async {
    if Task.isCancelled { return }
    if let feature = presented.last(where: { $0.presentation === presentation }) {
      await feature.dismiss.deliver(to: self)?.wait()
    } else if presentation == nil || outcome != nil {
      // An effect that has ended dismisses nothing, which `dismissStore` handles, too.
      await dismissStore(fileID: fileID, line: line)
    } else {
      report(
        .dismissOtherFeature(path: registry.describe(self).path), fileID: fileID, line: line)
    }
  }

  /// Dismisses the store, if the feature that has read `dismiss` is the root; otherwise, reports
  /// that it is not presented.
  ///
  /// If this effect has finished, reports only that; if it was cancelled, does nothing.
  private func dismissStore(fileID: StaticString, line: UInt) async {
    switch outcome {
    case nil:
      // The reader is not presented, so it is above the outermost presented feature, if any.
      let path = presented.first?.feature.path.dropLast() ?? feature.path[...]
      if path.isEmpty {
        await registry.loop?.dismiss(by: self)?.wait()
      } else {
        report(
          .dismissUnpresented(path: PathComponent.text(of: path)), fileID: fileID, line: line)
      }
    case .cancelled: return
    case .finished: report(.sendAfterEnd(effect: title, PresentationAction<Never>.dismiss))
    }
  }

  /// Records that the operation has thrown an error; the end of the effect follows.
  ///
  /// Returns false for a `CancellationError`, which is ignored. This is checked here, and not in
  /// the `async` caller, which would need memory for a copy of the error even if none is thrown.
  func recordFailure(_ error: any Error) -> Bool {
    if error is CancellationError { return false }
    if outcome == nil { failure = error }
    return true
  }

  /// Called when the work is done: the registry then ends the effect.
  package func end() {
    registry.ended(self)
  }

  // MARK: - The end

  /// Disconnects from the store: from now on nothing that the effect sends is reduced.
  func disconnect(as outcome: Outcome) {
    self.outcome = outcome
    switch outcome {
    // A test store drops the actions of this effect that the test has not received.
    case .cancelled: registry.loop?.disconnected(self)
    // The property is cleared before its value is released, here and below, because the release
    // may call this object again.
    case .finished: _ = exchange(&task, with: .none)
    }
  }

  /// Releases the work and its captures; the last thing done with an effect.
  func releaseLeaf() {
    _ = leaf.take()
  }

  /// Cancels the task, if it has suspended; called by the registry after `disconnect`.
  func cancelTask() {
    guard case .running(let task) = task else { return }
    self.task = .none
    task.cancel()
  }

  /// Cancels the task of an effect that cancelled itself while it was starting: until the
  /// executor's `start` has returned, only code within the task can reach the task.
  private func cancelStartingTask() {
    guard case .starting = task else { return }
    // Safe: the task is used only during this call, within the task itself.
    unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
  }

  // MARK: - Reports

  /// Reports an unhandled error, and records it for the handle of the action, unless the effect was
  /// cancelled.
  func reportUnhandled(_ error: any Error) {
    guard outcome == nil else { return }
    cascade.fail(error)
    report(.unhandledError(effect: title, error))
  }

  private func report(_ misuse: EffectMisuse, fileID: StaticString, line: UInt) {
    registry.dependencies.withValues {
      RatchetDependencies.report(misuse.text, fileID: fileID, line: line)
    }
  }

  /// The effect's name in reports.
  var title: String {
    guard let origin else { return "'Effect.send' (started by \(ValueLine.text(cause)))" }
    let name = self.name.map { "\"\($0)\"" } ?? "'Effect.run'"
    return "\(name) (\(origin), started by \(ValueLine.text(cause)))"
  }

  /// Reports a mistake at the line that made the effect.
  func report(_ misuse: EffectMisuse) {
    // An effect without a line only sends one action, and makes no such mistake.
    if let origin { report(misuse, fileID: origin.file, line: origin.line) }
  }
}
