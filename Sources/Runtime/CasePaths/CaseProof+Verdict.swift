extension CaseProof {
  /// What a value tells about the function that has made it; the witnesses must be those of its type.
  static func verdict<Root, Value>(
    on root: Root, madeOf value: Value, _ witnesses: EnumWitnesses
  ) -> Result<CaseVerdict, CasePathMisuse> {
    // Safe: the witnesses are those of `Root`.
    let tag = unsafe witnesses.tag(of: root)
    guard let payload = CasePayload(of: root) else {
      return Value.self == Void.self
        ? .success(.empty(tag: tag)) : .failure(.otherPayload(declared: nil))
    }
    guard let extracted = payload.cast(to: Value.self) else {
      return .failure(.otherPayload(declared: "\(payload.type)"))
    }
    if areKnownToDiffer(value, extracted) { return .failure(.otherValue) }
    let isDirect = witnesses.isIndirect(tag) == false
    let isProved = isDirect && hasSameLayout(payload.type, Value.self)
    return .success(isProved ? .projected(tag: tag) : .reflected(tag: tag))
  }

  /// Whether both can be compared and are not equal, though each is equal to itself.
  private static func areKnownToDiffer(_ one: some Any, _ other: some Any) -> Bool {
    func differ<T: Equatable>(_ one: T) -> Bool {
      one == one && (other as? T).map { $0 != one } ?? false
    }
    guard let one = one as? any Equatable else { return false }
    return differ(one)
  }
}
