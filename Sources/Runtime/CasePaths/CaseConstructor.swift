import RatchetDependencies
public import Synchronization

/// Embeds and extracts the values of one enum case for a `CasePath`, given the case's constructor.
///
/// A constructor such as `Action.child` is a function, and a function does not tell which case it
/// makes. So the first value that the function makes, or that may be of its case, is examined by
/// reflection. The result is the verdict: the tag of the case (its number in the enum), and whether
/// the payload (the associated values) may be read from memory. The verdict holds for all later
/// values.
///
/// - Used by: all case paths of this function, on any thread.
/// - Owns: the verdict, and the tags of the other cases whose values have been examined.
/// - Do not call it while a lock is held: it calls the function, which is the user's.
@usableFromInline
final class CaseConstructor<Root, Value>: Sendable {
  private let embedding: @Sendable (Value) -> Root
  private let origin: SourceOrigin
  /// The value witnesses of `Root`, so reading a `Root` with them, here and below, is safe.
  @usableFromInline let witnesses: EnumWitnesses
  /// The tags of the cases whose constructor may take a `Value`, judged by the types alone.
  private let candidates: [Int]
  @usableFromInline let state = Atomic<CaseVerdict>(.unknown)
  /// The tags of the other cases of which a value has been examined.
  private let otherTags = Locked<Set<Int>>([])

  /// Returns `nil`, after a report, if the types show that the function is not a constructor.
  init?(_ embedding: @escaping @Sendable (Value) -> Root, _ origin: SourceOrigin) {
    guard let witnesses = EnumWitnesses(of: Root.self) else {
      CasePathMisuse(ofNoEnum: Root.self).report(Root.self, Value.self, origin)
      return nil
    }
    candidates = CaseProof.candidates(witnesses, holding: Value.self)
    if let misuse = CasePathMisuse(of: Root.self, Value.self, witnesses, candidates) {
      misuse.report(Root.self, Value.self, origin)
      return nil
    }
    self.embedding = embedding
    self.origin = origin
    self.witnesses = witnesses
  }

  /// What is known about the function so far.
  @inlinable var verdict: CaseVerdict { state.load(ordering: .relaxed) }

  /// The tag of a value's case.
  @inlinable
  func tag(of root: Root) -> Int {
    // Safe: the witnesses are those of `Root`.
    unsafe witnesses.tag(of: root)
  }

  /// Makes a value and checks it: the first gives the verdict; one of another case is reported.
  func embed(_ value: Value) -> Root {
    let root = embedding(value)
    if let known = verdict.tag {
      if tag(of: root) != known { conclude(.failure(.severalCases)) }
    } else if verdict == .unknown {
      conclude(CaseProof.verdict(on: root, madeOf: value, witnesses))
    }
    return root
  }

  /// Returns the payload if `root` is of the case, otherwise `nil`.
  ///
  /// Always inlined: otherwise an action for a feature ten levels deep takes a third longer.
  @inlinable @inline(__always)
  func extract(from root: Root) -> Value? {
    let (verdict, witnesses) = (verdict, witnesses)
    guard verdict.isProved else { return extract(unprovedFrom: root) }
    // Safe: the witnesses are those of `Root`.
    guard unsafe witnesses.tag(of: root) == verdict.tag else { return nil }
    var copy = root
    var payload: Value?
    // Safe: the verdict says that the payload of this case is a `Value`.
    unsafe witnesses.withPayload(of: &copy, verdict, as: Value.self) { payload = $0 }
    return payload
  }

  /// Changes the payload in place if `root` is of the case, and returns whether it is; returns
  /// `nil` if the caller must extract the payload, change it and embed it instead.
  @inlinable
  func change(_ root: inout Root, _ body: (inout Value) -> Void) -> Bool? {
    let verdict = verdict
    // Other values may share the box in which an indirect case keeps its payload.
    guard verdict.isProved, !verdict.isBoxed else { return nil }
    guard tag(of: root) == verdict.tag else { return false }
    // Safe: as in `extract(from:)`; the access to `root` is exclusive.
    unsafe witnesses.withPayload(of: &root, verdict, as: Value.self, body)
    return true
  }

  /// Extracts by reflection, after examining the function if nothing is known about it.
  @usableFromInline
  func extract(unprovedFrom root: Root) -> Value? {
    let (tag, known) = (tag(of: root), verdict)
    // Another thread may have proved it since the caller looked.
    if known.isProved { return extract(from: root) }
    guard known == .unknown else {
      return known == .reflected(tag: tag) ? payload(of: root) : nil
    }
    guard candidates.contains(tag) else {
      if otherTags.withLock({ $0.insert(tag).inserted }) { examine(beside: root) }
      return nil
    }
    guard let sample = payload(of: root) else { return nil }
    conclude(CaseProof.verdict(on: embedding(sample), madeOf: sample, witnesses))
    return extract(from: root)
  }

  /// Examines the function at the first value of a case whose constructor cannot take a `Value`.
  ///
  /// Only a closure makes such a case: it goes through two cases, or adds or converts a value. In a
  /// path that never embeds, nothing else would reveal the mistake.
  private func examine(beside root: Root) {
    let found = CasePayload.first(Value.self, in: root) ?? CaseNames.sample(of: Value.self)
    guard let sample = found else { return }
    let result = CaseProof.verdict(on: embedding(sample), madeOf: sample, witnesses)
    // A success with one sample does not prove that the function leaves other values unchanged.
    if case .failure = result { conclude(result) }
  }

  /// Extracts the payload of `root` as a `Value` by reflection.
  private func payload(of root: Root) -> Value? {
    CasePayload(of: root).map { $0.cast(to: Value.self) } ?? (() as? Value)
  }

  private func conclude(_ result: Result<CaseVerdict, CasePathMisuse>) {
    switch result {
    case .success(let verdict):
      _ = state.compareExchange(expected: .unknown, desired: verdict, ordering: .relaxed)
    case .failure(let misuse):
      if state.exchange(.wrong, ordering: .relaxed) != .wrong {
        misuse.report(Root.self, Value.self, origin)
      }
    }
  }
}
