/// The view of a child that can go: it keeps the child's last value.
///
/// Once the child was found to be gone at the end of a batch, the view is done: a child that comes
/// afterwards is another one.
class PayloadView<Parent, State>: StateView<State> {
  final let source: StateView<Parent>
  private let last: Snapshot<State>
  /// The number of actions after which `last` was taken.
  private var takenActions: Int

  init(_ state: State, key: ScopeKey, in source: StateView<Parent>) {
    self.source = source
    last = withStateReference(to: state) { Snapshot($0) }
    takenActions = source.loop?.actions ?? 0
    super.init(key, in: source)
  }

  /// The child if it is there, and is the one that the view was made for.
  func extract(from parent: StateReference<Parent>) -> State? {
    preconditionFailure("Every kind of payload overrides this method.")
  }

  /// Whether nothing of the child has changed for sure; false says nothing.
  func isSurelyUnchanged(in parent: StateReference<Parent>) -> Bool { false }

  /// Keeps what ``isSurelyUnchanged(in:)`` compares.
  func noteSeen(_ parent: StateReference<Parent>) {}

  final override var isPresent: Bool {
    !isGone && source.isPresent && extract(from: source.current()) != nil
  }

  final override func current() -> StateReference<State> {
    if !isGone, let actions = loop?.actions, actions != takenActions {
      pool.whileKept {
        let parent = source.current()
        if let state = extract(from: parent) { take(state, from: parent) }
        noteRead()
      }
    }
    return last.reference
  }

  final override func sweep(into changes: inout Changes) {
    let parent = source.current()
    if !mustSweep, isSurelyUnchanged(in: parent) {
      takenActions = loop?.actions ?? 0
      return
    }
    mustSweep = false
    guard let state = extract(from: parent) else { return leave() }
    take(state, from: parent)
    sweep(last.reference, into: &changes)
  }

  private func take(_ state: State, from parent: StateReference<Parent>) {
    takenActions = loop?.actions ?? 0
    noteSeen(parent)
    withStateReference(to: state) { last.take($0, pool) }
  }
}
