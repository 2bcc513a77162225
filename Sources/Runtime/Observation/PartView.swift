/// Reads the state of a child that is always present, for a scoped store: a stored property of the
/// parent's state.
///
/// Reads the child in place, at its offset in the parent's state, so that the child is not copied.
final class PartView<Parent, State>: StateView<State> {
  private let source: StateView<Parent>
  private let offset: Int

  init(_ offset: Int, in source: StateView<Parent>) {
    self.offset = offset
    self.source = source
    super.init(nil, in: source)
  }

  override var isPresent: Bool { source.isPresent }

  override func current() -> StateReference<State> {
    // Safe: a stored property of type `State` is at this offset.
    unsafe source.current().child(State.self, at: offset)
  }
}
