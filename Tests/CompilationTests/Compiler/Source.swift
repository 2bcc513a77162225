import Foundation

/// The text of a source, and what it says about how it is to be compiled.
///
/// It says so in comments at its start: `// flags: -default-isolation MainActor`. `$PACKAGE` among the options
/// is the name of this package, for code that sees what is declared `package`.
struct Source: Sendable {
  let text: String

  /// What must be reported.
  var expected: [Diagnostic] { Diagnostic.expected(in: text) }

  /// Compiler options besides those of every source.
  var flags: [String] {
    (instruction("flags") ?? "").split(separator: " ").map {
      $0 == "$PACKAGE" ? Self.packageName : String($0)
    }
  }

  /// What a comment at the start of the source says under a keyword.
  func instruction(_ keyword: String) -> String? {
    let prefix = "// \(keyword): "
    return text.split(separator: "\n").prefix { $0.hasPrefix("//") }
      .first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  /// Compiles the source, which is the text of a file, and tells what is wrong with how that went.
  func verdict(
    _ kind: Verdict.Kind, in file: URL, by compiler: Compiler, imports: [URL] = []
  ) async throws -> Verdict {
    let output = try await compiler.check(file, flags: flags, imports: imports)
    return Verdict(
      kind, expected: expected, reported: Diagnostic.reported(in: output.text, about: file.path()),
      output: output)
  }

  /// The name that the build gives the package: that of its folder, as an identifier.
  private static let packageName: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let name = root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
    return (name.first?.isNumber == true ? "_" : "") + String(name)
  }()
}
