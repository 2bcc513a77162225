/// Provides the values that no override sets: has the context (live, test, or preview) and the
/// values created so far, each created once per scope.
///
/// Used by every read of a dependency. A process has a scope for each context. A `withDependencies`
/// in a test, or a test store, begins a scope of its own. While a value is being created, a scope
/// with the same values records which other values are read.
final class DependencyScope: Sendable {
  /// The key of entries that only begin another scope.
  static let key = ObjectIdentifier(DependencyScope.self)

  let context: DependencyContext
  let values: ResolvedValues
  /// Whether this is the scope of the process or of a running test, outside all test stores and
  /// `withDependencies` calls.
  let isProcessWide: Bool
  /// The value being created, if this scope records what it reads.
  let resolution: Resolution?

  /// Makes a scope without values.
  init(context: DependencyContext, isProcessWide: Bool, resolution: Resolution? = nil) {
    self.context = context
    self.isProcessWide = isProcessWide
    values = ResolvedValues()
    self.resolution = resolution
  }

  private init(_ scope: DependencyScope, _ resolution: Resolution) {
    context = scope.context
    isProcessWide = scope.isProcessWide
    values = scope.values
    self.resolution = resolution
  }

  /// The same scope, which records what is read while a value is being created.
  func resolving(_ resolution: Resolution) -> DependencyScope {
    DependencyScope(self, resolution)
  }
}

/// The values that were created in one scope, and those that are being created.
final class ResolvedValues: Sendable {
  let table = EntryTable()
  private let state = Locked(State())

  private struct State {
    var inProgress: [ObjectIdentifier: Resolution] = [:]
    var reported: Set<MissingValue> = []
  }

  /// Returns true for the first call with a key and a line.
  func isFirstReport(of missing: MissingValue) -> Bool {
    state.withLock { $0.reported.insert(missing).inserted }
  }

  /// Begins a resolution (the creation of a value), unless another thread is already creating the
  /// value of the key: then returns that resolution, so that the caller waits for it.
  ///
  /// Other keys are not affected, so a value may read others while it is being created.
  func begin(_ resolution: Resolution) -> Resolution? {
    state.withLock { state in
      if let other = state.inProgress[resolution.key] { return other }
      state.inProgress[resolution.key] = resolution
      return nil
    }
  }

  /// Ends a resolution and resumes the threads that wait for it.
  func end(_ resolution: Resolution) {
    resolution.finish()
    state.withLock { $0.inProgress[resolution.key] = nil }
  }
}

extension DependencyValues {
  /// Values without overrides, in a new scope of the process's context.
  package static var freshScope: DependencyValues {
    var values = DependencyValues(newest: nil)
    values.beginScope()
    return values
  }

  /// Begins a new scope: declared values are created anew, overrides stay.
  package mutating func beginScope() {
    let scope = DependencyScope(
      context: scope.context, isProcessWide: false, resolution: scope.resolution)
    newest = Entry(beginning: scope, over: newest)
  }

  /// Begins a scope if none was begun yet.
  ///
  /// A `withDependencies` inside a scope adds to that scope, so that a stateful test value, such as
  /// an in-memory store, is the same inside and outside.
  @usableFromInline
  mutating func beginScopeUnlessInOne() {
    if scope.isProcessWide { beginScope() }
  }

  /// The context, which decides which of a key's values is used.
  ///
  /// Setting another context begins a new scope; overrides stay. Only if there are no overrides,
  /// and the new context is not that of tests, is the scope of the process used instead.
  public var context: DependencyContext {
    get { scope.context }
    set {
      guard newValue != scope.context else { return }
      if newValue == .test { TestReads.begin() }
      let scope =
        newest == nil && newValue != .test
        ? ProcessDependencies.scope(for: newValue)
        : DependencyScope(context: newValue, isProcessWide: false)
      newest = Entry(beginning: scope, over: newest)
    }
  }
}
