package import Ratchet
public import RatchetDependencies
public import Testing

/// Asserts what a reducer does with one action: how it changes the state, and which effects it
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
/// Runs the reducer once, and none of the effects: for what they do, and for what follows from it,
/// take a ``TestStore``. Can be called on any thread.
///
/// - Parameters:
///   - reducer: The feature to test.
///   - state: The state before the action; evaluated under the dependencies of the test.
///   - action: The action.
///   - changes: Makes the expected state from the state before. Without it nothing must change.
///   - effects: The effects that are returned, in order: those of a merge and of a sequence one
///     after the other, a delayed one as itself. Without them there must be none.
///   - update: Changes dependencies. The context is that of a test, and the clocks stand still.
///   - sourceLocation: Where failures are recorded.
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
  let dependencies = DependencyValues.forTest(clock: TestClock(), issues: issues, update)
  dependencies.withValues {
    let before = state()
    var after = before
    let reduction = reducer.makeReduction()
    let tree = reduction(&after, action).tree
    reduction.follow(&after, from: before)
    StateCheck(
      step: "send", action: action, exhaustivity: .on, issues: issues, follow: reduction.follow
    )
    .check(changes, from: before, to: after)
    var returned: [ReturnedEffect] = []
    for effect in tree.returnedEffects(by: action) {
      if case .absent(let report) = effect.work {
        issues.record(report)
      } else {
        returned.append(effect)
      }
    }
    ExpectedEffect.check(effects, returned, by: action, issues)
  }
}

/// An effect that a test expects a reducer to return, by what the test says of it.
///
/// A string stands for an operation with that name: `effects: ["timer", .send(.started)]`.
public struct ExpectedEffect<Action: Sendable>: Sendable, ExpressibleByStringLiteral {
  private let work: ReturnedEffect.Work
  private let ids: [AnyID]

  /// An operation with this name, whatever its ids.
  public init(stringLiteral name: String) {
    self = .run(name)
  }

  /// An operation: with this name, unless that is `nil`, and whatever its ids.
  public static func run(_ name: String? = nil) -> Self {
    Self(work: .run(name: name), ids: [])
  }

  /// An operation that can be cancelled by this id: with this name, unless that is `nil`.
  public static func run(_ name: String? = nil, id: some Hashable & Sendable) -> Self {
    Self(work: .run(name: name), ids: [AnyID(id)])
  }

  /// `Effect.send` of an action that is equal to this one.
  public static func send(_ action: Action) -> Self {
    Self(work: .send(action), ids: [])
  }

  /// `Effect.cancel` of this id.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(work: .cancel(AnyID(id)), ids: [])
  }

  private init(work: ReturnedEffect.Work, ids: [AnyID]) {
    self.work = work
    self.ids = ids
  }

  // MARK: - Comparing

  fileprivate static func check(
    _ expected: [ExpectedEffect], _ returned: [ReturnedEffect], by action: Action,
    _ issues: IssueSink
  ) {
    let matches = zip(expected, returned).map { $0.matches($1) }
    if expected.count == returned.count, matches.allSatisfy({ $0 }) { return }
    let actualLines = returned.map { line($0.work, $0.ids) }
    // What is as expected is shown alike, also where the test does not say all of it.
    let expectedLines = expected.enumerated().map { index, effect in
      index < matches.count && matches[index]
        ? actualLines[index] : line(effect.work, effect.ids)
    }
    let difference =
      Difference.text(fromLines: expectedLines, to: actualLines)
      ?? "  The effects are not equal, but nothing that can be shown of them differs."
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
    case .absent(let report): return report
    }
  }
}
