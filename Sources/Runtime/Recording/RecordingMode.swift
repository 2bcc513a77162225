import Ratchet

/// What an ``ActionRecorder`` does with the file that it is given.
public enum RecordingMode: Hashable, Sendable {
  /// Makes the file, and refuses one that is not empty.
  case new
  /// Replaces what is in the file, whatever that is, when a store begins.
  case replacing
  /// Continues a recording of the same program and version, or makes one as `new` does.
  ///
  /// A last line that was cut off, and nothing else, is removed when a store begins. A recording
  /// that cannot be read for another reason is refused.
  case continuing
}
