/// A child feature attached to its parent: runs the child's reducer on the child's state and embeds
/// its effects.
///
/// Used by the operator that attaches the child, which owns it. Owns the child's reduction. Do not
/// call it with the state of another parent.
///
/// The path of an action is inlinable, here and in the operators: generic code that the compiler
/// cannot specialize for the user's types takes five times as long, mostly for type look-ups. It is
/// a class so that the closures on that path do not copy it.
@usableFromInline
final class ChildFeature<Parent, ParentAction: Sendable, Child, ChildAction: Sendable> {
  @usableFromInline let state: ChildState<Parent, Child>
  let step: FeatureStep
  /// Whether the child's state is a stored part of its parent's.
  @usableFromInline let isPart: Bool
  @usableFromInline let reduction: Reduction<Child, ChildAction>
  let embed: @Sendable (ChildAction) -> ParentAction
  /// Why the child is absent, for the report of an action sent to it.
  let absence: AbsentChild.Reason
  private let identity: ((Child) -> AnyID)?
  /// Whether a child has a given identity.
  private let hasIdentity: ((Child, AnyID) -> Bool)?
  @usableFromInline let isIdentified: Bool
  /// Leads to the state of a child that is always present; `nil` if it may be absent.
  private let path: WritableKeyPath<Parent, Child>?

  @usableFromInline init(
    _ state: ChildState<Parent, Child>, at site: ChildSite,
    always path: WritableKeyPath<Parent, Child>? = nil, isOptional: Bool, isCase: Bool,
    embed: @escaping @Sendable (ChildAction) -> ParentAction,
    child: some Reducer<Child, ChildAction>
  ) {
    let identity: ((Child) -> AnyID)? = isOptional || isCase ? AnyID.identity(of: Child.self) : nil
    self.state = state
    self.identity = identity
    self.embed = embed
    self.path = path
    absence = isCase ? .otherCase : .isNil
    let hasIdentity = isOptional || isCase ? AnyID.identityMatch(of: Child.self) : nil
    self.hasIdentity = hasIdentity
    isIdentified = identity != nil
    reduction = child.makeReduction()
    let look = state.look
    step = FeatureStep(site, to: Child.self, isPart: state.isPart) {
      (parent: Parent, group, walk) in
      walk.child(in: group, has: hasIdentity) { body in look(parent, body) }
    }
    isPart = step.isPart
  }

  /// Runs the child's reducer and embeds its effects; an action for an absent child changes nothing
  /// and is reported.
  @inlinable
  func reduce(_ parent: inout Parent, _ action: ChildAction) -> Effect<ParentAction> {
    var result = Effect<ParentAction>.none
    let isPresent = state.change(&parent) { child in
      let effect = reduction.run(&child, action)
      // Embedded after the child has run: the effect belongs to the child's identity at that time.
      if !effect.isNone { result = embedded(effect, from: child) }
    }
    return isPresent ? result : absent()
  }

  @usableFromInline
  func embedded(_ effect: Effect<ChildAction>, from child: Child) -> Effect<ParentAction> {
    effect.embedded(in: PathComponent(step, element: identity?(child)), embed)
  }

  @usableFromInline
  func absent() -> Effect<ParentAction> {
    Effect(.absent(AbsentChild(component: PathComponent(step), reason: absence)))
  }

  /// Runs the parent's reducer for the child's dismissal and then removes the child, unless the
  /// parent has put another one in its place: one with another id, or of another case.
  @usableFromInline
  func dismiss(
    _ parent: inout Parent, _ base: (inout Parent) -> Effect<ParentAction>,
    remove: (inout Parent) -> Void
  ) -> Effect<ParentAction> {
    guard let dismissed = likeness(in: parent) else { return absent().merged(with: base(&parent)) }
    let effect = base(&parent)
    if let left = likeness(in: parent), left == dismissed { remove(&parent) }
    return effect
  }

  /// The child's id and the number of its case, as far as it has them; `nil` if it is absent.
  private func likeness(in parent: Parent) -> (id: AnyID?, tag: Int?)? {
    var likeness: (AnyID?, Int?)?
    _ = state.look(parent) { child in
      // Safe: the witnesses are those of the child's type.
      likeness = (identity?(child), unsafe EnumWitnesses(of: Child.self)?.tag(of: child))
    }
    return likeness
  }

  // MARK: - Declarations

  /// The child's declarations while it is present; `dismiss` is the action that removes it.
  @inlinable
  func declarations(dismiss: (() -> ParentAction)? = nil) -> Declarations<Parent> {
    Declarations(
      subscriptions: reduction.declarations.subscriptions.map { declaration(of: $0, dismiss) },
      kept: kept)
  }

  /// The fields of the child that are kept in shared keys.
  @usableFromInline var kept: KeptFields<Parent>? {
    reduction.declarations.kept.map { kept in
      path.map { kept.lifted(through: $0) } ?? kept.absent(at: step)
    }
  }

  @inlinable
  func declaration(
    of child: Declaration<Child>, _ dismiss: (() -> ParentAction)?
  ) -> Declaration<Parent> {
    Declaration(at: child.origin) { [self] parent, node, changes in
      let first = changes.count
      let isPresent = state.look(parent) { state in
        if isIdentified {
          compareIdentified(state, with: child, &node, &changes)
        } else {
          child.compare(state, &node, &changes)
        }
        if changes.count > first { lift(changes, from: first, state, dismiss) }
      }
      if !isPresent { changes.end(&node) }
      if !isPart { changes.sawUnstamped = true }
    }
  }

  /// Compares a child that has an identity; if it is a different child than before, everything that
  /// the old one declared ends.
  @usableFromInline
  func compareIdentified(
    _ child: Child, with declaration: Declaration<Child>,
    _ node: inout DeclarationNode?, _ changes: inout DeclarationChanges
  ) {
    guard let hasIdentity, let identity else { return }
    // Only this method makes the node.
    if let known = node as? ChildDeclarations {
      if hasIdentity(child, known.identity) {
        var inner = known.node
        declaration.compare(child, &inner, &changes)
        if inner !== known.node { known.node = inner }
        return
      }
      changes.end(&node)
    }
    var new: DeclarationNode?
    declaration.compare(child, &new, &changes)
    if let new { node = ChildDeclarations(of: identity(child), new) }
  }

  /// Embeds the effects that the child has started in its parent.
  @usableFromInline
  func lift(
    _ changes: DeclarationChanges, from first: Int, _ child: Child,
    _ dismiss: (() -> ParentAction)?
  ) {
    let component = PathComponent(step, element: identity?(child))
    changes.lift(from: first) { (effect: Effect<ChildAction>) in
      let effect = effect.embedded(in: component, embed)
      return dismiss.map { effect.dismissed(by: $0()) } ?? effect
    }
  }
}

extension Effect {
  /// This child effect as an effect of the parent.
  func embedded<ParentAction: Sendable>(
    in component: PathComponent, _ embed: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    Effect<ParentAction>(.scoped(map(embed).tree, component))
  }
}
