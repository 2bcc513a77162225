import Foundation

/// The text of a source, and how it is to be compiled.
///
/// It says so in comments at its start: `// flags: -default-isolation MainActor`. `$PACKAGE` among
/// the options is the name of this package, for code that sees what is declared `package`.
struct Source: Sendable {
  let text: String
  /// Compiler options besides those of every source.
  let flags: [String]

  /// The source in each way in which it asks to be compiled: once for each line of options, or once
  /// if there is none.
  static func all(of text: String) -> [Source] {
    let flags = instructions("flags", in: text).map { line in
      line.split(separator: " ").map { $0 == "$PACKAGE" ? packageName : String($0) }
    }
    return (flags.isEmpty ? [[]] : flags).map { Source(text: text, flags: $0) }
  }

  /// What comments at the start of a source say under a keyword.
  static func instructions(_ keyword: String, in text: String) -> [String] {
    let prefix = "// \(keyword):"
    return text.split(separator: "\n").prefix { $0.hasPrefix("//") }.filter { $0.hasPrefix(prefix) }
      .map { $0.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces) }
  }

  /// What must be reported.
  var expected: [Diagnostic] { Diagnostic.expected(in: text) }

  /// Compiles the source, which is the text of a file, and tells what is wrong with how that went.
  func verdict(
    _ kind: Verdict.Kind, in file: URL, by compiler: Compiler, imports: [URL] = []
  ) async throws -> Verdict {
    let output = try await compiler.check(file, flags: flags, imports: imports)
    return Verdict(
      kind, expected: expected, reported: Diagnostic.reported(in: output.text, about: file.path()),
      output: output)
  }

  private static let packageName = packageName(
    ofFolder: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().lastPathComponent)

  /// The name that the build gives the package in a folder: that of the folder, as an identifier.
  static func packageName(ofFolder name: String) -> String {
    let characters = name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
    guard let first = characters.first, first.isNumber else { return String(characters) }
    return "_" + String(characters.dropFirst())
  }
}

/// A folder for sources that a test writes, and what is made of them; gone with the last reference
/// to it.
final class SourceFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "ratchet-compilation-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a source file and returns where it is.
  func write(_ text: String, to name: String) throws -> URL {
    let file = url.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file
  }
}
