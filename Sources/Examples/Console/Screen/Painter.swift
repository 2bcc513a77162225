/// Where a program draws.
package enum DrawingArea: Sendable {
  /// Below what was on the screen, in lines of its own.
  case inline
  /// On the alternate screen, from its top left.
  case fullscreen
}

/// Turns frames into the bytes that change one into the next, for one `write` a frame.
///
/// Between frames the cursor, which is hidden, rests at the top left of the frame. So everything
/// from it on can be erased at any time, also after a resize has moved the lines below it.
struct Painter: Sendable {
  private let area: DrawingArea
  /// The lines on the screen; nil if they are unknown.
  private var shown: [String]?
  /// How many rows the frame has for itself, scrolled free if need be.
  private var reserved = 0

  init(area: DrawingArea) {
    self.area = area
  }

  /// Forgets what is on the screen: the next frame is drawn whole.
  mutating func invalidate() {
    shown = nil
    reserved = 0
  }

  /// The bytes that make the screen show `lines`; none if it does already.
  mutating func paint(_ lines: [String]) -> String {
    var bytes = ""
    if shown == nil { bytes += area == .fullscreen ? "\u{1B}[H\u{1B}[J" : "\r\u{1B}[J" }
    bytes += reserve(lines.count)
    let old = shown ?? []
    var row = 0
    for index in 0..<max(old.count, lines.count) {
      let line = index < lines.count ? lines[index] : ""
      guard line != (index < old.count ? old[index] : "") else { continue }
      if index > row { bytes += "\u{1B}[\(index - row)B" }
      // Erased before and not after: beyond the last column, `Esc [ K` takes the last character.
      bytes += "\r\u{1B}[2K\(line)"
      row = index
    }
    if row > 0 { bytes += "\u{1B}[\(row)A" }
    shown = lines
    return bytes.isEmpty ? "" : bytes + "\r"
  }

  private mutating func reserve(_ rows: Int) -> String {
    guard rows > reserved else { return "" }
    reserved = rows
    guard area == .inline, rows > 1 else { return "" }
    return String(repeating: "\n", count: rows - 1) + "\u{1B}[\(rows - 1)A"
  }
}
