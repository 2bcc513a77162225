public import Synchronization

/// What a `CaseConstructor` knows about its function: which case the function makes, and whether
/// the payload (the associated values) may be read from memory.
///
/// A verdict is one number, so that threads share it without a lock: negative for the three states
/// below, otherwise twice the *tag*, the number of the case in its enum, plus one for a box. The
/// first proof replaces `unknown`; `wrong` replaces any other verdict, and none replaces `wrong`.
@usableFromInline
package struct CaseVerdict: RawRepresentable, AtomicRepresentable, Equatable, Sendable {
  @usableFromInline package let rawValue: Int

  @inlinable package init(rawValue: Int) { self.rawValue = rawValue }

  /// No value has shown yet which case the function makes.
  package static let unknown = CaseVerdict(rawValue: -1)

  /// The function is not the constructor of a case whose values can be extracted.
  package static let wrong = CaseVerdict(rawValue: -2)

  /// The function wraps values in several cases, or converts them: its `CaseChain` extracts them.
  package static let chained = CaseVerdict(rawValue: -3)

  /// The function makes the case with this tag, whose payload lies in memory as a value of the
  /// path's type: in the enum itself or, for an indirect case, in a box, an object on the heap.
  package static func proved(tag: Int, isBoxed: Bool) -> CaseVerdict {
    CaseVerdict(rawValue: 2 * tag + (isBoxed ? 1 : 0))
  }

  /// Whether the payload may be read from memory.
  @inlinable package var isProved: Bool { rawValue >= 0 }

  /// Whether the payload that may be read is in a box.
  @inlinable package var isBoxed: Bool { isProved && rawValue & 1 == 1 }

  /// The tag of the case whose payload may be read.
  @inlinable package var tag: Int? { isProved ? rawValue >> 1 : nil }
}
