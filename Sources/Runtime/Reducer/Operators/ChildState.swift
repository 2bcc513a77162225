/// How to reach the state of a child in that of its parent.
///
/// Made by the operators that attach children. `ChildFeature`, `RowFeatures` and `StackFeatures`
/// change the child with `change` for each action, and read it with `look`.
///
/// A key path is resolved to a memory offset when the reducer is built, not for each action.
@usableFromInline enum ChildState<Parent, Child> {
  /// In a stored property at an offset in the parent's memory.
  case stored(offset: Int)
  /// Through functions that call another one with the child and return whether there is one.
  case reached(
    isPart: Bool,
    change: (inout Parent, (inout Child) -> Void) -> Bool,
    look: (Parent, (Child) -> Void) -> Bool)

  /// A child that is always present.
  @inlinable init(_ keyPath: WritableKeyPath<Parent, Child>) {
    if let offset = MemoryLayout<Parent>.offset(of: keyPath) {
      self = .stored(offset: offset)
      return
    }
    self = .reached(isPart: false) { parent, body in
      body(&parent[keyPath: keyPath])
      return true
    } look: { parent, body in
      body(parent[keyPath: keyPath])
      return true
    }
  }

  /// Whether the child is a stored part of the parent, also in an optional or a case, rather than
  /// computed.
  @usableFromInline var isPart: Bool {
    switch self {
    case .stored: true
    case .reached(let isPart, _, _): isPart
    }
  }

  // Safe, here and in `look`: `MemoryLayout.offset(of:)` returns an offset only for stored
  // properties, and every value of the parent's type has an initialized value of the property's
  // type at that offset. The pointer is used only in the closure in which it is valid, with that
  // closure's access to the parent, exclusive or not.

  /// Changes the child in place; returns whether there is one.
  @inlinable func change(_ parent: inout Parent, _ body: (inout Child) -> Void) -> Bool {
    switch self {
    case .stored(let offset):
      unsafe withUnsafeMutablePointer(to: &parent) { parent in
        let child = unsafe UnsafeMutableRawPointer(parent) + offset
        unsafe body(&child.assumingMemoryBound(to: Child.self).pointee)
      }
      return true
    case .reached(_, let change, _): return change(&parent, body)
    }
  }

  /// A function that calls a closure with the child and returns whether there is one.
  ///
  /// A function value, because a call of a method looks up this type.
  @inlinable var look: (Parent, (Child) -> Void) -> Bool {
    switch self {
    case .stored(let offset):
      return { parent, body in
        unsafe withUnsafePointer(to: parent) { parent in
          let child = unsafe UnsafeRawPointer(parent) + offset
          unsafe borrow(child.assumingMemoryBound(to: Child.self), body)
        }
        return true
      }
    case .reached(_, _, let look): return look
    }
  }

  /// A child that is present unless it is nil.
  @inlinable init(optional keyPath: WritableKeyPath<Parent, Child?>) {
    let optional = ChildState<Parent, Child?>(keyPath)
    let look = optional.look
    self = .reached(isPart: optional.isPart) { parent, body in
      var isPresent = false
      _ = optional.change(&parent) { child in
        if case .none = child { return }
        // Safe: it is not nil. A child that is bound to a variable would be copied: 4 us for 4 KB.
        // swift-format-ignore: NeverForceUnwrap
        body(&child!)
        isPresent = true
      }
      return isPresent
    } look: { parent, body in
      var isPresent = false
      _ = look(parent) { child in
        guard let child else { return }
        body(child)
        isPresent = true
      }
      return isPresent
    }
  }

  /// A child that is present while the parent is in a case.
  @inlinable init(_ path: CasePath<Parent, Child>) {
    self = .reached(isPart: true, change: path.change) { parent, body in
      path.extract(from: parent).map(body) != nil
    }
  }
}
