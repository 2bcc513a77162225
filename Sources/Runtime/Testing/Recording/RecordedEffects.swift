public import Ratchet
public import RatchetDependencies
import Testing

// What the tests use that `Recording.testSource(for:)` writes.

extension Reducer {
  /// Does what this reducer does, without its effects and what it declares to run.
  public func withoutEffects() -> some Reducer<State, Action> {
    sendingRecorded([:])
  }

  /// Does what this reducer does, with effects that send what was recorded instead of its own.
  ///
  /// ```swift
  /// Counter().sendingRecorded([
  ///   1: (.factResponse("1 is a number."), after: .milliseconds(20))
  /// ])
  /// ```
  ///
  /// - Parameters:
  ///   - sends: What an effect sends, by the number of the action after which it starts and the
  ///     time that it sleeps before; 0 for the initial state.
  ///   - arrivals: What came from outside to shared keys, by the number of the action that
  ///     announced it, as the recording has it.
  /// - Returns: A reducer that returns no other effects.
  public func sendingRecorded(
    _ sends: [Int: (action: Action, after: Duration)], arriving arrivals: [Int: [String]] = [:]
  ) -> some Reducer<State, Action> {
    RecordedEffects(base: self, sends: sends, arrivals: arrivals)
      .subscription(while: { _ in sends[0] != nil }) { Self.effect(sends[0]) }
  }

  fileprivate static func effect(_ send: (action: Action, after: Duration)?) -> Effect<Action> {
    guard let (action, pause) = send else { return .none }
    return .run(name: "recorded") { send in
      @Dependency(\.continuousClock) var clock
      if pause > .zero { try await clock.sleep(for: pause) }
      await send(action)
    }
  }
}

private struct RecordedEffects<Base: Reducer>: Reducer {
  let base: Base
  let sends: [Int: (action: Base.Action, after: Duration)]
  let arrivals: [Int: [String]]

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    makeReduction().run(&state, action)
  }

  func makeReduction() -> Reduction<Base.State, Base.Action> {
    let base = base.makeReduction()
    var kept: KeptState<Base.State>??
    var count = 0
    return base.keepingOnly { state, action in
      count += 1
      // Found once, under the dependencies of the store.
      if kept == nil { kept = .some(base.kept()) }
      guard let kept = kept ?? nil else {
        _ = base.run(&state, action)
        return Base.effect(sends[count])
      }
      kept.read(state)
      if let arrived = arrivals[count] { adopt(arrived, in: &state, kept) }
      _ = kept.finish(base.run(&state, action), &state)
      return Base.effect(sends[count])
    }
  }

  private func adopt(
    _ arrived: [String], in state: inout Base.State, _ kept: KeptState<Base.State>
  ) {
    do {
      kept.adopt(SharedArrivals(try DrawTape.Answer.recorded(texts: arrived)), &state)
    } catch {
      Issue.record("What arrived for shared keys is not what a recording has: \(error)")
    }
  }

  static var componentTypes: [any Reducer.Type] { [Base.self] }
}

extension DependencyValues {
  /// Has reducers draw what was recorded, in order, each value as JSON under its source's name.
  ///
  /// ```swift
  /// $0.useRecordedDraws([#"{"uuid":"00000000-0000-0000-0000-000000000000"}"#])
  /// ```
  ///
  /// Other dependencies have live values, since no effect of the test uses them, except the storage
  /// of shared keys: it is that of the test, empty and in memory.
  public mutating func useRecordedDraws(_ draws: [String]) {
    do {
      try drawRecorded(draws)
    } catch {
      Issue.record("The recorded draws are not those of a recording: \(error)")
    }
  }
}

/// A value that has no source of its own, decoded from JSON.
///
/// - Parameter json: What a recorder would write for the value.
/// - Returns: The value.
public func recorded<Value: Decodable>(_ json: String) -> Value {
  do {
    return try decodeRecorded(json)
  } catch {
    preconditionFailure("'recorded' cannot decode a '\(Value.self)' from \(json): \(error)")
  }
}
