/// The cases in which a function such as `{ .view(.form($0)) }` wraps a value: `view`, then `form`.
///
/// They were found by examining a value that the function has made.
///
/// Used by the `CaseConstructor` of the function. Owns the steps. May be used at any time, on any
/// thread, with values of the types for which it was proved.
final class CaseChain: Sendable {
  enum Reading {
    /// The payload lies in memory as the type that the function takes.
    case memory
    /// The payload's type converts to the type that the function takes.
    case cast
    /// The function takes no value.
    case nothing
  }

  let steps: [CaseStep]
  let reading: Reading

  init(_ steps: [CaseStep], _ reading: Reading) {
    self.steps = steps
    self.reading = reading
  }

  /// The names of the cases: `view.form`.
  var name: String { steps.map(\.declared.name).joined(separator: ".") }

  /// Whether values are changed where they are; in a box, or converted, they are copied.
  var isInPlace: Bool {
    reading == .memory && !steps.contains(where: \.declared.isIndirect)
  }

  // Safe, below: `Root` is the type of the first step's shape, and each step's payload has the type
  // of the next step's, or was proved to be a `Value`. The pointers are used only in the closures.

  /// The value that was wrapped; `nil` if `root` has another case somewhere on the chain.
  func extract<Root, Value>(from root: Root, as type: Value.Type) -> Value? {
    var copy = root
    var value: Value?
    _ = unsafe withUnsafeMutablePointer(to: &copy) { root in
      unsafe reach(from: root, 0) { payload in
        switch (reading, unsafe payload) {
        case (.memory, let payload?):
          unsafe value = payload.assumingMemoryBound(to: Value.self).pointee
        case (.cast, let payload?):
          value = unsafe steps[steps.count - 1].boxed(payload) as? Value
        default: value = () as? Value
        }
      }
    }
    return value
  }

  /// Changes the value that was wrapped, if `isInPlace`; returns whether `root` matches the cases.
  func change<Root, Value>(_ root: inout Root, _ body: (inout Value) -> Void) -> Bool {
    unsafe withUnsafeMutablePointer(to: &root) { root in
      unsafe reach(from: root, 0) { payload in
        unsafe payload.map { unsafe body(&$0.assumingMemoryBound(to: Value.self).pointee) }
      }
    }
  }

  /// Whether a value matches all cases of the chain.
  func contains<Root>(_ root: Root) -> Bool {
    var copy = root
    return unsafe withUnsafeMutablePointer(to: &copy) { unsafe reach(from: $0, 0) { _ in } }
  }

  @unsafe private func reach(
    from value: UnsafeMutableRawPointer, _ index: Int, _ body: (UnsafeMutableRawPointer?) -> Void
  ) -> Bool {
    let step = steps[index]
    guard unsafe step.isCase(ofValueAt: value) else { return false }
    return unsafe step.withPayload(at: value) { payload in
      if index + 1 < steps.count, let payload = unsafe payload {
        return unsafe reach(from: payload, index + 1, body)
      }
      unsafe body(payload)
      return true
    }
  }
}

extension CaseStep {
  /// The payload at an address, which must hold a value of this case, with its declared type.
  ///
  /// `nil` for functions and metatypes, whose representation in an `Any` differs.
  @unsafe func boxed(_ payload: UnsafeMutableRawPointer) -> Any? {
    func box<Payload>(_ type: Payload.Type) -> Any {
      unsafe payload.assumingMemoryBound(to: Payload.self).pointee
    }
    guard case .type(let type) = declared.payload, CaseProof.isReadableFromMemory(type) else {
      return nil
    }
    return box(type)
  }
}
