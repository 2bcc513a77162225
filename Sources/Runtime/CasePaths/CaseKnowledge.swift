import Synchronization

/// What is known about a case constructor, shared by all threads that use its case path.
///
/// Two words, each complete in itself, so that a thread needs no order between them.
@usableFromInline
final class CaseKnowledge: Sendable {
  /// Those of the enum that the constructor makes values of.
  @usableFromInline let witnesses: EnumWitnesses
  private let verdictWord = Atomic<Int>(0)
  private let otherTags = Atomic<UInt64>(0)

  init(_ witnesses: EnumWitnesses) {
    self.witnesses = witnesses
  }

  /// What has been proved.
  @usableFromInline
  var verdict: CaseVerdict { CaseVerdict(word: verdictWord.load(ordering: .relaxed)) }

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
  func isOther(_ tag: Int) -> Bool {
    tag < UInt64.bitWidth && otherTags.load(ordering: .relaxed) & (1 << UInt64(tag)) != 0
  }
}
