/// A child feature at its place in the body of its parent: runs its reducer on its part of the state, and brings
/// its effects up.
struct ChildFeature<Parent, ParentAction: Sendable, Child, ChildAction: Sendable> {
  let state: ChildState<Parent, Child>
  let step: ChildStep<Parent, Child>
  let reduction: Reduction<Child, ChildAction>
  let embed: @Sendable (ChildAction) -> ParentAction
  /// Why the child is not there when it is not.
  let absence: AbsentChild.Reason
  private let identity: ((Child) -> AnyID)?

  init(
    _ state: ChildState<Parent, Child>, at place: FeaturePlace,
    absence: AbsentChild.Reason, hasIdentity: Bool,
    embed: @escaping @Sendable (ChildAction) -> ParentAction,
    child: some Reducer<Child, ChildAction>
  ) {
    let identity: ((Child) -> AnyID)? = hasIdentity ? AnyID.identity(of: Child.self) : nil
    self.state = state
    self.identity = identity
    self.embed = embed
    self.absence = absence
    reduction = child.makeReduction()
    step = ChildStep(place) { parent, element, body in
      var isSame = true
      let isThere = state.look(parent) { child in
        isSame = element == nil || identity?(child) == element
        if isSame { body(child) }
      }
      return isThere && isSame
    }
  }

  /// Runs the child's reducer and brings up its effects; an action for a child that is not there changes nothing
  /// and is reported.
  func reduce(_ parent: inout Parent, _ action: ChildAction) -> Effect<ParentAction> {
    var effect = Effect<ChildAction>.none
    var element: AnyID?
    let isThere = state.change(&parent) { child in
      effect = reduction.run(&child, action)
      // Asked after the child has run: what it returns belongs to what it has become.
      if !effect.isNone { element = identity?(child) }
    }
    guard isThere else { return absent() }
    return effect.isNone ? .none : effect.embedded(in: PathComponent(step, element: element), embed)
  }

  func absent() -> Effect<ParentAction> {
    Effect(.absent(AbsentChild(component: PathComponent(step), reason: absence)))
  }
}

extension Effect {
  /// This effect of a child feature, as an effect of its parent.
  func embedded<ParentAction: Sendable>(
    in component: PathComponent, _ embed: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    Effect<ParentAction>(.scoped(map(embed).tree, component))
  }
}
