import RatchetDependencies

/// Looks for reducers that declare subscriptions, by the types that reducers are made of.
///
/// By types, because the bodies of features are built as late as possible: one that declares
/// nothing, at no depth, must not be built to find that out, and costs nothing.
enum SubscriptionSearch {
  private static let found = Locked<[ObjectIdentifier: Bool]>([:])

  /// Whether a reducer of this type may declare subscriptions, or one that it is made of.
  static func mayFind(in type: any Reducer.Type) -> Bool {
    let key = ObjectIdentifier(type)
    if let known = found.withLock({ $0[key] }) { return known }
    // Outside of the lock, because it calls code of the user's.
    let isFound = search(type)
    found.withLock { $0[key] = isFound }
    return isFound
  }

  private static func search(_ type: any Reducer.Type) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var rest = [type]
    while let next = rest.popLast() {
      // Features may contain themselves.
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      if next is any DeclaringReducer.Type { return true }
      rest += next.componentTypes
    }
    return false
  }
}

/// A reducer that may declare subscriptions itself.
protocol DeclaringReducer: Reducer {}
