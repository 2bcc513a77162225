import Foundation

/// The minima of an earlier run, from the lines that `--json` printed.
struct EarlierRun {
  /// How far a minimum may rise before the row counts as slower.
  static let tolerance = 0.15

  private var minima: [String: Double] = [:]

  /// Reads a file, which must have a row that is about to be measured.
  @MainActor init(path: String, comparedWith selection: Catalog) throws(RunError) {
    let text: String
    let isFolder = try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory
    if isFolder == true { throw .file("cannot read '\(path)': it is a folder") }
    do {
      text = try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw .file("cannot read '\(path)': \(Self.reason(error))")
    }
    try self.init(text: text, path: path)
    let ids = selection.ids
    guard minima.keys.contains(where: { id in ids.contains { id == $0 || id.hasPrefix("\($0):") } })
    else {
      throw .file("'\(path)' has no time of a row that would be measured")
    }
  }

  init(text: String, path: String) throws(RunError) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      guard let record = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else {
        throw .file(
          "line \(index + 1) of '\(path)' is not an object with 'id' and 'min_ns', as --json prints"
        )
      }
      if let minimum = record.minimum { minima[record.id] = minimum }
    }
  }

  /// How much more time the row takes than it did, as a share; `nil` if the file does not say.
  func change(of id: String, to minimum: Double) -> Double? {
    minima[id].flatMap { $0 > 0 ? minimum / $0 - 1 : nil }
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    return switch error.code {
    case .fileReadNoSuchFile: "there is no such file"
    case .fileReadNoPermission: "permission denied"
    case .fileReadInapplicableStringEncoding, .fileReadCorruptFile: "it is not text"
    default: error.localizedDescription
    }
  }

  private struct Line: Decodable {
    let id: String
    let minimum: Double?

    enum CodingKeys: String, CodingKey {
      case id
      case minimum = "min_ns"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      // Must be there, but is null for what is not a time.
      minimum = try container.decode(Double?.self, forKey: .minimum)
    }
  }
}
