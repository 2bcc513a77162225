import Ratchet

/// Why a recording cannot be written or read.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of problem it is.
  public enum Code: String, Hashable, Sendable {
    /// The file cannot be opened or written, as on a full disk.
    case unwritable
    /// The file is not empty, and the recorder was not told to replace or to continue it.
    case notEmpty
    /// Another recorder writes to the file.
    case inUse
    /// The file cannot be opened or read.
    case unreadable
    /// A state or an action cannot be encoded.
    case unencodable
    /// The file is not a recording, or has a format that this program does not read.
    case noRecording
    /// The recording belongs to another program.
    case otherProgram
    /// The recording has a version that cannot be migrated to the current one.
    case otherVersion
    /// A line is cut off or was changed, or lines are missing.
    case damaged
    /// A line has values that this program cannot migrate or decode.
    case undecodable
    /// Lines were not written, because the writer could not keep up.
    case gap
    /// The recording has more steps than a page shows.
    case tooLong
    /// A replay with this program leads to another state than recorded, or its reducer reads other
    /// values.
    case differs
  }

  /// What kind of problem it is.
  public var code: Code
  /// The number of the line in the file, from 1; `nil` if the problem is not in a line.
  public var line: Int?
  /// What happened, in one sentence.
  public var reason: String

  package init(_ code: Code, line: Int? = nil, _ reason: String) {
    self.code = code
    self.line = line
    self.reason = reason
  }

  /// The line and the reason: `line 7: the line is truncated`.
  public var description: String { line.map { "line \($0): \(reason)" } ?? reason }

  /// The error for actions that were not recorded.
  static func gap(_ count: Int) -> RecordingError {
    RecordingError(
      .gap, "\(count) actions were not recorded, because the writer could not keep up")
  }

  /// The same error, with the number of its line.
  func at(_ line: Int) -> RecordingError {
    var error = self
    error.line = line
    return error
  }
}

extension RecordingError {
  /// A short text for an error that a `Decoder`, an `Encoder` or a migration has thrown.
  package static func reason(of error: any Error) -> String {
    switch error {
    case let error as RecordingError: error.reason
    case DecodingError.keyNotFound(let key, let context):
      "'\(key.stringValue)' is missing\(location(in: context))"
    case DecodingError.typeMismatch(let type, let context):
      "a value of type '\(type)' was expected\(location(in: context))"
    case DecodingError.valueNotFound(let type, let context):
      "a value of type '\(type)' was expected instead of null\(location(in: context))"
    case DecodingError.dataCorrupted(let context):
      "\(ValueLine.cut(context.debugDescription))\(location(in: context))"
    case EncodingError.invalidValue(let value, let context):
      "\(ValueLine.text(value)) cannot be encoded: \(ValueLine.cut(context.debugDescription))"
    default: ValueLine.text(error)
    }
  }

  /// The position of the problem in the value that is decoded, as text.
  private static func location(in context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return path.isEmpty ? "" : " at \(path.joined(separator: "."))"
  }
}
