import RatchetDependencies

// A store takes values of shared keys from its storage, and no action contains these values. A
// replay has no storage. So that it reaches the same states, a recording lists the values among the
// *reads*, which are what reducers took from their dependencies. There are two kinds: what kept
// fields (synchronized with a key by the operator `kept(_:in:changed:)`) took before an action, and
// what '@SharedReader' read of keys that no field keeps.
//
// `SharedArrivals` picks out the first kind. The extension of `Reduction` reduces an action of a
// recording again with both: a replay calls `replay`, and a test of a recording `keepingOnly`.

/// Gives a replay the values that kept fields took from the storage when the store was recorded, in
/// order for each key.
package struct SharedArrivals: Sendable {
  private static let prefix = "shared:"

  private var values: [String: [ReadTape.Answer]] = [:]

  /// Picks the values that kept fields took out of everything that was read (the answers).
  package init(_ answers: [ReadTape.Answer]) {
    for answer in answers where Self.isArrival(answer) {
      values[answer.name, default: []].append(answer)
    }
  }

  /// Whether a kept field took the value from the storage, instead of a reducer reading it.
  package static func isArrival(_ answer: ReadTape.Answer) -> Bool { answer.name.hasPrefix(prefix) }

  /// How a recording begins the text of a value that a kept field took from the storage.
  package static var readPrefix: String { "{\"\(prefix)" }

  /// The name under which a recording lists what the kept field of a key took.
  static func readName(of key: String) -> String { prefix + key }

  /// Takes out the next value of a key; `nil` if there is none, or it has another type.
  mutating func take<Value>(_ key: String, as type: Value.Type) -> Value? {
    let name = Self.readName(of: key)
    guard let answer = values[name]?.first, let decodable = type as? any Decodable.Type else {
      return nil
    }
    values[name]?.removeFirst()
    // Only a value is cast: a missing one could be cast to an optional type.
    return answer.value(as: decodable).flatMap { $0 as? Value }
  }
}

extension Reduction {
  /// Reduces an action of a recording again, with what was read then; changes only the state.
  ///
  /// `kept` has the kept fields of the state, and `answers` what was read for the action. `tape`
  /// is the one in the dependencies in force: it gives the reducer those answers. Returns what is
  /// wrong with the reads; `nil` if nothing is.
  package func replay(
    _ state: inout State, _ kept: KeptState<State>?, _ action: Action,
    _ answers: [ReadTape.Answer], _ tape: ReadTape
  ) -> String? {
    tape.begin(answers.filter { !SharedArrivals.isArrival($0) })
    if let kept {
      kept.read(state)
      kept.adopt(SharedArrivals(answers), &state)
      _ = kept.finish(run(&state, action), &state)
    } else {
      _ = run(&state, action)
    }
    return tape.problemAtEnd()
  }

  /// A reduction that runs a closure, has the kept fields of this one, and declares no
  /// subscriptions: for a test of a recording, which replaces the reducer's effects.
  package func keepingOnly(
    _ run: @escaping (inout State, Action) -> Effect<Action>
  ) -> Reduction {
    Reduction(run, declaring: Declarations(kept: declarations.kept))
  }
}
