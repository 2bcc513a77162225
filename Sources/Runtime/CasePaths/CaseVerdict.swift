public import Synchronization

/// What is known about the case of a constructor, as one number, so that threads share it without a
/// lock.
///
/// The first proof replaces `unknown`; `wrong` replaces any, and nothing replaces it.
@usableFromInline
package struct CaseVerdict: RawRepresentable, AtomicRepresentable, Equatable, Sendable {
  @usableFromInline package let rawValue: Int

  @inlinable package init(rawValue: Int) { self.rawValue = rawValue }

  /// No value of the case has been seen.
  package static let unknown = CaseVerdict(rawValue: -1)

  /// Not a constructor of a case whose values can be extracted.
  package static let wrong = CaseVerdict(rawValue: -2)

  /// The case with this tag, whose payload needs reflection.
  package static func reflected(tag: Int) -> CaseVerdict { CaseVerdict(rawValue: -3 - tag) }

  /// The case with this tag, whose payload is proved to lie in memory as the type of the path: in
  /// the enum itself, or in a box if the case is indirect.
  package static func proved(tag: Int, isBoxed: Bool) -> CaseVerdict {
    CaseVerdict(rawValue: 2 * tag + (isBoxed ? 1 : 0))
  }

  /// Whether the payload may be read from memory.
  @inlinable package var isProved: Bool { rawValue >= 0 }

  /// Whether the payload that may be read is in a box.
  @inlinable package var isBoxed: Bool { isProved && rawValue & 1 == 1 }

  /// The tag of the case, once it is known.
  @inlinable package var tag: Int? {
    if isProved { return rawValue >> 1 }
    return rawValue < -2 ? -3 - rawValue : nil
  }
}
