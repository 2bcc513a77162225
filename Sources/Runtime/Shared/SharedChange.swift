package import RatchetDependencies

extension Effect {
  /// An effect that changes the value of a shared key.
  ///
  /// ```swift
  /// case .saveButtonTapped:
  ///   return .change(.items) { [id = state.id, title = state.title] in $0[id: id]?.title = title }
  /// ```
  ///
  /// It is applied at once: after the reducer has returned, and before anything else starts, in the
  /// order of what reducers returned. It has no task, and is not cancelled with the feature that
  /// returned it, which may be removed by the same action. The store's kept field has the new
  /// value, as if its reducer had changed it; without one, only the storage has.
  ///
  /// Behind an operation in a `concatenate`, or delayed, it is applied when its turn comes, and the
  /// store takes it like a change from outside.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: Where the change is made, for reports.
  ///   - line: Where the change is made, for reports.
  ///   - update: Changes the value. Called again if another thread changes it at the same time, for
  ///     the field as well as for the storage, and for the value in a file that has not been read
  ///     yet, so it must depend on nothing else.
  /// - Returns: The effect.
  public static func change<Value>(
    _ key: SharedKey<Value>, fileID: StaticString = #fileID, line: UInt = #line,
    _ update: @escaping @Sendable (_ value: inout Value) -> Void
  ) -> Self {
    let origin = SourceOrigin(fileID: fileID, line: line)
    return Self(.change(SharedChange(key: key, origin: origin, update: update)))
  }
}

/// A change of a shared value that a reducer has returned, whatever the type of the value.
package protocol AnySharedChange: Sendable {
  var name: String { get }
  /// Where it was made.
  var origin: SourceOrigin { get }

  /// Changes the value in a storage; `nil` if that refuses the key.
  func make(in storage: SharedStorage, under dependencies: DependencyValues) -> MadeChange?

  /// What it makes of the value that a storage has, which stays as it is.
  func result(in storage: SharedStorage) -> any Sendable
}

/// A change of a shared value that a reducer has returned.
struct SharedChange<Value: Equatable & Sendable>: AnySharedChange {
  let key: SharedKey<Value>
  let origin: SourceOrigin
  let update: @Sendable (inout Value) -> Void

  var name: String { key.name }

  func make(in storage: SharedStorage, under dependencies: DependencyValues) -> MadeChange? {
    guard let entry = storage.acceptedEntry(of: key) else { return nil }
    let (before, after, _) = entry.change(under: dependencies, again: update) { value, _ in
      update(&value)
    }
    return MadeChange(name: name, origin: origin, before: before, after: after)
  }

  func result(in storage: SharedStorage) -> any Sendable {
    var value = storage.value(of: key) ?? key.defaultValue
    update(&value)
    return value
  }
}

/// A change of a shared value that no field of the store keeps.
package struct MadeChange: Sendable {
  package let name: String
  /// Where it was returned.
  package let origin: SourceOrigin
  package let before: any Sendable
  package let after: any Sendable
}

// MARK: - In what a reducer returned

extension Effect {
  /// This effect without the changes that a closure takes, of those that are due at once.
  func withoutChanges(
    takenBy take: (any AnySharedChange, SharedStorage) -> Bool
  ) -> Effect {
    guard let work, work.tree.hasChanges else { return self }
    return Effect(work.tree.withoutChanges(in: DependencyValues.current.sharedStorage, take))
  }
}

extension EffectTree {
  var hasChanges: Bool {
    if case .change = self { true } else { parts.contains { $0.hasChanges } }
  }

  /// Whether it has ended as soon as it is entered.
  private var isInstant: Bool {
    switch self {
    case .leaf, .timed: false
    default: parts.allSatisfy { $0.isInstant }
    }
  }

  /// This tree without the changes that a closure takes, in the order of return.
  fileprivate func withoutChanges(
    in storage: SharedStorage, _ take: (any AnySharedChange, SharedStorage) -> Bool
  ) -> EffectTree {
    switch self {
    case .change(let change): return take(change, storage) ? .none : self
    case .timed: return self
    case .dependent(let tree, let values):
      return .dependent(tree.withoutChanges(in: values.sharedStorage, take), values)
    case .concatenate(let trees):
      // What begins at once.
      var isDue = true
      return .concatenate(
        trees.map { tree in
          guard isDue else { return tree }
          let rest = tree.withoutChanges(in: storage, take)
          isDue = rest.isInstant
          return rest
        })
    default: return replacingParts { $0.withoutChanges(in: storage, take) }
    }
  }
}
