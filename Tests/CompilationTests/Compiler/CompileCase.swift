import Foundation
import Testing

/// A file in `Cases`: `<Name>.accepted.swift` must compile in silence, `<Name>.rejected.swift` must not.
///
/// A rejected file says at the lines in question what must be reported: `// error: part of the message`.
/// Adding a file is all that is needed to add a case; `Source` says how a file asks for compiler options.
struct CompileCase: Sendable, CustomTestStringConvertible {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Cases")

  let file: URL
  let source: Source

  /// The path of the file, and the compiler options that it asks for.
  var testDescription: String {
    ([path] + source.flags).joined(separator: " ")
  }

  /// The path of the file in its folder.
  var path: String { file.path().replacing(Self.folder.path() + "/", with: "") }

  /// The path without what comes after the name.
  var subject: String { String(path.prefix { $0 != "." }) }

  /// What the file's name says about it.
  var kind: Verdict.Kind? {
    Verdict.Kind.allCases.first { path.hasSuffix(".\($0.rawValue).swift") }
  }

  /// All cases in the folder and its subfolders, by path.
  static func all() throws -> [CompileCase] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .sorted { $0.path() < $1.path() }
      .flatMap { file in
        try Source.all(of: String(contentsOf: file, encoding: .utf8))
          .map { CompileCase(file: file, source: $0) }
      }
  }

  /// Compiles the file and tells what is wrong with how that went.
  func verdict(by compiler: Compiler) async throws -> Verdict {
    try await source.verdict(kind ?? .accepted, in: file, by: compiler)
  }
}
