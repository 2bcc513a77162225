import RatchetRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes a page for a browser from its parts: HTML, a style, the data as JSON, and the script that
/// shows it.
///
/// Used by `Recording.page`, and for failing tests by `FailurePage`. Everything is in the page; its
/// security policy lets it load and send nothing. The parts are files in `Page/Parts`, from which
/// `PageSource.swift` is generated: it declares `start` (up to the title), `middle` (up to the
/// data), and `end`.
package enum PageText {
  /// A page that shows the first run, and offers the others.
  package static func page(title: String, _ runs: [RecordedRun]) throws -> String {
    let json = try JSONEncoder.ofRecordings.encode(runs)
    return start + escaped(title) + middle + inScript(json) + end
  }

  /// The title without characters that have a meaning in HTML.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "<" ? "&lt;" : $0 == "&" ? "&amp;" : "\($0)" }.joined()
  }

  /// JSON without `<`, so text in it can neither close the HTML element of the data nor open
  /// another.
  private static func inScript(_ json: Data) -> String {
    let parts = json.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: #"\u003c"#)
  }
}
