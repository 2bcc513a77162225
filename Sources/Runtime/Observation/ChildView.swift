/// Reads the state of a child that is computed or can leave its parent's state, for a scoped store:
/// extracts the child from the parent's state, and keeps the child's last value.
///
/// If the child is absent at the end of a batch (when no action is queued and no effect is
/// pending), the view is invalidated for good and keeps only the last value: a child that appears
/// later is a different child and gets a new view. A child that is a stored property has a
/// `PartView` instead.
final class ChildView<Parent, State>: StateView<State> {
  /// Returns the child if it is present and is the one for which the view was made.
  typealias Extraction = @MainActor (StateReference<Parent>) -> State?

  private let source: StateView<Parent>
  private let extract: Extraction
  private let last: StateBox<State>
  /// The loop's count of changes of the state when `last` was taken.
  private var takenChanges: Int

  /// Makes the view of a child with a given value.
  init(_ state: State, in source: StateView<Parent>, extract: @escaping Extraction) {
    self.source = source
    self.extract = extract
    last = StateBox(state)
    takenChanges = source.loop.changes
    super.init(last, in: source)
  }

  override var isPresent: Bool {
    !isInvalidated && source.isPresent && extract(source.current()) != nil
  }

  override func current() -> StateReference<State> {
    if !isInvalidated, loop.changes != takenChanges {
      pool.deferReleases {
        _ = take()
        // In the middle of a batch, this makes the sweep at the end of the batch visit this view.
        recordRead()
      }
    }
    return super.current()
  }

  /// Called at the end of a batch: checks whether the child is present and, if so, what has changed
  /// in it for observers.
  override func sweep(in parent: StateNode, into changes: inout Changes) {
    if !take() { return removeAbsent() }
    super.sweep(in: parent, into: &changes)
  }

  /// Keeps the child's current value; returns false if the child is absent.
  private func take() -> Bool {
    takenChanges = loop.changes
    guard let state = extract(source.current()) else { return false }
    last.replace(with: state, pool)
    return true
  }
}
