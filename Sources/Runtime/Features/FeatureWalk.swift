import RatchetDependencies

// The rule: when a child leaves the state of its parent, its effects and subscriptions, and those
// of the features below it, end before the next action is reduced; and which subscriptions run is a
// function of the state. One walk after each action finds both.

/// Finds what has changed, in a walk through a state after an action.
///
/// Descends the state and the tree of `Feature`s together, to the features in which something is
/// alive and to those that declare something. Finds the features that have left the state, and what
/// is no longer declared, or newly declared.
///
/// Used by the store's loop. The operators lead it from a parent to its children: they call
/// `visitChild` or `visitElements`. Owns what it finds. Do not start, stop, report or release
/// anything during the walk, because that can run user code: `EffectRegistry.apply` does it at the
/// end. The walk recurses once for each level of state.
@usableFromInline package struct FeatureWalk {
  /// What a walk has found; an object, made for the first finding, because mostly there is none.
  final class Findings {
    /// The features that have left the state, without those below them.
    var left: [Feature] = []
    /// Features that may have nothing alive in them any more; checked at the end.
    var idle: [Feature] = []
    var starts: [Subscription] = []
    var stops: [Subscription] = []
    /// What else to do at the end: reports, and what features have to do when they leave.
    var finalSteps: [() -> Void] = []
    /// User values that are kept until the end, because a `deinit` is user code.
    var released: [Any] = []
  }

  private(set) var existingFindings: Findings?
  /// The number of subscriptions to start that were found so far.
  @usableFromInline private(set) var startCount = 0
  /// The feature that is visited; `nil` if nothing is alive in it, so there is no object for it.
  @usableFromInline var feature: Feature?
  /// Whether what is declared is compared; if not, the walk only finds features that have left.
  let isComparing: Bool
  /// Whether a child was visited that can change although no collection around it does.
  ///
  /// Such a child is computed or an object, or a condition of its subscriptions reads a shared key.
  /// The next walk must then visit all elements of the collections around it.
  private var sawUntracked = false
  /// The dependencies of the feature that is visited, if an operator has changed them; `nil` if the
  /// dependencies in force are the right ones.
  @usableFromInline var values: DependencyValues?
  /// Counts the reads of shared keys, which are outside of the state; `nil` if none can occur.
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
  /// feature lead to: these are visited when the declarations are compared.
  @usableFromInline mutating func visitChildren<State>(of state: State) {
    guard let feature, !feature.hasNothingBelow else { return }
    // Throttles whose time is over are forgotten at the end, because they keep their feature in the
    // tree. The root always stays there; the registry checks its throttles as their number grows.
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

  /// Visits a child by calling a closure; `known` is its feature, if something is alive in it.
  ///
  /// Returns the known feature, or a new one if the child has declared something, or else `nil`.
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

  /// Ends the visit of a child that is not in a collection: the features of the child's earlier
  /// identities have left.
  @usableFromInline mutating func endVisit(
    of siblings: Siblings?, at attachment: ChildAttachment, present: Feature?, isDeclared: Bool
  ) {
    if !attachment.isStored { sawUntracked = true }
    guard let siblings else { return }
    if isDeclared { siblings.isDeclared = true }
    // Usually, the present child has the only feature.
    if siblings.features.count == (present == nil ? 0 : 1) { return }
    findings.left += siblings.features.values.filter { $0 !== present }
  }

  /// The feature that is visited; makes an object for it if there is none.
  private mutating func visitedFeature() -> Feature {
    if let feature { return feature }
    let made = Feature()
    feature = made
    return made
  }

  // MARK: - The elements of a collection

  /// Visits the elements of a collection that may have changed, and finds those that have left.
  ///
  /// If the collection knows which elements have changed since the last walk (`changes`), visits
  /// only these: an action of one element would otherwise take time for all of them. If not, checks
  /// each known feature, and visits all elements if their reducer declares something.
  ///
  /// `setsElementPath` says whether to add the element's id to `ElementPath` while its declaration
  /// is visited. `embed` is called for each element with subscriptions to start, which have the
  /// numbers from `firstStart` on, to embed their effects in the parent.
  mutating func visitElements<Rows: FeatureCollection>(
    of rows: Rows, at attachment: ChildAttachment,
    declaring declaration: Declaration<Rows.Element>?, setsElementPath: Bool,
    embed: (_ walk: FeatureWalk, _ firstStart: Int, _ id: Rows.ID) -> Void
  ) where Rows.ID: Sendable {
    let isDeclared = declaration != nil
    let known = feature?.knownChildren(of: attachment)
    let (elements, changes) = (rows.storage, rows.changes)
    // Nothing is alive in an element, and nothing is declared for one.
    if known == nil, !isDeclared || elements.isEmpty { return }
    let siblings = known ?? visitedFeature().children(of: attachment)
    if isDeclared { siblings.isDeclared = true }
    // Until the end of this method, `sawUntracked` is about this collection only.
    let hadSeenUntracked = exchange(&sawUntracked, with: !attachment.isStored)
    let readsBefore = reads?.count

    func visitElement(_ position: Int, _ id: Rows.ID, _ element: AnyID, _ known: Feature?) {
      let firstStart = startCount
      _ = visitChild(attachment, element, known: known) { walk in
        if let declaration, setsElementPath {
          ElementPath.adding(element) { declaration.visit(elements[position], &walk) }
        } else {
          declaration?.visit(elements[position], &walk)
        }
        walk.visitChildren(of: elements[position])
      }
      if startCount > firstStart { embed(self, firstStart, id) }
    }
    func visitIfNeeded(at position: Int) {
      let id = rows.id(at: position)
      let element = AnyID(id)
      let known = siblings[element]
      if known != nil || isDeclared { visitElement(position, id, element, known) }
    }
    // Finds out whether the element of a feature has left; if not, visits the element.
    func check(_ feature: Feature) {
      guard let element = feature.component?.element, let id = element.cast(to: Rows.ID.self),
        let position = rows.index(id: id)
      else { return findings.left.append(feature) }
      // Elements that declare something are visited below, in their order.
      if !isDeclared { visitElement(position, id, element, feature) }
    }

    let changed = changes.changed(since: siblings.seen, count: elements.count)
    switch changed {
    case .some(let one, let other, let added):
      // A negative position means none.
      if one >= 0 { visitIfNeeded(at: one) }
      if other >= 0 { visitIfNeeded(at: other) }
      for position in added { visitIfNeeded(at: position) }
    case .all, .allPresent:
      // If all are present, only features below the elements can have left.
      for feature in siblings.features.values
      where changed == .all || !feature.children.isEmpty {
        check(feature)
      }
      if isDeclared { for position in elements.indices { visitIfNeeded(at: position) } }
    }
    if reads?.count != readsBefore { sawUntracked = true }
    // The next walk skips the elements that have not changed since. A walk that does not compare
    // has not seen what the elements declare now, so it does not set this.
    if isComparing || !siblings.isDeclared {
      siblings.seen = sawUntracked ? nil : (changes.stamps, elements.count)
    }
    sawUntracked = hadSeenUntracked || sawUntracked
  }

  // MARK: - What is found

  /// The record of what one operator, identified by the key, declared in the visited feature when
  /// it was last compared; `nil` if it declared nothing.
  @usableFromInline func record(of key: DeclarationKey) -> DeclarationRecord? {
    feature?.record(of: key)
  }

  /// Replaces that record by what the operator declares now, `nil` for nothing.
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
    findings.finalSteps.append(body)
  }

  /// Ends what a record lists, such as subscriptions; sets the record to `nil`.
  mutating func endRecord(_ record: inout DeclarationRecord?) {
    record.take()?.end(&self)
  }

  /// Changes the effects of the subscriptions that were found from number `first` on: embeds those
  /// of a child in the parent, or sets the dependencies of an operator.
  func embedStarts(from first: Int, _ transform: (EffectTree) -> EffectTree) {
    for subscription in existingFindings?.starts[first...] ?? [] {
      subscription.effect = transform(subscription.effect)
    }
  }

  /// Removes the features that have left from the findings, and ends what they declare; returns
  /// them and all features below them.
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
