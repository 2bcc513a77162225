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

  var testDescription: String {
    file.path().replacing(Self.folder.path() + "/", with: "")
  }

  /// The path without what comes after the name.
  var subject: String {
    let name = testDescription
    return String(name.prefix { $0 != "." })
  }

  /// What the file's name says about it.
  var kind: Verdict.Kind? {
    Verdict.Kind.allCases.first { file.path().hasSuffix(".\($0.rawValue).swift") }
  }

  /// All files in a folder and its subfolders, by path.
  static func all(in folder: URL = folder) -> [CompileCase] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .sorted { $0.path() < $1.path() }.map(CompileCase.init)
  }

  /// Compiles the file and tells what is wrong with how that went.
  func verdict(by compiler: Compiler) async throws -> Verdict {
    let source = Source(text: try String(contentsOf: file, encoding: .utf8))
    return try await source.verdict(kind ?? .accepted, in: file, by: compiler)
  }
}
