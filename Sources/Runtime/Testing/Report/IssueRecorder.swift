import Foundation
import RatchetDependencies
import Testing
import XCTest

/// Records the failures and warnings of test stores, clocks, and simulations in the framework that
/// runs the test (Swift Testing or XCTest), or on standard error if there is none.
///
/// Used directly by code without a test store; a test store uses an `IssueSink`, which knows the
/// line of the current step.
enum IssueRecorder {
  /// Records a failure; in a run of `exploreSchedules`, as a failure of that run, which is reported
  /// later, together with its schedule.
  static func addUnlessExplored(_ text: String, at location: SourceLocation) {
    if let exploration = Exploration.current {
      exploration.addFailure(text, at: location, trace: nil)
    } else {
      add(text, at: location)
    }
  }

  /// Records a failure or a warning at once: in the current collector, if there is one, or else in
  /// the framework.
  static func add(_ text: String, at location: SourceLocation, isFailure: Bool = true) {
    if let collector = IssueCollector.current {
      return collector.collect(text, isFailure: isFailure)
    }
    switch TestFramework.current {
    case .swiftTesting:
      Issue.record(
        Comment(rawValue: text), severity: isFailure ? .error : .warning, sourceLocation: location)
    case .xctest where isFailure:
      XCTFail(text, file: StaticString(immortal: location.filePath), line: UInt(location.line))
    // XCTest has no warnings.
    case .xctest, nil: write(text, at: location, isFailure: isFailure)
    }
  }

  /// Writes an issue to standard error, if no framework can record it.
  static func write(_ text: String, at location: SourceLocation, isFailure: Bool) {
    let kind = isFailure ? "failure" : "note"
    let line = "\(location.fileID):\(location.line): \(kind): \(text)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}

/// The framework that runs the current process's tests.
enum TestFramework {
  case swiftTesting
  case xctest

  /// The framework that runs the calling code; the other one would lose the issue: XCTest loses
  /// what `Issue.record` records, and Swift Testing loses what `XCTFail` records.
  static var current: TestFramework? {
    if Test.current != nil { return .swiftTesting }
    return process
  }

  /// The framework for which the process was started, as far as its arguments tell.
  static let process: TestFramework? = {
    let arguments = CommandLine.arguments
    if arguments.contains("swift-testing") { return .swiftTesting }
    return arguments.first.map { $0.hasSuffix(".xctest") || $0.hasSuffix("/xctest") } == true
      ? .xctest : nil
  }()
}

/// Collects the failures and warnings that test stores record, instead of the testing framework.
///
/// Used by simulations, which report a failing run themselves, and by tests of failures. Owns the
/// texts. Do not run the tested code in a detached task: its failures would not be collected.
package final class IssueCollector: Sendable {
  @TaskLocal static var current: IssueCollector?

  private struct Collected {
    var issues: [String] = []
    var warnings: [String] = []
  }

  private let collected = Locked(Collected())

  private init() {}

  /// Whether a failure has been collected.
  var hasIssues: Bool { collected.withLock { !$0.issues.isEmpty } }

  func collect(_ text: String, isFailure: Bool) {
    collected.withLock { collected in
      if isFailure { collected.issues.append(text) } else { collected.warnings.append(text) }
    }
  }

  /// Runs a test and returns the failures that its test stores would have recorded, including those
  /// of their release.
  @MainActor package static func issues(
    during test: @MainActor () async throws -> Void
  ) async rethrows -> [String] {
    try await all(during: test).issues
  }

  /// Runs a test and returns the failures and the warnings.
  @MainActor package static func all(
    during test: @MainActor () async throws -> Void
  ) async rethrows -> (issues: [String], warnings: [String]) {
    let collector = IssueCollector()
    try await $current.withValue(collector) { try await test() }
    return collector.collected.withLock { ($0.issues, $0.warnings) }
  }
}

// Called by the default log of tests for each error; a test store has a log of its own.
// `RatchetDependencies` imports no testing library. It finds, at run time, the conformance of this
// type in `RunningTest.swift`.
extension RunningTest {
  package static func record(_ message: LogMessage) {
    if let location = SourceLocation(of: message) {
      IssueRecorder.addUnlessExplored(message.text, at: location)
    } else {
      IssueRecorder.addUnlessExplored(
        "\(message.text)\n\n(\(message.fileID):\(message.line))", at: #_sourceLocation)
    }
  }
}

extension SourceLocation {
  /// The line that a message names; `nil` if the name of the file is invalid, because a program may
  /// set any text.
  fileprivate init?(of message: LogMessage) {
    let parts = message.fileID.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 1, !parts.contains(""), message.line > 0, message.line < Int32.max
    else { return nil }
    self.init(
      fileID: message.fileID, filePath: message.fileID, line: Int(message.line), column: 1)
  }
}

extension StaticString {
  /// A static string with the text of another string; never released.
  ///
  /// XCTest accepts the source location of a failure only as a `StaticString`, and Swift Testing's
  /// source locations hold strings.
  fileprivate init(immortal text: String) {
    let utf8 = Array(text.utf8)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: utf8.count + 1)
    _ = unsafe copy.initialize(from: utf8 + [0])
    // Safe: a StaticString is two words and a byte of flags, in this order, which the standard
    // library declares `@frozen`. Without flags it is a pointer to UTF-8 that is not all ASCII,
    // with its length. The buffer is initialized, ends in zero, and is never deallocated.
    let parts = (UInt(bitPattern: copy.baseAddress), UInt(utf8.count), UInt8(0))
    precondition(MemoryLayout<StaticString>.size == MemoryLayout.size(ofValue: parts))
    self = unsafe unsafeBitCast(parts, to: StaticString.self)
  }
}
