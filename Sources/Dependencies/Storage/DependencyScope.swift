import Synchronization

/// Provides the values that no override sets, and creates each of them once.
///
/// Used by every read of a dependency. Owns the context (live, test, or preview) and the values
/// created so far. A process has a scope, and so has each test. In a test, the outermost
/// `withDependencies`, `Store` or trait `.dependencies` begins a scope, and so does every test
/// store.
final class DependencyScope: Sendable {
  let context: DependencyContext
  /// Whether this is the scope of the process or of a running test, outside all scopes that code
  /// begins, such as `withDependencies`.
  let isProcessWide: Bool
  /// Whether this is the scope of the closure of `prepareDependencies`.
  ///
  /// The values that the closure creates are not in use: it reads a client to set a member.
  let isOfPreparation: Bool
  let age: Age
  /// The values that need no override newer than this scope.
  ///
  /// Newer overrides keep the others (`keep`). There are 32 lists, so that each is short; the hash
  /// of a key (`slot`) chooses one.
  private let created = InlineArray<32, LazyReference<CreatedValue>> { _ in LazyReference() }
  private let state = Locked(State())

  private struct State {
    /// The values that threads are creating, by key.
    var inProgress: [ObjectIdentifier: Creation] = [:]
    /// The reads of missing values that were reported, each with its line.
    var reported: Set<MissingValue> = []
  }

  /// Makes a scope without values; without `outer`, it is the scope of a process or of a test.
  init(
    context: DependencyContext, inside outer: DependencyScope? = nil, isOfPreparation: Bool = false
  ) {
    self.context = context
    self.isOfPreparation = isOfPreparation
    isProcessWide = outer == nil
    age = Age(replacing: outer?.age)
    if context == .test { Self.isForTest.store(true, ordering: .relaxed) }
  }

  /// False if no scope of this process has the context of tests: then `reportsReaders` is false.
  static var mayBeForTest: Bool {
    isForTest.load(ordering: .relaxed) || ProcessDependencies.ofProcess.hasTests
  }

  /// Whether a scope for tests was made; never false again.
  private static let isForTest = Atomic(false)

  /// Returns the value of a key, if it exists and can be used under these overrides.
  func value(of key: ObjectIdentifier, under overrides: Overrides?) -> CreatedValue? {
    created[slot(of: key)].value(of: key, under: overrides, in: self)
      ?? overrides?.createdValue(of: key, in: self)
  }

  /// Keeps a value that was created under these overrides.
  ///
  /// It belongs to the newest override that it needs, if that is newer than this scope, and is
  /// released with it. Otherwise it belongs to the scope.
  func keep(_ value: CreatedValue, of key: ObjectIdentifier, under overrides: Overrides?) {
    let needed = value.needs.keys.compactMap { overrides?.find($0) }
    let newest = needed.max { $0.age.number < $1.age.number }
    if let newest, newest.age.number > age.number {
      newest.created.append(value)
    } else {
      created[slot(of: key)].append(value)
    }
  }

  /// The index of a key's list: a hash of the address of the key's type.
  ///
  /// Leaves out the lowest bits, which are the same in aligned addresses.
  private func slot(of key: ObjectIdentifier) -> Int {
    let address = UInt(bitPattern: key)
    return Int((address >> 4 ^ address >> 9) & 31)
  }

  /// Whether to report a read of a missing value: once for each line in this scope.
  ///
  /// A missing test value in the scope of the process or of a running test is reported at each
  /// read: several tests may share the scope, and each of them must fail. In a program, a report
  /// at each read would flood the log.
  func shouldReport(_ missing: MissingValue) -> Bool {
    isProcessWide && missing.context == .test
      || state.withLock { $0.reported.insert(missing).inserted }
  }

  /// Begins a creation and returns nil; if the value of the same key is being created already,
  /// returns that creation, and the caller waits for it.
  ///
  /// Other keys are not affected, so a value may read others while it is being created.
  func begin(_ creation: Creation) -> Creation? {
    state.withLock { state in
      if let other = state.inProgress[creation.id] { return other }
      state.inProgress[creation.id] = creation
      return nil
    }
  }

  /// Ends a creation and resumes the threads that wait for it.
  func end(_ creation: Creation) {
    creation.finish()
    state.withLock { $0.inProgress[creation.id] = nil }
  }
}

extension DependencyValues {
  /// Values without overrides, in a new scope of the process's context.
  package static var freshScope: DependencyValues {
    var values = DependencyValues(overrides: nil)
    values.beginScope()
    return values
  }

  /// Begins a new scope: declared values are recreated, overrides stay.
  package mutating func beginScope(of context: DependencyContext? = nil) {
    let inner = DependencyScope(context: context ?? scope.context, inside: scope)
    overrides = Overrides(overrides?.all ?? [:], scope: inner, creation: overrides?.creation)
  }

  /// Begins a scope, unless the code already runs in one that other code has begun.
  ///
  /// A `withDependencies` inside a scope adds to that scope, so that a stateful test value, such as
  /// an in-memory store, is the same inside and outside.
  @usableFromInline
  mutating func beginScopeUnlessInOne() {
    if scope.isProcessWide { beginScope() }
  }

  /// The context, which decides which of a key's values is used.
  ///
  /// Setting another context begins a new scope; overrides stay.
  public var context: DependencyContext {
    get { scope.context }
    set { if newValue != scope.context { beginScope(of: newValue) } }
  }
}
