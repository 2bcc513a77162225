/// A feature in which something is alive: effects, subscriptions, throttles, or features below it
/// in which something is.
///
/// Features form a tree in the shape of the state. A `FeatureWalk` descends the tree and the state
/// after each action to find which features have left the state, and what is declared.
///
/// Used by the effect registry, which owns the outermost feature, and by the walk. Owns its
/// children. Do not add anything to a feature that has left the tree.
///
/// `@unchecked Sendable` is sound: only the loop of a store, on the main actor, uses its features.
@usableFromInline package final class Feature: @unchecked Sendable {
  /// Leads from the parent to this feature; `nil` for the outermost one.
  private(set) var component: PathComponent?
  /// The list of children of the parent that has this feature; `nil` for the outermost one.
  private(set) var siblings: Siblings?
  // The next two are only assigned, never changed in place: then the compiler can prove exclusive
  // access.
  /// The children, in one list for each operator that attaches them.
  private(set) var children: [Siblings] = []
  /// What the operators of this feature have declared.
  private var records: [(key: DeclarationKey, record: DeclarationRecord)] = []
  /// What is in flight in this feature, by serial number; empty for the outermost one, which is
  /// never removed.
  fileprivate(set) var inFlight: [Int: InFlight] = [:]
  /// What a cancel of an id in this feature reaches, by serial number: what is in flight under the
  /// id, if the id was given in this feature or below it.
  fileprivate(set) var ids: [AnyID: [Int: InFlight]] = [:]
  /// By the id of a throttle: when its last effect began, on the throttle's clock, and whether the
  /// time in which that effect delays others is over.
  var throttles: [AnyID: (begun: any Sendable, isPast: () -> Bool)] = [:]

  var isRoot: Bool { component == nil }

  /// This feature and all above it, from the bottom up.
  var lineage: some Sequence<Feature> { sequence(first: self) { $0.siblings?.parent } }

  var path: [PathComponent] { lineage.compactMap(\.component).reversed() }

  /// This feature and all below it, each before its children.
  var tree: [Feature] {
    var found = [self]
    var next = 0
    while next < found.count {
      for siblings in found[next].children { found += siblings.features.values }
      next += 1
    }
    return found
  }

  // MARK: - What is alive

  /// Whether nothing is alive here or below.
  var isUnused: Bool { hasNothingBelow && inFlight.isEmpty && records.isEmpty }

  /// Whether a walk has nothing to visit here, apart from what the feature itself declares: no
  /// children, and no throttles to check.
  var hasNothingBelow: Bool { children.isEmpty && throttles.isEmpty }

  // MARK: - Children

  /// The list of the children of one operator; makes it if there is none.
  func children(of attachment: ChildAttachment) -> Siblings {
    if let known = knownChildren(of: attachment) { return known }
    let siblings = Siblings(attachment, of: self)
    children = children + [siblings]
    return siblings
  }

  func knownChildren(of attachment: ChildAttachment) -> Siblings? {
    // First by identity: equality takes longer.
    children.first { $0.attachment === attachment }
      ?? children.first { $0.attachment == attachment }
  }

  func child(_ component: PathComponent) -> Feature {
    let siblings = children(of: component.attachment)
    return siblings[component.element] ?? siblings.add(Feature(), component.element)
  }

  fileprivate func join(_ siblings: Siblings, as component: PathComponent) {
    self.siblings = siblings
    self.component = component
  }

  /// Leaves the tree if nothing is alive here; returns whether it did.
  func leaveIfUnused() -> Bool {
    guard isUnused, let siblings, siblings.remove(self) else { return false }
    if siblings.isUnused {
      siblings.parent.children = siblings.parent.children.filter { $0 !== siblings }
    }
    return true
  }

  // MARK: - Declarations

  func record(of key: DeclarationKey) -> DeclarationRecord? {
    records.first { $0.key === key }?.record
  }

  func set(_ record: DeclarationRecord?, of key: DeclarationKey) {
    let others = records.filter { $0.key !== key }
    records = record.map { others + [(key, $0)] } ?? others
  }

  /// Removes and returns the records of what is declared here; the caller ends what they declare.
  func takeRecords() -> [DeclarationRecord] {
    // The children of this feature are not declared any more: empty lists of them are not needed.
    for siblings in children { siblings.seen = nil }
    children = children.filter { !$0.isUnused }
    let ended = records
    records = []
    return ended.map(\.record)
  }

  /// Takes the tree apart when the store has ended; returns what to release.
  ///
  /// This breaks a cycle of references: an entry in flight retains its feature, the feature the
  /// records of its subscriptions, and a record the cascade of its subscription.
  func takeApart() -> [Any] {
    let features = tree
    let released: [Any] = features.map { ($0, $0.records, $0.throttles) }
    for feature in features {
      (feature.children, feature.siblings) = ([], nil)
      (feature.records, feature.throttles) = ([], [:])
    }
    return released
  }
}

/// The children that one operator attaches to a feature, and in which something is alive.
///
/// These are one feature for each element of a collection, or for each identity that any other
/// child has had. Used by the walk. Owned by the parent.
@usableFromInline final class Siblings {
  let attachment: ChildAttachment
  let parent: Feature
  private(set) var features: [AnyID?: Feature] = [:]
  /// Whether the child's reducer declares something: then the declarations of the parent lead the
  /// walk to these children.
  var isDeclared = false
  /// The stamps and the count of the collection at the last walk, by which the next walk finds the
  /// elements that have changed.
  ///
  /// `nil` if the next walk must visit all elements, because something below them can change
  /// without a change of the collection.
  var seen: CollectionChanges.Seen?

  fileprivate init(_ attachment: ChildAttachment, of parent: Feature) {
    self.attachment = attachment
    self.parent = parent
  }

  /// The feature of a child.
  // Without an id, there is only one child: this saves a look-up. (Benchmark `sub10`.)
  @usableFromInline subscript(element: AnyID?) -> Feature? {
    element == nil ? features.first?.value : features[element]
  }

  @discardableResult
  func add(_ feature: Feature, _ element: AnyID?) -> Feature {
    feature.join(self, as: PathComponent(attachment, element: element))
    features[element] = feature
    return feature
  }

  /// Whether the parent does not need this list any more: it is empty, and `seen` saves no visits.
  var isUnused: Bool { features.isEmpty && (!isDeclared || seen == nil) }

  /// Removes a feature; returns false if it is not listed, or another one has taken its place.
  fileprivate func remove(_ feature: Feature) -> Bool {
    guard let component = feature.component, features[component.element] === feature
    else { return false }
    features[component.element] = nil
    return true
  }
}

extension InFlight {
  /// Lists this in its feature, and under each of its ids in the feature that gave the id and in
  /// all features above that one, from which a cancel also reaches it.
  func list() {
    for id in ids {
      for feature in id.feature.lineage { feature.ids[id.id, default: [:]][serial] = self }
    }
    if !feature.isRoot { feature.inFlight[serial] = self }
  }

  /// Removes this from the lists that `list` has added it to; returns ids to release.
  func unlist() -> [AnyID] {
    var released: [AnyID] = []
    for id in ids {
      for feature in id.feature.lineage {
        guard let index = feature.ids.index(forKey: id.id) else { continue }
        feature.ids.values[index][serial] = nil
        // The key is the id of the first entry listed under it, which may have ended long ago.
        if feature.ids.values[index].isEmpty { released.append(feature.ids.remove(at: index).key) }
      }
    }
    if !feature.isRoot { feature.inFlight[serial] = nil }
    return released
  }
}
