/// The constructor of an enum case, with what has been learned about how to undo it.
///
/// `Action.child` is a function; which case it makes is known once it has made a value. So the first
/// value that it makes, or that may be of its case, is taken apart by reflection, and what that
/// proves holds for all that follow.
struct CaseConstructor<Root, Value>: Sendable {
  private let embedding: @Sendable (Value) -> Root
  private let origin: SourceOrigin
  /// Those of `Root`, so that they may be given values of `Root`.
  let witnesses: EnumWitnesses
  let knowledge = CaseKnowledge()

  /// Reports a function to a type that is not an enum, and returns `nil`.
  init?(_ embedding: @escaping @Sendable (Value) -> Root, origin: SourceOrigin) {
    guard let witnesses = EnumWitnesses(of: Root.self) else {
      WrongUse.notAnEnum.report(Root.self, Value.self, origin)
      return nil
    }
    self.embedding = embedding
    self.origin = origin
    self.witnesses = witnesses
  }

  func embed(_ value: Value) -> Root {
    let root = embedding(value)
    if let tag = knowledge.verdict.tag {
      let made = unsafe witnesses.tag(of: root)
      if made != tag { settle(.failure(.severalCases)) }
    } else {
      learn(from: root, madeOf: value)
    }
    return root
  }

  /// The ways of ``CasePath/extract(from:)`` that it does not go itself: all but that of a proved payload.
  func extract(from root: Root) -> Value? {
    let tag = unsafe witnesses.tag(of: root)
    switch knowledge.verdict {
    case .projected(tag):
      // Safe: `CaseProof` has compared the declared payload of this case with `Value`.
      return unsafe witnesses.payload(of: root, as: Value.self)
    case .reflected(tag): return CasePayload(of: root)?.cast(to: Value.self)
    case .empty(tag): return () as? Value
    case .unknown: return extract(fromUnknown: root, tag: tag)
    case .projected, .reflected, .empty:
      knowledge.noteOther(tag)
      return nil
    case .wrong: return nil
    }
  }

  /// Looks into a value while nothing is known about the case.
  private func extract(fromUnknown root: Root, tag: Int) -> Value? {
    if knowledge.isOther(tag) { return nil }
    if let use = WrongUse(of: Root.self, Value.self, witnesses) {
      settle(.failure(use))
      return nil
    }
    let payload = CasePayload(of: root)
    let sample = payload.map { $0.cast(to: Value.self) } ?? (() as? Value)
    guard let sample else {
      if payload.map({ CaseProof.takesOneType($0.type) }) ?? true { knowledge.noteOther(tag) }
      return nil
    }
    learn(from: embedding(sample), madeOf: sample)
    return knowledge.verdict == .unknown ? nil : extract(from: root)
  }

  private func learn(from root: Root, madeOf value: Value) {
    guard knowledge.verdict == .unknown else { return }
    settle(CaseProof.verdict(on: root, madeOf: value, witnesses))
  }

  private func settle(_ result: Result<CaseVerdict, WrongUse>) {
    switch result {
    case .success(let verdict): _ = knowledge.settle(verdict)
    case .failure(let use):
      if knowledge.settle(.wrong) { use.report(Root.self, Value.self, origin) }
    }
  }
}
