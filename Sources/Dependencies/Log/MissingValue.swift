// Reports the reads of dependencies whose key has no value for the context: no live value in a
// program, or no test value in a test. A report names the line that reads the dependency (the
// reader), so `@Dependency` passes its line on in a task-local value. A line is reported once in a
// scope, such as a test store; in a test outside all scopes, at each read.

extension DependencyValues {
  /// The line that is reading dependencies, if `@Dependency` or `withDependencies` knows it.
  static let reader = TaskLocal<SourceOrigin?>(wrappedValue: nil)

  /// The line of a read for reports: `@Dependency`'s if known, otherwise the accessor's.
  static func reader(at origin: SourceOrigin) -> SourceOrigin {
    isUpdating ? origin : reader.get() ?? origin
  }

  /// Whether a read may be reported, so that its line must be known.
  @usableFromInline
  var reportsReaders: Bool { DependencyScope.mayBeForTest && scope.context == .test }

  /// Runs `read`; in a test, reports name this line instead of the line of the property accessor.
  @usableFromInline
  func reading<Result>(
    fileID: StaticString, line: UInt, _ read: (DependencyValues) -> Result
  ) -> Result {
    guard reportsReaders else { return read(self) }
    return Self.reader.withValue(SourceOrigin(fileID: fileID, line: line)) { read(self) }
  }

  /// The clock for a call of the library, whose line reports name.
  package func continuousClock(for origin: SourceOrigin?) -> any Clock<Duration> {
    guard let origin, reportsReaders else { return continuousClock }
    return Self.reader.withValue(origin) { continuousClock }
  }

  /// Returns these values with overrides set by `update`, without reports: setting a part of a
  /// client reads the client but does not use it.
  @usableFromInline
  func whileUpdating(_ update: (inout DependencyValues) -> Void) -> DependencyValues {
    var values = self
    Self.reader.withValue(.update) { update(&values) }
    return values
  }

  /// Whether overrides are being set around this code.
  static var isUpdating: Bool { reader.get() == .update }

  /// Whether these values are being changed in place.
  ///
  /// Then a client may be read only to set a part of it, which is not reported. A test store sets
  /// this while a test changes `store.dependencies`.
  package var isBeingChanged: Bool {
    get { overrideValue(for: BeingChanged.self) ?? false }
    set { self[BeingChanged.self] = newValue }
  }

  /// Records that the value of another context is used because the right one is missing.
  ///
  /// While a value is being created, that is recorded for the readers of the value; otherwise it is
  /// reported at once.
  static func record(_ missing: MissingValue) {
    if let creation = current.creation {
      creation.record([], missing: [missing])
    } else {
      RatchetDependencies.report(missing.text)
    }
  }

  /// Reports the missing values from which a value was created, when the value is read.
  ///
  /// If it is read to create another value, all readers of the other value report the missing
  /// values, not only the first reader.
  func report(
    _ missing: Set<MissingValue>, readAt origin: SourceOrigin, during creation: Creation?
  ) {
    // Setting a part of a client does not use it.
    let isRead = !Self.isUpdating && !isBeingChanged
    let read = missing.filter { $0.origin != nil || isRead }.map { $0.read(at: origin) }
    if let creation {
      creation.record([], missing: Set(read))
    } else {
      for one in read.sorted(by: { $0.text < $1.text }) where scope.shouldReport(one) {
        report(one.text, at: one.origin ?? origin)
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
  /// The line that read the key; nil if a report must name the line that reads the value created
  /// from the key.
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
  func read(at reader: SourceOrigin) -> MissingValue {
    var read = self
    read.origin = origin ?? reader
    return read
  }

  private static func remedy(for key: any TestDependencyKey.Type) -> String {
    guard let key = key as? any BuiltInKey.Type else {
      return """
        override it in the test store or with 'withDependencies', or give '\(key)' a 'testValue'.
        """
    }
    let hasTestStoreOwn = key == ContinuousClockKey.self || key == SuspendingClockKey.self
    return """
      \(hasTestStoreOwn ? "use a 'TestStore', which has its own clock, or override" : "override") \
      '$0.\(key.property)' in the test store or with 'withDependencies'.
      """
  }

  private static func name<Key: TestDependencyKey>(of key: Key.Type) -> String {
    if let key = key as? any BuiltInKey.Type { return "'\\.\(key.property)'" }
    return key == Key.Value.self ? "'\(key)'" : "'\(key)' ('\(Key.Value.self)')"
  }
}

/// A key of the library, which programs know by its property of `DependencyValues`.
protocol BuiltInKey: DependencyKey {
  static var property: String { get }
}

extension SourceOrigin {
  /// Stands for closures that set dependencies, whose reads are not reported.
  fileprivate static let update = SourceOrigin(fileID: "", line: 0)
}
