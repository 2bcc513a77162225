/// How to reach a child's state in its parent's state.
///
/// Made by the operators that attach children. `ChildFeature`, `RowFeatures` and `StackFeatures`
/// change the child with `change` for each action, and read it with `read`.
///
/// A key path to a stored property becomes a memory offset when the reducer is built, so an action
/// does not pay for the key path.
@usableFromInline enum ChildState<Parent, Child> {
  /// In a stored property at an offset in the parent's memory.
  case stored(offset: Int)
  /// Through functions that call a closure with the child, if it is present, and return whether it
  /// is. For `isStored`, see the property.
  case reached(
    isStored: Bool,
    change: (inout Parent, (inout Child) -> Void) -> Bool,
    read: (Parent, (Child) -> Void) -> Bool)

  /// A child that is always present: in a stored property if possible, otherwise computed.
  @inlinable init(_ keyPath: WritableKeyPath<Parent, Child>) {
    if let offset = MemoryLayout<Parent>.offset(of: keyPath) {
      self = .stored(offset: offset)
      return
    }
    self = .reached(isStored: false) { parent, body in
      body(&parent[keyPath: keyPath])
      return true
    } read: { parent, body in
      body(parent[keyPath: keyPath])
      return true
    }
  }

  /// Whether the child is stored in the parent, possibly in an optional or a case, rather than
  /// computed.
  ///
  /// A stored child that is not an object cannot change unless the parent does, so walks and
  /// comparisons may skip it.
  @usableFromInline var isStored: Bool {
    switch self {
    case .stored: true
    case .reached(let isStored, _, _): isStored
    }
  }

  // Safe, here and in `read`: `MemoryLayout.offset(of:)` returns an offset only for stored
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

  /// A function that calls a closure with the child, if it is present, and returns whether it is.
  ///
  /// A property that returns a function: its users keep the function, and call it without this
  /// type's metadata, which a method of this type would look up at each call.
  @inlinable var read: (Parent, (Child) -> Void) -> Bool {
    switch self {
    case .stored(let offset):
      return { parent, body in
        unsafe withUnsafePointer(to: parent) { parent in
          let child = unsafe UnsafeRawPointer(parent) + offset
          unsafe borrow(child.assumingMemoryBound(to: Child.self), body)
        }
        return true
      }
    case .reached(_, _, let read): return read
    }
  }

  /// A child that is present unless it is nil.
  @inlinable init(optional keyPath: WritableKeyPath<Parent, Child?>) {
    let optional = ChildState<Parent, Child?>(keyPath)
    let read = optional.read
    self = .reached(isStored: optional.isStored) { parent, body in
      var isPresent = false
      _ = optional.change(&parent) { child in
        if case .none = child { return }
        // Safe: it is not nil. Binding the child to a variable would copy it: 4 us for 4 KB.
        // swift-format-ignore: NeverForceUnwrap
        body(&child!)
        isPresent = true
      }
      return isPresent
    } read: { parent, body in
      var isPresent = false
      _ = read(parent) { child in
        guard let child else { return }
        body(child)
        isPresent = true
      }
      return isPresent
    }
  }

  /// A child that is present while the parent is in a case.
  @inlinable init(_ path: CasePath<Parent, Child>) {
    self = .reached(isStored: true, change: path.change) { parent, body in
      path.extract(from: parent).map(body) != nil
    }
  }
}
