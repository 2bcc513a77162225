import Ratchet

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a file line by line, with no more in memory than one line and one block.
///
/// Used by `Recording` for the first line and to count actions, and by `RecordingReader`.
struct LineReader {
  /// A line of the file.
  struct Line {
    /// The number of the line, from 1.
    let number: Int
    /// The line without its line end, and without a byte order mark before the first line.
    let bytes: ArraySlice<UInt8>
    /// The position in the file of the first byte after `bytes`.
    let end: Int
    /// False for the last line of a file that does not end with a line end.
    let hasEnd: Bool
  }

  private let file: OpenFile
  /// The most bytes of a line: a file without line ends must not fill the memory.
  private let longestLine: Int
  /// Bytes of the file; returned lines are removed before another block is read.
  private var buffer: [UInt8] = []
  /// Where the next line begins in the buffer.
  private var start = 0
  /// The position of the buffer's first byte in the file.
  private var position = 0
  /// The number of the line that was returned last.
  private var number = 0
  /// Whether the file has no more bytes; the buffer may still have lines.
  private var hasEnded = false

  /// The number of bytes to read from the file at once.
  private static let block = 1 << 16

  init(
    _ url: URL, longestLine: Int = RecordingFormat.longestLine
  ) throws(RecordingError) {
    self.longestLine = longestLine
    do throws(FileFailure) {
      file = try OpenFile(reading: url.pathToOpen)
    } catch {
      throw RecordingError(.unreadable, "'\(url.path)' cannot be opened: \(error.reason)")
    }
  }

  /// The next line; `nil` at the end of the file.
  ///
  /// Looks for a line end in the buffer, and reads another block while it has none.
  mutating func next() throws(RecordingError) -> Line? {
    /// The position in the buffer before which there is no line end.
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: RecordingFormat.lineEnd) {
        return line(to: end, next: end + 1, hasEnd: true)
      }
      if hasEnded {
        return start < buffer.count
          ? line(to: buffer.count, next: buffer.count, hasEnd: false) : nil
      }
      // Refused at its first block: a large file of another kind may have no line ends.
      if number == 0, RecordingFormat.isOther(buffer) { throw RecordingFormat.noRecording }
      if buffer.count - start > longestLine {
        throw RecordingError(
          .damaged, line: number + 1, "the line is longer than \(longestLine >> 20) MB")
      }
      // Removes the returned lines in place, so that a long line is not copied for each block.
      buffer.removeFirst(start)
      position += start
      searched = buffer.count
      start = 0
      try fill()
    }
  }

  /// Makes a line of the buffer's bytes up to `end`; the line after it begins at `next`.
  private mutating func line(to end: Int, next: Int, hasEnd: Bool) -> Line {
    number += 1
    var bytes = buffer[start..<end]
    if number == 1, bytes.starts(with: RecordingFormat.byteOrderMark) { bytes.removeFirst(3) }
    // An editor may have written line ends of two bytes, `\r\n`.
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    start = next
    return Line(
      number: number, bytes: bytes, end: position + bytes.endIndex, hasEnd: hasEnd)
  }

  /// Appends the next block of the file to the buffer.
  private mutating func fill() throws(RecordingError) {
    do throws(FileFailure) {
      let bytes = try file.next(Self.block)
      hasEnded = bytes.isEmpty
      buffer += bytes
    } catch {
      throw RecordingError(
        .unreadable, line: number + 1, "the file cannot be read: \(error.reason)")
    }
  }
}
