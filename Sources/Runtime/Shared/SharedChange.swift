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
  /// returned it, which may be removed by the same action. If a field of the store keeps the key,
  /// the field is updated as if its reducer had changed it; otherwise only the storage is.
  ///
  /// A change that is delayed, or that follows an operation in a `concatenate`, is applied later,
  /// in its turn, and the store treats it like a change from outside.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: Where the change is made, for reports.
  ///   - line: Where the change is made, for reports.
  ///   - update: Changes the value. Called for the field as well as for the storage, and again if
  ///     another thread changes the value at the same time, so it must give the same result for the
  ///     same value.
  /// - Returns: The effect.
  public static func change<Value>(
    _ key: SharedKey<Value>, fileID: StaticString = #fileID, line: UInt = #line,
    _ update: @escaping @Sendable (_ value: inout Value) -> Void
  ) -> Self {
    let origin = SourceOrigin(fileID: fileID, line: line)
    return Self(.change(SharedChange(key: key, origin: origin, update: update)))
  }
}

/// A `SharedChange` without the type of its value, for effects and for the store that applies it.
package protocol AnySharedChange: Sendable {
  /// The name of the key.
  var name: String { get }
  /// The line that made the effect, for reports.
  var origin: SourceOrigin { get }

  /// Changes the value in a storage; returns `nil` if the storage refuses the key.
  func make(in storage: SharedStorage, under dependencies: DependencyValues) -> AppliedChange?

  /// Returns the value that the change would give in a storage, without changing anything there.
  ///
  /// The test function `expect` compares two changes by their results.
  func result(in storage: SharedStorage) -> any Sendable
}

/// The content of the effect `change`: a shared key, and the closure that changes its value.
struct SharedChange<Value: Equatable & Sendable>: AnySharedChange {
  let key: SharedKey<Value>
  let origin: SourceOrigin
  let update: @Sendable (inout Value) -> Void

  var name: String { key.name }

  func make(in storage: SharedStorage, under dependencies: DependencyValues) -> AppliedChange? {
    guard let entry = storage.acceptedEntry(of: key) else { return nil }
    let (before, after, _) = entry.change(under: dependencies) { value, _ in update(&value) }
    return AppliedChange(
      name: name, origin: origin, before: before, after: after, changesValue: before != after)
  }

  func result(in storage: SharedStorage) -> any Sendable {
    var value = storage.value(of: key) ?? key.defaultValue
    update(&value)
    return value
  }
}

/// A change that was made in a storage, with the values before and after it.
///
/// A test store collects the changes of keys that no field of the store keeps: the test must
/// receive them.
package struct AppliedChange: Sendable {
  package let name: String
  /// The line that made the effect.
  package let origin: SourceOrigin
  package let before: any Sendable
  package let after: any Sendable
  /// Whether `before` and `after` differ.
  package let changesValue: Bool
}

// MARK: - The changes in an effect that a reducer returned

extension Effect {
  /// Returns this effect without the changes that `take` has applied.
  ///
  /// Passes each change that is due at once to `take`, with its storage. A change is not due if it
  /// is delayed, or follows an operation in a `concatenate`. If `take` returns false, it has not
  /// applied the change, which then stays in the effect.
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

  /// Whether nothing in this tree takes time, so that the next part of a `concatenate` is due at
  /// once: the tree has neither an operation nor a delay.
  private var isInstant: Bool {
    switch self {
    case .leaf, .timed: false
    default: parts.allSatisfy { $0.isInstant }
    }
  }

  /// Returns this tree without the changes that `take` has applied; `storage` is the one in force.
  fileprivate func withoutChanges(
    in storage: SharedStorage, _ take: (any AnySharedChange, SharedStorage) -> Bool
  ) -> EffectTree {
    switch self {
    case .change(let change): return take(change, storage) ? .none : self
    case .timed: return self
    // Runs under other dependencies, which may have another storage.
    case .dependent(let tree, let values):
      return .dependent(tree.withoutChanges(in: values.sharedStorage, take), values)
    case .concatenate(let trees):
      // Becomes false after the first part that takes time.
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
