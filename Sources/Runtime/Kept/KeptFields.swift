import RatchetDependencies

/// Finds the *kept fields* of a reducer: those fields of its state that the operator
/// `kept(_:in:changed:)` synchronizes with shared keys.
///
/// Made by that operator, and combined by the operators around it. `KeptState`, which synchronizes
/// the fields, calls `find` when it is made.
@usableFromInline package struct KeptFields<State> {
  /// A function instead of a list, because it builds the bodies of features, which happens as late
  /// as possible.
  let find: (inout KeptSearch) -> [any KeptField<State>]

  init(_ find: @escaping (inout KeptSearch) -> [any KeptField<State>]) {
    self.find = find
  }

  /// The kept fields of several reducers of the same state; `nil` if none of them has any.
  @usableFromInline static func all(_ list: [KeptFields?]) -> KeptFields? {
    let all = list.compactMap { $0 }
    if all.count < 2 { return all.first }
    return KeptFields { search in all.flatMap { $0.find(&search) } }
  }

  /// The same fields, reached from the state of a parent whose child is always present.
  func lifted<Parent>(through path: WritableKeyPath<Parent, State>) -> KeptFields<Parent> {
    KeptFields<Parent> { search in find(&search).map { $0.lifted(through: path) } }
  }

  /// No fields, because the child may be absent: its kept fields are only reported.
  ///
  /// `attachment` identifies the operator that attaches the child, such as `ifLet` or `forEach`.
  func absent<Parent>(at attachment: ChildAttachment) -> KeptFields<Parent> {
    KeptFields<Parent> { search in
      // A feature may contain itself: without this, the search would not end.
      guard search.visited.insert(attachment).inserted else { return [] }
      for field in find(&search) { search.reject(field.link, below: attachment) }
      return []
    }
  }

  /// The same fields, found under other dependencies, which may have another storage.
  func under(_ dependencies: DerivedDependencies) -> KeptFields {
    KeptFields { search in
      dependencies.values(around: .current).withValues { find(&search) }
    }
  }
}

extension KeptField {
  /// Whether this and the other field are the same, or one is a part of the other; false for parts
  /// of a computed field, whose bytes are not known.
  fileprivate func overlaps(_ other: any KeptField<State>) -> Bool {
    if location == other.location { return true }
    guard let bytes, let otherBytes = other.bytes else { return false }
    return otherBytes.overlaps(bytes)
  }

  /// The bytes of the state that the field occupies; `nil` for a field that is computed, or has
  /// property observers.
  private var bytes: Range<Int>? {
    func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
    guard let start = MemoryLayout<State>.offset(of: location) else { return nil }
    return start..<start + _openExistential(type(of: location).valueType, do: size)
  }
}

/// One search for the kept fields of a reducer and its children; decides which can be kept.
///
/// Used by `KeptState` when it is made, as a store begins. Owns the reports of rejected fields.
struct KeptSearch {
  /// The operators with a child that may be absent, below which the search has already looked.
  fileprivate var visited: Set<ChildAttachment> = []
  /// Reports of fields that cannot be kept; `KeptState` calls these closures after the search.
  private(set) var reports: [() -> Void] = []
  /// The links (from field to storage) of the fields that can be kept, to find a second field for
  /// the same key.
  private var found: [any AnyKeptLink] = []

  /// Reports a kept field of a feature that may be absent.
  fileprivate mutating func reject(_ link: any AnyKeptLink, below attachment: ChildAttachment) {
    let misuse = KeptFieldMisuse.absentFeature(key: link.name, attachment: attachment.label)
    report(misuse.text, link)
  }

  /// Returns the fields that can be kept; reports the others.
  ///
  /// A key may have only one field, and the fields of different keys may not overlap.
  mutating func accepted<State>(_ fields: [any KeptField<State>]) -> [any KeptField<State>] {
    let fields = fields.filter { accepts($0.link) }
    var twice: Set<ObjectIdentifier> = []
    for (index, field) in fields.enumerated() {
      for other in fields[(index + 1)...] where field.overlaps(other) {
        twice.formUnion([ObjectIdentifier(field.link), ObjectIdentifier(other.link)])
        let misuse = KeptFieldMisuse.overlap(key: field.link.name, other: other.link.name)
        report(misuse.text, other.link)
      }
    }
    return fields.filter { !twice.contains(ObjectIdentifier($0.link)) }
  }

  /// Whether a field can be kept; if not, adds the reason to `reports`.
  ///
  /// A storage refuses a key if another key has its name or its location. It gives the reason only
  /// once for each name, so a later field with this name is rejected without a report.
  private mutating func accepts(_ link: any AnyKeptLink) -> Bool {
    guard link.findEntry(orReport: { text, _ in report(text, link) }) else { return false }
    if found.contains(where: { $0.keeps(link.name, in: link.storage) }) {
      report(KeptFieldMisuse.secondField(key: link.name).text, link)
      return false
    }
    found.append(link)
    return true
  }

  private mutating func report(_ text: String, _ link: any AnyKeptLink) {
    let origin = link.origin
    reports.append {
      RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
    }
  }
}
