/// A child feature at its place in the body of its parent: runs its reducer on its part of the state, and brings
/// its effects up.
///
/// What an action goes through is inlinable, here and in the operators: generic code that the compiler
/// cannot specialize for the user's types takes five times as long, mostly to look up types.
@usableFromInline struct ChildFeature<Parent, ParentAction: Sendable, Child, ChildAction: Sendable>
{
  @usableFromInline let state: ChildState<Parent, Child>
  let step: ChildStep<Parent, Child>
  @usableFromInline let reduction: Reduction<Child, ChildAction>
  let embed: @Sendable (ChildAction) -> ParentAction
  /// Why the child is not there when it is not.
  let absence: AbsentChild.Reason
  private let identity: ((Child) -> AnyID)?

  @usableFromInline init(
    _ state: ChildState<Parent, Child>, at site: ChildSite,
    isOptional: Bool, isCase: Bool,
    embed: @escaping @Sendable (ChildAction) -> ParentAction,
    child: some Reducer<Child, ChildAction>
  ) {
    let identity: ((Child) -> AnyID)? = isOptional || isCase ? AnyID.identity(of: Child.self) : nil
    self.state = state
    self.identity = identity
    self.embed = embed
    absence = isCase ? .otherCase : .isNil
    reduction = child.makeReduction()
    step = ChildStep(site) { parent, element, body in
      var isSame = true
      let isPresent = state.look(parent) { child in
        isSame = element == nil || identity?(child) == element
        if isSame { body(child) }
      }
      return isPresent && isSame
    }
  }

  /// Runs the child's reducer and brings up its effects; an action for a child that is not there changes nothing
  /// and is reported.
  @inlinable
  func reduce(_ parent: inout Parent, _ action: ChildAction) -> Effect<ParentAction> {
    var result = Effect<ParentAction>.none
    let isPresent = state.change(&parent) { child in
      let effect = reduction.run(&child, action)
      // Brought up after the child has run: what it returns belongs to what it has become.
      if !effect.isNone { result = bringUp(effect, from: child) }
    }
    return isPresent ? result : absent()
  }

  @usableFromInline
  func bringUp(_ effect: Effect<ChildAction>, from child: Child) -> Effect<ParentAction> {
    effect.embedded(in: PathComponent(step, element: identity?(child)), embed)
  }

  @usableFromInline
  func absent() -> Effect<ParentAction> {
    Effect(.absent(AbsentChild(component: PathComponent(step), reason: absence)))
  }
}

extension Effect {
  /// This effect of a child feature, as an effect of its parent.
  func embedded<ParentAction: Sendable>(
    in component: PathComponent, _ embed: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    Effect<ParentAction>(.of(.scoped(map(embed).tree, component)))
  }
}
