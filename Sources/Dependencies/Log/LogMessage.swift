/// Something to tell whoever runs or tests the program.
public struct LogMessage: Hashable, Sendable, CustomStringConvertible {
  /// How much a message matters.
  public enum Level: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Of use to whoever looks for a mistake.
    case debug
    /// Worth knowing, nothing to do.
    case info
    /// Works, but probably not as meant.
    case warning
    /// A mistake; the library reports those of its use at this level.
    case error

    /// Orders levels from `debug` to `error`.
    public static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }

    private var rank: Int {
      switch self {
      case .debug: 0
      case .info: 1
      case .warning: 2
      case .error: 3
      }
    }
  }

  /// How much the message matters.
  public var level: Level
  /// What happened.
  public var text: String
  /// The file it concerns, as `#fileID` writes it.
  public var fileID: String
  /// The line in that file.
  public var line: UInt

  /// Makes a message about a line of a program, the caller's unless another one is given.
  public init(
    level: Level, text: String, fileID: String = #fileID, line: UInt = #line
  ) {
    self.level = level
    self.text = text
    self.fileID = fileID
    self.line = line
  }

  /// The message as one line: `error: FactFeature/Fact.swift:12: text`.
  public var description: String { "\(level): \(fileID):\(line): \(text)" }
}
