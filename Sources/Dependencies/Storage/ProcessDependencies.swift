import Synchronization

/// Sets dependencies for the whole process, once, at launch, before any is used.
///
/// Prepared values replace those that keys declare, in every context; overrides take precedence
/// over them. A second call, or one after a dependency was used, is reported and changes nothing.
/// Logging does not count as use.
///
/// In a test, it prepares that test alone, before the test has used any dependency.
public func prepareDependencies(
  _ update: (inout DependencyValues) -> Void,
  fileID: StaticString = #fileID,
  line: UInt = #line
) {
  // Setting a part of a client does not use it.
  let values = DependencyValues.freshScope.whileUpdating { values in
    var values = values
    update(&values)
    return values
  }
  let test = RunningTest.ofThisTask
  switch ProcessDependencies.prepare(values, in: test) {
  case nil:
    return
  case .alreadyPrepared:
    report(
      """
      prepareDependencies was called a second time, which changes nothing: a value does not change \
      under its users. Prepare all dependencies in one call, where the \
      \(test == nil ? "program" : "test") starts.
      """, fileID: fileID, line: line)
  case .alreadyUsed:
    report(
      """
      prepareDependencies was called after a dependency was used, which changes nothing, so that a \
      value does not change under its users. Call it first of all, where the \
      \(test == nil ? "program" : "test") starts.
      """, fileID: fileID, line: line)
  }
}

/// Provides the scope in which values are created for code outside all other scopes, and the values
/// that the process prepared at launch, which apply in every scope.
///
/// A scope keeps the values created so far; its context (live, test or preview) decides from which
/// default of a key they are created. Used by reads of dependencies. Another scope, such as that of
/// a test store, has values of its own.
///
/// The process adopts a scope when a dependency is first read: that of the context in which it was
/// launched, or of another one if `prepareDependencies` sets the context.
enum ProcessDependencies {
  /// The scope that the process has adopted; that of the running test if it has adopted none.
  static var scope: DependencyScope { adopted.withLock { $0 } ?? scopeBeforeAdoption }

  /// The scope in force as long as the process has adopted none.
  ///
  /// With `RatchetTesting` linked, each test has a scope of its own, so a process that runs tests
  /// adopts none, unless `prepareDependencies` sets another context than `test`. Any other process
  /// adopts the scope of its context here.
  private static var scopeBeforeAdoption: DependencyScope {
    guard context == .test, RunningTest.finder != nil else { return adopt(context, over: nil) }
    TestReads.begin()
    return RunningTest.ofThisTask?.scope ?? testScope
  }

  /// The context in which the process was launched.
  private static let context = DependencyContext.ofProcess(arguments: CommandLine.arguments)

  /// The scope of the process for a context, which is never released.
  static func scope(for context: DependencyContext) -> DependencyScope {
    switch context {
    case .live: liveScope
    case .test: testScope
    case .preview: previewScope
    }
  }

  private static let liveScope = DependencyScope(context: .live, isProcessWide: true)
  private static let testScope = DependencyScope(context: .test, isProcessWide: true)
  private static let previewScope = DependencyScope(context: .preview, isProcessWide: true)

  /// The scope of the process, set at first use or by `prepareDependencies`.
  private static let adopted = Locked<DependencyScope?>(nil)

  /// Makes `context` the context of the process, unless another thread has adopted another scope
  /// than `current` meanwhile; returns the scope then in force.
  private static func adopt(
    _ context: DependencyContext, over current: DependencyScope?
  ) -> DependencyScope {
    if context == .test { TestReads.begin() }
    return adopted.withLock { adopted in
      if adopted === current { adopted = scope(for: context) }
      return adopted ?? scope(for: context)
    }
  }

  // MARK: Preparation

  private static let preparation = Locked(Preparation())

  /// Keeps prepared values, for the running test if there is one, or returns why it is too late.
  static func prepare(
    _ values: DependencyValues, in test: RunningTest?
  ) -> Preparation.Refusal? {
    if let test {
      let refusal = test.preparation.withLock { $0.prepare(values) }
      if refusal == nil { test.adopt(values.context) }
      return refusal
    }
    return preparation.withLock { preparation in
      let refusal = preparation.prepare(values)
      if refusal == nil { adopt(values.context) }
      return refusal
    }
  }

  /// Makes the context of prepared values that of the process.
  private static func adopt(_ context: DependencyContext) {
    let current = adopted.withLock { $0 }
    // Each test keeps a scope of its own until another context is prepared.
    if current == nil, context == .test, RunningTest.finder != nil { return }
    _ = adopt(context, over: current)
  }

  /// The value that the test or the program prepared for a key.
  static func preparedValue<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    let ofTest = RunningTest.ofThisTask?.preparation.withLock { $0.overrides }
    return ofTest?.overrideValue(for: key)
      ?? preparation.withLock { $0.overrides }?.overrideValue(for: key)
  }

  /// Records that a value is in use: from then on, `prepareDependencies` is refused, in the test,
  /// or in the program if the value belongs to no scope.
  static func recordUse(in scope: DependencyScope) {
    if let test = RunningTest.ofThisTask {
      test.preparation.withLock { $0.isUsed = true }
    } else if scope.isProcessWide {
      preparation.withLock { $0.isUsed = true }
    }
  }
}

/// Tells whether this process reads dependencies in a test context, so that reads may be reported.
///
/// In other processes, such as shipped programs, a read does not check the context at all.
enum TestReads {
  private static let state = Atomic(State.unknown.rawValue)

  private enum State: UInt8 { case unknown, never, possible }

  /// False if no values of this process have a test context.
  static var arePossible: Bool {
    state.load(ordering: .relaxed) == State.never.rawValue ? false : askProcess()
  }

  /// Records that values with a test context exist.
  static func begin() { state.store(State.possible.rawValue, ordering: .relaxed) }

  private static func askProcess() -> Bool {
    let isTest = ProcessDependencies.scope.context == .test
    let answer = isTest ? State.possible : .never
    _ = state.compareExchange(
      expected: State.unknown.rawValue, desired: answer.rawValue, ordering: .relaxed)
    return state.load(ordering: .relaxed) == State.possible.rawValue
  }
}
