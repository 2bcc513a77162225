/// A line of a program.
///
/// Making one copies no text, since nearly none is reported.
struct Place: Hashable, Sendable, CustomStringConvertible {
  /// Stands for closures that set dependencies, where a read is no use.
  static let update = Place(fileID: "", line: 0)

  private let file: StaticString
  let line: UInt

  init(fileID: StaticString, line: UInt) {
    file = fileID
    self.line = line
  }

  /// The file as `#fileID` writes it.
  var fileID: String { file.description }

  var description: String { "\(fileID):\(line)" }

  static func == (one: Place, other: Place) -> Bool {
    one.line == other.line && one.fileID == other.fileID
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(fileID)
  }
}
