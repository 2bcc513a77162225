import RatchetDependencies

// A store takes values of shared keys from its storage, and no action contains these values. A
// replay has no storage. For it to reach the same states, a recording lists the values among the
// *reads*, which are the values that reducers took from their dependencies. There are two kinds:
//
// - The *arrivals* are the values that kept fields took from the storage before an action. A kept
//   field is one that the operator `kept(_:in:changed:)` synchronizes with a key.
// - The others are the values that `@SharedReader` read of keys that no field keeps.

/// Gives the kept fields of a replayed state their arrivals, in order for each key.
///
/// Made from the recorded reads of one action. `KeptState.adopt` takes the values out.
package struct SharedArrivals: Sendable {
  /// The arrivals that were not taken yet, by the name under which they were recorded.
  private var values: [String: [ReadTape.Answer]] = [:]

  /// Picks the arrivals out of all recorded reads, whose values are the answers.
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
  /// subscriptions: for a test made from a recording, which replaces the reducer's effects.
  package func keepingOnly(
    _ run: @escaping (inout State, Action) -> Effect<Action>
  ) -> Reduction {
    Reduction(run, declaring: Declarations(kept: declarations.kept))
  }
}
