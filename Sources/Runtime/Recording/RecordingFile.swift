import FoundationEssentials
import Ratchet
import RatchetDependencies

/// The file of a recorder, to which no other recorder writes meanwhile.
struct RecordingFile: Sendable {
  let path: String
  let file: OpenFile
  /// What the file has already: nothing if it will be empty.
  let whole: WholePart

  /// Opens a file, and changes nothing in it.
  init(
    _ url: URL, _ mode: RecordingMode, program: String, version: String
  ) throws(RecordingError) {
    path = url.path
    do throws(FileFailure) {
      file = try OpenFile(appending: path)
    } catch {
      throw Self.unwritable(path, error)
    }
    guard file.lock() else {
      throw RecordingError(.inUse, "another recorder writes to '\(path)'")
    }
    let isEmpty = (file.length ?? 0) == 0
    switch mode {
    case .new where !isEmpty:
      throw RecordingError(
        .notEmpty,
        "'\(path)' is not empty; to replace it or to go on in it, choose that mode of the recorder")
    case .continuing where !isEmpty:
      whole = try Recording(contentsOf: url, program: program, version: version).wholePart()
    case .new, .replacing, .continuing: whole = WholePart()
    }
  }

  func unwritable(_ failure: FileFailure) -> RecordingError { Self.unwritable(path, failure) }

  private static func unwritable(_ path: String, _ failure: FileFailure) -> RecordingError {
    RecordingError(.unwritable, "'\(path)' cannot be written: \(failure.reason)")
  }

  /// Removes what is not gone on from; returns what stands before the first line.
  func begin() throws(FileFailure) -> [UInt8] {
    if let length = file.length, length > whole.length { try file.truncate(to: whole.length) }
    return whole.length > 0 ? [RecordingFormat.lineEnd] : []
  }
}

/// The lines of a recording that can be gone on from.
struct WholePart: Sendable {
  /// The number of bytes, without the end of the last line.
  var length = 0
  var steps = 0
  /// The time of the last step.
  var time = Duration.zero
}

extension Recording {
  /// All lines, except a last one that was cut off.
  func wholePart() throws(RecordingError) -> WholePart {
    var reader = try RecordingReader<IgnoredValue, IgnoredValue>(self)
    do throws(RecordingError) {
      while try reader.next() != nil {}
    } catch {
      if !reader.isAtEnd { throw error }
    }
    return reader.whole
  }
}
