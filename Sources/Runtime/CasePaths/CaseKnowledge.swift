import RatchetDependencies
public import Synchronization

/// What is known about a case constructor, shared by all threads that use its case path.
///
/// The verdict is one word, so relaxed loads and stores are enough.
@usableFromInline
final class CaseKnowledge: Sendable {
  /// For case paths made by hand, about which nothing is ever learned.
  static let none = CaseKnowledge()

  /// The word of a ``CaseVerdict``, with a bit for doubt.
  @usableFromInline let state = Atomic<UInt64>(CaseVerdict.unknown.word)

  /// A bit for each tag of another case up to 63.
  @usableFromInline let others = Atomic<UInt64>(0)
  /// The higher tags of other cases.
  private let highOthers = Locked<Set<Int>>([])

  /// What has been proved.
  var verdict: CaseVerdict { CaseVerdict(word: state.load(ordering: .relaxed)) }

  /// What is known at once about a value, from its tag.
  @usableFromInline
  enum Glance: Equatable {
    /// It is of the case, and its payload can be read from memory.
    case payload(PayloadAccess)
    /// It is of another case.
    case otherCase
    /// It must be examined.
    case unclear
  }

  /// What is known at once about a value with a tag.
  ///
  /// Inlinable down to the atomic: a call would make `i` execute 10 % more instructions.
  @inlinable @inline(__always)
  func glance(at tag: Int) -> Glance {
    let word = state.load(ordering: .relaxed)
    if CaseVerdict.slot(of: word) == tag { return .payload(CaseVerdict.access(in: word)) }
    return CaseVerdict.excludesOthers(word) || isOtherCase(tag) ? .otherCase : .unclear
  }

  /// Stores a verdict and returns whether it is new; only ``CaseVerdict/wrong`` replaces an earlier
  /// one.
  ///
  /// With doubt, values of other cases are examined until ``noteOther(_:)`` rules them out.
  func settle(_ verdict: CaseVerdict, withDoubt isDoubted: Bool = false) -> Bool {
    if verdict == .wrong {
      return CaseVerdict(word: state.exchange(verdict.word, ordering: .relaxed)) != .wrong
    }
    let word = verdict.word | (isDoubted ? CaseVerdict.doubtMask : 0)
    return state.compareExchange(
      expected: CaseVerdict.unknown.word, desired: word, ordering: .relaxed
    ).exchanged
  }

  /// Records that a tag belongs to another case.
  func noteOther(_ tag: Int) {
    guard tag < 64 else { return highOthers.withLock { _ = $0.insert(tag) } }
    others.bitwiseOr(1 << UInt64(tag), ordering: .relaxed)
  }

  /// Whether a tag is known to belong to another case.
  @inlinable func isOtherCase(_ tag: Int) -> Bool {
    guard tag < 64 else { return isHighOther(tag) }
    return others.load(ordering: .relaxed) >> UInt64(tag & 63) & 1 != 0
  }

  @usableFromInline func isHighOther(_ tag: Int) -> Bool {
    highOthers.withLock { $0.contains(tag) }
  }
}

/// How to extract the values of a case constructor.
@usableFromInline
package enum CaseVerdict: Equatable, Sendable {
  /// No value of the case has been seen. Any other verdict may follow.
  case unknown
  /// The case with this tag, whose payload is proved to lie in memory as the type of the path. Only
  /// ``wrong`` may follow.
  case projected(tag: Int, PayloadAccess = .inPlace)
  /// The case with this tag, whose payload needs reflection. Only ``wrong`` may follow.
  case reflected(tag: Int)
  /// The case with this tag, which has no payload. Only ``wrong`` may follow.
  case empty(tag: Int)
  /// Not a constructor of a case whose values can be extracted. Nothing follows.
  case wrong

  // The bits of a word, from the lowest: the kind of the verdict, whether other cases are in doubt,
  // and the slot, a signed number: the tag of a projected case, otherwise negative, so that one
  // comparison finds a payload.

  @inlinable static var kindMask: UInt64 { 7 }
  @inlinable static var doubtMask: UInt64 { 8 }
  @inlinable static var slotShift: UInt64 { 4 }

  init(word: UInt64) {
    let slot = Self.slot(of: word)
    self =
      switch word & Self.kindMask {
      case 4: .reflected(tag: ~slot)
      case 5: .empty(tag: ~slot)
      case 6: .unknown
      case 7: .wrong
      default: .projected(tag: slot, Self.access(in: word))
      }
  }

  var word: UInt64 {
    switch self {
    case .projected(let tag, let access): Self.word(access.rawValue, slot: tag)
    case .reflected(let tag): Self.word(4, slot: ~tag)
    case .empty(let tag): Self.word(5, slot: ~tag)
    case .unknown: Self.word(6, slot: -1)
    case .wrong: Self.word(7, slot: -1)
    }
  }

  private static func word(_ kind: UInt64, slot: Int) -> UInt64 {
    UInt64(bitPattern: Int64(slot)) << slotShift | kind
  }

  /// The tag of the projected case, or a negative number.
  @inlinable static func slot(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: Int64(bitPattern: word) &>> Int64(slotShift))
  }

  /// How to read the payload, from the word of a projected case.
  @inlinable static func access(in word: UInt64) -> PayloadAccess {
    PayloadAccess(rawValue: word & kindMask) ?? .inPlace
  }

  /// Whether all other tags are of other cases: the case is projected and no other is in doubt.
  @inlinable static func excludesOthers(_ word: UInt64) -> Bool { word & (doubtMask | 4) == 0 }

  /// The tag of the case, once it is known.
  package var tag: Int? {
    switch self {
    case .projected(let tag, _), .reflected(let tag), .empty(let tag): tag
    case .unknown, .wrong: nil
    }
  }
}
