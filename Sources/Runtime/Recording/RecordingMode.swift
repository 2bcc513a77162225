import Ratchet

/// What an ``ActionRecorder`` does with its file.
public enum RecordingMode: Hashable, Sendable {
  /// Creates the file, and refuses one that is not empty.
  case new
  /// Replaces the contents of the file, of any kind, when a store begins.
  case replacing
  /// Continues a recording of the same program and version, or creates one as `new` does.
  ///
  /// A truncated last line is removed when a store begins. A recording that cannot be read for any
  /// other reason is refused.
  case continuing
}
