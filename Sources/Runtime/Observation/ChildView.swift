/// The view of a child that can leave the state of its parent, or is computed: it keeps the child's
/// last value.
///
/// Once the child was found to be absent at the end of a batch, the view is invalidated: a child
/// that comes afterwards is another one.
final class ChildView<Parent, State>: StateView<State> {
  private let source: StateView<Parent>
  /// The child if it is present, and is the one that the view was made for.
  private let extract: @MainActor (StateReference<Parent>) -> State?
  /// The bytes in the parent that tell whether the child has changed, as they were at the last
  /// sweep; `nil` if there are none.
  private var bytes: StateBytes<Parent>?
  private let last = Snapshot<State>()
  /// The number of actions after which `last` was known to be up to date.
  private var takenActions = 0
  /// Where the view is in the table of its collection, if it is a row.
  var slot = 0

  /// Makes the view of a child whose value is given; `parent` is the source, or below it.
  init(
    _ state: State, key: ScopeKey, in parent: StateNode, of source: StateView<Parent>,
    bytes: StateBytes<Parent>? = nil,
    extract: @escaping @MainActor (StateReference<Parent>) -> State?
  ) {
    self.source = source
    self.extract = extract
    self.bytes = bytes
    super.init(key, in: parent)
    self.bytes?.take(from: source.current())
    take(state)
  }

  override var isPresent: Bool {
    !isInvalidated && source.isPresent && extract(source.current()) != nil
  }

  override func current() -> StateReference<State> {
    if !isInvalidated, let actions = loop?.actions, actions != takenActions,
      actions != parent?.sweptActions
    {
      update()
    }
    return last.reference
  }

  /// Takes the value that the child has now, if it is present, before the next sweep does.
  ///
  /// The bytes stay those of the last sweep, so that the next one finds the change; if that is
  /// undone within the batch, ``recordRead()`` has it look nevertheless.
  private func update() {
    pool.deferReleases {
      let parent = source.current()
      if !mustSweep, isSurelyUnchanged(in: parent) { return }
      takenActions = loop?.actions ?? 0
      if let state = extract(parent) { take(state) }
      recordRead()
    }
  }

  override func sweep(into changes: inout Changes) {
    let parent = source.current()
    if !mustSweep, isSurelyUnchanged(in: parent) { return }
    guard let state = extract(parent) else { return removeAbsent() }
    sweep(state, in: parent, into: &changes)
  }

  /// Finds what has changed, when the child is known to be present.
  func sweep(_ state: State, in parent: StateReference<Parent>, into changes: inout Changes) {
    bytes?.take(from: parent)
    take(state)
    super.sweep(into: &changes)
  }

  /// Whether the child is the same as at the last sweep; false says nothing.
  private func isSurelyUnchanged(in parent: StateReference<Parent>) -> Bool {
    guard bytes?.match(parent) == true else { return false }
    takenActions = loop?.actions ?? 0
    return true
  }

  private func take(_ state: State) {
    takenActions = loop?.actions ?? 0
    withStateReference(to: state) { last.take($0, pool) }
  }
}
