import Foundation

/// The files of this package.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  static func files(below folder: String, endingIn end: String = "") throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(end) }.sorted().map { "\(folder)/\($0)" }
  }

  /// The pages of the guides.
  static func pages() throws -> [String] {
    try files(below: "Docs/Ratchet.docc", endingIn: ".md") + ["Docs/Architecture.md"]
  }
}
