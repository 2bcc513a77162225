public import Synchronization

/// What is known about a case constructor, shared by all threads that use its case path.
///
/// One word, so that relaxed loads and stores are enough.
@usableFromInline
final class CaseKnowledge: Sendable {
  /// For case paths made by hand: nothing is ever learned about them.
  static let none = CaseKnowledge()

  /// The word of a ``CaseVerdict``, with a bit for doubt and one for each tag of another case.
  @usableFromInline let state = Atomic<UInt64>(CaseVerdict.unknown.word)

  /// What has been proved.
  var verdict: CaseVerdict { CaseVerdict(word: word) }

  @inlinable var word: UInt64 { state.load(ordering: .relaxed) }

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
  /// Inlinable down to the atomic, and from one word: with a call that looks at two words, `i`
  /// executes 10 % more instructions.
  @inlinable
  func glance(at tag: Int) -> Glance {
    let word = word
    if CaseVerdict.slot(of: word) == tag { return .payload }
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
        expected: old, desired: old & CaseVerdict.othersMask | added, ordering: .relaxed)
      if isStored { return true }
      old = current
    }
    return false
  }

  /// Records that a tag belongs to another case.
  func noteOther(_ tag: Int) {
    guard tag < CaseVerdict.slotShift - CaseVerdict.othersShift else { return }
    state.bitwiseOr(1 << UInt64(CaseVerdict.othersShift + tag), ordering: .relaxed)
  }

  /// Whether a tag is known to belong to another case.
  func isOtherCase(_ tag: Int) -> Bool { CaseVerdict.isOtherCase(tag, in: word) }
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
  // for each tag up to 42 whether it is known to be of another case, and the slot, a signed number:
  // the tag of a projected case, or a negative number for all else, so that one comparison finds a
  // payload. A tag fits because `EnumWitnesses` accepts no enum with more than 65,536 cases.

  @inlinable static var kindMask: UInt64 { 7 }
  @inlinable static var doubtMask: UInt64 { 8 }
  @inlinable static var othersShift: Int { 4 }
  @inlinable static var slotShift: Int { 47 }
  @inlinable static var projectedKind: UInt64 { 1 }

  /// The bits for the tags of other cases.
  static var othersMask: UInt64 { (1 << UInt64(slotShift)) - (1 << UInt64(othersShift)) }

  init(word: UInt64) {
    let slot = Self.slot(of: word)
    self =
      switch word & Self.kindMask {
      case 0: .unknown
      case Self.projectedKind: .projected(tag: slot)
      case 2: .reflected(tag: ~slot)
      case 3: .empty(tag: ~slot)
      default: .wrong
      }
  }

  var word: UInt64 {
    switch self {
    case .unknown: Self.bits(of: -1)
    case .projected(let tag): Self.bits(of: tag) | Self.projectedKind
    case .reflected(let tag): Self.bits(of: ~tag) | 2
    case .empty(let tag): Self.bits(of: ~tag) | 3
    case .wrong: Self.bits(of: -1) | 4
    }
  }

  private static func bits(of slot: Int) -> UInt64 {
    UInt64(bitPattern: Int64(slot)) << UInt64(slotShift)
  }

  /// The tag of the projected case, or a negative number.
  @inlinable static func slot(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: Int64(bitPattern: word) &>> Int64(slotShift))
  }

  /// Whether a word says that a tag, which is not that of its projected case, is of another case.
  @inlinable static func excludes(_ tag: Int, in word: UInt64) -> Bool {
    word & (kindMask | doubtMask) == projectedKind || isOtherCase(tag, in: word)
  }

  /// Whether a word says that a value with this tag has been found to be of another case.
  @inlinable static func isOtherCase(_ tag: Int, in word: UInt64) -> Bool {
    tag < slotShift - othersShift
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
