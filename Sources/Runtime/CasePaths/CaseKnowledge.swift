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

  /// The tag of the case if its payload has been proved to lie in the enum as it is, else -1.
  @usableFromInline
  var projectedTag: Int {
    let word = verdictWord.load(ordering: .relaxed)
    return word & 7 == CaseVerdict.projected(tag: 0).word ? word >> 3 : -1
  }

  /// Keeps a verdict and returns whether it is news; the first one stays, but ``CaseVerdict/wrong`` wins.
  func settle(_ verdict: CaseVerdict) -> Bool {
    if verdict == .wrong {
      return verdictWord.exchange(verdict.word, ordering: .relaxed) != verdict.word
    }
    let (isFirst, _) = verdictWord.compareExchange(
      expected: CaseVerdict.unknown.word, desired: verdict.word, ordering: .relaxed)
    return isFirst
  }

  /// Keeps that a tag belongs to another case.
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
