import RatchetDependencies

extension Reducer {
  /// Runs this reducer and its children with their own storage of shared values.
  ///
  /// ```swift
  /// .ifLet(\.login, action: Action.login) {
  ///   Login().sharedStorage(SharedStorage())
  /// }
  /// ```
  ///
  /// Use it for values that only one flow of screens needs, such as the password during a login. A
  /// storage in memory is emptied when the feature leaves the state, so the next flow starts empty.
  /// Each element of a collection begins with its own copy.
  ///
  /// - Parameter storage: The storage. One with files is neither copied nor emptied.
  /// - Returns: A reducer that runs this one with the storage.
  public func sharedStorage(_ storage: SharedStorage) -> some Reducer<State, Action> {
    // The marker `DeclaresStorage` tells a store, before any body is built, that the operator
    // declares something (`owned` below).
    OperatorReducer(of: Self.self, DeclaresStorage.self) {
      let storages = FeatureStorages(storage)
      let base = self.makeReduction().under(storages)
      // Called when the feature appears in the state; the closure that it returns, when it leaves.
      let owned = Declaration<State>.owned {
        let path = ElementPath.current
        return { storages.end(path) }
      }
      return Reduction(base.run, declaring: base.declarations.and(running: owned))
    }
  }
}

/// The storages of a reducer with `.sharedStorage`: one for each element of the collections around
/// it, or a single one.
///
/// Used by the reducer and its declarations, which run under the dependencies that it makes. Owns
/// the storage of each element from the first use in the element until the element leaves. Do not
/// call `end` while the store searches its state for what has left: it releases values of the user.
private final class FeatureStorages: DerivedDependencies {
  /// The storage that was given to the operator or, for an element, the copy of it.
  private let storage: SharedStorage
  /// The objects for the elements, by their paths: the ids of the element and of those around it.
  private var elements: [[AnyID]: FeatureStorages] = [:]

  init(_ storage: SharedStorage) {
    self.storage = storage
    super.init { $0.sharedStorage = storage }
  }

  /// The dependencies around the reducer, with the storage of the element for which it runs.
  override func values(around outer: DependencyValues) -> DependencyValues {
    let path = ElementPath.current
    if path.isEmpty || !storage.isInMemory { return super.values(around: outer) }
    let own = elements[path] ?? FeatureStorages(storage.copy())
    elements[path] = own
    return own.ownValues(around: outer)
  }

  /// The dependencies with this object's own storage.
  private func ownValues(around outer: DependencyValues) -> DependencyValues {
    super.values(around: outer)
  }

  /// Called when the feature has left the state: empties its storage or, for an element, ends the
  /// element's copy.
  func end(_ path: [AnyID]) {
    if path.isEmpty {
      storage.removeAll()
    } else {
      elements.removeValue(forKey: path)?.storage.end()
    }
  }
}
