package import Ratchet
public import RatchetDependencies
public import Testing

/// Asserts what a reducer does for one action: how it changes the state and which effects it
/// returns.
///
/// ```swift
/// @Test func factIsRequested() {
///   expect(
///     Counter(), given: Counter.State(), when: .factButtonTapped,
///     then: { $0.isLoading = true }, effects: ["fact"])
/// }
/// ```
///
/// Runs the reducer once, and none of the effects; to test effects, use a ``TestStore``. Can be
/// called on any thread.
///
/// - Parameters:
///   - reducer: The feature to test.
///   - state: The state before the action; evaluated under the dependencies of the test.
///   - action: The action.
///   - changes: Makes the expected state from the previous one. By default nothing must change.
///   - effects: The returned effects, in order: the parts of a merge or a sequence one after the
///     other, a delayed effect as itself. By default, there must be none. A change of a shared
///     value is an effect, too, unless a field of the state keeps the value: then the state
///     changes.
///   - update: Changes dependencies. The context is a test, and the clocks stand still.
///   - sourceLocation: Where to record failures.
public func expect<Feature: Reducer>(
  _ reducer: Feature,
  given state: @autoclosure () -> Feature.State,
  when action: Feature.Action,
  then changes: ((inout Feature.State) throws -> Void)? = nil,
  effects: [ExpectedEffect<Feature.Action>] = [],
  withDependencies update: (inout DependencyValues) -> Void = { _ in },
  sourceLocation: SourceLocation = #_sourceLocation
) where Feature.State: Equatable {
  let issues = IssueSink(sourceLocation, trace: Trace(of: .inOrder))
  let dependencies = DependencyValues.forTest(clock: TestClock(), issues: issues) {
    update(&$0)
    // Without it, reducers would not read shared values from the fields of this state.
    $0[SharedReadsKey.self] = SharedReads()
  }
  dependencies.withValues {
    let before = state()
    var after = before
    let reduction = reducer.makeReduction()
    // The fields of the state that have the values of shared keys, if there are any.
    let kept = reduction.kept()
    kept?.read(before)
    var effect = reduction.run(&after, action)
    // Returned changes of these fields are applied to the state instead of listed as effects.
    if let kept { effect = kept.finish(effect, &after) }
    StateCheck(step: "sending", exhaustivity: .on, issues: issues)
      .check(changes, from: before, to: after, action: ActionText.text(action, before: before))
    var returned: [ReturnedEffect] = []
    for effect in effect.tree.returnedEffects(by: action) {
      // A report says that the reducer was misused, for example for a child that is absent.
      if case .report(let report) = effect.work {
        issues.record(report)
      } else {
        returned.append(effect)
      }
    }
    ExpectedEffect.check(effects, returned, by: action, issues)
  }
}

/// An effect that a test expects a reducer to return, as far as the test specifies it.
///
/// A string stands for an operation with that name: `effects: ["timer", .send(.started)]`.
public struct ExpectedEffect<Action: Sendable>: Sendable, ExpressibleByStringLiteral {
  /// What the effect does; a `run` without a name matches each operation.
  private let work: ReturnedEffect.Work
  /// Ids that must cancel the returned effect, which may have other ids, too.
  private let ids: [AnyID]

  /// An operation with this name and any ids.
  @_documentation(visibility: internal)
  public init(stringLiteral name: String) {
    self = .run(name)
  }

  /// An operation with any ids, and with this name unless that is `nil`.
  public static func run(_ name: String? = nil) -> Self {
    Self(work: .run(name: name), ids: [])
  }

  /// An operation that this id cancels, with this name unless that is `nil`.
  public static func run(_ name: String? = nil, id: some Hashable & Sendable) -> Self {
    Self(work: .run(name: name), ids: [AnyID(id)])
  }

  /// An `Effect.send` of an equal action.
  public static func send(_ action: Action) -> Self {
    Self(work: .send(action), ids: [])
  }

  /// An `Effect.cancel` of this id.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(work: .cancel(AnyID(id)), ids: [])
  }

  /// An `Effect.change` of this key that has the same result as this update, if both are applied to
  /// the value in the storage of the test.
  public static func change<Value>(
    _ key: SharedKey<Value>, _ update: @escaping @Sendable (inout Value) -> Void
  ) -> Self {
    Self(effect: .change(key, update))
  }

  /// Expects the first leaf of an effect, for work that only an `Effect` can make.
  private init(effect: Effect<Action>) {
    // A change is always a leaf: the empty operation only satisfies the compiler. The action would
    // only be named in a report, which a change never makes.
    self.init(
      work: effect.tree.returnedEffects(by: "").first?.work ?? .run(name: nil), ids: [])
  }

  private init(work: ReturnedEffect.Work, ids: [AnyID]) {
    self.work = work
    self.ids = ids
  }

  // MARK: - Comparison

  /// Records a failure with all effects, as a difference, unless each one matches the one expected
  /// at its position.
  fileprivate static func check(
    _ expected: [ExpectedEffect], _ returned: [ReturnedEffect], by action: Action,
    _ issues: IssueSink
  ) {
    let matches = zip(expected, returned).map { $0.matches($1) }
    if expected.count == returned.count, matches.allSatisfy({ $0 }) { return }
    let actualLines = returned.map { line($0.work, $0.ids) }
    // Matching effects are equal lines, even if the test specifies only a part of an effect.
    let expectedLines = expected.enumerated().map { index, effect in
      index < matches.count && matches[index]
        ? actualLines[index] : line(effect.work, effect.ids)
    }
    let difference =
      Difference.text(fromLines: expectedLines, to: actualLines)
      ?? "  The effects are not equal, but they print the same text."
    issues.record(
      """
      The effects that '\(ValueLine.text(action))' returned are not what was expected:

      \(difference)

      (- expected, + actual)
      """)
  }

  private func matches(_ effect: ReturnedEffect) -> Bool {
    switch (work, effect.work) {
    case (.run(let expected), .run(let name)):
      (expected == nil || expected == name) && ids.allSatisfy(effect.ids.contains)
    case (.send(let expected), .send(let action)): ValueEquality.areEqual(expected, action)
    case (.cancel(let expected), .cancel(let id)): expected == id
    case (.change(let expected, _), .change(let change, let storage)):
      expected.name == change.name
        && ValueEquality.areEqual(expected.result(in: storage), change.result(in: storage))
    default: false
    }
  }

  private static func line(_ work: ReturnedEffect.Work, _ ids: [AnyID]) -> String {
    switch work {
    case .run(let name):
      let title = name.map { "\"\($0)\"" } ?? "run"
      if ids.isEmpty { return title }
      return "\(title), cancellable by \(ids.map(\.description).joined(separator: ", "))"
    case .send(let action): return "send \(ValueLine.text(action))"
    case .cancel(let id): return "cancel \(id)"
    case .change(let change, let storage):
      return "change \"\(change.name)\" to \(ValueLine.text(change.result(in: storage)))"
    case .report(let text): return text
    }
  }
}
