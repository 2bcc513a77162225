/// Where the state of a child is in that of its parent.
///
/// Closures, because the kinds of children are few and each is chosen once: a key path is resolved
/// to an offset in memory when the reducer is built, not for each action.
@usableFromInline struct ChildState<Parent, Child> {
  /// Changes the child in place, and returns whether there is one.
  @usableFromInline let change: (inout Parent, (inout Child) -> Void) -> Bool
  /// Calls the closure with the child, and returns whether there is one.
  @usableFromInline let look: (Parent, (Child) -> Void) -> Bool
  /// Whether the child is a part of the parent, not computed by it.
  @usableFromInline let isPart: Bool

  /// A child that is always present.
  @inlinable init(_ keyPath: WritableKeyPath<Parent, Child>) {
    let offset = MemoryLayout<Parent>.offset(of: keyPath)
    isPart = offset != nil
    guard let offset else {
      change = { parent, body in
        body(&parent[keyPath: keyPath])
        return true
      }
      look = { parent, body in
        body(parent[keyPath: keyPath])
        return true
      }
      return
    }
    // Safe: `MemoryLayout.offset(of:)` gives an offset for stored properties only, and every value
    // of the parent's type has an initialized value of the property's type there. The pointer is
    // used only in the closure in which it is valid, with the access, exclusive or not, that the
    // closure has to the parent.
    change = { parent, body in
      unsafe withUnsafeMutablePointer(to: &parent) { parent in
        let child = unsafe UnsafeMutableRawPointer(parent) + offset
        unsafe body(&child.assumingMemoryBound(to: Child.self).pointee)
      }
      return true
    }
    look = { parent, body in
      unsafe withUnsafePointer(to: parent) { parent in
        let child = unsafe UnsafeRawPointer(parent) + offset
        unsafe body(child.assumingMemoryBound(to: Child.self).pointee)
      }
      return true
    }
  }

  /// A child that is present while it is not nil.
  @inlinable init(optional keyPath: WritableKeyPath<Parent, Child?>) {
    let optional = ChildState<Parent, Child?>(keyPath)
    isPart = optional.isPart
    change = { parent, body in
      var isPresent = false
      _ = optional.change(&parent) { child in
        // Taken out, so that the child is changed in place instead of copied.
        guard var value = child.take() else { return }
        body(&value)
        child = value
        isPresent = true
      }
      return isPresent
    }
    look = { parent, body in
      var isPresent = false
      _ = optional.look(parent) { child in
        guard let child else { return }
        body(child)
        isPresent = true
      }
      return isPresent
    }
  }

  /// A child that is present while the parent is of a case.
  @inlinable init(_ path: CasePath<Parent, Child>) {
    isPart = true
    change = path.change
    look = { parent, body in
      guard let child = path.extract(from: parent) else { return false }
      body(child)
      return true
    }
  }
}
