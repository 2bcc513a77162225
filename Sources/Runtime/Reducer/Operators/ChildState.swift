/// How the state of a child lies in that of its parent.
///
/// Closures, because the ways are few and each is chosen once: what a key path leads to in memory is
/// found out when the reducer is built, not for each action.
@usableFromInline struct ChildState<Parent, Child> {
  /// Changes the child in place, and returns whether there is one.
  @usableFromInline let change: (inout Parent, (inout Child) -> Void) -> Bool
  /// Shows the child, and returns whether there is one.
  @usableFromInline let look: (Parent, (Child) -> Void) -> Bool

  /// A child that is always there.
  @inlinable init(_ keyPath: WritableKeyPath<Parent, Child>) {
    guard let offset = MemoryLayout<Parent>.offset(of: keyPath) else {
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
    // Safe: a stored property with an offset lies there, as its own type, in each value of the parent's type
    // (`MemoryLayout.offset(of:)`), and is reached through a pointer that is valid for this time.
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

  /// A child that is there while it is not nil.
  @inlinable init(optional keyPath: WritableKeyPath<Parent, Child?>) {
    let optional = ChildState<Parent, Child?>(keyPath)
    change = { parent, body in
      var isPresent = false
      _ = optional.change(&parent) { child in
        // Taken out meanwhile, so that the child is changed in place and not a copy of it.
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

  /// A child that is there while the parent is of a case.
  @inlinable init(_ path: CasePath<Parent, Child>) {
    change = path.change
    look = { parent, body in
      guard let child = path.extract(from: parent) else { return false }
      body(child)
      return true
    }
  }
}
