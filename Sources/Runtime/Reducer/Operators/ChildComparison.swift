/// Compares which subscriptions a child declares with those that it declared before, and embeds the
/// effects of those that start in the parent.
///
/// A *subscription* is an effect that runs as long as the state declares it. A store compares after
/// each action: a `DeclarationNode` records what was declared before, and a `DeclarationChanges`
/// collects what is to start and stop.
///
/// Used by ``ChildFeature`` to make its declaration, whose closure owns it. Owns nothing: what the
/// child declared before is in the node that it is given.
@usableFromInline
struct ChildComparison<Parent, ParentAction: Sendable, Child, ChildAction: Sendable> {
  /// Calls a closure with the child; returns whether there is one.
  @usableFromInline let read: (Parent, (Child) -> Void) -> Bool
  /// The step from the parent to the child, for the feature paths of the child's effects.
  let step: FeatureStep
  /// Reads the child's id, if it has one.
  let identity: ((Child) -> AnyID)?
  let embed: @Sendable (ChildAction) -> ParentAction
  /// Makes an effect one of a presented child, if the child is one.
  let present: (Effect<ParentAction>) -> Effect<ParentAction>

  /// Whether the child cannot change unless the parent does: it is neither computed nor an object.
  @usableFromInline var isStored: Bool { step.isStored }
  @usableFromInline var isIdentified: Bool { identity != nil }

  /// A declaration of the child as one of its parent, whose effects end when the child is absent.
  @inlinable
  func lifted(_ child: Declaration<Child>) -> Declaration<Parent> {
    let (isStored, isIdentified) = (isStored, isIdentified)
    return Declaration(at: child.origin) { [self] parent, node, changes in
      let first = changes.count
      let isPresent = read(parent) { state in
        if isIdentified {
          compareIdentified(state, with: child, &node, &changes)
        } else {
          child.compare(state, &node, &changes)
        }
        if changes.count > first { lift(changes, from: first, state) }
      }
      if !isPresent { changes.end(&node) }
      // Then a collection around the parent must compare all its elements the next time, because a
      // child may change although no element does.
      if !isStored { changes.sawUntracked = true }
    }
  }

  /// Compares a child that has an id; if it is a different child than before, everything that the
  /// old one declared ends.
  @usableFromInline
  func compareIdentified(
    _ child: Child, with declaration: Declaration<Child>,
    _ node: inout DeclarationNode?, _ changes: inout DeclarationChanges
  ) {
    guard let id = identity?(child) else { return }
    // Only this method makes the node.
    if let known = node as? ChildDeclarations {
      if id == known.identity {
        var inner = known.node
        declaration.compare(child, &inner, &changes)
        if inner !== known.node { known.node = inner }
        return
      }
      changes.end(&node)
    }
    var new: DeclarationNode?
    declaration.compare(child, &new, &changes)
    if let new { node = ChildDeclarations(of: id, new) }
  }

  /// Embeds the effects that the child has started in its parent.
  @usableFromInline
  func lift(_ changes: DeclarationChanges, from first: Int, _ child: Child) {
    let component = PathComponent(step, element: identity?(child))
    changes.lift(from: first) { (effect: Effect<ChildAction>) in
      present(effect.embedded(in: component, embed))
    }
  }
}
