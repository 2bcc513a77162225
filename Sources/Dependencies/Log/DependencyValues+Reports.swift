extension DependencyValues {
  /// The line that reads dependencies right now, where it is known to `@Dependency` or `withDependencies`.
  private static let reader = TaskLocal<Place?>(wrappedValue: nil)

  static func withReader<Result>(_ place: Place?, _ operation: () -> Result) -> Result {
    reader.withValue(place, operation: operation)
  }

  /// The line to name in a report of a read, if it is not known better than by the property's accessor.
  static func reader(at place: Place) -> Place {
    guard let reader = reader.get(), reader != .update else { return place }
    return reader
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

  /// Takes note that a live value is used in the stead of a test value.
  static func noteMissingTestValue(of key: any DependencyKey.Type) {
    let values = current
    if let making = values.frame.making, !making.isFinished {
      making.noteMissing(CollectionOfOne(MissingTestValue(key, at: nil)))
    } else {
      values.report(MissingTestValue(key, at: nil), at: Place(fileID: #fileID, line: #line))
    }
  }

  /// Reports missing test values of a value that is read, or takes note of them where that makes another one,
  /// whose readers will report them: so each reader does, not only the first.
  func note(_ missing: Set<MissingTestValue>, readAt place: Place, during making: Making?) {
    let place = Self.reader.get() ?? place
    // A closure that sets dependencies is no reader.
    let isRead = place != .update && !isBeingChanged
    let read = missing.filter { $0.place != nil || isRead }.map { $0.read(at: place) }
    if let making {
      making.noteMissing(read)
    } else {
      for one in read.sorted(by: { $0.text < $1.text })
      where !frame.isScope || frame.values.isFirstReport(of: one) {
        report(one, at: place)
      }
    }
  }

  private func report(_ missing: MissingTestValue, at place: Place) {
    let place = missing.place ?? place
    log(
      LogMessage(level: .error, text: missing.text, fileID: place.fileID, line: place.line))
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
