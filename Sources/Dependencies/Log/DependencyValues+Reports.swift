extension DependencyValues {
  /// The line that reads dependencies right now, where it is known to `@Dependency` or `withDependencies`.
  private static let reader = TaskLocal<Place?>(wrappedValue: nil)

  static func withReader<Result>(_ place: Place?, _ operation: () -> Result) -> Result {
    reader.withValue(place, operation: operation)
  }

  /// Whether a read may be reported, so that its place has to be known.
  @usableFromInline
  var reportsReaders: Bool { TestReads.arePossible && frame.context == .test }

  /// Reads with a place that reports name in the stead of that of the property's accessor.
  @usableFromInline
  func reading<Result>(
    fileID: StaticString, line: UInt, _ read: (DependencyValues) -> Result
  ) -> Result {
    Self.withReader(Place(fileID: fileID, line: line)) { read(self) }
  }

  /// Reads without reports: to set a part of a client, the client is read, but not used.
  @usableFromInline
  func whileUpdating<Result>(_ update: (DependencyValues) -> Result) -> Result {
    Self.withReader(.update) { update(self) }
  }

  /// Whether somebody changes these values in place, who reads a client only to set a part of it: that is not reported.
  package var isBeingChanged: Bool {
    get { overrideValue(for: BeingChanged.self) ?? false }
    set { self[BeingChanged.self] = newValue }
  }

  /// Takes note that the value being made is a live value in the stead of a test value.
  static func noteMissingTestValue(of key: any DependencyKey.Type) {
    if let making = current.frame.making, making.key == ObjectIdentifier(key) {
      making.noteMissingTestValue()
    } else {
      current.reportMissingTestValue(of: key, at: Place(fileID: #fileID, line: #line))
    }
  }

  /// Reports a missing test value: in a scope once for each place that reads it, else each time.
  func reportMissingTestValue(of key: any DependencyKey.Type, _ remark: Remark, at place: Place) {
    let place = Self.reader.get() ?? place
    guard place != .update, !isBeingChanged, !frame.isScope || remark.isFirstReport(at: place)
    else { return }
    reportMissingTestValue(of: key, at: place)
  }

  private func reportMissingTestValue<Key: DependencyKey>(of key: Key.Type, at place: Place) {
    let name = key == Key.Value.self ? "\(key)" : "\(key) (\(Key.Value.self))"
    log(
      LogMessage(
        level: .error,
        text: """
          No test value: \(name) was read in a test, which does not override it, and has no testValue. \
          Its live value was used. Override it, in the test store or with withDependencies, or \
          give \(key) a testValue.
          """,
        fileID: place.fileID,
        line: place.line
      )
    )
  }
}

private enum BeingChanged: DependencyKey {
  static var liveValue: Bool { false }
  static var testValue: Bool { false }
}

/// Reports a mistake of the program to the log in force, and goes on.
package func report(_ text: String, fileID: StaticString = #fileID, line: UInt = #line) {
  DependencyValues.current.log(
    LogMessage(level: .error, text: text, fileID: fileID.description, line: line))
}
