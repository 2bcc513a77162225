/// The view of a child whose state is computed or can be absent: a computed property, an optional
/// child, the child in a case, or an element of a collection.
///
/// Used by the store that is scoped to the child. Owns a copy of the child's last value. The copy
/// is taken from the parent's state again when it is read, if the state has changed since. A child
/// that is a stored property has a `PartView` instead, which needs no copy.
///
/// If the child is absent at the end of a batch (when no action is queued and no effect is
/// pending), the view is invalidated for good and keeps only the last value: a child that appears
/// later is a different child and gets a new view.
final class ChildView<Parent, State>: StateView<State> {
  /// Returns the child if it is present and is the one for which the view was made.
  typealias Extraction = @MainActor (StateReference<Parent>) -> State?

  private let source: StateView<Parent>
  private let extract: Extraction
  /// The copy of the child's last value.
  private let last: StateBox<State>
  /// The loop's count of changes of the state when `last` was updated.
  private var changesAtUpdate: Int

  /// Makes the view of a child with a given value.
  init(_ state: State, in source: StateView<Parent>, extract: @escaping Extraction) {
    self.source = source
    self.extract = extract
    last = StateBox(state)
    changesAtUpdate = source.loop.changes
    super.init(last, in: source)
  }

  override var isPresent: Bool {
    !isInvalidated && source.isPresent && extract(source.current()) != nil
  }

  override func current() -> StateReference<State> {
    if !isInvalidated, loop.changes != changesAtUpdate {
      pool.deferReleases {
        _ = updateLast()
        // In the middle of a batch, the state may change again: this makes the sweep at the end of
        // the batch visit this view.
        recordRead()
      }
    }
    return super.current()
  }

  /// Called at the end of a batch: checks whether the child is present and, if so, what has changed
  /// in it for observers.
  override func sweep(in parent: StateNode, into changes: inout Changes) {
    if !updateLast() { return removeAbsent() }
    super.sweep(in: parent, into: &changes)
  }

  /// Replaces the copy with the child's current value; returns false if the child is absent.
  private func updateLast() -> Bool {
    changesAtUpdate = loop.changes
    guard let state = extract(source.current()) else { return false }
    last.replace(with: state, pool)
    return true
  }
}
