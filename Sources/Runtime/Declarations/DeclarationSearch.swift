import RatchetDependencies

/// Looks for reducers that declare something, by the types that reducers are made of.
///
/// By types, because the bodies of features are built as late as possible: one that declares
/// nothing, at no depth, must not be built to find that out, and costs nothing.
enum DeclarationSearch {
  private static let found = Locked<[ObjectIdentifier: DeclarationKinds]>([:])

  /// What a reducer of this type may declare, or one that it is made of.
  static func kinds(in type: any Reducer.Type) -> DeclarationKinds {
    let key = ObjectIdentifier(type)
    if let known = found.withLock({ $0[key] }) { return known }
    // Outside of the lock, because it calls code of the user's.
    let kinds = search(type)
    found.withLock { $0[key] = kinds }
    return kinds
  }

  private static func search(_ type: any Reducer.Type) -> DeclarationKinds {
    var kinds: DeclarationKinds = []
    var seen: Set<ObjectIdentifier> = []
    var rest = [type]
    while let next = rest.popLast() {
      // Features may contain themselves.
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      if let next = next as? any DeclaringReducer.Type { kinds.formUnion(next.kinds) }
      if kinds == .all { break }
      rest += next.componentTypes
    }
    return kinds
  }
}

/// A reducer that may declare something itself.
protocol DeclaringReducer: Reducer {
  static var kinds: DeclarationKinds { get }
}
