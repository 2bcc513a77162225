/// The features of a stack's elements, attached to their parent.
///
/// Used by `forEach` of a stack, which owns it. Owns the features of the elements as rows. Do not
/// use the stack while an element's reducer runs: that has exclusive access to it.
///
/// A class for the same reason as ``ChildFeature``.
@usableFromInline
final class StackFeatures<Parent, ParentAction: Sendable, Element, ElementAction: Sendable> {
  @usableFromInline let stack: ChildState<Parent, Stack<Element>>
  @usableFromInline
  let elements: RowFeatures<Parent, ParentAction, Stack<Element>, ElementAction>
  @usableFromInline
  let embed: @Sendable (StackAction<Element, ElementAction>) -> ParentAction

  @usableFromInline init(
    stack: ChildState<Parent, Stack<Element>>, at site: ChildSite,
    embed: @escaping @Sendable (StackAction<Element, ElementAction>) -> ParentAction,
    element: some Reducer<Element, ElementAction>
  ) {
    self.stack = stack
    self.embed = embed
    elements = RowFeatures(
      rows: stack, at: site, embed: { embed(.element(id: $0, action: $1)) }, row: element)
  }

  /// Handles an action before the parent's reducer runs; `nil` if the action comes too late.
  @inlinable
  func reduce(
    _ parent: inout Parent, _ action: StackAction<Element, ElementAction>
  ) -> Effect<ParentAction>? {
    switch action {
    case .element(let id, let elementAction):
      guard let effect = elements.reduce(&parent, id, elementAction) else {
        return absent(id, parent)
      }
      return effect.dismissed(by: embed(.pop(from: id)))
    case .push(let element):
      _ = stack.change(&parent) { stack in stack.push(element) }
    case .pop(let id):
      var isPresent = false
      _ = stack.look(parent) { isPresent = $0.contains(id: id) }
      if !isPresent { return absent(id, parent) }
    }
    return Effect.none
  }

  /// Removes an element and those above it, unless they were already removed.
  @usableFromInline
  func pop(from id: StackID, _ parent: inout Parent) {
    _ = stack.change(&parent) { stack in
      if stack.contains(id: id) { stack.pop(from: id) }
    }
  }

  /// Reports an action for an element that never existed; `nil` if it was popped.
  @usableFromInline
  func absent(_ id: StackID, _ parent: Parent) -> Effect<ParentAction>? {
    var isLate = false
    _ = stack.look(parent) { isLate = $0.hasPopped(id) }
    return isLate ? nil : elements.absent(id)
  }
}
