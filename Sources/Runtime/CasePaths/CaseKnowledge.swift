import Synchronization

/// What is known about a case constructor, shared by all threads that use its case path.
///
/// Two words that do not depend on each other, so that relaxed loads and stores are enough.
@usableFromInline
final class CaseKnowledge: Sendable {
  /// For case paths made by hand: nothing is ever learned about them.
  static let none = CaseKnowledge()

  private let verdictWord = Atomic<Int>(0)
  private let otherTags = Atomic<UInt64>(0)

  /// What has been proved.
  var verdict: CaseVerdict { CaseVerdict(word: word) }

  /// What has been proved, as a word.
  @usableFromInline var word: Int { verdictWord.load(ordering: .relaxed) }

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
  /// Inlinable, so that the two usual answers take two comparisons and no jump table.
  @inlinable
  func glance(at tag: Int) -> Glance {
    let word = word
    let kind = CaseVerdict.projectedKind
    if word & ~CaseVerdict.doubtMask == tag << CaseVerdict.tagShift | kind { return .payload }
    if word & (CaseVerdict.kindMask | CaseVerdict.doubtMask) == kind { return .otherCase }
    return isOther(tag) ? .otherCase : .unclear
  }

  /// Stores a verdict and returns whether it is new; the first one stays, except that
  /// ``CaseVerdict/wrong`` replaces it.
  ///
  /// With doubt, values of other cases are examined until ``noteOther(_:)`` says that they need not
  /// be.
  func settle(_ verdict: CaseVerdict, withDoubt isDoubted: Bool = false) -> Bool {
    if verdict == .wrong {
      return verdictWord.exchange(verdict.word, ordering: .relaxed) != verdict.word
    }
    let (isFirst, _) = verdictWord.compareExchange(
      expected: CaseVerdict.unknown.word,
      desired: verdict.word | (isDoubted ? CaseVerdict.doubtMask : 0),
      ordering: .relaxed)
    return isFirst
  }

  /// Records that a tag belongs to another case.
  func noteOther(_ tag: Int) {
    guard tag < UInt64.bitWidth else { return }
    otherTags.bitwiseOr(1 << UInt64(tag), ordering: .relaxed)
  }

  /// Whether a tag is known to belong to another case.
  @usableFromInline
  func isOther(_ tag: Int) -> Bool {
    tag < UInt64.bitWidth && otherTags.load(ordering: .relaxed) & (1 << UInt64(tag)) != 0
  }
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

  /// The bits of a word that tell the verdict, but for the tag.
  @inlinable static var kindMask: Int { 7 }
  /// The bit of a word that says that values of other cases have to be examined.
  @inlinable static var doubtMask: Int { 8 }
  /// By how many bits the tag is shifted in a word.
  @inlinable static var tagShift: Int { 4 }
  /// The kind of ``projected(tag:)``.
  @inlinable static var projectedKind: Int { 1 }

  init(word: Int) {
    let tag = word >> Self.tagShift
    self =
      switch word & Self.kindMask {
      case 0: .unknown
      case Self.projectedKind: .projected(tag: tag)
      case 2: .reflected(tag: tag)
      case 3: .empty(tag: tag)
      default: .wrong
      }
  }

  var word: Int {
    switch self {
    case .unknown: 0
    case .projected(let tag): tag << Self.tagShift | Self.projectedKind
    case .reflected(let tag): tag << Self.tagShift | 2
    case .empty(let tag): tag << Self.tagShift | 3
    case .wrong: 4
    }
  }

  /// The tag of the case, once it is known.
  package var tag: Int? {
    switch self {
    case .projected(let tag), .reflected(let tag), .empty(let tag): tag
    case .unknown, .wrong: nil
    }
  }
}
