import Ratchet
import RatchetRecording

/// What a step of a replay has changed, where a program has no words of its own for it.
package enum ReplayedChange {
  /// The lines of the state that differ, with some around them.
  package static func lines(from old: Any, to new: Any) -> [String] {
    Difference.text(from: old, to: new)?.split(separator: "\n").map(String.init) ?? []
  }
}
