/// A feature in which something is alive: effects, subscriptions, throttles, or features below it
/// in which something is.
///
/// Features form a tree in the shape of the state. A `FeatureWalk` descends it after each action to
/// find what has left the state, and what is declared.
///
/// Used by the effect registry, which owns the outermost feature, and by the walk. Owns its
/// children. Do not add to one that has left the tree.
///
/// `@unchecked Sendable` is sound: only the loop of a store, on the main actor, uses its features.
@usableFromInline package final class Feature: @unchecked Sendable {
  /// Leads from the parent to this feature; `nil` for the outermost one.
  private(set) var component: PathComponent?
  /// This feature and its siblings; `nil` for the outermost one.
  private(set) var siblings: Siblings?
  // These are only assigned, never changed in place: then the compiler can prove exclusive access.
  private(set) var children: [Siblings] = []
  /// What the operators of this feature have declared.
  private var records: [(key: DeclarationKey, record: DeclarationRecord)] = []
  /// What is in flight in this feature; not listed for the outermost one, which is never removed.
  fileprivate(set) var inFlight: [Int: InFlight] = [:]
  /// What is in flight under an id that was given here or below.
  fileprivate(set) var ids: [AnyID: [Int: InFlight]] = [:]
  /// When the last throttled effect began, on its clock, and whether the time in which it holds
  /// others back has passed; by the id of the throttle.
  var throttles: [AnyID: (begun: any Sendable, isPast: () -> Bool)] = [:]

  var isRoot: Bool { component == nil }

  /// This feature and all above it.
  var lineage: some Sequence<Feature> { sequence(first: self) { $0.siblings?.parent } }

  var path: [PathComponent] { lineage.compactMap(\.component).reversed() }

  /// This feature and all below it.
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

  /// Whether a walk finds nothing here, except what the feature itself declares.
  var hasNothingBelow: Bool { children.isEmpty && throttles.isEmpty }

  // MARK: - Children

  /// The children of one operator; added if there are none.
  func children(of attachment: ChildAttachment) -> Siblings {
    if let known = knownChildren(of: attachment) { return known }
    let siblings = Siblings(attachment, of: self)
    children = children + [siblings]
    return siblings
  }

  func knownChildren(of attachment: ChildAttachment) -> Siblings? {
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

  /// Takes what is declared here, to end it.
  func takeRecords() -> [DeclarationRecord] {
    for siblings in children { siblings.seen = nil }
    children = children.filter { !$0.isUnused }
    let ended = records
    records = []
    return ended.map(\.record)
  }

  /// Takes the tree apart when the store has ended; returns what to release.
  ///
  /// What is in flight keeps its feature, which keeps the records of its subscriptions, which keep
  /// what they run.
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

/// The children that one operator attaches to a feature, and in which something is alive: one for
/// each element of a collection, or for each identity of any other child.
///
/// Used by the walk. Owned by the parent.
@usableFromInline final class Siblings {
  let attachment: ChildAttachment
  let parent: Feature
  private(set) var features: [AnyID?: Feature] = [:]
  /// Whether the operator declares something, so that the declarations of the parent lead here.
  var isDeclared = false
  /// The collection at the last walk, which tells what may have changed since; `nil` if everything
  /// may have, because something below can change without a change of the collection.
  var seen: CollectionChanges.Seen?

  fileprivate init(_ attachment: ChildAttachment, of parent: Feature) {
    self.attachment = attachment
    self.parent = parent
  }

  /// The feature of a child; without an id, there is only one. (Benchmark `sub10`.)
  @usableFromInline subscript(element: AnyID?) -> Feature? {
    element == nil ? features.first?.value : features[element]
  }

  @discardableResult
  func add(_ feature: Feature, _ element: AnyID?) -> Feature {
    feature.join(self, as: PathComponent(attachment, element: element))
    features[element] = feature
    return feature
  }

  /// Whether the parent does not need this object any more.
  var isUnused: Bool { features.isEmpty && (!isDeclared || seen == nil) }

  /// Removes a feature, unless another one has taken its place.
  fileprivate func remove(_ feature: Feature) -> Bool {
    guard let component = feature.component, features[component.element] === feature
    else { return false }
    features[component.element] = nil
    return true
  }
}

extension InFlight {
  /// Lists it in its feature, and under its ids in the features that gave these and those above.
  func list() {
    for id in ids {
      for feature in id.feature.lineage { feature.ids[id.id, default: [:]][serial] = self }
    }
    if !feature.isRoot { feature.inFlight[serial] = self }
  }

  /// Takes back `list`; returns ids to release.
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
