extension DependencyValues {
  /// The line that is reading dependencies, where `@Dependency` or `withDependencies` knows it.
  private static let reader = TaskLocal<SourceOrigin?>(wrappedValue: nil)

  static func withReader<Result>(_ origin: SourceOrigin?, _ operation: () -> Result) -> Result {
    reader.withValue(origin, operation: operation)
  }

  /// The line of a read for reports: that of `@Dependency` if known, else that of the accessor.
  static func reader(at origin: SourceOrigin) -> SourceOrigin {
    guard let reader = reader.get(), reader != .update else { return origin }
    return reader
  }

  /// Whether a read may be reported, so that its line has to be known.
  @usableFromInline
  var reportsReaders: Bool { TestReads.arePossible && scope.context == .test }

  /// Reads with a line that reports name instead of that of the property's accessor.
  @usableFromInline
  func reading<Result>(
    fileID: StaticString, line: UInt, _ read: (DependencyValues) -> Result
  ) -> Result {
    Self.withReader(SourceOrigin(fileID: fileID, line: line)) { read(self) }
  }

  /// Reads without reports: to set a part of a client, the client is read, but not used.
  @usableFromInline
  func whileUpdating<Result>(_ update: (DependencyValues) -> Result) -> Result {
    Self.withReader(.update) { update(self) }
  }

  /// Whether these values are being changed in place.
  ///
  /// Then a client may be read only to set a part of it, which is not reported.
  package var isBeingChanged: Bool {
    get { overrideValue(for: BeingChanged.self) ?? false }
    set { self[BeingChanged.self] = newValue }
  }

  /// Records that a live value is used instead of a test value.
  static func recordMissingTestValue(of key: any DependencyKey.Type) {
    let values = current
    if let resolution = values.scope.resolution, !resolution.isFinished {
      resolution.recordMissing(CollectionOfOne(MissingTestValue(key, at: nil)))
    } else {
      values.report(MissingTestValue(key, at: nil), at: SourceOrigin(fileID: #fileID, line: #line))
    }
  }

  /// Reports the missing test values of a value that is read.
  ///
  /// If the value is read to create another one, that one's readers report them: each does, not
  /// only the first.
  func report(
    _ missing: Set<MissingTestValue>, readAt origin: SourceOrigin, during resolution: Resolution?
  ) {
    let origin = Self.reader.get() ?? origin
    // To set a part of a client is not to use it.
    let isRead = origin != .update && !isBeingChanged
    let read = missing.filter { $0.origin != nil || isRead }.map { $0.read(at: origin) }
    if let resolution {
      resolution.recordMissing(read)
    } else {
      for one in read.sorted(by: { $0.text < $1.text })
      where scope.isProcessWide || scope.values.isFirstReport(of: one) {
        report(one, at: origin)
      }
    }
  }

  private func report(_ missing: MissingTestValue, at origin: SourceOrigin) {
    let origin = missing.origin ?? origin
    log(
      LogMessage(level: .error, text: missing.text, fileID: origin.fileID, line: origin.line))
  }
}

private enum BeingChanged: DependencyKey {
  static var liveValue: Bool { false }
  static var testValue: Bool { false }
}

/// Reports a programming error to the log in force, and returns.
package func report(_ text: String, fileID: StaticString = #fileID, line: UInt = #line) {
  DependencyValues.current.log(
    LogMessage(level: .error, text: text, fileID: fileID.description, line: line))
}

/// A key without a test value that was read in a test, with the line that read it.
struct MissingTestValue: Hashable, Sendable {
  private let key: any DependencyKey.Type
  /// The line that read the key; nil if that is the line which reads a value created from it.
  let origin: SourceOrigin?

  init(_ key: any DependencyKey.Type, at origin: SourceOrigin?) {
    self.key = key
    self.origin = origin
  }

  /// The same with a reader, if none is known yet.
  func read(at origin: SourceOrigin) -> MissingTestValue {
    MissingTestValue(key, at: self.origin ?? origin)
  }

  /// What is reported.
  var text: String {
    """
    No test value: \(Self.name(of: key)) was read in a test, which does not override it, and has \
    no testValue. Its live value was used. Override it, in the test store or with \
    withDependencies, or give \(key) a testValue.
    """
  }

  private static func name<Key: DependencyKey>(of key: Key.Type) -> String {
    key == Key.Value.self ? "\(key)" : "\(key) (\(Key.Value.self))"
  }

  static func == (one: MissingTestValue, other: MissingTestValue) -> Bool {
    one.key == other.key && one.origin == other.origin
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(key))
    hasher.combine(origin)
  }
}

extension SourceOrigin {
  /// Stands for closures that set dependencies, where reads are not reported.
  fileprivate static let update = SourceOrigin(fileID: "", line: 0)
}
