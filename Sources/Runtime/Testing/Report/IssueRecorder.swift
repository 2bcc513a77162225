import Foundation
import Testing
import XCTest

/// Records issues in the framework that runs the test; on standard error if none does.
enum IssueRecorder {
  /// Makes it the failure of the schedule that is being explored, if one is.
  static func addUnlessExplored(_ text: String, at location: SourceLocation) {
    if let exploration = Exploration.current {
      exploration.addFailure(text, at: location, trace: nil)
    } else {
      add(text, at: location)
    }
  }

  static func add(_ text: String, at location: SourceLocation, isFailure: Bool = true) {
    if let collector = IssueCollector.current { return collector.add(text, isFailure: isFailure) }
    switch TestFramework.current {
    case .swiftTesting:
      Issue.record(
        Comment(rawValue: text), severity: isFailure ? .error : .warning, sourceLocation: location)
    case .xctest where isFailure:
      XCTFail(text, file: StaticString(immortal: location.filePath), line: UInt(location.line))
    case .xctest, nil: write(text, at: location, isFailure: isFailure)
    }
  }

  /// Writes to standard error, when there is no framework that could be told.
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

  /// `Issue.record` is lost in a run of XCTest, and `XCTFail` in one of Swift Testing: it must be known.
  static var current: TestFramework? {
    if Test.current != nil { return .swiftTesting }
    return process
  }

  /// The same, as far as the process tells it.
  static let process: TestFramework? = {
    let arguments = CommandLine.arguments
    if arguments.contains("swift-testing") { return .swiftTesting }
    return arguments.first.map { $0.hasSuffix(".xctest") || $0.hasSuffix("/xctest") } == true
      ? .xctest : nil
  }()
}
