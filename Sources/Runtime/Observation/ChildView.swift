/// The view of a child that is computed or can leave its parent's state; it keeps the child's last
/// value.
///
/// If the child is absent at the end of a batch, the view is invalidated: a child that appears
/// later is another one.
final class ChildView<Parent, State>: StateView<State> {
  /// Returns the child if it is present and is the one for which the view was made.
  typealias Extraction = @MainActor (StateReference<Parent>) -> State?

  private let source: StateView<Parent>
  private let extract: Extraction
  private let last: StateBox<State>
  /// The count of changes after which `last` was taken.
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
        recordRead()
      }
    }
    return super.current()
  }

  override func sweep(in parent: StateNode, into changes: inout Changes) {
    if !take() { return removeAbsent() }
    super.sweep(in: parent, into: &changes)
  }

  /// Keeps the child's current value; returns false if it is absent.
  private func take() -> Bool {
    takenChanges = loop.changes
    guard let state = extract(source.current()) else { return false }
    last.replace(with: state, pool)
    return true
  }
}
