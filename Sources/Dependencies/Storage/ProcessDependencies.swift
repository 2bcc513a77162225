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
  let values = DependencyValues.freshScope.whileUpdating(update)
  let test = RunningTest.dependencies
  if let misuse = (test ?? .ofProcess).prepare(values) {
    report(misuse, fileID: fileID, line: line)
  }
}

/// The dependencies of the process, or of one test, outside all scopes: the scope in which values
/// are created there, and what was prepared with `prepareDependencies`, which applies in every
/// scope.
///
/// Used by reads of dependencies. Another scope, such as that of a test store, has values of its
/// own.
final class ProcessDependencies: Sendable {
  /// Those of the process, in the context in which it was launched.
  static let ofProcess = ProcessDependencies(.ofProcess(arguments: CommandLine.arguments))

  /// The outermost scope: the running test's or the process's.
  static var scope: DependencyScope { (ofTest ?? ofProcess).scope }

  /// Those of the running test, if any.
  private static var ofTest: ProcessDependencies? {
    ofProcess.hasTests ? RunningTest.dependencies : nil
  }

  /// Whether this is a process that runs tests, each of which has a scope of its own if
  /// `RatchetTesting` is linked.
  var hasTests: Bool { initialScope.context == .test }
  private let initialScope: DependencyScope
  /// The scope of another context, if that was prepared.
  private let preparedScope = LazyReference<DependencyScope>()
  private let state = Locked(State())

  private struct State {
    var overrides: DependencyValues?
    var isUsed = false
  }

  init(_ context: DependencyContext) {
    initialScope = DependencyScope(context: context)
  }

  private var scope: DependencyScope { preparedScope.load() ?? initialScope }

  /// Keeps prepared values, or returns why it is too late.
  func prepare(_ values: DependencyValues) -> DependencyMisuse? {
    let refusal: DependencyMisuse? = state.withLock { state in
      if state.overrides != nil { return .preparedTwice }
      if state.isUsed { return .preparedAfterUse }
      state.overrides = values
      return nil
    }
    if refusal == nil, values.context != initialScope.context {
      _ = preparedScope.storeIfNil(DependencyScope(context: values.context))
    }
    return refusal
  }

  /// What the test or the program prepared for a key.
  static func prepared(_ key: ObjectIdentifier) -> Overrides? {
    ofTest?.prepared(key) ?? ofProcess.prepared(key)
  }

  private func prepared(_ key: ObjectIdentifier) -> Overrides? {
    state.withLock { $0.overrides }?.overrides?.find(key)
  }

  /// Records that a value is in use: from then on, `prepareDependencies` is refused, in the test,
  /// or in the program if the value belongs to no scope.
  static func recordUse(in scope: DependencyScope) {
    let user = RunningTest.dependencies ?? (scope.isProcessWide ? ofProcess : nil)
    user?.state.withLock { $0.isUsed = true }
  }
}
