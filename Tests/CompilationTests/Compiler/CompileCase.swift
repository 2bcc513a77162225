import Foundation
import Testing

/// A file in `Cases`, which must compile in silence; with `-D MISTAKE`, if it has `#if MISTAKE`, it
/// must not.
///
/// The mistake and its correction stand beside each other in the file, and the lines in question
/// say what must be reported of the mistake: `// error: part of the message`. What `#else` states
/// is of the correction. The compiler looks for some errors, such as those about isolation regions,
/// only where it found no others, so a file has mistakes of one kind. Adding a file is all that is
/// needed to add a case; `Source` says how a file asks for compiler options.
struct CompileCase: Sendable, CustomTestStringConvertible {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Cases")

  let file: URL
  let source: Source
  let kind: Verdict.Kind

  /// The path of the file, and the compiler options that it is compiled with.
  var testDescription: String {
    ([path] + source.flags).joined(separator: " ")
  }

  /// The path of the file in its folder.
  var path: String { file.path().replacing(Self.folder.path() + "/", with: "") }

  /// All cases in the folder and its subfolders, by path.
  static func all() throws -> [CompileCase] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .sorted { $0.path() < $1.path() }
      .flatMap { file in all(in: try String(contentsOf: file, encoding: .utf8), of: file) }
  }

  /// The cases of a file: the mistake, if there is one, and what is right.
  static func all(in text: String, of file: URL) -> [CompileCase] {
    Source.all(of: text).flatMap { source in
      guard text.contains(/#if !?MISTAKE/) else {
        return [CompileCase(file: file, source: source, kind: .accepted)]
      }
      let mistake = Source(
        text: seen(of: text, .rejected), flags: source.flags + ["-D", "MISTAKE"])
      let correction = Source(text: seen(of: text, .accepted), flags: source.flags)
      return [
        CompileCase(file: file, source: mistake, kind: .rejected),
        CompileCase(file: file, source: correction, kind: .accepted),
      ]
    }
  }

  /// Compiles the file and tells what is wrong with how that went.
  func verdict(by compiler: Compiler) async throws -> Verdict {
    try await source.verdict(kind, in: file, by: compiler)
  }

  /// The text with only the lines whose expectations are of the mistake, or of the correction; the
  /// others are empty.
  private static func seen(of text: String, _ kind: Verdict.Kind) -> String {
    var branch: Verdict.Kind?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      switch line.trimmingPrefix(while: \.isWhitespace) {
      case "#if MISTAKE": branch = .rejected
      case "#if !MISTAKE": branch = .accepted
      case "#else": branch = branch == .rejected ? .accepted : .rejected
      case "#endif": branch = nil
      default: return branch ?? .rejected == kind ? line : ""
      }
      return ""
    }
    return lines.joined(separator: "\n")
  }
}
