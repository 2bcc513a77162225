import RatchetDependencies

/// Passes the actions of a scoped store on to the parent store while the child is present in the
/// parent's state.
///
/// Used by the scoped store, which owns it. Owns a reference to the parent store, and the function
/// that embeds the child's actions. Do not send through it after the child has left the state: the
/// action is dropped, and the first such action is reported. For an element of a stack, no action
/// is reported: its screen may still be animating out.
final class ScopedReceiver<ParentState, ParentAction: Sendable, State, Action: Sendable>:
  ActionReceiver
{
  private let parent: Store<ParentState, ParentAction>
  /// The view of the child's state, which tells whether the child is present.
  private let view: StateView<State>
  /// The line of the `scope` call, for the report.
  private let origin: SourceOrigin
  private let embed: (Action) -> ParentAction
  /// Whether to report the next action to an absent child: only the first one is reported.
  private var reportsAbsence: Bool

  init(
    parent: Store<ParentState, ParentAction>, view: StateView<State>, origin: SourceOrigin,
    reportsAbsence: Bool, embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.view = view
    self.origin = origin
    self.reportsAbsence = reportsAbsence
    self.embed = embed
  }

  var loop: any StoreLoop { parent.loop }

  func send(_ action: Action) -> StoreTask {
    if accepts() { return parent.send(embed(action)) }
    if reportsAbsence { report(action) }
    reportsAbsence = false
    notifyAbsent(action)
    return StoreTask(cascade: nil)
  }

  func notifyAbsent(_ action: @autoclosure () -> Action) {
    // `embed` is user code: the autoclosure calls it only if the root store has observers.
    parent.notifyAbsent(embed(action()))
  }

  /// Whether an action sent now is passed on to the parent.
  private func accepts() -> Bool {
    // While a reducer runs, the state cannot be read to check whether the child is present. The
    // action is then queued, and the parent's reducer handles an absent child.
    !view.isInvalidated && (parent.loop.isReducing || view.isPresent)
  }

  private func report(_ action: Action) {
    parent.loop.registry.dependencies.withValues {
      RatchetDependencies.report(
        """
        An action was sent to a scoped store whose child is not present: \(ValueLine.text(action))

        This action and any later ones are dropped; this is reported once. The store keeps the \
        last value of its '\(State.self)'. To fix this, release the scoped store when its child \
        leaves the parent's state, and scope again when there is a new child.
        """, fileID: origin.file, line: origin.line)
    }
  }
}

extension Store {
  /// Returns the store of a child's view: the existing one while something retains it, otherwise a
  /// new one.
  ///
  /// `reportsAbsence` says whether an action to an absent child is reported.
  func store<ChildState, ChildAction: Sendable>(
    for child: StateNode, _ origin: SourceOrigin, reportsAbsence: Bool = true,
    embed: @escaping (ChildAction) -> Action
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
