import Synchronization

/// What is known about a case constructor, shared by all threads that use its case path.
///
/// Two words, each complete in itself, so that a thread needs no order between them.
@usableFromInline
final class CaseKnowledge: Sendable {
  /// For case paths made by hand: nothing is ever learned about them.
  static let none = CaseKnowledge()

  private let verdictWord = Atomic<Int>(0)
  private let otherTags = Atomic<UInt64>(0)

  /// What has been proved.
  var verdict: CaseVerdict { CaseVerdict(word: verdictWord.load(ordering: .relaxed)) }

  /// What can be said at once about a value with a tag.
  @usableFromInline
  enum Glance {
    /// It is of the case, and its payload has been proved to lie in the enum as it is.
    case payload
    /// It is of another case.
    case otherCase
    /// It has to be looked into.
    case unclear
  }

  /// What can be said at once about a value with a tag.
  @usableFromInline
  func glance(at tag: Int) -> Glance {
    let word = verdictWord.load(ordering: .relaxed)
    if word & CaseVerdict.kindMask == CaseVerdict.projected(tag: 0).word {
      if word >> CaseVerdict.tagShift == tag { return .payload }
      if word & CaseVerdict.doubtMask == 0 { return .otherCase }
    }
    return isOther(tag) ? .otherCase : .unclear
  }

  /// Keeps a verdict and returns whether it is news; the first one stays, but ``CaseVerdict/wrong`` wins.
  ///
  /// With doubt, values of other cases have to be looked into until ``noteOther(_:)`` says that they need not be.
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

  /// Keeps that a tag belongs to another case.
  func noteOther(_ tag: Int) {
    guard tag < UInt64.bitWidth else { return }
    otherTags.bitwiseOr(1 << UInt64(tag), ordering: .relaxed)
  }

  /// Whether a tag is known to belong to another case.
  func isOther(_ tag: Int) -> Bool {
    tag < UInt64.bitWidth && otherTags.load(ordering: .relaxed) & (1 << UInt64(tag)) != 0
  }
}
