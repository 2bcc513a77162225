/// The view of a child that is a stored property of its parent's state, and so always present.
///
/// Used by the store that is scoped to the child or, if the property is a collection, by the views
/// of its elements. Owns no value: it reads the child in place, at its offset in the parent's
/// state, without a copy. Any other child has a `ChildView`.
final class PartView<Parent, State>: StateView<State> {
  private let source: StateView<Parent>
  /// The offset of the property in the parent's state, in bytes.
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
