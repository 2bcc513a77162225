/// The source position at which something was made or read, for reports about it.
///
/// Holds a static string, so that making one copies no text: few are ever reported.
public struct SourceOrigin: Sendable, Hashable, CustomStringConvertible {
  /// The line in the file, from 1.
  public let line: UInt

  private let path: FileName

  @usableFromInline package init(fileID: StaticString, line: UInt) {
    path = FileName(text: fileID)
    self.line = line
  }

  package var file: StaticString { path.text }

  /// The module and file, in the form of `#fileID`.
  public var fileID: String { file.description }

  /// The position as `Module/File.swift:12`.
  public var description: String { "\(file):\(line)" }
}

/// The name of a file, compared by its text.
private struct FileName: Sendable, Hashable {
  let text: StaticString

  static func == (one: Self, other: Self) -> Bool {
    one.text.description == other.text.description
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text.description)
  }
}
