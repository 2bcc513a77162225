import RatchetDependencies

/// Passes the actions of a scoped store on to its parent while the child is present.
///
/// Used by a scoped store, which owns it. Owns the way to the parent. Do not send through it after
/// the child has left: that is reported.
final class ScopedReceiver<ParentState, ParentAction: Sendable, State, Action: Sendable>:
  ActionReceiver
{
  private let parent: Store<ParentState, ParentAction>
  private let view: StateView<State>
  private let origin: SourceOrigin
  private let embed: @Sendable (Action) -> ParentAction
  /// Whether to report an action to an absent child: only the first one is.
  private var reportsAbsence: Bool

  init(
    parent: Store<ParentState, ParentAction>, view: StateView<State>, origin: SourceOrigin,
    reportsAbsence: Bool, embed: @escaping @Sendable (Action) -> ParentAction
  ) {
    self.parent = parent
    self.view = view
    self.origin = origin
    self.reportsAbsence = reportsAbsence
    self.embed = embed
  }

  var loop: any StoreLoop { parent.loop }

  func send(_ action: Action) -> StoreTask {
    if admits() { return parent.send(embed(action)) }
    if reportsAbsence { report(action) }
    reportsAbsence = false
    notifyDropped(action, .childAbsent)
    return StoreTask(cascade: nil)
  }

  func notifyDropped(_ action: Action, _ reason: DropReason) {
    // Not made without observers: `embed` is user code.
    if parent.loop.isObserved { parent.notifyDropped(embed(action), reason) }
  }

  private func admits() -> Bool {
    // While a reducer runs this is unknown; the action is queued, and the parent's reducer decides.
    !view.isInvalidated && (parent.loop.isReducing || view.isPresent)
  }

  private func report(_ action: Action) {
    parent.loop.registry.dependencies.withValues {
      RatchetDependencies.report(
        """
        An action was sent to a scoped store whose child is gone: \(ValueLine.text(action))

        The action was dropped, and so will be all others; only the first is reported. The store \
        keeps the last value of its '\(State.self)'. To fix this, let go of a scoped store when \
        its child leaves the state of the parent, and scope to it again when there is another one.
        """, fileID: origin.file, line: origin.line)
    }
  }
}

extension Store {
  /// The existing store for the view of a child, or a new one.
  func store<ChildState, ChildAction: Sendable>(
    for child: StateNode, _ origin: SourceOrigin, reportsAbsence: Bool = true,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    if let store = child.store as? Store<ChildState, ChildAction> { return store }
    guard let view = child as? StateView<ChildState> else {
      preconditionFailure("The key of a child contains the type of its store.")
    }
    let receiver = ScopedReceiver(
      parent: self, view: view, origin: origin, reportsAbsence: reportsAbsence, embed: embed)
    return Store<ChildState, ChildAction>(view, receiver: receiver)
  }
}
