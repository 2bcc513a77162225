// Reports reads of a key that has no value for the context: no live value in a program, or no test
// value in a test.
//
// A report names the line that reads the key (the reader). In a test, `@Dependency` passes its line
// on in the task-local value `reader`. A missing value is noticed when a value is created
// (`record`), and reported when the created value is read (`report`). If that read is part of the
// creation of another value, the report is made when that other value is read. A line is reported
// once in a scope, such as a test store; in a test outside all scopes, at each read. Only a value
// that is found missing while no value is created is reported at once, without a reader.

extension DependencyValues {
  /// The line that is reading dependencies, if known; `.update` while overrides are being set.
  static let reader = TaskLocal<SourceOrigin?>(wrappedValue: nil)

  /// The line of a read for reports: the line of `@Dependency` if it is known, otherwise `origin`,
  /// the line of the property of `DependencyValues`.
  static func reader(at origin: SourceOrigin) -> SourceOrigin {
    isUpdating ? origin : reader.get() ?? origin
  }

  /// Whether `reader` must be set for a read: only in a test, where reports name the reader.
  ///
  /// In a live context, a report names the line with the key: `@Dependency(Key.self)`, or the
  /// property of `DependencyValues`. Most processes have no scope for tests, and end the check at
  /// `mayBeForTest`.
  @usableFromInline
  var reportsReaders: Bool { DependencyScope.mayBeForTest && scope.context == .test }

  /// Runs `read`; in a test, reports of what it reads name the given line.
  @usableFromInline
  func reading<Result>(
    fileID: StaticString, line: UInt, _ read: (DependencyValues) -> Result
  ) -> Result {
    guard reportsReaders else { return read(self) }
    return Self.reader.withValue(SourceOrigin(fileID: fileID, line: line)) { read(self) }
  }

  /// The continuous clock for an operation of the library, such as a debounce; a report names
  /// `origin`, the line of the program that called the operation.
  package func continuousClock(for origin: SourceOrigin?) -> any Clock<Duration> {
    guard let origin, reportsReaders else { return continuousClock }
    return Self.reader.withValue(origin) { continuousClock }
  }

  /// Returns these values with the overrides that `update` sets.
  ///
  /// Reads of `update` are not reported: setting a member of a client, as in
  /// `$0.facts.fetch = ...`, reads the client but does not use it.
  @usableFromInline
  func whileUpdating(_ update: (inout DependencyValues) -> Void) -> DependencyValues {
    var values = self
    Self.reader.withValue(.update) { update(&values) }
    return values
  }

  /// Whether overrides are being set around this code.
  static var isUpdating: Bool { reader.get() == .update }

  /// Whether these values are being changed in place, outside `whileUpdating`.
  ///
  /// A test store sets this while a test changes `store.dependencies`. A read may then serve to set
  /// a member of a client, so it is not reported.
  package var isBeingChanged: Bool {
    get { overrideValue(for: BeingChanged.self) ?? false }
    set { self[BeingChanged.self] = newValue }
  }

  /// Records that a key has no value for the context; its value for another context is used.
  ///
  /// Called where a key falls back to another value, as the default `testValue` does. While a value
  /// is being created, its `Creation` keeps the record, for the readers of the value. Otherwise, as
  /// when a program itself calls `testValue`, no reader is known: the missing value is reported at
  /// once, and the report names the line in this function.
  static func record(_ missing: MissingValue) {
    if let creation = current.creation {
      // An empty list of keys: the fallback has read none.
      creation.record([], missing: [missing])
    } else {
      RatchetDependencies.report(missing.text)
    }
  }

