/// The constructor of an enum case, with what has been learned about how to extract its values.
///
/// `Action.child` is a function; its case is known only once it has made a value. So the first
/// value that it makes, or that may be of its case, is examined by reflection, and what that proves
/// holds for all later values. Where the types allow several cases, the first value of each is
/// compared with what the function makes from its payload.
struct CaseConstructor<Root, Value>: Sendable {
  private let embedding: @Sendable (Value) -> Root
  /// The key under which other paths with the same function find the result.
  private let code: FunctionCode?
  private let origin: SourceOrigin
  /// The witnesses of `Root`, so that reading a `Root` with them, here and below, is safe.
  let witnesses: EnumWitnesses
  let knowledge = CaseKnowledge()
  private let candidates: CaseCandidates

  /// Reports a function whose types rule out a constructor, and returns `nil`.
  init?(
    _ embedding: @escaping @Sendable (Value) -> Root, _ code: FunctionCode?, _ origin: SourceOrigin
  ) {
    guard let witnesses = EnumWitnesses(of: Root.self) else {
      CasePathMisuse(ofNoEnum: Root.self).report(Root.self, Value.self, origin)
      return nil
    }
    candidates = CaseCandidates(of: Root.self, holding: Value.self, witnesses)
    if let use = CasePathMisuse(of: Root.self, Value.self, witnesses, candidates) {
      use.report(Root.self, Value.self, origin)
      return nil
    }
    self.embedding = embedding
    self.code = code
    self.origin = origin
    self.witnesses = witnesses
  }

  func embed(_ value: Value) -> Root {
    let root = embedding(value)
    if let tag = knowledge.verdict.tag {
      // Safe: the witnesses are those of `Root`.
      let made = unsafe witnesses.tag(of: root)
      if made != tag { settle(.failure(.severalCases)) }
    } else {
      learn(from: root, madeOf: value)
    }
    return root
  }

  /// Extracts the payload where ``CasePath/extract(from:)`` cannot, because it has not been proved.
  func extract(from root: Root) -> Value? {
    // Safe: the witnesses are those of `Root`.
    let tag = unsafe witnesses.tag(of: root)
    switch knowledge.verdict {
    case .projected(tag, let access):
      // Safe: `CaseProof` has compared the declared payload of this case with `Value`.
      return unsafe witnesses.withPayload(of: root, access, as: Value.self) { unsafe $0.pointee }
    case .reflected(tag): return CasePayload(of: root)?.cast(to: Value.self)
    case .empty(tag): return () as? Value
    case .unknown: return extract(fromUnknown: root, tag: tag)
    case .projected, .reflected, .empty:
      doubt(root, tag: tag)
      return nil
    case .wrong: return nil
    }
  }

  /// Examines a value while the case is unknown.
  private func extract(fromUnknown root: Root, tag: Int) -> Value? {
    if knowledge.isOtherCase(tag) { return nil }
    guard candidates.contains(tag) else {
      examine(beside: root, tag: tag)
      return nil
    }
    guard let sample = sample(of: root) else {
      let payload = CasePayload(of: root)
      if payload.map({ CaseProof.takesOneType($0.type) }) ?? true { knowledge.noteOther(tag) }
      return nil
    }
    learn(from: embedding(sample), madeOf: sample)
    return knowledge.verdict == .unknown ? nil : extract(from: root)
  }

  /// Examines the function on the first value of a case that no constructor makes from a `Value`: a
  /// closure might, if it goes through two cases, or adds or converts a value.
  private func examine(beside root: Root, tag: Int) {
    knowledge.noteOther(tag)
    var sample: Value?
    if candidates.areBypassed(by: tag, of: Root.self, holding: Value.self) {
      sample = CaseRoute.values(of: Value.self, in: root).first
    }
    guard let sample = sample ?? CaseNames.sample(of: Value.self),
      case .failure(let use) = CaseProof.verdict(on: embedding(sample), madeOf: sample, witnesses)
    else { return }
    settle(.failure(use))
  }

  /// Examines the first value of a case other than the known one.
  private func doubt(_ root: Root, tag: Int) {
    if candidates.contains(tag), !knowledge.isOtherCase(tag), let sample = sample(of: root),
      // Safe: the witnesses are those of `Root`.
      unsafe witnesses.tag(of: embedding(sample)) == tag
    {
      settle(.failure(.severalCases))
    }
    knowledge.noteOther(tag)
  }

  /// A value from which the function may have made `root`.
  private func sample(of root: Root) -> Value? {
    CasePayload(of: root).map { $0.cast(to: Value.self) } ?? (() as? Value)
  }

  private func learn(from root: Root, madeOf value: Value) {
    guard knowledge.verdict == .unknown else { return }
    settle(CaseProof.verdict(on: root, madeOf: value, witnesses))
  }

  private func settle(_ result: Result<CaseVerdict, CasePathMisuse>) {
    switch result {
    case .success(let verdict):
      let isNew = knowledge.settle(verdict, withDoubt: candidates.areSeveral)
      if isNew, let code { CasePathCache.add(ProvedConstructor(self, code)) }
    case .failure(let use):
      if knowledge.settle(.wrong) { use.report(Root.self, Value.self, origin) }
    }
  }
}
