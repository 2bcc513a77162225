/// Runs the actions of a ``Stack``, a path of screens in the state of their parent: pushes, pops,
/// and the reducer of the element (screen) that an action is for.
///
/// Used by `forEach` of a stack, which owns it. Owns the ``RowFeatures`` that runs the elements. Do
/// not use the stack while an element's reducer runs: the reducer has exclusive access to the
/// stack.
///
/// A class, so that the closures that run for each action do not copy it.
@usableFromInline
final class StackFeatures<Parent, ParentAction: Sendable, Element, ElementAction: Sendable> {
  /// Identifies the stack as what presents the elements, for their dependency `dismiss`.
  private let presentation = Presentation()
  /// Reaches the stack in the parent's state.
  @usableFromInline let stack: ChildState<Parent, Stack<Element>>
  @usableFromInline
  let elements: RowFeatures<Parent, ParentAction, Stack<Element>, ElementAction>
  /// Wraps an action of the stack in the parent's action.
  @usableFromInline
  let embed: @Sendable (StackAction<Element, ElementAction>) -> ParentAction

  @usableFromInline init(
    stack: ChildState<Parent, Stack<Element>>, at source: ChildAttachment.Source,
    embed: @escaping @Sendable (StackAction<Element, ElementAction>) -> ParentAction,
    element: some Reducer<Element, ElementAction>
  ) {
    self.stack = stack
    self.embed = embed
    elements = RowFeatures(
      rows: stack, at: source, embed: { embed(.element(id: $0, action: $1)) },
      row: element.presented(as: presentation))
  }

  /// Handles an action before the parent's reducer runs; `nil` if its element was already popped.
  ///
  /// A pop is only checked here: the parent's reducer must still find the element. After that
  /// reducer has run, `pop(from:_:)` removes the element.
  @inlinable
  func reduce(
    _ parent: inout Parent, _ action: StackAction<Element, ElementAction>
  ) -> Effect<ParentAction>? {
    switch action {
    case .element(let id, let elementAction):
      guard let effect = elements.reduce(&parent, id, elementAction) else {
        return absent(id, parent)
      }
      return presented(effect, id)
    case .push(let element):
      _ = stack.change(&parent) { stack in stack.push(element) }
    case .pop(let id):
      var isPresent = false
      _ = stack.read(parent) { isPresent = $0.contains(id: id) }
      if !isPresent { return absent(id, parent) }
    }
    return Effect.none
  }

  /// An effect of an element, with the action that the dependency `dismiss` sends to pop it.
  @usableFromInline
  func presented(_ effect: Effect<ParentAction>, _ id: StackID) -> Effect<ParentAction> {
    effect.presented(as: presentation, dismiss: embed(.pop(from: id)))
  }

  /// Removes an element and the elements above it, unless the parent's reducer has removed them.
  @usableFromInline
  func pop(from id: StackID, _ parent: inout Parent) {
    _ = stack.change(&parent) { stack in
      if stack.contains(id: id) { stack.pop(from: id) }
    }
  }

  /// Returns the report of an action for an element that never existed, as an effect; `nil` if the
  /// element did exist and was popped.
  @usableFromInline
  func absent(_ id: StackID, _ parent: Parent) -> Effect<ParentAction>? {
    var isLate = false
    _ = stack.read(parent) { isLate = $0.hasPopped(id) }
    return isLate ? nil : elements.absent(id)
  }
}
