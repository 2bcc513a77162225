/// How the mirrors of a feature are written, and of those below it.
@usableFromInline package struct MirrorAccess<State> {
  /// Whether a mirror differs from the value of its key.
  @usableFromInline typealias Differ =
    (_ state: StateReference<State>, _ node: DeclarationNode) -> Bool
  /// Gives each mirror that differs the value of its key.
  @usableFromInline typealias Write =
    (_ state: inout State, _ node: DeclarationNode, _ values: SharedValues) -> Void

  let differ: Differ
  let write: Write

  init(differ: @escaping Differ, write: @escaping Write) {
    self.differ = differ
    self.write = write
  }

  /// That of a reducer whose reduction is made when it is first used.
  init(of lazy: LazyDeclaration<State>) {
    // It is made by now: something was declared before it is written.
    differ = { lazy.mirrors?.differ($0, $1) ?? false }
    write = { lazy.mirrors?.write(&$0, $1, $2) }
  }

  /// That of several reducers of the same state, whose nodes are a list; `nil` if they declare no
  /// mirrors.
  @usableFromInline static func all(_ parts: [MirrorAccess?]) -> MirrorAccess? {
    let parts = parts.compactMap { $0 }
    if parts.isEmpty { return nil }
    return MirrorAccess { state, node in
      let list = list(node)
      for index in parts.indices {
        if let node = list[index], parts[index].differ(state, node) { return true }
      }
      return false
    } write: { state, node, values in
      let list = list(node)
      for index in parts.indices {
        if let node = list[index] { parts[index].write(&state, node, values) }
      }
    }
  }

  private static func list(_ node: DeclarationNode) -> DeclarationList {
    // Safe: what several reducers declare has a list as its node.
    unsafe unsafeDowncast(node, to: DeclarationList.self)
  }
}
