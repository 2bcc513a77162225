import RatchetDependencies

// The rule: when a child leaves the state of its parent, its effects and subscriptions, and those
// of the features below it, end before the next action is reduced; and which subscriptions run is a
// function of the state. One walk after each action finds both.

/// Finds what has changed, in a walk through a state after an action.
///
/// Follows the features in which something is alive and those that declare something. Finds the
/// features that have left the state, and what they and the others no longer declare, or declare
/// newly.
///
/// Used by the store's loop; the operators lead it from a parent to its children. Owns what it
/// finds. Do not start, stop, report or release anything during the walk, which can run user code:
/// `EffectRegistry.apply` does what it has found. Recurses once for each level of state.
@usableFromInline package struct FeatureWalk {
  /// What a walk has found; an object, made for the first finding, because mostly there is none.
  final class Findings {
    /// The features that are not in the state, without those below them.
    var left: [Feature] = []
    /// Features in which nothing may be alive any more.
    var idle: [Feature] = []
    var starts: [Subscription] = []
    var stops: [Subscription] = []
    /// What else to do at the end: reports, and what features have to do when they leave.
    var last: [() -> Void] = []
    /// User values that are kept until the end, because a `deinit` is user code.
    var released: [Any] = []
  }

  private(set) var existingFindings: Findings?
  /// The number of starts so far.
  @usableFromInline private(set) var startCount = 0
  /// The feature that is visited, if something is alive in it.
  @usableFromInline var feature: Feature?
  /// Whether what is declared is compared; if not, the walk only finds the features that have left.
  let isComparing: Bool
  /// Whether a child was visited that can change although no collection around it does: one that is
  /// computed or an object, or whose condition reads a shared key.
  private var sawUntracked = false
  /// The dependencies of the feature that is visited, if an operator has changed them; `nil` if the
  /// dependencies in force are the right ones.
  @usableFromInline var values: DependencyValues?
  /// Tells whether a condition has read something outside of the state.
  private let reads: (any ReadCounter)?

  init(from root: Feature, isComparing: Bool, reads: (any ReadCounter)?) {
    feature = root
    self.isComparing = isComparing
    self.reads = reads
  }

  private var findings: Findings {
    mutating get {
      if let existingFindings { return existingFindings }
      let made = Findings()
      existingFindings = made
      return made
    }
  }

  /// Visits the children in which something is alive, except those that the declarations of the
  /// feature lead to.
  @usableFromInline mutating func visitChildren<State>(of state: State) {
    guard let feature, !feature.hasNothingBelow else { return }
    if !feature.throttles.isEmpty, !feature.isRoot { findings.idle.append(feature) }
    for siblings in feature.children where !(siblings.isDeclared && isComparing) {
      siblings.attachment.visitChildren(of: state, &self)
    }
  }

  // MARK: - One child

  /// The features of a child, one for each identity, if something is alive in any.
  @usableFromInline func children(of attachment: ChildAttachment) -> Siblings? {
    feature?.knownChildren(of: attachment)
  }

  /// Visits a child, in whose feature something is alive if it is `known`; returns the feature,
  /// which is made if the child declares something.
  @usableFromInline mutating func visitChild(
    _ attachment: ChildAttachment, _ element: AnyID?, known: Feature?,
    _ visit: (inout FeatureWalk) -> Void
  ) -> Feature? {
    let parent = exchange(&feature, with: known)
    visit(&self)
    let child = exchange(&feature, with: parent)
    if let child, child !== known {
      let siblings = visitedFeature().children(of: attachment)
      siblings.add(child, element)
      siblings.isDeclared = true
    }
    return child
  }

  /// Ends the visit of a single child: all its other identities have left.
  @usableFromInline mutating func endVisit(
    of siblings: Siblings?, at attachment: ChildAttachment, present: Feature?, isDeclared: Bool
  ) {
    if !attachment.isStored { sawUntracked = true }
    guard let siblings else { return }
    if isDeclared { siblings.isDeclared = true }
    if siblings.features.count == (present == nil ? 0 : 1) { return }
    findings.left += siblings.features.values.filter { $0 !== present }
  }

  /// The feature that is visited, which is made if nothing was alive in it.
  private mutating func visitedFeature() -> Feature {
    if let feature { return feature }
    let made = Feature()
    feature = made
    return made
  }

  // MARK: - The elements of a collection

  /// Visits the elements that may have left, and those that may have changed; `embed` is called for
  /// each one that has started something.
  ///
  /// Without the collection's record of its changes, an action of one element would take time for
  /// all of them.
  mutating func visitElements<Rows: FeatureCollection>(
    of rows: Rows, at attachment: ChildAttachment, _ declaration: Declaration<Rows.Element>?,
    inPath: Bool, embed: (_ walk: FeatureWalk, _ first: Int, _ id: Rows.ID) -> Void
  ) where Rows.ID: Sendable {
    let isDeclared = declaration != nil
    let known = feature?.knownChildren(of: attachment)
    let (elements, changes) = (rows.storage, rows.changes)
    if known == nil, !isDeclared || elements.isEmpty { return }
    let siblings = known ?? visitedFeature().children(of: attachment)
    if isDeclared { siblings.isDeclared = true }
    let hadSeenUntracked = exchange(&sawUntracked, with: !attachment.isStored)
    let readsBefore = reads?.count

    func visit(_ position: Int, _ id: Rows.ID, _ element: AnyID, _ known: Feature?) {
      let first = startCount
      _ = visitChild(attachment, element, known: known) { walk in
        if let declaration, inPath {
          ElementPath.adding(element) { declaration.visit(elements[position], &walk) }
        } else {
          declaration?.visit(elements[position], &walk)
        }
        walk.visitChildren(of: elements[position])
      }
      if startCount > first { embed(self, first, id) }
    }
    func visit(_ position: Int) {
      let id = rows.id(at: position)
      let element = AnyID(id)
      let known = siblings[element]
      if known != nil || isDeclared { visit(position, id, element, known) }
    }
    func visit(_ feature: Feature, findsOnly: Bool = false) {
      guard let element = feature.component?.element, let id = element.cast(to: Rows.ID.self),
        let position = rows.index(id: id)
      else { return findings.left.append(feature) }
      if !findsOnly { visit(position, id, element, feature) }
    }

    let changed = changes.changed(since: siblings.seen, count: elements.count)
    switch changed {
    case .some(let one, let other, let added):
      if one >= 0 { visit(one) }
      if other >= 0 { visit(other) }
      for position in added { visit(position) }
    case .all, .allPresent:
      for feature in siblings.features.values
      where changed == .all || !feature.children.isEmpty {
        // Those that are declared are visited below, in order.
        visit(feature, findsOnly: isDeclared)
      }
      if isDeclared { for position in elements.indices { visit(position) } }
    }
    if reads?.count != readsBefore { sawUntracked = true }
    if isComparing || !siblings.isDeclared {
      siblings.seen = sawUntracked ? nil : (changes.stamps, elements.count)
    }
    sawUntracked = hadSeenUntracked || sawUntracked
  }

  // MARK: - What is found

  @usableFromInline func record(of key: DeclarationKey) -> DeclarationRecord? {
    feature?.record(of: key)
  }

  @usableFromInline mutating func set(_ record: DeclarationRecord?, of key: DeclarationKey) {
    let feature = visitedFeature()
    feature.set(record, of: key)
    if record == nil { findings.idle.append(feature) }
  }

  /// Adds a subscription that is to start; makes its effect under the dependencies of its feature.
  mutating func start<Action>(_ id: AnyID?, _ effect: () -> Effect<Action>) -> Subscription {
    let effect = (values.map { $0.withValues(effect) } ?? effect()).tree
    let subscription = Subscription(id, effect)
    findings.starts.append(subscription)
    startCount += 1
    return subscription
  }

  mutating func stop(_ subscription: Subscription) {
    findings.stops.append(subscription)
  }

  /// Keeps a user value that no record holds any more, so that it is released at the end.
  mutating func release(_ value: Any) {
    findings.released.append(value)
  }

  /// Calls a closure at the end, after subscriptions have stopped and started: for a report, which
  /// prints a user value, and for what a feature has to do when it leaves.
  mutating func atEnd(_ body: @escaping () -> Void) {
    findings.last.append(body)
  }

  /// Ends what a record declares; sets it to `nil`.
  mutating func endRecord(_ record: inout DeclarationRecord?) {
    record.take()?.end(&self)
  }

  /// Changes the effects that were started since the one with number `first`: they are a child's,
  /// or run under the dependencies of an operator.
  func embedStarts(from first: Int, _ transform: (EffectTree) -> EffectTree) {
    for subscription in existingFindings?.starts[first...] ?? [] {
      subscription.effect = transform(subscription.effect)
    }
  }

  /// Takes the features that have left and all below them, and ends what they declare.
  mutating func takeLeft() -> [Feature] {
    guard let existingFindings, !existingFindings.left.isEmpty else { return [] }
    let left = exchange(&existingFindings.left, with: []).flatMap(\.tree)
    for feature in left {
      for record in feature.takeRecords() {
        record.end(&self)
        release(record)
      }
    }
    return left
  }
}

/// Counts the reads of values that are outside of the state, such as those of shared keys.
protocol ReadCounter: AnyObject {
  var count: Int { get }
}
