import Ratchet

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Opens and locks the file of a recorder, which keeps other recorders from writing to it.
///
/// `ActionRecorder` opens it. `RecordingOutput` owns it: calls `begin` when the store begins,
/// appends to `file`, and releases it at the end, which unlocks the file. Before the store begins,
/// nothing in the file is changed.
struct RecordingFile: Sendable {
  let path: String
  let file: OpenFile
  /// The part of the file that stays and is continued; empty for a file that is new or replaced.
  let whole: IntactPart

  /// Opens a file and checks that the mode allows what is in it; changes nothing in it.
  init(
    _ url: URL, _ mode: RecordingMode, program: String, version: String
  ) throws(RecordingError) {
    path = url.pathToOpen
    do throws(FileFailure) {
      file = try OpenFile(appending: path)
    } catch {
      throw Self.unwritable(path, error)
    }
    guard file.lock() else {
      throw RecordingError(.inUse, "another recorder writes to '\(path)'")
    }
    // What is not a regular file, such as a pipe, has no length, and counts as empty.
    let isEmpty = (file.length ?? 0) == 0
    switch mode {
    case .new where !isEmpty:
      throw RecordingError(
        .notEmpty,
        "'\(path)' is not empty; pass the mode '.replacing' or '.continuing' to the recorder")
    case .continuing where !isEmpty:
      whole = try Recording(contentsOf: url, program: program, version: version).intactPart()
    case .new, .replacing, .continuing: whole = IntactPart()
    }
  }

  /// The error of a recorder that cannot write to the file.
  func unwritable(_ failure: FileFailure) -> RecordingError { Self.unwritable(path, failure) }

  private static func unwritable(_ path: String, _ failure: FileFailure) -> RecordingError {
    RecordingError(.unwritable, "'\(path)' cannot be written: \(failure.reason)")
  }

  /// Removes all that follows the part that stays: replaced contents, or a truncated last line.
  ///
  /// Also removes the line end of that part, if it has one. Returns the bytes to write before the
  /// next line: a line end if some lines stay, otherwise none.
  func begin() throws(FileFailure) -> [UInt8] {
    if let length = file.length, length > whole.length { try file.truncate(to: whole.length) }
    return whole.length > 0 ? [RecordingFormat.lineEnd] : []
  }
}

extension URL {
  /// The path by which the file of a recording is opened: an absolute one, if possible.
  ///
  /// A URL that was made from a relative path has the current directory as its base. A URL cannot
  /// express the path of that directory if it is not UTF-8 (`currentFolder` is then `nil`); the
  /// relative path is then used. Any relative path, such as `-`, shows which base such a URL has.
  var pathToOpen: String {
    OpenFile.currentFolder == nil && baseURL == URL(fileURLWithPath: "-").baseURL
      ? relativePath : path
  }
}

/// The extent of the lines at the start of a recording that can be read, after which a recorder can
/// continue it.
struct IntactPart: Sendable {
  /// The number of bytes, without the line end of the last line.
  var length = 0
  /// The number of actions.
  var steps = 0
  /// The time of the last line that has one.
  var time = Duration.zero
}

extension Recording {
  /// Reads all lines, and returns the extent of those that are intact.
  ///
  /// Leaves out a truncated last line, and accepts a missing end line. Any other line that cannot
  /// be read is an error.
  func intactPart() throws(RecordingError) -> IntactPart {
    var reader = try RecordingReader<IgnoredValue, IgnoredValue>(self)
    do throws(RecordingError) {
      while try reader.next() != nil {}
    } catch {
      if !reader.isAtEnd { throw error }
    }
    return reader.whole
  }
}
