import RatchetDependencies

/// Finds, from the type of a reducer, what the reducer or a reducer inside it may declare, such as
/// subscriptions.
///
/// Used by `Declarations`, for reducers whose bodies are not built yet, and by `RowFeatures`. The
/// search looks only at types, because bodies are built as late as possible: a feature in which no
/// reducer declares anything is not built just to find that out.
enum DeclarationSearch {
  /// The results so far, by type.
  private static let found = Locked<[ObjectIdentifier: DeclarationKinds]>([:])

  /// Returns the kinds of declarations that a reducer of this type, or a reducer inside it, may
  /// have.
  static func kinds(in type: any Reducer.Type) -> DeclarationKinds {
    let key = ObjectIdentifier(type)
    if let known = found.withLock({ $0[key] }) { return known }
    // Outside the lock, because the search calls user code: `componentTypes`.
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

/// A marker among the `componentTypes` of an operator: says what the operator itself declares.
///
/// A marker is a reducer because component types are reducers. It has no values and never runs.
@usableFromInline protocol DeclaringReducer: Reducer<Never, Never> {
  static var kinds: DeclarationKinds { get }
}

extension DeclaringReducer {
  @usableFromInline func reduce(into state: inout Never, action: Never) -> Effect<Never> {}
}

/// The operator declares subscriptions.
@usableFromInline enum DeclaresRunning: DeclaringReducer {
  @usableFromInline static var kinds: DeclarationKinds { .running }
}

/// The operator declares a storage of shared values.
@usableFromInline enum DeclaresStorage: DeclaringReducer {
  @usableFromInline static var kinds: DeclarationKinds { [.running, .storage] }
}

/// The operator may declare anything, or the type of a reducer inside it is erased.
@usableFromInline enum DeclaresAnything: DeclaringReducer {
  @usableFromInline static var kinds: DeclarationKinds { .all }
}
