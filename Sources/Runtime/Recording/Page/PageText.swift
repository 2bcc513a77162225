#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The source of a page: a frame in HTML, the style, the data as JSON, and the script that shows
/// it.
///
/// Used by `Recording.page`, and for failing tests by `FailurePage`. All parts are in the page; its
/// security policy lets it load and send nothing. They are Swift strings because embedding files
/// takes the compiler 12 s.
package enum PageText {
  /// A page that shows the first run, and from which a person gets to the others.
  package static func page(title: String, _ runs: [RecordedRun]) throws -> String {
    let json = try JSONEncoder.ofRecordings.encode(runs)
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; \
      form-action 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(escaped(title))</title>
      <style>
      \(style)
      </style>
      </head>
      \(body)
      <script type="application/json" id="data">\(inScript(json))</script>
      <script type="module">
      \(script)
      \(list)
      \(timeline)
      \(control)
      </script>
      </html>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "<" ? "&lt;" : $0 == "&" ? "&amp;" : "\($0)" }.joined()
  }

  /// JSON without `<`, so that no text in it ends the element or begins another one.
  private static func inScript(_ json: Data) -> String {
    let parts = json.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: #"\u003c"#)
  }
}
