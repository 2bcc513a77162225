/// Where a program draws.
package enum DrawingArea: Sendable {
  /// Below the previous content of the screen, on lines of its own.
  case inline
  /// On the alternate screen, from the top left.
  case fullscreen
}

/// Computes the bytes that turn one frame into the next, for one `write` per frame.
///
/// Between frames the hidden cursor rests at the top left of the frame. So everything below it can
/// be erased at any time, even after a resize has moved those lines.
struct Painter: Sendable {
  private let area: DrawingArea
  /// The lines on the screen; nil if unknown.
  private var shown: [String]?
  /// The number of rows reserved for the frame, by scrolling if necessary.
  private var reserved = 0

  init(area: DrawingArea) {
    self.area = area
  }

  /// Forgets what is on the screen, so that the next frame is drawn whole.
  mutating func invalidate() {
    shown = nil
    reserved = 0
  }

  /// The bytes that make the screen show `lines`; empty if it already does.
  mutating func paint(_ lines: [String]) -> String {
    var bytes = ""
    if shown == nil { bytes += (area == .fullscreen ? "\u{1B}[H" : "") + ControlText.eraseFrame }
    bytes += reserve(lines.count)
    let old = shown ?? []
    var row = 0
    for index in 0..<max(old.count, lines.count) {
      let line = index < lines.count ? lines[index] : ""
      guard line != (index < old.count ? old[index] : "") else { continue }
      if index > row { bytes += "\u{1B}[\(index - row)B" }
      // Erased before rather than after: beyond the last column, `Esc [ K` erases the last
      // character.
      bytes += "\r\u{1B}[2K\(line)"
      row = index
    }
    if row > 0 { bytes += "\u{1B}[\(row)A" }
    shown = lines
    // Terminals that know this mode show the frame when it is whole; others ignore it.
    return bytes.isEmpty ? "" : "\u{1B}[?2026h\(bytes)\u{1B}[?2026l\r"
  }

  private mutating func reserve(_ rows: Int) -> String {
    guard rows > reserved else { return "" }
    reserved = rows
    guard area == .inline, rows > 1 else { return "" }
    return String(repeating: "\n", count: rows - 1) + "\u{1B}[\(rows - 1)A"
  }
}
