import RatchetDependencies
public import Synchronization

/// Embeds and extracts the values of a case, or of a case within a case, for a `CasePath`, given
/// the function that wraps a value in these cases.
///
/// A function such as `Action.child` or `{ .view(.form($0)) }` does not show which cases it makes.
/// So values are examined until one shows the cases: mostly the first that the function makes, or
/// that may have its cases. The result is a chain of cases, which holds for all later values. The
/// verdict is a short form of it: for a chain of a single case, the most frequent one, it is all
/// that extraction has to read.
///
/// - Used by: all case paths of this function, on any thread.
/// - Owns: the verdict, the chain, and the record of the cases that were examined without a result.
/// - Do not call it while a lock is held: it calls the function, which is the user's.
@usableFromInline
final class CaseConstructor<Root, Value>: Sendable {
  /// The user's function.
  private let embedding: @Sendable (Value) -> Root
  /// The line that made the case path, for a report.
  private let origin: SourceOrigin
  /// The value witnesses of `Root`, so reading a `Root` with them, here and below, is safe.
  ///
  /// `nil` if values are read by reflection.
  @usableFromInline let witnesses: EnumWitnesses?
  /// The cases whose payload, judged by the types alone, may be a `Value` or may be an enum with a
  /// `Value` inside; `nil` if the types do not show it.
  private let candidates: Set<CaseID>?
  @usableFromInline let state = Atomic<CaseVerdict>(.unknown)
  /// The chain, once it is proved.
  private let proved = AtomicLazyReference<CaseChain>()
  /// The cases of values in which no wrapped value was found, for each of which the function is
  /// examined once (`examine(beside:)`); `nil` stands for values whose case cannot be determined.
  private let others = Locked<Set<CaseID?>>([])

  /// Returns `nil`, after a report, if the types show that the function wraps in no case.
  init?(_ embedding: @escaping @Sendable (Value) -> Root, _ origin: SourceOrigin) {
    let shape = EnumShape.of(Root.self)
    candidates = shape.map { CaseProof.candidates($0, holding: Value.self) }
    if let misuse = CasePathMisuse(of: Value.self, in: Root.self, candidates) {
      misuse.report(Root.self, Value.self, origin)
      return nil
    }
    self.embedding = embedding
    self.origin = origin
    witnesses = shape?.witnesses
  }

  /// What is known about the function so far.
  @inlinable var verdict: CaseVerdict { state.load(ordering: .relaxed) }

  /// The cases that the function wraps in, once a value has shown them.
  var chain: CaseChain? { verdict == .wrong ? nil : proved.load() }

  /// A value's cases: along the chain or, while that is unknown, all of them.
  func cases(of root: Root) -> [CaseID] {
    CaseLevel.levels(of: root).prefix(chain?.ids.count ?? .max).map(\.id)
  }

  /// Makes a value and checks it.
  ///
  /// The first value is examined and gives the verdict. If a later value has another case, that is
  /// reported.
  func embed(_ value: Value) -> Root {
    let root = embedding(value)
    if let known = verdict.tag, let witnesses {
      // Safe: the witnesses are `Root`'s.
      if unsafe witnesses.tag(of: root) != known { conclude(.failure(.severalCases)) }
    } else if let chain {
      if !chain.contains(root) { conclude(.failure(.severalCases)) }
    } else if verdict == .unknown {
      conclude(CaseProof.chain(of: root, madeOf: value))
    }
    return root
  }

  /// Returns the value that the function wraps in `root`; `nil` if `root` has another case.
  ///
  /// Reads the value from memory if the verdict is `proved`; otherwise, uses the chain (below).
  /// Always inlined: otherwise an action for a feature ten levels deep takes a third longer.
  @inlinable @inline(__always)
  func extract(from root: Root) -> Value? {
    let (verdict, witnesses) = (verdict, witnesses)
    guard verdict.isProved, let witnesses else { return extract(unprovedFrom: root) }
    // Safe: the witnesses are `Root`'s.
    guard unsafe witnesses.tag(of: root) == verdict.tag else { return nil }
    var copy = root
    var payload: Value?
    // Safe: the verdict says that the payload of this case is a `Value`.
    unsafe witnesses.withPayload(of: &copy, verdict, as: Value.self) { payload = $0 }
    return payload
  }

