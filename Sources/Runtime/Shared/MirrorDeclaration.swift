import RatchetDependencies

/// A field of a feature's state that has the value of a shared key.
final class MirrorDeclaration<State, Value: Equatable & Sendable> {
  private let field: WritableKeyPath<State, Value>
  private let key: SharedKey<Value>
  private let origin: SourceOrigin
  /// Where the field lies in the state; `nil` for what is computed, or lies elsewhere.
  private let offset: Int?

  init(_ field: WritableKeyPath<State, Value>, _ key: SharedKey<Value>, at origin: SourceOrigin) {
    self.field = field
    self.key = key
    self.origin = origin
    offset = MemoryLayout<State>.offset(of: field)
  }

  var declaration: Declaration<State> {
    guard let offset else {
      return Declaration(at: { [origin] in origin }, mirrors: access) {
        [self] state, node, changes in
        compare(state, &node, changes)
        return true
      }
    }
    // The bytes are compared here, where nothing depends on the types. (shared10)
    return Declaration(at: { [origin] in origin }, mirrors: access) { [self] state, node, changes in
      if let node {
        // Safe: the nodes of this operator are made below, and the bytes are those of the field.
        let value = unsafe unsafeDowncast(node, to: MirrorNode.self).value
        if unsafe value.hasBytes(state.bytes + offset) { return true }
      }
      compare(state, &node, changes)
      return true
    }
  }

  private func compare(
    _ state: StateReference<State>, _ node: inout DeclarationNode?, _ changes: DeclarationChanges
  ) {
    guard let values = changes.shared else { return }
    guard let mirror = node.map(mirror) else {
      let new = values.value(of: key, at: origin, initial: state[field], depth: changes.depth)
      node = new.map { MirrorNode($0) }
      return
    }
    let value = self.value(of: mirror)
    let current = state[field]
    if mirror.isIgnored || value.isEqual(current) { return }
    if mirror.round == values.round { return reject(mirror, current, values) }
    value.propose(current, depth: changes.depth)
    values.add(changed: value)
  }

  private var access: MirrorAccess<State> {
    MirrorAccess { [self] state, node in
      differs(state, mirror(node))
    } write: { [self] state, node, values in
      let mirror = mirror(node)
      // Safe: the state is not changed during the comparison.
      guard unsafe withUnsafePointer(to: state, { unsafe differs(StateReference($0), mirror) })
      else { return }
      mirror.round = values.round
      let value = value(of: mirror)
      let old = exchange(&state[keyPath: field], with: value.current)
      if value.keep(replaced: old) { values.add(replaced: value) }
    }
  }

  private func differs(_ state: StateReference<State>, _ mirror: MirrorNode) -> Bool {
    // Safe: the bytes are those of the field.
    if let offset, unsafe mirror.value.hasBytes(state.bytes + offset) { return false }
    return !value(of: mirror).isEqual(state[field])
  }

  /// A mirror that does not keep what it was given would change the key with every action.
  private func reject(_ mirror: MirrorNode, _ value: Value, _ values: SharedValues) {
    mirror.isIgnored = true
    values.reports.append {
      [field, key, origin, given = self.value(of: mirror).current] in
      RatchetDependencies.report(
        """
        A mirror of the shared key '\(key.name)' does not keep the value that it is given: \(field)

        given: \(ValueLine.text(given))
        then:  \(ValueLine.text(value))

        Its changes are ignored from now on. To fix this, make it a stored field, or one whose \
        setter and getter agree, and give no field to two keys.
        """, fileID: origin.file, line: origin.line)
    }
  }

  // Safe, both: the nodes of this operator are made above, with the value of its key, which
  // `SharedValues` gives only to mirrors of its type.

  private func mirror(_ node: DeclarationNode) -> MirrorNode {
    unsafe unsafeDowncast(node, to: MirrorNode.self)
  }

  private func value(of mirror: MirrorNode) -> SharedValue<Value> {
    unsafe unsafeDowncast(mirror.value, to: SharedValue<Value>.self)
  }
}

/// A mirror in a feature that is present.
final class MirrorNode: DeclarationNode {
  let value: AnySharedValue
  /// When it was written last.
  var round = 0
  /// It does not keep what it is given.
  var isIgnored = false

  init(_ value: AnySharedValue) {
    self.value = value
    value.mirrorCount += 1
  }

  override func end(_ changes: inout DeclarationChanges, _ below: inout [DeclarationNode]) {
    value.mirrorCount -= 1
  }
}
