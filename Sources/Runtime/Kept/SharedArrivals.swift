import RatchetDependencies

// A store takes values from its storage, which no action has. So that a replay, which has no
// storage, comes to the same states, a recording keeps them among the values that were drawn: what
// kept fields took before an action, and what '@SharedValue' read of keys that no field keeps.

/// What kept fields took from the storage of a store that was recorded, for each key in order.
package struct SharedArrivals: Sendable {
  private static let prefix = "shared:"

  private var values: [String: [DrawTape.Answer]] = [:]

  /// Takes what kept fields took, out of all that was drawn.
  package init(_ answers: [DrawTape.Answer]) {
    for answer in answers where Self.isArrival(answer) {
      values[answer.name, default: []].append(answer)
    }
  }

  /// Whether a value was taken from the storage, and not drawn from a dependency.
  package static func isArrival(_ answer: DrawTape.Answer) -> Bool { answer.name.hasPrefix(prefix) }

  /// How the line of a value begins that was taken from the storage, in a recording.
  package static var drawPrefix: String { "{\"\(prefix)" }

  /// The name under which a recording has what a kept field took.
  static func drawName(of key: String) -> String { prefix + key }

  /// The next value of a key; `nil` if none arrived, or it is of another type.
  mutating func take<Value>(_ key: String, as type: Value.Type) -> Value? {
    let name = Self.drawName(of: key)
    guard let answer = values[name]?.first, let decodable = type as? any Decodable.Type else {
      return nil
    }
    values[name]?.removeFirst()
    return answer.value(as: decodable) as? Value
  }
}

extension Reduction {
  /// Reduces an action as a store did that was recorded; changes only the state.
  ///
  /// Takes the kept fields of the state, what was drawn then, and the tape in the dependencies in
  /// force, which answers. Returns what is wrong with the draws; `nil` if nothing is.
  package func replay(
    _ state: inout State, _ kept: KeptState<State>?, _ action: Action,
    _ answers: [DrawTape.Answer], _ tape: DrawTape
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

  /// A reduction that runs a closure, and keeps the fields of this one and declares nothing to run.
  package func keepingOnly(
    _ run: @escaping (inout State, Action) -> Effect<Action>
  ) -> Reduction {
    Reduction(run, declaring: Declarations(subscriptions: nil, kept: declarations.kept))
  }
}
