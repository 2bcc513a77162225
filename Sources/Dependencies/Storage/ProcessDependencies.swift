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
  // `whileUpdating` reports no reads: setting a member of a client does not use the client.
  let outer = ProcessDependencies.scope
  let scope = DependencyScope(context: outer.context, inside: outer, isOfPreparation: true)
  let values = DependencyValues(
    overrides: Overrides([:], scope: scope, creation: nil)
  ).whileUpdating(update)
  let test = RunningTest.dependencies
  if let misuse = (test ?? .ofProcess).prepare(values) {
    report(misuse, fileID: fileID, line: line)
  }
}

/// The dependencies of the process, or of one test: the outermost scope, and the overrides that
/// `prepareDependencies` has set.
///
/// Used by reads of dependencies. The outermost scope owns the values that are created outside all
/// other scopes, such as a test store's. The prepared overrides apply in all scopes.
final class ProcessDependencies: Sendable {
  /// The dependencies of the process, in the context in which it was launched.
  static let ofProcess = ProcessDependencies(.ofProcess(arguments: CommandLine.arguments))

  /// The outermost scope: the running test's or the process's.
  static var scope: DependencyScope { (ofTest ?? ofProcess).scope }

  /// The dependencies of the running test, if any; a process that was not launched to run tests is
  /// spared the search for one.
  private static var ofTest: ProcessDependencies? {
    ofProcess.hasTests ? RunningTest.dependencies : nil
  }

  /// Whether this is a process that runs tests, each of which has a scope of its own if
  /// `RatchetTesting` is linked.
  var hasTests: Bool { initialScope.context == .test }
  /// The outermost scope, unless `preparedScope` replaces it.
  private let initialScope: DependencyScope
  /// The outermost scope if `prepareDependencies` has set another context.
  private let preparedScope = LazyReference<DependencyScope>()
  private let state = Locked(State())

  private struct State {
    /// What was prepared; nil before `prepareDependencies`.
    var prepared: DependencyValues?
    /// Whether a value was created, so that it is too late to prepare any.
    var isUsed = false
  }

  init(_ context: DependencyContext) {
    initialScope = DependencyScope(context: context)
  }

  private var scope: DependencyScope { preparedScope.load() ?? initialScope }

  /// Keeps prepared values, or returns why it is too late.
  func prepare(_ values: DependencyValues) -> DependencyMisuse? {
    let refusal: DependencyMisuse? = state.withLock { state in
      if state.prepared != nil { return .preparedTwice }
      if state.isUsed { return .preparedAfterUse }
      state.prepared = values
      return nil
    }
    if refusal == nil, values.context != initialScope.context {
      _ = preparedScope.storeIfNil(DependencyScope(context: values.context))
    }
    return refusal
  }

  /// What was prepared for a key, by the running test or else by the program.
  static func prepared(_ key: ObjectIdentifier) -> Overrides? {
    ofTest?.prepared(key) ?? ofProcess.prepared(key)
  }

  private func prepared(_ key: ObjectIdentifier) -> Overrides? {
    state.withLock { $0.prepared }?.overrides?.find(key)
  }

  /// Records that a value is created in a scope: from then on, `prepareDependencies` is refused.
  ///
  /// In a test, the test is in use from then on; a value in any scope counts, except in the scope
  /// of the closure of `prepareDependencies`. In a program, the process is in use, and only a value
  /// in the outermost scope counts.
  static func recordUse(in scope: DependencyScope) {
    if scope.isOfPreparation { return }
    let user = RunningTest.dependencies ?? (scope.isProcessWide ? ofProcess : nil)
    user?.state.withLock { $0.isUsed = true }
  }
}
