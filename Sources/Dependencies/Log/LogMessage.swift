/// A message for those who run or test the program, as `DependencyValues.log` receives it.
public struct LogMessage: Hashable, Sendable, CustomStringConvertible {
  /// The severity of a message, in ascending order.
  public enum Level: String, Hashable, Sendable, CaseIterable, Comparable, CustomStringConvertible {
    /// Useful for debugging.
    case debug
    /// Informative; requires no action.
    case info
    /// Works, but probably not as intended.
    case warning
    /// A mistake; the library reports mistakes in its use at this level.
    case error

    /// The name of the level.
    ///
    /// Without this property, a program without reflection metadata could not print the name.
    public var description: String { rawValue }

    /// Orders levels from `debug` to `error`, as the cases are declared.
    @_documentation(visibility: internal)
    public static func < (one: Level, other: Level) -> Bool {
      allCases.prefix { $0 != other }.contains(one)
    }
  }

  /// The severity of the message.
  public var level: Level
  /// The text of the message.
  public var text: String
  /// The file that the message concerns, in the form of `#fileID`.
  public var fileID: String
  /// The line in that file.
  public var line: UInt

  /// Makes a message about a line of a program, by default the caller's.
  public init(
    level: Level, text: String, fileID: String = #fileID, line: UInt = #line
  ) {
    self.level = level
    self.text = text
    self.fileID = fileID
    self.line = line
  }

  /// The message on one line: `error: FactFeature/Fact.swift:12: text`.
  public var description: String { "\(level): \(fileID):\(line): \(text)" }
}
