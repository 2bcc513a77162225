import RatchetDependencies

// A store's mirrors take values from its storage, which no action has. So that a replay, which has
// no storage, comes to the same states, a recording keeps them among the values that were drawn.

/// What mirrors took from the storage of a store that was recorded, for each key in order.
struct SharedArrivals: Sendable {
  /// When a store takes a value.
  enum Moment: String {
    /// Before the reducer runs: a change from outside, of a key that the state has.
    case change = "shared:"
    /// After it: the value for a mirror that has appeared, of a key that the state did not have.
    case appearance = "appeared:"
  }

  private var values: [String: [DrawTape.Answer]] = [:]

  /// Takes what mirrors took, out of all that was drawn.
  init(_ answers: [DrawTape.Answer]) {
    for answer in answers where Self.isArrival(answer) {
      values[answer.name, default: []].append(answer)
    }
  }

  /// Whether a value was taken from the storage, and not drawn from a dependency.
  static func isArrival(_ answer: DrawTape.Answer) -> Bool {
    answer.name.hasPrefix(Moment.change.rawValue)
      || answer.name.hasPrefix(Moment.appearance.rawValue)
  }

  /// How a value begins that arrived at such a moment, in a recording.
  static func drawPrefix(of moment: Moment) -> String { "{\"\(moment.rawValue)" }

  /// The name under which a recording has the value of a key.
  static func drawName(of key: String, at moment: Moment) -> String { moment.rawValue + key }

  /// The next value of a key; `nil` if none arrived at such a moment, or it is of another type.
  mutating func take<Value>(_ key: String, at moment: Moment, as type: Value.Type) -> Value? {
    func decode<Decoded: Decodable>(_ type: Decoded.Type) -> Value? {
      let name = Self.drawName(of: key, at: moment)
      guard let answer = values[name]?.first else { return nil }
      values[name]?.removeFirst()
      return answer.value(as: type) as? Value
    }
    return values.isEmpty ? nil : (type as? any Decodable.Type).flatMap { decode($0) }
  }
}

/// What mirrors that appear take in a test that repeats a recording; `nil` in any other store.
enum SharedArrivalsKey: DependencyKey {
  static var liveValue: SharedArrivals? { nil }
  static var testValue: SharedArrivals? { nil }
}

extension Reduction {
  /// Reduces an action as a store did that was recorded; changes only the state.
  ///
  /// Takes what was drawn then, and the tape in the dependencies in force, which answers. Returns
  /// what is wrong with the draws; `nil` if nothing is.
  func replay(
    _ state: inout State, _ action: Action, _ answers: [DrawTape.Answer], _ tape: DrawTape
  ) -> String? {
    tape.begin(answers.filter { !SharedArrivals.isArrival($0) })
    if let mirrors = declarations.mirrors {
      let values = SharedValues(in: nil, arrivals: SharedArrivals(answers))
      let mirrored = MirroredState(mirrors, values)
      mirrored.begin(&state)
      mirrored.adoptRecorded(&state)
      _ = run(&state, action)
      mirrored.sync(&state)
    } else {
      _ = run(&state, action)
    }
    return tape.problemAtEnd()
  }

  /// Gives mirrors what arrived from outside before an action.
  package func adopt(_ state: inout State, recorded draws: [String]) throws {
    guard let mirrors = declarations.mirrors else { return }
    let arrivals = SharedArrivals(try DrawTape.Answer.recorded(texts: draws))
    let mirrored = MirroredState(mirrors, SharedValues(in: nil, arrivals: arrivals))
    mirrored.begin(&state)
    mirrored.adoptRecorded(&state)
  }

  /// A reduction that runs a closure, and declares the mirrors of this one and no subscription.
  package func withMirrorsOnly(
    _ run: @escaping (inout State, Action) -> Effect<Action>
  ) -> Reduction {
    Reduction(
      run, declaring: Declarations(subscriptions: nil, mirrors: declarations.mirrors))
  }
}
