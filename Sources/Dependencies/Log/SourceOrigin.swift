/// The source position at which something was made or read, for reports about it.
///
/// Many are made and few are reported, so it holds a static string: making one copies no text.
public struct SourceOrigin: Sendable, Hashable, CustomStringConvertible {
  /// The module and file; `fileID` makes a string of it.
  package let file: StaticString

  /// The line in the file, from 1.
  public let line: UInt

  @usableFromInline package init(fileID: StaticString, line: UInt) {
    file = fileID
    self.line = line
  }

  /// The module and file, in the form of `#fileID`.
  public var fileID: String { file.description }

  /// The position as `Module/File.swift:12`.
  public var description: String { "\(file):\(line)" }

  /// Whether both are the same line of the same file.
  @_documentation(visibility: internal)
  public static func == (lhs: SourceOrigin, rhs: SourceOrigin) -> Bool {
    lhs.line == rhs.line && lhs.fileID == rhs.fileID
  }

  /// Hashes the file and the line.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID)
    hasher.combine(line)
  }
}
