import Foundation
import RatchetDependencies
import Testing
import XCTest

/// Records failures in the framework that runs the test, at the line that the test is at.
final class IssueSink: Sendable {
  let creation: SourceLocation
  private let current: Guarded<SourceLocation>

  init(_ creation: SourceLocation) {
    self.creation = creation
    current = Guarded(creation)
  }

  /// Where failures are recorded now.
  var location: SourceLocation {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Records what the library reported while the test ran.
  func record(_ message: LogMessage) {
    record("\(message.text)\n\n(\(message.fileID):\(message.line))")
  }

  /// Records what was left at the end of a test, if anything was.
  func recordAtCreation(_ left: String?) {
    guard let left else { return }
    location = creation
    record("The test ended too early. \(left)")
  }

  func record(_ text: String) {
    if let collector = IssueCollector.current { return collector.add(text) }
    switch TestFramework.current {
    case .swiftTesting:
      Issue.record(Comment(rawValue: text), sourceLocation: location)
    case .xctest:
      let location = location
      XCTFail(text, file: StaticString(lasting: location.filePath), line: UInt(location.line))
    case nil:
      let location = location
      let line = "\(location.fileID):\(location.line): failure: \(text)\n"
      FileHandle.standardError.write(Data(line.utf8))
    }
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

  private static let process: TestFramework? = {
    let arguments = CommandLine.arguments
    if arguments.contains("swift-testing") { return .swiftTesting }
    return arguments.first.map { $0.hasSuffix(".xctest") || $0.hasSuffix("/xctest") } == true
      ? .xctest : nil
  }()
}
