import Synchronization

/// What is known about a case constructor, shared by all threads that use its case path.
///
/// One word, so that relaxed loads and stores are enough.
@usableFromInline
final class CaseKnowledge: Sendable {
  /// For case paths made by hand: nothing is ever learned about them.
  static let none = CaseKnowledge()

  /// The word of a ``CaseVerdict``, with a bit for doubt and one for each tag of another case.
  private let state = Atomic<UInt64>(0)

  /// What has been proved.
  var verdict: CaseVerdict { CaseVerdict(word: word) }

  @usableFromInline var word: UInt64 { state.load(ordering: .relaxed) }

  /// What can be said at once about a value with a tag.
  @usableFromInline
  enum Glance {
    /// It is of the case, and its payload has been proved to lie in the enum as it is.
    case payload
    /// It is of another case.
    case otherCase
    /// It has to be examined.
    case unclear
  }

  /// What can be said at once about a value with a tag.
  ///
  /// Inlinable, and from one word: with a call that looks at two words, `i` executes 6 % more
  /// instructions.
  @inlinable
  func glance(at tag: Int) -> Glance {
    let word = word
    if CaseVerdict.isProjected(tag, in: word) { return .payload }
    return CaseVerdict.excludes(tag, in: word) ? .otherCase : .unclear
  }

  /// Stores a verdict and returns whether it is new; the first one stays, except that
  /// ``CaseVerdict/wrong`` replaces it.
  ///
  /// With doubt, values of other cases are examined until ``noteOther(_:)`` says that they need not
  /// be.
  func settle(_ verdict: CaseVerdict, withDoubt isDoubted: Bool = false) -> Bool {
    if verdict == .wrong {
      return CaseVerdict(word: state.exchange(verdict.word, ordering: .relaxed)) != .wrong
    }
    let added = verdict.word | (isDoubted ? CaseVerdict.doubtMask : 0)
    var old = word
    while CaseVerdict(word: old) == .unknown {
      let (isStored, current) = state.compareExchange(
        expected: old, desired: old | added, ordering: .relaxed)
      if isStored { return true }
      old = current
    }
    return false
  }

  /// Records that a tag belongs to another case.
  func noteOther(_ tag: Int) {
    guard tag < CaseVerdict.tagShift - CaseVerdict.othersShift else { return }
    state.bitwiseOr(1 << UInt64(CaseVerdict.othersShift + tag), ordering: .relaxed)
  }

  /// Whether a tag is known to belong to another case.
  func isOther(_ tag: Int) -> Bool { CaseVerdict.isOther(tag, in: word) }
}

/// How the values of a case constructor can be taken out again.
@usableFromInline
package enum CaseVerdict: Equatable, Sendable {
  /// No value of the case has been seen. Any other verdict may follow.
  case unknown
  /// The case with this tag, whose payload has been proved to lie in the enum as it is. Only
  /// ``wrong`` may follow.
  case projected(tag: Int)
  /// The case with this tag, whose payload reflection takes out. Only ``wrong`` may follow.
  case reflected(tag: Int)
  /// The case with this tag, which has no payload. Only ``wrong`` may follow.
  case empty(tag: Int)
  /// Not a constructor of a case that can be taken apart. Nothing follows.
  case wrong

  // The bits of a word, from the lowest: the kind of the verdict, whether other cases are in doubt,
  // for each tag up to 43 whether it is known to be of another case, and the tag of the case, which
  // fits because `EnumWitnesses` accepts no enum with more than 65,536 cases.

  @inlinable static var kindMask: UInt64 { 7 }
  @inlinable static var doubtMask: UInt64 { 8 }
  @inlinable static var othersShift: Int { 4 }
  @inlinable static var tagShift: Int { 48 }
  @inlinable static var projectedKind: UInt64 { 1 }

  init(word: UInt64) {
    let tag = Int(word >> UInt64(Self.tagShift))
    self =
      switch word & Self.kindMask {
      case 0: .unknown
      case Self.projectedKind: .projected(tag: tag)
      case 2: .reflected(tag: tag)
      case 3: .empty(tag: tag)
      default: .wrong
      }
  }

  var word: UInt64 {
    switch self {
    case .unknown: 0
    case .projected(let tag): Self.bits(of: tag) | Self.projectedKind
    case .reflected(let tag): Self.bits(of: tag) | 2
    case .empty(let tag): Self.bits(of: tag) | 3
    case .wrong: 4
    }
  }

  @inlinable static func bits(of tag: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: tag) &<< UInt64(tagShift)
  }

  /// Whether a word says that the payload of this tag has been proved to lie in the enum as it is.
  @inlinable static func isProjected(_ tag: Int, in word: UInt64) -> Bool {
    word & (bits(of: -1) | kindMask) == bits(of: tag) | projectedKind
  }

  /// Whether a word says that a tag, which is not that of its projected case, is of another case.
  @inlinable static func excludes(_ tag: Int, in word: UInt64) -> Bool {
    word & (kindMask | doubtMask) == projectedKind || isOther(tag, in: word)
  }

  /// Whether a word says that a value with this tag has been found to be of another case.
  @inlinable static func isOther(_ tag: Int, in word: UInt64) -> Bool {
    tag < tagShift - othersShift
      && word &>> UInt64(truncatingIfNeeded: tag &+ othersShift) & 1 != 0
  }

  /// The tag of the case, once it is known.
  package var tag: Int? {
    switch self {
    case .projected(let tag), .reflected(let tag), .empty(let tag): tag
    case .unknown, .wrong: nil
    }
  }
}
