/// Runs a child's reducer on the child's part of its parent's state, and embeds the child's effects
/// in the parent.
///
/// Also removes a child that is dismissed, and makes what the child declares (its subscriptions,
/// and its fields that are kept in shared keys) declarations of the parent.
///
/// Used by the operators that attach one child (`Scope`, `ifLet`, `ifCaseLet`), which own it. Owns
/// the child's reduction, the form of its reducer that a store runs.
///
/// The path of an action is inlinable, here and in the operators: generic code that the compiler
/// cannot specialize for the user's types takes five times as long, mostly for type look-ups. It is
/// a class so that the closures on that path do not copy it.
@usableFromInline
final class ChildFeature<Parent, ParentAction: Sendable, Child, ChildAction: Sendable> {
  @usableFromInline let state: ChildState<Parent, Child>
  /// Leads to the state of a child that is always present; `nil` if it may be absent.
  private let path: WritableKeyPath<Parent, Child>?
  /// Why the child is absent, for the report of an action sent to it.
  private let absence: ActionForAbsentChild.Reason
  /// Reads the child's id; `nil` if it has none, or is always present.
  private let identity: ((Child) -> AnyID)?
  /// The component from the parent to the child in feature paths; the search for removed features
  /// follows it to the child.
  private let step: FeatureStep
  @usableFromInline let reduction: Reduction<Child, ChildAction>
  private let embed: @Sendable (ChildAction) -> ParentAction

  @usableFromInline init(
    _ state: ChildState<Parent, Child>, at site: ChildSite,
    always path: WritableKeyPath<Parent, Child>? = nil, isCase: Bool = false,
    embed: @escaping @Sendable (ChildAction) -> ParentAction,
    child: some Reducer<Child, ChildAction>
  ) {
    let identity = path == nil ? AnyID.identity(of: Child.self) : nil
    self.state = state
    self.path = path
    absence = isCase ? .otherCase : .isNil
    self.identity = identity
    self.embed = embed
    reduction = child.makeReduction()
    let read = state.read
    step = FeatureStep(site, to: Child.self, isStored: state.isStored) {
      (parent: Parent, group, walk) in
      walk.child(in: group, identity: identity) { body in read(parent, body) }
    }
  }

  // MARK: - Running

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
    Effect(.absent(ActionForAbsentChild(component: PathComponent(step), reason: absence)))
  }

  // MARK: - Dismissing

  /// Runs the parent's reducer for the child's dismissal and then removes the child, unless the
  /// parent has put in a child with another id or of another case.
  @usableFromInline
  func dismiss(
    _ parent: inout Parent, _ base: (inout Parent) -> Effect<ParentAction>,
    remove: (inout Parent) -> Void
  ) -> Effect<ParentAction> {
    guard let dismissed = fingerprint(in: parent) else {
      return absent().merged(with: base(&parent))
    }
    let effect = base(&parent)
    if fingerprint(in: parent) == dismissed { remove(&parent) }
    return effect
  }

  private func fingerprint(in parent: Parent) -> ChildFingerprint<Child>? {
    var fingerprint: ChildFingerprint<Child>?
    _ = state.read(parent) { fingerprint = ChildFingerprint(of: $0, identity) }
    return fingerprint
  }

  // MARK: - Declarations

  /// The child's declarations while it is present; `present` makes an effect one of a presented
  /// child.
  @inlinable
  func declarations(
    present: @escaping (Effect<ParentAction>) -> Effect<ParentAction> = { $0 }
  ) -> Declarations<Parent> {
    Declarations(
      subscriptions: reduction.declarations.subscriptions.map { comparison(present).lifted($0) },
      kept: kept)
  }

  /// The comparison that finds, after each action, which subscriptions of the child start and stop.
  @usableFromInline
  func comparison(
    _ present: @escaping (Effect<ParentAction>) -> Effect<ParentAction>
  ) -> ChildComparison<Parent, ParentAction, Child, ChildAction> {
    ChildComparison(
      read: state.read, step: step, identity: identity, embed: embed, present: present)
  }

  /// The fields of the child that are kept in shared keys; the fields of a child that may be absent
  /// are only reported.
  @usableFromInline var kept: KeptFields<Parent>? {
    reduction.declarations.kept.map { kept in
      path.map { kept.lifted(through: $0) } ?? kept.absent(at: step)
    }
  }
}

/// The identity of a child, which distinguishes it from a replacement: its id and its case, if it
/// has them.
private struct ChildFingerprint<Child>: Equatable {
  let id: AnyID?
  let tag: Int?

  init(of child: Child, _ identity: ((Child) -> AnyID)?) {
    id = identity?(child)
    // Safe: the witnesses are the child type's.
    tag = unsafe EnumWitnesses(of: Child.self)?.tag(of: child)
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
