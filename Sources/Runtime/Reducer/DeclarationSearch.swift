import RatchetDependencies

/// Tells from the type of a reducer what the reducer, or a reducer inside it, may declare:
/// subscriptions, or fields of the state that are kept in shared keys.
///
/// Used by `Declarations`, for reducers whose bodies are not built yet. It looks only at types,
/// because bodies are built as late as possible: a feature in which no reducer declares anything
/// must not be built to find that out, and costs nothing.
enum DeclarationSearch {
  private static let found = Locked<[ObjectIdentifier: DeclarationKinds]>([:])

  /// Returns the kinds of declarations that a reducer of this type, or a reducer inside it, may
  /// have.
  static func kinds(in type: any Reducer.Type) -> DeclarationKinds {
    let key = ObjectIdentifier(type)
    if let known = found.withLock({ $0[key] }) { return known }
    // Outside of the lock, because the search calls user code: `componentTypes`.
    let kinds = search(type)
    found.withLock { $0[key] = kinds }
    return kinds
  }

  private static func search(_ type: any Reducer.Type) -> DeclarationKinds {
    var kinds: DeclarationKinds = []
    var seen: Set<ObjectIdentifier> = []
    var rest = [type]
    while let next = rest.popLast() {
      // A feature may contain itself; without this check the search would not end.
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      if let next = next as? any DeclaringReducer.Type { kinds.formUnion(next.kinds) }
      if kinds == .all { break }
      rest += next.componentTypes
    }
    return kinds
  }
}

/// Stands among the component types of an operator for what the operator itself declares.
@usableFromInline protocol DeclaringReducer: Reducer<Never, Never> {
  static var kinds: DeclarationKinds { get }
}

extension DeclaringReducer {
  @usableFromInline func reduce(into state: inout Never, action: Never) -> Effect<Never> {}
}

@usableFromInline enum DeclaresRunning: DeclaringReducer {
  @usableFromInline static var kinds: DeclarationKinds { .running }
}

@usableFromInline enum DeclaresStorage: DeclaringReducer {
  @usableFromInline static var kinds: DeclarationKinds { [.running, .storage] }
}

/// Also stands for a reducer whose type is erased.
@usableFromInline enum DeclaresAnything: DeclaringReducer {
  @usableFromInline static var kinds: DeclarationKinds { .all }
}
