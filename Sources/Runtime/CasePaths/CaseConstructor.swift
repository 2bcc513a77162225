import RatchetDependencies
public import Synchronization

/// The constructor of an enum case, with what has been learned about how to extract its values.
///
/// `Action.child` is a function; its case is known only once it has made a value. So the first
/// value that it makes, or that may be of its case, is examined by reflection, and what that proves
/// holds for all later values.
///
/// - Used by: all case paths of this function, on any thread.
/// - Owns: the verdict about the function, and which cases were examined in vain.
/// - Do not call it while a lock is held: it calls the function, which is the user's.
@usableFromInline
final class CaseConstructor<Root, Value>: Sendable {
  private let embedding: @Sendable (Value) -> Root
  private let origin: SourceOrigin
  /// The witnesses of `Root`, so that reading a `Root` with them, here and below, is safe.
  @usableFromInline let witnesses: EnumWitnesses
  /// The tags of the cases that can hold a `Value`, as far as the types tell.
  private let candidates: [Int]
  @usableFromInline let state = Atomic<CaseVerdict>(.unknown)
  private let otherTags = Locked<Set<Int>>([])

  /// Reports a function whose types rule out a constructor, and returns `nil`.
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

  /// What has been proved.
  @inlinable var verdict: CaseVerdict { state.load(ordering: .relaxed) }

  /// The tag of a value's case.
  @inlinable
  func tag(of root: Root) -> Int {
    // Safe: the witnesses are those of `Root`.
    unsafe witnesses.tag(of: root)
  }

  /// Makes a value of the case.
  func embed(_ value: Value) -> Root {
    let root = embedding(value)
    if let known = verdict.tag {
      if tag(of: root) != known { conclude(.failure(.severalCases)) }
    } else if verdict == .unknown {
      conclude(CaseProof.verdict(on: root, madeOf: value, witnesses))
    }
    return root
  }

  /// The payload of a value of the case.
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

  /// Changes the payload in place if `root` is of the case; returns whether it is, or `nil` if its
  /// payload must be taken out and put back.
  @inlinable
  func change(_ root: inout Root, _ body: (inout Value) -> Void) -> Bool? {
    let verdict = verdict
    // Other values may share the box.
    guard verdict.isProved, !verdict.isBoxed else { return nil }
    guard tag(of: root) == verdict.tag else { return false }
    // Safe: as in `extract(from:)`; the access to `root` is exclusive.
    unsafe witnesses.withPayload(of: &root, verdict, as: Value.self, body)
    return true
  }

  @usableFromInline
  func extract(unprovedFrom root: Root) -> Value? {
    let tag = tag(of: root)
    guard verdict == .unknown else {
      return verdict == .reflected(tag: tag) ? payload(of: root) : nil
    }
    guard candidates.contains(tag) else {
      if otherTags.withLock({ $0.insert(tag).inserted }) { examine(beside: root) }
      return nil
    }
    guard let sample = payload(of: root) else { return nil }
    conclude(CaseProof.verdict(on: embedding(sample), madeOf: sample, witnesses))
    return extract(from: root)
  }

  /// Examines the function on the first value of a case that no constructor makes from a `Value`: a
  /// closure might, if it goes through two cases, or adds or converts a value.
  private func examine(beside root: Root) {
    let found = CasePayload.first(Value.self, in: root) ?? CaseNames.sample(of: Value.self)
    guard let sample = found else { return }
    let result = CaseProof.verdict(on: embedding(sample), madeOf: sample, witnesses)
    // One sample does not prove that the function leaves other values as they are.
    if case .failure = result { conclude(result) }
  }

  /// The value from which a constructor has made `root`, by reflection.
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