  /// Reports what was missing when a value was created; called at each read of the value.
  ///
  /// If the value is read to create another value, `creation` is the creation of that other value.
  /// The missing values are then recorded there instead, so each reader of the other value reports
  /// them, not only the first.
  func report(
    _ missing: Set<MissingValue>, readAt origin: SourceOrigin, during creation: Creation?
  ) {
    // Without an `origin`, the key that is read here has no value. This is reported only for a use:
    // code that sets a member of a client reads the client, but does not use it. With an `origin`,
    // another key has no value, and the code that created this key's value has read that other key.
    // Such a read is a use, and is always reported.
    let isUse = !Self.isUpdating && !isBeingChanged
    let used = missing.filter { $0.origin != nil || isUse }.map { $0.withReader(origin) }
    if let creation {
      // An empty list of keys: `value(for:)` has already recorded those that were read.
      creation.record([], missing: Set(used))
    } else {
      for value in used.sorted(by: { $0.text < $1.text }) where scope.shouldReport(value) {
        // `value.origin` is never nil here: `withReader` has set it.
        report(value.text, at: value.origin ?? origin)
      }
    }
  }

  /// Reports a programming error to the log of these values.
  func report(_ text: String, at origin: SourceOrigin) {
    log(LogMessage(level: .error, text: text, fileID: origin.fileID, line: origin.line))
  }
}

private enum BeingChanged: TestDependencyKey {
  static var testValue: Bool { false }
}

/// Reports a programming error to the log in force; the program continues.
package func report(_ text: String, fileID: StaticString = #fileID, line: UInt = #line) {
  DependencyValues.current.report(text, at: SourceOrigin(fileID: fileID, line: line))
}

/// A key that has no value for the context in which it was read, with the line that read it.
struct MissingValue: Hashable, Sendable {
  /// The context whose value is missing: test or live.
  let context: DependencyContext
  /// The text of the report.
  let text: String
  /// The line that read the key, which the report names; nil until a read of the created value.
  ///
  /// `DependencyValues.record` is called while the value is created, and does not know the lines
  /// that will read it. So each read makes a copy with its own line.
  private(set) var origin: SourceOrigin?

  init(_ key: any TestDependencyKey.Type, in context: DependencyContext) {
    self.context = context
    text =
      context == .test
      ? """
      \(Self.name(of: key)) has no test value: no override is in effect, and the key has no \
      'testValue'.

      Its live value was used. To fix this, \(Self.remedy(for: key))
      """
      : """
      \(Self.name(of: key)) has no live value: no override is in effect, and no linked module \
      provides one.

      Its test value was used. To fix this, link the module that contains 'extension \(key): \
      DependencyKey', or set the value with 'prepareDependencies' where the program starts.
      """
  }

  /// Returns the same missing value with the line of a reader, if no line is known yet.
  fileprivate func withReader(_ reader: SourceOrigin) -> MissingValue {
    var copy = self
    copy.origin = origin ?? reader
    return copy
  }

  private static func remedy(for key: any TestDependencyKey.Type) -> String {
    guard let key = key as? any BuiltInKey.Type else {
      return """
        override it in the test store or with 'withDependencies', or give '\(key)' a 'testValue'.
        """
    }
    let isSetByTestStore = key == ContinuousClockKey.self || key == SuspendingClockKey.self
    return """
      \(isSetByTestStore ? "use a 'TestStore', which has its own clock, or override" : "override") \
      '$0.\(key.property)' in the test store or with 'withDependencies'.
      """
  }

  private static func name<Key: TestDependencyKey>(of key: Key.Type) -> String {
    if let key = key as? any BuiltInKey.Type { return "'\\.\(key.property)'" }
    // A client that is its own key is named once.
    return key == Key.Value.self ? "'\(key)'" : "'\(key)' ('\(Key.Value.self)')"
  }
}

/// A key of the library, which programs know by its property of `DependencyValues`.
protocol BuiltInKey: DependencyKey {
  /// The name of the property, such as `uuid`.
  static var property: String { get }
}

extension SourceOrigin {
  /// In place of a line: a closure that sets dependencies, whose reads are not reported.
  fileprivate static let update = SourceOrigin(fileID: "", line: 0)
}
