/// Runs a child's reducer on the child's part of its parent's state, and embeds the child's effects
/// in the parent.
///
/// Also removes a child that is dismissed, and makes what the child declares (its subscriptions,
/// and its fields that are kept in shared keys) declarations of the parent.
///
/// Used by the operators that attach one child (`Scope`, `ifLet`, `ifCaseLet`), which own it. Owns
/// the child's reduction, the form of its reducer that a store runs.
///
/// The code that runs for each action is inlinable, here and in the operators: generic code that
/// the compiler cannot specialize for the user's types takes five times as long, mostly for type
/// look-ups. This is a class so that the closures in that code do not copy it.
@usableFromInline
final class ChildFeature<Parent, ParentAction: Sendable, Child, ChildAction: Sendable> {
  @usableFromInline let state: ChildState<Parent, Child>
  /// The path to the state of a child that is always present; `nil` if the child may be absent.
  @usableFromInline let path: WritableKeyPath<Parent, Child>?
  /// Why the child is absent, for the report of an action sent to it.
  private let absence: ActionForAbsentChild.Reason
  /// Reads the child's id; `nil` if it has none, or is always present.
  @usableFromInline let identity: ((Child) -> AnyID)?
  /// The component from the parent to the child in feature paths; leads the walk that finds removed
  /// features from the parent's state to the child's.
  @usableFromInline let attachment: ChildAttachment
  @usableFromInline let reduction: Reduction<Child, ChildAction>
  /// Wraps the child's actions in the parent's.
  private let embed: @Sendable (ChildAction) -> ParentAction

  @usableFromInline init(
    _ state: ChildState<Parent, Child>, at source: ChildAttachment.Source,
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
    // Without a declaration, the walk only finds features that have left, and starts nothing.
    attachment = ChildAttachment(source, to: Child.self, isStored: state.isStored) {
      (parent: Parent, attachment, walk) in
      Self.visit(parent, read, identity, at: attachment, declaring: nil, &walk) { _, _, _ in }
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
      // Embedded after the child has run: the effect belongs to the identity the child then has.
      if !effect.isNone { result = embedded(effect, from: child) }
    }
    return isPresent ? result : absent()
  }

  /// The child's effect as an effect of the parent, in the feature of the child's identity.
  @usableFromInline
  func embedded(_ effect: Effect<ChildAction>, from child: Child) -> Effect<ParentAction> {
    effect.embedded(in: PathComponent(attachment, element: identity?(child)), embed)
  }

  /// Returns the report of an action for an absent child, as an effect.
  @usableFromInline
  func absent() -> Effect<ParentAction> {
    Effect(.absent(ActionForAbsentChild(component: PathComponent(attachment), reason: absence)))
  }

  // MARK: - Dismissing

  /// Runs the parent's reducer (`base`) for the child's dismissal and then removes the child.
  ///
  /// If the parent has replaced it with a child with another id or of another case, the new one
  /// stays. An absent child is reported, and `base` still runs.
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

  /// The id and the case of the child in a parent's state; `nil` if the child is absent.
  private func fingerprint(in parent: Parent) -> ChildFingerprint<Child>? {
    var fingerprint: ChildFingerprint<Child>?
    _ = state.read(parent) { fingerprint = ChildFingerprint(of: $0, identity) }
    return fingerprint
  }

  // MARK: - Declarations

  /// The child's declarations, as declarations of the parent.
  ///
  /// For a child that `ifLet` presents, `present` gives the effect of a subscription the action
  /// that removes the child, which the dependency `dismiss` sends.
  @inlinable
  func declarations(
    present: @escaping (Effect<ParentAction>) -> Effect<ParentAction> = { $0 }
  ) -> Declarations<Parent> {
    reduction.declarations.ofParent(
      running: reduction.declarations.running.map { declaration(of: $0, present) },
      at: attachment, through: path)
  }

  /// A declaration of the child as a declaration of its parent.
  @inlinable
  func declaration(
    of inner: Declaration<Child>,
    _ present: @escaping (Effect<ParentAction>) -> Effect<ParentAction>
  ) -> Declaration<Parent> {
    let read = state.read
    return Declaration(at: inner.origin) { [self] parent, walk in
      Self.visit(parent, read, identity, at: attachment, declaring: inner, &walk) {
        walk, firstStart, child in
        embedStarts(walk, from: firstStart, child, present)
      }
    }
  }

  /// Leads a walk from a parent's state to the child.
  ///
  /// If the child is present, visits its declaration, if one is given, and the features below it in
  /// which something is alive. If that has found subscriptions to start, which have the numbers
  /// from `firstStart` on, calls `embed`, which embeds their effects in the parent. At the end, all
  /// other identities that the child has had count as removed.
  ///
  /// Static, because the attachment, which this object owns, must not own this object.
  @inlinable
  static func visit(
    _ parent: Parent, _ read: @escaping (Parent, (Child) -> Void) -> Bool,
    _ identity: ((Child) -> AnyID)?,
    at attachment: ChildAttachment, declaring declaration: Declaration<Child>?,
    _ walk: inout FeatureWalk,
    embed: (_ walk: FeatureWalk, _ firstStart: Int, _ child: Child) -> Void
  ) {
    // One feature for each identity that the child has had and in which something is alive.
    let siblings = walk.children(of: attachment)
    var present: Feature?
    _ = read(parent) { child in
      let firstStart = walk.startCount
      let element = identity?(child)
      present = walk.visitChild(attachment, element, known: siblings?[element]) { walk in
        declaration?.visit(child, &walk)
        walk.visitChildren(of: child)
      }
      if walk.startCount > firstStart { embed(walk, firstStart, child) }
    }
    walk.endVisit(of: siblings, at: attachment, present: present, isDeclared: declaration != nil)
  }

  /// Embeds in the parent the effects of the child's subscriptions to start, those from number
  /// `firstStart` on.
  @usableFromInline
  func embedStarts(
    _ walk: FeatureWalk, from firstStart: Int, _ child: Child,
    _ present: (Effect<ParentAction>) -> Effect<ParentAction>
  ) {
    walk.embedStarts(from: firstStart) { present(embedded(Effect($0), from: child)).tree }
  }
}

/// What distinguishes a child from its replacement: its id and its case, if it has them.
private struct ChildFingerprint<Child>: Equatable {
  let id: AnyID?
  let `case`: CaseID?

  init(of child: Child, _ identity: ((Child) -> AnyID)?) {
    id = identity?(child)
    `case` = CaseID(of: child)
  }
}

extension Effect {
  /// This child effect as an effect of the parent; `component` leads from the parent to the child.
  func embedded<ParentAction: Sendable>(
    in component: PathComponent, _ embed: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    Effect<ParentAction>(.scoped(map(embed).tree, component))
  }
}
