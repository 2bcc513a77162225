import RatchetDependencies
import Testing

extension TestFailures: TestFailureRecorder {
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
  /// The line that a message names, or nil if it names none: a program may put anything there.
  fileprivate init?(of message: LogMessage) {
    let parts = message.fileID.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 1, !parts.contains(""), message.line > 0, message.line < Int32.max
    else { return nil }
    self.init(
      fileID: message.fileID, filePath: message.fileID, line: Int(message.line), column: 1)
  }
}
