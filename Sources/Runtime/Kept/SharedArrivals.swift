import RatchetDependencies

// A store takes values of shared keys from its storage, and no action contains these values. A
// replay has no storage. So that it reaches the same states, a recording lists the values among the
// *reads*, which are what reducers took from their dependencies. There are two kinds: what kept
// fields (synchronized with a key by the operator `kept(_:in:changed:)`) took before an action, and
// what '@SharedReader' read of keys that no field keeps. `SharedArrivals` picks out the first kind.

/// Gives a replay the values that kept fields took from the storage when the store was recorded, in
/// order for each key.
package struct SharedArrivals: Sendable {
  private var values: [String: [ReadTape.Answer]] = [:]

  /// Picks the values that kept fields took out of everything that was read (the answers).
  package init(_ answers: [ReadTape.Answer]) {
    for answer in answers where answer.isArrival {
      values[answer.name, default: []].append(answer)
    }
  }

  /// Removes and returns the next value of a key; `nil` if there is none, or it has another type.
  mutating func take<Value>(_ key: String, as type: Value.Type) -> Value? {
    let name = ReadTape.arrivalName(of: key)
    guard let answer = values[name]?.first, let decodable = type as? any Decodable.Type else {
      return nil
    }
    values[name]?.removeFirst()
    // Only a value is cast: a missing one could be cast to an optional type.
    return answer.value(as: decodable).flatMap { $0 as? Value }
  }
}

extension Reduction {
  /// A reduction that runs a closure, has the kept fields of this one, and declares no
  /// subscriptions: for a test of a recording, which replaces the reducer's effects.
  package func keepingOnly(
    _ run: @escaping (inout State, Action) -> Effect<Action>
  ) -> Reduction {
    Reduction(run, declaring: Declarations(kept: declarations.kept))
  }
}
