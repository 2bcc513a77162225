public import Ratchet
public import RatchetDependencies
import Testing

/// The building blocks of the tests that `Recording.testSource(for:)` writes.
///
/// Such a test repeats what was recorded of a store. Its reducers run again: with the recorded
/// values of dependencies, and with effects that only send the recorded actions:
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) {
///   RecordedTest.feature(Counter(), sending: [
///     1: (.factResponse("1 is a number."), after: .milliseconds(20))
///   ])
/// } withDependencies: {
///   RecordedTest.setReads([#"{"uuid":"00000000-0000-0000-0000-000000000000"}"#], of: &$0)
/// }
/// ```
public enum RecordedTest {
  /// A reducer that does what the feature does, but returns effects that send recorded actions
  /// instead of its own, and declares no subscriptions.
  ///
  /// - Parameters:
  ///   - feature: The recorded feature.
  ///   - sends: The actions that effects send. The key is the number of the action, from 1, whose
  ///     reduction returns the effect, or 0 for an effect that starts with the store; `after` is
  ///     the time that the effect sleeps before it sends.
  ///   - arrivals: Changes of shared keys from outside the store, as JSON from the recording. The
  ///     key is the number of the action just before which they took effect.
  /// - Returns: A reducer that returns no other effects.
  public static func feature<Feature: Reducer>(
    _ feature: Feature, sending sends: [Int: (action: Feature.Action, after: Duration)] = [:],
    arriving arrivals: [Int: [String]] = [:]
  ) -> some Reducer<Feature.State, Feature.Action> {
    RecordedEffects(base: feature, sends: sends, arrivals: arrivals)
      // `sends[0]` follows from no action: a subscription, which starts with the store, sends it.
      .subscription(while: { _ in sends[0] != nil }) { effect(sends[0]) }
  }

  /// An effect that sleeps and then sends an action; none if `send` is `nil`.
  fileprivate static func effect<Action>(
    _ send: (action: Action, after: Duration)?
  ) -> Effect<Action> {
    guard let (action, pause) = send else { return .none }
    return .run(name: "recorded") { send in
      @Dependency(\.continuousClock) var clock
      if pause > .zero { try await clock.sleep(for: pause) }
      await send(action)
    }
  }

  /// Gives reducers, in order, recorded values of dependencies such as `uuid` instead of new
  /// values.
  ///
  /// Each value is JSON under the name of its source. Other dependencies keep their live values:
  /// normally only effects use them, and the test replaces the effects. Only the storage of shared
  /// keys belongs to the test: it is empty and in memory.
  public static func setReads(_ reads: [String], of dependencies: inout DependencyValues) {
    do {
      try dependencies.answerRecorded(reads)
    } catch {
      Issue.record("The recorded reads cannot be decoded: \(error)")
    }
  }

  /// Decodes a value from JSON, where a test cannot write it as Swift source.
  ///
  /// - Parameter json: The value as a recorder writes it.
  /// - Returns: The value.
  public static func value<Value: Decodable>(_ json: String) -> Value {
    do {
      return try decodeRecorded(json)
    } catch {
      preconditionFailure(
        "'RecordedTest.value' cannot decode a '\(Value.self)' from \(json): \(error)")
    }
  }
}

/// Runs a reducer and returns, instead of its effects, the recorded effect of each action, found by
/// the number of the action.
private struct RecordedEffects<Base: Reducer>: Reducer {
  let base: Base
  let sends: [Int: (action: Base.Action, after: Duration)]
  let arrivals: [Int: [String]]

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    makeReduction().run(&state, action)
  }

  func makeReduction() -> Reduction<Base.State, Base.Action> {
    let base = base.makeReduction()
    // The kept fields, those that have the values of shared keys. The outer optional is `nil` until
    // they have been looked for, the inner one if there are none.
    var kept: KeptState<Base.State>??
    // The number of actions so far.
    var count = 0
    // The new reduction has the kept fields of the base, but not its subscriptions.
    return base.keepingOnly { state, action in
      count += 1
      // Found once, here, because the dependencies of the store are in force here.
      if kept == nil { kept = .some(base.kept()) }
      guard let kept = kept ?? nil else {
        _ = base.run(&state, action)
        return RecordedTest.effect(sends[count])
      }
      // As around an action of a store: records the values of the kept fields, writes changes from
      // outside to them, and applies the changes that the reducer has returned as effects.
      kept.read(state)
      if let arrived = arrivals[count] { adopt(arrived, in: &state, kept) }
      _ = kept.finish(base.run(&state, action), &state)
      return RecordedTest.effect(sends[count])
    }
  }

  /// Writes recorded changes of shared keys, which came from outside the store, to the kept fields.
  private func adopt(
    _ arrived: [String], in state: inout Base.State, _ kept: KeptState<Base.State>
  ) {
    do {
      kept.adopt(SharedArrivals(try ReadTape.Answer.recorded(texts: arrived)), &state)
    } catch {
      Issue.record("The recorded changes of shared keys cannot be decoded: \(error)")
    }
  }

  static var componentTypes: [any Reducer.Type] { [Base.self] }
}
