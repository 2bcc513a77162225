/// The end of a long chain: all that the chain overrides, by key.
///
/// `@unchecked Sendable` is sound: both properties are constants of Sendable types.
final class Flattened: Entry, @unchecked Sendable {
  private let index: [ObjectIdentifier: Entry]
  /// The keys that were overridden since the scope began, the newest first.
  ///
  /// Values made from older overrides are those of another scope.
  private let keysOfScope: [ObjectIdentifier]

  init(_ chain: Entry) {
    var index: [ObjectIdentifier: Entry] = [:]
    var keysOfScope: [ObjectIdentifier] = []
    var link: Entry? = chain
    while let entry = link {
      let isInScope = entry.values === chain.values
      if let flattened = entry as? Flattened {
        if isInScope { keysOfScope += flattened.keysOfScope.filter { index[$0] == nil } }
        index.merge(flattened.index) { upper, _ in upper }
      } else if entry.key != Frame.key, index[entry.key] == nil {
        index[entry.key] = isInScope ? entry.copied() : entry.moved(before: nil, remark: nil)
        if isInScope { keysOfScope.append(entry.key) }
      }
      link = entry.next
    }
    self.index = index
    self.keysOfScope = keysOfScope
    super.init(
      key: ObjectIdentifier(Flattened.self), next: nil, frame: chain.frame, depth: 0, remark: nil)
  }

  override func indexed(_ key: ObjectIdentifier) -> Entry? { index[key] }

  override func owner(ofValueFrom needs: Set<ObjectIdentifier>) -> Entry? {
    keysOfScope.first(where: needs.contains).flatMap { index[$0] }
  }
}
