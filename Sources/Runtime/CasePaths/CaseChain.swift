/// The cases in which a function such as `{ .view(.form($0)) }` wraps a value: `view`, then `form`.
///
/// They were found by examining a value that the function has made.
///
/// Used by the `CaseConstructor` of the function. Owns the steps. May be used at any time, on any
/// thread, with values of the types for which it was proved.
///
/// There are two ways to the wrapped value. By steps, it is read from the memory of the enums, one
/// inside the other. By levels, reflection finds each enum in turn, which is slower.
final class CaseChain: Sendable {
  /// The cases, from the outermost enum inward.
  let ids: [CaseID]
  private let names: [String]
  /// The cases, as they are read from memory; empty if values are extracted by levels.
  ///
  /// That is so if an enum cannot be read from memory, or if the payload of the last case is
  /// declared with another type than the function takes, and is converted.
  let steps: [CaseStep]

  /// Makes the chain of these levels; the last one holds the value, and `isExact` says whether its
  /// payload is declared with the type that the function takes.
  init(_ levels: [CaseLevel], isExact: Bool) {
    (ids, names) = (levels.map(\.id), levels.map(\.name))
    let steps = isExact ? levels.compactMap(\.step) : []
    self.steps = steps.count == levels.count ? steps : []
  }

  /// The names of the cases: `view.form`.
  var name: String { names.joined(separator: ".") }

  /// Whether values can be changed where they are.
  ///
  /// The payload of an indirect case is in a box, which other values may share. A converted value
  /// is a copy.
  var isInPlace: Bool { !steps.isEmpty && !steps.contains(where: \.declared.isIndirect) }

  /// The innermost level of a value; `nil` if it has another case somewhere on the chain.
  private func innermost(of root: Any) -> CaseLevel? {
    let levels = CaseLevel.levels(of: root, along: ids)
    return levels.count == ids.count ? levels.last : nil
  }

  // Safe, below: each step has the shape (the cases) of one enum type. `Root` is the type of the
  // first step's shape. The payload of each step has the type of the next step's shape; the payload
  // of the last one was proved to be a `Value`. The pointers are used only in the closures.

  /// The value that was wrapped; `nil` if `root` has another case somewhere on the chain.
  func extract<Root, Value>(from root: Root, as type: Value.Type) -> Value? {
    if steps.isEmpty {
      // A case without a payload is extracted as `()`, if the function takes no values.
      return innermost(of: root).flatMap { $0.payload(as: type) ?? (() as? Value) }
    }
    // A copy, because the memory is changed while the payload is read (`CaseStep.withPayload`).
    var copy = root
    var value: Value?
    _ = unsafe withUnsafeMutablePointer(to: &copy) { root in
      unsafe reach(from: root, 0) {
        unsafe value = $0.assumingMemoryBound(to: Value.self).pointee
      }
    }
    return value
  }

  /// Changes the value that was wrapped; returns whether `root` matches the cases.
  ///
  /// Call it only if `isInPlace`: otherwise there are no steps, or a copy would be changed.
  func change<Root, Value>(_ root: inout Root, _ body: (inout Value) -> Void) -> Bool {
    unsafe withUnsafeMutablePointer(to: &root) { root in
      unsafe reach(from: root, 0) { unsafe body(&$0.assumingMemoryBound(to: Value.self).pointee) }
    }
  }

  /// Whether a value matches all cases of the chain.
  func contains<Root>(_ root: Root) -> Bool {
    if steps.isEmpty { return innermost(of: root) != nil }
    var copy = root
    return unsafe withUnsafeMutablePointer(to: &copy) { unsafe reach(from: $0, 0) { _ in } }
  }

  /// Calls `body` with the address of the wrapped value, starting from the enum at `value` with the
  /// step at `index`; returns whether all cases from there on match.
  @unsafe private func reach(
    from value: UnsafeMutableRawPointer, _ index: Int, _ body: (UnsafeMutableRawPointer) -> Void
  ) -> Bool {
    let step = steps[index]
    guard unsafe step.isCase(ofValueAt: value) else { return false }
    // Without a readable payload, `withPayload` returns `nil` and does not call the closure.
    return unsafe step.withPayload(at: value) { payload in
      if index + 1 < steps.count { return unsafe reach(from: payload, index + 1, body) }
      unsafe body(payload)
      return true
    } ?? false
  }
}