  /// Changes the value in place if `root` has the case, and returns whether it has.
  ///
  /// Returns `nil` if the caller must extract the value, change it and embed it instead.
  @inlinable
  func change(_ root: inout Root, _ body: (inout Value) -> Void) -> Bool? {
    let verdict = verdict
    guard verdict.isProved, let witnesses else { return change(unproved: &root, body) }
    // Other values may share the box in which an indirect case keeps its payload.
    if verdict.isBoxed { return nil }
    // Safe, here and below: as in `extract(from:)`; the access to `root` is exclusive.
    guard unsafe witnesses.tag(of: root) == verdict.tag else { return false }
    unsafe witnesses.withPayload(of: &root, verdict, as: Value.self, body)
    return true
  }

  /// Like `change(_:_:)`, by the chain; `nil` if no chain is known, or it cannot change values in
  /// place.
  @usableFromInline
  func change(unproved root: inout Root, _ body: (inout Value) -> Void) -> Bool? {
    guard let chain, chain.isInPlace else { return nil }
    return chain.change(&root, body)
  }

  /// Extracts by the chain, after examining the function if nothing is known about it.
  @usableFromInline
  func extract(unprovedFrom root: Root) -> Value? {
    if verdict == .wrong { return nil }
    if let chain { return chain.extract(from: root, as: Value.self) }
    // Nothing is known. If the case of `root` may hold a `Value`, or is unknown, a payload of this
    // type in `root` is passed to the function again; if `Value` is `Void`, so is `()`.
    let id = CaseID(of: root)
    guard id.flatMap({ candidates?.contains($0) }) ?? true,
      let sample: Value = CaseProof.sample(in: root) ?? (() as? Value)
    else {
      if others.withLock({ $0.insert(id).inserted }) { examine(beside: root) }
      return nil
    }
    conclude(CaseProof.chain(of: embedding(sample), madeOf: sample))
    return chain?.extract(from: root, as: Value.self)
  }

  /// Reports a closure that adds or converts a value, which nothing else would reveal in a path
  /// that never embeds.
  ///
  /// Called if no wrapped value was found in `root`. Examines the function with a sample instead:
  /// any `Value` inside `root`, or an empty value.
  private func examine(beside root: Root) {
    guard CaseLevel(root) != nil else {
      return conclude(.failure(.noReflection(of: Root.self)))
    }
    let found = CaseReflection.parts(of: root).lazy.compactMap { $0 as? Value }.first
    guard let sample = found ?? CaseNames.sample(of: Value.self) else { return }
    let result = CaseProof.chain(of: embedding(sample), madeOf: sample)
    // A success with one sample does not prove that the function leaves other values unchanged.
    if case .failure = result { conclude(result) }
  }

  /// Keeps the result of an examination, or reports the misuse, once.
  private func conclude(_ result: Result<CaseChain, CasePathMisuse>) {
    switch result {
    case .success(let chain):
      let chain = proved.storeIfNil(chain)
      // A payload without size has no box to read, even if the case is indirect.
      let verdict: CaseVerdict =
        if chain.steps.count == 1, let step = chain.steps.first,
          !(step.declared.isIndirect && MemoryLayout<Value>.size == 0)
        {
          .proved(tag: step.tag, isBoxed: step.declared.isIndirect)
        } else {
          .chained
        }
      _ = state.compareExchange(expected: .unknown, desired: verdict, ordering: .relaxed)
    case .failure(let misuse):
      if state.exchange(.wrong, ordering: .relaxed) != .wrong {
        misuse.report(Root.self, Value.self, origin)
      }
    }
  }
}
